"""What is said and agreed about a bag: the declaration, deals, Brimstone Oil."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.goods import Goods

FEWEST_CARDS, MOST_CARDS = 1, 5
"""What a bag of any edition holds; the edition says how many may be declared."""
LONGEST_PROMISE = 140
MOST_DEALS = 6
"""How many deals go with one bag."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One legal good and the exact number of cards in the bag (I1)."""

    good: str
    number: int


class Decision(StrEnum):
    """What becomes of a bag at its inspection."""

    PASSES = "passes"
    OPENS = "opens"


@dataclass(frozen=True, slots=True)
class Deal:
    """What one player gives another (I6): gold, goods from the stand, goods from the bag, a promise; and the
    decision that it is given for (I9), None where it is given whatever is decided.
    """

    giver: int
    receiver: int
    gold: int = 0
    stand: Goods = field(default_factory=Goods)
    bag: Goods = field(default_factory=Goods)
    promise: str = ""
    decision: Decision | None = None

    def is_for(self, decision: Decision) -> bool:
        """Whether it is booked when the bag is decided so."""
        return self.decision in {None, decision}


def besides(deals: Iterable[Deal], others: Iterable[Deal]) -> tuple[Deal, ...]:
    """The deals without these others, each of which stands for one of them."""
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
    """Brimstone Oil shown as the bag passes: so many of one legal good of an opponent are discarded."""

    victim: int
    good: str
    count: int


@dataclass(frozen=True, slots=True)
class Promise:
    """Words given in a deal, pinned to their round (I10)."""

    round: int
    giver: int
    receiver: int
    text: str
