"""A payment by hand: its two sides are two players, or the bank and one."""

import pytest
from flask import Flask

from tests.rules.given import BO
from tests.tables import table
from tests.web import buttons
from tests.web.evening import at_table
from tests.web.phone import Page, Phone
from tests.web.seated import records, seated

ONESELF = "Giver and receiver are the same."


@pytest.fixture
def bank(app: Flask) -> Phone:
    return at_table(app, 3)


@pytest.mark.parametrize(
    "asked", ["giver=0&receiver=0", "giver=1&receiver=1&gold=5", "giver=bank&receiver=bank"]
)
def test_the_same_on_both_sides_is_never_shown_as_if_it_were_fine(bank: Phone, asked: str) -> None:
    page = bank.open(f"/g/{bank.page.game}/pay?{asked}")
    gift = page.root.with_id("gold-gift")
    assert gift is not None
    assert ONESELF in gift.text
    assert "gives" not in gift.text


def test_without_a_script_it_is_refused_beside_the_receiver(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/pay")
    page = bank.press(buttons.RECORD, {"giver": 0, "receiver": 0, "gold": 5})
    assert page.status == 422
    assert ONESELF in page.beside("receiver")


def test_it_begins_with_nobody_chosen(bank: Phone) -> None:
    """No gold goes to or from whom no finger named."""
    page = bank.open(f"/g/{bank.page.game}/pay")
    form, _button = page.form(buttons.RECORD)
    assert not {"giver", "receiver"} & dict(form.fields).keys()
    assert "Choose who gives." in page.text
    assert 'class="next out"' in page.html


@pytest.mark.parametrize(
    "sides, missing",
    [
        ({}, {"giver": "Choose who gives.", "receiver": "Choose who gets it."}),
        ({"giver": "bank"}, {"receiver": "Choose who gets it."}),
        ({"receiver": 1}, {"giver": "Choose who gives."}),
    ],
)
def test_gold_without_two_sides_goes_nowhere(
    bank: Phone, sides: dict[str, str | int], missing: dict[str, str]
) -> None:
    bank.open(f"/g/{bank.page.game}/pay")
    page = bank.press(buttons.RECORD, {**sides, "gold": 9})
    assert page.status == 422
    for side, said in missing.items():
        assert said in page.beside(side)
    assert "50" in bank.open(f"/g/{bank.page.game}").text
    assert "gives" not in bank.page.text


@pytest.mark.parametrize(
    "sheet", ["pay?giver=1&receiver=0&gold=", "offers/new?bag=1&offer-giver=1&offer-gold="]
)
def test_d5_gold_that_is_not_there_is_refused_before_the_tap(bank: Phone, sheet: str) -> None:
    """Beside the field, and the button is drawn as out."""
    for gold, is_out in ((50, False), (51, True)):
        page = bank.open(f"/g/{bank.page.game}/{sheet}{gold}")
        assert ("Bo has 50 gold and cannot give 51." in page.text) is is_out
        assert ('class="next out"' in page.html) is is_out
        [*said] = (one for one in page.root.elements("ul") if "sum-lines" in one.get("class", "").split())
        assert any("unseen" in one.get("class").split() for one in said) is is_out


def test_d5_who_has_too_little_is_told_as_you(app: Flask) -> None:
    there = table(app, 3)
    bo, bank = there.phone(BO), there.phone()
    for phone, sentence in (
        (bo, "You have 50 gold and cannot give 51."),
        (bank, "Bo has 50 gold and cannot give 51."),
    ):
        page = phone.open(f"/g/{there.id}/pay?giver=1&receiver=0&gold=51")
        assert page.text.count(sentence) == 2
        assert phone.press(buttons.RECORD).beside("gold") == sentence


def test_a_payment_that_was_sent_and_refused_says_why_once_in_sight(bank: Phone) -> None:
    """Beside the amount; above the form for who hears the page."""
    bank.open(f"/g/{bank.page.game}/pay?giver=1&receiver=0&gold=51")
    page = bank.press(buttons.RECORD)
    assert page.text.count("Bo has 50 gold and cannot give 51.") == 2
    above = page.root.with_id("refusals")
    assert above is not None
    assert "unseen" in above.get("class", "").split()


@pytest.mark.parametrize("recorder", ["own", "everybody"])
@pytest.mark.parametrize("receiver", ["0", "2", "bank"])
def test_nothing_is_refused_beside_the_gold_whoever_would_get_it(
    app: Flask, bank: Phone, recorder: str, receiver: str
) -> None:
    bo = seated(app, bank, "Bo")
    records(bank, recorder)
    bo.open(f"/g/{bank.page.game}/pay?giver=1&receiver={receiver}")
    page = bo.press(buttons.RECORD)
    assert page.status == 422
    assert page.beside("gold") == "Nothing to give yet."


def heading(page: Page) -> str:
    """What the page calls itself at its top."""
    return next(page.root.elements("h1")).text


def test_a_player_pays_by_the_own_row(app: Flask, bank: Phone) -> None:
    """On the phone that is theirs alone; the title follows whoever gives."""
    bo = seated(app, bank, "Bo")
    board = bo.open(f"/g/{bank.page.game}")
    own = next(row for row in board.root.elements("li") if "seat-mine" in (row.get("class") or ""))
    page = bo.open(next(own.elements("a"))["href"])
    assert heading(page) == "You pay"
    assert page.title == "You pay"
    assert dict(page.forms[0].fields)["giver"] == "1"
    records(bank, "everybody")
    assert heading(bo.open(f"/g/{bank.page.game}/pay?giver=2")) == "Pay"
    assert heading(bank.open(f"/g/{bank.page.game}/pay?giver=1")) == "Pay"


def test_only_those_whose_gold_a_phone_may_give_are_offered(app: Flask, bank: Phone) -> None:
    """Where each records their own, a player gives and nobody else; a trade is up to the other, too."""
    bo = seated(app, bank, "Bo")
    records(bank, "own")
    page = bo.open(f"/g/{bank.page.game}/pay")
    form, _button = page.form(buttons.RECORD)
    assert form.offers("giver") is None
    assert dict(form.fields)["giver"] == "1"
    assert form.offers("receiver") == frozenset({"0", "2", "bank", ""})
    assert "Who gives" not in page.text
    assert "And gets something back" not in page.text
    assert (
        dict(bo.open(f"/g/{bank.page.game}/pay?giver=2&receiver=0").form(buttons.RECORD)[0].fields)["giver"]
        == "1"
    )
    board = bo.press(buttons.RECORD, {"receiver": 2, "gold": 3})
    assert "Bo gives Cleo 3 gold." in board.text
    form, _button = bank.open(f"/g/{bank.page.game}/pay").form(buttons.RECORD)
    assert form.offers("giver") == frozenset({"0", "1", "2", "bank", ""})


def test_a_phone_of_two_players_gives_for_either(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    bank.send("POST", f"/g/{bank.page.game}/seats", [("csrf_token", bank.token), ("seat", "0")])
    records(bank, "own")
    assert "Who gives" in bank.open(f"/g/{bank.page.game}/pay").text
    assert "Who gives" not in bo.open(f"/g/{bank.page.game}/pay").text
