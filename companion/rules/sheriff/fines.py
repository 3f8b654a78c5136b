"""Fines, card by card, and how they were met."""

from dataclasses import dataclass

from companion.rules.goods import Goods


@dataclass(frozen=True, slots=True)
class FineLine:
    """Cards of one good in a fine; `each` is what one of them costs in gold."""

    what: str
    count: int
    each: int

    @property
    def amount(self) -> int:
        """What these cards cost together, in gold."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Fine:
    """Who pays whom for an opened bag, card by card (I3, I4, I12), None being the Booty (E10). `typed`
    replaces the sum under a law of the round (E27).
    """

    payer: int
    receiver: int | None
    lines: tuple[FineLine, ...]
    typed: int | None = None

    @property
    def amount(self) -> int:
        """The whole fine, in gold."""
        return sum(line.amount for line in self.lines) if self.typed is None else self.typed


@dataclass(frozen=True, slots=True)
class Debt:
    """How a fine was met when coins ran short (D1): cards told, goods handed over, the rest forgiven."""

    coins: int
    told: Goods
    handed: Goods
    discarded: bool
    forgiven: int


def coins_of(fine: Fine, debt: Debt | None) -> int:
    """How much of a fine was paid in gold."""
    return fine.amount if debt is None else debt.coins
