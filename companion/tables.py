"""A game with its log: every entry, the standing ones, and the game after each of those."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast
from zlib import crc32

from companion.chain import ALTERED, BEGINNING, broken
from companion.codec import UnreadableError, codec_of, decode_summary
from companion.games import Games
from companion.records import Entry, GameVersion, HeldGame, Room, UnknownGame
from companion.rules.kinds import Correct, EntryPutBack, OfAnyGame, PutBack, TakeBack, TakenBack
from companion.rules.past import as_corrected, latest_of
from companion.rules.refusals import NotTheLatest, RecordedSince, Refusal
from companion.rules.rights import Actor, Recording, may_record_for
from companion.rules.ruleset import AnyRuleset, Event, Event_co, Game_co, Ruleset, Said, State, Summary

TALKS_IN_MEMORY = 2_048
TABLE_BYTES, LINE_BYTES, STATE_BYTES, VIEW_BYTES = 10_000, 500, 1_500, 5_000
"""Round figures, measured for evenings of five players: see docs/figures.md. In memory as in the database, a
line takes LINE_BYTES besides the bytes of its entry.
"""
Entry_co = TypeVar("Entry_co", covariant=True)
Game = TypeVar("Game", bound=State)
Happened = TypeVar("Happened", bound=Event)


@dataclass(frozen=True, slots=True)
class Line(Generic[Entry_co]):
    """One entry of the log: its number, when it was recorded (milliseconds since 1970), what happened, and
    the seats of the phone it was recorded `by`: empty for a bank without a seat, None if one phone is the
    whole table, and in older logs. `action_id` came with the form, `fingerprint` identifies the action.
    """

    seq: int
    recorded_at: int
    event: Entry_co
    by: tuple[int, ...] | None = None
    action_id: str = field(default="", compare=False)
    fingerprint: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Table(Generic[Game_co, Event_co]):
    """A game with its log, and the rules by which it is played. `standing` are the lines not taken back,
    `states` the game after each of them. `redo` has the lines that can still be put back, the next one last:
    the number of the take back, the line, and the game after it. `chain` is that of the whole log, `size`
    roughly the bytes that the log takes. `views` caches what was made from the table, which never changes.
    """

    id: str
    rules: Ruleset[Game_co, Event_co]
    lines: tuple[Line[Event_co | OfAnyGame], ...] = ()
    standing: tuple[Line[Event_co], ...] = ()
    states: tuple[Game_co, ...] = ()
    redo: tuple[tuple[int, Line[Event_co], Game_co], ...] = ()
    chain: str = BEGINNING
    size: int = 0
    views: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def game(self) -> Game_co:
        """The game as it is now."""
        return self.states[-1]

    @property
    def seq(self) -> int:
        """The number of the latest entry, taken back or not."""
        return self.lines[-1].seq

    @property
    def latest(self) -> Line[Event_co] | None:
        """The entry that can be taken back: the latest standing one after the opening."""
        return self.standing[-1] if len(self.standing) > 1 else None

    @property
    def restores(self) -> int:
        """The number of the take back that can be undone next; 0 for none."""
        return self.redo[-1][0] if self.redo else 0

    @property
    def has_begun(self) -> bool:
        """Whether anything was booked that changes more than the table itself."""
        return any(not isinstance(line.event, self.rules.preludes) for line in self.standing[1:])

    def played_by(self, rules: Ruleset[Game, Happened]) -> "Table[Game, Happened] | None":
        """The table, if it is one of this game."""
        return cast("Table[Game, Happened]", self) if self.rules is rules else None

    def line_of(self, action_id: str) -> Line[Event_co | OfAnyGame] | None:
        """The entry stored for the action with this id; None if there is none."""
        return next((line for line in reversed(self.lines) if line.action_id == action_id), None)

    def decided_on(self, action_id: str) -> Game_co:
        """The game as it was when this action was decided, if it is stored; else as it is now. What a form
        means may depend on it, and the same form must mean the same when it comes again.
        """
        line = self.line_of(action_id)
        return (self.state_before(line.seq) if line else None) or self.game

    def state_after(self, seq: int) -> Game_co | None:
        """The game as it was right after a standing entry."""
        place = self._place(seq)
        return None if place is None else self.states[place]

    def state_before(self, seq: int) -> Game_co | None:
        """The game as it was right before a standing entry other than the opening."""
        place = self._place(seq)
        return self.states[place - 1] if place else None

    def _place(self, seq: int) -> int | None:
        """The index of an entry among those that stand, which are sorted by number."""
        place = bisect_left(self.standing, seq, key=lambda line: line.seq)
        return place if place < len(self.standing) and self.standing[place].seq == seq else None

    def known_before(self, seq: int) -> Game_co | None:
        """As `state_before`, with every correction of an earlier entry, whenever it was booked."""
        correcting = self.rules.correcting
        if correcting is None or self.state_before(seq) is None:
            return None
        return correcting.before(self.log, seq)

    @property
    def log(self) -> tuple[tuple[int, Event_co, Game_co], ...]:
        """The standing entries, each with its number and the game right after it."""
        pairs = zip(self.standing, self.states, strict=True)
        return tuple((line.seq, line.event, state) for line, state in pairs)

    @property
    def numbered(self) -> Iterator[tuple[int, Event_co]]:
        """The standing entries, each with its number."""
        return ((line.seq, line.event) for line in self.standing)

    def as_corrected(self, seq: int) -> Any:  # noqa: ANN401 - an event of the game that can be corrected
        """What a standing entry says by its latest correction; None if it cannot be corrected."""
        return as_corrected(self.numbered, seq)

    def latest_of(self, seq: int) -> int | None:
        """The number of an entry's latest correction, or its own; None if it cannot be corrected."""
        return None if self.as_corrected(seq) is None else latest_of(self.numbered, seq)

    def undone_by(self, event: object) -> Event_co | OfAnyGame | None:
        """The entry that a take back left out, or that was put back; None for any other entry."""
        if isinstance(event, EntryPutBack):
            return self.undone_by(self.lines[event.seq - 1].event)
        return self.lines[event.seq - 1].event if isinstance(event, TakenBack) else None

    def put_back_by(self, seq: int) -> int:
        """The number of the entry that last put this one back; 0 for none."""
        found = (line.seq for line in reversed(self.lines) if self._puts_back(line.event, seq))
        return next(found, 0)

    def _puts_back(self, event: object, seq: int) -> bool:
        taken = self.lines[event.seq - 1].event if isinstance(event, EntryPutBack) else None
        return isinstance(taken, TakenBack) and taken.seq == seq

    @property
    def weight(self) -> int:
        """Roughly how many bytes it takes in memory, `views` included."""
        states = len(self.states) + len(self.redo)
        return TABLE_BYTES + self.size + STATE_BYTES * states + VIEW_BYTES * len(self.views)

    def is_at(self, version: GameVersion) -> bool:
        """Whether this table is at that version, of the same log."""
        return self.seq == version.seq and self.chain == version.chain

    def with_lines(
        self, lines: Iterable[Line[Any]], chain: str = BEGINNING, bodies: Iterable[str] = ()
    ) -> "Table[Game_co, Event_co]":
        """The table after more entries, stored as these `bodies`; `chain` is the log's after them."""
        every, standing, states = list(self.lines), list(self.standing), list(self.states)
        redo = list(self.redo)
        for line in lines:
            every.append(line)
            if isinstance(line.event, TakenBack):
                if len(standing) < 2:  # noqa: PLR2004 - the opening stands
                    raise LookupError(line.event.seq)
                redo.append((line.seq, standing.pop(), states.pop()))
                continue
            if isinstance(line.event, EntryPutBack):
                taken, stands, after = redo.pop()
                if line.event.seq != taken:
                    raise LookupError(line.event.seq)
            else:
                redo.clear()
                stands, after = line, self.rules.evolve(states[-1] if states else None, line.event)
            standing.append(stands)
            states.append(after)
        size = self.size + sum(LINE_BYTES + len(body.encode()) for body in bodies)
        changed = tuple(every), tuple(standing), tuple(states), tuple(redo)
        return Table(self.id, self.rules, *changed, chain, size)


AnyTable = Table[State, Event]
"""A table of any game: only what all games share is known of it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list, without a replay, and when its latest entry came (milliseconds since 1970)."""

    id: str
    rules: AnyRuleset
    recorded_at: int
    summary: Summary


@dataclass(frozen=True, slots=True)
class Held:
    """A phone's tables, the newest first, and the ids of those that cannot be read."""

    tables: tuple[Listed, ...] = ()
    unreadable: tuple[str, ...] = ()


def as_listed(table: AnyTable) -> Listed:
    """This table in a list."""
    return Listed(table.id, table.rules, table.lines[-1].recorded_at, table.rules.summary(table.game))


def summary_kept(games: Games, held: HeldGame) -> Listed | None:
    """A kept game in a list, without a replay; None if its summary was not kept, or cannot be read here."""
    if held.summary is None:
        return None
    try:
        word, at = decode_summary(held.summary)
        return Listed(held.id, games.of_word(word), held.recorded_at, at)
    except UnreadableError:
        return None


def decided(
    table: Table[Game, Happened], action: object, by: tuple[int, ...] | None = None
) -> Happened | OfAnyGame:
    """The event an action leads to on this table, asked `by` the phone of these seats. Raises a Refusal."""
    if isinstance(action, TakeBack):
        if table.latest is None or table.latest.seq != action.seq:
            raise NotTheLatest
        return TakenBack(action.seq, by)
    if isinstance(action, PutBack):
        if not table.redo or action.seq != table.restores:
            raise RecordedSince
        return EntryPutBack(action.seq, by)
    correcting = table.rules.correcting
    if correcting is None or not isinstance(action, Correct):
        return table.rules.decide(table.game, action)
    was = table.as_corrected(action.seq)
    if was is None:
        raise correcting.refusal
    return correcting.correct(table.log, was, action)


def why_not_back(table: AnyTable, recording: Recording, actor: Actor, seq: int) -> Refusal | None:
    """Why this phone may not take an entry back; None when it may."""
    latest, before = table.latest, table.state_before(seq)
    if latest is None or latest.seq != seq or before is None:
        return NotTheLatest()
    return may_record_for(recording, actor, table.rules.owners(before, latest.event))


def why_not_put_back(table: AnyTable, recording: Recording, actor: Actor, seq: int) -> Refusal | None:
    """Why this phone may not put an entry back; None if it may: the phones that could take it back."""
    line = table.redo[-1][1] if table.redo else None
    if line is None or seq != table.restores:
        return RecordedSince()
    return may_record_for(recording, actor, table.rules.owners(table.game, line.event))


def is_so(table: AnyTable, action: object) -> bool:
    """Whether what is asked for is already so, because somebody else asked for the same first."""
    if isinstance(action, TakeBack):
        taken = (line.event for line in table.lines if isinstance(line.event, TakenBack))
        return table.state_after(action.seq) is None and any(event.seq == action.seq for event in taken)
    if isinstance(action, PutBack):
        put = (line.event for line in table.lines if isinstance(line.event, EntryPutBack))
        return any(event.seq == action.seq for event in put) and _stands_again(table, action.seq)
    return table.rules.is_so(table.game, (line.event for line in table.standing), action)


def _stands_again(table: AnyTable, seq: int) -> bool:
    """Whether what a take back left out stands."""
    taken = table.lines[seq - 1].event
    return isinstance(taken, TakenBack) and table.state_after(taken.seq) is not None


def caught_up(games: Games, game: str, kept: AnyTable | None, entries: tuple[Entry, ...]) -> AnyTable:
    """The table with the journal's newer entries; itself when there are none. Raises UnknownGame for a game
    without any, and UnreadableError, also where an entry is not what was stored.
    """
    if not entries:
        if kept is None:
            raise UnknownGame(game)
        return kept
    for seq in broken(entries, kept.chain if kept else BEGINNING):
        raise UnreadableError(f"entry {seq} of game {game}: {ALTERED}")
    table = kept or Table(game, games.begun_by(entries[0].body))
    decode = codec_of(table.rules).decode_line
    lines = (
        Line(entry.seq, entry.recorded_at, *decode(entry.body), entry.action_id, entry.fingerprint)
        for entry in entries
    )
    try:
        return table.with_lines(lines, entries[-1].chain, (entry.body for entry in entries))
    except (LookupError, ValueError) as fault:  # an event that cannot be applied is as good as unreadable
        raise UnreadableError(f"a game beginning {entries[0].body[:200]}") from fault


def talk_kept(table: AnyTable, room: Room, speakers: AbstractSet[int]) -> Any:  # noqa: ANN401 - the game's own
    """What was said in the present round, from the talk that the table's room keeps; `speakers` are the seats
    with a phone of their own. None if the game has no talk.
    """
    talking = table.rules.talking
    return talking.talk_of(table.game, heard(table, room), speakers) if talking else None


def heard(table: AnyTable, room: Room) -> Any:  # noqa: ANN401 - the game's own
    """What was said, in whichever round; None if another version wrote it in a shape not known here."""
    try:
        return _decoded(table.rules, room.talk) if room.talk else None
    except UnreadableError:
        return None


def told(table: AnyTable, room: Room) -> dict[str, Any]:
    """The evening as files tell it, in what JSON has; its game alone for one that is not told."""
    game, files = {"game": table.rules.word}, table.rules.files
    if files is None:
        return game
    times, talk = [line.recorded_at for line in table.standing], talk_kept(table, room, frozenset())
    return {**game, **asdict(files.tell(table.log, times, talk))}


@lru_cache(TALKS_IN_MEMORY)
def _decoded(rules: AnyRuleset, talk: str) -> Any:  # noqa: ANN401 - the game's own
    """Decode a talk once: all phones of a table ask for it at the same moment, each several times."""
    return codec_of(rules).decode_talk(talk)


def mark(table: AnyTable, talk: Said | None) -> str:
    """A token that changes with every entry and with all that is said: some of that may still be secret."""
    said = talk.action_ids[-1].partition(":")[0] if talk and talk.action_ids else ""
    return f"{table.seq}.{crc32(said.encode())}"
