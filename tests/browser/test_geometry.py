"""What the geometry of a page finds: each fault is planted once, and nothing else is found."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.browser import tasks
from tests.browser.geometry import Geometry, drawn
from tests.browser.phone import Phone

# Styles that break a page, and what is then told; on a board after a bag, with the contraband of one player.
PLANTED = {
    "covered": ("main::after {content: ''; position: fixed; inset: 0 0 50%; z-index: 9}", "under"),
    "out of reach": (".take-back {position: absolute; translate: 0 -200vh}", "under"),
    "too small": (".take-back .button {min-block-size: 0; block-size: 30px}", "under 44 px"),
    "words cut": (".merchant small {max-inline-size: 1rem; overflow: hidden}", "is cut"),
    "words beside their button": (".take-back .button {inline-size: 60px; white-space: pre}", "is cut"),
    "words over their button's edge": (
        ".take-back .button {inline-size: 90px; padding: 0; border-inline-width: 24px; white-space: pre}",
        "is cut",
    ),
    "too wide": (".seats {margin-inline-end: -40px}", "px too wide"),
    "a row moved": (".seat {margin-block-start: 3px}", "moved from"),
    "the menu moved": ("#bar > .button {margin-inline-end: 9px}", "the menu moved from"),
    "goods moved": (".seat li:nth-child(2) {margin-inline-start: 5px}", "goods moved from"),
    "the way back where one books": (
        ".take-back {position: fixed; inset: 75vh 0 auto auto}",
        "where one books",
    ),
}
# The same in the last entry's fold, and in what a figure of contraband tells.
CUT = "{max-inline-size: 3rem; overflow: hidden; white-space: pre}"
PLANTED_IN_A_FOLD = (f".hands span {CUT}", "is cut")
PLANTED_IN_A_POPOVER = (f".told-cards li {CUT}", "is cut")
STYLE = """(rules) => {
    const style = new CSSStyleSheet();
    style.replaceSync(rules.replaceAll(/;|}/g, " !important$&"));
    document.adoptedStyleSheets = [style];
}"""
CLEAN = "() => { document.adoptedStyleSheets = []; }"


def test_it_catches_what_is_planted(phone: Phone) -> None:
    """A sheet that books, then the board: nothing is wrong, and with each fault that fault."""
    page, thumb = phone.page, phone.thumb
    geometry = Geometry(page)
    tasks.open_table(phone)
    tasks.lying("passed", 4, {"face_down": 2})(thumb)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    page.locator(".verdict-opens").wait_for()
    assert not [*geometry.faults()]
    tasks.as_declared(thumb, "opens")
    assert not [*geometry.faults()]
    for fault, planted in PLANTED.items():
        catches(page, geometry.faults, fault, *planted)
    assert not [*geometry.faults()]
    thumb.tap(".last summary")
    catches(page, Geometry(page).faults, "a fold", *PLANTED_IN_A_FOLD)
    thumb.tap(".more button")
    catches(page, lambda: drawn(page), "a popover", *PLANTED_IN_A_POPOVER)


def catches(page: Page, look: Callable[[], Iterator[str]], fault: str, rules: str, told: str) -> None:
    """It is found while it is there."""
    page.evaluate(STYLE, rules)
    found = [*look()]
    assert any(told in one for one in found), f"{fault}: {found}"
    page.evaluate(CLEAN)
