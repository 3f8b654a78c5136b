"""Cards that count at the end, in the quick count: asked for where it is switched on (E18 to E24)."""

import pytest
from flask import Flask

from tests.tables import merry_table
from tests.web import buttons
from tests.web.evening import NAMES
from tests.web.phone import Fields, Page, Phone

PEOPLE: Fields = {f"name-{seat}": name for seat, name in enumerate(NAMES[:3])}
GOLD: Fields = {f"{seat}-gold": 40 for seat in range(3)}


def counted(app: Flask, cards: Fields) -> Phone:
    """A phone that has sent a count of three with these cards."""
    phone = Phone(app)
    phone.open("/count?extras=1")
    phone.press(buttons.RESULT, {**PEOPLE, **GOLD, **cards})
    return phone


def selects(page: Page) -> list[str]:
    """The fields in which such cards are chosen."""
    return [choice["name"] for choice in page.root.elements("select") if choice["name"].startswith("extra-")]


def test_they_are_asked_for_only_where_that_is_switched_on(app: Flask) -> None:
    phone = Phone(app)
    plain = phone.open("/count")
    assert not selects(plain)
    phone.follow(buttons.OTHER_CARDS_COUNT_TOO)
    assert selects(phone.page)
    phone.follow(buttons.OTHER_CARDS_COUNT_TOO)
    assert not selects(phone.page)


def test_a_phone_whose_last_table_had_them_is_asked_at_once(app: Flask) -> None:
    phone = merry_table(app).phone()
    assert selects(phone.open("/count"))


def test_e21_each_is_a_line_of_the_result(app: Flask) -> None:
    phone = counted(
        app,
        {
            "extra-0-0": "black_market:pepper:30",
            "extra-0-1": "special_order:apples:pepper:7",
            "extra-1-3": "other",
            "extra-1-3-name": "Little John",
            "extra-1-3-gold": 9,
            "extra-2-0": "black_market:pepper:27",
            "extra-2-0-gold": 28,
        },
    )
    page = phone.page
    assert page.path.endswith("/result")
    for line in ("Black Market: pepper 30", "Special order: apples and pepper 7", "Little John 9"):
        assert line in page.text
    assert "Black Market: pepper 28" in page.text
    again = phone.follow(buttons.CHANGE_A_NUMBER)
    chosen = {
        choice["name"]: next((one["value"] for one in choice.elements("option") if one.has("selected")), "")
        for choice in again.root.elements("select")
    }
    assert chosen["extra-0-0"] == "black_market:pepper:30"
    assert chosen["extra-1-0"] == "other"
    typed = {box["name"]: box.get("value") for box in again.root.elements("input") if box.get("name")}
    assert (typed["extra-1-0-name"], typed["extra-1-0-gold"]) == ("Little John", "9")
    assert (chosen["extra-2-0"], typed["extra-2-0-gold"]) == ("black_market:pepper:30", "28")


@pytest.fixture(scope="module")
def sheet(app: Flask) -> Phone:
    """A phone with the sheet of a count in which other cards count too."""
    phone = Phone(app)
    phone.open("/count?extras=1")
    return phone


@pytest.mark.parametrize(
    "cards, field",
    [
        ({"extra-0-0": "black_market:crossbow:30"}, "extra-0-0"),
        ({"extra-0-2": "nonsense"}, "extra-0-2"),
        ({"extra-0-0": "other", "extra-0-0-gold": 9}, "extra-0-0-name"),
        ({"extra-0-0": "other", "extra-0-0-name": "Much"}, "extra-0-0-gold"),
        ({"extra-0-0": "black_market:pepper:30", "extra-0-0-gold": 0}, "extra-0-0-gold"),
        ({"extra-1-1": "black_market:pepper:30", "extra-1-1-gold": "x"}, "extra-1-1-gold"),
        ({"extra-1-1-gold": "7"}, "extra-1-1"),
        ({"extra-0-0": "special_order:bread:mead:5", "extra-2-1": "special_order:bread:mead:5"}, "extra-2-1"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(sheet: Phone, cards: Fields, field: str) -> None:
    """E18, E22, E24; and all that was typed is still there."""
    known = {**dict(sheet.page.form_to("/count").fields), **PEOPLE, **GOLD, **cards}
    page = sheet.send("POST", "/count", [(name, str(value)) for name, value in known.items()])
    assert page.status == 422
    assert page.beside(field), page.refusals
    for name, value in cards.items():
        control = page.root.with_id(name)
        if control is not None and control.tag == "input":
            assert control.get("value") == str(value)


def test_e20_what_left_the_game_is_on_no_stand(app: Flask) -> None:
    """The box has 22 Pepper; three are gone for the card."""
    phone = Phone(app)
    phone.open("/count?extras=1")
    cards: Fields = {"extra-0-0": "black_market:pepper:30", "1-pepper": 20}
    page = phone.press(buttons.RESULT, {**PEOPLE, **GOLD, **cards})
    assert page.beside("1-pepper")
