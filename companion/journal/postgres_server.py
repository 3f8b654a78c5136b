"""The journal's database on a PostgreSQL server: how it is reached, read, written and locked. With
the other postgres_ modules, neighbours.py and migrations/on_a_server.py, the only place that knows the
database is PostgreSQL.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import cast

import psycopg
from psycopg import conninfo
from psycopg.abc import Buffer
from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import (
    BigInteger,
    ClauseElement,
    Connection,
    PoolProxiedConnection,
    QueuePool,
    bindparam,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.journal import statements
from companion.journal.codes import digest
from companion.journal.neighbours import TABLES
from companion.journal.postgres_errors import (
    FAILURES,
    OUR_FAULT,
    cause_of,
    detail_of,
    is_useless,
    may_start_over,
)
from companion.journal.schema import CLERK, metadata
from companion.journal.storage import (
    LATEST_START,
    Rows,
    Snapshot,
    StartOver,
    StorageRefused,
    Transaction,
    Unconfirmed,
    all_rows,
)
from companion.journal.turnstile import Turnstile
from companion.machine.clocks import monotonic_now

OLDEST = 15
CONNECTIONS = 8  # of one process: each takes some MB of the server, and it gives away 100 in all
MIGRATIONS = 0x43484A31  # "CHJ1", the name of an advisory lock
NUMBERED = 15  # hexadecimal digits, which a lock's number holds
OPENING_TURN = select(func.pg_advisory_xact_lock(bindparam("number", type_=BigInteger())))
BECOME = """SELECT set_config('role', rolname, false) FROM pg_roles
    WHERE rolname = %s AND pg_has_role(oid, 'MEMBER')"""

# A statement that takes longer, or a program that sleeps within a write, must not stop a table for others.
TIMEOUTS = {"statement_timeout": 5_000, "idle_in_transaction_session_timeout": 10_000}  # milliseconds
UNHURRIED = {"statement_timeout": 0, "lock_timeout": 60_000, "idle_in_transaction_session_timeout": 0}

# What an address says stands; these are for one that does not say it. A server that is cut off says nothing,
# and no phone waits for the two hours after which the system would notice.
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

# Whoever meets a lost connection says so; without a log nobody reads the driver's own words about it.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


class _Text(StrDumperUnknown):
    """Text as the server takes it. No text there has a NUL, so one that has equals none."""

    def dump(self, obj: str) -> Buffer | None:
        """As UTF-8."""
        return super().dump(obj.replace("\0", "\ufffd"))


class PostgresServer:
    """One database of a server, migrated. `prepare` is called in the first write transaction, one process
    at a time. A write waits at most `patience` seconds for its turn. Raises StorageRefused where the database
    cannot be used.
    """

    def __init__(self, address: str, prepare: Callable[[Connection], str], patience: float) -> None:
        self.given = _parts(address)
        self._patience = patience
        self._engine = create_engine(
            "postgresql+psycopg://",
            creator=self._connect,
            poolclass=QueuePool,
            pool_size=CONNECTIONS,
            max_overflow=0,
        )
        self._turnstile = Turnstile(CONNECTIONS)
        self._restarts = 0  # of the server, or what seemed one
        self._ahead = 0  # of our clock, in milliseconds
        event.listen(self._engine, "connect", self._mark)
        event.listen(self._engine, "checkout", self._check_mark)
        try:
            self._version = self._settle(prepare)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def name(self) -> str:
        """The server's name and version."""
        return f"PostgreSQL {self._version}"

    @property
    def place(self) -> str:
        """Its address, without any password."""
        told = {part: self.given[part] for part in SHOWN if self.given.get(part)}
        # Its values are those of an address as psycopg itself reads it, of which its types know nothing.
        return f"PostgreSQL ({conninfo.make_conninfo(**told)})"  # type: ignore[arg-type] # see above

    def waits(self) -> tuple[int, float]:
        """How often somebody had to wait for a connection so far, and how many seconds in all."""
        return self._turnstile.waits, self._turnstile.waited

    def close(self) -> None:
        """Close every connection. Use reopens it."""
        self._engine.dispose()

    def now(self) -> int:
        """The server's time, in milliseconds since 1970, from one look at its clock: it only runs on."""
        return monotonic_now() + self._ahead

    @contextmanager
    def listening(self, channel: str) -> Iterator[Callable[[float], Iterable[str]]]:
        """A connection of its own for what others say on a channel: what comes within so many seconds, at
        once if anything does.
        """
        with self.guarded(), closing(self._connect()) as connection:
            connection.execute(f"LISTEN {channel}".encode())
            yield lambda patience: [
                notice.payload for notice in connection.notifies(timeout=patience, stop_after=1)
            ]

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows of one reading statement; asked once more where a connection was found to be lost."""
        try:
            return self._rows(statement, values)
        except StartOver:
            return self._rows(statement, values)

    def _rows(self, statement: ClauseElement, values: Mapping[str, object]) -> Rows:
        with self._inside(), self.guarded():
            connection = self._engine.raw_connection()
            try:
                return all_rows(connection, self._engine.dialect, statement, values)
            finally:
                _give_back(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for what rows() cannot do; give it back soon."""
        with self._inside(), self.guarded(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """All that the database has now, read for as long as it takes, while others write."""
        with self._inside():
            with self.guarded():
                connection = self._engine.connect()
            try:
                with self.guarded():
                    connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    _take_time(connection)
                yield Snapshot(connection, self.guarded, lambda: connection.connection.cursor("snapshot"))
            finally:
                self._give_up(connection)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """One of the connections is ours."""
        if not self._turnstile.enter(self._patience):
            raise StorageRefused("locked", f"all {CONNECTIONS} connections of this program are busy")
        try:
            yield
        finally:
            self._turnstile.leave()

    @contextmanager
    def writing(self, *games: str, opening: str = "") -> Iterator[Transaction]:
        """BEGIN to COMMIT, behind other writers of the same games. An exception inside rolls back and passes.
        Raises StorageRefused when nothing was stored, which includes a turn that comes too late, and
        Unconfirmed when COMMIT failed.
        """
        latest = time.monotonic() + LATEST_START
        with self._inside():
            with self.guarded():
                connection = self._engine.connect()
            try:
                with self.guarded():
                    connection.exec_driver_sql("BEGIN")
                transaction = Transaction(connection, self.guarded)
                _take_turns(transaction, games, opening)
                _check_awaited(games, latest)
                yield transaction
            except BaseException:
                self._give_up(connection)
                raise
            self._commit(connection)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Database failures come out as StorageRefused, as StartOver if the same might succeed now. What is
        our fault passes.
        """
        try:
            yield
        except OUR_FAULT:
            raise
        except FAILURES as failure:
            raise self._refusal(failure) from failure

    def _refusal(self, failure: BaseException) -> StorageRefused:
        if is_useless(failure):
            self._restarts += 1  # the other connections are as useless: another server may write now
        kind = StartOver if may_start_over(failure) else StorageRefused
        return kind(cause_of(failure), detail_of(failure))

    def _commit(self, connection: Connection) -> None:
        """A server that lives and refuses to commit has stored nothing. After a failure that ends the
        connection nobody knows.
        """
        driver = driver_of(connection)
        if driver.info.transaction_status != TransactionStatus.INTRANS:
            # COMMIT would roll back without a word, or not arrive.
            self._give_up(connection)
            raise StartOver("unreachable", "the transaction was lost before COMMIT")
        try:
            connection.commit()
        except OUR_FAULT:
            self._give_up(connection)
            raise
        except FAILURES as failure:
            refusal = self._refusal(failure)
            self._give_up(connection)
            if driver.closed:
                raise Unconfirmed(refusal.cause, refusal.detail) from failure
            raise refusal from failure
        connection.close()

    def _give_up(self, connection: Connection) -> None:
        try:
            connection.rollback()
        except FAILURES:
            connection.invalidate()
        connection.close()

    def _mark(self, _driver: object, record: ConnectionPoolEntry) -> None:
        record.info["restarts"] = self._restarts

    def _check_mark(self, _driver: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.info["restarts"] != self._restarts:
            raise DisconnectionError  # the pool makes another one

    def _connect(self) -> psycopg.Connection:
        """A connection that says BEGIN only where it is told to, and has no right to change an entry."""
        try:
            settings = {**HABITS, **self.given}
            connection = psycopg.connect(**settings, autocommit=True)  # type: ignore[arg-type] # see `place`
            connection.adapters.register_dumper(str, _Text)
            for setting, value in {**TIMEOUTS, "lock_timeout": int(self._patience * 1000)}.items():
                connection.execute("SELECT set_config(%s, %s, false)", [setting, str(value)])
            connection.execute(BECOME, [CLERK])
        except psycopg.Error as failure:
            raise StorageRefused("unreachable", detail_of(failure)) from failure
        return connection

    def _settle(self, prepare: Callable[[Connection], str]) -> str:
        """Check that the database is ours or empty and can be written, and migrate it; the server's version.
        Whoever comes second waits until the first one has migrated.
        """
        with self.writing() as transaction, self.guarded():
            connection = transaction.connection
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
            _check_is_ours(connection)
            prepare(connection)
            _make_room(connection)
        self._engine.dispose()  # whoever connected before the role was there does not have it
        return str(version).partition(" ")[0]


def _parts(address: str) -> Mapping[str, str | int | None]:
    try:
        return conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:  # whose words may hold the password
        raise StorageRefused("unreachable", "the address cannot be read") from None


def driver_of(connection: Connection) -> psycopg.Connection:
    """The connection that SQLAlchemy wraps."""
    return cast("psycopg.Connection", connection.connection.driver_connection)


def _take_time(connection: Connection) -> None:
    """For what reads or changes everything there is, in this transaction alone."""
    for setting, value in UNHURRIED.items():
        connection.exec_driver_sql(f"SET LOCAL {setting} = {value}")


def _take_turns(transaction: Transaction, games: tuple[str, ...], opening: str) -> None:
    """The game before all else, and several always in the same order, or two might wait for each other."""
    if opening and not games:
        transaction.rows(OPENING_TURN, number=int(digest(opening)[:NUMBERED], 16))
    for game in sorted(set(games)):
        transaction.rows(statements.TURN, game=game)


def _check_awaited(games: tuple[str, ...], latest: float) -> None:
    """Whoever asked for a turn that comes later has asked again elsewhere, and was told what came of that."""
    if games and time.monotonic() > latest:
        raise StorageRefused("locked", "its turn came when nobody waited for it any more")


def _check_is_ours(connection: Connection) -> None:
    """Tables of others in the same schema are no harm, as long as their names are not those of ours."""
    found = connection.exec_driver_sql(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    ).scalars()
    here = {*metadata.tables, *TABLES, "alembic_version"}.intersection(found)
    if here and not {"alembic_version", "games", "entries"} <= here:
        raise StorageRefused("foreign", f"it has tables named {', '.join(sorted(here))}")


def _make_room(connection: Connection) -> None:
    """For what processes tell each other: it is no part of the journal, and has no history."""
    for table, columns in TABLES.items():
        if connection.exec_driver_sql("SELECT to_regclass(%s)", (table,)).scalar() is None:
            connection.exec_driver_sql(f"CREATE UNLOGGED TABLE {table} ({columns})")


def _give_back(connection: PoolProxiedConnection) -> None:
    driver = cast("psycopg.Connection", connection.driver_connection)
    if driver.closed:
        connection.invalidate()
    connection.close()
