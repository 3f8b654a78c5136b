"""A table's seats, for a phone that comes in."""

from dataclasses import dataclass

from companion.places import Places, Viewer
from companion.tables import AnyTable
from companion.web.screens.parts import Seat, how_many_here, seat_of

WATCH, TABLE_VIEW = "watch", "table"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat; if it is not free, this phone has it (`mine`) or another does, which may be the `bank`. One
    that nobody has named yet goes by its shield.
    """

    seat: Seat
    is_free: bool
    mine: bool
    named: bool
    bank: bool

    @property
    def wants_name(self) -> bool:
        """Whether whoever takes it types a name."""
        return self.is_free and not self.named


@dataclass(frozen=True, slots=True)
class Join:
    """What join/places.html shows; `is_known` if this phone already has a place here, `here` are in words how
    many of the players are.
    """

    game: str
    words: str
    is_known: bool
    here: str
    places: tuple[Place, ...]

    @property
    def first_unnamed(self) -> int | None:
        """The first free seat whose player types a name for it; None if all have one."""
        return next((place.seat.number for place in self.places if place.wants_name), None)

    @property
    def is_taken(self) -> bool:
        """Whether another phone holds a seat."""
        return any(not place.is_free and not place.mine for place in self.places)

    @property
    def has_bank(self) -> bool:
        """Whether another phone holds a seat and the bank: who lost its place there cannot ask the bank."""
        return any(place.bank and not place.mine for place in self.places)


def join(table: AnyTable, words: str, there: Places, me: Viewer) -> Join:
    """Every seat whose player has not left."""
    held, banks = there.seats, there.bank_seats
    places = tuple(
        Place(
            seat_of(table.game, seat),
            is_free=seat not in held | me.seats,
            mine=seat in me.seats,
            named=table.game.seats[seat].named,
            bank=seat in banks,
        )
        for seat in table.game.here
    )
    return Join(table.id, words, me.is_known, how_many_here(table.game, held), places)
