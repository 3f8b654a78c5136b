"""The doorkeeper: which phone has which place at a table, who may come in, who carries the bank."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from companion.bell import Bell
from companion.journal import (
    BANK,
    CODE_LETTERS,
    HANDOVER_LIFE,
    Book,
    Handover,
    Holder,
    Journal,
    Notice,
    Room,
    RoomBook,
    StorageTrouble,
)
from companion.steady import steady_now, wall_now

MINUTE = 60 * 1000  # milliseconds, as all times here
DAY = 24 * 60 * MINUTE
DOOR_LIFE = 15 * MINUTE
SEAT_LIFE_UNUSED = 30 * DAY
SEAT_LIFE_CLOSED = 7 * DAY
RETURN_LIFE = DAY
RETURN_LETTERS = 8
BANK_GONE = 5 * MINUTE
REMEMBERED = 20_000  # phones; one that is forgotten counts as here since the start
WATCHER, TABLE_VIEW = "watcher", "table"
_SEAT = "seat-"
Answer = TypeVar("Answer")
_TELLING = 8  # letters of a phone's hash that tell one watching phone of a table from another


class PlaceLost(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """This phone has just lost the place that it speaks for."""


class PlaceTaken(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """Another phone holds this place."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table from one phone: the bank, a few seats, or somebody who only watches."""

    bank: bool = False
    seats: frozenset[int] = frozenset()
    watching: bool = False
    table_view: bool = False

    @property
    def is_known(self) -> bool:
        """Whether this phone has any place here."""
        return self.bank or bool(self.seats) or self.watching or self.table_view


@dataclass(frozen=True, slots=True)
class Door:
    """The words that let phones in, and until when (milliseconds since 1970)."""

    secret: str
    code: str
    open_until: int


def seat_role(seat: int) -> str:
    """How a seat is called where roles are kept."""
    return f"{_SEAT}{seat}"


class Doorkeeper:
    """Lets phones in, gives them their places, and tells what it did in the log."""

    def __init__(
        self,
        journal: Journal,
        bell: Bell,
        now: Callable[[], int] = wall_now,
        steady: Callable[[], int] = steady_now,
    ) -> None:
        self._journal = journal
        self._bell = bell
        self._now = now
        self._steady = steady
        self._started = steady()
        self._here: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = threading.Lock()

    # Who is who

    def holders(self, game: str) -> tuple[Holder, ...]:
        """Everybody's roles at a table, with those that have ended, for the questions below."""
        return self._journal.holders(game)

    def viewer(self, game: str, token_hash: str, holders: Sequence[Holder] | None = None) -> Viewer:
        """The places of this phone at a table. A seat ends a month after its last use, a week after all.
        `holders` are the table's, where they were just read.
        """
        every = self._journal.roles(game, token_hash) if holders is None else holders
        held = [holder for holder in every if holder.token_hash == token_hash]
        roles = {holder.role for holder in self._living(held)}
        if roles:
            self.seen(game, token_hash)
            if held[0].seen_at < self._now() - DAY:
                self._visit(game, token_hash, [holder.role for holder in held if holder.role not in roles])
        return Viewer(
            bank=BANK in roles,
            seats=frozenset(seat for role in roles if (seat := _seat(role)) is not None),
            watching=any(role.startswith(WATCHER) for role in roles),
            table_view=any(role.startswith(TABLE_VIEW) for role in roles),
        )

    def has_place(self, game: str, token_hash: str) -> bool:
        """Whether this phone still has any place at a table. To wait is no sign of life: nobody reads along
        on a phone whose battery is dead, and its stream stays open for a while.
        """
        return bool(self._living(self._journal.roles(game, token_hash)))

    def games_of(self, token_hash: str) -> tuple[str, ...]:
        """The games at which this phone has a place, the newest first."""
        records = self._journal.games_held_by(token_hash)
        return tuple(record.id for record in records if self.viewer(record.id, token_hash).is_known)

    def _visit(self, game: str, token_hash: str, dead: Iterable[str]) -> None:
        """A phone is here again, without the roles that ended meanwhile. A look needs no disk."""
        with suppress(StorageTrouble), self._journal.writing(game) as book:
            for role in dead:
                book.room.let_go(role)
            book.room.visit(token_hash, self._now())

    def _living(self, holders: Iterable[Holder]) -> tuple[Holder, ...]:
        """Those whose role still holds; the bank's phone keeps the evenings it led."""
        now = self._now()
        return tuple(holder for holder in holders if holder.role == BANK or _lives(holder, now))

    def _holders(self, game: str) -> tuple[Holder, ...]:
        return self._living(self._journal.holders(game))

    def seats_held(self, game: str, holders: Iterable[Holder] | None = None) -> frozenset[int]:
        """The seats that some phone holds; `holders` are the table's, where they were just read."""
        living = self._holders(game) if holders is None else self._living(holders)
        return frozenset(seat for holder in living if (seat := _seat(holder.role)) is not None)

    def bank_seats(self, game: str) -> frozenset[int]:
        """The seats of the phone that is the bank."""
        holders = self._holders(game)
        banks = {holder.token_hash for holder in holders if holder.role == BANK}
        held = (_seat(holder.role) for holder in holders if holder.token_hash in banks)
        return frozenset(seat for seat in held if seat is not None)

    def watchers(self, game: str) -> int:
        """How many phones only look on."""
        return sum(holder.role.startswith((WATCHER, TABLE_VIEW)) for holder in self._holders(game))

    # The door

    def room(self, game: str) -> Room:
        """What everybody may know of a table beside its log."""
        return self._journal.room(game)

    def door(self, game: str) -> Door | None:
        """The open door; None while it is shut."""
        return self.door_of(self._journal.room(game))

    def door_of(self, room: Room) -> Door | None:
        """The open door of a room that was just read."""
        if room.secret is None or room.code is None or room.open_until <= self._now():
            return None
        return Door(room.secret, room.code, room.open_until)

    def open_door(self, game: str, *, anew: bool = False) -> None:
        """Let phones in for a quarter of an hour; `anew` with other words."""
        self._in_room(game, lambda room: room.open_door(self._now() + DOOR_LIFE, anew=anew))

    def shut_door(self, game: str) -> None:
        """Nobody comes in by the code any more."""
        self._in_room(game, lambda room: room.change(open_until=0))

    def behind(self, words: str) -> str | None:
        """The table whose open door these words lead to; None for unknown, shut and malformed ones alike."""
        return self._journal.behind(words, self._now())

    def take_seat(self, game: str, seat: int, token_hash: str) -> None:
        """This phone holds the seat from now on. Raises PlaceTaken while another phone does. What was noted
        at the seat before is gone: who opens a seat and takes it must not read what another noted there.
        """

        def take(room: RoomBook) -> None:
            was = next((holder for holder in room.holders() if holder.role == seat_role(seat)), None)
            held = was is not None and bool(self._living([was]))
            if was is not None and held and was.token_hash != token_hash:
                raise PlaceTaken
            if was is None or was.token_hash != token_hash:
                room.forget_notes(seat)
            if not held:
                _look_away(room, token_hash)  # who plays no longer only looks on
                room.hold(seat_role(seat), token_hash, self._now())
                room.tell("seat_taken", self._now(), seat)

        self._in_room(game, take)

    def watch(self, game: str, token_hash: str, *, as_table: bool = False) -> None:
        """This phone looks on."""
        role = f"{TABLE_VIEW if as_table else WATCHER}-{token_hash[:_TELLING]}"
        self._in_room(game, lambda room: room.hold(role, token_hash, self._now()))

    def stop_watching(self, game: str, token_hash: str) -> None:
        """This phone looks on no more."""
        self._in_room(game, lambda room: _look_away(room, token_hash))

    def send_watchers_away(self, game: str) -> None:
        """No phone looks on any more; with the door open one may come again."""
        self._in_room(game, _look_away)

    def leave(self, game: str, seat: int) -> None:
        """The phone of this seat gives it up."""
        self._in_room(game, lambda room: self._let_go(room, seat, "seat_left"))

    def release(self, game: str, seat: int) -> None:
        """Open a seat again: the phone that had it is out at once."""
        self._in_room(game, lambda room: self._let_go(room, seat, "seat_released"))

    def _let_go(self, room: RoomBook, seat: int, kind: str) -> None:
        if any(holder.role == seat_role(seat) for holder in room.holders()):
            room.let_go(seat_role(seat))
            room.tell(kind, self._now(), seat)

    # Coming back

    def hand_over(self, game: str, seat: int | None = None, *, by: str | None = None) -> Handover:
        """Words that carry the bank or a seat to another phone, once: the bank soon, a seat within a day.
        `by` is the phone that asks; PlaceLost if it no longer has what it gives away.
        """
        role, life, length = (
            (BANK, HANDOVER_LIFE, CODE_LETTERS)
            if seat is None
            else (seat_role(seat), RETURN_LIFE, RETURN_LETTERS)
        )
        with self._journal.writing(game) as book:
            _check_holds(book, role, by)
            now = self._now()
            return book.room.hand_over(role, expires_at=now + life, length=length, now=now)

    def take_over(self, words: str, token_hash: str) -> str | None:
        """Give this phone what these words carry, door open or shut; the game, None if they are of none."""

        def tell(room: RoomBook, role: str) -> None:
            seat = _seat(role)
            room.tell("bank_moved" if seat is None else "seat_moved", self._now(), seat)

        found = self._journal.redeem(words, token_hash=token_hash, now=self._now(), tell=tell)
        if found is None:
            return None
        game, _role = found
        self._bell.ring(game, self._journal.stamp(game))
        return game

    # The bank

    def hand_bank(self, game: str, seat: int) -> bool:
        """The phone of this seat is the bank from now on; False when the seat has none."""
        return self._in_room(game, lambda room: self._bank_to(room, seat, "bank_handed"))

    def may_record(self, game: str, recording: str) -> None:
        """Who may record from now on."""
        self._in_room(game, lambda room: room.change(recording=recording))

    def seen(self, game: str, token_hash: str) -> None:
        """This phone asked for something just now."""
        with self._lock:
            self._here[game, token_hash] = self._steady()
            self._here.move_to_end((game, token_hash))
            while len(self._here) > REMEMBERED:
                self._here.popitem(last=False)

    def bank_is_gone(self, game: str) -> bool:
        """Whether the bank's phone was not heard of for five minutes."""
        return self._bank_heard(game, self._journal.holders(game)) < self._steady() - BANK_GONE

    def _bank_heard(self, game: str, holders: Iterable[Holder]) -> int:
        """When the bank's phone was last heard of, in steady time."""
        banks = [holder.token_hash for holder in holders if holder.role == BANK]
        with self._lock:
            return max((self._here.get((game, bank), self._started) for bank in banks), default=0)

    def votes(self, game: str) -> dict[int, int]:
        """Which seat wants which seat to carry the bank, since the bank was last heard of."""
        since = self._bank_heard(game, self._journal.holders(game))
        return {voter: vote[0] for voter, vote in _votes(self._journal.room(game), since).items()}

    def vote(self, game: str, voter: int, candidate: int, here: Collection[int]) -> bool:
        """While the bank is gone the phones of seats whose players are `here` choose by majority; whether
        they have.
        """

        def vote(room: RoomBook) -> bool:
            since = self._bank_heard(game, room.holders())
            if since >= self._steady() - BANK_GONE:
                return False
            votes = {**_votes(room.room(), since), voter: (candidate, self._steady())}
            electors = self._electors(room, here)
            agreed = sum(votes[seat][0] == candidate for seat in electors if seat in votes)
            if 2 * agreed > len(electors) and self._bank_to(room, candidate, "bank_taken"):
                return True
            room.change(votes=json.dumps(votes))
            return False

        return self._in_room(game, vote)

    def _electors(self, room: RoomBook, here: Collection[int]) -> frozenset[int]:
        """One seat for each phone: who holds two has one voice, who went home has none."""
        living = self._living(room.holders())
        holders = [(holder.token_hash, _seat(holder.role)) for holder in living]
        banks = {holder.token_hash for holder in living if holder.role == BANK}
        first = {token: seat for token, seat in reversed(holders) if seat in here and token not in banks}
        return frozenset(seat for seat in first.values() if seat is not None)

    def _bank_to(self, room: RoomBook, seat: int, kind: str) -> bool:
        living = self._living(room.holders())
        token = next((holder.token_hash for holder in living if holder.role == seat_role(seat)), None)
        if token is None:
            return False
        room.hold(BANK, token, self._now())
        room.change(votes="{}")
        room.tell(kind, self._now(), seat)
        return True

    # What was told and noted

    def notices(self, game: str) -> tuple[Notice, ...]:
        """Who came and went, in order."""
        return self._journal.notices(game)

    def notes(self, game: str, seat: int) -> dict[int, str]:
        """What a merchant noted, by round: for that merchant's own phone and nobody else."""
        return self._journal.notes(game, seat)

    def note(self, game: str, seat: int, number: int, body: str | None, *, by: str | None = None) -> None:
        """Keep or drop a merchant's note of a round. The bell stays silent: nobody else is to know. `by` is
        the phone that notes; PlaceLost if it no longer has the seat.
        """
        with self._journal.writing(game) as book:
            _check_holds(book, seat_role(seat), by)
            book.room.keep_note(seat, number, body)

    def _in_room(self, game: str, change: Callable[[RoomBook], Answer]) -> Answer:
        with self._journal.writing(game) as book:
            answer = change(book.room)
            stamp = book.stamp()
        self._bell.ring(game, stamp)
        return answer


def _look_away(room: RoomBook, token_hash: str | None = None) -> None:
    """Whoever only looks on lets go: by this phone, or by any."""
    for holder in room.holders():
        if holder.role.startswith((WATCHER, TABLE_VIEW)) and token_hash in {None, holder.token_hash}:
            room.let_go(holder.role)


def _check_holds(book: Book, role: str, phone: str | None) -> None:
    if phone is not None and not book.is_held_by(phone, role):
        raise PlaceLost


def _seat(role: str) -> int | None:
    return int(role.removeprefix(_SEAT)) if role.startswith(_SEAT) else None


def _lives(holder: Holder, now: int) -> bool:
    """Whether a seat or a watcher's place still holds."""
    ended = holder.closed_at is not None and holder.closed_at < now - SEAT_LIFE_CLOSED
    return not ended and holder.seen_at > now - SEAT_LIFE_UNUSED


def _votes(room: Room, since: int) -> dict[int, tuple[int, int]]:
    """Whom each seat chose and when (in steady time); what was chosen earlier is void."""
    votes = {int(voter): (int(vote[0]), int(vote[1])) for voter, vote in json.loads(room.votes).items()}
    return {voter: vote for voter, vote in votes.items() if vote[1] >= since}
