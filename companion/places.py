"""Which phone has which place at a table: pure answers from what was read at one moment."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from companion.records import BANK, CLOCK_SLACK, UNSAID, GameVersion, Heard, Holder, Members, Room
from companion.rules.rights import Recording

MINUTE = 60 * 1000  # milliseconds, as all times here
DAY = 24 * 60 * MINUTE
SEAT_LIFE_UNUSED = 30 * DAY
SEAT_LIFE_CLOSED = 180 * DAY  # as long as a phone's cookie
DOOR_LIFE = 15 * MINUTE
LONGEST_OPEN = DOOR_LIFE + CLOCK_SLACK
"""A door that would be open for longer was opened while the date was ahead."""
BANK_ASLEEP, BANK_GONE = 2 * MINUTE, 5 * MINUTE
GONE = 5 * MINUTE
"""How long a phone has been silent when it counts as gone."""
KNOCK_LIFE = 5 * MINUTE
"""How long a phone stands at the door and, once the bank lets it in, may come in."""
MOST_KNOCKS = 8
WATCHER, TABLE_VIEW = "watcher", "table"
MOST_WATCHERS = 40
_SEAT = "seat-"
_TELLING = 8  # hexadecimal digits of a phone's hash, enough to tell a table's watching phones apart


class PlaceLost(Exception):  # noqa: N818 - a refusal, named like the rest of the house
    """This phone has just lost the place it acts for."""


class PlaceTaken(Exception):  # noqa: N818 - a refusal, named like the rest of the house
    """Another phone holds this place."""


class WatchersFull(Exception):  # noqa: N818 - a refusal, named like the rest of the house
    """This table already has as many watching phones as it may."""


class DoorShut(Exception):  # noqa: N818 - a refusal, named like the rest of the house
    """The words by which a phone wants to come in have just expired."""


class LinkTakenBack(Exception):  # noqa: N818 - as above
    """The link is unknown, or was withdrawn."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment by two clocks: the machine's date, which may be reset at any time, and the monotonic clock,
    which started at the date and only counts up.
    """

    date: int
    monotonic: int

    @property
    def earliest(self) -> int:
        """The time for expiry that puts somebody out: a date that jumps ahead must not do that."""
        return min(self.date, self.monotonic)

    @property
    def latest(self) -> int:
        """The time for expiry that must happen: a date that is set back must keep no door or code open."""
        return max(self.date, self.monotonic)


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
        return self.plays or self.watching or self.table_view

    @property
    def plays(self) -> bool:
        """Whether it does more here than watch."""
        return self.bank or bool(self.seats)

    @property
    def is_stage(self) -> bool:
        """Whether it shows the stage and not a board: the table view, if it plays no part."""
        return self.table_view and not self.plays


@dataclass(frozen=True, slots=True)
class Door:
    """The words that let phones in, and until when (milliseconds since 1970)."""

    secret: str
    code: str
    open_until: int

    def opens_to(self, words: str, code: str) -> bool:
        """Whether it opens to these words, or to the code they may stand for."""
        return self.secret == words or self.code == code


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody at the shut door: the hash of the token by which their `phone` waits, the name that they
    typed, and since when they wait or, once they were `let_in`, may come in.
    """

    phone: str
    name: str
    at: int
    let_in: bool = False


@dataclass(frozen=True, slots=True)
class Silence:
    """A seat's phone was not heard from `since` then (milliseconds since 1970): it is asleep, or `gone`."""

    since: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Votes:
    """Whom each seat wants as the bank, and when it said so (by the monotonic clock)."""

    by_seat: Mapping[int, tuple[int, int]]

    @classmethod
    def since(cls, bank_heard: int, stored: str, now: int) -> Self:
        """The stored votes; those from before the bank was last heard from are void, and so are those of a
        process that ran while the date was ahead: their moment has not come yet.
        """
        votes = {int(voter): (int(vote[0]), int(vote[1])) for voter, vote in json.loads(stored).items()}
        return cls({voter: vote for voter, vote in votes.items() if bank_heard <= vote[1] <= now})

    @property
    def stored(self) -> str:
        """The votes as the room stores them."""
        return json.dumps(dict(self.by_seat))

    @property
    def candidates(self) -> dict[int, int]:
        """Which seat each seat chose."""
        return {voter: candidate for voter, (candidate, _at) in self.by_seat.items()}

    def cast(self, voter: int, candidate: int, now: int) -> "Votes":
        """Add this vote, which replaces an earlier one of the same seat."""
        return Votes({**self.by_seat, voter: (candidate, now)})

    def missing(self, candidate: int, electors: Collection[int]) -> int:
        """How many more electors would have to choose this seat, for more than half to have."""
        chosen = self.candidates
        voices = sum(chosen.get(elector) == candidate for elector in electors)
        return max(0, len(electors) // 2 + 1 - voices)


@dataclass(frozen=True)  # no slots: a request asks twenty times whose role has not expired
class Places:
    """Who has which place at a table at one moment, and what is public of its room. `heard` is when each
    phone was last heard from, by the monotonic clock; one that is not in it is here.
    """

    members: Members
    moment: Moment
    heard: Mapping[str, Heard] = field(default_factory=dict)

    @property
    def version(self) -> GameVersion:
        """How far the game had come when this was read."""
        return self.members.version

    @property
    def room(self) -> Room:
        """What is kept of the table beside its log."""
        return self.members.version.room

    @cached_property
    def living(self) -> tuple[Holder, ...]:
        """The holders whose role has not expired."""
        return living(self.members.holders, self.moment)

    def among(self, seats: int) -> "Places":
        """The places at a table of so many seats. The phone of a player whose arrival was taken back only
        watches; if that is put back, it has its seat again.
        """
        if max(self.seats, default=0) < seats:
            return self
        holders = tuple(_among(seats, holder) for holder in self.members.holders)
        return replace(self, members=replace(self.members, holders=holders))

    def viewer(self, phone: str | None) -> Viewer:
        """The places of a phone, by the hash of its token."""
        return viewer_of(self.living, phone)

    @property
    def seats(self) -> frozenset[int]:
        """The seats that some phone holds."""
        return frozenset(seat for holder in self.living if (seat := seat_of(holder.role)) is not None)

    @property
    def bank_phone(self) -> str | None:
        """The phone that is the bank."""
        return self._bank.token_hash if self._bank else None

    @cached_property
    def _bank(self) -> Holder | None:
        return next((holder for holder in self.living if holder.role == BANK), None)

    @property
    def bank_seats(self) -> frozenset[int]:
        """The seats of the phone that is the bank."""
        return self.viewer(self.bank_phone).seats

    @property
    def recording(self) -> Recording:
        """Who records: as the table chose; until then everybody, and each their own with a second phone."""
        if self.room.recording != UNSAID:
            return Recording(self.room.recording)
        return Recording.OWN if len(self._came) > 1 else Recording.EVERYBODY

    @property
    def own_since(self) -> int:
        """Since when each records their own because a second phone plays, by the machine’s date; 0 if a table
        has chosen otherwise, or is one phone's.
        """
        return self._came[1] if self.room.recording == UNSAID and len(self._came) > 1 else 0

    @property
    def _came(self) -> list[int]:
        """Since when each phone plays, the first one first."""
        playing = [holder for holder in self.living if not only_watches(holder)]
        latest_first = sorted(playing, key=lambda holder: -holder.held_since)
        return sorted({holder.token_hash: holder.held_since for holder in latest_first}.values())

    @property
    def silent(self) -> dict[int, Silence]:
        """The seats whose phones are asleep or gone."""
        return {
            seat: Silence(self.moment.date - self._silence(holder), gone=self._silence(holder) >= GONE)
            for holder in self.living
            if (seat := seat_of(holder.role)) is not None
            and self._heard(holder).is_asleep(self.moment.monotonic)
        }

    @property
    def awake(self) -> frozenset[int]:
        """The seats whose phones are neither asleep nor gone."""
        return self.seats - self.silent.keys()

    @property
    def silence(self) -> str:
        """A word that changes when a phone falls asleep, is gone or is back: that moves no stamp."""
        seats = (f"{seat}{'g' * silence.gone}" for seat, silence in sorted(self.silent.items()))
        bank = "bg" if self.bank_is_gone else "b" * bool(self.bank_chosen_from)
        return ".".join(filter(None, (*seats, bank)))

    @property
    def holds(self) -> int:
        """For how many milliseconds nobody can fall asleep."""
        left = (
            self._heard(holder).patience - self._silence(holder)
            for holder in self.living
            if seat_of(holder.role) is not None
        )
        return min((until for until in left if until > 0), default=MINUTE)

    def _heard(self, holder: Holder) -> Heard:
        return self.heard.get(holder.token_hash) or Heard(self.moment.monotonic)

    def _silence(self, holder: Holder) -> int:
        return self.moment.monotonic - self._heard(holder).last

    @property
    def watchers(self) -> int:
        """How many phones only watch."""
        return sum(only_watches(holder) for holder in self.living)

    @property
    def has_stage(self) -> bool:
        """Whether a stage is there and awake."""
        return any(
            not self._heard(holder).is_asleep(self.moment.monotonic)
            and self.viewer(holder.token_hash).is_stage
            for holder in self.living
            if holder.role.startswith(TABLE_VIEW)
        )

    def phone_at(self, seat: int) -> str | None:
        """The phone that holds a seat."""
        role = seat_role(seat)
        return next((holder.token_hash for holder in self.living if holder.role == role), None)

    def last_phone_at(self, seat: int) -> str | None:
        """The phone that holds a seat, or held it last and has not been replaced."""
        role = seat_role(seat)
        return next((holder.token_hash for holder in self.members.holders if holder.role == role), None)

    def check_holds(self, role: str, phone: str) -> None:
        """Raise PlaceLost unless this phone has this role."""
        if all(holder.role != role or holder.token_hash != phone for holder in self.living):
            raise PlaceLost

    # The door

    @property
    def door(self) -> Door | None:
        """The open door; None while it is shut."""
        return door_of(self.room, self.moment.latest)

    @property
    def knocks(self) -> tuple[Knock, ...]:
        """Who is at the shut door or was let in, in the order they came."""
        return knocks_of(self.room, self.moment.latest)

    def way_in(self, me: Viewer, here: Collection[int]) -> str:
        """The words of the open door for a phone that watches while a seat of one `here` is free, or ""."""
        is_wanted = me.is_known and not me.plays and not self.seats.issuperset(here)
        return self.door.secret if is_wanted and self.door else ""

    # The bank

    @property
    def bank_heard(self) -> int:
        """When the bank's phone was last heard from, by the monotonic clock; 0 if there is none."""
        return self._heard(self._bank).last if self._bank else 0

    @property
    def bank_is_asleep(self) -> bool:
        """Whether the bank's phone is asleep or gone."""
        return self._bank is None or self._heard(self._bank).is_asleep(self.moment.monotonic)

    @property
    def bank_is_gone(self) -> bool:
        """Whether the bank's phone has been silent for five minutes."""
        return self.bank_heard < self.moment.monotonic - BANK_GONE

    @property
    def bank_chosen_from(self) -> int:
        """From when another bank can be chosen (milliseconds since 1970), while the bank's phone is asleep; 0
        while it is here, and once it is gone.
        """
        silence = self.moment.monotonic - self.bank_heard
        return self.moment.date + BANK_GONE - silence if BANK_ASLEEP <= silence <= BANK_GONE else 0

    @property
    def bank_since(self) -> int:
        """When the bank's phone became the bank, by the machine's date."""
        return self._bank.held_since if self._bank else 0

    @property
    def votes(self) -> Votes:
        """Whom the seats want as the bank, since the bank was last heard from."""
        return Votes.since(self.bank_heard, self.room.votes, self.moment.monotonic)

    def electors(self, here: Collection[int]) -> frozenset[int]:
        """Who chooses a new bank: one seat per phone, of players still `here`, but not the bank's phone, nor
        one that is gone as well: the others would wait for it in vain.
        """
        phones = {holder.token_hash for holder in self.living if self._silence(holder) < GONE}
        voices = (self.viewer(phone).seats.intersection(here) for phone in phones - {self.bank_phone})
        return frozenset(min(seats) for seats in voices if seats)

    def wanted_as_bank(self, here: Collection[int]) -> int | None:
        """The seat with a phone that most electors chose, the first of several; None if they chose none."""
        electors, votes = self.electors(here), self.votes
        chosen = self.seats.intersection(votes.candidates.get(elector, -1) for elector in electors)
        return min(chosen, key=lambda seat: (votes.missing(seat, electors), seat), default=None)


def door_of(room: Room, now: int) -> Door | None:
    """The open door of a room; None while it is shut."""
    if room.secret is None or room.code is None or not now < room.open_until <= now + LONGEST_OPEN:
        return None
    return Door(room.secret, room.code, room.open_until)


def knocks_of(room: Room, now: int) -> tuple[Knock, ...]:
    """Who is at the door of a room or was let in, like `Places.knocks`."""
    knocks = (Knock(*knock) for knock in json.loads(room.knocks))
    return tuple(knock for knock in knocks if knock.at - CLOCK_SLACK <= now < knock.at + KNOCK_LIFE)


def lets_in(room: Room, phone: str, now: int) -> bool:
    """Whether the bank lets this phone in, though the door is shut."""
    return any(knock.let_in and knock.phone == phone for knock in knocks_of(room, now))


def seat_role(seat: int) -> str:
    """A seat's name among the stored roles."""
    return f"{_SEAT}{seat}"


def watching_role(token_hash: str, *, as_table: bool) -> str:
    """A watching phone's name among the stored roles."""
    return f"{TABLE_VIEW if as_table else WATCHER}-{token_hash[:_TELLING]}"


def role_for(role: str, token_hash: str) -> str:
    """The name of this role for another phone: only a watching role is named after its phone."""
    if not role.startswith((WATCHER, TABLE_VIEW)):
        return role
    return watching_role(token_hash, as_table=role.startswith(TABLE_VIEW))


def seat_of(role: str) -> int | None:
    """The seat of a seat's role; None for any other role."""
    return int(role.removeprefix(_SEAT)) if role.startswith(_SEAT) else None


def _among(seats: int, holder: Holder) -> Holder:
    seat = seat_of(holder.role)
    if seat is None or seat < seats:
        return holder
    return replace(holder, role=watching_role(holder.token_hash, as_table=False))


def only_watches(holder: Holder) -> bool:
    """Whether this place is only for watching."""
    return holder.role.startswith((WATCHER, TABLE_VIEW))


def living(holders: Iterable[Holder], moment: Moment) -> tuple[Holder, ...]:
    """The holders whose role has not expired: a seat ends a month after its last use, and half a year after
    the game once that is over; the bank's phone keeps the evenings that it led.
    """
    return tuple(holder for holder in holders if _lives(holder, moment.earliest))


def _lives(holder: Holder, now: int) -> bool:
    if holder.role == BANK:
        return True
    if holder.closed_at is None:
        return holder.seen_at > now - SEAT_LIFE_UNUSED
    return holder.closed_at >= now - SEAT_LIFE_CLOSED


def viewer_of(living: Iterable[Holder], phone: str | None) -> Viewer:
    """The places of a phone among the roles that have not expired."""
    roles = [holder.role for holder in living if holder.token_hash == phone]
    kinds = {role.partition("-")[0] for role in roles}
    seats = frozenset(seat for role in roles if (seat := seat_of(role)) is not None)
    return Viewer(BANK in kinds, seats, WATCHER in kinds, TABLE_VIEW in kinds)


def coming_along(
    living: Collection[Holder], seats: Mapping[int, int], banks: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """The roles that a table's phones get at its rematch, each with its phone: the seat that `seats` says for
    theirs, else a place to watch. The phones in `banks` have a place there already.
    """
    seated = [
        (seat_role(seats[seat]), holder.token_hash)
        for holder in living
        if (seat := seat_of(holder.role)) is not None and seat in seats
    ]
    players = {phone for _role, phone in seated}.union(banks)
    watching = [
        (watching_role(phone, as_table=holder.role.startswith(TABLE_VIEW)), phone)
        for holder in living
        if (phone := holder.token_hash) not in players
    ]
    return (*seated, *watching)
