"""Which phones are at a table of any game, as one of them sees it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.places import MINUTE, Silence, Viewer

NEWS_FOR = 3 * MINUTE
"""How long a board shows what just happened, if nothing newer is booked."""


@dataclass(frozen=True, slots=True)
class Knocker:
    """A phone at the shut door, under the `name` that was typed there: that of the player of this `seat`, if
    it is held by a phone that is asleep, since who has a new phone knocks like that.
    """

    phone: str
    name: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Here:
    """`phones` are the seats that some phone holds. `code` lets more phones in while the door is open, a seat
    has none and nothing is booked yet; only the bank's phone gets it here, for others it is "". `way_in`
    leads a watching phone to the free seats. `is_new_bank` if this phone became the bank a moment ago.
    `silent` are the seats whose phones are asleep or gone; while the bank's is asleep, another can be chosen
    from a moment on, `bank_chosen_from` (milliseconds since 1970). `has_door` while phones may come in;
    `records_own` if each records their own since a moment ago. `knock`, shown to the bank's phone, is the
    first of the phones at the shut door.
    """

    me: Viewer
    phones: frozenset[int]
    code: str
    bank_is_gone: bool = False
    bank_chosen_from: int = 0
    way_in: str = ""
    is_new_bank: bool = False
    silent: Mapping[int, Silence] = field(default_factory=dict)
    has_door: bool = False
    records_own: bool = False
    knock: Knocker | None = None

    @property
    def is_shared(self) -> bool:
        """Whether any other phone takes part."""
        return bool(self.phones - self.me.seats) or not self.me.bank

    @property
    def awake(self) -> frozenset[int]:
        """The seats whose phones are neither asleep nor gone: nobody waits for the others to speak."""
        return self.phones - self.silent.keys()

    @property
    def chooses_from(self) -> int:
        """From when this phone can choose another bank; 0 if it cannot, or can already."""
        return self.bank_chosen_from if self.me.seats and not self.me.bank else 0

    @property
    def own_seat(self) -> int | None:
        """The only seat of this phone at a table with others, to address its player; else None."""
        return next(iter(self.me.seats)) if self.is_shared and len(self.me.seats) == 1 else None

    def speaks_for(self, seat: int) -> bool:
        """Whether this phone gets a seat's buttons: its own and, for the bank, those without a phone."""
        return seat in self.me.seats or (self.me.bank and seat not in self.phones)

    def asks(self, seat: int) -> bool:
        """Whether this phone, as the bank, asks a seat's own phone what it gives, because that is awake."""
        return self.me.bank and seat in self.awake - self.me.seats

    def awaits(self, players: Collection[int]) -> frozenset[int]:
        """The players who are still to come in, while the door is open to them."""
        return frozenset(players) - self.phones if self.has_door and self.is_shared else frozenset()
