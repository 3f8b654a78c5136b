"""What can go wrong when the journal stores, a word for each, the same for every database."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import wraps
from secrets import SystemRandom
from types import MappingProxyType
from typing import Any, Literal, ParamSpec, Protocol, TypeVar, get_args

from sqlalchemy import ClauseElement, Connection, Dialect, PoolProxiedConnection
from sqlalchemy.engine.interfaces import DBAPICursor

from companion.journal import statements
from companion.journal.schema import entries
from companion.records import Entry, NewGlance

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
Rows = Sequence[tuple[Any, ...]]
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
TRIES = 5
# A phone that has waited so long sends its action again, maybe to another machine, and is told what comes of
# that: the first one must not begin after it.
LATEST_START = 6.0  # seconds
AT_ONCE = 200  # rows that are in memory while all of them are read
CAUSES: tuple[Cause, ...] = get_args(Cause)

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
    """Storing failed. `cause` is one of CAUSES, `detail` the database's own message."""

    def __init__(self, cause: Cause, detail: str = "") -> None:
        self.cause: Cause = cause
        self.detail = detail
        super().__init__(f"{SENTENCES[cause]} ({detail})" if detail else SENTENCES[cause])


class StorageRefused(StorageTrouble):
    """Nothing was stored, or nothing could be read."""


class StartOver(StorageRefused):
    """Nothing was stored, and the same write may well succeed now."""


class Unconfirmed(StorageTrouble):
    """The error came at COMMIT: the entry may or may not be stored. Ask the journal for its action id."""


_random = SystemRandom()


def started_over(write: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """A function around one write, called again from its beginning where the database asks for that, for as
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
    """So that two who got in each other's way do not meet again."""
    time.sleep(_random.uniform(0.02, 0.08))


class Reads(Protocol):
    """Runs a reading statement with its values."""

    def __call__(self, statement: ClauseElement, **values: object) -> Rows:
        """All its rows."""


class Transaction:
    """Statements on one connection; failures come out as StorageRefused. `added` is the latest entry that it
    adds to any log.
    """

    def __init__(self, connection: Connection, guarded: Callable[[], AbstractContextManager[None]]) -> None:
        self.connection = connection
        self.added: Entry | None = None
        self._guarded = guarded

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows at once, so that no cursor outlives the call."""
        with self._guarded():
            return all_rows(self.connection.connection, self.connection.dialect, statement, values)

    def add(self, new: Sequence[Entry]) -> None:
        """Add entries to a log, in order."""
        self.run(statements.ADD[entries], [row_of(entry) for entry in new])
        self.added = new[-1]

    def run(self, statement: ClauseElement, values: Sequence[Mapping[str, object]]) -> None:
        """Change rows, once for each of the values."""
        sql, constants = _written(statement, self.connection.dialect)
        rows = [{**constants, **row} for row in values]
        with self._guarded(), closing(self.connection.connection.cursor()) as cursor:
            if len(rows) == 1:  # which costs a server less than many
                cursor.execute(sql, rows[0])
            else:
                cursor.executemany(sql, rows)


class Snapshot:
    """A database as it is at one moment, however long it is read; failures come out as StorageRefused, which
    is kept in `refused`: whoever reads one database into another can tell which of them it is about. `cursor`
    opens one that leaves in the database what was not fetched yet.
    """

    def __init__(
        self,
        connection: Connection,
        guarded: Callable[[], AbstractContextManager[None]],
        cursor: Callable[[], DBAPICursor],
    ) -> None:
        self.refused: StorageRefused | None = None
        self._connection = connection
        self._guarded = guarded
        self._cursor = cursor

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows of a reading statement."""
        with self._remembered():
            return all_rows(self._connection.connection, self._connection.dialect, statement, values)

    def batches(self, statement: ClauseElement) -> Iterator[Rows]:
        """All rows of a reading statement, a few at a time."""
        sql, constants = _written(statement, self._connection.dialect)
        with self._remembered(), closing(self._cursor()) as cursor:
            cursor.execute(sql, constants)
            while rows := cursor.fetchmany(AT_ONCE):
                yield rows

    def refuse(self, cause: Cause, detail: str) -> StorageRefused:
        """To be raised where what was read cannot be."""
        self.refused = StorageRefused(cause, detail)
        return self.refused

    @contextmanager
    def _remembered(self) -> Iterator[None]:
        try:
            with self._guarded():
                yield
        except StorageRefused as refused:
            self.refused = refused
            raise


def row_of(record: Entry | NewGlance) -> dict[str, object]:
    """A record as the row that it is; with every action, so in less time than asdict."""
    return {name: getattr(record, name) for name in record.__slots__}


def all_rows(
    connection: PoolProxiedConnection,
    dialect: Dialect,
    statement: ClauseElement,
    values: Mapping[str, object],
) -> Rows:
    """The rows of a statement as plain tuples."""
    sql, constants = _written(statement, dialect)
    with closing(connection.cursor()) as cursor:
        cursor.execute(sql, {**constants, **values})
        return cursor.fetchall()


_statements: dict[tuple[ClauseElement, str], tuple[str, Mapping[str, object]]] = {}


def _written(statement: ClauseElement, dialect: Dialect) -> tuple[str, Mapping[str, object]]:
    """A statement compiled for this dialect, and its constants by name; there are a few dozen, each compiled
    once. The driver gets it directly: running it through SQLAlchemy costs several times what the database
    takes.
    """
    known = statement, dialect.name
    if known not in _statements:
        written = statement.compile(dialect=dialect)
        constants = {name: value for name, value in written.params.items() if value is not None}
        _statements[known] = str(written), constants
    return _statements[known]
