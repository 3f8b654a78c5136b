"""The service: the only way in which a game changes, and where its present state is kept.

An action is decided inside the journal's write, on the state that the journal itself holds, and is stored
before anybody is told.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.codec import UnreadableError, codec_of, decode_goods, encode_goods, encode_summary
from companion.games import Games
from companion.idempotency import ActionReused, check_same, sign, was_heard
from companion.journal import (
    Book,
    Follows,
    Journal,
    Log,
    StorageRefused,
    StorageTrouble,
    Unconfirmed,
    UnknownGame,
    started_over,
)
from companion.laws import check_step, follow
from companion.machine.clocks import monotonic_now, wall_now
from companion.machine.release import release
from companion.notifier import Notifier
from companion.records import GONE, GameVersion, Members, NewEntry, Reached, Stop, Tap, Timer
from companion.rules.checks import BrokenLawError
from companion.rules.kinds import TakenBack
from companion.rules.ledger import Goods, OverdrawnError
from companion.rules.refusals import LogFull, Refusal, TableStopped, allow
from companion.rules.ruleset import Said, Talking
from companion.rules.seats import Stage
from companion.tables import AnyTable, Line, Table, caught_up, decided, heard, talk_kept

__all__ = [
    "ActionReused",
    "Clock",
    "Follows",
    "Line",
    "Service",
    "StorageRefused",
    "StorageTrouble",
    "Table",
    "Unconfirmed",
    "UnknownGame",
]

MEGABYTE = 1_000_000
MEMORY = 128 * MEGABYTE
LEAST_DISK_BYTES = 50 * 1024 * 1024
LOW_DISK_FACTOR = 4
LARGEST_TABLE, LARGEST_EVENING = 4 * MEGABYTE, MEGABYTE // 4
"""How many bytes a table's log may take, and how many on a nearly full disk: enough for a long evening."""
NOBODY: frozenset[int] = frozenset()


May = Callable[[Any, Any, Members], Refusal | None]
"""Judges whether an action may be booked, or something said, by the table and the talk that it would change
and by who is there then. The caller knows which game that is.
"""
Speakers = Callable[[Members], AbstractSet[int]]
"""The seats that have a phone of their own."""


class Broken(Exception):  # noqa: N818 - the write that it ends is undone, and the table stops
    """A law would not hold after an action."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(stop.what)


@dataclass(frozen=True, slots=True)
class Clock:
    """The inspection clock: milliseconds left, whether it is running, and how long ago it ran out, if so."""

    remaining: int
    running: bool
    over_for: int = 0


class Service:
    """Opens games, plays actions, takes entries back, and returns the present state. It knows no game by
    name: the caller knows which one is played at a table. It keeps the games that were asked for last, as
    many as fit into `memory` bytes.
    """

    def __init__(  # noqa: PLR0913 - what it works with, and two clocks
        self,
        games: Games,
        journal: Journal,
        notifier: Notifier,
        now: Callable[[], int] = wall_now,
        monotonic: Callable[[], int] = monotonic_now,
        *,
        least_disk: int = LEAST_DISK_BYTES,
        memory: int = MEMORY,
    ) -> None:
        self._games = games
        self.journal = journal
        self._notifier = notifier
        self._now = now
        self._monotonic = monotonic
        self._least_disk = least_disk
        self._memory = memory
        self._tables: OrderedDict[str, AnyTable] = OrderedDict()
        self._lock = threading.Lock()

    # Games

    def open(
        self,
        command: object,
        action_id: str,
        token_hash: str,
        follows: Follows | None = None,
    ) -> Table[Any, Any]:
        """Open a new game, held by this phone. The same action of the same phone returns the game it opened,
        and every request for a rematch the one opened first. Raises StorageRefused when the disk is nearly
        full: the rest is kept for games that are under way.
        """
        if self._has_less_than(self._least_disk):
            raise StorageRefused("full")
        rules = self._games.of_command(command)
        codec, opened = codec_of(rules), rules.opening(command)
        fingerprint, game, now = codec.fingerprint(command), follow(rules, [(1, opened)]), self._now()
        entry = self.journal.open_game(
            Tap(token_hash, action_id, now),
            NewEntry(action_id, fingerprint, codec.encode_event(opened), now),
            closed_at=now if game.stage is Stage.CLOSED else None,
            summary=encode_summary(rules, game),
            follows=follows,
        )
        if follows:
            self._notifier.ring(follows.game, self.journal.log(follows.game).reached())
        else:
            check_same(entry.fingerprint, fingerprint)
        return self.current(entry.game)

    def current(self, game: str) -> Table[Any, Any]:
        """The game as it is stored now. Raises UnknownGame."""
        table = self._read(self.journal.log(game), self._kept(game))
        self._keep(table)
        return table

    def at(self, version: GameVersion) -> Table[Any, Any]:
        """The game at this version or later; only new entries are read. Raises UnknownGame."""
        kept = self._kept(version.room.game)
        if kept is None or not kept.is_at(version):
            if kept is not None and kept.seq == version.seq:  # its log was replaced by another one
                self._forget(kept.id)
            return self.current(version.room.game)
        self._keep(kept)
        return kept

    def play(  # noqa: PLR0913, PLR0917 - what is asked, by whom, and who is there
        self,
        game: str,
        action: object,
        action_id: str,
        may: May | None = None,
        by: tuple[int, ...] | None = None,
        speakers: Speakers = lambda _members: NOBODY,
    ) -> Table[Any, Any]:
        """Decide an action and store it; once, however often it is sent. `may` judges who asks, on the table
        that is changed; a repeated action was judged the first time. `by` are the seats of the phone that
        asks, to be recorded with it; `speakers` decide what it does to the talk. Raises a Refusal,
        UnknownGame, ActionReused, StorageRefused (nothing was stored) or Unconfirmed (nobody knows).
        """
        try:
            table, reached = self._write(game, action, action_id, may, by, speakers)
        except Broken as broken:
            with suppress(StorageTrouble):  # if this is not stored, actions are checked anew
                with self.journal.writing(game) as book:
                    book.stop(broken.stop)
                    reached = book.reached()
                self._notifier.ring(game, reached)
            raise TableStopped from broken
        except Unconfirmed as doubt:
            self._forget(game)
            table = self._confirmed(game, action, action_id, doubt)
            reached = self.journal.log(game).reached()
        self._keep(table)
        self._notifier.ring(game, reached)
        return table

    @started_over
    def _write(  # noqa: PLR0913, PLR0917 - as `play`
        self,
        game: str,
        action: object,
        action_id: str,
        may: May | None,
        by: tuple[int, ...] | None,
        speakers: Speakers,
    ) -> tuple[AnyTable, Reached]:
        """The table after the action, and how far it has come with its room."""
        with self.journal.writing(game) as book:
            table = self._in_book(book)
            codec = codec_of(table.rules)
            fingerprint = codec.fingerprint(action)
            known = table.line_of(action_id)
            if known is not None:
                check_same(known.fingerprint, fingerprint)
                return table, book.reached()
            if book.begun.stopped:
                raise TableStopped
            if table.size >= LARGEST_TABLE:
                raise LogFull
            if table.size >= LARGEST_EVENING and self.disk_is_low():
                raise StorageRefused("full")
            _allow_within(book, table, may)
            event = decided(table, action, by)
            now = self._now()
            entry = book.append(NewEntry(action_id, fingerprint, codec.encode_event(event, by), now))
            try:
                after = table.with_lines(
                    [Line(entry.seq, now, event, by, action_id, fingerprint)], entry.chain, [entry.body]
                )
                check_step(table.rules, table.game, event, after.game)
            except (BrokenLawError, OverdrawnError) as broken:
                asked = codec.encode_command(action)
                what = str(broken) or "somebody has less than nothing"
                raise Broken(Stop(game, entry.seq, now, release(), what, asked, entry.body)) from broken
            book.keep_summary(encode_summary(after.rules, after.game))
            _talk_booked(book, table, event, speakers)
            if after.game.stage is not table.game.stage:
                book.close(now if after.game.stage is Stage.CLOSED else None)
            if table.rules.times(table.game) != after.rules.times(after.game) and book.timer():
                book.set_timer(None)  # with the entry, so that nobody sees the old one after it
            elif table.rules.is_timed(table.game) and not after.rules.is_timed(after.game):
                book.rest_timer(self._monotonic())
            return after, book.reached()

    def _in_book(self, book: Book) -> AnyTable:
        kept = self._kept(book.game)
        if kept is not None and kept.is_at(book.begun):
            return kept
        return self._read(book, kept if kept is not None and kept.seq < book.begun.seq else None)

    def _read(self, log: Log, kept: AnyTable | None) -> AnyTable:
        """Read a table from its log: what is new since `kept`, or all of it if that does not fit, because
        another log may have replaced it.
        """
        if kept is not None:
            with suppress(UnreadableError):
                return caught_up(self._games, log.game, kept, log.entries(kept.seq))
            self._forget(log.game)
        return caught_up(self._games, log.game, None, log.entries())

    def _confirmed(self, game: str, action: object, action_id: str, doubt: Unconfirmed) -> AnyTable:
        """The table after an error at COMMIT, if the database has the action. One that is missing may still
        come back when the file is recovered, so then the doubt is raised again.
        """
        try:
            entry = self.journal.log(game).find(action_id)
            if entry is None:
                raise doubt
            table = self.current(game)
        except StorageTrouble:
            raise doubt from None
        check_same(entry.fingerprint, codec_of(table.rules).fingerprint(action))
        return table

    @started_over
    def say(  # noqa: PLR0913, PLR0917 - what everything said needs
        self, game: str, ask: object, action_id: str, speakers: Speakers, may: May, sent: str = ""
    ) -> None:
        """Say something at the table, once, however often it is sent; `may` judges on the state that is
        changed. Raises a Refusal or ActionReused. It is not an entry. Nobody is notified where nobody else
        must know. Where the same form asks for something else once the table has changed, `sent` is a hash
        of the form, by which it is known again.
        """
        with self.journal.writing(game) as book:
            table = self._in_book(book)
            if book.begun.stopped:
                raise TableStopped
            codec, talking = codec_of(table.rules), _talking(table)
            signed = sign(action_id, sent or codec.fingerprint(ask))
            was = heard(table, book.begun.room) or talking.talk_of(table.game, None, NOBODY)
            is_over = talking.talk_of(table.game, was, NOBODY) is not was
            if not was_heard(was, signed, is_over=is_over):
                members = book.members()
                speaking = speakers(members)
                allow(may(table, talking.talk_of(table.game, was, speaking), members))
                after = talking.say(table.game, was, ask, signed, speaking, table.seq)
                quiet = talking.is_quiet(table.game, was, after, speaking)
                store = book.keep if quiet else book.change
                store(talk=codec.encode_talk(after))
            reached = book.reached()
        self._notifier.ring(game, reached)

    @started_over
    def pass_over(self, game: str, speakers: Speakers, phones: Speakers) -> None:
        """Store what is said because somebody is asleep, and notify everybody as of anything said."""
        with self.journal.writing(game) as book:
            table = self._in_book(book)
            if not book.begun.stopped:
                members, talking, was = book.members(), _talking(table), heard(table, book.begun.room)
                after = talking.passed_over(table.game, was, speakers(members), phones(members), table.seq)
                if after is not was:
                    book.change(talk=codec_of(table.rules).encode_talk(after))
            reached = book.reached()
        self._notifier.ring(game, reached)

    # Let go

    def delete(self, games: Sequence[str], may: Callable[[Members], None]) -> None:
        """Delete these games for good, all or none; `may` judges within the write who asks, and raises what
        it likes. All phones there are told. Raises UnknownGame.
        """
        self.journal.delete(games, may)
        self._let_go(games)

    def expire(self, before: int, *, large: bool = False) -> None:
        """Delete the games in which nothing was recorded since `before`, and clear the database of all that
        was deleted, also a `large` one if asked to.
        """
        self._let_go(self.journal.prune(before, played_only=True), large=large)

    def _let_go(self, games: Sequence[str], *, large: bool = False) -> None:
        for game in games:
            self._forget(game)
            self._notifier.ring(game, GONE)
        with suppress(StorageTrouble):  # they are deleted, and it is cleared the next time
            self.journal.clear(large=large)

    # Beside the log

    def notes(self, game: str, seat: int) -> dict[int, Goods]:
        """A player's private notes, by round: for that seat's own phone and nobody else."""
        return {number: decode_goods(body) for number, body in self.journal.log(game).notes(seat).items()}

    @started_over
    def note(self, game: str, seat: int, number: int, noted: Goods, may: May | None = None) -> None:
        """Store a player's note on a round, or drop it if it is empty; `may` authorizes it. Nobody is
        notified: nobody else must know. Raises a Refusal.
        """
        with self.journal.writing(game) as book:
            table = self._in_book(book)
            _allow_within(book, table, may)
            if table.rules.check_note is None:
                raise ValueError(table.rules.word)
            table.rules.check_note(table.game, number, noted)
            book.keep_note(seat, number, encode_goods(noted) if noted else None)

    def disk_is_low(self) -> bool:
        """Whether the disk under the database is nearly full."""
        return self._has_less_than(LOW_DISK_FACTOR * self._least_disk)

    def _has_less_than(self, least: int) -> bool:
        free = self.journal.store.free_bytes()
        return free is not None and free < least

    def now(self) -> int:
        """The service's current time, in milliseconds since 1970."""
        return self._now()

    def clock(self, game: str) -> Clock | None:
        """The inspection clock as it is now; None if it was never started."""
        timer = self.journal.log(game).timer()
        if timer is None:
            return None
        left = timer.left(self._monotonic())
        return Clock(max(0, left), running=timer.started_at is not None, over_for=max(0, -left))

    @started_over
    def set_clock(self, game: str, remaining: int, *, running: bool, may: May | None = None) -> None:
        """Start or stop the inspection clock with this many milliseconds left. Raises a Refusal."""
        with self.journal.writing(game) as book:
            if may is not None:
                _allow_within(book, self._in_book(book), may)
            book.set_timer(Timer(remaining, self._monotonic() if running else None))
            reached = book.reached()
        self._notifier.ring(game, reached)

    # What is kept in memory

    @property
    def kept_bytes(self) -> int:
        """About how many bytes the tables in memory take."""
        return sum(table.weight for table in self._tables.values())

    def _kept(self, game: str) -> AnyTable | None:
        with self._lock:
            return self._tables.get(game)

    def _keep(self, table: AnyTable) -> None:
        with self._lock:
            known = self._tables.get(table.id)
            if known is None or known.seq <= table.seq:
                self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            # The one at hand stays, however much it takes: it would be read again with every tap.
            while len(self._tables) > 1 and self.kept_bytes > self._memory:
                self._tables.popitem(last=False)

    def _forget(self, game: str) -> None:
        with self._lock:
            self._tables.pop(game, None)


def _talking(table: AnyTable) -> Talking[Any, Said]:
    """How talk works in this table's game. Raises ValueError if it has none."""
    if table.rules.talking is None:
        raise ValueError(table.rules.word)
    return table.rules.talking


def _allow_within(book: Book, table: AnyTable, may: May | None) -> None:
    """Judge the request by what this write sees. Raises a Refusal."""
    if may is not None:
        allow(may(table, talk_kept(table, book.begun.room, NOBODY), book.members()))


def _talk_booked(book: Book, table: AnyTable, event: object, speakers: Speakers) -> None:
    """Store what was said, as it is after this event."""
    talking = table.rules.talking
    was = heard(table, book.begun.room) if talking else None
    if talking is None or was is None:
        return
    undone = table.lines[event.seq - 1].event if isinstance(event, TakenBack) else None
    after = talking.booked(table.game, was, event, undone, speakers(book.members()))
    if after is not was:
        book.change(talk=codec_of(table.rules).encode_talk(after))
