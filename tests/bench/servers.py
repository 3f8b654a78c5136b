"""Stored actions a second on a database server, beside those in a file, and with two processes beside one."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.bench.budgets import marked
from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_gevent_on
from tests.bench.stored import CALLERS, Send, booking, rate
from tests.cluster import cluster

TURNS = 5
LEAST_BESIDE_A_FILE, LEAST_FOR_TWO = 0.6, 1.6
# As a host has it: what is confirmed is on the disk.
DURABLE = ("fsync=on", "synchronous_commit=on")


def on_a_server(data: Path) -> Iterator[str]:
    """Under gunicorn with gevent, everything in one run, in turns."""
    key = secrets.token_hex()
    with cluster(*DURABLE) as server, ExitStack() as stack:
        database = server.new("evenings")
        there, here = prepared(database, max(CALLERS)), prepared(data, max(CALLERS))
        file = stack.enter_context(under_gevent(data, streams=8))
        one, other = (
            stack.enter_context(under_gevent_on(database, key, data / name)) for name in ("one", "other")
        )
        for callers in CALLERS:
            in_the_file = senders(here[:callers], [file])
            by_one, by_two = senders(there[:callers], [one]), senders(there[:callers], [one, other])
            turns = [(rate(in_the_file), rate(by_one), rate(by_two)) for _ in range(TURNS)]
            yield from lines(callers, turns)


def senders(evenings: Sequence[Evening], hosts: Sequence[Host]) -> list[Send]:
    """A phone for each table; a table keeps to one of the processes, as a proxy has it."""
    return [
        booking(hosts[number % len(hosts)].port, evening.game, evening.tokens[0])
        for number, evening in enumerate(evenings)
    ]


def lines(callers: int, turns: Sequence[tuple[float, float, float]]) -> Iterator[str]:
    """The rates and their ratios beside what they should be."""
    file, one, two = (median(turn) for turn in zip(*turns, strict=True))
    beside_a_file = median(mine / theirs for theirs, mine, _ in turns)
    for_two = median(both / alone for _, alone, both in turns)
    yield marked(
        f"stored actions a second, PostgreSQL, {callers} at once: {one:.0f}; in a file {file:.0f}; "
        f"ratio {beside_a_file:.2f} (at least {LEAST_BESIDE_A_FILE})",
        is_over=beside_a_file < LEAST_BESIDE_A_FILE,
    )
    if callers > 1:
        yield marked(
            f"    by two processes {two:.0f}: {for_two:.2f} times as many (at least {LEAST_FOR_TWO})",
            is_over=for_two < LEAST_FOR_TWO,
        )
