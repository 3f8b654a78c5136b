"""How files tell an evening: numbers and words by names that never change (docs/files.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Told:
    """An evening: which `edition` was played, "" for a game that has none; whether it was only `counted`; how
    many `rounds` and `minutes` it took, None where rounds are not told. Its players by seat, its `bags`, its
    `badges` (rounds with one) and everybody's `gold` after each round are values of the game's own, whose
    fields files name; empty where a game has none.
    """

    edition: str
    counted: bool
    rounds: int | None
    minutes: int
    players: tuple[Any, ...]
    gold: tuple[Any, ...] = ()
    badges: tuple[Any, ...] = ()
    bags: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Files:
    """How a game is told: `tell` takes the entries that stand, each with its number and the game after it,
    when they were recorded (milliseconds since 1970), and what was said, None if nothing was. `player` and
    `bag` are the kinds of its lines; None for a game without bags.
    """

    tell: Callable[[Any, Any, Any], Told]
    player: type[Any]
    bag: type[Any] | None = None
