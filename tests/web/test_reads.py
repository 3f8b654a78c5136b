"""How often a page asks the database: once for how far the table has come, once for who is there."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

from tests.web.phone import Phone
from tests.web.seated import comes_in, door_of, seated

PAGES = (
    "",
    "/phones",
    "/menu",
    "/bags/2",
    "/live?on=board&since=0",
    "/live?on=phones&since=0",
    "/live?on=sheet&at=bags/2&since=0",
)


@contextmanager
def connections() -> Iterator[list[object]]:
    """Those that the journal takes out of its pool meanwhile: one for each statement that reads."""
    taken: list[object] = []

    def take(*connection: object) -> None:
        taken.append(connection)

    event.listen(Pool, "checkout", take)
    try:
        yield taken
    finally:
        event.remove(Pool, "checkout", take)


@pytest.mark.parametrize("role", ["bank", "player", "watcher"])
def test_a_page_of_a_table_and_its_live_update_ask_twice(app: Flask, bank: Phone, role: str) -> None:
    phones = {
        "bank": bank,
        "player": seated(app, bank, "Bo"),
        "watcher": comes_in(app, bank, "Just watch"),
    }
    door_of(bank)
    asked = {}
    for page in PAGES:
        with connections() as taken:
            phones[role].send("GET", f"/g/{bank.page.game}{page}")
        asked[page] = len(taken)
    assert asked == dict.fromkeys(PAGES, 2)


def test_the_free_seats_behind_a_code_take_one_more_to_find_the_table(app: Flask, bank: Phone) -> None:
    code = door_of(bank)
    with connections() as taken:
        assert Phone(app).send("GET", f"/j/{code}").status == 200
    assert len(taken) == 3
