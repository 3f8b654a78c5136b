"""What can go wrong when the journal stores, a word for each, the same for every database."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from types import MappingProxyType
from typing import Any, Literal, Protocol, get_args

from sqlalchemy import ClauseElement, Connection, Dialect, PoolProxiedConnection

Cause = Literal[
    "full", "read_only", "locked", "damaged", "disk", "memory", "unreachable", "newer", "foreign", "unsuited"
]
Rows = Sequence[tuple[Any, ...]]
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
        "foreign": "the file is no database of this program",
        "unsuited": "the database cannot be kept safely here",
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


class Unconfirmed(StorageTrouble):
    """The error came at COMMIT: the entry may or may not be stored. Ask the journal for its action id."""


class Reads(Protocol):
    """Runs a reading statement with its values."""

    def __call__(self, statement: ClauseElement, **values: object) -> Rows:
        """All its rows."""


class Transaction:
    """Statements on one connection; failures come out as StorageRefused."""

    def __init__(self, connection: Connection, guarded: Callable[[], AbstractContextManager[None]]) -> None:
        self.connection = connection
        self._guarded = guarded

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows at once, so that no cursor outlives the call."""
        with self._guarded():
            return all_rows(self.connection.connection, self.connection.dialect, statement, values)

    def run(self, statement: ClauseElement, values: Sequence[Mapping[str, object]]) -> None:
        """Change rows, once for each of the values."""
        sql, constants = _written(statement, self.connection.dialect)
        with self._guarded(), closing(self.connection.connection.cursor()) as cursor:
            cursor.executemany(sql, [{**constants, **row} for row in values])


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
