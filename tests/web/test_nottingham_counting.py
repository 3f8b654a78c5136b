"""The quick count of Nottingham by its form, without scripts, its result, and the count of a table."""

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.nottingham.box import BOX
from tests.web import buttons
from tests.web.loot import NAMES, SHEET, counted, to_check
from tests.web.phone import Fields, Page, Phone
from tests.web.stored import service_of


def test_n21_the_case_of_the_rules(phone: Phone) -> None:
    page = counted(phone)
    assert page.title == "The result"
    assert "Bo wins with 67" in page.text
    assert "Five of one Ann and Bo 25" in page.text
    assert "Three pairs Bo 17" in page.text
    assert "loot 42, missions 0" in page.text


TIED: Fields = {f"name-{seat}": name for seat, name in enumerate(NAMES)} | {
    "0-copper_coin": 1,
    "0-necklace": 1,
    "0-jewels": 1,
    "0-pearls": 1,
    "1-pearls": 4,
    "2-chest": 1,
    "2-five_of_one": "on",
    "2-three_pairs": "on",
    "numbers-five_of_one-alone": 17,
    "numbers-five_of_one-shared": 16,
    "numbers-three_pairs-alone": 10,
    "numbers-three_pairs-shared": 9,
}
"""Everybody has 40: in four cards, in four, and in one beside two missions."""


@pytest.mark.parametrize(
    "changes, said",
    [
        ({}, "have 40 each. Most loot cards decide: Ann 4, Bo 4 and Cleo 1. So the victory is shared."),
        ({"1-pearls": 3}, "Ann and Cleo have 40 each. Most loot cards decide: Ann 4 and Cleo 1."),
        ({"2-chest": 0}, "Ann and Bo have 40 each. Loot cards: 4 each. So the victory is shared."),
        ({"2-chest": 2}, "Ann and Bo have 40 each. Loot cards: 4 each. Ann and Bo share a place."),
    ],
)
def test_n21_a_tie_break_names_those_it_decided_between(phone: Phone, changes: Fields, said: str) -> None:
    assert said in counted(phone, {**TIED, **changes}).text


@pytest.mark.parametrize(
    "changes, field, said",
    [
        ({"1-pearls": 11}, "1-pearls", "there are 12 cards, the sheet has 13"),
        ({"0-gold": "two"}, "0-gold", "not a whole number"),
        ({"2-five_of_one": "on"}, "2-five_of_one", "at most 2 players fulfil it"),
        ({"2-four_pairs": "on"}, "numbers-four_pairs-alone", "The two numbers of Four pairs are missing"),
        ({"numbers-three_pairs-alone": 12}, "numbers-three_pairs-shared", "count more"),
        ({"numbers-three_pairs-alone": 100}, "numbers-three_pairs-alone", "is worth 1 to 99"),
        (
            {"numbers-three_pairs-shared": ""},
            "numbers-three_pairs-shared",
            "The two numbers of Three pairs are missing",
        ),
        ({"name-1": "ann"}, "name-1", "There are two of “ann”"),
        ({"name-1": ""}, "name-1", "name"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    phone: Phone, changes: Fields, field: str, said: str
) -> None:
    page = counted(phone, {**SHEET, **changes})
    assert page.status == 422
    assert "Nothing is counted yet." in page.text
    assert said in page.beside(field)
    kept = dict(page.forms[0].fields)
    assert all(kept.get(name, "") == str(value) for name, value in {**SHEET, **changes}.items())


def test_the_numbers_of_a_mission_are_typed_once(phone: Phone) -> None:
    """N14: they are the box's, so this phone's next count proposes them."""
    counted(phone)
    fields = dict(phone.open("/nottingham/count").forms[0].fields)
    assert (fields["numbers-three_pairs-alone"], fields["numbers-three_pairs-shared"]) == ("17", "12")
    assert (fields["numbers-five_of_one-alone"], fields["numbers-five_of_one-shared"]) == ("30", "25")
    assert fields["numbers-four_pairs-alone"] == ""


def test_a_changed_count_takes_the_place_of_the_wrong_one(phone: Phone) -> None:
    first = counted(phone).game
    phone.follow(buttons.CHANGE_A_NUMBER)
    assert {name: dict(phone.page.forms[0].fields)[name] for name in SHEET} == {
        name: str(value) for name, value in SHEET.items()
    }
    page = phone.press(buttons.RESULT, {"2-chest": 2})
    assert "Cleo wins with 68" in page.text
    phone.open(f"/g/{first}/nottingham/result")
    assert "A number has been changed since" in phone.page.text
    assert "Cleo wins with 68" in phone.follow(buttons.RESULT_THAT_COUNTS).text
    assert "Bo wins with 67" in phone.follow(buttons.COUNTED_BEFORE).text


def test_the_box_that_was_last_on_the_table_comes_first(phone: Phone) -> None:
    assert phone.open("/count").link("Nottingham (2006)")
    counted(phone)
    assert phone.open("/count").path == "/nottingham/count"
    assert phone.follow(buttons.SHERIFF_OF_NOTTINGHAM).path == "/count?box=sheriff"


def test_seven_players_are_counted_and_eight_have_no_line(phone: Phone) -> None:
    """N1."""
    names = {f"name-{seat}": f"Player {seat}" for seat in range(BOX.most_players)}
    assert "share the victory with 0" in counted(phone, names).text
    page = phone.send("GET", phone.page.path, (), {"Accept-Language": "fr"})
    assert "se partagent la victoire avec 0 point " in page.text
    assert "name-7" not in dict(phone.open("/nottingham/count").forms[0].fields)


@pytest.fixture
def ended(app: Flask) -> Phone:
    """The count of a table at which Ann has a chest."""
    return to_check(app)


def test_the_loot_is_put_right_and_the_count_closed(app: Flask, ended: Phone) -> None:
    """N21: the real cards say what counts."""
    game = ended.page.game
    assert ended.page.title == "Check the loot"
    ended.submit(ended.page.form_to(f"/g/{game}/nottingham/checks"), {"loot-0-chest": 2, "loot-0-gold": 1})
    assert ended.page.path == f"/g/{game}/nottingham/check"
    assert service_of(app).current(game).game.loot(0) == Goods({"gold": 1, "chest": 2})
    page = ended.press(buttons.RESULT)
    assert "Ann wins with 35" in page.text
    page = ended.press(buttons.TAKE_RESULT_BACK)
    assert page.title == "Check the loot"


def test_more_loot_than_there_is_is_refused_beside_its_object(ended: Phone) -> None:
    game = ended.page.game
    ended.submit(ended.page.form_to(f"/g/{game}/nottingham/checks"), {"loot-0-chest": 13})
    assert ended.page.status == 422
    assert ended.page.beside("loot-0-chest")


def test_the_cards_say_what_each_object_does(phone: Phone) -> None:
    """N9."""
    page = phone.open("/nottingham/cards")
    assert page.title == "Cards of Nottingham"
    assert all(item_name_in(page, item.word) for item in BOX.items)
    assert "30 / 25" in page.text


def item_name_in(page: Page, word: str) -> bool:
    """Whether a page names an object, in English."""
    return word.replace("_", " ").capitalize() in page.text
