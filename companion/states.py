"""The game after each entry that stands: the latest as they are, of those of long ago one in a few, from
which the others are made again when somebody asks for them. A long evening then takes little more memory than
a short one, and what is asked for with every tap is at hand.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar, overload

LATEST = 24
EVERY = 8

State = TypeVar("State", covariant=True)  # noqa: PLC0105 - what it is a state of is the game's


class States(Sequence[State], Generic[State]):
    """As many states as `lines` that stand; `kept` has None for each that is made again by `evolve`. The
    first and the last are always kept.
    """

    __slots__ = ("_evolve", "_lines", "kept")

    def __init__(
        self,
        evolve: Callable[[Any, Any], State],
        lines: Sequence[Any] = (),
        kept: tuple[State | None, ...] = (),
    ) -> None:
        self._evolve = evolve
        self._lines = lines
        self.kept = kept

    @property
    def latest(self) -> State:
        """The last one, which is asked for most."""
        found = self.kept[-1]
        return self[-1] if found is None else found

    def __len__(self) -> int:
        """How many there are."""
        return len(self.kept)

    @overload
    def __getitem__(self, place: int) -> State: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[State, ...]: ...

    def __getitem__(self, place: int | slice) -> State | tuple[State, ...]:
        """One, or a tuple of some in a row."""
        if isinstance(place, slice):
            first, end, step = place.indices(len(self.kept))
            return (
                tuple(islice(self._from(first), max(0, end - first)))[::step]
                if step > 0
                else tuple(self)[place]
            )
        index = range(len(self.kept))[place]
        found = self.kept[index]
        return next(self._from(index)) if found is None else found

    def __iter__(self) -> Iterator[State]:
        """All of them, in order."""
        return self._from(0)

    def __eq__(self, other: object) -> bool:
        """Whether the games are the same, whichever of them are kept."""
        return isinstance(other, States) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment] # equal games may be kept in different states

    def _from(self, first: int) -> Iterator[State]:
        """Those from this place on, each made from the one before unless it is kept."""
        begin = (
            next((place for place in range(first, -1, -1) if self.kept[place] is not None), 0)
            if self.kept
            else 0
        )
        state: State | None = None
        for place in range(begin, len(self.kept)):
            known = self.kept[place]
            state = self._evolve(state, self._lines[place].event) if known is None else known
            if place >= first:
                yield state


def thinned(kept: list[State | None]) -> None:
    """Drop the one that is no longer among the latest, unless its turn is to be kept."""
    place = len(kept) - 1 - LATEST
    if place > 0 and place % EVERY:
        kept[place] = None
