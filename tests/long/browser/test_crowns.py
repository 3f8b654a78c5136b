"""Crowns on the board: switched on and off by taps, and nothing else moves."""

import pytest
from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry
from tests.browser.phone import Phone

STANDS = {
    "stand-0-apples": "13",
    "stand-0-cheese": "10",
    "stand-0-bread": "12",
    "stand-0-chickens": "11",
    "stand-1-apples": "12",
    "stand-2-apples": "12",
    "stand-0-face_down": "5",
}
PURSES = {f"purse-{seat}": "50" for seat in range(5)}
# By how much a crown lies over whatever is drawn in the place beside it, in CSS pixels.
LIES_OVER = """() => Math.max(...[...document.querySelectorAll(".stock b")].map((crown) => {
    const right = (one) => one.getBoundingClientRect().right, next = crown.closest("li").nextElementSibling;
    const range = document.createRange();
    range.selectNodeContents(crown.lastChild);
    const edge = Math.max(right(range), right(crown.querySelector("svg")));
    return edge - (next.querySelector("svg, button") ?? next).getBoundingClientRect().left;
}))"""


def switch(phone: Phone, board: str) -> None:
    """The crowns, from the board to the menu to the page and back."""
    page = phone.page
    page.goto(f"{board}/changes")
    phone.thumb.tap("label.switch:has(#crowns)")
    page.locator("#done").wait_for()
    page.goto(board)
    page.locator("#board").wait_for()


# The crown and its figures, in CSS pixels, and by how much they reach out of their row and over
# the number.
SIZES = """() => [...document.querySelectorAll(".stock b")].map((crown) => {
    const icon = crown.querySelector("svg").getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(crown.lastChild);
    const {top, bottom} = range.getBoundingClientRect(), row = crown.closest(".seat").getBoundingClientRect();
    const figures = parseFloat(getComputedStyle(crown).fontSize);
    range.selectNode(crown.parentNode.childNodes[1]);
    return {
        icon: icon.width,
        figures,
        out: Math.max(row.top - icon.top, (top + bottom + figures) / 2 - row.bottom),
        over: range.getBoundingClientRect().right - icon.left,
    };
})"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_crowns_come_and_go_and_nothing_moves(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    page, geometry = phone.page, Geometry(phone.page)
    board = tasks.open_table(phone, tasks.PLAYERS, 0, round="2", **PURSES, **STANDS)
    faults = [*geometry.faults()]
    expect(page.locator(".stock b")).to_have_count(0)
    switch(phone, board)
    expect(page.locator(".stock b")).to_have_text(
        [
            *(f"{king}, {worth}" for king, worth in zip(kings(language), (20, 15, 15, 10), strict=True)),
            *([queen(language)] * 2),
        ],
    )
    faults += geometry.faults()
    switch(phone, board)
    expect(page.locator(".stock b")).to_have_count(0)
    assert not [*faults, *geometry.faults()]


def kings(language: str) -> tuple[str, ...]:
    """The titles for Ann."""
    if language == "fr-FR":
        return ("Roi des Pommes", "Roi du Fromage", "Roi du Pain", "Roi du Poulet")
    return ("King of Apples", "King of Cheese", "King of Bread", "King of Chickens")


def queen(language: str) -> str:
    """The title that Bo and Cleo share."""
    return "Reine des Pommes, 5" if language == "fr-FR" else "Queen of Apples, 5"


@pytest.mark.parametrize("width,height", [(320, 568), (390, 664), (664, 390), (820, 1180), (1280, 800)])
def test_no_crown_lies_over_the_next_good(open_phones: OpenPhone, width: int, height: int) -> None:
    phone = open_phones(viewport={"width": width, "height": height})
    tasks.open_table(phone, tasks.PLAYERS, 0, round="2", crowns="1", **PURSES, **STANDS)
    assert phone.page.evaluate(LIES_OVER) <= 1


@pytest.mark.parametrize("size,icon,figures", [((390, 664), 15, 12), ((320, 568), 12, 10)], ids=str)
def test_crowns_are_read_at_arms_length(
    open_phones: OpenPhone, size: tuple[int, int], icon: int, figures: int
) -> None:
    """As large as their rows let them be."""
    phone = open_phones(viewport={"width": size[0], "height": size[1]})
    tasks.open_table(phone, tasks.PLAYERS, 0, round="2", crowns="1", **PURSES, **STANDS)
    for seen in phone.page.evaluate(SIZES):
        assert seen["icon"] >= icon
        assert seen["figures"] >= figures
        assert seen["out"] <= 0
        assert seen["over"] <= 0
