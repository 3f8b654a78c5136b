"""What is said and agreed about a bag: the declaration, deals, Brimstone Oil."""

from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Deal:
    """What one player gives another (I6): gold, goods from the stand, goods from the bag, a promise."""

    giver: int
    receiver: int
    gold: int = 0
    stand: Goods = field(default_factory=Goods)
    bag: Goods = field(default_factory=Goods)
    promise: str = ""


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
