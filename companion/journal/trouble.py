"""What can go wrong when the journal stores: one word per cause, the same for every database."""

import time
from collections.abc import Callable
from functools import wraps
from secrets import SystemRandom
from types import MappingProxyType
from typing import Literal, ParamSpec, TypeVar

Cause = Literal[
    "full",
    "read_only",
    "locked",
    "damaged",
    "disk",
    "memory",
    "unreachable",
    "newer",
    "older",
    "foreign",
    "filled",
    "unsuited",
    "programs",
]
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
TRIES = 5
# After this wait a phone sends its action again, maybe to another machine, and is told the result of that, so
# the first attempt must not begin later.
LATEST_START = 6.0  # seconds

SENTENCES = MappingProxyType[Cause, str](
    {
        "full": "the disk is full",
        "read_only": "the database or its folder is read-only",
        "locked": "another program holds the database",
        "damaged": "the database is damaged",
        "disk": "the disk reports an error",
        "memory": "the machine is out of memory",
        "unreachable": "the database cannot be opened",
        "newer": "the database was written by a newer version of this program",
        "older": "the database was made by an older version of this program",
        "foreign": "the file is no database of this program",
        "filled": "the database has evenings already",
        "unsuited": "the database cannot be kept safely here",
        "programs": "a program that makes copies is missing or too old",
    }
)


class StorageTrouble(Exception):  # noqa: N818 - a refusal and a doubt, named like the rest of the house
    """Storing failed. `cause` is one word, `detail` the database's own message, `place` the database, if
    that itself has failed.
    """

    def __init__(self, cause: Cause, detail: str = "", place: str = "") -> None:
        self.cause: Cause = cause
        self.detail = detail
        self.place = place
        super().__init__(f"{SENTENCES[cause]} ({detail})" if detail else SENTENCES[cause])


class StorageRefused(StorageTrouble):
    """Nothing was stored, or nothing could be read."""


class StartOver(StorageRefused):
    """Nothing was stored, and the same write may well succeed now."""


class Unconfirmed(StorageTrouble):
    """The error came at COMMIT: the entry may or may not be stored. Ask the journal for its action id."""


_random = SystemRandom()


def started_over(write: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Decorate a function around one write: after StartOver it is called again from its beginning, for as
    long as somebody waits for it.
    """

    @wraps(write)
    def persistent(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        latest = time.monotonic() + LATEST_START
        for _ in range(TRIES - 1):
            try:
                return write(*args, **kwargs)
            except StartOver:
                if time.monotonic() > latest:
                    raise
                wait_a_moment()
        return write(*args, **kwargs)

    return persistent


def wait_a_moment() -> None:
    """Sleep for a short random time, so that two writers that collided do not collide again."""
    time.sleep(_random.uniform(0.02, 0.08))
