"""What a database that keeps the journal does: one file, or a server."""

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, exc

from companion.journal.neighbours import Neighbours
from companion.journal.trouble import StorageRefused
from companion.machine.disk import sync
from companion.records import Entry

Rows = Sequence[tuple[Any, ...]]


@dataclass(slots=True)
class Write:
    """One write; `added` is the latest entry that it adds to any log."""

    connection: Connection
    added: Entry | None = None

    def rows(self, statement: Executable) -> Rows:
        """All rows of a reading statement."""
        return plain(self.connection.execute(statement))


class Store(ABC):
    """A database that keeps the journal: one file, or a server. Everything here may raise StorageRefused."""

    FAILURES: tuple[type[BaseException], ...] = (
        exc.DBAPIError,
        UnicodeDecodeError,
        MemoryError,
    )
    OUR_FAULTS: tuple[type[BaseException], ...]
    """A broken constraint, or a value that no column takes."""

    name: str
    """The database's name and version."""
    place: str
    """Where it is, in words that may be printed."""
    neighbours: Neighbours | None = None
    """The other processes that write there; None where there is one alone."""
    engine: Engine

    def close(self) -> None:
        """Close every connection. Use reopens it."""
        self.engine.dispose()

    @abstractmethod
    def refusal(self, failure: BaseException) -> StorageRefused:
        """What a failure of the database means to us."""

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Failures of the database come out as StorageRefused. What is our fault passes."""
        try:
            yield
        except self.OUR_FAULTS:
            raise
        except self.FAILURES as failure:
            raise self.refusal(failure) from failure

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by; give it back soon."""
        with self.guarded(), self.engine.connect() as connection:
            yield connection

    def rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of one reading statement."""
        with self.reading() as connection:
            return plain(connection.execute(statement, values))

    @abstractmethod
    def writing(self, *games: str, opening: str = "") -> AbstractContextManager[Write]:
        """One write, committed when the block ends, rolled back when it raises. It waits for its turn in each
        of these games before it reads anything, and for that of an `opening`, for which there is no game yet.
        Raises Unconfirmed when COMMIT failed.
        """

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """All that is there at one moment, read for as long as it takes, while others write. Whoever reads
        does it `guarded`.
        """
        with self.guarded():
            connection = self.engine.connect()
        try:
            with self.guarded():
                self.begin_snapshot(connection)
            yield connection
        finally:
            self.give_up(connection)

    @abstractmethod
    def begin_snapshot(self, connection: Connection) -> None:
        """From now on this connection reads what is there at this moment."""

    def give_up(self, connection: Connection) -> None:
        """Roll back, and give the connection back, if it is worth anything."""
        try:
            connection.rollback()
        except self.FAILURES:
            connection.invalidate()
        connection.close()

    @abstractmethod
    def free_bytes(self) -> int | None:
        """How much more its disk takes; None where that cannot be known from here."""

    def waits(self) -> tuple[int, float]:
        """How often somebody had to wait for a connection so far, and how many seconds in all."""
        return 0, 0.0

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return ""

    @abstractmethod
    def forget(self, games: Collection[str]) -> None:
        """These have been removed on purpose: what is noted of them is not missing."""

    @abstractmethod
    def problems(self) -> Iterable[str]:
        """What needs fixing, a sentence each."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """A verified, durable snapshot, while others may write. FileExistsError if the target exists,
        StorageRefused if the copy cannot be made.
        """


def plain(rows: Iterable[Iterable[Any]]) -> Rows:
    """Rows without the connection that they came by."""
    return [tuple(row) for row in rows]


def original(failure: BaseException) -> BaseException:
    """What the driver raised."""
    return failure.orig if isinstance(failure, exc.DBAPIError) and failure.orig else failure


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Where a copy of the database is made, for its owner alone; at the end, when it is whole and safely on
    disk, it is the target. Raises FileExistsError if that exists, StorageRefused if the copy cannot be made.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists; a backup never replaces a file")
    copy = target.with_name(f"{target.name}.tmp")
    try:
        copy.unlink(missing_ok=True)
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield copy
        sync(copy)
        copy.rename(target)
        sync(target.parent)
    except OSError as failure:
        raise StorageRefused(
            "full" if failure.errno == errno.ENOSPC else "unreachable", str(failure)
        ) from failure
    finally:
        copy.unlink(missing_ok=True)
