"""What a database that keeps the journal does: one file, or a server."""

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Pool,
    Table,
    create_engine,
    delete,
    event,
    insert,
    update,
)
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from companion.journal.neighbours import Neighbours
from companion.journal.trouble import StorageRefused, started_over
from companion.machine.disk import sync
from companion.records import Entry

SMALL = 32 * 1_048_576
"""How many bytes a database may have to be rewritten while people play: within a second or two."""
Rows = Sequence[Any]  # as SQLAlchemy makes them: like tuples, of any types
Kind = TypeVar("Kind")


class Reader(ABC):
    """Whatever statements are read with: the journal, or one write in it."""

    @abstractmethod
    def rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of a reading statement."""

    def all(
        self, kind: type[Kind], statement: Executable, values: Mapping[str, object] | None = None
    ) -> tuple[Kind, ...]:
        """All rows as records."""
        return tuple(kind(*row) for row in self.rows(statement, values))

    def first(self, kind: type[Kind], statement: Executable) -> Kind | None:
        """The first row as a record; None if there is none."""
        return next(iter(self.all(kind, statement)), None)

    def column(self, statement: Executable) -> tuple[Any, ...]:
        """The first value of every row."""
        return tuple(row[0] for row in self.rows(statement))


@dataclass(slots=True)
class Write(Reader):
    """One write; `added` is the latest entry that it adds to any log."""

    connection: Connection
    added: Entry | None = None

    def rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of a reading statement, as this write has changed them."""
        return self.connection.execute(statement, values).all()

    def add(self, table: Table, *rows: Mapping[str, object]) -> None:
        """Store these rows."""
        if rows:
            self.connection.execute(insert(table), rows)

    def put(self, table: Table, **row: object) -> None:
        """Store this row, replacing the one with the same key, if any."""
        key = [column == row[column.name] for column in table.primary_key]
        if not self.connection.execute(update(table).where(*key).values(row)).rowcount:
            self.add(table, row)

    def drop(self, table: Table, *which: ColumnElement[bool], **values: object) -> None:
        """Remove the rows of which this is true and that have these values."""
        self.connection.execute(delete(table).where(*which).filter_by(**values))


class Store(ABC):
    """A database that keeps the journal: one file, or a server. Everything here may raise StorageRefused."""

    name: str
    """The database's name and version."""
    place: str
    """Where the database is, safe to print."""
    patience: float
    """How many seconds a write waits for its turn."""
    neighbours: Neighbours | None = None
    """The other processes that write there; None where there is one alone."""
    engine: Engine

    def connecting(self, dialect: str, connect: Callable[[], Any], pool: type[Pool], **how: Any) -> Engine:  # noqa: ANN401 - as SQLAlchemy
        """An engine whose failures come out as StorageRefused."""
        engine = create_engine(f"{dialect}://", creator=connect, poolclass=pool, **how)
        event.listen(engine, "handle_error", self.failed)
        return engine

    def failed(self, context: ExceptionContext) -> StorageRefused | None:
        """The error to raise in place of a failure; None to raise the failure itself."""
        told, failure = context.sqlalchemy_exception, context.original_exception
        # A broken constraint, or a value that no column takes, is our fault.
        if isinstance(told, IntegrityError | DataError):
            return None
        # A driver has been seen to report a damaged file as undecodable text, and memory running out as
        # MemoryError.
        if isinstance(told, DBAPIError) or isinstance(failure, UnicodeDecodeError | MemoryError):
            refused = self.refusal(failure)
            refused.place = self.place
            return refused
        return None

    def close(self) -> None:
        """Close every connection. Use reopens it."""
        self.engine.dispose()

    @abstractmethod
    def refusal(self, failure: BaseException) -> StorageRefused:
        """Translate a failure of the database."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Borrow a connection for reading; give it back soon."""
        with self.engine.connect() as connection:
            yield connection

    @started_over
    def rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of one reading statement."""
        with self.reading() as connection:
            return connection.execute(statement, values).all()

    @abstractmethod
    def writing(self, *games: str) -> AbstractContextManager[Write]:
        """One write, committed when the block ends, rolled back when it raises. It waits for its turn in each
        of these games before it reads anything. Raises Unconfirmed when COMMIT failed.
        """

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Connection]:
        """Read everything as it is at one moment, for as long as it takes, while others write."""

    def free_bytes(self) -> int | None:
        """How many bytes its disk has left; None if that cannot be known from here, as of a server."""
        return None

    def waits(self) -> tuple[int, float]:
        """How often somebody had to wait for a connection so far, and how many seconds in all."""
        return 0, 0.0

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return ""

    @abstractmethod
    def forget(self, games: Collection[str]) -> None:
        """Forget games that were removed on purpose: what is noted of them is not missing."""

    @abstractmethod
    def rewrite(self, *, large: bool) -> bool:
        """Write all tables anew, so that no trace of a deleted row is left in their files. False if the
        database is so large that others would wait long, unless `large`. Raises StorageRefused while somebody
        still reads the older state.
        """

    @abstractmethod
    def problems(self) -> Iterable[str]:
        """What needs fixing, a sentence each."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """A verified, durable snapshot, while others may write. FileExistsError if the target exists,
        StorageRefused if the copy cannot be made.
        """


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """A temporary path for a copy of the database, for its owner alone. When the block ends, the copy is
    synced and renamed to the target. Raises FileExistsError if the target exists, StorageRefused if the copy
    cannot be made.
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
