"""What is said and agreed about a bag: the declaration, deals, Brimstone Oil, shares of the Booty."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.ledger import Goods

FEWEST_CARDS, MOST_CARDS = 1, 5
"""What a bag of any edition holds; the edition says how many may be declared."""
LONGEST_PROMISE = 140
MOST_DEALS = 6
"""The most deals that one bag can carry."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One legal good and the exact number of cards in the bag (I1)."""

    good: str
    number: int

    @property
    def goods(self) -> Goods:
        """The cards that were declared."""
        return Goods({self.good: self.number})


class Decision(StrEnum):
    """What happens to a bag at its inspection."""

    PASSES = "passes"
    OPENS = "opens"


@dataclass(frozen=True, slots=True)
class Deal:
    """What one player gives another (I6): gold, goods from the stand, goods from the bag, a promise; and the
    decision it is given for (I9), None if it is given either way.
    """

    giver: int
    receiver: int
    gold: int = 0
    stand: Goods = field(default_factory=Goods)
    bag: Goods = field(default_factory=Goods)
    promise: str = ""
    decision: Decision | None = None

    def is_for(self, decision: Decision) -> bool:
        """Whether it is booked when the Sheriff decides this way."""
        return self.decision in {None, decision}


def besides(deals: Iterable[Deal], others: Iterable[Deal]) -> tuple[Deal, ...]:
    """The deals that remain once each of the others has cancelled one equal deal."""
    left = list(others)
    found = []
    for deal in deals:
        if deal in left:
            left.remove(deal)
        else:
            found.append(deal)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Raid:
    """Brimstone Oil shown as the bag passes: `count` cards of an opponent's legal good are discarded."""

    victim: int
    good: str
    count: int


@dataclass(frozen=True, slots=True)
class Paying:
    """How a debtor pays what coins do not cover: the kinds `told` of face-down cards, the goods of the
    `payment` (None until the debtor has chosen), and whether the receiver discards them all (D1 to D3).
    """

    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    discarded: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """What one Deputy takes from the Booty (E13)."""

    gold: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise made in a deal, pinned to its round (I10)."""

    round: int
    giver: int
    receiver: int
    text: str
