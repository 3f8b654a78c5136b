"""Processes killed while phones play, and a database server that is restarted: who was told that an action is
stored finds it there, once.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean

from companion.machine.databases import DATABASE
from tests.bench.evenings import prepared
from tests.cluster import Cluster, cluster
from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import ROOT, House, at_a_table, on_a_host, on_a_server, opened
from tests.long.proof.record import judge, playing

TABLES = 8  # so that none of them is full in the end
EARLY = 0.2  # of all kills come while the program starts
SETTINGS = ("fsync=on", "log_min_messages=panic")


def in_a_file(start: Callable[[Path], House], once: Try) -> list[str]:
    """A program with its file, killed again and again."""
    evenings = prepared(once.folder, TABLES)
    dice = once.dice("early")
    with opened(start(once.folder)) as house, playing(once, evenings, house.ports) as sent:
        seconds = [_killed(house, after, is_early=dice.random() < EARLY) for after in _moments(once)]
    return [_figure(once, "kills", judge(once.folder / DATABASE, evenings, sent), seconds), _checked(house)]


def of_processes(once: Try) -> list[str]:
    """Two processes with a database server: one of them, or both, killed again and again."""
    dice = once.dice("which")
    with cluster(*SETTINGS) as server:
        database = server.new("evenings")
        evenings = prepared(database, TABLES)
        house = on_a_server(once.folder, database)
        with opened(house), playing(once, evenings, house.ports) as sent:
            both = house.ports
            seconds = [
                _killed(house, after, *dice.choice([both, both[:1], both[1:]])) for after in _moments(once)
            ]
        return [_figure(once, "kills", judge(database, evenings, sent), seconds), _checked(house)]


def of_the_server(once: Try) -> list[str]:
    """The database server ends without a word, and is started again."""
    with cluster(*SETTINGS) as first:
        database = first.new("evenings")
        evenings = prepared(database, TABLES)
        house, restarts = on_a_server(once.folder, database), Restarts(first)
        try:
            with opened(house), playing(once, evenings, house.ports) as sent:
                for after in _moments(once):
                    restarts.restart(after)
            judged = judge(database, evenings, sent)
            return [_figure(once, "restarts", judged, restarts.seconds), _checked(house)]
        finally:
            restarts.server.end()


@dataclass
class Restarts:
    """A database server, and how many seconds each of its restarts took."""

    server: Cluster
    seconds: list[float] = field(default_factory=list)

    def restart(self, after: float) -> None:
        """End it after so many seconds, without a word, and start it again."""
        time.sleep(after)
        self.server.end()
        began = time.monotonic()
        self.server = self.server.restart()
        self.seconds.append(time.monotonic() - began)


def _moments(once: Try) -> Iterator[float]:
    dice = once.dice("moments")
    return (dice.uniform(0.05, 0.8) for _ in range(once.rounds))


def _killed(house: House, after: float, *ports: int, is_early: bool = False) -> float:
    """A kill after so many seconds, and another one as it starts if it `is_early`; seconds until all respond
    again.
    """
    time.sleep(after)
    house.kill(*ports)
    if is_early:
        house.start_without_waiting()
        time.sleep(after / 2)
        house.kill()
    return house.start()


def _figure(once: Try, what: str, judged: str, seconds: list[float]) -> str:
    return (
        f"{once.rounds} {what}: {judged}; up again after {mean(seconds):.1f} s, at worst {max(seconds):.1f}"
    )


def _checked(house: House) -> str:
    """What `check` says of all of it."""
    done = subprocess.run(
        (sys.executable, "-m", "companion.cli", "check"),
        cwd=ROOT,
        env=dict(house.settings),
        capture_output=True,
        text=True,
        check=False,
    )
    holds(done.returncode == 0, f"check: {done.stdout}{done.stderr}")
    return f"check: {done.stdout.splitlines()[-1]}"


STORED = "An action that was acknowledged is stored, once, in the order in which it came, whatever is killed."
KILLS = (
    Check("kills-of-serve", STORED, 2, 300, partial(in_a_file, at_a_table)),
    Check(
        "kills-of-gunicorn",
        STORED,
        2,
        300,
        partial(in_a_file, on_a_host),
        {
            "acknowledged before it is stored": partial(
                in_a_file, partial(on_a_host, app="tests.long.proof.faults:answers_first")
            ),
            "an action's id forgotten": partial(
                in_a_file, partial(on_a_host, app="tests.long.proof.faults:forgets_ids")
            ),
        },
        planted_rounds=2,
    ),
    Check("kills-of-two-processes", STORED, 2, 300, of_processes),
    Check("restarts-of-postgresql", STORED, 2, 50, of_the_server),
)
