"""What one engine, or an older one, draws or does in a way of its own, and a table has to bear."""

import pytest
from flask import Flask
from selenium.webdriver.common.keys import Keys

from tests.long.engines.conftest import Opens
from tests.rules.given import ANN, BO, CLEO, deal, passing
from tests.tables import BANK, table

FACE_DOWN = {BO: {"apples": 2, "face_down": 2}, CLEO: {"apples": 3, "cheese": 4}}
# By how much a crown, and what it is worth, reach out of their row; both are drawn.
OUT = """return [...document.querySelectorAll(".seat .stock b")].map((crown) => {
    const row = crown.closest(".seat").getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(crown);
    const { top, bottom, width } = range.getBoundingClientRect();
    return width ? Math.round(Math.max(row.top - top, bottom - row.bottom)) : 99;
})"""
# Dots over an entry that is cut off: by its scroll timeline, or as its last line's end.
DOTS = """const said = document.querySelector(".last summary > span");
const { opacity } = getComputedStyle(said, "::after"), { webkitLineClamp, display } = getComputedStyle(said);
return said.scrollHeight > said.clientHeight && (opacity > 0 || webkitLineClamp !== "none")"""
MOMENTS = """return performance.getEntriesByType("resource").some(({ name }) => name.includes("/moments"))"""
NO_TIMELINES = ("ScrollDrivenAnimations",)
NO_POPOVERS = ("PopoverAttribute",)


def test_crowns_stay_within_their_row(app: Flask, phones: Opens) -> None:
    phone = phones(table(app, 3, stands=FACE_DOWN, expansions=["crowns"]))
    phone.sees(".seat .stock b")
    assert phone.run(OUT)
    assert max(phone.run(OUT)) <= 0


@pytest.mark.parametrize("without", [(), NO_TIMELINES], ids=["", "without timelines"])
def test_an_entry_that_is_cut_off_ends_in_dots(app: Flask, phones: Opens, without: tuple[str, ...]) -> None:
    names = ("Annabella of the Hill", "Bartholomew the Unready", "Cleopatra of Nottingham")
    opened = table(app, 3, names=names, stands={BO: {"apples": 9}})
    opened.plays(passing(BO, "apples", 4, deal(BO, ANN, 12, "a favour at the market tomorrow", apples=3)))
    phone = phones(opened, without=without)
    phone.sees(".last summary")
    assert phone.run(DOTS)


@pytest.mark.parametrize("without", [(), NO_POPOVERS], ids=["", "without popovers"])
def test_cards_face_down_are_told_by_a_tap(app: Flask, phones: Opens, without: tuple[str, ...]) -> None:
    phone = phones(table(app, 3, stands=FACE_DOWN), without=without)
    phone.tap(".more button")
    phone.sees(".told-cards", "2 cards face down")
    phone.tap(".told-cards button")
    phone.misses(".told-cards")


def test_enter_opens_what_a_finger_has_to_hold(app: Flask, phones: Opens) -> None:
    """A keyboard has no finger; a mere tap opens nothing, before that and after."""
    phone = phones(table(app, 3), BO)
    phone.tap("[data-hold]")
    phone.sees("[data-hold]", "Keep your finger on it")
    phone.type("[data-hold]", Keys.ENTER)
    phone.sees("#note")


def test_the_way_to_other_cards_has_its_words_in_two_lines(app: Flask, phones: Opens) -> None:
    phone = phones(table(app, 3, stands=FACE_DOWN), BO)
    phone.hold()
    phone.sees("#note .menu-line small")
    assert phone.run(
        """const box = (part) => document.querySelector(`.menu-line ${part}`).getBoundingClientRect();
        return box("b").bottom < box("small").top + 1 && box("svg").right < box("b").left"""
    )


def test_what_another_phone_did_is_heard(app: Flask, phones: Opens, engine: str) -> None:
    """A page may sound only after a finger was on it: each sound goes through what that finger unlocked."""
    opened = table(app, 3, stands=FACE_DOWN)
    phone = phones(opened, BANK, "/settings")
    phone.tap("label:has([name='sound'])", "#preferences > .button:last-child")
    phone.until(lambda: phone.run("return 'sound' in document.documentElement.dataset"), "no sounds")
    phone.open(f"/g/{opened.id}")
    phone.tap("a[href$='/menu']", ".bar a[href*='/g/']")
    phone.sees("#board")
    # What moves and sounds is fetched once a page is painted: what happens before that is silent.
    phone.until(lambda: phone.run(MOMENTS), "no moments")
    opened.plays(passing(BO, "apples", 3, deal(BO, ANN, 5)))
    phone.sees(".last", "bag passed")
    phone.until(lambda: phone.run("return audios.length"), "no sound")
    # Firefox starts no context on a machine without a loudspeaker.
    states = "return audios.map(({ state }) => state)"
    heard = ["running" if engine == "webkit" else phone.run(states)[0]]
    phone.until(lambda: phone.run(states) == heard, "no sound")
    phone.run("document.dispatchEvent(new Event('timer:over'))")
    assert phone.run(states) == heard


@pytest.mark.parametrize("older", ["", "delete HTMLFormElement.prototype.requestSubmit;"], ids=["", "iOS 15"])
def test_just_count(phones: Opens, older: str) -> None:
    """Three stands by the pad, three of each good and no contraband; the last key asks for the result."""
    phone = phones(older=older)
    phone.open("/count")
    for place, name in enumerate(("Ann", "Bo", "Cleo")):
        phone.type(f"#name-{place}", name)
    phone.tap("[data-begin]")
    for name, gold in (("Ann", "12"), ("Bo", "30"), ("Cleo", "21")):
        phone.sees("[data-go][aria-current] bdi", name)
        while not phone.texts("[data-keys='kinds']"):
            phone.tap("[data-keys='number'] [data-number='3']")
        phone.tap("[data-keys='kinds'] [data-rest]")
        for digit in gold:
            phone.tap(f"[data-keys='digits'] [data-digit='{digit}']")
        phone.tap("[data-next]")
    phone.sees(".winner", "Bo")
