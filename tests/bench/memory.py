"""What tables take in the service's memory, and how long a look takes with more live tables than fit:
`python -m tests.bench.memory`.
"""

import gc
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean

from companion import gamefile
from companion.journal import Journal
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service
from tests.service.test_service_memory import a_long_game

EVENING = Path(__file__).parents[1] / "older" / "five_players_ten_rounds.game.json"
LONG, LIVE, MEASURED = 5_000, 1_000, 100


def report(folder: Path) -> Iterator[str]:
    """A figure a line."""
    file = gamefile.read(GAMES, EVENING.read_text("utf-8"))
    with Journal(folder / "bench.db") as journal:
        service = Service(GAMES, journal, Notifier())
        long_game = a_long_game(journal, LONG)
        taken = grown(lambda: service.current(long_game))
        yield f"a game of {LONG:,} entries: {taken / 1e6:.0f} MB, weighed as {service.kept_bytes / 1e6:.0f}"
        games = [journal.open_game(None, *file.entries).game for _ in range(LIVE)]
        service = Service(GAMES, journal, Notifier())
        taken = grown(lambda: [service.current(game) for game in games[:MEASURED]])
        each, weighed = taken / MEASURED / 1e3, service.kept_bytes / MEASURED / 1e3
        yield f"an evening of {len(file.entries)} entries: {each:.0f} KB, weighed as {weighed:.0f}"
        for game in games:
            service.current(game)
        looks = [look(service, journal, game) for _ in range(2) for game in games]
        yield f"{LIVE:,} live tables, all read once: another look takes {mean(looks) * 1000:.3f} ms"


def grown(make: Callable[[], object]) -> int:
    """The bytes that are kept by what is made."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before if made else 0


def look(service: Service, journal: Journal, game: str) -> float:
    """The seconds that the service takes for a table."""
    version = journal.log(game).version()
    if version is None:
        raise LookupError(game)
    begun = time.perf_counter()
    service.at(version)
    return time.perf_counter() - begun


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for line in report(Path(place)):
            sys.stdout.write(f"{line}\n")
