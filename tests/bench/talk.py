"""Taps a second for tables of five: one talk action is stored, then all five phones fetch their boards."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_serve
from tests.bench.wire import Caller

TABLES = 4  # that talk at once
SECONDS = 5.0
BIDDER = 1  # the seat to the Sheriff's left, whose bag is decided on first
PURSE = 50  # gold, so that this many bids fit


@dataclass(slots=True)
class Measured:
    """Seconds of each talk action and of each board, and how long all of it took."""

    said: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    took: float = 0.0

    @property
    def rate(self) -> float:
        """Taps a second, each with the five boards that show it."""
        return len(self.said) / self.took


def on_a_host(data: Path) -> Iterator[str]:
    """Under gunicorn with gevent."""
    evenings = prepared(data, TABLES)
    with under_gevent(data, streams=8) as host:
        yield from lines("gunicorn with gevent", host, evenings)


def at_home(data: Path) -> Iterator[str]:
    """Under `serve`."""
    evenings = prepared(data, TABLES)
    with under_serve(data) as host:
        yield from lines("serve", host, evenings)


def lines(where: str, host: Host, evenings: Sequence[Evening]) -> Iterator[str]:
    """One table alone, then all of them at once."""
    tables = [Talkers(host, evening) for evening in evenings]
    for number in (1, len(tables)):
        found = at_once(tables[:number])
        yield (
            f"a talk action, {where}, tables of five: {number}: {1000 * median(found.said):.1f} ms; "
            f"a board {1000 * median(found.boards):.1f} ms; {found.rate:.0f} taps a second, "
            f"each with its five boards"
        )


def at_once(tables: Sequence["Talkers"]) -> Measured:
    """All these tables talk, each as fast as it is answered."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(len(tables)) as threads:
        each = list(threads.map(lambda table: table.talk(begun + SECONDS), tables))
    took = time.perf_counter() - begun
    return Measured(
        [seconds for one in each for seconds in one.said],
        [seconds for one in each for seconds in one.boards],
        took,
    )


class Talkers:
    """The five phones of a table whose merchants have declared; one of them bids, again and again."""

    def __init__(self, host: Host, evening: Evening) -> None:
        self.game = evening.game
        self.phones = [Caller(host.port, token) for token in evening.tokens]
        self.threads = ThreadPoolExecutor(len(self.phones))
        self.gold = 0
        for seat, phone in enumerate(self.phones):
            phone.prepare(self.game)
            if seat:
                phone.declare(self.game, seat)

    def talk(self, until: float) -> Measured:
        """Bid more gold each time, down to one again when the purse is empty."""
        found = Measured()
        while time.perf_counter() < until:
            self.gold = self.gold % PURSE + 1
            found.said.append(self.phones[BIDDER].bid(self.game, BIDDER, self.gold).seconds)
            found.boards += self.threads.map(self.board, self.phones)
        return found

    def board(self, phone: Caller) -> float:
        """The seconds in which a phone fetched its board."""
        return phone.get(f"/g/{self.game}/live?on=board&since=0").seconds
