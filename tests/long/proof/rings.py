"""What one process tells the other: at once, and within seconds where the telling was lost; thousands of
phones that wait for it.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

from companion.journal.neighbours import CHANNEL
from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import megabytes
from tests.bench.wire import Caller, Listeners
from tests.cluster import Cluster, cluster
from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import APP, House, on_a_server, opened

SETTINGS = ("log_min_messages=panic",)
LATEST = 6.0  # seconds until a ring is heard that was lost
PATIENCE = 2 * LATEST  # on a machine that is at much else
MOST_MEGABYTES = 300
PHONES = 5
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen %'"
NONSENSE = ("", "nobody", "nobody " + "x" * 7_000, "é ¬ 7")


def lost(once: Try, app: str = "tests.long.proof.mute:app") -> list[str]:
    """Every ring is lost."""
    with cluster(*SETTINGS) as server:
        waited = _told(once, server, app, lambda: None)
        return [f"{len(waited)} rings lost: heard after {max(waited):.1f} s at worst, of {LATEST:.0f}"]


def disturbed(once: Try) -> list[str]:
    """The connections by which processes hear are ended before each ring, and nonsense is told on them."""
    with cluster(*SETTINGS) as server:

        def disturb() -> None:
            for words in NONSENSE:
                server.run(f"NOTIFY {CHANNEL}, '{words}'", "evenings")
            server.run(CUT)

        waited = _told(once, server, APP, disturb)
        return [f"{len(waited)} rings after a lost connection: heard after {max(waited):.1f} s at worst"]


def _told(once: Try, server: Cluster, app: str, disturb: Callable[[], object]) -> list[float]:
    """Seconds until a phone of the other process was told of each action."""
    database = server.new("evenings")
    (evening,) = prepared(database, 1)
    house = on_a_server(once.folder, database, app)
    one, other = house.ports
    waited = []
    with (
        opened(house),
        Caller(one, evening.tokens[0]) as bank,
        Listeners(other) as listeners,
    ):
        bank.prepare(evening.game)
        listeners.open(evening.game, evening.tokens[1], bank.stamp(evening.game))
        for number in range(once.rounds):
            disturb()
            bank.pay(evening.game, number)
            began = time.monotonic()
            late = listeners.wait({evening.game: bank.stamp(evening.game)}, PATIENCE)
            holds(not late and not listeners.lost, f"not heard within {PATIENCE:.0f} s")
            waited.append(time.monotonic() - began)
    return waited


def many(once: Try) -> list[str]:
    """So many streams, half of them with each of two processes; an action in each of their games."""
    with cluster(*SETTINGS) as server:
        database = server.new("evenings")
        evenings = prepared(database, once.rounds // PHONES, PHONES)
        house = on_a_server(once.folder, database, COMPANION_STREAMS=str(once.rounds))
        with opened(house):
            halves = [Listeners(port) for port in house.ports]
            with halves[0], halves[1]:
                return _listened(evenings, house, halves)


def _listened(evenings: Sequence[Evening], house: House, halves: Sequence[Listeners]) -> list[str]:
    stamps = {}
    with ExitStack() as stack:
        banks = [stack.enter_context(Caller(house.ports[0], evening.tokens[0])) for evening in evenings]
        for bank, evening in zip(banks, evenings, strict=True):
            bank.prepare(evening.game)
            stamp = bank.stamp(evening.game)
            for seat, token in enumerate(evening.tokens):
                halves[seat % 2].open(evening.game, token, stamp)
        began = time.monotonic()
        for bank, evening in zip(banks, evenings, strict=True):
            bank.pay(evening.game, 0)
            stamps[evening.game] = bank.stamp(evening.game)
    late = [one for half in halves for one in half.wait(stamps, PATIENCE)]
    holds(not late and not any(half.lost for half in halves), f"{len(late)} streams were not told")
    took = time.monotonic() - began
    held = sum(megabytes(process.pid) for process in house.running.values())
    holds(held < MOST_MEGABYTES, f"{held:.0f} MB")
    streams = sum(len(half.all) for half in halves)
    told = f"0 not told, the last after {took:.1f} s"
    return [
        f"{streams:,} streams on two processes, an action in each of {len(evenings)} games: {told}",
        f"both hold {held:.0f} MB of {MOST_MEGABYTES}",
    ]


RINGS = (
    Check(
        "lost-rings",
        "A change that one process makes is heard of at the other within 6 s, though it was not told.",
        1,
        30,
        lost,
        {"nobody looks for themselves": partial(lost, app="tests.long.proof.deaf:app")},
    ),
    Check(
        "disturbed-rings",
        "So do processes that lost the connection by which they hear of each other, or hear nonsense.",
        2,
        50,
        disturbed,
    ),
    Check("streams", "Two processes hold 2,000 phones that wait, and tell all of them.", 200, 2_000, many),
)
