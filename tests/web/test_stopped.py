"""A table whose sums do not add up says so on every phone, takes no more, and keeps what was typed."""

import sqlite3
from contextlib import closing
from pathlib import Path

from flask import Flask

from companion.cli import doctor
from companion.journal import Journal
from companion.machine.release import release
from companion.records import Stop
from tests.web.evening import at_table, purses
from tests.web.stored import database_of, service_of

SAID = "The sums of this table do not add up, so it takes no more entries."


def stops(app: Flask, game: str) -> None:
    """The service has found a law broken at this table."""
    with Journal(database_of(app)) as journal, journal.writing(game) as book:
        book.stop(Stop(game, 2, 0, release(), "purses and stands are not what was moved to them", "{}", "{}"))


def test_every_board_says_so_and_nothing_is_recorded(app: Flask) -> None:
    bank = at_table(app)
    game, before = bank.page.game, purses(bank.page)
    bank.open(f"/g/{game}/pay")
    stops(app, game)
    paid = {"giver": "0", "receiver": "1", "gold": "5"}
    page = bank.submit(bank.page.form_to("/payments"), paid)
    assert page.status == 422
    assert SAID in page.text
    assert 'value="5"' in page.html
    bank.open(f"/g/{game}")
    assert bank.page.status == 200
    assert SAID in bank.page.text
    assert purses(bank.page) == before
    assert service_of(app).current(game).seq == 1


def test_it_is_said_in_french(app: Flask) -> None:
    bank = at_table(app)
    stops(app, bank.page.game)
    bank.headers["Accept-Language"] = "fr"
    assert "Les comptes de cette table ne tombent pas juste" in bank.open(f"/g/{bank.page.game}").text


def test_another_table_goes_on(app: Flask) -> None:
    bank, other = at_table(app), at_table(app)
    stops(app, bank.page.game)
    assert SAID not in other.open(f"/g/{other.page.game}").text


def test_what_was_to_be_recorded_is_kept_for_a_report(app: Flask) -> None:
    bank = at_table(app)
    stops(app, bank.page.game)
    found = doctor.examine(Path(app.instance_path), None)
    assert any(f"Game {bank.page.game} takes no more entries" in problem for problem in found.problems)
    with closing(sqlite3.connect(database_of(app))) as file:
        (what,) = file.execute("SELECT what FROM stops WHERE game = ?", (bank.page.game,)).fetchone()
    assert what == "purses and stands are not what was moved to them"
