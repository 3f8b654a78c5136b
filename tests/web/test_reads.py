"""How often a page asks the database: once for how far the table has come; who is there is read again only
when somebody booked something, said something, came or went.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

from companion.web.routes import live
from tests.web.evening import passes
from tests.web.phone import Phone
from tests.web.seated import comes_in, door_of, seated
from tests.web.stored import doorkeeper_of
from tests.web.test_live import listening, stamp_of

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
def test_a_page_of_a_table_and_its_live_update_ask_once(app: Flask, bank: Phone, role: str) -> None:
    phones = {
        "bank": bank,
        "player": seated(app, bank, "Bo"),
        "watcher": comes_in(app, bank, "Just watch"),
    }
    door_of(bank)
    bank.open(f"/g/{bank.page.game}")
    asked = {}
    for page in PAGES:
        with connections() as taken:
            phones[role].send("GET", f"/g/{bank.page.game}{page}")
        asked[page] = len(taken)
    assert asked == dict.fromkeys(PAGES, 1)


def test_a_phone_that_has_just_lost_its_seat_is_not_taken_for_one_that_has_it(
    app: Flask, bank: Phone
) -> None:
    bo = seated(app, bank, "Bo")
    assert bo.send("GET", f"/g/{bank.page.game}").status == 200
    doorkeeper_of(app).release(bank.page.game, 1)
    assert bo.send("GET", f"/g/{bank.page.game}").status == 403


def test_a_stream_asks_only_when_the_room_changed(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(app, bank, "Bo")
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.01)
    game = bank.open(f"/g/{bank.page.game}").game
    with listening(bank, game, stamp_of(bank)) as told:
        with connections() as taken:
            assert [told.next()[0] for _ in range(4)] == ["beat"] * 4
        assert not taken
        passes(bank, "Cleo", "apples", 1)
        with connections() as taken:
            assert [told.next()[0] for _ in range(4)] == ["moved", *["beat"] * 3]
        assert not taken
        doorkeeper_of(app).release(game, 1)
        with connections() as taken:
            assert [told.next()[0] for _ in range(4)] == ["moved", *["beat"] * 3]
        assert len(taken) == 1


def test_the_free_seats_behind_a_code_take_one_more_to_find_the_table(app: Flask, bank: Phone) -> None:
    code = door_of(bank)
    bank.open(f"/g/{bank.page.game}")
    with connections() as taken:
        assert Phone(app).send("GET", f"/j/{code}").status == 200
    assert len(taken) == 2
