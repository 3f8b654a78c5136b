"""Many phones that listen: a thousand streams on a host, and sixty phones at a machine that holds fewer."""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_serve
from tests.bench.wire import Caller, Listeners

TABLES, PHONES = 200, 5  # a thousand streams
MOST_MEGABYTES = 400
TABLES_AT_HOME = 12  # sixty phones
POLL_SECONDS = 3.0  # as static/js/link.js waits between two questions
FETCHERS = 8
PATIENCE = 30.0  # seconds; a phone that has heard nothing by then is lost


def on_a_host(data: Path) -> Iterator[str]:
    """A thousand streams over 200 games: who was told, by when, the memory, and how long others wait."""
    evenings = prepared(data, TABLES, PHONES)
    with under_gevent(data, TABLES * PHONES) as host, Listeners(host.port) as listeners:
        stamps = connect(listeners, host, evenings)
        idle = host.megabytes()
        with asked_meanwhile(host) as waits:
            begun = time.perf_counter()
            played = {evening.game: act(host, evening) for evening in evenings}
            booked = time.perf_counter() - begun
            lost = len(listeners.wait(played, PATIENCE)) + listeners.lost
            told = [one.told_at - begun for one in listeners.all]
        yield (
            f"{len(listeners.all):,} streams over {len(evenings)} games under gunicorn with gevent: "
            f"{host.megabytes():.0f} MB, {idle:.0f} before the first action (under {MOST_MEGABYTES})"
        )
        yield (
            f"    an action in each game, booked within {booked:.1f} s: {lost} of them not told (0), "
            f"the last after {max(told):.1f} s; {waits.line()}"
        )
        with asked_meanwhile(host) as waits:
            begun = time.perf_counter()
            wrong = fetch_all(host, evenings, stamps, played)
            took = time.perf_counter() - begun
        yield (
            f"    all of them fetch their board at once: {wrong} wrong (0), "
            f"{len(listeners.all) / took:.0f} a second; {waits.line()}"
        )


def at_home(data: Path) -> Iterator[str]:
    """Sixty phones under `serve`: the streams it holds, and the rest that asks every three seconds."""
    evenings = prepared(data, TABLES_AT_HOME, PHONES)
    with under_serve(data) as host, Listeners(host.port) as listeners:
        stamps = connect(listeners, host, evenings)
        streaming = {one.token for one in listeners.all}
        rest = [(one.game, token) for one in evenings for token in one.tokens if token not in streaming]
        with asked_meanwhile(host) as waits, ThreadPoolExecutor(len(rest)) as threads:
            begun = time.perf_counter()
            pollers = [
                threads.submit(poll, host, game, token, stamps[game], number * POLL_SECONDS / len(rest))
                for number, (game, token) in enumerate(rest)
            ]
            played = {evening.game: act(host, evening) for evening in evenings}
            lost = len(listeners.wait(played, PATIENCE)) + listeners.lost
            told = max(one.told_at for one in listeners.all) - begun
            polled = [poller.result() - begun for poller in pollers]
        yield (
            f"{len(streaming) + len(rest)} phones under serve: {len(streaming)} hold streams, "
            f"{len(rest)} ask; an action in each game: {lost} not told (0)"
        )
        yield (
            f"    the last stream after {told:.2f} s, the last that asks after {max(polled):.2f} s "
            f"(every {POLL_SECONDS:.0f} s); {waits.line()}"
        )


def connect(listeners: Listeners, host: Host, evenings: Sequence[Evening]) -> dict[str, int]:
    """Every phone opens its board's stream, as far as there is room; the stamp of each game before."""
    stamps = {}
    for evening in evenings:
        caller = Caller(host.port, evening.tokens[0])
        stamps[evening.game] = caller.stamp(evening.game)
        caller.close()
        for token in evening.tokens:
            listeners.open(evening.game, token, stamps[evening.game])
    return stamps


def act(host: Host, evening: Evening) -> int:
    """One payment by the bank; the stamp that it led to."""
    caller = Caller(host.port, evening.tokens[0])
    caller.prepare(evening.game)
    caller.pay(evening.game, 0)
    stamp = caller.stamp(evening.game)
    caller.close()
    return stamp


def poll(host: Host, game: str, token: str, since: int, first: float) -> float:
    """Ask until there is news, as a phone without a stream does; when it came."""
    caller = Caller(host.port, token)
    time.sleep(first)
    while (answer := caller.get(f"/g/{game}/live?on=board&since={since}")).status == 204:
        time.sleep(POLL_SECONDS)
    caller.close()
    if answer.stamp <= since:
        raise RuntimeError(f"{answer.status} without news")
    return time.perf_counter()


def fetch_all(host: Host, evenings: Sequence[Evening], known: dict[str, int], now: dict[str, int]) -> int:
    """Every phone fetches what moved; how many did not get the latest."""

    def fetch(evening: Evening, token: str) -> bool:
        caller = Caller(host.port, token)
        answer = caller.get(f"/g/{evening.game}/live?on=board&since={known[evening.game]}")
        caller.close()
        return answer.stamp != now[evening.game]

    with ThreadPoolExecutor(FETCHERS) as threads:
        asked = [threads.submit(fetch, evening, token) for evening in evenings for token in evening.tokens]
        return sum(one.result() for one in asked)


@dataclass(slots=True)
class Waits:
    """How long somebody else's small requests took meanwhile, in seconds."""

    taken: list[float] = field(default_factory=list)

    def line(self) -> str:
        """The middle one and the worst."""
        return (
            f"/healthz meanwhile in {median(self.taken) * 1000:.0f} ms, at worst {max(self.taken) * 1000:.0f}"
        )


@contextmanager
def asked_meanwhile(host: Host, every: float = 0.05) -> Iterator[Waits]:
    """Somebody asks whether the machine is well, again and again."""
    waits, over = Waits(), threading.Event()

    def keep_asking() -> None:
        caller = Caller(host.port, "")
        while not over.wait(every):
            waits.taken.append(caller.get("/healthz").seconds)
        caller.close()

    thread = threading.Thread(target=keep_asking)
    thread.start()
    try:
        yield waits
    finally:
        over.set()
        thread.join()
