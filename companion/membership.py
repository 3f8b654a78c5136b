"""Membership: lets phones in, gives them their places, and reads who has which one."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple, replace

from companion.attendance import Attendance
from companion.codec import without_secret
from companion.freed import Freed, Memory
from companion.journal import (
    Book,
    Follows,
    Journal,
    StorageTrouble,
    UnknownGame,
    spoken,
    started_over,
)
from companion.machine.clocks import monotonic_now, wall_now
from companion.notifier import Notifier
from companion.places import (
    DAY,
    DOOR_LIFE,
    MINUTE,
    MOST_KNOCKS,
    MOST_WATCHERS,
    DoorShut,
    Knock,
    Moment,
    PlaceLost,
    Places,
    PlaceTaken,
    Viewer,
    WatchersFull,
    coming_along,
    door_of,
    knocks_of,
    lets_in,
    living,
    only_watches,
    role_for,
    seat_of,
    seat_role,
    viewer_of,
    watching_role,
)
from companion.records import BANK, Handover, HeldGame, Holder, Members

SECOND = 1_000  # milliseconds, as all times here
RETURN_LIFE = DAY
RETURN_LETTERS = 8
ROOMS_IN_MEMORY = 2_048
BACK = {"seat_released": "seat_back", "bank_handed": "bank_back", "bank_taken": "bank_back"}
"""The notice that something was undone, by the notice of what was done."""


def can_be_guessed(words: str) -> bool:
    """Whether these may be a short code, which can be guessed; a link's long words cannot."""
    return len(spoken(words)) <= RETURN_LETTERS


class Membership:
    """Reads who is at a table, changes it, and reports changes in the log. `Places` draws the conclusions
    from what was read.

    A change is authorized within its write: `by` is the phone that asks. Raises PlaceLost if it no longer has
    the place that the change needs (the bank, unless said otherwise). Without `by` there is no check.
    """

    def __init__(
        self,
        journal: Journal,
        notifier: Notifier,
        now: Callable[[], int] = wall_now,
        monotonic: Callable[[], int] = monotonic_now,
    ) -> None:
        self.journal = journal
        self._notifier = notifier
        self._now = now
        self._monotonic = monotonic
        self._attendance = Attendance(monotonic(), journal.store.neighbours)
        self._freed = Memory()
        self._known: OrderedDict[str, Members] = OrderedDict()
        self._lock = threading.Lock()

    # Who is there

    def look(self, game: str, phone: str = "", *, asks: bool = False) -> Places:
        """Read who has which place at a table, and its room, once for all questions of a request. The holders
        are read only if the room has changed since they were last read. It counts as activity of the `phone`;
        `asks` says whether its page asks again by itself. Raises UnknownGame.
        """
        members = self._members(game)
        self._attendance.ask(game, self._monotonic())
        if phone:
            self._greet(game, members.holders, phone, asks=asks)
        return self.places(members)

    def presence(self, game: str, *, anew: bool = False) -> tuple[str, float]:
        """The mark of the silent phones, as far as this process knows, and the seconds for which it cannot
        change unless one comes back; `anew` if one may just have come back at another process. Reads nothing
        from the journal.
        """
        self._attendance.ask(game, self._monotonic(), anew=anew)
        with self._lock:
            members = self._known.get(game)
        there = self.places(members) if members else None
        return (there.silence, there.holds / SECOND) if there else ("", MINUTE / SECOND)

    def places(self, members: Members) -> Places:
        """Who has which place now, from what was just read."""
        game, holders = members.version.room.game, members.holders
        return Places(members, self.moment(), self._attendance.of(game, holders))

    def viewer(self, game: str, phone: str, *, asks: bool = False) -> Viewer:
        """The places of this phone at a table, if nothing else is needed. It counts as activity."""
        return self._greet(game, self.journal.log(game).holders(), phone, asks=asks)

    def has_place(self, game: str, phone: str) -> bool:
        """Whether this phone still has any place at a table. An open stream is not activity: that of a phone
        whose battery died stays open for a while.
        """
        return viewer_of(living(self.journal.log(game).holders(), self.moment()), phone).is_known

    def games_of(self, phone: str, over: int | None = None, skipped: int = 0) -> tuple[HeldGame, ...]:
        """The games at which this phone has a place, the newest first; of those that are over only so many,
        after some that are `skipped`. It counts as activity.
        """
        held = self.journal.games_held_by(phone, over, skipped)
        return tuple(game for game in held if self._greet(game.id, game.holders, phone).is_known)

    def moment(self) -> Moment:
        """Now, by both clocks."""
        return Moment(self._now(), self._monotonic())

    def seen(self, game: str, phone: str, *, asks: bool = False) -> None:
        """Note that this phone has just sent a request; `asks` says whether its page asks by itself. If it
        was asleep, all that wait for the table look again.
        """
        if self._attendance.seen(game, phone, self._monotonic(), asks=asks):
            self._notifier.call(game)

    def _members(self, game: str) -> Members:
        version = self.journal.log(game).version()
        if version is None:
            with self._lock:
                self._known.pop(game, None)
            raise UnknownGame(game)
        with self._lock:
            members = self._known.get(game)
        if members is None or members.version.room.version != version.room.version:
            members = Members(version, self.journal.log(game).holders())
        elif members.version != version:  # an entry gives nobody a place
            members = Members(version, members.holders)
        with self._lock:
            self._known[game] = members
            self._known.move_to_end(game)
            while len(self._known) > ROOMS_IN_MEMORY:
                self._known.popitem(last=False)
        return members

    def _greet(self, game: str, holders: Iterable[Holder], phone: str, *, asks: bool = False) -> Viewer:
        """The places of a phone among the holders. It counts as activity, which is stored once a day and when
        the date jumped ahead, so that the phone's next look is judged by the new date; one that is set back
        may be put right again.
        """
        held = [holder for holder in holders if holder.token_hash == phone]
        moment = self.moment()
        kept = living(held, moment)
        if kept:
            self.seen(game, phone, asks=asks)
            if abs(held[0].seen_at - moment.latest) > DAY:
                dead = [holder.role for holder in held if holder not in kept]
                with suppress(StorageTrouble):  # a full disk must not stop a look
                    self._visit(game, phone, dead, moment.latest)
        return viewer_of(kept, phone)

    @started_over
    def _visit(self, game: str, phone: str, dead: Iterable[str], now: int) -> None:
        """Record that a phone is here again, and drop its roles that have expired."""
        with self._changing(game) as (book, _there):
            for role in dead:
                book.let_go(role)
            book.visit(phone, now)
        with self._lock:
            self._known.pop(game, None)  # a visit does not move the table

    # The door

    @started_over
    def open_door(self, game: str, *, renew: bool = False, by: str | None = None) -> None:
        """Let phones in for a quarter of an hour; `renew` makes new words."""
        with self._changing(game, by=by) as (book, there):
            book.open_door(there.moment.latest + DOOR_LIFE, renew=renew)

    @started_over
    def shut_door(self, game: str, *, by: str | None = None) -> None:
        """Shut the door: neither its code nor an earlier answer of the bank lets anybody in any more."""
        with self._changing(game, by=by) as (book, _there):
            book.change(open_until=0, knocks="[]")

    def behind(self, words: str, knocker: str = "") -> str | None:
        """The table whose door these words lead to, if it is open or the bank lets this `knocker` in. Else
        None: unknown words, malformed words and a shut door look the same.
        """
        room, now = self.journal.behind(words), self.moment().latest
        return room.game if room and (door_of(room, now) or lets_in(room, knocker, now)) else None

    def waits(self, words: str, knocker: str) -> bool:
        """Whether this phone is at the door of these words; False once the bank said “Not now”."""
        room = self.journal.behind(words)
        return room is not None and any(one.phone == knocker for one in knocks_of(room, self.moment().latest))

    @started_over
    def knock(self, words: str, knocker: str, name: str) -> None:
        """Put a phone at the shut door of these words; once, however often it knocks. The caller does not
        learn whether there is such a door, or whether it is full.
        """
        found = self.journal.behind(words)
        if found is None or door_of(found, self.moment().latest):
            return
        with self._changing(found.game) as (book, there):
            known = {knock.phone: knock for knock in there.knocks}
            fresh = Knock(knocker, name, there.moment.latest)
            stands = known.setdefault(knocker, fresh)
            if not stands.let_in and len(known) <= MOST_KNOCKS:
                _keep(book, *{**known, knocker: fresh}.values())

    def withdraw(self, words: str, knocker: str) -> None:
        """Take a phone that knocked away from the door."""
        if room := self.journal.behind(words):
            self.answer(room.game, knocker)

    @started_over
    def answer(self, game: str, knocker: str, *, let_in: bool = False, by: str | None = None) -> bool:
        """Let this phone in, and no other, or take it from the door; the first answer counts. False if it is
        not there any more.
        """
        with self._changing(game, by=by) as (book, there):
            others = [knock for knock in there.knocks if knock.phone != knocker]
            for knock in there.knocks:
                if knock.phone == knocker and not knock.let_in:
                    _keep(book, *others, *([replace(knock, at=there.moment.latest, let_in=True)] * let_in))
        return len(others) < len(there.knocks)

    # Seats, and phones that watch

    @started_over
    def take_seat(
        self, game: str, seat: int, phone: str, *, through: str | None = None, by: str | None = None
    ) -> None:
        """Give this phone the seat. Raises PlaceTaken while another phone holds it, and DoorShut if the
        words, or the knock, that it comes `through` have just expired. Unless it held the seat last, the
        seat's notes and what is kept ready there are dropped: a player who frees a seat and takes it must not
        read what is another's.
        """
        with self._changing(game, by=by) as (book, there):
            _check_open(there, through)
            held_by = there.phone_at(seat)
            if held_by not in {None, phone}:
                raise PlaceTaken
            if there.last_phone_at(seat) != phone:
                _forget(book, seat)
            if held_by is None:
                _look_away(book, there, phone)  # a phone that plays no longer just watches
                book.hold(seat_role(seat), phone, self._now())
                book.tell("seat_taken", self._now(), seat)
        self.seen(game, phone)

    @started_over
    def watch(
        self, game: str, phone: str, *, as_table: bool = False, through: str | None = None, instead: str = ""
    ) -> None:
        """Let this phone watch; `instead` is the token that it had before. Raises DoorShut like `take_seat`,
        and WatchersFull if too many others watch: each costs every tap a little.
        """
        with self._changing(game) as (book, there):
            _check_open(there, through)
            is_known = any(there.viewer(known).is_known for known in (phone, instead))
            if there.watchers >= MOST_WATCHERS and not is_known:
                raise WatchersFull
            book.hold(watching_role(phone, as_table=as_table), phone, self._now())

    @started_over
    def stop_watching(self, game: str, phone: str) -> None:
        """End the watching of this phone."""
        with self._changing(game) as (book, there):
            _look_away(book, there, phone)

    @started_over
    def send_watchers_away(self, game: str, *, by: str | None = None) -> None:
        """End the watching of all phones; they may come back while the door is open, or by knocking again."""
        with self._changing(game, by=by) as (book, there):
            _look_away(book, there)
            _keep(book, *(knock for knock in there.knocks if not knock.let_in))
        gone = tuple((holder.role, holder.token_hash) for holder in there.living if only_watches(holder))
        if gone and by:
            self._freed.keep(Freed(game, "watchers_sent", by, self._monotonic(), gone))

    @started_over
    def leave(self, game: str, seat: int, *, by: str | None = None) -> None:
        """Give up this seat on behalf of its own phone."""
        with self._changing(game, seat_role(seat), by=by) as (book, there):
            if there.last_phone_at(seat) is not None:
                book.let_go(seat_role(seat))
                book.tell("seat_left", self._now(), seat)

    @started_over
    def release(self, game: str, seat: int, *, by: str | None = None, asleep: bool = False) -> bool:
        """Free a seat: the phone that had it is out at once. For a moment that can be undone, and a code
        carries the seat to another phone, without what was noted there. False if no phone has it, or if it
        should be `asleep` and is awake.
        """
        role = seat_role(seat)
        with self._changing(game, by=by) as (book, there):
            phone = there.last_phone_at(seat)
            if phone is None or (asleep and seat not in there.silent):
                return False
            book.let_go(role)
            book.tell("seat_released", self._now(), seat)
            # The phone that is out may have knocked before it sat down; who was let in later waits for it.
            since = next(holder.held_since for holder in there.members.holders if holder.role == role)
            _keep(book, *(knock for knock in there.knocks if not knock.let_in or knock.at > since))
            code = _words(book, there, seat).code
        if by:
            self._freed.keep(
                Freed(game, "seat_released", by, self._monotonic(), ((role, phone),), seat, code=code)
            )
        return True

    def freed(self, game: str) -> tuple[Freed, ...]:
        """What was taken from phones at a table, the latest first."""
        return self._freed.of(game)

    @started_over
    def undo(self, game: str, by: str) -> bool:
        """Give back what this phone has just taken away; False if that is too late. Raises PlaceTaken if
        another phone has the place by now, and PlaceLost if this one is no longer the bank.
        """
        done = self._freed.latest(game, by, self._monotonic())
        if done is None:
            return False
        with self._changing(game, by=done.to or by) as (book, there):
            if done.kind == "seat_released" and done.seat is not None and there.phone_at(done.seat):
                raise PlaceTaken
            for role, phone in done.roles:
                _look_away(book, there, phone)
                book.hold(role, phone, self._now())
            if done.kind in BACK:
                book.tell(BACK[done.kind], self._now(), done.seat)
        self._freed.forget(done)
        return True

    def rematch(self, game: str, seats: Mapping[int, int], by: str) -> Follows:
        """How the phones of a table move to its rematch: a seat's phone to the seat that `seats` says, all
        others to watch. Its bank is the bank there too, unless it is asleep: then `by` is. A phone that was
        asleep is asleep there too. Raises PlaceLost within the write if `by` no longer plays here.
        """

        def arrive(old: Book, new: Book) -> None:
            there = self.places(old.members())
            if not there.viewer(by).plays:
                raise PlaceLost
            for holder in there.living:
                self._attendance.copy_to(game, new.game, holder.token_hash)
            self.seen(new.game, by)
            if there.bank_phone and not there.bank_is_asleep:
                for bank in new.holders():
                    new.pass_on(bank, BANK, there.bank_phone, self._now())
            elif there.bank_phone != by and (mine := there.viewer(by).seats & seats.keys()):
                new.tell("bank_handed", self._now(), seats[min(mine)])
            banks = [holder.token_hash for holder in new.holders()]
            for role, phone in coming_along(there.living, seats, banks):
                new.hold(role, phone, self._now())
                if (seat := seat_of(role)) is not None:
                    new.tell("seat_taken", self._now(), seat)
            old.change()
            new.change(recording=old.room.recording)

        return Follows(game, arrive)

    # Coming back

    @started_over
    def move_all(self, was: str, phone: str) -> None:
        """Move all places of a phone to its new token, in one write, and the groups that it knows."""
        games = [game.id for game in self.journal.games_held_by(was)]
        with self.journal.books(*games) as books:
            for book in books.values():
                alive = living(book.holders(), self.moment())
                is_here = viewer_of(alive, phone).is_known
                for holder in book.holders():
                    if holder.token_hash == was:
                        if holder not in alive or (is_here and only_watches(holder)):
                            book.let_go(holder.role)
                        else:
                            book.pass_on(holder, role_for(holder.role, phone), phone, self._now())
        self.journal.groups.move(was, phone)
        self._freed.rename(was, phone)
        for game in games:
            self.seen(game, phone)
            self._notifier.ring(game, self.journal.log(game).reached())

    @started_over
    def forget(self, phone: str) -> None:
        """Take all places from this phone for good, in one write, with what was noted there and when it was
        here; then it knows no group any more.
        """
        games = [game.id for game in self.journal.games_held_by(phone)]
        with self.journal.books(*games) as books:
            for book in books.values():
                for holder in book.holders():
                    if holder.token_hash == phone:
                        book.let_go(holder.role)
                        if (seat := seat_of(holder.role)) is not None:
                            _forget(book, seat)
                            book.tell("seat_left", self._now(), seat)
                book.forget_visit(phone)
        self.journal.groups.forget(phone)
        for game in games:
            self._notifier.ring(game, self.journal.log(game).reached())

    @started_over
    def hand_over(self, game: str, seat: int | None = None, *, by: str | None = None) -> Handover:
        """Single-use words that carry the bank or a seat to another phone: the bank within minutes, a seat
        within a day. `by` must still have what it gives away.
        """
        with self._changing(game, BANK if seat is None else seat_role(seat), by=by) as (book, there):
            return _words(book, there, seat)

    def take_over(self, words: str, phone: str) -> str | None:
        """Give this phone what these words carry, the door open or shut; the game, None for unknown words."""

        def tell(book: Book, role: str) -> None:
            seat = seat_of(role)
            self.seen(book.game, phone)
            if seat is not None and not any(holder.role == role for holder in book.holders()):
                _forget(book, seat)  # the bank freed it: what was noted there is its player's alone
            book.tell("bank_moved" if seat is None else "seat_moved", self._now(), seat)

        now = self.moment().latest
        found = self.journal.redeem(words, token_hash=phone, now=now, tell=tell)
        if found is None:
            return None
        game, _role = found
        self._notifier.ring(game, self.journal.log(game).reached())
        return game

    # The link

    @started_over
    def make_link(self, game: str, *, names: bool, by: str) -> None:
        """Let anybody read an evening by its one link. Raises PlaceLost unless `by` plays there."""
        with self.journal.writing(game) as book:
            self._check_plays(book, by)
            if book.link() is None:
                book.make_link(names=names, now=self._now())

    @started_over
    def take_link_back(self, game: str, *, by: str) -> None:
        """Let nobody read an evening by its link any more. Raises PlaceLost like `make_link`."""
        with self.journal.writing(game) as book:
            self._check_plays(book, by)
            book.drop_link()

    def _check_plays(self, book: Book, phone: str) -> None:
        if not self.places(book.members()).viewer(phone).plays:
            raise PlaceLost

    # The bank

    @started_over
    def hand_bank(self, game: str, seat: int, *, by: str | None = None) -> bool:
        """Make the phone of this seat the bank; False if the seat has none. An old bank with no other place
        watches from then on.
        """
        with self._changing(game, by=by) as (book, there):
            phone = there.phone_at(seat)
            if phone is None:
                return False
            freed = self._bank_to(book, there, seat, phone, "bank_handed")
        if freed and by:
            self._freed.keep(replace(freed, by=by))
        return True

    @started_over
    def vote(
        self, game: str, voter: int, candidate: int, here: Collection[int], *, by: str | None = None
    ) -> bool:
        """Vote for a new bank: while the bank is gone, the phones of seats whose players are `here` choose
        one by majority. Returns whether they have. `by` must hold the seat that votes. The new bank can give
        it back for a moment; the old one watches when it returns, if it has no other place.
        """
        with self._changing(game, seat_role(voter), by=by) as (book, there):
            if not there.bank_is_gone:
                return False
            votes = there.votes.cast(voter, candidate, there.moment.monotonic)
            phone = there.phone_at(candidate)
            if phone is None or votes.missing(candidate, there.electors(here)):
                book.change(votes=votes.stored)
                return False
            freed = self._bank_to(book, there, candidate, phone, "bank_taken")
        if freed:
            self._freed.keep(freed)
        return True

    def _bank_to(self, book: Book, there: Places, seat: int, phone: str, kind: str) -> Freed | None:
        """Make the phone of this seat the bank. Return what that took from another phone, which watches if it
        has no other place.
        """
        old, now = there.bank_phone, self._now()
        book.hold(BANK, phone, now)
        book.change(votes="{}")
        book.tell(kind, now, seat)
        if old is None or old == phone:
            return None
        if there.viewer(old) == Viewer(bank=True):
            book.hold(watching_role(old, as_table=False), old, now)
        return Freed(book.game, kind, phone, self._monotonic(), ((BANK, old),), seat, phone)

    @started_over
    def may_record(self, game: str, recording: str, *, by: str | None = None) -> None:
        """Set who may record from now on."""
        with self._changing(game, by=by) as (book, _there):
            book.change(recording=recording)

    @contextmanager
    def _changing(
        self, game: str, role: str = BANK, *, by: str | None = None
    ) -> Iterator[tuple[Book, Places]]:
        """One write in the room, if `by` still has the role; all phones that wait for the table hear of it.
        The calling function must be `started_over`.
        """
        with self.journal.writing(game) as book:
            there = self.places(book.members())
            if by is not None:
                there.check_holds(role, by)
            yield book, there
            reached = book.reached()
        self._notifier.ring(game, reached)


def _words(book: Book, there: Places, seat: int | None) -> Handover:
    """New words that carry a seat, or the bank."""
    now = there.moment.latest
    if seat is None:
        return book.hand_over(BANK, now=now)
    return book.hand_over(seat_role(seat), now=now, life=RETURN_LIFE, length=RETURN_LETTERS)


def _check_open(there: Places, through: str | None) -> None:
    if through is None or (there.door and there.door.opens_to(through, spoken(through))):
        return
    if not lets_in(there.room, through, there.moment.latest):
        raise DoorShut


def _keep(book: Book, *knocks: Knock) -> None:
    book.change(knocks=json.dumps([astuple(knock) for knock in knocks]))


def _forget(book: Book, seat: int) -> None:
    book.forget_notes(seat)
    talk = book.room.talk
    left = without_secret(talk, seat) if talk else talk
    if left != talk:
        book.keep(talk=left)


def _look_away(book: Book, there: Places, phone: str | None = None) -> None:
    """End the watching of this phone, or of all phones."""
    for holder in there.members.holders:
        if only_watches(holder) and phone in {None, holder.token_hash}:
            book.let_go(holder.role)
