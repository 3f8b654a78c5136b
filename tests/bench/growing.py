"""What a board takes as its game grows, and a start and a first board as the number of stored games does."""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service
from tests.bench.budgets import marked
from tests.bench.evenings import Evening, opened, prepared
from tests.bench.hosts import under_serve
from tests.bench.long_games import pay
from tests.bench.wire import Caller
from tests.service.test_service_memory import a_long_game

ENTRIES = (20, 200, 2_000)
GAMES_STORED = (10, 1_000, 100_000)
SMALL = 3  # entries of each stored game
LOOKS = 100
MOST_TO_START, MOST_TO_DRAW = 2.0, 0.05  # seconds


def boards(data: Path) -> Iterator[str]:
    """A board after so many entries: the first look, and every other one."""
    with Journal(data / DATABASE) as journal:
        notifier = Notifier()
        service, membership = Service(GAMES, journal, notifier), Membership(journal, notifier)
        evenings = {entries: opened(service, membership, 1) for entries in ENTRIES}
        for entries, evening in evenings.items():
            for number in range(entries - 1):
                pay(service, evening.game, number)
    with under_serve(data) as host:
        for entries, evening in evenings.items():
            first, *others = (look(host.port, evening) for _ in range(1 + LOOKS))
            yield (
                f"a board after {entries:,} entries: {median(others) * 1000:.1f} ms,"
                f" the first {first * 1000:.0f} ms"
            )


def starts(data: Path) -> Iterator[str]:
    """A start and the first board, beside so many stored games."""
    evening = prepared(data, 1, 1)[0]
    stored = 1
    for games in GAMES_STORED:
        with Journal(data / DATABASE) as journal:
            for _ in range(games - stored):
                a_long_game(journal, SMALL)
        stored = games
        begun = time.perf_counter()
        with under_serve(data) as host:
            start = time.perf_counter() - begun
            first = look(host.port, evening)
        yield marked(
            f"{games:,} games stored: started in {start:.1f} s of {MOST_TO_START:.0f},"
            f" the first board in {first * 1000:.0f} ms of {MOST_TO_DRAW * 1000:.0f}",
            is_over=start > MOST_TO_START or first > MOST_TO_DRAW,
        )


def look(port: int, evening: Evening) -> float:
    """The seconds that a board takes."""
    caller = Caller(port, evening.tokens[0])
    answer = caller.get(f"/g/{evening.game}")
    caller.close()
    if answer.status != 200:
        raise RuntimeError(f"{answer.status} instead of a board")
    return answer.seconds
