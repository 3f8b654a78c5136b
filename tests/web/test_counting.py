"""The quick count by its form, without scripts: a game of one entry."""

import json

import pytest
from flask import Flask

from companion.rules.sheriff.editions import common_cards
from tests.web import buttons
from tests.web.phone import Fields, Page, Phone, filled
from tests.web.stored import service_of

SHEET: Fields = {
    "name-0": "David",
    "name-1": "Ann",
    "name-2": "Bo",
    "name-3": "Cleo",
    "0-apples": 4,
    "0-cheese": 6,
    "0-bread": 1,
    "0-chickens": 4,
    "0-pepper": 2,
    "0-crossbow": 1,
    "0-gold": 42,
    "1-chickens": 5,
    "1-gold": 3,
    "2-chickens": 4,
    "2-apples": 9,
    "2-gold": 0,
    "3-bread": 2,
    "3-apples": 5,
    "3-gold": 0,
}


def counted(phone: Phone, fields: Fields = SHEET) -> Page:
    """The page that a sheet leads to."""
    phone.open("/count")
    return phone.press(buttons.RESULT, fields)


def test_the_worked_case_of_the_book(phone: Phone) -> None:
    """S2, S3: Cheese King alone, Chicken Queen tied by two: 125; here Queen of Bread is 10 more."""
    page = counted(phone)
    assert page.title == "The result"
    assert "David wins with 135" in page.text
    assert "tie for Queen" in page.text
    assert "5 / 2 = 2 each. Rounded down." in page.text


def test_s3_a_share_that_is_not_a_whole_number_says_that_it_is_rounded(phone: Phone) -> None:
    page = counted(phone, {**TIED, "0-apples": 1, "1-apples": 1})
    assert "(10 + 5) / 2 = 7 each, no Queen. Rounded down." in page.text
    assert "(20 + 10) / 2 = 15 each, no Queen." in page.text
    assert page.text.count("Rounded down.") == 1


CHICKENS, PEPPER = common_cards().good("chickens"), common_cards().good("pepper").value
ALONE = 54 - 2 * CHICKENS.value - CHICKENS.king
"""Gold that makes 54 with two chickens and their King."""
LEVEL = 54 - 2 * CHICKENS.value - (CHICKENS.king + CHICKENS.queen) // 2
"""Gold that makes 54 with two chickens and a share of their King."""
TIED: Fields = {
    **{f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))},
    "0-chickens": 2,
    "0-gold": LEVEL,
    "1-chickens": 2,
    "1-pepper": 1,
    "1-gold": LEVEL - PEPPER,
    "2-gold": 54,
}
"""Everybody has 54: Ann and Bo with two chickens each, as tied Kings; Cleo has gold alone."""
BOTH_PEPPER: Fields = {"0-pepper": 1, "0-gold": LEVEL - PEPPER}


@pytest.mark.parametrize(
    "changes, said",
    [
        ({}, "Ann 2, Bo 2 and Cleo 0. Most contraband decides: Ann 0 and Bo 1."),
        (
            BOTH_PEPPER,
            "Ann 2, Bo 2 and Cleo 0. Contraband: 1 each. So the victory is",
        ),
        ({"2-gold": 53}, "Ann and Bo have 54 each. Legal goods: 2 each. Most contraband decides: Ann 0"),
        (
            {"1-chickens": 1, "0-gold": ALONE},
            "Ann and Cleo have 54 each. Most legal goods decide: Ann 2 and Cleo 0.",
        ),
    ],
)
def test_s7_a_tie_break_names_those_it_decided_between(phone: Phone, changes: Fields, said: str) -> None:
    assert said in counted(phone, {**TIED, **changes}).text


@pytest.mark.parametrize(
    "changes, said",
    [
        ({}, "Ann and Bo have 54 each. Legal goods: 2 each. Most contraband decides: Ann 0 and Bo 1."),
        (
            BOTH_PEPPER,
            "Legal goods: 2 each. Contraband: 1 each. Ann and Bo share a place.",
        ),
    ],
)
def test_s8_a_tie_behind_the_winner_is_told_as_well(phone: Phone, changes: Fields, said: str) -> None:
    page = counted(phone, {**TIED, "2-gold": 99, **changes})
    assert said in page.text
    assert "victory is shared" not in page.text


def test_s7_without_a_tie_nothing_is_said_of_one(phone: Phone) -> None:
    assert "decide" not in counted(phone).text


def test_it_becomes_a_finished_game_of_one_entry(app: Flask, phone: Phone) -> None:
    game = counted(phone).game
    assert service_of(app).current(game).seq == 1
    assert "David" in phone.open("/").text
    assert phone.follow("David").path == f"/g/{game}/result"
    assert "David wins" in phone.open(f"/g/{game}/log").text.replace("  ", " ").replace(" wins", " wins")
    file = json.loads(phone.send("GET", f"/g/{game}/export.json").html)
    assert len(file["entries"]) == 1


def test_the_same_sheet_sent_twice_is_one_game(phone: Phone) -> None:
    phone.open("/count")
    form, pressed = phone.page.form(buttons.RESULT)
    first = phone.submit(form, SHEET, pressed)
    assert phone.submit(form, SHEET, pressed).path == first.path


def test_the_same_form_with_another_sheet_is_a_conflict(phone: Phone) -> None:
    phone.open("/count")
    form, pressed = phone.page.form(buttons.RESULT)
    phone.submit(form, SHEET, pressed)
    assert phone.submit(form, {**SHEET, "0-gold": 43}, pressed).status == 409
    assert "recorded differently" in phone.page.text


def test_a_rematch_with_the_same_names(phone: Phone) -> None:
    counted(phone)
    phone.press(buttons.REMATCH)
    assert dict(phone.page.forms[0].fields)["name-3"] == "Cleo"
    assert phone.press(buttons.OPEN_TABLE).title == "Round 1 of 8"


def test_lines_may_be_left_empty_between_the_players(phone: Phone) -> None:
    moved = {
        name.replace("0", "5", 1) if name.startswith(("0-", "name-0")) else name: value
        for name, value in SHEET.items()
    }
    assert "David wins with" in counted(phone, moved).text


def test_a_shared_victory_names_all_winners(phone: Phone) -> None:
    """S7."""
    page = counted(
        phone,
        {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}
        | {f"{seat}-gold": 7 for seat in range(3)},
    )
    assert "share the victory with 7" in page.text
    assert phone.open(f"/g/{page.game}").status == 200


def test_a_count_that_is_refused_says_that_nothing_is_counted(phone: Phone) -> None:
    """Nothing is ever booked here."""
    page = counted(phone, {**SHEET, "0-gold": "x"})
    assert page.status == 422
    assert "Nothing is counted yet." in page.text
    assert "Not recorded" not in page.text


@pytest.mark.parametrize(
    "field, typed, said, in_french",
    [
        ("0-apples", "2,5", "“2,5” is not a whole number.", "« 2,5 » n’est pas un nombre entier."),
        ("0-apples", "-1", "cannot be negative: -1.", "ne peut pas être négatif : -1."),
        ("0-apples", "−1", "cannot be negative: -1.", "ne peut pas être négatif : -1."),
        ("0-gold", "-5", "Gold is a whole number from 0 to 9999.", "de 0 à 9999."),
    ],
)
def test_what_is_typed_for_a_number_is_refused_by_what_is_wrong_with_it(
    phone: Phone, field: str, typed: str, said: str, in_french: str
) -> None:
    """Below nothing is a whole number, too."""
    phone.open("/count")
    page = phone.press(buttons.RESULT, {**SHEET, field: typed})
    assert said in page.beside(field)
    phone.headers["Accept-Language"] = "fr"
    phone.open("/count")
    page = phone.press("Le résultat", {**SHEET, field: typed})
    assert in_french in page.beside(field).replace("\u00a0", " ")


def test_a_number_is_changed_and_counted_again(phone: Phone) -> None:
    """What was typed is in the form again, by its address, also after a reload."""
    page = counted(
        phone, {**SHEET, "0-feast_plate": 1, "0-feast_plates-0": "bread", "promo_copies-feast_plate": 2}
    )
    game = page.game
    phone.follow(buttons.CHANGE_A_NUMBER)
    for _ in range(2):
        fields = dict(phone.page.forms[0].fields)
        assert {name: fields[name] for name in SHEET} == {name: str(value) for name, value in SHEET.items()}
        assert (fields["0-feast_plates-0"], fields["promo_copies-feast_plate"]) == ("bread", "2")
        assert fields["0-mead"] == "0"
        phone.open(phone.page.path)
    page = phone.press(buttons.RESULT, {"0-gold": 41})
    assert page.title == "The result"
    assert page.game != game
    assert "gold 41" in page.text
    assert "gold 42" in phone.open(f"/g/{game}/result").text


def test_a_changed_count_takes_the_place_of_the_wrong_one(phone: Phone) -> None:
    """The start page has one evening, however often it is changed; the older ones say what counts."""
    first = counted(phone).game
    for gold in (41, 40):
        phone.open(f"/count?again={first}")
        phone.press(buttons.RESULT, {"0-gold": gold})
    page = phone.page
    assert "gold 40" in page.text
    cards = [link["href"] for link in phone.open("/").root.elements("a") if link["href"].endswith("/result")]
    assert cards == [f"/g/{page.game}/result"]
    phone.open(f"/g/{first}/result")
    assert "A number has been changed since" in phone.page.text
    phone.follow(buttons.RESULT_THAT_COUNTS)
    assert "gold 40" in phone.page.text
    assert "A number has been changed since" not in phone.page.text
    assert "gold 41" in phone.follow(buttons.COUNTED_BEFORE).text


def test_a_count_never_replaces_an_evening_of_another_phone(phone: Phone, bank: Phone) -> None:
    """Neither of somebody else's count nor of a game that was played."""
    played = bank.page.game
    theirs = counted(bank).game
    for other, again in ((phone, theirs), (bank, played)):
        other.open("/count")
        form, _button = other.page.form(buttons.RESULT)
        sent = filled(form, {**SHEET, "again": again})
        assert other.send("POST", form.element["action"], sent).status == 303
    assert "A number has been changed since" not in bank.open(f"/g/{theirs}/result").text


def test_only_a_count_of_this_phone_is_opened_again(app: Flask, phone: Phone, bank: Phone) -> None:
    game = counted(phone).game
    for other, again in ((Phone(app), game), (bank, bank.page.game), (phone, "nothing")):
        assert dict(other.open(f"/count?again={again}").forms[0].fields)["name-0"] == ""
