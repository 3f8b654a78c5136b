"""The doorkeeper: which phone has which place at a table, who may come in, who carries the bank."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from companion.attendance import Attendance
from companion.bell import Bell
from companion.journal import (
    BANK,
    CODE_LETTERS,
    HANDOVER_LIFE,
    Follows,
    Handover,
    Holder,
    Journal,
    Notice,
    Room,
    RoomBook,
    StorageTrouble,
    spoken,
)
from companion.places import (
    DAY,
    MINUTE,
    TABLE_VIEW,
    Door,
    DoorShut,
    PlaceLost,
    PlaceTaken,
    Viewer,
    electors,
    lives,
    only_looks_on,
    seat_of,
    seat_role,
    seats_of,
    viewer_of,
    votes_of,
    watching_role,
)
from companion.steady import steady_now, wall_now

DOOR_LIFE = 15 * MINUTE
RETURN_LIFE = DAY
RETURN_LETTERS = 8
BANK_GONE = 5 * MINUTE
Answer = TypeVar("Answer")


def can_be_guessed(words: str) -> bool:
    """Whether these may be meant as a code to say and type: its few letters can be guessed, those of a link
    cannot.
    """
    return len(spoken(words)) <= RETURN_LETTERS


class Doorkeeper:
    """Lets phones in, gives them their places, and tells what it did in the log.

    Who asks for a change is judged within the write: `by` is the phone that asks, PlaceLost if it no longer
    has the place that this takes (the bank, where nothing else is said). Without `by` nobody is judged.
    """

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
        self._attendance = Attendance(steady())

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
        living = self._living(held)
        if living:
            self.seen(game, token_hash)
            if abs(held[0].seen_at - self._now()) > DAY:
                self._visit(game, token_hash, [holder.role for holder in held if holder not in living])
        return viewer_of(living, token_hash)

    def among(self, holders: Iterable[Holder], token_hash: str | None) -> Viewer:
        """The places of this phone among the holders of a table, which somebody just read."""
        return viewer_of(self._living(holders), token_hash)

    def knows(self, token_hash: str) -> bool:
        """Whether this phone has a role at any table, or ever opened one."""
        return self._journal.knows(token_hash)

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

    def moment(self) -> int:
        """The moment by which doors and codes end. A date that is set back must not keep them open, so the
        later of both clocks counts.
        """
        return max(self._now(), self._steady())

    def _living(self, holders: Iterable[Holder]) -> tuple[Holder, ...]:
        """Those whose role still holds. A date that jumps ahead must put nobody out in mid-evening, so the
        earlier of both clocks counts; a phone's next look is written with the new date.
        """
        now = min(self._now(), self._steady())
        return tuple(holder for holder in holders if lives(holder, now))

    def _holders(self, game: str) -> tuple[Holder, ...]:
        return self._living(self._journal.holders(game))

    def seats_held(self, game: str, holders: Iterable[Holder] | None = None) -> frozenset[int]:
        """The seats that some phone holds; `holders` are the table's, where they were just read."""
        return seats_of(self._holders(game) if holders is None else self._living(holders))

    def bank_seats(self, game: str) -> frozenset[int]:
        """The seats of the phone that is the bank."""
        holders = self._holders(game)
        banks = {holder.token_hash for holder in holders if holder.role == BANK}
        return seats_of(holder for holder in holders if holder.token_hash in banks)

    def watchers(self, game: str) -> int:
        """How many phones only look on."""
        return sum(only_looks_on(holder) for holder in self._holders(game))

    # The door

    def room(self, game: str) -> Room:
        """What everybody may know of a table beside its log."""
        return self._journal.room(game)

    def door(self, game: str) -> Door | None:
        """The open door; None while it is shut."""
        return self.door_of(self._journal.room(game))

    def door_of(self, room: Room) -> Door | None:
        """The open door of a room that was just read."""
        if room.secret is None or room.code is None or room.open_until <= self.moment():
            return None
        return Door(room.secret, room.code, room.open_until)

    def open_door(self, game: str, *, anew: bool = False, by: str | None = None) -> None:
        """Let phones in for a quarter of an hour; `anew` with other words."""
        self._in_room(game, lambda room: room.open_door(self.moment() + DOOR_LIFE, anew=anew), by=by)

    def shut_door(self, game: str, *, by: str | None = None) -> None:
        """Nobody comes in by the code any more."""
        self._in_room(game, lambda room: room.change(open_until=0), by=by)

    def behind(self, words: str) -> str | None:
        """The table whose open door these words lead to; None for unknown, shut and malformed ones alike."""
        return self._journal.behind(words, self.moment())

    def take_seat(
        self, game: str, seat: int, token_hash: str, *, through: str | None = None, by: str | None = None
    ) -> None:
        """This phone holds the seat from now on. Raises PlaceTaken while another phone does, and DoorShut
        where the words that it comes `through` have just lost their meaning. What was noted at the seat
        before is gone: who opens a seat and takes it must not read what another noted there.
        """

        def take(room: RoomBook) -> None:
            self._check_open(room, through)
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

        self._in_room(game, take, by=by)

    def watch(
        self, game: str, token_hash: str, *, as_table: bool = False, through: str | None = None
    ) -> None:
        """This phone looks on. Raises DoorShut as above."""

        def look(room: RoomBook) -> None:
            self._check_open(room, through)
            room.hold(watching_role(token_hash, as_table=as_table), token_hash, self._now())

        self._in_room(game, look)

    def _check_open(self, room: RoomBook, words: str | None) -> None:
        door = self.door_of(room.room())
        if words is not None and (door is None or not door.opens_to(words, spoken(words))):
            raise DoorShut

    def stop_watching(self, game: str, token_hash: str) -> None:
        """This phone looks on no more."""
        self._in_room(game, lambda room: _look_away(room, token_hash))

    def send_watchers_away(self, game: str, *, by: str | None = None) -> None:
        """No phone looks on any more; with the door open one may come again."""
        self._in_room(game, _look_away, by=by)

    def leave(self, game: str, seat: int, *, by: str | None = None) -> None:
        """The phone of this seat gives it up."""
        self._in_room(game, lambda room: self._let_go(room, seat, "seat_left"), seat_role(seat), by=by)

    def release(self, game: str, seat: int, *, by: str | None = None) -> None:
        """Open a seat again: the phone that had it is out at once."""
        self._in_room(game, lambda room: self._let_go(room, seat, "seat_released"), by=by)

    def _let_go(self, room: RoomBook, seat: int, kind: str) -> None:
        if any(holder.role == seat_role(seat) for holder in room.holders()):
            room.let_go(seat_role(seat))
            room.tell(kind, self._now(), seat)

    def rematch(self, game: str, seats: Mapping[int, int], by: str) -> Follows:
        """How the phones of a table come along to its rematch: that of a seat to the one which `seats` says,
        everybody else to look on. PlaceLost within the write for a phone that plays here no more.
        """

        def arrive(old: RoomBook, new: RoomBook) -> None:
            there = self._living(old.holders())
            if not viewer_of(there, by).plays:
                raise PlaceLost
            _bring_along(there, seats, new, self._now())
            old.change()

        return Follows(game, arrive)

    # Coming back

    def hand_over(self, game: str, seat: int | None = None, *, by: str | None = None) -> Handover:
        """Words that carry the bank or a seat to another phone, once: the bank soon, a seat within a day.
        `by` must still have what it gives away.
        """
        role, life, length = (
            (BANK, HANDOVER_LIFE, CODE_LETTERS)
            if seat is None
            else (seat_role(seat), RETURN_LIFE, RETURN_LETTERS)
        )
        with self._journal.writing(game) as book:
            self._check_holds(book.room, role, by)
            now = self.moment()
            return book.room.hand_over(role, expires_at=now + life, length=length, now=now)

    def take_over(self, words: str, token_hash: str) -> str | None:
        """Give this phone what these words carry, door open or shut; the game, None if they are of none."""

        def tell(room: RoomBook, role: str) -> None:
            seat = seat_of(role)
            room.tell("bank_moved" if seat is None else "seat_moved", self._now(), seat)

        found = self._journal.redeem(words, token_hash=token_hash, now=self.moment(), tell=tell)
        if found is None:
            return None
        game, _role = found
        self._bell.ring(game, self._journal.stamp(game))
        return game

    # The bank

    def hand_bank(self, game: str, seat: int, *, by: str | None = None) -> bool:
        """The phone of this seat is the bank from now on; False when the seat has none. A bank that has no
        other place looks on from then on.
        """

        def hand(room: RoomBook) -> bool:
            handed = self._bank_to(room, seat, "bank_handed")
            if by is not None and not self.among(room.holders(), by).is_known:
                room.hold(watching_role(by, as_table=False), by, self._now())
            return handed

        return self._in_room(game, hand, by=by)

    def may_record(self, game: str, recording: str, *, by: str | None = None) -> None:
        """Who may record from now on."""
        self._in_room(game, lambda room: room.change(recording=recording), by=by)

    def seen(self, game: str, token_hash: str) -> None:
        """This phone asked for something just now."""
        self._attendance.seen(game, token_hash, self._steady())

    def bank_is_gone(self, game: str) -> bool:
        """Whether the bank's phone was not heard of for five minutes."""
        return self._attendance.bank_heard(game, self._journal.holders(game)) < self._steady() - BANK_GONE

    def votes(self, game: str) -> dict[int, int]:
        """Which seat wants which seat to carry the bank, since the bank was last heard of."""
        since = self._attendance.bank_heard(game, self._journal.holders(game))
        return {voter: vote[0] for voter, vote in votes_of(self._journal.room(game), since).items()}

    def vote(
        self, game: str, voter: int, candidate: int, here: Collection[int], *, by: str | None = None
    ) -> bool:
        """While the bank is gone the phones of seats whose players are `here` choose by majority; whether
        they have. `by` must hold the seat that votes.
        """

        def vote(room: RoomBook) -> bool:
            since = self._attendance.bank_heard(game, room.holders())
            if since >= self._steady() - BANK_GONE:
                return False
            votes = {**votes_of(room.room(), since), voter: (candidate, self._steady())}
            choosing = electors(self._living(room.holders()), here)
            agreed = sum(votes[seat][0] == candidate for seat in choosing if seat in votes)
            if 2 * agreed > len(choosing) and self._bank_to(room, candidate, "bank_taken"):
                return True
            room.change(votes=json.dumps(votes))
            return False

        return self._in_room(game, vote, seat_role(voter), by=by)

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
        """Keep or drop a merchant's note of a round. The bell stays silent: nobody else is to know. `by` must
        hold the seat.
        """
        with self._journal.writing(game) as book:
            self._check_holds(book.room, seat_role(seat), by)
            book.room.keep_note(seat, number, body)

    def _in_room(
        self, game: str, change: Callable[[RoomBook], Answer], role: str = BANK, *, by: str | None = None
    ) -> Answer:
        with self._journal.writing(game) as book:
            self._check_holds(book.room, role, by)
            answer = change(book.room)
            stamp = book.stamp()
        self._bell.ring(game, stamp)
        return answer

    def _check_holds(self, room: RoomBook, role: str, phone: str | None) -> None:
        held = [holder for holder in self._living(room.holders()) if holder.role == role]
        if phone is not None and all(holder.token_hash != phone for holder in held):
            raise PlaceLost


def _bring_along(there: Iterable[Holder], seats: Mapping[int, int], new: RoomBook, now: int) -> None:
    """Who had a place has one again: the seat that follows the own one, or one to look on from."""
    for holder in there:
        seat = seats.get(-1 if (was := seat_of(holder.role)) is None else was)
        if seat is not None:
            new.hold(seat_role(seat), holder.token_hash, now)
            new.tell("seat_taken", now, seat)
    for holder in there:
        if not viewer_of(new.holders(), holder.token_hash).plays:
            as_table = holder.role.startswith(TABLE_VIEW)
            new.hold(watching_role(holder.token_hash, as_table=as_table), holder.token_hash, now)


def _look_away(room: RoomBook, token_hash: str | None = None) -> None:
    """Whoever only looks on lets go: by this phone, or by any."""
    for holder in room.holders():
        if only_looks_on(holder) and token_hash in {None, holder.token_hash}:
            room.let_go(holder.role)
