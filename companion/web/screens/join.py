"""A table's seats, for a phone that comes in."""

from dataclasses import dataclass

from companion.places import Viewer
from companion.tables import AnyTable
from companion.web.screens.parts import Seat, seat_of

WATCH, TABLE_VIEW = "watch", "table"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat; if it is not free, this phone has it (`mine`) or another does."""

    seat: Seat
    is_free: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Join:
    """What join/places.html shows; `is_known` if this phone already has a place here."""

    game: str
    words: str
    is_known: bool
    places: tuple[Place, ...]

    @property
    def is_taken(self) -> bool:
        """Whether another phone holds a seat."""
        return any(not place.is_free and not place.mine for place in self.places)


def join(table: AnyTable, words: str, held: frozenset[int], me: Viewer) -> Join:
    """Every seat whose player has not left."""
    places = tuple(
        Place(seat_of(table.game, seat), is_free=seat not in held | me.seats, mine=seat in me.seats)
        for seat in table.game.here
    )
    return Join(table.id, words, me.is_known, places)
