"""A sheet on which nothing can be done any more, since another phone was first: it says so and leads on."""

import re

import pytest
from flask import Flask

from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import end, passes
from tests.web.phone import Page, Phone
from tests.web.seated import seated
from tests.web.stored import table_of


def live(phone: Phone, sheet: str) -> Page:
    """What the stream's news bring to a phone that has this sheet open."""
    game = phone.page.game
    return phone.send("GET", f"/g/{game}/live?on=sheet&mark=2.0&at={sheet}")


def is_over(phone: Phone, sheet: str, why: str) -> None:
    """Opened again the sheet leads to the board, while open a line leads there, and both say why."""
    news = live(phone, sheet)
    assert "data-over" in news.html
    assert why in news.text
    page = phone.open(f"/g/{phone.page.game}/{sheet}")
    assert page.status == 200
    assert page.path.startswith(f"/g/{page.game}?over=")
    assert why in page.text


def answered(page: Page, why: str) -> None:
    """A form that came too late leads to the board, which says why nothing was booked."""
    assert page.status == 422
    assert page.root.with_id("board") is not None
    assert why in page.refusals[""]
    assert re.fullmatch(r"/g/\w+", page.answer.headers["HX-Replace-Url"])


@pytest.fixture
def dov(app: Flask) -> tuple[Phone, Phone]:
    """The bank and Dov's phone; Bo and Dov have a card face down."""
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    return bank, seated(app, bank, "Dov")


@pytest.mark.parametrize("first", [0, 1])
def test_two_phones_turn_over_in_any_order(dov: tuple[Phone, Phone], first: int) -> None:
    bank, other = dov
    end(bank)
    for phone in dov:
        phone.open(f"/g/{bank.page.game}/reveal/3")
    quick, late = (bank, other) if first == 0 else (other, bank)
    quick.press(buttons.ALL_TOLD, {"in-mead": 1})
    assert table_of(bank).game.stand(3) == {"mead": 1}
    is_over_page = late.press(buttons.ALL_TOLD, {"in-silk": 1})
    answered(is_over_page, "All of Dov ’s cards are turned over.")
    assert "turns over 0 cards" not in is_over_page.text
    is_over(late, "reveal/3", "All of Dov ’s cards are turned over.")
    bank.open(f"/g/{bank.page.game}")
    bank.follow("Bo turns the cards over")
    assert "Bo turns over 1 card" in bank.page.text


def test_a_bag_that_another_phone_booked(app: Flask, bank: Phone) -> None:
    ann = seated(app, bank, "Ann")
    ann.open(f"/g/{bank.page.game}/bags/1")
    assert "data-over" not in live(ann, "bags/1").html
    passes(bank, "Bo", "apples", 2)
    why = "Bo ’s bag is already recorded this round."
    answered(ann.press(buttons.PASSES, {"good": "bread", "number": 1}), why)
    is_over(ann, "bags/1", why)
    bank.press(buttons.TAKE_BACK)
    assert "data-over" not in live(ann, "bags/1").html
    assert ann.open(f"/g/{ann.page.game}/bags/1").path.endswith("/bags/1")


def test_a_bag_that_two_phones_let_pass_alike_passed_once(app: Flask, bank: Phone) -> None:
    """Nobody is told that it did not work."""
    ann = seated(app, bank, "Ann")
    ann.open(f"/g/{bank.page.game}/bags/1")
    passes(bank, "Bo", "apples", 2)
    page = ann.press(buttons.PASSES, {"good": "apples", "number": 2})
    assert (page.status, "already recorded" in page.text) == (200, False)
    assert table_of(bank).game.stand(1) == {"apples": 2}


def test_a_debt_of_a_bag_that_another_phone_booked(app: Flask) -> None:
    """Its panel is on the bag's sheet."""
    bank = later_table(app).phone()
    bank.open(f"/g/{bank.page.game}/bags/2")
    bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 1})
    passes(seated(app, bank, "Ann"), "Cleo", "apples", 1)
    answered(
        bank.press(buttons.RECORD, {"in-crossbow": 1, "in-apples": ""}), "Cleo ’s bag is already recorded"
    )


@pytest.mark.parametrize(
    "sheet,button,why",
    [
        ("declarations/1", "Declare", "is already recorded this round"),
        ("offers/new", "Offer it", "is settled: offers over it no longer count"),
        ("offers/1001", "Offer this", "is settled: offers over it no longer count"),
    ],
)
def test_what_is_said_of_a_bag_that_was_booked(
    app: Flask, bank: Phone, sheet: str, button: str, why: str
) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bo.open(f"/g/{game}/offers/new")
    bo.press(buttons.OFFER, {"offer-gold": 8})
    form, pressed = bo.open(f"/g/{game}/{sheet}").form(button)
    for name in ("Bo", "Cleo", "Dov"):
        bank.open(f"/g/{game}")
        passes(bank, name, "apples", 1)
    assert bo.submit(form, {}, pressed).root.with_id("board") is not None
    assert bo.page.status == 422
    assert bo.page.refusals
    is_over(bo, sheet, why)


def test_plates_that_another_phone_chose(app: Flask) -> None:
    bank = later_table(app).phone()
    bo = seated(app, bank, "Bo")
    end(bank)
    bank.open(f"/g/{bank.page.game}/reveal/1")
    bank.press(buttons.ALL_TOLD, {"in-feast_plate": 1})
    bank.open(f"/g/{bank.page.game}/plates/1")
    bo.open(f"/g/{bank.page.game}/plates/1")
    bank.press("Serve", {"plate-0": "cheese"})
    is_over(bo, "plates/1", "Bo has chosen since.")


def test_a_correction_and_a_payment_under_a_result(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    game = bank.page.game
    end(bank)
    form = bank.open(f"/g/{game}/check").forms[0]
    bank.open(f"/g/{game}?checked=1")
    bank.press(buttons.RESULT)
    answered(bank.submit(form, {}), "The result is final.")
    for sheet in ("corrections/2", "pay", "check"):
        assert "The result is final." in live(bank, sheet).text
        assert bank.open(f"/g/{game}/{sheet}").path.startswith(f"/g/{game}?over=")


def test_a_note_under_a_result(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    form = bo.open(f"/g/{game}/seats/1/bag").forms[0]
    end(bank)
    bank.press(buttons.RESULT)
    answered(bo.submit(form, {}), "The result is final.")
    assert "data-over" in live(bo, "seats/1/bag").html


def test_pages_without_a_purpose_are_never_over(bank: Phone) -> None:
    end(bank)
    bank.press(buttons.RESULT)
    for page in ("", "menu", "log", "phones", "offers/x", "bags/99999999", "seats/1/x", "reveal/"):
        assert "data-over" not in live(bank, page).html


def test_why_a_sheet_is_over_passes_with_what_happens_next(bank: Phone) -> None:
    """The address stays as it is on the phone that lies there."""
    passes(bank, "Bo", "apples", 2)
    page = bank.open(f"/g/{bank.page.game}/bags/1")
    assert "is already recorded" in page.text
    again = page.path
    assert "is already recorded" in bank.open(again).text
    bank.open(f"/g/{page.game}/declarations/2")
    bank.press("Declare 3", {"good": "bread"})
    assert "is already recorded" not in bank.open(again).text
    live = bank.send("GET", f"{again.replace('?', '/live?')}&on=board&since=1")
    assert "is already recorded" not in live.text
