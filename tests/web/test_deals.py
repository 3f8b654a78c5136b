"""Deals on a bag's sheet: who gives, whose gold it is, and for which decision."""

from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.tables import table
from tests.web import buttons
from tests.web.evening import bag_of, holds, stands
from tests.web.phone import Fields, Page, Phone

SHEET = "bags/1?good=apples&number=2&deal-0-giver=2&deal-0-gold=7&unfolded=0-gold"


@pytest.fixture
def bank(app: Flask) -> Phone:
    return table(app, 3).phone()


def chosen(phone: Phone) -> list[str]:
    """The decisions that the first deal is drawn for."""
    fields = phone.page.root.elements("input")
    return [one["value"] for one in fields if one.get("name") == "deal-0-decision" and one.has("checked")]


def test_i9_gold_of_somebody_else_is_for_passing_unless_it_is_said(bank: Phone) -> None:
    page = bank.open(f"/g/{bank.page.game}/{SHEET}")
    assert chosen(bank) == ["passes"]
    assert "7 gold to Ann" in page.form(buttons.PASSES)[1].text
    assert "7 gold to Ann" not in page.form(buttons.OPENS)[1].text
    bank.press(buttons.OPENS)
    holds(bank, Ann=46, Bo=54, Cleo=50)


def test_i9_who_joins_in_has_a_line_of_their_own(app: Flask) -> None:
    """The shield that is tapped while Bo's eight stand there; what a Sheriff gives is for the merchant."""
    bank = table(app, 4).phone()
    sheet = f"/g/{bank.page.game}/bags/1?good=apples&number=2&deal-0-giver=1&deal-0-gold=8"
    for joins, sides in (("3", "Dov gives Ann"), ("0", "Ann gives Bo")):
        page = bank.open(f"{sheet}&add={joins}")
        assert "Bo gives Ann" in page.text
        gift = page.root.with_id("deal-1-gold-gift")
        assert gift is not None
        assert sides in gift.text
    bank.open(f"{sheet}&add=3")
    bank.press(buttons.PASSES, {"deal-1-gold": 5})
    holds(bank, Ann=63, Bo=42, Cleo=50, Dov=45)


def test_gold_tapped_right_after_a_shield_goes_on_with_whose_it_is(bank: Phone) -> None:
    """As the steps of the README say: the shield has opened the amount, which that tap does not shut."""
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=2")
    bank.press("Cleo")
    page = bank.press("+ Gold")
    assert "Cleo gives Ann" in page.text
    assert page.root.with_id("deal-1-gold") or page.root.with_id("deal-0-gold")
    bank.press(buttons.PASSES, {page.found(r'name="(deal-\d-gold)"'): 4})
    holds(bank, Ann=54, Bo=50, Cleo=46)


def test_gold_of_the_merchants_own_folds_with_a_second_tap(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=2")
    bank.press("+ Gold")
    assert bank.page.root.with_id("unfolded")
    assert not bank.press("+ Gold").root.with_id("unfolded")


@pytest.mark.parametrize("joins", ["9", "-1", "x", "٣"])
def test_i9_whoever_is_not_there_joins_nothing(bank: Phone, joins: str) -> None:
    page = bank.open(f"/g/{bank.page.game}/{SHEET}&add={joins}")
    assert page.status == 200
    assert page.root.with_id("deal-1-gold") is None


@pytest.mark.parametrize("word, kept", [("either", "either"), ("opens", "opens"), ("passes", "passes")])
def test_i9_a_decision_that_was_chosen_stays(bank: Phone, word: str, kept: str) -> None:
    bank.open(f"/g/{bank.page.game}/{SHEET}&deal-0-decision={word}")
    assert chosen(bank) == [kept]


def test_i9_a_deal_for_either_decision_is_booked_and_corrected_as_such(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/{SHEET}")
    bank.press(buttons.OPENS, {"deal-0-decision": "either"})
    holds(bank, Ann=53, Bo=54, Cleo=43)
    page = bank.open(f"/g/{bank.page.game}/corrections/2")
    assert "Cleo gives Ann 7 gold either way" in page.text


@pytest.mark.parametrize("giver, name", [(1, "Bo"), (2, "Cleo")])
def test_the_gold_beside_the_amount_is_the_givers(bank: Phone, giver: int, name: str) -> None:
    page = bank.open(f"/g/{bank.page.game}/bags/1?deal-0-giver={giver}&unfolded=0-gold")
    gift = page.root.with_id("deal-0-gold-gift")
    assert gift is not None
    assert f"{name} has 50 gold" in gift.text


def gives(page: Page) -> tuple[str, ...]:
    """What is said of the player who gives, and of each part that can be given."""
    ids = ("given", "give-gold", "give-goods", "give-promising")
    return tuple(part.text for part in map(page.root.with_id, ids) if part is not None)


def test_i9_what_is_folded_stands_on_what_unfolds_it(bank: Phone) -> None:
    """Gold stays in sight while cards are chosen; of what another gives, nothing is said to be theirs."""
    given = "deal-0-giver=1&deal-0-gold=3&deal-0-bag-apples=1&deal-0-bag-face_down=1&deal-0-promise=Lunch"
    for unfolded, parts in (
        ("0-goods", ("Gold 3", "+ Goods", "Promise 1")),
        ("0-gold", ("+ Gold", "Goods 2", "Promise 1")),
        ("", ("Gold 3", "Goods 2", "Promise 1")),
    ):
        page = bank.open(f"/g/{bank.page.game}/bags/1?{given}&unfolded={unfolded}")
        assert gives(page) == ("Bribe:", *parts)
    page = bank.open(f"/g/{bank.page.game}/bags/1?deal-0-giver=2&deal-0-gold=3")
    assert gives(page) == ("Besides:", "+ Gold", "+ Goods", "+ Promise")


def test_i8_over_the_cards_out_of_the_bag_stands_what_they_are(bank: Phone) -> None:
    page = bank.open(f"/g/{bank.page.game}/bags/1?unfolded=0-goods")
    assert "out of the bag, if it passes" in page.text


def test_i8_cards_out_of_the_bag_stay_their_merchants_while_another_gives(bank: Phone) -> None:
    """Tapped by mistake, another shield takes nothing away; nor is it what that player gives."""
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=5&unfolded=0-goods&deal-0-bag-apples=3")
    page = bank.press("Cleo")
    assert "Bo gives Ann 3 “apples” on Bo ’s word if it passes" in page.text
    assert "out of the bag" not in page.text
    assert "3 apples to Ann ’s stand" in page.form(buttons.PASSES)[1].text
    bank.press(buttons.PASSES)
    assert stands(bank.page)["Ann"] == {"apples": 3}


def test_i1_where_nothing_is_declared_both_are_asked_for(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/bags/1")
    page = bank.press(buttons.PASSES, {"deal-0-giver": 2, "deal-0-gold": 7})
    assert page.status == 422
    assert page.beside("good") == "Choose the declared good, and how many cards."


@pytest.mark.parametrize(
    "declared, wants",
    [({}, "which good, how many?"), ({"good": "apples"}, "how many?"), ({"number": 3}, "which good?")],
)
@pytest.mark.parametrize("contents", ["", "passed", "opened"])
def test_i1_of_a_declaration_what_is_missing_is_asked_for(
    bank: Phone, declared: Fields, wants: str, contents: str
) -> None:
    page = bank.open(f"/g/{bank.page.game}/bags/1?{urlencode({**declared, 'contents': contents})}")
    buttons = ("Record it",) if contents else ("lets it pass", "opens it")
    for button in buttons:
        assert next(page.form(button)[1].elements("small")).text == wants


def test_royal_goods_in_play_lie_open_where_a_lie_is_told(app: Flask) -> None:
    """Promo cards are a tap away."""
    bank = table(app, 3, royal_goods=True, promo={"olive_oil": 1}).phone()
    page = bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=2&contents=opened")
    folded = [part.text for part in page.root.elements("details") if "palette" in part.get("class")]
    assert not any("Golden Apples" in words for words in folded)
    assert any("Olive Oil" in words for words in folded)
    assert "Golden Apples" in page.text


PROMISED = "bags/1?good=apples&number=4&deal-0-bag-mead=1&contents=passed"


def filled(phone: Phone) -> dict[str, str]:
    """What the sheet says was in the bag."""
    cards = ("in-", "face_down", "there-")
    fields = next(form for form in phone.page.forms if form.element.get("id") == "bag").fields
    return {name: value for name, value in fields if name.startswith(cards) and value}


def test_i8_i11_what_was_promised_is_proposed_as_what_was_there(bank: Phone) -> None:
    """Told once, it lies face down in the bag, and goes face down to its receiver; nothing else is tapped."""
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=4&deal-0-bag-mead=1")
    bank.press(buttons.PASSES_A_LIE)
    assert filled(bank) == {"in-apples": "3", "face_down": "1", "there-mead": "1"}
    assert "All that was promised was there: change it if it was less." in bank.page.text
    bank.press(buttons.RECORD)
    assert stands(bank.page) == {"Ann": {"face_down": 1}, "Bo": {"apples": 3}, "Cleo": {}}


def test_i8_legal_goods_that_were_promised_are_proposed_too(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=4&deal-0-bag-cheese=2&contents=passed")
    assert filled(bank) == {"in-apples": "2", "in-cheese": "2"}


@pytest.mark.parametrize(
    "said, shown",
    [
        ("&in-apples=4", {"in-apples": "4"}),
        ("&in-apples=3&face_down=1", {"in-apples": "3", "face_down": "1"}),
        ("&deal-0-bag-apples=2", {"in-apples": "3", "face_down": "1", "there-mead": "1"}),
        ("&deal-0-bag-silk=4", {"in-apples": "4"}),
    ],
)
def test_i8_what_is_proposed_can_be_changed_and_fits_the_bag(
    bank: Phone, said: str, shown: dict[str, str]
) -> None:
    """What was promised beyond the bag's cards is left to the merchant to tell."""
    bank.open(f"/g/{bank.page.game}/{PROMISED}{said}")
    assert filled(bank) == shown


def test_i8_what_was_promised_for_an_opened_bag_is_not_in_it(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/{PROMISED.replace('passed', 'opened')}")
    assert filled(bank) == {"in-apples": "4"}


def test_i7_a_bribe_that_cannot_be_paid_stops_nobody_from_opening_the_bag(bank: Phone) -> None:
    """It is refused for the pass; the other button says that it lapses, and books what it says."""
    bag_of(bank, "Bo")
    page = bank.press("it pass", {"good": "apples", "number": 2, "deal-0-gold": 99})
    assert page.status == 422
    passes, opens = (
        next(
            button for button in page.root.elements("button") if f"verdict-{what}" in button.get("class", "")
        )
        for what in ("passes", "opens")
    )
    assert "out" in passes.get("class").split()
    assert "cannot give 99" in passes.text
    assert "out" not in opens.get("class").split()
    assert opens.text.endswith("bribe refused: Ann pays Bo 4")
    bank.press(buttons.OPENS)
    holds(bank, Ann=46, Bo=54, Cleo=50)
