"""Handfuls of cards: how many of which good."""

from collections.abc import Iterable, Iterator, Mapping

GOLD = "gold"
HIGHEST_GOLD = 9_999
"""More gold than any purse ever holds."""


class Goods(Mapping[str, int]):
    """An immutable multiset of cards: a good's word -> how many, always at least 1."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        """Keep the given order, leave out zeros, refuse negative counts."""
        self._counts = {word: count for word, count in dict(counts).items() if count}
        if min(self._counts.values(), default=0) < 0:
            raise ValueError(self._counts)

    def __getitem__(self, word: str) -> int:
        """How many cards of this good there are, at least 1; use `get(word, 0)` for any good."""
        return self._counts[word]

    def __iter__(self) -> Iterator[str]:
        """The words of the goods in it, in their given order."""
        return iter(self._counts)

    def __len__(self) -> int:
        """How many different goods there are."""
        return len(self._counts)

    def __hash__(self) -> int:
        """Equal handfuls hash alike, whatever their order."""
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        """The handful as it would be written in code."""
        return f"Goods({self._counts!r})"

    @property
    def total(self) -> int:
        """How many cards there are in all."""
        return sum(self._counts.values())

    def cards(self) -> Iterator[str]:
        """Each card's word, one by one."""
        return (word for word, count in self._counts.items() for _ in range(count))

    def __add__(self, other: Mapping[str, int]) -> "Goods":
        """Both handfuls together."""
        return Goods(self._counts | {word: self.get(word, 0) + count for word, count in other.items()})

    def __sub__(self, other: Mapping[str, int]) -> "Goods":
        """What is left after taking the other handful out; a ValueError if it is not all there."""
        return Goods(self._counts | {word: self.get(word, 0) - count for word, count in other.items()})

    def __le__(self, other: Mapping[str, int]) -> bool:
        """Whether every card of this handful is also in the other one."""
        return all(count <= other.get(word, 0) for word, count in self._counts.items())

    def overlap(self, other: Mapping[str, int]) -> "Goods":
        """The cards that are in both."""
        return Goods({word: min(count, other.get(word, 0)) for word, count in self._counts.items()})
