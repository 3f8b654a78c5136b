"""What keeps a PostgreSQL database healthy: a copy while the app runs, and a check for problems."""

import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from psycopg import conninfo

from companion.journal.copying import unfinished
from companion.journal.neighbours import Neighbours
from companion.journal.postgres_server import PostgresServer
from companion.journal.schema import CLERK
from companion.journal.storage import StorageRefused

WANTED = {
    "fsync": "it can lose confirmed entries when the machine stops",
    "full_page_writes": "it can be damaged when the machine stops",
    "synchronous_commit": "it can lose confirmed entries when the machine stops",
}
DUMP = ("pg_dump", "--format=custom", "--no-owner", "--no-unlogged-table-data")
READ = ("pg_restore", "--list")


class PostgresStore(PostgresServer):
    """The server, and all that is asked of a database."""

    @cached_property
    def neighbours(self) -> Neighbours:
        """The other processes that write there."""
        return Neighbours(self.rows, self.listening, self.now)

    def close(self) -> None:
        """Close every connection. Use reopens all but those to the neighbours."""
        self.neighbours.close()
        super().close()

    def free_bytes(self) -> int | None:
        """A server does not say how much room its disk has."""
        return None

    def missing(self) -> str:
        """A server that is killed loses no confirmed entry: it replays its log, or does not start."""
        return ""

    def forget(self, games: Collection[str]) -> None:
        """These have been removed on purpose, and so is when their phones were heard from."""
        self.neighbours.forget(games)

    def backup(self, target: Path) -> None:
        """Copy everything as it is at one moment, by the server's own program."""
        _check_programs(self.name)
        with unfinished(target) as copy:
            _dump(self.given, copy)

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


def _check_programs(server: str) -> None:
    """Both must be there, and not older than the server, or they would not know all that it has. Raises
    StorageRefused.
    """
    for program in (DUMP[0], READ[0]):
        if not shutil.which(program):
            raise StorageRefused("programs", f"there is no {program}")
        if _generation(found := _ran(program, "--version")) < _generation(server):
            raise StorageRefused("programs", f"{' '.join(found.split())} is older than the server's {server}")


def _generation(version: str) -> int:
    """The first number in what a program says of its version; 0 for none."""
    found = re.search(r"\d+", version)
    return int(found[0]) if found else 0


def _dump(address: Mapping[str, str | int | None], target: Path) -> None:
    """Made and read again. The password is told where no other user of the machine sees it."""
    told = {part: value for part, value in address.items() if part != "password"}
    secret = {"PGPASSWORD": str(address["password"])} if address.get("password") else {}
    named = f"--dbname={conninfo.make_conninfo(**told)}"  # type: ignore[arg-type] # as PostgresServer.place
    _ran(*DUMP, named, f"--file={target}", **secret)
    _ran(*READ, str(target))


def _ran(*command: str, **variables: str) -> str:
    """What one of the server's own programs says. Raises StorageRefused where it fails."""
    ran = subprocess.run(  # noqa: S603 - the server's own programs
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise StorageRefused("unreachable", " ".join(ran.stderr.split()))
    return ran.stdout
