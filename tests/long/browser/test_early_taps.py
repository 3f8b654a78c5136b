"""A tap that comes too early does nothing; any other tap does what it says."""

import pytest
from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone, touch_at
from tests.browser.test_early_taps import LATER, THREE, middle
from tests.browser.test_live import done

NEAR = 48  # pixels between two taps on the same place
TO_THE_DOCK = """(field) => {
    const {bottom} = document.querySelector(field).getBoundingClientRect();
    const {top} = document.querySelector(".dock").getBoundingClientRect();
    scrollBy({top: bottom - top, behavior: "instant"});
}"""
LOAD = """addEventListener("htmx:before:request", (event) => {
    const {request} = event.detail.ctx;
    if (request.method !== "GET") return;
    event.preventDefault();
    location.assign(request.action);
}, true)"""

# Until a page was drawn, no tap is meant for it.
SEEN = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
# No frame is drawn until it is told so.
UNSEEN = """() => {
    const held = [];
    const draw = requestAnimationFrame.bind(globalThis);
    let isShown = false;
    globalThis.requestAnimationFrame = (frame) => isShown ? draw(frame) : held.push(frame);
    globalThis.show = () => {
        isShown = true;
        held.splice(0).forEach((frame) => draw(frame));
    };
}"""


def test_a_page_that_is_loaded_whole_knows_the_tap_that_led_to_it(phone: Phone) -> None:
    phone.page.add_init_script(LOAD)
    board = tasks.open_table(phone, THREE)
    phone.page.goto(f"{board.split('?')[0]}/bags/1")  # what a bag is drawn with is there
    phone.page.goto(board)
    phone.page.wait_for_timeout(LATER)
    at = middle(phone.page, "a.next")
    touch_at(phone.page, *at)
    phone.page.locator("html.js #bag").wait_for()
    for _ in range(3):
        touch_at(phone.page, *at)
    expect(phone.page.locator("#bag input[name='contents']")).to_have_count(0)
    phone.page.wait_for_timeout(LATER)
    touch_at(phone.page, *at)
    expect(phone.page.locator("#bag input[name='contents']")).to_have_count(1)


def test_a_tap_before_a_page_was_seen_is_not_meant_for_it(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    phone.page.wait_for_timeout(LATER)
    phone.page.evaluate("sessionStorage.clear()")
    phone.page.add_init_script(f"({UNSEEN})()")
    phone.page.reload()
    at = middle(phone.page, "a.next")
    touch_at(phone.page, *at)
    phone.page.evaluate("() => new Promise((done) => { setTimeout(done); show(); })")
    phone.page.wait_for_timeout(LATER)
    expect(phone.page.locator("a.next")).to_be_visible()
    touch_at(phone.page, *at)
    phone.page.locator("#bag").wait_for()


@pytest.mark.parametrize("pause", [300, 450])
def test_after_the_browsers_back_a_tap_counts_at_once(phone: Phone, pause: int) -> None:
    page = phone.page
    tasks.open_table(phone, THREE)
    page.wait_for_timeout(LATER)
    at = middle(page, "a.next")
    touch_at(page, *at)
    page.locator("#bag").wait_for()
    page.wait_for_timeout(LATER)
    page.go_back()
    page.locator("a.next").wait_for()
    page.wait_for_timeout(pause)
    touch_at(page, *at)
    page.locator("#bag").wait_for()


def test_after_a_reload_a_tap_counts_at_once(phone: Phone) -> None:
    """Though what led to the page before lay in the same place."""
    page = phone.page
    tasks.open_table(phone, THREE)
    page.wait_for_timeout(LATER)
    at = middle(page, "a.next")
    page.reload(wait_until="domcontentloaded")
    page.evaluate(SEEN)
    touch_at(page, *at)
    page.locator("#bag").wait_for()


def test_a_tile_that_counts_takes_every_tap(phone: Phone) -> None:
    """Its number is drawn anew by each answer, between the taps."""
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, THREE)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    thumb.tap(tasks.deal_part(0, "goods"))
    tile = page.locator("[data-plus]:has([name='deal-0-bag-cheese'])")
    tile.scroll_into_view_if_needed()
    page.wait_for_timeout(LATER)
    at = middle(page, "[data-plus]:has([name='deal-0-bag-cheese'])")
    for _ in range(3):
        touch_at(page, *at)
        page.wait_for_timeout(350)
    expect(page.locator("[name='deal-0-bag-cheese']")).to_have_value("3")


def test_what_was_typed_makes_the_next_tap_count_at_once(phone: Phone) -> None:
    """To be focused, a field close to the dock scrolls, and another one comes under the finger."""
    page = phone.page
    page.goto("/nottingham/new")
    phone.thumb.tap("#new details summary")
    page.wait_for_timeout(LATER)
    page.evaluate(f"({TO_THE_DOCK})('#spaces')")
    page.wait_for_timeout(LATER)
    at = middle(page, "#spaces")
    touch_at(page, *at)
    page.wait_for_timeout(100)
    page.keyboard.type("1")
    other = middle(page, "#printed")
    assert abs(other[1] - at[1]) < NEAR
    touch_at(page, *other)
    expect(page.locator("#printed")).to_be_focused()


def test_a_row_that_stays_takes_a_tap_anywhere_on_it(two: tuple[Phone, Phone]) -> None:
    """Its link reaches beyond its words, over the whole of the row."""
    one, other = two
    one.page.wait_for_timeout(LATER)
    at = middle(one.page, ".seats > li:last-child")
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    touch_at(one.page, *at)
    expect(one.page.locator("#said.moment")).to_have_count(0)
    one.page.locator("#board").wait_for(state="detached")
