"""What is not a number: refused in every field of every form, beside it, and kept as typed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.tables import table
from tests.web import buttons
from tests.web.phone import Page
from tests.web.scenes import SCENES, Scene
from tests.web.stored import unchanged
from tests.web.test_bad_forms import each

TEMPLATES = Path(__file__).parents[2] / "templates"
BAD = ["-1", "1.5", "1,5", "1e9", "9" * 309, "99999999", "5²", "1 00 0", "1_0", "+5"]
BAD += ["0x10", "1 0", "ten", "½", "5+", "20++3", "NaN", "<b>5</b>", "1+" * 99 + "1", "−5"]
SOME_BAD = ("-1", "1.5", "9" * 309, "1 0")
GOOD = {
    "in another script": "\u0663\u0665",
    "in full width": "\uff13\uff15",
    "with what nobody can see": "\u200b35\n",
    "pasted, with blanks of any kind": "\u00a035\u3000",
    "a sum": "20+12 + 3",
    "a sum in full width": "\uff12\uff10\uff0b\uff11\uff15",
}
WITH_NUMBERS = ["new", "bag_passed", "bag_opened", "bag_corrected", "payment", "payment_corrected", "check"]
WITH_NUMBERS += ["reveal", "purses", "loot_options", "loot_checked"]

Made = Callable[[str], Scene]


def shown_again(page: Page, field: str) -> str:
    """What a field of the page holds."""
    return next(value for form in page.forms for name, value in form.fields if name == field)


@pytest.mark.parametrize("scene", WITH_NUMBERS)
@pytest.mark.parametrize("turn", range(2))
def test_every_number_field_refuses_what_is_not_a_number_and_keeps_it(
    app: Flask, made: Made, scene: str, turn: int
) -> None:
    """All fields at once, each with another of the bad numbers; in two turns each field meets two."""
    filled_in = made(scene)
    typed = {field: BAD[(index + turn * 7) % len(BAD)] for index, field in enumerate(filled_in.numbers)}
    assert typed
    with unchanged(app):
        page = filled_in.send(typed)
    assert page.status == 422
    for field, text in typed.items():
        assert page.beside(field), f"{field} says nothing to {text!r}"
        assert shown_again(page, field) == text
    assert "<b>5</b>" not in page.html


@pytest.mark.parametrize("text", BAD[::2])
def test_a_bad_number_is_refused_where_it_is_the_only_fault(app: Flask, made: Made, text: str) -> None:
    form = made("payment")
    with unchanged(app):
        page = form.send({"gold": text})
    assert page.status == 422
    assert list(page.refusals) == ["gold"]
    assert page.beside("gold")


def test_kinds_that_are_no_numbers(app: Flask, made: Made) -> None:
    told = made("kinds_told")
    typed = {f"told-{word}": text for word, text in zip(("pepper", "mead", "silk"), BAD, strict=False)}
    with unchanged(app):
        page = told.send(typed)
    assert [shown_again(page, field) for field in typed if page.beside(field)] == list(typed.values())


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_what_can_only_be_meant_as_one_number_is_that_number(app: Flask, text: str) -> None:
    there = table(app)
    phone = there.phone(path="/pay?giver=1&receiver=0")
    phone.press(buttons.RECORD, {"giver": 1, "receiver": 0, "gold": text})
    assert there.game.gold(0) == 85
    sheet = SCENES["count"](app).send({"0-gold": text})
    assert sheet.status == 303


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u202f", "\u2009"])
def test_a_number_in_groups_of_three(app: Flask, blank: str) -> None:
    there = table(app)
    there.phone(path="/pay").press(buttons.RECORD, {"giver": "bank", "receiver": 0, "gold": f"1{blank}234"})
    assert there.game.gold(0) == 1_284


def test_what_is_quoted_has_blanks_as_people_see_them(made: Made) -> None:
    page = made("count").send({"0-gold": "5\u00a05\u202fx"})
    assert (page.status, page.beside("0-gold").count("5 5 x")) == (422, 1)


def test_spaces_around_a_number_are_nobodys_fault(app: Flask) -> None:
    payment = SCENES["payment"](app)
    assert payment.send({"gold": " 5 "}).status == 303
    assert SCENES["count"](app).send({"0-gold": " 5 ", "0-apples": " 3 "}).status == 303


@pytest.mark.parametrize(
    "scene,field,text",
    [
        *(("count", "1-gold", text) for text in SOME_BAD),
        *each(
            """count 1-gold=10000 2-crossbow=1.5 0-apples=49 0-royal_rooster=9 1-gold= 0-bread=1
count promo_copies-feast_plate=0 promo_copies-feast_plate=10 promo_copies-olive_oil=1.5
new rounds=0 rounds=11 round=0 round=11 purse-0= purse-0=10000 copies-feast_plate=0 copies-feast_plate=10
rounds rounds=0 rounds= rounds=17 rounds=100 rounds=two
bag_passed number=0 number=6 number=-1 deal-0-gold=51 deal-1-gold=98
payment gold=10000 gold=51
joining turns=3 gold=10000
loot_new spaces=9 spaces=41 printed=052846732584
loot_options spaces=9 printed=35
loot_mission alone-three_pairs=100 shared-three_pairs=0 shared-three_pairs=
loot_delivered more=1.5 ambush-1=x ambush-2=-1
purses gold-2= gold-2=10000"""
        ),
    ],
)
def test_a_number_that_makes_no_sense(app: Flask, made: Made, scene: str, field: str, text: str) -> None:
    """T6: with three players, as in the quick count, there is no bread. N14, N16: of missions and ways."""
    form = made(scene)
    with unchanged(app):
        page = form.send({field: text})
    assert page.status == 422
    assert page.beside(field)
    if scene == "count":
        assert shown_again(page, field) == text


def test_feast_plates_without_a_choice_in_the_quick_count(app: Flask, made: Made) -> None:
    """S6."""
    form = made("count")
    with unchanged(app):
        page = form.send({"1-feast_plate": "1"})
        assert (page.status, bool(page.beside("1-feast_plates-0"))) == (422, True)
        page = form.send({"1-feast_plate": "1", "1-feast_plates-0": "silk"})
        assert (page.status, bool(page.beside("1-feast_plates-0"))) == (422, True)
    assert form.send({"1-feast_plate": "1", "1-feast_plates-0": "cheese"}).status == 303


@pytest.mark.parametrize(
    "scene,changes,field",
    [
        ("bag_passed", {"in-apples": "3"}, "contents"),
        ("bag_passed", {"in-apples": "0", "face_down": "0", "in-bread": "2"}, "contents"),
        ("bag_passed", {"deal-0-stand-cheese": "3"}, "deal-0-goods"),
        ("bag_opened", {"in-bread": "4"}, "contents"),
        ("bag_opened", {"debt-apples": "9"}, "debt"),
        ("bag_opened", {"debt-apples": "1", "debt-chickens": "0"}, "debt"),
        ("kinds_told", {"told-silk": "2"}, "debt"),
        ("payment", {"good-cheese": "3", "gold": "0"}, "goods"),
        ("payment", {"good-cheese": "0", "gold": "0"}, "gold"),
        ("check", {"good-0-crossbow": "6"}, "good-0-crossbow"),
        ("check", {"good-0-face_down": "99"}, "good-0"),
        ("reveal", {"in-silk": "2"}, "contents"),
        ("reveal", {"in-silk": "0"}, "contents"),
        ("new", {"stand-0-apples": "49"}, "stands"),
        ("new", {"stand-0-face_down": "99"}, "stands"),
    ],
)
def test_more_than_there_is(app: Flask, made: Made, scene: str, changes: dict[str, str], field: str) -> None:
    form = made(scene)
    with unchanged(app):
        page = form.send(changes)
    assert page.status == 422
    assert page.beside(field), page.refusals


def test_no_field_is_judged_by_a_browser_in_its_own_words() -> None:
    """A browser says "Please match the requested format", in its own language; our sentence says how."""
    judged = re.compile(r"<(?:input|select|textarea)\b[^>]*\s(pattern|required|min|max|step|type=.number.)\b")
    found = [path.name for path in TEMPLATES.rglob("*.html") if judged.search(path.read_text())]
    assert found == []
