"""How often a page asks the database: once for how far the table has come; who is there is read again only
when somebody booked something, said something, came or went. A list of tables is one question, however many
there are and however long they were played.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.rotation import EndGame
from companion.web import live
from tests.tables import loot_table
from tests.web import buttons
from tests.web.evening import at_table, passes
from tests.web.loot import CHEST
from tests.web.phone import Phone
from tests.web.restarted import restarted
from tests.web.seated import comes_in, door_of, seated
from tests.web.stored import database_of, membership_of, service_of, unchanged
from tests.web.test_counting import SHEET, counted
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
    membership_of(app).release(bank.page.game, 1)
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
        membership_of(app).release(game, 1)
        with connections() as taken:
            assert [told.next()[0] for _ in range(4)] == ["moved", *["beat"] * 3]
        assert len(taken) == 1


def test_the_free_seats_behind_a_code_take_one_more_to_find_the_table(app: Flask, bank: Phone) -> None:
    code = door_of(bank)
    bank.open(f"/g/{bank.page.game}")
    with connections() as taken:
        assert Phone(app).send("GET", f"/j/{code}").status == 200
    assert len(taken) == 2


@contextmanager
def asked() -> Iterator[list[str]]:
    """The statements that the journal runs meanwhile."""
    statements: list[str] = []

    def hear(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_trace_callback(statements.append)

    def hear_no_more(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_trace_callback(None)

    event.listen(Pool, "checkout", hear)
    event.listen(Pool, "checkin", hear_no_more)
    try:
        yield statements
    finally:
        event.remove(Pool, "checkout", hear)
        event.remove(Pool, "checkin", hear_no_more)


def replayed(statements: list[str]) -> int:
    """How many tables had their entries read."""
    return sum("entries.seq >" in statement for statement in statements)


@pytest.fixture
def many(own_app: Flask) -> Phone:
    """The bank of five tables, in each of which something was booked, after a start of the program."""
    bank = at_table(own_app)
    for _ in range(4):
        passes(bank, "Bo", "apples", 1)
        bank.open("/new")
        bank.press(buttons.OPEN_TABLE, {"first_sheriff": 0})
    passes(bank, "Bo", "apples", 1)
    return restarted(bank)


def test_whoever_watches_over_a_host_reads_one_row(many: Phone) -> None:
    with asked() as statements:
        assert many.send("GET", "/readyz").status == 200
    [statement] = statements
    with closing(sqlite3.connect(database_of(many.client.application))) as file:
        assert len(file.execute(statement).fetchall()) == 1


def test_no_table_is_replayed_to_list_it(many: Phone) -> None:
    with unchanged(many.client.application), asked() as statements:
        page = many.open("/")
    assert page.text.count("Round 1 of 8") == 5
    assert (len(statements), replayed(statements)) == (2, 0), "its tables, and its groups"


def test_a_new_table_with_the_people_of_last_time_replays_that_table_alone(many: Phone) -> None:
    with asked() as statements:
        many.open("/new")
    assert (len(statements), replayed(statements)) == (3, 1)


def test_a_rematch_replays_the_table_that_it_follows_alone(many: Phone) -> None:
    many.open("/new")
    game = many.press(buttons.OPEN_TABLE, {"first_sheriff": 0}).game
    service = service_of(many.client.application)
    for number, action in enumerate((EndGame(), CloseCount())):
        service.play(game, action, f"the end {number}")
    again = restarted(many)
    with asked() as statements:
        again.open(f"/new?again={game}")
    assert replayed(statements) == 1
    with asked() as statements:
        again.press(buttons.OPEN_TABLE, {"first_sheriff": 0})
    assert again.page.game != game
    assert replayed(statements) == 1, "the new one, to show it"


def test_the_other_box_lists_its_tables_and_replays_the_last_one_alone(own_app: Flask) -> None:
    bank = loot_table(own_app).plays(CHEST).phone()
    for _ in range(2):
        bank.open("/nottingham/new")
        bank.press(buttons.OPEN_TABLE)
    again = restarted(bank)
    with unchanged(own_app), asked() as statements:
        page = again.open("/")
    assert page.text.count("Nottingham: space") == 3
    assert (len(statements), replayed(statements)) == (2, 0)
    with asked() as statements:
        again.open("/nottingham/new")
    assert replayed(statements) == 1


def test_a_count_that_was_changed_replays_no_other_table(many: Phone) -> None:
    first = counted(many).game
    many.open(f"/count?again={first}")
    last = many.press(buttons.RESULT, {**SHEET, "0-gold": 41}).game
    again = restarted(many)
    with asked() as statements:
        again.open(f"/count?again={first}")
    assert dict(again.page.forms[0].fields)["0-gold"] == "41"
    assert replayed(statements) == 1
    with asked() as statements:
        again.open(f"/g/{first}/result")
    assert again.page.link(buttons.RESULT_THAT_COUNTS) == f"/g/{last}/result"
    assert replayed(statements) == 1
