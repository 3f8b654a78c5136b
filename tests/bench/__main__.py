"""`make bench`: the figures that design and README promise, measured here and now."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import files, groups, long_games, pages, speed, stories
from tests.bench.budgets import OVER, marked
from tests.browser.phone import open_phone
from tests.browser.serving import launched, running
from tests.browser.tasks import MOST_OF_A_ROUND, ROUND, TASKS, open_table


def main() -> int:
    """Print one figure a line, each with its budget; 1 if any is over it."""
    is_over = False
    with tempfile.TemporaryDirectory() as folder:
        for line in figures(Path(folder)):
            is_over |= line.endswith(OVER)
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return int(is_over)


def taps(name: str, taken: int, most: int) -> str:
    """How many taps something took."""
    return marked(f"{name:52} {taken} taps of {most}", is_over=taken > most)


def figures(folder: Path) -> Iterator[str]:
    """Taps, page sizes, long games."""
    with running(folder / "table") as server, launched() as browser:
        phone = open_phone(browser, server.url, language="en-GB", script=True)
        open_table(phone)
        taken = []
        for task in TASKS:
            before = phone.thumb.count
            task.do(phone.thumb)
            taken.append(phone.thumb.count - before)
            yield taps(task.name, taken[-1], task.most)
        yield taps("a round of these first five", sum(taken[:ROUND]), MOST_OF_A_ROUND)
        board = open_table(phone)
        for task in TASKS[:ROUND]:
            task.do(phone.thumb)
        yield from pages.report(browser, server.url, phone.page.context, board)
        yield from speed.report(browser, server.url)
        yield from stories.report(server.app)
        yield from groups.report(server.app)
    yield files.report(folder / "files")
    yield long_games.report(folder)


if __name__ == "__main__":
    sys.exit(main())
