"""The clerk: the one way anything of a game changes, and where its present state is kept.

An action is decided inside the journal's write, on the state that the journal itself holds, and is stored
before anybody hears of it.
"""

import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion import codec
from companion.bell import Bell
from companion.journal import (
    Book,
    Entry,
    Follows,
    GameVersion,
    Journal,
    StorageRefused,
    StorageTrouble,
    Timer,
    Unconfirmed,
    UnknownGame,
)
from companion.machine.clocks import monotonic_now, wall_now
from companion.records import Company
from companion.rules.goods import Goods
from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff.commands import Action, CountOut, OpenTable
from companion.rules.sheriff.decide import opening
from companion.rules.sheriff.events import Event
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.notes import check_note
from companion.rules.sheriff.saying import say
from companion.rules.sheriff.talk import Ask, Talk, silence, talk_of
from companion.rules.stages import Stage
from companion.tables import Line, Table, caught_up, decided, heard, talk_kept

__all__ = [
    "Action",
    "ActionReused",
    "Clerk",
    "Clock",
    "Follows",
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
_SIGNS = 16  # of a fingerprint: kept beside an action's id they tell other words from the same ones


Decide = Callable[[Table], Event]
"""Answers an action with its event, on the table that it changes."""
May = Callable[[Table, Talk, Company], Refusal | None]
"""Judges who may have an action booked, or say something: on what it would change, and who is there then."""
Speakers = Callable[[Company], AbstractSet[int]]
"""The seats that have a phone of their own."""


class ActionReused(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """An action's id came again with other content: two different things cannot be one."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The inspection clock: milliseconds left, and whether they run down."""

    remaining: int
    running: bool


class Clerk:
    """Opens games, plays actions, takes back, and tells the present state."""

    def __init__(
        self,
        journal: Journal,
        bell: Bell,
        now: Callable[[], int] = wall_now,
        monotonic: Callable[[], int] = monotonic_now,
        *,
        least_disk: int = LEAST_DISK_BYTES,
    ) -> None:
        self._journal = journal
        self._bell = bell
        self._now = now
        self._monotonic = monotonic
        self._least_disk = least_disk
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    # Games

    def open(
        self,
        command: OpenTable | CountOut,
        action_id: str,
        token_hash: str,
        follows: Follows | None = None,
    ) -> Table:
        """A new game, held by this phone. The same action of the same phone finds the game it opened, and
        whoever asks for a rematch the one that was opened first. The last of the disk is kept for games that
        are under way: then StorageRefused.
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
            follows=follows,
        )
        if follows:
            self._bell.ring(follows.game, self._journal.stamp(follows.game))
        else:
            _check_same(entry, mark)
        return self.current(entry.game)

    def current(self, game: str) -> Table:
        """The game as it is stored now. Raises UnknownGame."""
        kept = self._kept(game)
        table = caught_up(kept, self._journal.entries(game, kept.seq if kept.lines else 0))
        if not table.lines:
            raise UnknownGame(game)
        self._keep(table)
        return table

    def reached(self, version: GameVersion) -> Table:
        """The game as far as it had come there, or further; no entry is read where none is new. Raises
        UnknownGame.
        """
        kept = self._kept(version.room.game)
        if not kept.lines or kept.seq != version.seq:
            return self.current(version.room.game)
        self._keep(kept)
        return kept

    def play(
        self,
        game: str,
        action: Action,
        action_id: str,
        may: May | None = None,
        by: tuple[int, ...] | None = None,
    ) -> Table:
        """Decide an action and store it; once, however often it is sent. `may` judges who asks, on the table
        that is changed; a repeated action was judged the first time. `by` are the seats of who asks, for
        what is to be told of it. Raises a Refusal, UnknownGame, ActionReused, StorageRefused (nothing was
        stored) or Unconfirmed (nobody knows).
        """
        mark = codec.fingerprint(action)
        try:
            table, version = self._write(game, lambda now: decided(now, action, by), action_id, mark, may)
        except Unconfirmed as doubt:
            self._forget(game)
            table = self._confirmed(game, action_id, mark, doubt)
            version = self._journal.room(game).version
        self._keep(table)
        self._bell.ring(game, table.seq + version)
        return table

    def _write(
        self, game: str, decide: Decide, action_id: str, mark: str, may: May | None
    ) -> tuple[Table, int]:
        """The table after the action, and its room's version."""
        with self._journal.writing(game) as book:
            table = self._in_book(book)
            known = book.find(action_id)
            if known is not None:
                _check_same(known, mark)
                return table, book.begun.room.version
            _allow_within(book, table, may)
            event = decide(table)
            now = self._now()
            entry = book.append(
                action_id=action_id, fingerprint=mark, body=codec.encode_event(event), now=now
            )
            after = table.with_lines([Line(entry.seq, now, event)])
            if after.game.stage is not table.game.stage:
                _mark_closed(book, after.game.stage, now)
            if table.game.waiting and not after.game.waiting:  # nothing is left to run out of time
                book.room.rest_timer(self._monotonic())
        return after, book.begun.room.version

    def _in_book(self, book: Book) -> Table:
        kept = self._kept(book.game)
        known = kept.seq if kept.lines else 0
        return kept if book.begun.seq == known else caught_up(kept, book.entries(known))

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

    def decided_on(self, table: Table, action_id: str) -> Game:
        """The game as it was when this action was decided, if it is stored; else as it is now. What a form
        means may depend on it, and the same form must mean the same when it comes again.
        """
        entry = self._journal.find(table.id, action_id)
        before = table.state_before(entry.seq) if entry else None
        return before or table.game

    def say(self, game: str, ask: Ask, action_id: str, speakers: Speakers, may: May) -> None:
        """Say something at the table, once, however often it is sent; `may` judges on the state that is
        changed. Raises a Refusal or ActionReused. No entry comes of it before a bag is booked.
        """
        signed = f"{action_id}:{codec.fingerprint(ask)[:_SIGNS]}"
        with self._journal.writing(game) as book:
            table = self._in_book(book)
            was = heard(book.begun.room) or silence(table.game)
            if not _was_heard(was, table.game, signed):
                company = book.company()
                allow(may(table, talk_of(table.game, was), company))
                after = say(table.game, was, ask, signed, speakers(company))
                book.room.change(talk=codec.encode_talk(replace(after, said_on=table.seq)))
            stamp = book.stamp()
        self._bell.ring(game, stamp)

    def stamp(self, game: str) -> int:
        """A number that grows with every public change of the table: phones compare it, the bell rings with
        it. Ask it before the table is read: what changes in between is then fetched once more, never missed.
        """
        return self._journal.stamp(game)

    # Beside the log

    def notes(self, game: str, seat: int) -> dict[int, Goods]:
        """What a merchant noted, by round: for that merchant's own phone and nobody else."""
        return {number: codec.decode_goods(body) for number, body in self._journal.notes(game, seat).items()}

    def note(self, game: str, seat: int, number: int, noted: Goods, may: May | None = None) -> None:
        """Keep what a merchant notes of a round, or drop the note where it is of nothing; `may` judges who
        asks. The bell stays silent: nobody else is to know. Raises a Refusal.
        """
        with self._journal.writing(game) as book:
            table = self._in_book(book)
            _allow_within(book, table, may)
            check_note(table.game, number, noted)
            book.room.keep_note(seat, number, codec.encode_goods(noted) if noted else None)

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

    def clock(self, game: str) -> Clock | None:
        """The inspection clock as it stands now; None if it was never started."""
        timer = self._journal.timer(game)
        if timer is None:
            return None
        return Clock(timer.left(self._monotonic()), running=timer.started_at is not None)

    def set_clock(self, game: str, remaining: int, *, running: bool, may: May | None = None) -> None:
        """Start or stop the inspection clock with so many milliseconds left. Raises a Refusal."""
        self._set_timer(game, Timer(remaining, self._monotonic() if running else None), may)

    def drop_clock(self, game: str) -> None:
        """Set the inspection clock back to its beginning."""
        self._set_timer(game, None)

    def _set_timer(self, game: str, timer: Timer | None, may: May | None = None) -> None:
        with self._journal.writing(game) as book:
            if may is not None:
                _allow_within(book, self._in_book(book), may)
            book.room.set_timer(timer)
            stamp = book.stamp()
        self._bell.ring(game, stamp)

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


def _was_heard(was: Talk, game: Game, signed: str) -> bool:
    """Whether this was said already. Raises ActionReused where its id came with other words in this round;
    of one that came a round ago nothing is said now, whatever its words mean by now.
    """
    action_id = signed.partition(":")[0]
    known = next((said for said in was.action_ids if said.partition(":")[0] == action_id), None)
    if known not in {None, action_id, signed} and was.round == game.round:
        raise ActionReused
    return known is not None


def _allow_within(book: Book, table: Table, may: May | None) -> None:
    """Judge who asks by what this write sees."""
    if may is not None:
        allow(may(table, talk_kept(table, book.begun.room), book.company()))


def _check_same(entry: Entry, mark: str) -> None:
    if entry.fingerprint != mark:
        raise ActionReused


def _mark_closed(book: Book, stage: Stage, now: int) -> None:
    if stage is Stage.CLOSED:
        book.close(now)
    else:
        book.reopen()
