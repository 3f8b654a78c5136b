"""Forms with fields that are missing, unknown, hidden or of another game: refused, and nothing changed."""

import random
from collections.abc import Callable

import pytest
from flask import Flask

from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import is_opened
from tests.web.phone import Page
from tests.web.scene import Changes
from tests.web.scenes import SCENES, Scene
from tests.web.stored import unchanged

Made = Callable[[str], Scene]
LENIENT = {"settings"}  # a choice that there is not is not kept, and nobody need be told


@pytest.mark.parametrize("scene", SCENES)
def test_every_form_is_accepted_as_people_fill_it(app: Flask, made: Made, scene: str) -> None:
    """The control of all tests with wrong values in these forms; a code, which works once, gets its own."""
    form = SCENES[scene](app) if scene == "code" else made(scene)
    assert form.accepted({}).status == 303


def is_refused(page: Page) -> None:
    """Refused in words, each of them beside a field of this page where it is about one."""
    assert page.status in {400, 409, 422}
    if page.status != 400:
        assert page.refusals
    for field in page.refusals:
        assert not field or page.beside(field), page.refusals


# Hidden fields and choices


def refused(app: Flask, form: Scene, changes: Changes) -> Page:
    """The response to a form with other values in some fields, which books nothing."""
    with unchanged(app):
        page = form.send(changes)
    is_refused(page)
    return page


def each(text: str) -> list[tuple[str, str, str]]:
    """Lines of a scene and its fields with what is typed: `new rounds=0 rounds=11`."""
    lines = [line.split() for line in text.splitlines()]
    return [(scene, *field.split("=", 1)) for scene, *fields in lines for field in fields]  # type: ignore[misc]


@pytest.mark.parametrize("value", ["-1", "99", "", "٣", "1_0", "x", "9" * 309, "\x00", "1.0", " 1"])
def test_an_entry_that_there_is_not(app: Flask, made: Made, value: str) -> None:
    refused(app, made("taking_back"), {"entry": value})


@pytest.mark.parametrize(
    "scene,field,value",
    each(
        """bag_passed seat=99 deal-0-giver=-1 deal-1-receiver=99
bag_opened seat=
check seat=-1
bag_passed seat=-1
reveal seat=99 seat=-1
plates seat= seat=99
bag_corrected entry=-1
payment_corrected entry=99
sitting_out seat=
leaving leaver=-1
payment giver=99 receiver=
loot_delivered seat=
loot_corrected entry=-1
loot_renamed seat=-1 seat=99
loot_left leaver=
loot_back seat=-1
loot_checked seat=99
loot_stepped step="""
    ),
)
def test_a_seat_or_an_entry_that_there_is_not(
    app: Flask, made: Made, scene: str, field: str, value: str
) -> None:
    refused(app, made(scene), {field: value})


def test_a_name_for_a_seat_that_there_is_not(app: Flask) -> None:
    bank = later_table(app).phone()
    sent = [*bank.tokens, ("seat", "99"), ("name-99", "Xaver")]
    with unchanged(app):
        is_refused(bank.send("POST", f"/g/{bank.page.game}/names", sent))


@pytest.mark.parametrize(
    "scene,field,value",
    [
        *each("taking_back entry=1\nbag_corrected entry=1 entry=999\nloot_corrected entry=1 entry=999"),
        ("bag_passed", "seat", "0"),  # the Sheriff
        ("loot_back", "seat", "0"),  # is here
        ("reveal", "seat", "0"),  # has nothing face down
        ("plates", "seat", "0"),  # has no Feast Plate
    ],
)
def test_a_seat_or_an_entry_of_which_this_cannot_be_asked(
    app: Flask, made: Made, scene: str, field: str, value: str
) -> None:
    refused(app, made(scene), {field: value})


@pytest.mark.parametrize(
    "scene,field,value",
    each(
        """new edition=third edition= first_sheriff=7 first_sheriff=-1 charge-0=dragon
count edition=third
bag_passed good=dragon good=silk good= raid-0=1:cheese:2 raid-0=9:cheese:2 raid-0=:::
bag_passed raid-0=1:cheese:99999999999999999999
bag_opened good=dragon contents=dragon
bag_corrected good=dragon
plates plate-0=silk plate-0=dragon plate-0=
clock do=explode
loot_new charge-0=dragon
loot_delivered what=dragon cards=2 cards=dragon
loot_corrected what=silk"""
    ),
)
def test_a_choice_that_was_not_offered(app: Flask, made: Made, scene: str, field: str, value: str) -> None:
    """No shield has a dragon; nobody raids a good that the stand has not."""
    refused(app, made(scene), {field: value})


@pytest.mark.parametrize(
    "scene,field,value",
    each(
        """new stand-0-dragon=1 promo-dragon=1
count 0-dragon=1 0-face_down=1
bag_passed in-dragon=1 in-silk=1 deal-0-stand-dragon=1 deal-0-bag-dragon=1 deal-0-bag-gold=1
bag_opened in-dragon=1 in-face_down=1 debt-dragon=1 told-dragon=1 told-apples=1
payment good-dragon=1 good-olive_oil=1
check good-0-dragon=1
reveal in-dragon=1 in-apples=1
loot_counted 0-dragon=1
loot_checked loot-0-dragon=1 loot-0-five_of_one=1"""
    ),
)
def test_a_good_that_there_is_not(app: Flask, made: Made, scene: str, field: str, value: str) -> None:
    """Passed contraband has no kind; there is no olive oil in this box."""
    page = refused(app, made(scene), {field: value})
    assert [name for name in page.refusals if name], page.refusals


@pytest.mark.parametrize(
    "scene,changes",
    [
        ("payment", {"receiver": "2"}),  # Cleo pays Cleo
        ("payment", {"giver": "bank", "receiver": "bank"}),
        ("bag_passed", {"deal-0-receiver": "2"}),
        ("bag_passed", {"deal-0-giver": "1", "deal-0-bag-apples": "1"}),  # only Cleo gives out of the bag
        ("bag_passed", {"raid-0": "2:cheese:1"}),  # nobody raids their own stand
        ("bag_passed", {"raid-0": "1:cheese:3"}),
        ("bag_passed", {"raid-0": "1:apples:1"}),  # Bo has none
        ("bag_opened", {"deal-0-gold": "1"}),  # I7
        ("bag_opened", {"contents": "passed", "face_down": "2", "in-bread": "3"}),
        ("bag_corrected", {"in-silk": "0"}),
        ("bag_passed", {"deal-0-gold": "0", "deal-0-stand-cheese": "2", "raid-0": "2:cheese:2"}),
        ("loot_delivered", {"more": "2"}),  # N11
        ("loot_delivered", {"what": "chest", "more": "12"}),  # one lies as loot
        ("loot_delivered", {"ambush-1": "4"}),  # N12
        ("loot_delivered", {"what": "gold"}),  # N12: gold is on one ambush card
        ("loot_delivered", {"ambush-0": "1"}),  # N12: not one's own
        ("loot_mission", {"shared-three_pairs": "17"}),  # N14
        ("loot_mission", {"alone-three_pairs": "", "shared-three_pairs": ""}),
        ("loot_corrected", {"what": "chest"}),
        ("loot_checked", {"loot-0-chest": "13"}),  # N1
    ],
)
def test_what_the_rules_refuse_stands_beside_a_field(
    app: Flask, made: Made, scene: str, changes: dict[str, str]
) -> None:
    page = refused(app, made(scene), changes)
    assert [name for name in page.refusals if name], page.refusals


def test_goods_are_not_discarded_where_the_receiver_must_keep_them(app: Flask) -> None:
    """D3 in the second edition."""
    bank = later_table(app, edition="second").phone()
    is_opened(bank, "Bo", "bread", 5)
    form, pressed = bank.page.form(buttons.RECORD)
    page = bank.send(
        "POST", pressed.get("formaction") or form.element["action"], [*form.fields, ("discarded", "1")]
    )
    assert (page.status, bool(page.beside("debt"))) == (422, True)


# Missing fields


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in LENIENT])
def test_a_form_without_any_of_its_own_fields(app: Flask, made: Made, scene: str) -> None:
    form = made(scene)
    refused(app, form, {name: None for name, _ in form.sent if name not in {"csrf_token", "action_id"}})


@pytest.mark.parametrize(
    "scene", [*("check", "reveal", "plates", "bag_passed", "bag_opened", "bag_corrected"), "loot_checked"]
)
def test_a_form_that_names_only_whom_it_is_about(app: Flask, made: Made, scene: str) -> None:
    """A stand of which nothing is said is not an empty one."""
    form = made(scene)
    kept = {"csrf_token", "action_id", "seat", "entry"}
    refused(app, form, {name: None for name, _ in form.sent if name not in kept})


# Tables of other people


@pytest.mark.parametrize("scene", ["bag_passed", "payment", "taking_back", "check", "leaving", "rounds"])
def test_a_form_sent_to_another_table(app: Flask, made: Made, scene: str) -> None:
    form, other = made(scene), made("clock").route.split("/")[2]
    path = form.route.replace(form.route.split("/")[2], other)
    with unchanged(app):
        page = form.phone.send("POST", path, form.sent)
    assert page.status == 403


def test_a_rematch_of_a_table_of_others_names_nobody(made: Made) -> None:
    game = made("rounds").route.split("/")[2]
    page = made("settings").phone.send("GET", f"/new?again={game}")
    assert "Ann" not in page.html


# Anything at all

NASTY = [
    "",
    "0",
    "1",
    "-1",
    "99",
    "x",
    "\x00",
    "٣",
    "9" * 309,
    "<x-y>",
    "bank",
    "apples",
    "silk",
    "face_down",
]
NASTY += ["opened", "passed", "1:apples:1"]


@pytest.mark.parametrize("seed", range(2))
def test_random_changes_of_every_form_never_break_the_app(made: Made, seed: int) -> None:
    """The app raises its faults in tests, so that each of them would fail this one."""
    dice = random.Random(seed)  # noqa: S311 - a throw that can be repeated
    for scene in (name for name in SCENES if name != "code"):
        form = made(scene)
        names = [name for name, _ in form.sent if name != "csrf_token"]
        chosen = dice.sample(names, min(len(names), dice.randint(1, 4)))
        page = form.accepted({name: dice.choice((*NASTY, None)) for name in chosen})
        assert page.status in {200, 303, 400, 403, 409, 422, 429}
        assert "<x-y>" not in page.html
