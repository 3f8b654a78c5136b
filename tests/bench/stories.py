"""What the story of a long evening of six takes, and weighs as it is sent; what its picture weighs."""

import time
from collections.abc import Iterator
from statistics import median

from flask import Flask

from tests.bench.budgets import marked
from tests.stories.at_a_table import played

LOOKS = 30
MOST_TIME, MOST_BYTES = 60, 24 * 1024  # milliseconds
MOST_DRAWN = 8 * 1024


def report(app: Flask) -> Iterator[str]:
    """A line for each."""
    there = played(app, "six_players_nine_rounds")
    phone, times = there.phone(path="/story"), list[float]()
    size = len(phone.page.answer.data)  # a page with somebody's words is not compressed
    for _ in range(LOOKS):
        begun = time.perf_counter()
        phone.open(f"/g/{there.id}/story")
        times.append((time.perf_counter() - begun) * 1000)
    taken = median(times)
    yield marked(
        f"{'the story of six':40} {taken:6.0f} ms of {MOST_TIME},"
        f" {size / 1024:.1f} KB of {MOST_BYTES // 1024}",
        is_over=taken > MOST_TIME or size > MOST_BYTES,
    )
    drawn = len(phone.open(f"/g/{there.id}/picture.svg").answer.data)
    line = f"{'its picture':40} {drawn / 1024:6.1f} KB of {MOST_DRAWN // 1024}"
    yield marked(line, is_over=drawn > MOST_DRAWN)
