"""Anything that pages offer, in any order: no page breaks, and every law holds for what was booked."""

from collections.abc import Callable
from functools import partial

import pytest
from flask import Flask

from companion.laws import follow
from companion.rules.sheriff.ruleset import SHERIFF
from tests.tables import Table, later_table, table
from tests.web.monkey import Monkey
from tests.web.stored import service_of

TAPS = 40
"""Enough to see that it goes; with thousands of taps it is a search for faults of its own."""


@pytest.mark.parametrize("seed, make", [(1, table), (2, partial(later_table, expansions=["timer"]))])
def test_somebody_who_taps_anything_breaks_nothing(
    app: Flask, seed: int, make: Callable[[Flask], Table]
) -> None:
    phone = make(app).phone()
    game, monkey = phone.page.game, Monkey(phone, seed)
    for _ in range(TAPS):
        page = monkey.tap()
        assert page.status in {200, 403, 404, 409, 422}
        if not page.path.startswith("/g/") or not page.html.startswith("<!doctype html>"):
            phone.open(f"/g/{game}")
    follow(SHERIFF, ((line.seq, line.event) for line in service_of(app).current(game).lines))
