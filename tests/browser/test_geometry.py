"""What the geometry of a page finds: each fault is planted once, and nothing else is found."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.browser import checks, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry, drawn
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.browser.states import SMALL, WIDE
from tests.rules.given import opened
from tests.tables import table

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
# Where each line of the last entry's words begins, and where its mark ends.
LINES = """() => {
    const said = document.querySelector(".last summary > span"), tops = {};
    const words = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        for (const { top, left, width } of range.getClientRects()) {
            if (width) tops[Math.round(top)] = Math.min(left, tops[Math.round(top)] ?? Infinity);
        }
    }
    return { words: Object.values(tops), mark: said.querySelector(".mark")?.getBoundingClientRect().right };
}"""
CLEAN = "() => { document.adoptedStyleSheets = []; }"
FADES = """() => {
    const host = document.createElement("div"), shape = document.createElement("b");
    host.attachShadow({ mode: "open" }).append(shape);
    document.body.append(host);
    globalThis.fading = shape.animate({ opacity: [0, 1] }, 1e6);
}"""


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


def test_the_last_entry_hangs_beside_its_mark_and_unfolds_to_the_whole(
    open_phones: OpenPhone, server: Server
) -> None:
    """On the narrowest phones there is no mark."""
    held = table(server.app, 4).plays(opened(1, "chickens", 2, silk=2))
    for width, height in (SMALL, WIDE):
        phone = open_phones(language="fr-FR", viewport={"width": width, "height": height})
        page = phone.at(held).page
        lines = page.evaluate(LINES)
        assert len({round(left) for left in lines["words"]}) == 1, lines
        assert width == SMALL[0] or lines["mark"] <= lines["words"][0]
        phone.thumb.tap(".last summary")
        assert page.locator(".last summary > span").evaluate(
            "(said) => said.scrollHeight <= said.clientHeight + 1"
        )


def catches(page: Page, look: Callable[[], Iterator[str]], fault: str, rules: str, told: str) -> None:
    """It is found while it is there."""
    page.evaluate(STYLE, rules)
    found = [*look()]
    assert any(told in one for one in found), f"{fault}: {found}"
    page.evaluate(CLEAN)


def test_what_fades_over_the_page_is_finished_before_it_is_measured(phone: Phone) -> None:
    """Moments are drawn in a shadow tree."""
    phone.page.goto("/")
    phone.page.evaluate(FADES)
    phone.page.evaluate(checks.REST)
    assert phone.page.evaluate("fading.playState") == "finished"
