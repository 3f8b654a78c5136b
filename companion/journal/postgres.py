"""The journal's database on a PostgreSQL server. With neighbours.py and migrations/on_a_server.py, the only
place that knows the database is PostgreSQL.
"""

import logging
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import psycopg
from psycopg import conninfo
from psycopg.abc import Buffer
from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import Connection, QueuePool, select
from sqlalchemy.engine import ExceptionContext

from companion.journal.neighbours import TABLES, Neighbours
from companion.journal.schema import CLERK, SPOKEN, games, metadata
from companion.journal.storage import SMALL, Store, Write, unfinished
from companion.journal.trouble import LATEST_START, Cause, StartOver, StorageRefused, Unconfirmed
from companion.journal.turnstile import Turnstile
from companion.machine.clocks import monotonic_now

OLDEST = 15
CONNECTIONS = 8  # of one process: each takes some MB of the server, and it gives away 100 in all
MIGRATIONS = 0x43484A31  # "CHJ1", the name of an advisory lock
BECOME = """SELECT set_config('role', rolname, false) FROM pg_roles
    WHERE rolname = %s AND pg_has_role(oid, 'MEMBER')"""

# A statement that takes longer, or a program that sleeps within a write, must not stop a table for others.
TIMEOUTS = {"statement_timeout": 5_000, "idle_in_transaction_session_timeout": 10_000}  # milliseconds
UNHURRIED = {"statement_timeout": 0, "lock_timeout": 60_000, "idle_in_transaction_session_timeout": 0}

# Defaults for what an address does not set. A server that is cut off says nothing, and no phone can wait the
# two hours until the system would notice.
HABITS: Mapping[str, str | int] = {
    "application_name": "counting-house",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",
}

SHOWN = ("host", "hostaddr", "port", "dbname", "user")  # of an address; a password is nobody's business

# https://www.postgresql.org/docs/15/errcodes-appendix.html: whole codes first, then their classes.
CODES: Mapping[str, Cause] = {
    "53100": "full",
    "53200": "memory",
    "25006": "read_only",
    "42501": "read_only",
    "55P03": "locked",
    "57014": "locked",
    "40001": "locked",
    "40P01": "locked",
    "25P03": "unreachable",
    "3D000": "unreachable",
    "08": "unreachable",
    "28": "unreachable",
    "53": "unreachable",
    "57": "unreachable",
    "58": "disk",
    "XX": "damaged",
}
SIZE = " + ".join(f"pg_total_relation_size('{table.name}')" for table in SPOKEN)
REWRITE = f"VACUUM (FULL) {', '.join(table.name for table in SPOKEN)}, pg_statistic"
# A row that somebody's snapshot still has is kept when its table is rewritten.
READERS = """SELECT 1 FROM gone, (
        SELECT backend_xmin AS oldest FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND (datname = current_database() OR datname IS NULL)
        UNION ALL SELECT xmin FROM pg_replication_slots
    ) AS readers
    WHERE cleared = 0 AND age(oldest) >= age(gone.xmin) LIMIT 1"""
CLASS = 2  # characters
READ_ONLY = "25006"
AGAIN = {"40001", "40P01"}
ENDING = ("08", "57P", "25P03")

WANTED = {
    "fsync": "it can lose confirmed entries when the machine stops",
    "full_page_writes": "it can be damaged when the machine stops",
    "synchronous_commit": "it can lose confirmed entries when the machine stops",
}
DUMP = ("pg_dump", "--format=custom", "--no-owner", "--no-unlogged-table-data")
READ = ("pg_restore", "--list")

# The code that meets a lost connection reports it, so the driver's own warnings are not printed.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


class _Text(StrDumperUnknown):
    """Text as the server accepts it. No text there has a NUL, so a text with one must equal none."""

    def dump(self, obj: str) -> Buffer | None:
        """Encode as UTF-8, with each NUL replaced."""
        return super().dump(obj.replace("\0", "\ufffd"))


class PostgresStore(Store):
    """One database of a server, migrated. `prepare` is called in the first write transaction, one process
    at a time. A write waits at most `patience` seconds for its turn. Raises StorageRefused where the database
    cannot be used.
    """

    def __init__(self, address: str, prepare: Callable[[Connection], str], patience: float) -> None:
        try:
            self.given: Mapping[str, Any] = conninfo.conninfo_to_dict(address)
        except psycopg.ProgrammingError:  # whose words may hold the password
            raise StorageRefused("unreachable", "the address cannot be read") from None
        told: dict[str, Any] = {part: self.given[part] for part in SHOWN if self.given.get(part)}
        self.place = f"PostgreSQL ({conninfo.make_conninfo(**told)})"
        self.patience = patience
        self._turnstile = Turnstile(CONNECTIONS)
        self._ahead = 0  # of our clock, in milliseconds
        self.engine = self.connecting(
            "postgresql+psycopg",
            self._connect,
            QueuePool,
            pool_size=CONNECTIONS,
            max_overflow=0,
            isolation_level="AUTOCOMMIT",
        )
        self.neighbours: Neighbours = Neighbours(self.rows, self.listening, self.now)
        try:
            self.name = f"PostgreSQL {self._settle(prepare)}"
        except BaseException:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Close every connection. Use reopens all but those to the neighbours."""
        self.neighbours.close()
        super().close()

    def now(self) -> int:
        """The server's time, in milliseconds since 1970, counted monotonically since its clock was read."""
        return monotonic_now() + self._ahead

    @contextmanager
    def listening(self, channel: str) -> Iterator[Callable[[float], Iterable[str]]]:
        """Listen to a channel on a connection of its own. The yielded function waits so many seconds for
        messages and returns as soon as one has come.
        """
        with closing(self._connect()) as connection:
            try:
                connection.execute(f"LISTEN {channel}".encode())
                yield lambda patience: [
                    notice.payload for notice in connection.notifies(timeout=patience, stop_after=1)
                ]
            except psycopg.Error as failure:
                raise self.refusal(failure) from failure

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Read everything as it is at one moment, with relaxed timeouts."""
        with self.reading(isolation_level="REPEATABLE READ", postgresql_readonly=True) as connection:
            _take_time(connection)
            yield connection

    @contextmanager
    def reading(self, **how: object) -> Iterator[Connection]:
        """Borrow a connection for reading; each statement commits by itself unless `how` says otherwise."""
        if not self._turnstile.enter(self.patience):
            raise StorageRefused("locked", f"all {CONNECTIONS} connections of this program are busy")
        try:
            with self.engine.connect() as connection:
                yield connection.execution_options(**how)
        finally:
            self._turnstile.leave()

    def waits(self) -> tuple[int, float]:
        """How often somebody had to wait for a connection so far, and how many seconds in all."""
        return self._turnstile.waits, self._turnstile.waited

    @contextmanager
    def writing(self, *several: str) -> Iterator[Write]:
        """Run from BEGIN to COMMIT, behind other writers of the same games. A writer waits for the game's row
        and reads in the next statement, because the one that waited shows the older state.
        """
        latest = time.monotonic() + LATEST_START
        with self.reading(isolation_level="READ COMMITTED") as connection:
            # Always in the same order, or two might wait for each other.
            for game in sorted(set(several)):
                connection.execute(select(games.c.id).filter_by(id=game).with_for_update(key_share=True))
            if several and time.monotonic() > latest:
                # The phone has sent its action again elsewhere meanwhile, and was told the result of that.
                raise StorageRefused("locked", "its turn came when nobody waited for it any more")
            yield Write(connection)
            _commit(connection)

    def failed(self, context: ExceptionContext) -> StorageRefused | None:
        """Drop connections to a server that takes no writes, like lost ones: another may take them now."""
        if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
            context.is_disconnect = True  # so the pool makes new ones
        return super().failed(context)

    def refusal(self, failure: BaseException) -> StorageRefused:
        """Translate the server's error code; StartOver if the write might succeed now, on another connection
        or after another writer.
        """
        detail = " ".join(str(failure).split()) or type(failure).__name__
        if isinstance(failure, MemoryError):
            return StorageRefused("memory", detail)
        # None where the server could not say anything.
        code: str | None = getattr(failure, "sqlstate", None)
        if code is None:
            is_lost = isinstance(failure, psycopg.OperationalError | psycopg.InterfaceError)
            return StartOver("unreachable", detail) if is_lost else StorageRefused("damaged", detail)
        kind = StartOver if code in AGAIN or code.startswith(ENDING) else StorageRefused
        return kind(CODES.get(code) or CODES.get(code[:CLASS], "damaged"), detail)

    def _connect(self) -> psycopg.Connection:
        """A connection that has no right to change an entry."""
        try:
            settings: Mapping[str, Any] = {**HABITS, **self.given}
            connection = psycopg.connect(**settings, autocommit=True)
            connection.adapters.register_dumper(str, _Text)
            for setting, value in {**TIMEOUTS, "lock_timeout": int(self.patience * 1000)}.items():
                connection.execute("SELECT set_config(%s, %s, false)", [setting, str(value)])
            connection.execute(BECOME, [CLERK])
        except psycopg.Error as failure:
            raise StorageRefused("unreachable", self.refusal(failure).detail) from failure
        return connection

    def _settle(self, prepare: Callable[[Connection], str]) -> str:
        """Check that the database is ours or empty and can be written, migrate it, and return the server's
        version. A second process waits until the first has migrated.
        """
        with self.writing() as write:
            connection = write.connection
            connection.exec_driver_sql("SET LOCAL ROLE none")
            _take_time(connection)
            version, number, encoding, read_only, now = connection.exec_driver_sql(
                "SELECT current_setting('server_version'), current_setting('server_version_num')::int, "
                "current_setting('server_encoding'), current_setting('transaction_read_only'), "
                "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            ).one()
            self._ahead = now - monotonic_now()
            if number < OLDEST * 10_000:
                raise StorageRefused("unsuited", f"PostgreSQL {version} is older than {OLDEST}")
            if encoding != "UTF8":
                raise StorageRefused("unsuited", f"its encoding is {encoding} instead of UTF8")
            if read_only == "on":
                raise StorageRefused("read_only", "a standby, or a database that takes no writes")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATIONS})")
            # Other programs' tables in the same schema do no harm, unless they have the names of ours.
            found = connection.exec_driver_sql(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
            ).scalars()
            here = {*metadata.tables, *TABLES, "alembic_version"}.intersection(found)
            if here and not {"alembic_version", "games", "entries"} <= here:
                raise StorageRefused("foreign", f"it has tables named {', '.join(sorted(here))}")
            prepare(connection)
            # What processes tell each other is not part of the journal, and has no migrations.
            for table, columns in TABLES.items():
                if table not in here:
                    connection.exec_driver_sql(f"CREATE UNLOGGED TABLE {table} ({columns})")
        self.engine.dispose()  # connections from before the role existed do not have it
        return str(version).partition(" ")[0]

    # Care

    def forget(self, games: Collection[str]) -> None:
        """Forget when the phones of these games were last heard from. No last entry is noted here: a server
        that was killed replays its log, or does not start.
        """
        self.neighbours.forget(games)

    def rewrite(self, *, large: bool) -> bool:
        """Let the server write all tables with names in them anew, and the samples that it once took of them.
        Nobody reads or writes them meanwhile. Its own log keeps what it has until it is used again.
        """
        with closing(self._connect()) as connection:
            try:
                (size,) = connection.execute(f"SELECT {SIZE}".encode()).fetchone() or (0,)
                if size > SMALL and not large:
                    return False
                if connection.execute(READERS).fetchone():
                    raise StorageRefused("locked", "somebody still reads what was deleted")
                connection.execute("RESET ROLE")  # only a table's owner may
                connection.execute("SET statement_timeout = 0")
                connection.execute(REWRITE.encode())
            except psycopg.Error as failure:
                raise self.refusal(failure) from failure
        return True

    def backup(self, target: Path) -> None:
        """Back up with the server's own program, and check that the copy can be read. The password is passed
        where no other user of the machine sees it.
        """
        for program in (DUMP[0], READ[0]):
            if not shutil.which(program):
                raise StorageRefused("programs", f"there is no {program}")
            # A program older than the server does not know all its features.
            if _generation(found := _ran(program, "--version")) < _generation(self.name):
                said = " ".join(found.split())
                raise StorageRefused("programs", f"{said} is older than the server's {self.name}")
        told = {part: value for part, value in self.given.items() if part != "password"}
        secret = {"PGPASSWORD": str(self.given["password"])} if self.given.get("password") else {}
        with unfinished(target) as copy:
            _ran(*DUMP, f"--dbname={conninfo.make_conninfo(**told)}", f"--file={copy}", **secret)
            _ran(*READ, str(copy))

    def problems(self) -> Iterator[str]:
        """What needs fixing, a sentence each."""
        with self.reading() as connection:
            for setting, fault in WANTED.items():
                if connection.exec_driver_sql(f"SHOW {setting}").scalar() == "off":
                    yield f"The setting {setting} of {self.place} is off: {fault}."
            if connection.exec_driver_sql("SELECT current_user").scalar() != CLERK:
                yield (
                    f"The program writes to {self.place} with the rights of its owner, who can drop the "
                    "triggers that keep entries as they are. docs/running.md says how it gets the role "
                    f"{CLERK}."
                )


def _commit(connection: Connection) -> None:
    """Commit. A live server that refuses has stored nothing; if the connection is lost, nobody knows whether
    it has, and this raises Unconfirmed.
    """
    if connection.invalidated or _status_of(connection) != TransactionStatus.INTRANS:
        # COMMIT would roll back without a word, or not arrive.
        raise StartOver("unreachable", "the transaction was lost before COMMIT")
    try:
        connection.commit()
    except StorageRefused as refused:
        if connection.invalidated:
            raise Unconfirmed(refused.cause, refused.detail) from refused
        raise


def _status_of(connection: Connection) -> TransactionStatus:
    driver = cast("psycopg.Connection", connection.connection.driver_connection)
    return driver.info.transaction_status


def _take_time(connection: Connection) -> None:
    """Relax the timeouts for this transaction, which reads or changes everything."""
    for setting, value in UNHURRIED.items():
        connection.exec_driver_sql(f"SET LOCAL {setting} = {value}")


def _generation(version: str) -> int:
    """The major number of a program's version text; 0 if it has none."""
    found = re.search(r"\d+", version)
    return int(found[0]) if found else 0


def _ran(*command: str, **variables: str) -> str:
    """Run one of the server's own programs and return its output. Raises StorageRefused if it fails."""
    ran = subprocess.run(  # noqa: S603 - the server's own programs
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise StorageRefused("unreachable", " ".join(ran.stderr.split()))
    return ran.stdout
