"""Who recorded an entry is named on every board and in the log, as soon as several phones play."""

import json

from flask import Flask

from tests.web import buttons
from tests.web.evening import at_table, passes
from tests.web.phone import Page, Phone
from tests.web.seated import records, seated
from tests.web.stored import table_of


def recorder(page: Page) -> list[str]:
    """Who recorded the latest entry, as a page says."""
    return [
        line.text.removeprefix("recorded by ")
        for line in page.root.elements("small")
        if "recorded" in line.text
    ]


def test_every_board_and_the_log_name_who_recorded_the_last_entry(app: Flask, bank: Phone) -> None:
    ann, bo, game = seated(app, bank, "Ann"), seated(app, bank, "Bo"), bank.page.game
    passes(ann, "Cleo", "apples", 2)
    for phone in (ann, bo, bank):
        assert recorder(phone.open(f"/g/{game}")) == ["Ann"]
        assert "recorded by Ann" in phone.open(f"/g/{game}/log").text


def test_a_bank_without_a_seat_is_named_as_the_bank(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bank.open(f"/g/{game}")
    passes(bank, "Cleo", "apples", 2)
    assert recorder(bo.open(f"/g/{game}")) == ["The bank"]


def test_on_one_phone_that_goes_without_saying(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    assert recorder(bank.page) == []
    assert "recorded by" not in bank.open(f"/g/{bank.page.game}/log").text


def test_who_took_back_is_named_everywhere(app: Flask, bank: Phone) -> None:
    ann, bo, game = seated(app, bank, "Ann"), seated(app, bank, "Bo"), bank.page.game
    records(bank, "everybody")
    passes(ann, "Cleo", "apples", 2)
    bo.open(f"/g/{game}")
    bo.press(buttons.TAKE_BACK)
    for phone in (ann, bo, bank):
        assert "Bo took back:" in phone.open(f"/g/{game}").text
        assert "Bo took back:" in phone.open(f"/g/{game}/log").text


def test_who_recorded_is_stored_and_goes_into_the_game_file(own_app: Flask) -> None:
    bank = at_table(own_app)
    ann = seated(own_app, bank, "Ann")
    passes(ann, "Cleo", "apples", 2)
    own_app.extensions["service"]._tables.clear()  # noqa: SLF001 - as after a restart
    assert table_of(bank).lines[-1].by == (0,)
    exported = json.loads(own_app.extensions["archive"].export(bank.page.game))
    assert exported["entries"][-1]["event"]["recorded_by"] == [0]
