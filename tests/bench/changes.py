"""The processor time of the process and of its database server that a change and its five boards take, and a
phone that asks where nothing is new: `python -m tests.bench.changes`. Waiting does not count, so other work
changes it little.
"""

import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.attendance import TOLD
from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, children, under_gevent_on
from tests.bench.talk import Talkers, at_once
from tests.bench.wire import Caller
from tests.cluster import Cluster, cluster

TABLES, QUIET_TABLES = 8, 100
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
                spends = Spends(host, server)
                found = at_once(tables)
                yield (
                    f"a change and its five boards, {TABLES} tables: {spends.each(len(found.said))}; "
                    f"{found.rate:.0f} a second"
                )
        quiet = prepared(database, QUIET_TABLES)
        with under_gevent_on(database, secrets.token_hex(), data) as host:
            yield from questions(host, server, quiet)


def questions(host: Host, server: Cluster, evenings: Sequence[Evening]) -> Iterator[str]:
    """Every phone asks what is new, so late that other processes are told again that it is there."""
    phones = [(one.game, Caller(host.port, token)) for one in evenings for token in one.tokens]
    addresses = [f"/g/{game}/live?on=board&since={phone.stamp(game)}" for game, phone in phones]
    for _ in range(TURNS):
        time.sleep(TOLD / 1000)
        spends = Spends(host, server)
        answers = [phone.get(address) for (_, phone), address in zip(phones, addresses, strict=True)]
        if {answer.status for answer in answers} != {204}:
            raise RuntimeError("there was something new")
        sizes = {answer.size for answer in answers}
        yield f"a question of {len(phones)} phones: {spends.each(len(phones))}; {max(sizes)} bytes of headers"


class Spends:
    """The processor time of a process and its database server from now on."""

    def __init__(self, host: Host, server: Cluster) -> None:
        self._pids = host.process.pid, server.process.pid
        self._before = self._now()

    def each(self, times: int) -> str:
        """What each of so many took, in words."""
        ours, theirs = (
            1000 * (now - then) / times for then, now in zip(self._before, self._now(), strict=True)
        )
        return f"{ours:.2f} ms of the process, {theirs:.2f} ms of PostgreSQL"

    def _now(self) -> list[float]:
        return [spent(pid) for pid in self._pids]


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
