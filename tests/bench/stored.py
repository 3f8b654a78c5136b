"""Stored actions a second through HTTP against a bare view that commits one row, in turns, in one run."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import median

from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_serve, under_waitress
from tests.bench.wire import Caller

CALLERS = (1, 4, 16, 64)  # phones that send at once, each to a table of its own
SECONDS = 2.0  # of a turn
TURNS = 3
LEAST = 0.5

Send = Callable[[int], object]


BARE = "tests.bench.bare_view:app"


def on_a_host(data: Path) -> Iterator[str]:
    """Both under gunicorn with gevent."""
    evenings = prepared(data, max(CALLERS))
    with under_gevent(data, streams=8) as ours, under_gevent(data, 0, BARE) as bare:
        yield from lines("gunicorn with gevent", evenings, ours, bare)


def at_home(data: Path) -> Iterator[str]:
    """Both under waitress."""
    evenings = prepared(data, max(CALLERS))
    with under_serve(data) as ours, under_waitress(data, BARE) as bare:
        yield from lines("serve", evenings, ours, bare)


def lines(where: str, evenings: Sequence[Evening], ours: Host, bare: Host) -> Iterator[str]:
    """The figures for every number of callers."""
    for callers in CALLERS:
        yield line(f"{where}, {callers} at once", *rates(evenings[:callers], ours, bare))


def rates(evenings: Sequence[Evening], ours: Host, bare: Host) -> tuple[float, float, float]:
    """Both rates, and the first in terms of the second."""
    actions = [booking(ours.port, evening.game, evening.tokens[0]) for evening in evenings]
    rows = [adding(bare.port) for _ in evenings]
    turns = [(rate(actions), rate(rows)) for _ in range(TURNS)]  # so that a busy machine slows both
    booked, added = (median(turn) for turn in zip(*turns, strict=True))
    return booked, added, median(mine / theirs for mine, theirs in turns)


def line(where: str, booked: float, added: float, ratio: float) -> str:
    """The figures beside their budget."""
    under = "   UNDER" if ratio < LEAST else ""
    return (
        f"stored actions a second, {where}: {booked:.0f}; rows of a bare view there: {added:.0f}; "
        f"ratio {ratio:.2f} (at least {LEAST}){under}"
    )


def booking(port: int, game: str, token: str) -> Send:
    """A phone that books payments at its table."""
    caller = Caller(port, token)
    caller.prepare(game)
    return lambda number: caller.pay(game, number)


def adding(port: int) -> Send:
    """A phone that sends the same form to the bare view."""
    caller = Caller(port, "")
    return lambda _number: caller.post("/rows", {"giver": "0", "receiver": "1", "gold": "1"})


def rate(senders: list[Send]) -> float:
    """Answers a second, all senders at once."""
    begun = time.perf_counter()

    def keep_on(send: Send) -> int:
        for number in count():
            send(number)
            if time.perf_counter() - begun > SECONDS:
                return number + 1
        raise AssertionError

    with ThreadPoolExecutor(len(senders)) as threads:
        answered = sum(threads.map(keep_on, senders))
    return answered / (time.perf_counter() - begun)
