"""Names and other words: what cannot be is refused beside its field; what can be is never markup."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.web.http import limits
from tests.tables import table
from tests.web import buttons
from tests.web.evening import end, holds
from tests.web.phone import Page, Phone
from tests.web.scenes import Scene
from tests.web.stored import unchanged
from tests.web.test_bad_numbers import shown_again

Made = Callable[[str], Scene]

BAD_NAMES = {  # every other one is refused by the rules, and tested there
    "200 letters": "A" * 200,
    "zero width": "\u200b",
    "a zero width space inside": "An\u200bn",
    "an override of direction": "Ann\u202eoB",
    "NUL": "An\x00n",
    "marks on marks": "A" + "\u0301" * 4,
    "long markup": "<script>alert(1)</script>",
}
REPEATED = {
    "the same": "Ann",
    "in capitals": "ANN",
    "full width": "\uff21\uff4e\uff4e",
}
GOOD_NAMES = {
    "an emoji": "👩‍👩‍👧 Mia 🐔",
    "Arabic": "عَبْدُ الله",
    "Hebrew": "שָׁלוֹם",
    "Chinese": "王小明",
    "French": "Zoë-Éloïse d’Aÿ",
    "markup": "<b>&\"'</b>",
    "a formula": "=1+1",
    "a template": "{{ 7 * 7 }}",
    "a format": "%(name)s %s",
    "a dot": ".",
    "digits": "٣",
}


def kept(app: Flask, form: Scene, field: str, words: str) -> Page:
    """Words that are refused beside their field, and in it as they were typed; nothing is booked."""
    with unchanged(app):
        page = form.send({field: words})
    assert page.status == 422
    assert page.beside(field)
    assert shown_again(page, field) == words
    return page


@pytest.mark.parametrize(
    "scene,what",
    [*(("new", what) for what in BAD_NAMES), ("count", "200 letters"), ("count", "NUL"), ("loot_new", "NUL")],
)
def test_a_name_that_nobody_can_read_is_refused_and_kept(
    app: Flask, made: Made, scene: str, what: str
) -> None:
    page = kept(app, made(scene), "name-1", BAD_NAMES[what])
    assert "<script>alert" not in page.html


@pytest.mark.parametrize(
    "scene,what",
    [*(("new", what) for what in REPEATED), ("count", "in capitals"), ("loot_new", "full width")],
)
def test_a_name_that_is_there_already_is_refused(app: Flask, made: Made, scene: str, what: str) -> None:
    page = kept(app, made(scene), "name-2", REPEATED[what])
    assert "There are two of" in page.beside("name-2")


@pytest.mark.parametrize(
    "scene,names",
    [
        ("new", ("", "", "")),
        ("new", ("Ann", "Bo", "")),
        ("new", (" ", "\t", "\u3000")),
        ("count", ("", "", "")),
        ("count", ("Ann", "Bo", "")),
        ("loot_new", ("Ann", "Bo", "")),
        ("loot_counted", ("", "", "")),
    ],
)
def test_fewer_than_three_names(app: Flask, made: Made, scene: str, names: tuple[str, ...]) -> None:
    form = made(scene)
    blank = {name: "" for name, value in form.sent if name.startswith("name-") or name.endswith("-gold")}
    with unchanged(app):
        page = form.send({**blank, **{f"name-{seat}": name for seat, name in enumerate(names)}})
    assert page.status == 422
    assert page.beside("name-0")


def test_somebody_without_a_name_in_the_quick_count(app: Flask, made: Made) -> None:
    page = kept(app, made("count"), "name-1", "")
    assert page.beside("name-1") == "Everybody needs a name."


def pages_of(phone: Phone, game: str, *more: str) -> list[Page]:
    """The pages of a table that name everybody."""
    paths = ["", "/pay", "/log/1", "/check", *more]
    return [phone.open(path) for path in ("/", "/new", *(f"/g/{game}{path}" for path in paths))]


@pytest.mark.parametrize("first", [0, 5, 6])
def test_names_of_any_letters_are_taken_and_shown_as_they_are(app: Flask, first: int) -> None:
    names = list(GOOD_NAMES.values())[first : first + 5]
    phone = table(app, 5, names=tuple(names)).phone()
    holds(phone)
    for page in pages_of(phone, phone.page.game):
        assert page.status == 200
        shown = page.text + "".join(value for form in page.forms for _, value in form.fields)
        assert not [name for name in names if name not in shown]


def test_what_nobody_can_read_is_left_out_of_promises_laws_and_reasons(app: Flask) -> None:
    """Marks on marks cover the lines above, and blanks that look like nothing are no words."""
    there = table(app, edition="second", expansions=("laws",))
    phone, piled = there.phone(path="/laws"), "e" + "\u0323" * 9
    phone.press(buttons.RECORD_THE_LAWS, {"line-0": f"{piled} law", "line-1": "\u2800\u3164"})
    assert there.game.this_round.laws == ("\u1eb9\u0323\u0323 law",)
    phone.open(f"/g/{there.id}/bags/1?unfolded=0-promising")
    promise = f"\u202e{piled}\u200b"
    phone.press(buttons.PASSES, {"good": "apples", "number": 1, "deal-0-gold": 1, "deal-0-promise": promise})
    [said] = there.game.promises
    assert said.text == "\u1eb9\u0323\u0323"


MARKUP = '<x-y a="&\'">'


def test_markup_in_names_promises_reasons_and_notes_is_text_everywhere(app: Flask) -> None:
    """No element of anybody's making is on any page, from the opening to the result."""
    phone = table(app, names=("Ann", MARKUP, "Cleo", "Dov")).phone()
    game = phone.page.game
    phone.open(f"/g/{game}/bags/2?unfolded=0-promising")
    phone.press(buttons.PASSES, {"good": "apples", "number": 1, "deal-0-gold": 1, "deal-0-promise": MARKUP})
    phone.open(f"/g/{game}/pay")
    phone.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5, "note": MARKUP})
    phone.open(f"/g/{game}/corrections/2")
    phone.press(buttons.OPENS_A_LIE, {"reason": MARKUP, "deal-0-gold": 0, "deal-0-promise": ""})
    phone.press(buttons.RECORD_CORRECTION, {"reason": MARKUP})
    seen = pages_of(phone, game, "/bags/1", "/log", "/menu", "/corrections/2", "/corrections/3")
    phone.open(f"/g/{game}")
    end(phone)
    phone.press(buttons.RESULT)
    seen += [phone.page, *pages_of(phone, game, "/log")]
    for page in seen:
        assert page.status == 200
        assert not list(page.root.elements("x-y"))
        assert MARKUP not in page.html
        assert MARKUP in page.text or any(MARKUP in value for form in page.forms for _, value in form.fields)


@pytest.mark.parametrize(
    "scene,field,wrong",
    [
        ("new", "name-1", {"rounds": "x"}),
        ("count", "name-1", {"0-gold": "x"}),
        ("bag_passed", "deal-0-promise", {"deal-0-gold": "x"}),
        ("bag_corrected", "reason", {"deal-0-gold": "x"}),
        ("payment", "note", {"gold": "x"}),
        ("joining", "newcomer", {"gold": "x"}),
        ("code", "code", {}),
        ("loot_new", "name-1", {"spaces": "x"}),
        ("loot_counted", "name-1", {"0-chest": "x"}),
        ("loot_corrected", "reason", {"more": "x", "cards": "more"}),
    ],
)
def test_markup_in_a_refused_form_is_text(
    app: Flask, made: Made, scene: str, field: str, wrong: dict[str, str]
) -> None:
    form = made(scene)
    with unchanged(app):
        page = form.send({**wrong, field: MARKUP})
    assert page.status == 422
    assert not list(page.root.elements("x-y"))
    assert shown_again(page, field) == MARKUP


@pytest.mark.parametrize(
    "scene,field",
    [
        ("bag_passed", "deal-0-promise"),
        ("bag_corrected", "reason"),
        ("payment", "note"),
        ("payment_corrected", "correction"),
        ("loot_corrected", "reason"),
    ],
)
def test_words_that_are_too_long_are_refused_and_kept(app: Flask, made: Made, scene: str, field: str) -> None:
    page = kept(app, made(scene), field, "x" * 141)
    assert page.beside(field) == "At most 140 characters."


def test_words_are_kept_on_one_line_without_what_nobody_sees(app: Flask) -> None:
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/pay")
    phone.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5, "note": "A\r\n bet\x00\u202e on  it "})
    assert "A bet on it" in phone.follow("Log").text


def test_a_reason_that_is_too_long_with_its_chip(app: Flask, made: Made) -> None:
    form = made("payment")
    with unchanged(app):
        page = form.send({"reason": "house", "note": "x" * 140})
    assert page.status == 422
    assert page.beside("reason")


# Codes


@pytest.mark.parametrize("code", ["", "ABC-DEF", "x" * 10_000, "\x00", "' OR 1=1 --", "👑" * 6, "٣٣٣-٣٣٣"])
def test_an_invalid_move_code(app: Flask, code: str) -> None:
    phone = Phone(app)
    phone.open("/join")
    limits.install(app)
    with unchanged(app):
        page = phone.press("Come in", {"code": code})
    assert page.status == 422
    assert page.beside("code")
