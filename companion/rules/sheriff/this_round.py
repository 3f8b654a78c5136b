"""What a round is remembered for by the cards that count at the end and by its laws (E19, E23, E26)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.rules.goods import Goods
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.events import (
    BagOpened,
    BagPassed,
    Correctable,
    EntryCorrected,
    Event,
    OptionsSet,
)
from companion.rules.sheriff.expansion_events import LawsProclaimed, MarketCardTaken, OrderFilled

Filled = tuple[str, str]
"""An order that a bag filled: its legal good and its contraband."""


@dataclass(frozen=True, slots=True)
class ThisRound:
    """What each bag that `passed` held, by merchant, without the Brimstone Oil that was shown; whose was
    `opened`; the orders that bags `filled`; who took a card on the market; the laws that stand.
    """

    passed: Mapping[int, Goods] = field(default_factory=dict)
    opened: frozenset[int] = frozenset()
    filled: Mapping[int, tuple[Filled, ...]] = field(default_factory=dict)
    marketed: frozenset[int] = frozenset()
    laws: tuple[str, ...] = ()

    @property
    def back(self) -> frozenset[int]:
        """Whose bag is back, passed or opened (E19)."""
        return self.opened.union(self.passed)

    def left(self, merchant: int) -> Goods:
        """The cards of a bag that passed and that no order was filled with: each serves one (E22)."""
        left = self.passed.get(merchant, Goods())
        for good, _ in self.filled.get(merchant, ()):
            left -= left.overlap({good: 1, FACE_DOWN: 1})
        return left

    def after(self, event: Event) -> "ThisRound":
        """The same after an event of this round."""
        match event:
            case LawsProclaimed(laws):
                return replace(self, laws=laws)
            case OptionsSet(options) if not options.laws:
                return replace(self, laws=())
            case EntryCorrected(was=was, now=now):
                return _with(_without(self, was), now)
            case BagPassed() | BagOpened() | MarketCardTaken() | OrderFilled():
                return _with(self, event)
            case _:
                return self


def _with(now: ThisRound, event: Correctable) -> ThisRound:
    match event:
        case BagPassed(merchant=merchant):
            kept = event.contents - {FACE_DOWN: len(event.raids)}
            return replace(now, passed={**now.passed, merchant: kept})
        case BagOpened(merchant=merchant):
            return replace(now, opened=now.opened | {merchant})
        case MarketCardTaken(seat=seat) if not event.is_nothing:
            return replace(now, marketed=now.marketed | {seat})
        case OrderFilled(seat=seat, good=good, contraband=contraband) if not event.is_nothing:
            orders = (*now.filled.get(seat, ()), (good, contraband))
            return replace(now, filled={**now.filled, seat: orders})
        case _:
            return now


def _without(now: ThisRound, event: Correctable) -> ThisRound:
    match event:
        case BagPassed(merchant=merchant):
            others = {seat: goods for seat, goods in now.passed.items() if seat != merchant}
            return replace(now, passed=others)
        case BagOpened(merchant=merchant):
            return replace(now, opened=now.opened - {merchant})
        case MarketCardTaken(seat=seat):
            return replace(now, marketed=now.marketed - {seat})
        case OrderFilled(seat=seat, good=good, contraband=contraband) if not event.is_nothing:
            orders = list(now.filled.get(seat, ()))
            with suppress(ValueError):  # a game file may say what it likes
                orders.remove((good, contraband))
            return replace(now, filled={**now.filled, seat: tuple(orders)})
        case _:
            return now
