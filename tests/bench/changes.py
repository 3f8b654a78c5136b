"""The processor time that a change and the five boards which show it take, of the process and of its database
server: `python -m tests.bench.changes`. Waiting does not count, so other work changes it little.
"""

import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.evenings import prepared
from tests.bench.hosts import children, under_gevent_on
from tests.bench.talk import Talkers, at_once
from tests.cluster import cluster

TABLES = 8
TURNS = 3
WARMING_UP = 0.5  # seconds
SPENT = slice(11, 15)  # of what stands after a process's name: its own time and that of children that ended


def report(data: Path) -> Iterator[str]:
    """A line for each turn."""
    with cluster("fsync=on", "log_min_messages=panic") as server:
        database = server.new("evenings")
        evenings = prepared(database, TABLES)
        with under_gevent_on(database, secrets.token_hex(), data) as host:
            tables = [Talkers(host, evening) for evening in evenings]
            for table in tables:
                table.talk(time.perf_counter() + WARMING_UP)
            for _ in range(TURNS):
                before = [spent(process.pid) for process in (host.process, server.process)]
                found = at_once(tables)
                after = [spent(process.pid) for process in (host.process, server.process)]
                ours, theirs = (
                    1000 * (now - then) / len(found.said) for then, now in zip(before, after, strict=True)
                )
                yield (
                    f"a change and its five boards, {TABLES} tables: {ours:.1f} ms of the process, "
                    f"{theirs:.1f} ms of PostgreSQL; {found.rate:.0f} a second"
                )


def spent(pid: int) -> float:
    """Seconds of processor time of a process and its children."""
    return sum(map(_spent, (pid, *children(pid)))) / os.sysconf("SC_CLK_TCK")


def _spent(pid: int) -> int:
    after_its_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, after_its_name[SPENT]))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for line in report(Path(folder)):
            sys.stdout.write(f"{line}\n")
