"""The free seats of a table, for a phone that comes in."""

from dataclasses import dataclass

from companion.places import Viewer
from companion.tables import Table
from companion.web.screens.parts import Seat, seat_of

WATCH, TABLE_VIEW = "watch", "table"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and whether it is free, this phone's already, or another's."""

    seat: Seat
    state: str


@dataclass(frozen=True, slots=True)
class Join:
    """What join/places.html shows; `is_known` if this phone has a place here already."""

    game: str
    words: str
    is_known: bool
    places: tuple[Place, ...]

    @property
    def is_taken(self) -> bool:
        """Whether another phone holds a seat."""
        return any(place.state == "taken" for place in self.places)


def join(table: Table, words: str, held: frozenset[int], me: Viewer) -> Join:
    """Every seat whose player has not left."""

    def state(seat: int) -> str:
        return "mine" if seat in me.seats else "taken" if seat in held else "free"

    places = tuple(Place(seat_of(table.game, seat), state(seat)) for seat in table.game.here)
    return Join(table.id, words, me.is_known, places)
