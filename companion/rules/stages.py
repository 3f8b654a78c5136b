"""Where an evening is."""

from enum import StrEnum


class Stage(StrEnum):
    """Where the evening is: rounds are played, the count is made, the result stands."""

    ROUNDS = "rounds"
    COUNT = "count"
    CLOSED = "closed"
