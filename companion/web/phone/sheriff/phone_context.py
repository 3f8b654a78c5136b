"""How one phone sees a table: who it is, what it may do, what was said in the round; for this phone alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.places import MINUTE, Silence, Viewer, silence_mark
from companion.rules.sheriff import declaring
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Talk
from companion.rules.stages import Stage
from companion.web.phone.sheriff.permit import Permit

NEWS_FOR = 3 * MINUTE
"""How long a board shows what just happened, if nothing newer is booked."""


@dataclass(frozen=True, slots=True)
class PhoneContext:
    """`phones` are the seats that some phone holds. `code` lets more phones in while the door is open, a seat
    has none and nothing is booked yet; only the bank's phone gets it here, for others it is "". `way_in`
    leads a watching phone to the free seats. `just_dealt` is the merchant whose bag was dealt with last,
    until something newer is booked or said. `is_new_bank` if this phone became the bank a moment ago.
    `silent` are the seats whose phones are asleep or gone; `has_door` while phones may come in; `records_own`
    if each records their own since a moment ago.
    """

    me: Viewer
    permit: Permit
    talk: Talk
    phones: frozenset[int]
    code: str
    bank_is_gone: bool = False
    way_in: str = ""
    just_dealt: int | None = None
    is_new_bank: bool = False
    silent: Mapping[int, Silence] = field(default_factory=dict)
    has_door: bool = False
    records_own: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether any other phone takes part."""
        return bool(self.phones - self.me.seats) or not self.me.bank

    @property
    def own_seat(self) -> int | None:
        """The only seat of this phone at a table with others, whose player is spoken to."""
        return next(iter(self.me.seats)) if self.is_shared and len(self.me.seats) == 1 else None

    @property
    def silence(self) -> str:
        """As `Places.silence`."""
        return silence_mark(self.silent)

    def waits_for(self, game: Game) -> frozenset[int]:
        """The players who are still to come in, while the door is open to them and nothing has happened."""
        free = frozenset(game.here) - self.phones
        return free if self.has_door and self.is_shared and not self.talk.declarations else frozenset()

    def declares_next(self, game: Game) -> int | None:
        """Which of this phone's merchants has to declare now, if several phones take part."""
        if not self.is_shared:
            return None
        seat = declaring.next_speaker(game, self.talk, self.phones)
        return seat if seat in self.me.seats else None

    def packs(self, game: Game) -> int | None:
        """Whose bag this phone packs and declares, whoever's turn it is: that of its only seat, if several
        phones take part.
        """
        own = self.own_seat
        if game.stage is not Stage.ROUNDS or own is None:
            return None
        said = own in self.talk.declarations or own in self.talk.ready or own in self.talk.decisions
        return own if own in game.waiting and not said else None
