"""How much more memory the file of a group of a thousand evenings takes than that of one."""

import subprocess
import sys
from pathlib import Path

from companion import gamefile
from companion.codec import encode_naming
from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.records import NewGame
from companion.registry import GAMES
from companion.rules.evenings import Naming
from tests.bench.budgets import marked

EVENING = Path(__file__).parents[1] / "older" / "five_players_ten_rounds.game.json"
EVENINGS, MOST = 1_000, 40  # megabytes
# As Linux counts it: what `wait4` says begins with the memory of the process that started it.
EXPORTS = """
import re, sys
from pathlib import Path
from companion.cli.main import main
sys.exit(1) if main() else print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def report(folder: Path) -> str:
    """It as a line."""
    folder.mkdir()
    file = gamefile.read(GAMES, EVENING.read_text("utf-8"))
    game = NewGame(file.entries, file.closed_at, None)
    with Journal(folder / DATABASE) as journal:
        one, many = (
            journal.restore_group(keeper * 64, encode_naming(Naming()), number * [game], now=1)
            for keeper, number in (("a", 1), ("b", EVENINGS))
        )
    for group in (one, many):
        taken(folder, group, "told.json")  # what they tell is stored by the first who asks
    more = taken(folder, many, "many.json") - taken(folder, one, "one.json")
    return marked(
        f"{f'a file of {EVENINGS:,} evenings':40} {more:6.0f} MB more of {MOST}", is_over=more > MOST
    )


def taken(folder: Path, group: str, name: str) -> float:
    """The most megabytes that `export` took for a group."""
    (folder / name).unlink(missing_ok=True)
    asked = ["--data-dir", str(folder), "export", group, "-o", str(folder / name)]
    said = subprocess.run([sys.executable, "-c", EXPORTS, *asked], check=True, capture_output=True).stdout
    return int(said) / 1024


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        sys.stdout.write(f"{report(Path(place) / 'files')}\n")
