"""A game with its log: every entry, the ones that stand, the game after each of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, assert_never
from zlib import crc32

from companion import codec
from companion.records import Entry, Room
from companion.rules.refusals import NotCorrectable, NotTheLatest
from companion.rules.sheriff import corrections, decide
from companion.rules.sheriff.commands import (
    Action,
    CheckStand,
    ChoosePlates,
    CloseCount,
    Command,
    Correct,
    CountGold,
    EndGame,
    Leave,
    OpenBag,
    PassBadge,
    PassBag,
    Pay,
    RevealContraband,
    SetRounds,
    SitOut,
    TakeBack,
)
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.events import (
    BagOpened,
    BagPassed,
    ContrabandRevealed,
    EntryCorrected,
    Event,
    Paid,
    TakenBack,
)
from companion.rules.sheriff.game import OUT, Game, evolve
from companion.rules.sheriff.talk import Talk, talk_of
from companion.rules.stages import Stage


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log: its number, when it was recorded (milliseconds since 1970), what happened."""

    seq: int
    recorded_at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its log. `standing` are the lines not taken back, `states` the game after each of them.
    `views` is what was made of it, for whoever asks again: it goes with the table, which never changes.
    """

    id: str
    lines: tuple[Line, ...]
    standing: tuple[Line, ...]
    states: tuple[Game, ...]
    views: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.states[-1]

    @property
    def seq(self) -> int:
        """The number of the latest entry, taken back or not."""
        return self.lines[-1].seq

    @property
    def latest(self) -> Line | None:
        """The entry that can be taken back: the latest standing one after the opening."""
        return self.standing[-1] if len(self.standing) > 1 else None

    def state_after(self, seq: int) -> Game | None:
        """The game as it was right after a standing entry."""
        return next(
            (state for line, state in zip(self.standing, self.states, strict=True) if line.seq == seq), None
        )

    def state_before(self, seq: int) -> Game | None:
        """The game as it was right before a standing entry other than the opening."""
        earlier = zip(self.standing[1:], self.states, strict=False)
        return next((state for line, state in earlier if line.seq == seq), None)

    def as_corrected(self, seq: int) -> BagPassed | BagOpened | Paid | None:
        """What a standing entry says by its latest correction; None if there is no such bag or payment."""
        stands: Event | None = None
        for line in self.standing:
            if line.seq == seq:
                stands = line.event
            elif isinstance(line.event, EntryCorrected) and line.event.seq == seq:
                stands = line.event.now
        return stands if isinstance(stands, BagPassed | BagOpened | Paid) else None

    def latest_of(self, seq: int) -> int | None:
        """The entry that says last what one was: its latest correction, or itself; None for no such entry."""
        if self.as_corrected(seq) is None:
            return None
        saying = (
            line.seq
            for line in self.standing
            if isinstance(line.event, EntryCorrected) and line.event.seq == seq
        )
        return max(saying, default=seq)

    def undone_by(self, event: Event) -> Event | None:
        """What a take back leaves out; None for any other entry."""
        return self.lines[event.seq - 1].event if isinstance(event, TakenBack) else None

    def with_lines(self, lines: Iterable[Line]) -> "Table":
        """The table after more entries."""
        every, standing, states = list(self.lines), list(self.standing), list(self.states)
        for line in lines:
            every.append(line)
            if isinstance(line.event, TakenBack):
                standing.pop()
                states.pop()
            else:
                standing.append(line)
                states.append(evolve(states[-1] if states else None, line.event))
        return Table(self.id, tuple(every), tuple(standing), tuple(states))


@dataclass(frozen=True, slots=True)
class Held:
    """The tables of a phone, the newest first, and the ids of those that cannot be read."""

    tables: tuple[Table, ...] = ()
    unreadable: tuple[str, ...] = ()


def decided(table: Table, action: Action, by: tuple[int, ...] | None = None) -> Event:
    """The event an action leads to on this table, asked `by` the phone of these seats. Raises a Refusal."""
    if isinstance(action, TakeBack):
        if table.latest is None or table.latest.seq != action.seq:
            raise NotTheLatest
        return TakenBack(action.seq, by)
    if isinstance(action, Correct):
        return _corrected(table, action)
    return decide.decide(table.game, action)


def _corrected(table: Table, action: Correct) -> EntryCorrected:
    was, before = table.as_corrected(action.seq), table.state_before(action.seq)
    if was is None or before is None:
        raise NotCorrectable
    refusal = corrections.may_correct(table.game, was)
    if refusal is not None:
        raise refusal
    return corrections.correct(table.game, before, was, action)


def preview(table: Table, action: Command | Correct) -> Outcome:
    """What booking an action would come to; a correction is decided as things were before its entry."""
    if not isinstance(action, Correct):
        return decide.preview(table.game, action)
    before = table.state_before(action.seq) or table.game
    return decide.outcome(lambda: decided(table, action), before, action.command)


def is_so(table: Table, action: Action) -> bool:
    """Whether what is asked for is what already is, because somebody else was faster with the same."""
    game = table.game
    match action:
        case TakeBack(seq):
            return any(isinstance(line.event, TakenBack) and line.event.seq == seq for line in table.lines)
        case PassBadge() | EndGame():
            return game.stage is Stage.COUNT
        case CloseCount():
            return game.stage is Stage.CLOSED
        case RevealContraband(seat, goods):
            told = [line.event for line in table.standing if isinstance(line.event, ContrabandRevealed)]
            return any((event.seat, event.goods) == (seat, goods) for event in told)
        case SitOut(merchant):
            return game.done.get(merchant) == OUT
        case (
            PassBag()
            | OpenBag()
            | Pay()
            | Leave()
            | SetRounds()
            | CheckStand()
            | CountGold()
            | ChoosePlates()
            | Correct()
        ):
            return False
        case _:
            assert_never(action)


def caught_up(table: Table, entries: tuple[Entry, ...]) -> Table:
    """The table with the journal's newer entries; itself when there are none."""
    if not entries:
        return table
    lines = (Line(entry.seq, entry.recorded_at, codec.decode_event(entry.body)) for entry in entries)
    try:
        after = table.with_lines(lines)
        edition(after.game.edition)  # a later version may have written cards that this one does not know
    except (LookupError, ValueError) as fault:  # an event that nobody can follow is as good as unreadable
        raise codec.UnreadableError(f"a game beginning {entries[0].body[:200]}") from fault
    return after


def talk_kept(table: Table, room: Room) -> Talk:
    """What was said in the round that is played, as the table's room keeps it."""
    return talk_of(table.game, heard(room))


def heard(room: Room) -> Talk | None:
    """What was said in any round; words that another version wrote are gone, as spoken words are."""
    try:
        return codec.decode_talk(room.talk) if room.talk else None
    except codec.UnreadableError:
        return None


def mark(table: Table, talk: Talk) -> str:
    """A word that is another one after every entry and everything said."""
    return f"{table.seq}.{crc32(talk.action_ids[-1].encode()) if talk.action_ids else 0}"
