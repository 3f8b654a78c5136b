"""What an action costs in a game of 2,000 entries against one of 20, stored durably, in one run."""

import secrets
import time
from pathlib import Path
from statistics import median

from companion.journal import Journal
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.setup import OpenTable
from companion.service import Service
from tests.bench.budgets import marked

SHORT, LONG = 20, 2_000  # entries
ACTIONS = 200  # measured in each
MOST = 1.5
NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve")


def report(data: Path) -> str:
    """Both medians and their ratio, as a line."""
    service = Service(GAMES, Journal(data / "bench.db"), Notifier())
    long_game, short_game = (grown(service, entries) for entries in (LONG, SHORT))
    times: dict[str, list[float]] = {long_game: [], short_game: []}
    for number in range(ACTIONS):  # in turns, so that a busy machine slows both
        for game, taken in times.items():
            taken.append(pay(service, game, number))
    long_time, short_time = median(times[long_game]), median(times[short_game])
    measured = f"after {LONG:,} entries {long_time * 1000:.2f} ms, after {SHORT} {short_time * 1000:.2f} ms"
    times_longer = long_time / short_time
    return marked(f"An action {measured}: {times_longer:.2f} times of {MOST}", is_over=times_longer > MOST)


def grown(service: Service, entries: int) -> str:
    """A new game of five with this many entries; its id."""
    opening = OpenTable("first", Options(), NAMES, SHIELDS[: len(NAMES)], 0)
    game = service.open(opening, secrets.token_hex(16), secrets.token_hex(32)).id
    for number in range(entries - 1):
        pay(service, game, number)
    return game


def pay(service: Service, game: str, number: int) -> float:
    """One gold from hand to hand; the seconds it took."""
    giver, receiver = (0, 1) if number % 2 == 0 else (1, 0)
    begun = time.perf_counter()
    service.play(game, Pay(giver, receiver, 1), secrets.token_hex(16))
    return time.perf_counter() - begun
