"""The stages of a game."""

from enum import StrEnum


class Stage(StrEnum):
    """How far the game has come: playing rounds, counting, or finished."""

    ROUNDS = "rounds"
    COUNT = "count"
    CLOSED = "closed"
