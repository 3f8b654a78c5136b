"""What an evening needs is in sight without scrolling, and every control of every screen is in reach."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import around, checks, heaviest, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import COVERED, Geometry, standing
from tests.browser.phone import SIZE, Phone
from tests.browser.states import BAGS, NEXT, PLAYERS
from tests.browser.test_live import cut_off, is_live
from tests.browser.words import BROWSER_BARS, SMALL, all_in_sight

ON_ITS_SIDE = ViewportSize(width=844, height=390)
TABLET = ViewportSize(width=1024, height=768)
SIZES = (SIZE, BROWSER_BARS, SMALL, ON_ITS_SIDE, ViewportSize(width=768, height=1024))

OFFERS, LAST, TAKE_BACK = ".talk .offer", ".last summary", ".take-back button"
NEWEST = ".asks > :first-child button"
HEIGHTS = "(all) => all.map((one) => one.getBoundingClientRect().height)"
HIGHEST_OFFER = 46  # CSS pixels: no higher than its buttons
SMALLEST_PURSE, SMALLEST_ON_A_TABLET = 28, 40  # CSS pixels


def in_reach(phone: Phone, state: str) -> None:
    """No control lies under another one in any window, and nothing bars a reader, by day and by night."""
    for size in SIZES:
        phone.page.set_viewport_size(size)
        covered = phone.page.evaluate(COVERED)
        assert not covered, f"{state}, {size}: {covered}"
    phone.page.set_viewport_size(SIZE)
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        faults = checks.axe(phone.page)
        assert not faults, f"{state}: {faults}"


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_the_fullest_board_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Its rows are where they were before anything was said or booked; with larger text all is in reach."""
    table = heaviest.set_table(open_phones, language)
    geometries = [Geometry(phone.page) for phone in table.phones.values()]
    for geometry in geometries:
        geometry.page.goto(table.board)
        assert not [*geometry.faults()]
    heaviest.fill(table)
    for geometry, phone in zip(geometries, table.phones.values(), strict=True):
        phone.page.goto(table.board)
        assert not [*geometry.faults()]
    needs = {"bank": (), "sheriff": (TAKE_BACK, NEWEST), "merchant": (OFFERS,)}
    for role, phone in table.phones.items():
        in_sight_anywhere(phone.page, *needs[role])
    for phone in (table.sheriff, table.merchant):
        phone.page.set_viewport_size(BROWSER_BARS)
        assert purse(phone.page) >= SMALLEST_PURSE
        phone.page.set_viewport_size(TABLET)
        assert purse(phone.page) >= SMALLEST_ON_A_TABLET
        fits_with_larger_text(phone.page)


def in_sight_anywhere(page: Page, *places: str) -> None:
    """In every window and font; a phone of the smallest size shows players and the next button at least.
    Each offer that asks nothing of this phone is one line beside its buttons.
    """
    for font in ("", *around.FONTS.values()):
        page.evaluate(around.IN_FONT, font)
        for size in around.EVERY_WINDOW:
            more = () if size == SMALL else (BAGS, LAST, *places)
            all_in_sight(page, size, PLAYERS, NEXT, *more)
            high = page.locator(OFFERS).evaluate_all(HEIGHTS)
            assert not high or max(high) < HIGHEST_OFFER, f"{font}, {size}: {high}"
    page.evaluate(around.IN_FONT, "")


def fits_with_larger_text(page: Page) -> None:
    """Nothing is cut, covered or out of reach."""
    camera = page.context.new_cdp_session(page)
    for percent in around.TEXT:
        around.with_text(camera, percent)
        for size in around.EVERY_WINDOW:
            page.set_viewport_size(size)
            faults = [*standing(page)]
            assert not faults, f"{percent} %, {size}: {faults}"
    around.with_text(camera, 100)


def purse(page: Page) -> float:
    """How high the figures of a purse are."""
    height: str = page.locator(".purse b").first.evaluate("(one) => getComputedStyle(one).fontSize")
    return float(height.removesuffix("px"))


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_what_waits_to_be_sent_covers_nothing(language: str, open_phones: OpenPhone) -> None:
    """The strip, the lost connection and a tap that cannot be kept have a place of their own there."""
    phone = open_phones(language=language)
    board = tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    is_live(phone.page)
    cut_off(phone)
    phone.thumb.tap("#sum .verdict-passes")
    phone.page.locator("#outbox").wait_for()
    for size in (BROWSER_BARS, SMALL):
        all_in_sight(phone.page, size, "#outbox button:not([hidden])", ".bar-title", ".bar a", ".verdict")
    in_reach(phone, "a tap that waits")
    phone.thumb.tap("#outbox [data-drop]")
    expect(phone.page.locator("#live[data-state='lost']")).to_be_visible()
    in_reach(phone, "no connection")
    phone.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    phone.page.set_viewport_size(SIZE)
    phone.thumb.tap("#sum .verdict-passes")
    expect(phone.page.locator("#unreached")).to_be_visible()
    all_in_sight(phone.page, BROWSER_BARS, "#unreached", ".bar-title", ".bar a", ".verdict")
    in_reach(phone, "a tap that cannot be kept")
    phone.page.context.set_offline(False)
    phone.page.goto(board)


def test_a_thumb_on_what_asks_for_an_answer_scrolls_the_board(open_phones: OpenPhone) -> None:
    """Where many offers wait, that is where the thumb is: what lies under the dock comes out above it."""
    table = heaviest.set_table(open_phones, "en")
    heaviest.fill(table)
    page = table.sheriff.page
    page.goto(table.board)
    page.set_viewport_size(BROWSER_BARS)
    page.evaluate("scrollTo(0, 0)")
    for _ in range(2):  # one that begins where the list itself still moves by a pixel moves nothing else
        swipe_up(page, ".asks", 120)
    expect(page.locator(PLAYERS).first).not_to_be_in_viewport(ratio=1)


def swipe_up(page: Page, place: str, pixels: int) -> None:
    """A finger that begins at the lower end of something."""
    box = page.locator(place).bounding_box()
    assert box
    x, y = box["x"] + 60, box["y"] + box["height"] - 20
    wire = page.context.new_cdp_session(page)
    steps = [("touchStart", 0), *(("touchMove", moved) for moved in range(10, pixels + 1, 10))]
    for kind, moved in steps:
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - moved}]})
        page.evaluate("new Promise(requestAnimationFrame)")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
