"""What keeps an SQLite file healthy: a copy while the app runs, and a check for problems."""

import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.journal.sqlite_file import SqliteFile, differing_settings, driver_of, plain_rows
from companion.journal.storage import StorageRefused
from companion.machine.disk import sync

LITTLE_SPACE = 200 * 1_048_576  # bytes
FIRST_WITH_LOG_RESET_FAULT = (3, 7, 0)
FIRST_WITHOUT = (3, 51, 3)
WITHDRAWN = (3, 52, 0)


def backup(file: SqliteFile, target: Path) -> None:
    """Copy a snapshot of the database, verified and durable before it gets its name. Raises FileExistsError
    if the target exists, StorageRefused if the copy cannot be made.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists; a backup never replaces a file")
    unfinished = target.with_name(f"{target.name}.tmp")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with file.guarded():
            _copy(file, unfinished)
        sync(unfinished)
        unfinished.rename(target)
        sync(target.parent)
    except OSError as failure:
        raise StorageRefused(
            "full" if failure.errno == errno.ENOSPC else "unreachable", str(failure)
        ) from failure
    finally:
        unfinished.unlink(missing_ok=True)


def problems(file: SqliteFile) -> Iterator[str]:
    """What needs fixing, a sentence each."""
    yield from version_problems(sqlite3.sqlite_version_info)
    with file.reading() as connection:
        for setting, wanted, found in differing_settings(connection):
            yield f"The setting {setting} is {found}; it should be {wanted}."
        for (fault,) in plain_rows(connection, "PRAGMA quick_check(10)"):
            if fault != "ok":
                yield f"The database is damaged: {fault}. Restore a backup."
        for _ in plain_rows(connection, "PRAGMA foreign_key_check"):
            yield "The database is damaged: a row belongs to no game. Restore a backup."
            break
    free = shutil.disk_usage(file.path.parent).free
    if free < LITTLE_SPACE:
        yield f"The disk has {free // 1_048_576} MB left."
    yield from _permission_problems(file.path)


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


def _copy(file: SqliteFile, unfinished: Path) -> None:
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
        with file.reading() as source:
            driver_of(source).backup(copy)
        # A copy in a single file can be read from read-only media.
        copy.execute("PRAGMA journal_mode = DELETE").close()
        (finding,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if finding != "ok":
            raise StorageRefused("damaged", finding)
