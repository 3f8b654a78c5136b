"""The final count of any game: the lines of a sum, the ranks, and what decided the winner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

Player = TypeVar("Player")
Decision = TypeVar("Decision", bound=str)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a player's sum: `count` times `each` is `amount`. The game says what `what` can be."""

    what: str
    count: int
    each: int
    amount: int


def line(what: str, number: int, each: int) -> Line:
    """The line for `number` things worth `each`."""
    return Line(what, number, each, number * each)


def ranked(
    players: Sequence[Player], steps: Sequence[Decision]
) -> tuple[tuple[Player, ...], tuple[int, ...], Decision | Literal["shared"]]:
    """Rank the players by these steps, fields of their counts: all counts with their ranks, 1 + the number of
    players ahead; the winners' seats; and the first step that leaves one player ahead.
    """
    states: Sequence[Any] = players
    reached = [tuple(getattr(player, step) for step in steps) for player in states]
    ranks = [1 + sum(other > own for other in reached) for own in reached]
    known: Sequence[Player] = [replace(player, rank=rank) for player, rank in zip(states, ranks, strict=True)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    for place, step in enumerate(steps, 1):
        until = [own[:place] for own in reached]
        if until.count(max(until)) == 1:
            return tuple(known), winners, step
    return tuple(known), winners, "shared"
