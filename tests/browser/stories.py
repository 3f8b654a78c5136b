"""Evenings as data: who brought what, what was agreed, what the Sheriff did. Names stand for seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Cards = Mapping[str, int]
PASSED, OPENED = "passed", "opened"
LEGAL = ("apples", "cheese", "bread", "chickens")


@dataclass(frozen=True, slots=True)
class Deal:
    """What one gives another over a bag: gold, cards of the stand, cards out of the bag, a promise.

    `hidden` and `hidden_in_bag` are the kinds of cards that lie face down.
    """

    giver: str
    receiver: str
    gold: int = 0
    stand: Cards = field(default_factory=dict)
    hidden: Cards = field(default_factory=dict)
    from_bag: Cards = field(default_factory=dict)
    hidden_in_bag: Cards = field(default_factory=dict)
    promise: str = ""


@dataclass(frozen=True, slots=True)
class Debt:
    """The goods of somebody who is short, and the face-down cards turned over for it.

    `chosen` where they are not what the app proposes.
    """

    goods: Cards
    told: Cards = field(default_factory=dict)
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag; `inside` is empty when it held what was declared. `first` is how it was booked by mistake."""

    merchant: str
    good: str
    number: int
    outcome: str
    inside: Cards = field(default_factory=dict)
    deals: tuple[Deal, ...] = ()
    debt: Debt | None = None
    first: str = ""

    @property
    def cards(self) -> Cards:
        """What really was in it."""
        return self.inside or {self.good: self.number}


@dataclass(frozen=True, slots=True)
class Payment:
    """Gold given by hand, with one of the usual reasons."""

    giver: str
    receiver: str
    gold: int
    reason: str


@dataclass(frozen=True, slots=True)
class Correction:
    """An earlier bag of this merchant, in that round, was really this one."""

    round: int
    bag: Bag
    reason: str


@dataclass(frozen=True, slots=True)
class Round:
    """The bags in the order in which they are dealt with, and what else happened before the badge goes on."""

    sheriff: str
    bags: tuple[Bag, ...]
    payments: tuple[Payment, ...] = ()
    corrections: tuple[Correction, ...] = ()
    sits_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """Everybody clockwise, and round after round; `fewer` where the table plays fewer than the book says."""

    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    royal_goods: bool = False
    fewer: bool = False
