"""The bank moves to another phone by a code or a link, and whoever gave its place away reads where it is."""

import pytest
from flask import Flask

from tests.web import buttons
from tests.web.evening import holds, passes
from tests.web.phone import Phone
from tests.web.seated import seated
from tests.web.stored import membership_of, unchanged


def code_of(bank: Phone) -> str:
    """The code that a bank is shown."""
    bank.open(f"/g/{bank.page.game}/move")
    bank.press(buttons.SHOW_THE_CODE)
    return next(line.text for line in bank.page.root.elements("p") if "move-code" in line.get("class"))


@pytest.mark.parametrize("shape,small", [("{0}-{1}", False), ("{0}{1}", True), (" {0} {1} ", True)])
def test_by_the_code_however_it_is_typed(bank: Phone, stranger: Phone, shape: str, small: bool) -> None:  # noqa: FBT001 - an example
    passes(bank, "Bo", "apples", 2)
    game = bank.page.game
    stranger.open("/join")
    typed = shape.format(*code_of(bank).split("-"))
    stranger.press("Come in", {"code": typed.lower() if small else typed})
    assert stranger.page.path == f"/g/{game}"
    holds(stranger, Ann=50)
    passes(stranger, "Cleo", "apples", 1)
    assert bank.open(f"/g/{game}").status == 403
    assert "I have a code" in bank.page.text
    assert "Tables still open" in stranger.open("/").text
    assert "Tables still open" not in bank.open("/").text


def test_the_phone_that_gave_its_place_away_reads_where_it_is(
    app: Flask, bank: Phone, stranger: Phone
) -> None:
    """By its seat's code and by the bank's, on the page with the code and on the board; nobody else does."""
    game, gave = bank.page.game, seated(app, bank, "Bo")
    for giver, way, said in (
        (gave, "/seats/1/move", "Your seat is on the other phone now."),
        (bank, "/move", "The bank is on another phone now."),
    ):
        assert "phone now" not in stranger.send("GET", f"/g/{game}").text
        giver.open(f"/g/{game}{way}")
        giver.press(buttons.SHOW_THE_CODE)
        code = giver.page.found(r'class="move-code[^>]*>([^<]+)<')
        taker = Phone(app)
        taker.open("/join")
        taker.press("Come in", {"code": code})
        for page in (way, ""):
            told = giver.open(f"/g/{game}{page}")
            assert told.status == 403
            assert said in told.text
            assert "403" not in told.text
            assert told.link(buttons.I_HAVE_A_CODE) == "/join"
            assert told.link("To the start page") == "/"


def test_a_phone_that_was_let_out_gave_nothing_away(app: Flask, bank: Phone) -> None:
    game, bo = bank.page.game, seated(app, bank, "Bo")
    bo.open(f"/g/{game}/seats/1/move")
    bo.press(buttons.SHOW_THE_CODE)
    membership_of(app).release(game, 1)
    assert "may not do that" in bo.open(f"/g/{game}").text


def test_by_the_link_in_the_picture_after_a_tap(app: Flask, bank: Phone, stranger: Phone) -> None:
    game = bank.page.game
    words = membership_of(app).hand_over(game)
    with unchanged(app):
        stranger.open(f"/m/{words.secret}")
    assert stranger.send("GET", f"/g/{game}").status == 403
    stranger.press("Continue here")
    assert stranger.page.path == f"/g/{game}"


def test_the_bank_comes_back_the_same_way(bank: Phone, stranger: Phone) -> None:
    game = bank.page.game
    for giver, taker in ((bank, stranger), (stranger, bank)):
        giver.open(f"/g/{game}")
        code = code_of(giver)
        taker.open("/join")
        taker.press("Come in", {"code": code})
        assert taker.page.path == f"/g/{game}"


def test_a_code_that_was_used_is_shown_no_longer(bank: Phone, stranger: Phone) -> None:
    """A bank that plays too stays at the table: its page says that the bank has gone, and leads on."""
    game = bank.page.game
    seat = [*bank.tokens, ("seat", "1")]
    bank.send("POST", f"/g/{game}/seats", seat)
    code = code_of(bank)
    still = bank.send("GET", f"/g/{game}/live?on=sheet&at=move")
    stranger.open("/join")
    stranger.press("Come in", {"code": code})
    gone = "The bank is on another phone now."
    assert gone not in still.text
    told = bank.send("GET", f"/g/{game}/live?on=sheet&at=move")
    assert gone in told.text
    assert gone in bank.open(told.link("Continue")).text
