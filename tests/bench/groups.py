"""What a group of a thousand evenings takes, and weighs as it is sent; and the first page of a phone that
played them all.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median

from flask import Flask

from companion.codec import encode_summary
from companion.groups import Groups
from companion.journal import Journal
from companion.records import BANK, NewEntry
from companion.service import Service
from companion.web.token import token_hash
from tests.bench.budgets import marked
from tests.stories.at_a_table import played
from tests.tables import Table
from tests.web.phone import Phone

EVENINGS = 1_000
LOOKS = 10
GUESTS = 40
"""So many more people come now and then."""
GROUP = 100, 16 * 1024  # milliseconds, bytes
START = 30, 12 * 1024  # milliseconds of the processor, bytes
DAY = 86_400_000  # milliseconds


def report(app: Flask) -> Iterator[str]:
    """Both as lines."""
    there = played(app, "five_players_ten_rounds")
    phone = there.phone(path="/result")
    group = kept(app, there)
    phone.open(f"/groups/{group}")  # what they tell is made, once
    yield line("a group of 1,000 evenings", f"/groups/{group}", phone, time.perf_counter, *GROUP)
    yield line("the first page, 1,000 evenings", "/", phone, time.process_time, *START)


def kept(app: Flask, there: Table) -> str:
    """A group of as many evenings as that, all of them led by one phone; its id."""
    service: Service = app.extensions["service"]
    groups: Groups = app.extensions["groups"]
    journal: Journal = service.journal
    entries, bank = journal.log(there.id).entries(), token_hash(there.bank)
    names = [seat.name for seat in there.game.seats]
    group = groups.open(there.id, bank, by=bank)
    summary = encode_summary(service.current(there.id).rules, there.game)
    for number in range(1, EVENINGS):
        guest, at = f"Guest {number % GUESTS}", entries[-1].recorded_at - number * DAY
        lines = [
            NewEntry(each.action_id, each.fingerprint, each.body.replace(f'"{names[-1]}"', f'"{guest}"'), at)
            for each in entries
        ]
        game = journal.open_game(None, *lines, closed_at=at).game
        with journal.writing(game) as book:
            book.hold(BANK, bank, at)
            book.keep_summary(summary)
        groups.keep(game, group, by=bank)
    return group


def line(  # noqa: PLR0913, PLR0917 - what is measured, by which clock, and its budgets
    what: str, path: str, phone: Phone, clock: Callable[[], float], most: int, most_bytes: int
) -> str:
    """How long a page takes and how large it is, beside its budgets."""
    times, size = list[float](), 0
    for _ in range(LOOKS):
        begun = clock()
        size = len(phone.open(path).answer.data)
        times.append((clock() - begun) * 1000)
    taken = median(times)
    return marked(
        f"{what:40} {taken:6.0f} ms of {most}, {size / 1024:.1f} KB of {most_bytes // 1024}",
        is_over=taken > most or size > most_bytes,
    )
