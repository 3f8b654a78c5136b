"""What keeps an SQLite file healthy: a copy while the app runs, and a check for problems."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion.journal import last_entry
from companion.journal.copying import unfinished
from companion.journal.sqlite_file import (
    APPLICATION_ID,
    SqliteFile,
    differing_settings,
    driver_of,
    plain_rows,
)
from companion.journal.storage import StorageRefused

LITTLE_SPACE = 200 * 1_048_576  # bytes
FIRST_WITH_LOG_RESET_FAULT = (3, 7, 0)
FIRST_WITHOUT = (3, 51, 3)
WITHDRAWN = (3, 52, 0)
SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a file, for those that belong to it."""


class SqliteStore(SqliteFile):
    """The file, and all that is asked of a database."""

    neighbours = None

    @property
    def place(self) -> str:
        """The file's path."""
        return str(self.path)

    def free_bytes(self) -> int:
        """How much room its disk has."""
        return shutil.disk_usage(self.path.parent).free

    def waits(self) -> tuple[int, float]:
        """A file has as many connections as are asked for."""
        return 0, 0.0

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return last_entry.missing(self.path)

    def forget(self, games: Collection[str]) -> None:
        """These have been removed on purpose: what is noted of them is not missing."""
        noted = last_entry.noted(self.path)
        if noted and noted[0] in games:
            last_entry.forget(self.path)

    def backup(self, target: Path) -> None:
        """Copy a snapshot of the database, verified and durable before it gets its name. Raises
        FileExistsError if the target exists, StorageRefused if the copy cannot be made.
        """
        with unfinished(target) as copy, self.guarded():
            _copy(self, copy)

    def problems(self) -> Iterator[str]:
        """What needs fixing, a sentence each."""
        yield from version_problems(sqlite3.sqlite_version_info)
        with self.reading() as connection:
            for setting, wanted, found in differing_settings(connection):
                yield f"The setting {setting} is {found}; it should be {wanted}."
        yield from (f"The database is damaged: {fault}. Restore a backup." for fault in _damage(self))
        yield from filter(None, [self.missing()])
        if (free := self.free_bytes()) < LITTLE_SPACE:
            yield f"The disk has {free // 1_048_576} MB left."
        yield from _permission_problems(self.path)


def _damage(file: SqliteFile) -> tuple[str, ...]:
    """What is wrong inside the file; some damage makes the search itself fail."""
    try:
        with file.reading() as connection:
            faults = [str(fault) for (fault,) in plain_rows(connection, "PRAGMA quick_check(10)")]
            if faults != ["ok"]:
                return tuple(faults)
            strays = plain_rows(connection, "PRAGMA foreign_key_check")
            return ("a row belongs to no game",) if strays else ()
    except StorageRefused as refused:
        if refused.cause != "damaged":
            raise
        return (refused.detail,)


def version_problems(version: tuple[int, int, int]) -> Iterator[str]:
    """A warning if this SQLite can lose entries when two programs write at once."""
    if FIRST_WITH_LOG_RESET_FAULT <= version < FIRST_WITHOUT or version == WITHDRAWN:
        written = ".".join(map(str, version))
        yield (
            f"SQLite {written} can lose entries when two programs write the database at the same moment; "
            "3.51.3 and later cannot (3.52.0 was withdrawn). Let only one program write."
        )


def _permission_problems(path: Path) -> Iterator[str]:
    if os.name != "posix":
        return
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield f"Other users of this machine can open {path}: chmod 600 stops that."
    if path.parent.stat().st_mode & stat.S_IWOTH:
        yield f"Every user of this machine can replace files in {path.parent}: chmod 700 stops that."


def has_evenings(path: Path) -> bool:
    """Whether a file of ours has any game, as far as that is seen without changing a byte of it: one that is
    opened writes ahead from then on.
    """
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    ours = f"SELECT 1 FROM games, pragma_application_id WHERE application_id = {APPLICATION_ID}"  # noqa: S608 - a number
    with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True)) as file:
        return file.execute(ours).fetchone() is not None
    return False


def _copy(file: SqliteFile, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        with file.reading() as source:
            driver_of(source).backup(copy)
        # A copy in a single file can be read from read-only media.
        copy.execute("PRAGMA journal_mode = DELETE").close()
        (finding,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if finding != "ok":
            raise StorageRefused("damaged", finding)
