"""The journal's database as one SQLite file. With the last lines of two migrations, the only place that knows
the database is SQLite.
"""

import errno
import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, NullPool, QueuePool, select

from companion.journal import last_entry
from companion.journal.schema import entries, gone
from companion.journal.storage import SMALL, Rows, Store, Write, unfinished
from companion.journal.trouble import Cause, StorageRefused, Unconfirmed, wait_a_moment

APPLICATION_ID = 0x43484A31  # "CHJ1"
OLDEST = (3, 37, 0)  # the first SQLite with STRICT tables
NEARLY_NOTHING = 1_048_576  # bytes; with less left, a disk error means that the disk is full
LITTLE_SPACE = 200 * 1_048_576  # bytes
FIRST_WITH_LOG_RESET_FAULT = (3, 7, 0)
FIRST_WITHOUT = (3, 51, 3)
WITHDRAWN = (3, 52, 0)
SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a file, for those that belong to it."""

SETTINGS = {
    "synchronous": 2,  # FULL: anything less loses confirmed actions in a power cut
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "mmap_size": 0,
    "wal_autocheckpoint": 1000,
    "journal_size_limit": 16 * 1_048_576,
    "secure_delete": 1,
}

CODES: dict[int, Cause] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_NOMEM: "memory",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
    sqlite3.SQLITE_PERM: "unreachable",
    sqlite3.SQLITE_AUTH: "unreachable",
}


class SqliteStore(Store):
    """One file, opened and migrated. `prepare` is called in the first write transaction and returns the
    revision it left the tables at. A write waits at most `patience` seconds for its turn in this process, and
    as long for other programs. Raises StorageRefused where the file cannot be used.
    """

    name = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path, prepare: Callable[[Connection], str], patience: float) -> None:
        self.path = path.absolute()
        self.place = str(self.path)
        self.patience = patience
        # One lock for the file, not one per game: SQLite has a single writer whatever we do, and threads that
        # race for it sleep in its busy handler. It also covers the checkpoint that COMMIT may run, which
        # saves a single process from the bug by which a checkpoint during a write can lose entries (SQLite
        # before 3.51.3).
        self._turn = threading.Lock()
        if sqlite3.sqlite_version_info < OLDEST:
            raise StorageRefused("unsuited", f"SQLite {sqlite3.sqlite_version} is older than 3.37")
        self._touch()
        self._identity = self._present_identity()
        self.engine = self.connecting("sqlite", self._connect, QueuePool, pool_size=8, max_overflow=-1)
        self._frozen = self.connecting("sqlite", self._connect_frozen, NullPool)
        try:
            self._settle()
            with self.writing() as write:
                revision = prepare(write.connection)
                for mark, value in (("application_id", APPLICATION_ID), ("user_version", int(revision))):
                    if write.connection.exec_driver_sql(f"PRAGMA {mark}").scalar() != value:
                        write.connection.exec_driver_sql(f"PRAGMA {mark} = {value}")
            self._look_for_last()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection, checkpointing the write-ahead log into the file. Use reopens it."""
        with self._turn:
            super().close()

    def rows(self, statement: Executable, values: Any = None) -> Rows:  # noqa: ANN401 - as any store
        """All rows of one reading statement; also from a file that became read-only, while that is safe."""
        try:
            return super().rows(statement, values)
        except StorageRefused as refused:
            if refused.cause != "read_only" or self._pending_log():
                raise
        with self._frozen.connect() as connection:
            return connection.execute(statement, values).all()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Read everything as it is at the first statement."""
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self, *games: str) -> Iterator[Write]:  # noqa: ARG002 - one turn for all
        """Run from BEGIN IMMEDIATE to COMMIT, one write at a time."""
        if not self._turn.acquire(timeout=self.patience):
            raise StorageRefused("locked", "this program is still busy with earlier writes")
        try:
            if self._present_identity() != self._identity:
                # What is written to a deleted file is lost when this process ends.
                raise StorageRefused("unreachable", f"{self.path} was moved or replaced; start again")
            with self.engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield (write := Write(connection))
                self._commit(connection)
            if write.added:
                last_entry.note(self.path, write.added)
        finally:
            self._turn.release()

    def _commit(self, connection: Connection) -> None:
        try:
            connection.commit()
        except StorageRefused as refused:
            connection.invalidate()
            # What the failed write left in the caches of open connections cannot be trusted.
            self.engine.dispose()
            # A full disk fails before the commit frame is written, and a lock before any frame: these two are
            # certain. Every other error may come after it.
            code = getattr(refused.__cause__, "sqlite_errorcode", None)
            if code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY}:
                raise
            raise Unconfirmed(refused.cause, refused.detail) from refused

    def refusal(self, failure: BaseException) -> StorageRefused:
        """Translate SQLite's error code, with a look at the file and its disk."""
        detail = str(failure) or type(failure).__name__
        if isinstance(failure, MemoryError):
            return StorageRefused("memory", detail)
        code = getattr(failure, "sqlite_errorcode", None)
        cause = "damaged" if code is None else CODES.get(code & 0xFF, "damaged")
        if cause == "unreachable" and self._write_protected():
            cause = "read_only"
        if cause == "disk":
            with suppress(OSError):
                cause = "full" if self.free_bytes() < NEARLY_NOTHING else "disk"
        return StorageRefused(cause, detail)

    # Opening

    def _connect(self) -> sqlite3.Connection:
        # isolation_level None: we say BEGIN ourselves. The driver's own BEGIN is deferred, and then nearly
        # every write that meets another one fails at once, whatever the busy timeout.
        connection = sqlite3.connect(
            f"{self.path.as_uri()}?mode=rw",
            uri=True,
            timeout=self.patience,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for setting, value in SETTINGS.items():
                connection.execute(f"PRAGMA {setting} = {value}").close()
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect_frozen(self) -> sqlite3.Connection:
        """Reads the file as it is, without the side files that cannot be created in a read-only folder."""
        return sqlite3.connect(f"{self.path.as_uri()}?mode=ro&immutable=1", uri=True)

    def _touch(self) -> None:
        """Create a missing file, for its owner alone: it holds the hashes of the devices' tokens."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as failure:
            cause: Cause = "unreachable"
            if failure.errno in {errno.ENOSPC, errno.EDQUOT}:
                cause = "full"
            elif failure.errno == errno.EROFS or self._write_protected():
                cause = "read_only"
            raise StorageRefused(cause, str(failure)) from failure

    def _settle(self) -> None:
        """Before the first write: check that the file is ours and intact, and that the settings take."""
        with self.reading() as connection:
            # In one statement, or another program creating the same new file could come between.
            marks = "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id"
            application, objects = connection.exec_driver_sql(marks).one()
            if application != APPLICATION_ID and (application != 0 or objects != 0):
                raise StorageRefused("foreign", f"application id {application:#x}")
            fault = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if fault != "ok":
                raise StorageRefused("damaged", fault)
        self._write_ahead(time.monotonic() + self.patience)
        for setting, wanted, found in self._differing_settings():
            raise StorageRefused("unsuited", f"{setting} stays {found} instead of {wanted}")

    def _write_ahead(self, deadline: float) -> None:
        """Switch the file to WAL, which is a property of the file. Only for this, SQLite does not wait while
        another program holds the file, for example when two create it at once.
        """
        while True:
            try:
                with self.reading() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL").all()
            except StorageRefused as refused:
                if refused.cause != "locked" or time.monotonic() >= deadline:
                    raise
                wait_a_moment()
            else:
                return

    def _look_for_last(self) -> None:
        """Set the note of the last confirmed entry aside if the entry is missing: the log was lost then."""
        if noted := last_entry.noted(self.path):
            game, seq, chain = noted
            if self.rows(select(gone).filter_by(game=game)):  # the process ended before it could forget
                last_entry.forget(self.path)
            elif not self.rows(select(entries.c.seq).filter_by(game=game, seq=seq, chain=chain)):
                last_entry.set_aside(self.path)

    def _present_identity(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self.path.stat()
            return found.st_dev, found.st_ino
        return None

    def _pending_log(self) -> bool:
        log = self.path.with_name(f"{self.path.name}-wal")
        return log.exists() and log.stat().st_size > 0

    def _write_protected(self) -> bool:
        return any(
            place.exists() and not os.access(place, os.W_OK) for place in (self.path, self.path.parent)
        )

    # Care

    def free_bytes(self) -> int:
        """How many bytes its disk has left."""
        return shutil.disk_usage(self.path.parent).free

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return last_entry.missing(self.path)

    def forget(self, games: Collection[str]) -> None:
        """Clear what is noted of these games: it is not missing."""
        for name in (last_entry.LAST, last_entry.LOST):
            noted = last_entry.noted(self.path, name)
            if noted and noted[0] in games:
                last_entry.forget(self.path, name)

    def rewrite(self, *, large: bool) -> bool:
        """Let SQLite write the whole file anew, and empty the write-ahead log. Pages of a row that was moved
        once keep a copy of it, so that overwriting deleted rows (`secure_delete`) is not enough.
        """
        if not large and self.path.stat().st_size > SMALL:
            return False
        if not self._turn.acquire(timeout=self.patience):
            raise StorageRefused("locked", "this program is still busy with earlier writes")
        try:
            with self.reading() as connection:
                connection.exec_driver_sql("VACUUM")
                is_read = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
        finally:
            self._turn.release()
        if is_read:
            raise StorageRefused("locked", "somebody still reads what was deleted")
        return True

    def backup(self, target: Path) -> None:
        """Let SQLite copy the database, and check the copy before it gets its name."""
        with unfinished(target) as path:
            with self.reading() as source:
                source.exec_driver_sql("VACUUM INTO ?", (str(path),))
            made = self.connecting("sqlite", lambda: sqlite3.connect(path), NullPool)
            with made.connect() as copy:
                finding = copy.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
            if finding != "ok":
                raise StorageRefused("damaged", finding)

    def problems(self) -> Iterator[str]:
        """What needs fixing, a sentence each."""
        yield from version_problems(sqlite3.sqlite_version_info)
        for setting, wanted, found in self._differing_settings():
            yield f"The setting {setting} is {found}; it should be {wanted}."
        yield from (f"The database is damaged: {fault}. Restore a backup." for fault in self._damage())
        yield from filter(None, [self.missing()])
        if (free := self.free_bytes()) < LITTLE_SPACE:
            yield f"The disk has {free // 1_048_576} MB left."
        if os.name == "posix":
            if self.path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                yield f"Other users of this machine can open {self.path}: chmod 600 stops that."
            if self.path.parent.stat().st_mode & stat.S_IWOTH:
                folder = self.path.parent
                yield f"Every user of this machine can replace files in {folder}: chmod 700 stops that."

    def _differing_settings(self) -> list[tuple[str, object, object]]:
        """Each setting that did not take, with the wanted and the found value: it may be refused silently."""
        wanted = {**SETTINGS, "journal_mode": "wal"}
        with self.reading() as connection:
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
        return [
            (name, value, found[name]) for name, value in wanted.items() if found[name] not in {None, value}
        ]

    def _damage(self) -> list[str]:
        """What is wrong inside the file; some damage makes the search itself fail."""
        try:
            with self.reading() as connection:
                faults = connection.exec_driver_sql("PRAGMA quick_check(10)").scalars().all()
                if faults != ["ok"]:
                    return list(faults)
                strays = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
                return ["a row belongs to no game"] if strays else []
        except StorageRefused as refused:
            if refused.cause != "damaged":
                raise
            return [refused.detail]


def version_problems(version: tuple[int, int, int]) -> Iterator[str]:
    """A warning if this SQLite can lose entries when two programs write at once."""
    if FIRST_WITH_LOG_RESET_FAULT <= version < FIRST_WITHOUT or version == WITHDRAWN:
        written = ".".join(map(str, version))
        yield (
            f"SQLite {written} can lose entries when two programs write the database at the same moment; "
            "3.51.3 and later cannot (3.52.0 was withdrawn). Let only one program write."
        )


def has_evenings(path: Path) -> bool:
    """Whether a file of ours has any game; not a byte changes: opening a store would switch it to WAL."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    ours = f"SELECT 1 FROM games, pragma_application_id WHERE application_id = {APPLICATION_ID}"  # noqa: S608 - a number
    with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True)) as file:
        return file.execute(ours).fetchone() is not None
    return False
