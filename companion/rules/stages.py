"""How far an evening has come."""

from enum import StrEnum


class Stage(StrEnum):
    """How far the evening has come: playing rounds, counting, or finished."""

    ROUNDS = "rounds"
    COUNT = "count"
    CLOSED = "closed"
