"""The clerk: the one way anything of a game changes, and where its present state is kept.

An action is decided inside the journal's write, on the state that the journal itself holds, and is stored
before anybody hears of it.
"""

import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion import codec
from companion.bell import Bell
from companion.journal import (
    Book,
    Entry,
    Handover,
    Journal,
    StorageRefused,
    StorageTrouble,
    Timer,
    Unconfirmed,
    UnknownGame,
)
from companion.rules import corrections
from companion.rules.commands import Command, Correct, CountOut, OpenTable, TakeBack
from companion.rules.decide import decide, opening
from companion.rules.editions import edition
from companion.rules.events import BagOpened, BagPassed, EntryCorrected, Event, Paid, TakenBack
from companion.rules.game import Game, evolve
from companion.rules.refusals import NotCorrectable, NotTheLatest
from companion.rules.table import Stage

__all__ = [
    "Action",
    "ActionReused",
    "Clerk",
    "Clock",
    "Handover",
    "Held",
    "Line",
    "StorageRefused",
    "StorageTrouble",
    "Table",
    "Unconfirmed",
    "UnknownGame",
]

GAMES_IN_MEMORY = 256
LEAST_DISK_BYTES = 50 * 1024 * 1024
LOW_DISK_FACTOR = 4

Action = Command | TakeBack | Correct


class ActionReused(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """An action's id came again with other content: two different things cannot be one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log: its number, when it was recorded (milliseconds since 1970), what happened."""

    seq: int
    recorded_at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its log. `standing` are the lines not taken back, `states` the game after each of them."""

    id: str
    lines: tuple[Line, ...]
    standing: tuple[Line, ...]
    states: tuple[Game, ...]

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
    """What a phone is the bank of: its tables, the newest first, and the ids of those that cannot be read."""

    tables: tuple[Table, ...] = ()
    unreadable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The inspection clock: milliseconds left, and whether they run down."""

    remaining: int
    running: bool


def _now() -> int:
    return time.time_ns() // 1_000_000


class Clerk:
    """Opens games, plays actions, takes back, and tells the present state."""

    def __init__(
        self,
        journal: Journal,
        bell: Bell,
        now: Callable[[], int] = _now,
        *,
        least_disk: int = LEAST_DISK_BYTES,
    ) -> None:
        self._journal = journal
        self._bell = bell
        self._now = now
        self._least_disk = least_disk
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    # Games

    def open(self, command: OpenTable | CountOut, action_id: str, token_hash: str) -> Table:
        """A new game, held by this phone. The same action of the same phone finds the game it opened.

        The last of the disk is kept for games that are under way: then StorageRefused.
        """
        if self._free_disk() < self._least_disk:
            raise StorageRefused("full")
        mark = codec.fingerprint(command)
        body = codec.encode_event(opening(command))
        entry = self._journal.open_game(
            token_hash=token_hash,
            action_id=action_id,
            fingerprint=mark,
            body=body,
            now=self._now(),
            closed=isinstance(command, CountOut),
        )
        _check_same(entry, mark)
        return self.current(entry.game)

    def current(self, game: str) -> Table:
        """The game as it is stored now. Raises UnknownGame."""
        kept = self._kept(game)
        table = _caught_up(kept, self._journal.entries(game, kept.lines[-1].seq if kept.lines else 0))
        if not table.lines:
            raise UnknownGame(game)
        self._keep(table)
        return table

    def stamp(self, game: str) -> int:
        """A number that grows with every public change of the table: phones compare it, the bell rings with
        it. Ask it before the table is read: what changes in between is then fetched once more, never missed.
        Raises UnknownGame.
        """
        return self.current(game).seq

    def play(self, game: str, action: Action, action_id: str) -> Table:
        """Decide an action and store it; once, however often it is sent. Raises a Refusal, UnknownGame,
        ActionReused, StorageRefused (nothing was stored) or Unconfirmed (nobody knows).
        """
        mark = codec.fingerprint(action)
        try:
            table = self._write(game, action, action_id, mark)
        except Unconfirmed as doubt:
            self._forget(game)
            table = self._confirmed(game, action_id, mark, doubt)
        self._keep(table)
        self._bell.ring(game, self.stamp(game))
        return table

    def _write(self, game: str, action: Action, action_id: str, mark: str) -> Table:
        with self._journal.writing(game) as book:
            table = self._in_book(book)
            known = book.find(action_id)
            if known is not None:
                _check_same(known, mark)
                return table
            event = decided(table, action)
            now = self._now()
            entry = book.append(
                action_id=action_id, fingerprint=mark, body=codec.encode_event(event), now=now
            )
            after = table.with_lines([Line(entry.seq, now, event)])
            if after.game.stage is not table.game.stage:
                _mark_closed(book, after.game.stage, now)
        return after

    def _in_book(self, book: Book) -> Table:
        kept = self._kept(book.game)
        return _caught_up(kept, book.entries(kept.lines[-1].seq if kept.lines else 0))

    def _confirmed(self, game: str, action_id: str, mark: str, doubt: Unconfirmed) -> Table:
        """After an error at COMMIT: the action, if the file itself has it. One not there yet may still
        come back when the file is recovered, so the doubt stays.
        """
        try:
            entry = self._journal.find(game, action_id)
            if entry is None:
                raise doubt
            _check_same(entry, mark)
            return self.current(game)
        except StorageTrouble:
            raise doubt from None

    # Beside the log

    def database(self) -> str:
        """The database's name and version, once it has answered."""
        self._journal.games()
        return self._journal.database

    def disk_is_low(self) -> bool:
        """Whether the disk under the database is nearly full."""
        return self._free_disk() < LOW_DISK_FACTOR * self._least_disk

    def _free_disk(self) -> int:
        return shutil.disk_usage(self._journal.path.parent).free

    def now(self) -> int:
        """This clerk's time, in milliseconds since 1970."""
        return self._now()

    def holds(self, game: str, token_hash: str) -> bool:
        """Whether this phone is the table's bank."""
        return self._journal.is_held_by(game, token_hash)

    def held_by(self, token_hash: str) -> Held:
        """What this phone is the bank of; one damaged table does not hide the others."""
        tables, unreadable = [], []
        for record in self._journal.games_held_by(token_hash):
            try:
                tables.append(self.current(record.id))
            except codec.UnreadableError:
                unreadable.append(record.id)
        return Held(tuple(tables), tuple(unreadable))

    def hand_over(self, game: str) -> Handover:
        """Words that carry the bank to another phone, once and soon."""
        return self._journal.make_handover(game, now=self._now())

    def take_over(self, words: str, token_hash: str) -> str | None:
        """Make this phone the bank of the table whose words these are; None if they are of none."""
        return self._journal.redeem(words, token_hash=token_hash, now=self._now())

    def clock(self, game: str) -> Clock | None:
        """The inspection clock as it stands now; None if it was never started."""
        timer = self._journal.timer(game)
        if timer is None:
            return None
        gone = 0 if timer.started_at is None else max(0, self._now() - timer.started_at)
        return Clock(max(0, timer.remaining_ms - gone), running=timer.started_at is not None)

    def set_clock(self, game: str, remaining: int, *, running: bool) -> None:
        """Start or stop the inspection clock with so many milliseconds left."""
        self._journal.set_timer(game, Timer(remaining, self._now() if running else None))

    def drop_clock(self, game: str) -> None:
        """Set the inspection clock back to its beginning."""
        self._journal.set_timer(game, None)

    # What is kept in memory

    def _kept(self, game: str) -> Table:
        with self._lock:
            return self._tables.get(game) or Table(game, (), (), ())

    def _keep(self, table: Table) -> None:
        with self._lock:
            known = self._tables.get(table.id)
            if known is None or known.seq <= table.seq:
                self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > GAMES_IN_MEMORY:
                self._tables.popitem(last=False)

    def _forget(self, game: str) -> None:
        with self._lock:
            self._tables.pop(game, None)


def decided(table: Table, action: Action) -> Event:
    """The event an action leads to on this table. Raises a Refusal."""
    match action:
        case TakeBack(seq):
            if table.latest is None or table.latest.seq != seq:
                raise NotTheLatest
            return TakenBack(seq)
        case Correct(seq):
            was, before = table.as_corrected(seq), table.state_before(seq)
            if was is None or before is None:
                raise NotCorrectable
            refusal = corrections.may_correct(table.game, was)
            if refusal is not None:
                raise refusal
            return corrections.correct(table.game, before, was, action)
        case _:
            return decide(table.game, action)


def _check_same(entry: Entry, mark: str) -> None:
    if entry.fingerprint != mark:
        raise ActionReused


def _caught_up(table: Table, entries: tuple[Entry, ...]) -> Table:
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


def _mark_closed(book: Book, stage: Stage, now: int) -> None:
    if stage is Stage.CLOSED:
        book.close(now)
    else:
        book.reopen()
