"""Who sits at a table, and the stages of its game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Stage(StrEnum):
    """How far the game has come: playing rounds, counting, or finished."""

    ROUNDS = "rounds"
    COUNT = "count"
    CLOSED = "closed"


SHIELDS = ("leaf", "stag", "arrow", "tower", "bell", "key")
WHITE = "swan"
EVERY_SHIELD = (*SHIELDS, WHITE)
"""All shields, with the seventh for games that seat seven."""


class Presence(StrEnum):
    """Whether a player is here, left with goods and gold still in the count, or left with nothing."""

    HERE = "here"
    LEFT = "left"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the name, the charge on the shield, and whether the player is still here. Where nobody has
    given the seat a name yet, it is not `named`: its name only says what is on the shield.
    """

    name: str
    shield: str
    presence: Presence = Presence.HERE
    named: bool = True


def called_as_now(then: Iterable[Seat], now: Iterable[Seat]) -> tuple[Seat, ...]:
    """The players who sat there `then`, by the names that they have `now`."""
    return tuple(
        replace(seat, name=known.name, named=known.named) for seat, known in zip(then, now, strict=False)
    )
