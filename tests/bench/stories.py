"""What the story of a long evening of six takes, and weighs as it is sent."""

import time
from statistics import median

from flask import Flask

from tests.bench.budgets import marked
from tests.stories.at_a_table import played

LOOKS = 30
MOST_TIME, MOST_BYTES = 60, 24 * 1024  # milliseconds


def report(app: Flask) -> str:
    """Both as a line."""
    there = played(app, "six_players_nine_rounds")
    phone, times = there.phone(path="/story"), list[float]()
    size = len(phone.page.answer.data)  # a page with somebody's words is not compressed
    for _ in range(LOOKS):
        begun = time.perf_counter()
        phone.open(f"/g/{there.id}/story")
        times.append((time.perf_counter() - begun) * 1000)
    taken = median(times)
    return marked(
        f"{'the story of six':40} {taken:6.0f} ms of {MOST_TIME},"
        f" {size / 1024:.1f} KB of {MOST_BYTES // 1024}",
        is_over=taken > MOST_TIME or size > MOST_BYTES,
    )
