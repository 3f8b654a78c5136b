"""What a database that keeps the journal must be able to do, and which one does it."""

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import ClauseElement, Connection

from companion.journal import migrations
from companion.journal.neighbours import Neighbours
from companion.journal.sqlite_care import SqliteStore
from companion.journal.storage import Rows, Snapshot, StorageRefused, Transaction


class Store(Protocol):
    """A database that keeps the journal: one file, or a server. Everything here may raise StorageRefused."""

    @property
    def name(self) -> str:
        """The database's name and version."""

    @property
    def place(self) -> str:
        """Where it is, in words that may be printed."""

    @property
    def neighbours(self) -> Neighbours | None:
        """The other processes that write there; None where there is one alone."""

    def close(self) -> None:
        """Close every connection. Use reopens it."""

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows of one reading statement."""

    def writing(self, *games: str, opening: str = "") -> AbstractContextManager[Transaction]:
        """One write, committed when the block ends, rolled back when it raises. It waits for its turn in each
        of these games before it reads anything, and for that of an `opening`, for which there is no game yet.
        Raises Unconfirmed when COMMIT failed.
        """

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """All that is there at one moment, read for as long as it takes, while others write."""

    def free_bytes(self) -> int | None:
        """How much more its disk takes; None where that cannot be known from here."""

    def waits(self) -> tuple[int, float]:
        """How often somebody had to wait for a connection so far, and how many seconds in all."""

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""

    def forget(self, games: Collection[str]) -> None:
        """These have been removed on purpose: what is noted of them is not missing."""

    def problems(self) -> Iterable[str]:
        """What needs fixing, a sentence each."""

    def backup(self, target: Path) -> None:
        """A verified, durable snapshot, while others may write. FileExistsError if the target exists."""


def store_at(
    place: Path | str, patience: float, prepare: Callable[[Connection], str] = migrations.upgrade
) -> Store:
    """The file at this path, or the server at this address, ready for use: `prepare` brings its tables to
    the newest revision and returns that, in one write with all else that it does.
    """
    if isinstance(place, Path):
        return SqliteStore(place, prepare, patience)
    try:
        from companion.journal.postgres_care import PostgresStore  # noqa: PLC0415 - its driver is an extra
    except ImportError as missing:
        raise StorageRefused("unsuited", f"{missing}: pip install 'counting-house[postgres]'") from missing
    return PostgresStore(place, prepare, patience)
