"""The board of a phone that lies in the middle turns to whoever sits at each of its sides."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone, touch_at
from tests.browser.test_own_bag import middle

SIDE = "document.documentElement.dataset.opposite"
ACROSS, DOWN = 0, 1


def test_a_finger_that_rests_on_a_shield_turns_the_board_and_taps_nothing(phone: Phone) -> None:
    """From side to side, and back; a tap there is one on the row. The menu turns it round."""
    page = phone.page
    tasks.open_table(phone)
    first, last = (page.locator(".seat .shield").nth(at) for at in (0, -1))
    wire = page.context.new_cdp_session(page)
    for side, axis, before, after in (
        ("1", ACROSS, last, first),
        ("2", DOWN, last, first),
        ("3", ACROSS, first, last),
        (None, DOWN, first, last),
    ):
        x, y = middle(first)
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_function(f"side => {SIDE} === (side ?? undefined)", arg=side)
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.thumb.rest()
        expect(page.locator("#board")).to_be_visible()
        assert middle(before)[axis] < middle(after)[axis]
        expect(page.locator(".dock .next")).to_be_in_viewport(ratio=1)
        expect(page.locator("#said.moment")).to_have_count(0)
    phone.thumb.tap("#bar a.button")
    phone.thumb.tap("[data-around]")
    tasks.at_board(phone.thumb)
    assert page.evaluate(SIDE) == "2"
    touch_at(page, *middle(first))
    page.locator("#board").wait_for(state="detached")
