"""The Merry Men expansion as data: what it has besides goods, read once from merry_men.toml (E18, E22)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Order:
    """A special order: this legal `good` and `contraband` in one bag; there are `copies` such cards (E22)."""

    good: str
    contraband: str
    gold: int
    copies: int


@dataclass(frozen=True, slots=True)
class MerryMen:
    """The `piles` of the Black Market, contraband -> the numbers of its cards, the top one first; the `price`
    of each in cards; the special orders.
    """

    price: int
    piles: Mapping[str, tuple[int, ...]]
    orders: tuple[Order, ...]

    def order(self, good: str, contraband: str) -> Order | None:
        """The order for these two goods, if there is one."""
        return next(
            (each for each in self.orders if (each.good, each.contraband) == (good, contraband)), None
        )


def _read() -> MerryMen:
    file = resources.files(__package__).joinpath("merry_men.toml")
    tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    orders = (
        Order(good, contraband, gold, copies)
        for good, row in tables["orders"].items()
        for contraband, (gold, copies) in row.items()
    )
    return MerryMen(
        price=tables["price"],
        piles={good: tuple(numbers) for good, numbers in tables["piles"].items()},
        orders=tuple(orders),
    )


MERRY_MEN = _read()
