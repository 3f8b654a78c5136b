"""The journal's database as one SQLite file: how it is opened, read, written and locked. With sqlite_care.py
and the last lines of a migration, the only place that knows the database is SQLite.
"""

import errno
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import cast

from sqlalchemy import ClauseElement, Connection, Engine, NullPool, QueuePool, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.journal import last_entry, statements
from companion.journal.storage import (
    Cause,
    Rows,
    Snapshot,
    StorageRefused,
    Transaction,
    Unconfirmed,
    all_rows,
    wait_a_moment,
)

APPLICATION_ID = 0x43484A31  # "CHJ1"
TRIES = 3
OLDEST = (3, 37, 0)  # the first SQLite with STRICT tables
NEARLY_NOTHING = 1_048_576  # bytes; with less left, a disk error means that the disk is full

SETTINGS = {
    "synchronous": 2,  # FULL: anything less loses confirmed actions in a power cut
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "mmap_size": 0,
    "wal_autocheckpoint": 1000,
    "journal_size_limit": 16 * 1_048_576,
}

# The driver has been seen to report a damaged file as undecodable text, and memory running out as
# MemoryError.
FAILURES = (DBAPIError, sqlite3.Error, UnicodeDecodeError, MemoryError)

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


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The sqlite3 connection that SQLAlchemy wraps."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def plain_rows(connection: Connection, statement: str) -> Rows:
    """The rows of a statement in plain SQL, for what SQLAlchemy cannot express."""
    return [tuple(row) for row in connection.exec_driver_sql(statement)]


class SqliteFile:
    """One file, opened and migrated. `prepare` is called in the first write transaction and returns the
    revision it left the tables at. A write waits at most `patience` seconds for its turn, behind this process
    and others together. Raises StorageRefused where the file cannot be used.
    """

    name = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path, prepare: Callable[[Connection], str], patience: float) -> None:
        self.path = path.absolute()
        self.patience = patience
        # One lock for the file, not one per game: SQLite has a single writer whatever we do, and threads that
        # race for it sleep in its busy handler. 16 threads on 8 games made 1,200 to 1,330 writes a second
        # with a lock per game, the slowest in 0.6 to 1.1 s; with this one 1,480 to 1,560, in 0.26 s. It also
        # covers the checkpoint that COMMIT may run, which saves a single process from the bug by which a
        # checkpoint during a write can lose entries (SQLite before 3.51.3).
        self._turn = threading.Lock()
        self._note = last_entry.Note(self.path)
        if sqlite3.sqlite_version_info < OLDEST:
            raise StorageRefused("unsuited", f"SQLite {sqlite3.sqlite_version} is older than 3.37")
        self._touch()
        self._identity = self._present_identity()
        self._engine = create_engine(
            "sqlite://",
            creator=self._connect,
            paramstyle="named",
            poolclass=QueuePool,
            pool_size=8,
            max_overflow=-1,
        )
        try:
            self._settle()
            with self.writing() as transaction, self.guarded():
                revision = prepare(transaction.connection)
                _sign(transaction.connection, application_id=APPLICATION_ID, user_version=int(revision))
            self._look_for_last()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection, checkpointing the write-ahead log into the file. Use reopens it."""
        with self._turn:
            self._engine.dispose()
            self._note.close()

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows of one reading statement; also from a file that became read-only, while that is safe."""
        try:
            return self._rows(self._engine, statement, values)
        except StorageRefused as refused:
            if refused.cause != "read_only" or self._pending_log():
                raise
        return self._rows(self._frozen(), statement, values)

    def _rows(self, engine: Engine, statement: ClauseElement, values: Mapping[str, object]) -> Rows:
        with self.guarded(), closing(engine.raw_connection()) as connection:
            return all_rows(connection, engine.dialect, statement, values)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for what rows() cannot do; give it back soon."""
        with self.guarded(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """All that the file has now, read for as long as it takes, while others write."""
        with self.guarded():
            connection = self._engine.connect()
        try:
            with self.guarded():
                connection.exec_driver_sql("BEGIN")
            yield Snapshot(connection, self.guarded, connection.connection.cursor)
        finally:
            _give_up(connection)

    @contextmanager
    def writing(self, *games: str, opening: str = "") -> Iterator[Transaction]:  # noqa: ARG002 - one turn for all
        """BEGIN IMMEDIATE to COMMIT, one at a time. An exception inside rolls back and passes.
        Raises StorageRefused when nothing was stored and Unconfirmed when COMMIT failed.
        """
        deadline = time.monotonic() + self.patience
        if not self._turn.acquire(timeout=self.patience):
            raise StorageRefused("locked", "this program is still busy with earlier writes")
        try:
            if self._present_identity() != self._identity:
                # What is written to a deleted file is lost when this process ends.
                raise StorageRefused("unreachable", f"{self.path} was moved or replaced; start again")
            with self.guarded():
                connection = self._engine.connect()
            try:
                self._begin(connection, deadline)
                transaction = Transaction(connection, self.guarded)
                yield transaction
            except BaseException:
                _give_up(connection)
                raise
            self._commit(connection)
            if transaction.added:
                self._note.keep(transaction.added)
        finally:
            self._turn.release()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Database failures come out as StorageRefused. A broken constraint is our bug and passes."""
        try:
            yield
        except (IntegrityError, sqlite3.IntegrityError):
            raise
        except FAILURES as failure:
            raise StorageRefused(self._cause(failure), _detail(failure)) from failure

    def _begin(self, connection: Connection, deadline: float) -> None:
        for attempt in range(1, TRIES + 1):
            try:
                with self.guarded():
                    self._begin_once(connection, deadline)
            except StorageRefused as refused:
                if refused.cause != "locked" or attempt == TRIES or time.monotonic() >= deadline:
                    raise
                wait_a_moment()
            else:
                return

    def _begin_once(self, connection: Connection, deadline: float) -> None:
        """The time spent waiting within this process is deducted from the time to wait for others."""
        driver = driver_of(connection)
        left = max(0, int((deadline - time.monotonic()) * 1000))
        driver.execute(f"PRAGMA busy_timeout = {left}").close()
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            driver.execute(f"PRAGMA busy_timeout = {int(self.patience * 1000)}").close()

    def _commit(self, connection: Connection) -> None:
        try:
            connection.commit()
        except FAILURES as failure:
            cause = self._cause(failure)
            connection.invalidate()
            # What the failed write left in the caches of open connections cannot be trusted.
            self._engine.dispose()
            # A full disk fails before the commit frame is written, and a lock before any frame: these two are
            # certain. Every other error may come after it.
            code = getattr(_original(failure), "sqlite_errorcode", None)
            certain = code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY}
            raise (StorageRefused if certain else Unconfirmed)(cause, _detail(failure)) from failure
        finally:
            connection.close()

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

    def _touch(self) -> None:
        """Create a missing file, for its owner alone: it holds the hashes of the devices' tokens."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as failure:
            causes: dict[int | None, Cause] = {
                errno.EROFS: "read_only",
                errno.ENOSPC: "full",
                errno.EDQUOT: "full",
            }
            cause = causes.get(failure.errno, "unreachable")
            if self._write_protected():
                cause = "read_only"
            raise StorageRefused(cause, str(failure)) from failure

    def _settle(self) -> None:
        """Before the first write: check that the file is ours and intact, and that the settings take."""
        with self.reading() as connection:
            # In one statement, or another program creating the same new file could come between.
            marks = "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id"
            application, objects = plain_rows(connection, marks)[0]
            if application != APPLICATION_ID and (application != 0 or objects != 0):
                raise StorageRefused("foreign", f"application id {application:#x}")
            faults = plain_rows(connection, "PRAGMA quick_check(1)")
            if faults[0][0] != "ok":
                raise StorageRefused("damaged", str(faults[0][0]))
        self._write_ahead()
        with self.reading() as connection:
            for setting, wanted, found in differing_settings(connection):
                raise StorageRefused("unsuited", f"{setting} stays {found} instead of {wanted}")

    def _look_for_last(self) -> None:
        """Whether the entry that was confirmed last is there: it is not if the write-ahead log was lost."""
        if noted := last_entry.noted(self.path):
            game, seq, chain = noted
            if not self.rows(statements.STORED, game=game, seq=seq, chain=chain):
                last_entry.set_aside(self.path)

    def _write_ahead(self) -> None:
        """WAL is a property of the file. Two programs that open a new file at once meet here, and SQLite then
        reports "locked" without waiting.
        """
        deadline = time.monotonic() + self.patience
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

    def _frozen(self) -> Engine:
        """Reads the file as it is, without the side files that cannot be created in a read-only folder."""
        address = f"{self.path.as_uri()}?mode=ro&immutable=1"
        return create_engine(
            "sqlite://",
            creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False),
            paramstyle="named",
            poolclass=NullPool,
        )

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

    def _cause(self, failure: BaseException) -> Cause:
        original = _original(failure)
        if isinstance(original, MemoryError):
            return "memory"
        code = getattr(original, "sqlite_errorcode", None)
        cause = "damaged" if code is None else CODES.get(code & 0xFF, "damaged")
        if cause == "unreachable" and self._write_protected():
            return "read_only"
        if cause == "disk":
            with suppress(OSError):
                return "full" if shutil.disk_usage(self.path.parent).free < NEARLY_NOTHING else "disk"
        return cause


def differing_settings(connection: Connection) -> tuple[tuple[str, object, object], ...]:
    """Each setting that did not take: what was wanted and what is. A file system may refuse silently."""
    wanted = {**SETTINGS, "journal_mode": "wal"}
    found = {setting: plain_rows(connection, f"PRAGMA {setting}") for setting in wanted}
    return tuple(
        (setting, wanted[setting], rows[0][0])
        for setting, rows in found.items()
        if rows and rows[0][0] != wanted[setting]
    )


def _sign(connection: Connection, **marks: int) -> None:
    """Write the file's application id and version, if they are not there yet."""
    for mark, value in marks.items():
        if plain_rows(connection, f"PRAGMA {mark}")[0][0] != value:
            connection.exec_driver_sql(f"PRAGMA {mark} = {value}")


def _give_up(connection: Connection) -> None:
    try:
        connection.rollback()
    except FAILURES:
        connection.invalidate()
    connection.close()


def _original(failure: BaseException) -> BaseException:
    return failure.orig if isinstance(failure, DBAPIError) and failure.orig else failure


def _detail(failure: BaseException) -> str:
    return str(_original(failure)) or type(failure).__name__
