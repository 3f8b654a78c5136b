"""What is remembered of a round for cards that count at the end, and its laws (E19, E23, E26)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.goods import Goods
from companion.rules.sheriff.box import FACE_DOWN

Filled = tuple[str, str]
"""An order that a bag filled: its legal good and its contraband."""


@dataclass(frozen=True, slots=True)
class ThisRound:
    """What each bag that `passed` held, by merchant, without the Brimstone Oil that was shown; whose bags
    were `opened`; the orders that bags `filled`; who took a card on the market; the laws that stand.
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
        """The cards of a bag that passed which have filled no order yet: each serves one (E22)."""
        left = self.passed.get(merchant, Goods())
        for good, _ in self.filled.get(merchant, ()):
            left -= left.overlap({good: 1, FACE_DOWN: 1})
        return left
