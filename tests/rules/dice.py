"""Random choices out of a string of bytes, so that hypothesis can shrink a whole evening to its shortest; and
what there is to choose from.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from companion.rules.kinds import Command, Step, may
from companion.rules.ledger import Goods
from companion.rules.ruleset import State

Value = TypeVar("Value")


class Dice:
    """Throws one byte after the other; when they are used up every throw is the first choice."""

    def __init__(self, throws: bytes) -> None:
        self._throws = throws
        self._next = 0

    @property
    def left(self) -> bool:
        """Whether there are throws left."""
        return self._next < len(self._throws)

    def below(self, number: int) -> int:
        """A number from 0 to below `number`."""
        throw = int.from_bytes(self._throws[self._next : self._next + 2]) if number > 256 else self._one()
        self._next += 2 if number > 256 else 1
        return throw % number

    def _one(self) -> int:
        return self._throws[self._next] if self.left else 0

    def pick(self, choices: Sequence[Value]) -> Value:
        """One of the choices, of which there is at least one."""
        return choices[self.below(len(choices))]

    def shuffled(self, choices: Sequence[Value]) -> list[Value]:
        """All of the choices, in any order."""
        left, found = list(choices), list[Value]()
        while left:
            found.append(left.pop(self.below(len(left))))
        return found

    def chance(self, of: int) -> bool:
        """True one time in `of`; never when the throws are used up."""
        return self.below(of) == of - 1

    def handful(self, goods: Mapping[str, int], most: int) -> Goods:
        """At most this many of these cards."""
        taken, left = Goods(), Goods(goods)
        for _ in range(self.below(most + 1)):
            if left:
                card = self.pick(tuple(left))
                taken, left = taken + {card: 1}, left - {card: 1}
        return taken


def steps(game: State, commands: Iterable[type[Command[Any, Any]]]) -> tuple[Step, ...]:
    """Every step of these kinds that can be taken now."""
    every = (
        Step(command, seat)
        for command in commands
        for seat in (range(len(game.seats)) if command.seat_field() else (None,))
    )
    return tuple(step for step in every if may(game, step) is None)
