"""A PostgreSQL server of the tests' own, in a temporary folder, reached by a socket alone; its programs,
installed where we may.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from companion.journal import Journal
from companion.journal.neighbours import TABLES
from companion.journal.schema import metadata
from tests.browser.installing import ToolMissingError, apt_install

if os.name == "posix":
    import pwd

VARIABLE = "COMPANION_POSTGRES"
OLDEST = 15
PROGRAMS = ("initdb", "postgres")
DEBIANS = Path("/usr/lib/postgresql")
OWNER = "counting"
HOW = (
    f"No PostgreSQL {OLDEST} or newer for the journal's tests. Install it ('sudo apt-get install "
    f"postgresql'), or name the folder of its programs: {VARIABLE}=/path/to/bin make test"
)
GUARDED = "guarded"  # the one user who needs a password
UNPRIVILEGED = ("postgres", "nobody")  # PostgreSQL refuses root
PATIENCE = 30.0  # seconds until a server must have started
# Nothing of it outlives the tests, so nothing is waited for; everything else is as it comes.
SETTINGS = ("listen_addresses=", "fsync=off", "max_wal_size=64MB", "log_min_messages=fatal")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server: the folder that has its data and its socket, and its process."""

    folder: Path
    process: subprocess.Popen[bytes]

    def address(self, database: str = "postgres", user: str = OWNER) -> str:
        """Where one of its databases is."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder))}"

    def run(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """What one who may do everything is told."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def new(self, database: str) -> str:
        """The address of a new database, empty."""
        self.run(f"CREATE DATABASE {database}")
        return self.address(database)

    def guard(self) -> None:
        """There is a user who needs a password."""
        if (GUARDED,) not in self.run("SELECT rolname FROM pg_roles"):
            self.run(f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'right'")

    def restart(self) -> "Cluster":
        """The same server, after it has ended."""
        return _started(self.folder)

    def end(self) -> None:
        """Without a word to whoever is connected, as by a power cut."""
        self._end_by(signal.SIGQUIT)

    def shut_down(self) -> None:
        """As it is meant to end, with everything written into its files."""
        self._end_by(signal.SIGINT)

    def _end_by(self, number: signal.Signals) -> None:
        if self.process.poll() is None:
            # The process may be what the server was started under.
            os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), number)
        self.process.wait()

    @contextmanager
    def standby(self) -> Iterator["Cluster"]:
        """A second server that follows this one and takes no writes."""
        with home() as folder:
            copied = (
                "-h",
                self.folder,
                "-U",
                OWNER,
                "-D",
                folder / "data",
                "--write-recovery-conf",
                "--no-sync",
            )
            subprocess.run(
                (programs() / "pg_basebackup", "--checkpoint=fast", *copied), check=True, **_as_owner(folder)
            )
            with running(folder) as started:
                yield started


@contextmanager
def cluster(*settings: str) -> Iterator[Cluster]:
    """A server, with these settings after ours; it is gone afterwards."""
    with home() as folder:
        make(folder, *settings)
        with running(folder) as server:
            yield server


def make(folder: Path, *settings: str) -> None:
    """A server's files, with these settings after ours."""
    made = ("-D", folder / "data", "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
    subprocess.run((programs() / "initdb", *made), check=True, **_as_owner(folder))
    rules, also = folder / "data" / "pg_hba.conf", folder / "data" / "postgresql.auto.conf"
    rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
    parted = (setting.partition("=") for setting in (*SETTINGS, *settings))
    also.write_text("".join(f"{name} = '{value}'\n" for name, _, value in parted))


@contextmanager
def home() -> Iterator[Path]:
    """A folder that is the server's, with a short name, since that of a socket must not be long."""
    folder = Path(tempfile.mkdtemp(prefix="counting-house-"))
    own(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def own(*places: Path) -> None:
    """Give these to whoever the server runs as."""
    if owner := _owner():
        for place in places:
            os.chown(place, owner.pw_uid, owner.pw_gid)


@contextmanager
def running(folder: Path, *under: str) -> Iterator[Cluster]:
    """The server whose files are there, started `under` another program if one is given."""
    server = _started(folder, *under)
    try:
        yield server
    finally:
        server.end()


def _started(folder: Path, *under: str) -> Cluster:
    socket = ("-c", f"unix_socket_directories={folder}")
    postgres = (str(programs() / "postgres"), "-D", str(folder / "data"))
    process = subprocess.Popen((*under, *postgres, *socket), **_as_owner(folder))
    server, deadline = Cluster(folder, process), time.monotonic() + PATIENCE
    while True:
        try:
            server.run("SELECT 1")
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return server


def _as_owner(folder: Path) -> dict[str, Any]:
    owner = _owner()
    quiet: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL}
    return {**quiet, "user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": ()} if owner else quiet


@cache
def _owner() -> "pwd.struct_passwd | None":
    """Whom the server runs as; None if that is ourselves."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    there = {user.pw_name: user for user in pwd.getpwall()}
    return next(there[name] for name in UNPRIVILEGED if name in there)


@cache
def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    if named := os.environ.get(VARIABLE):
        if not _is_new_enough(Path(named)):
            raise ToolMissingError(f"{VARIABLE} names {named}, where no PostgreSQL {OLDEST} or newer is.")
        return Path(named)
    found = _found() or (apt_install("postgresql") and _found())
    if not found:
        raise ToolMissingError(HOW)
    return found


def _found() -> Path | None:
    on_the_path = shutil.which("postgres")
    places = [Path(on_the_path).resolve().parent] if on_the_path else []
    return next(filter(_is_new_enough, (*places, *sorted(DEBIANS.glob("*/bin"), reverse=True))), None)


def _is_new_enough(folder: Path) -> bool:
    if not all((folder / program).exists() for program in PROGRAMS):
        return False
    asked = subprocess.run((folder / "postgres", "--version"), capture_output=True, text=True, check=False)
    words = asked.stdout.split()  # postgres (PostgreSQL) 15.18 (Debian ...)
    return asked.returncode == 0 and int(words[2].partition(".")[0]) >= OLDEST


class Evenings:
    """A database with the journal's tables, emptied for each test: to make one takes far longer."""

    NAME = "evenings"

    def __init__(self, server: Cluster) -> None:
        self.server = server
        self.address = server.new(self.NAME)
        Journal(self.address).close()
        # As a replica does it, without triggers and whatever refers to what.
        emptying = (f"DELETE FROM {table}" for table in (*metadata.tables, *TABLES))  # noqa: S608 - our own names
        self._empty = "; ".join(["SET session_replication_role = replica", *emptying])

    def emptied(self) -> str:
        """Its address, with no evening in it."""
        self.server.run(self._empty, self.NAME)
        return self.address
