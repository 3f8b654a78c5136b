"""Which phone has which place at a table, as its holders tell: pure answers, for pages and for judges."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.records import BANK, Holder, Room

MINUTE = 60 * 1000  # milliseconds, as all times here
DAY = 24 * 60 * MINUTE
SEAT_LIFE_UNUSED = 30 * DAY
SEAT_LIFE_CLOSED = 7 * DAY
WATCHER, TABLE_VIEW = "watcher", "table"
_SEAT = "seat-"
_TELLING = 8  # letters of a phone's hash that tell one watching phone of a table from another


class PlaceLost(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """This phone has just lost the place that it speaks for."""


class PlaceTaken(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """Another phone holds this place."""


class DoorShut(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """The words with which a phone comes in have just lost their meaning."""


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
        """Whether it does more here than to look on."""
        return self.bank or bool(self.seats)


@dataclass(frozen=True, slots=True)
class Door:
    """The words that let phones in, and until when (milliseconds since 1970)."""

    secret: str
    code: str
    open_until: int

    def opens_to(self, words: str, code: str) -> bool:
        """Whether it opens to these words, or to the code that they may mean."""
        return self.secret == words or self.code == code


def seat_role(seat: int) -> str:
    """How a seat is called where roles are kept."""
    return f"{_SEAT}{seat}"


def watching_role(token_hash: str, *, as_table: bool) -> str:
    """How a phone that looks on is called where roles are kept."""
    return f"{TABLE_VIEW if as_table else WATCHER}-{token_hash[:_TELLING]}"


def seat_of(role: str) -> int | None:
    """The seat that a role is, if it is one."""
    return int(role.removeprefix(_SEAT)) if role.startswith(_SEAT) else None


def only_looks_on(holder: Holder) -> bool:
    """Whether this place is one to look on from."""
    return holder.role.startswith((WATCHER, TABLE_VIEW))


def lives(holder: Holder, now: int) -> bool:
    """Whether a role still holds; the bank's phone keeps the evenings it led."""
    ended = holder.closed_at is not None and holder.closed_at < now - SEAT_LIFE_CLOSED
    return holder.role == BANK or (not ended and holder.seen_at > now - SEAT_LIFE_UNUSED)


def viewer_of(living: Iterable[Holder], token_hash: str | None) -> Viewer:
    """The places of a phone among the roles that hold."""
    roles = {holder.role for holder in living if holder.token_hash == token_hash}
    return Viewer(
        bank=BANK in roles,
        seats=frozenset(seat for role in roles if (seat := seat_of(role)) is not None),
        watching=any(role.startswith(WATCHER) for role in roles),
        table_view=any(role.startswith(TABLE_VIEW) for role in roles),
    )


def seats_of(living: Iterable[Holder]) -> frozenset[int]:
    """The seats that some phone holds."""
    return frozenset(seat for holder in living if (seat := seat_of(holder.role)) is not None)


def way_in(me: Viewer, held: frozenset[int], here: Collection[int], door: Door | None) -> str:
    """The words of the open door for a phone that looks on, while a seat of those who are `here` is free of
    all that are `held`; else "".
    """
    is_wanted = me.is_known and not me.plays and not held.issuperset(here)
    return door.secret if door and is_wanted else ""


def electors(living: Collection[Holder], here: Collection[int]) -> frozenset[int]:
    """Who chooses a new bank: one seat for each phone. Who holds two has one voice, who went home none."""
    banks = {holder.token_hash for holder in living if holder.role == BANK}
    held = [(holder.token_hash, seat_of(holder.role)) for holder in living]
    first = {token: seat for token, seat in reversed(held) if seat in here and token not in banks}
    return frozenset(seat for seat in first.values() if seat is not None)


def votes_of(room: Room, since: int) -> dict[int, tuple[int, int]]:
    """Whom each seat chose and when (in steady time); what was chosen earlier is void."""
    votes = {int(voter): (int(vote[0]), int(vote[1])) for voter, vote in json.loads(room.votes).items()}
    return {voter: vote for voter, vote in votes.items() if vote[1] >= since}
