"""The board of a phone that lies in the middle turns to who sits opposite."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone, touch_at
from tests.browser.test_own_bag import middle

TURNED = "document.documentElement.hasAttribute('data-opposite')"


def test_a_finger_that_rests_on_a_shield_turns_the_board_and_taps_nothing(phone: Phone) -> None:
    """And back; a tap there is one on the row. The menu says so, and does it too."""
    page = phone.page
    tasks.open_table(phone)
    first, last = (page.locator(".seat .shield").nth(at) for at in (0, -1))
    wire = page.context.new_cdp_session(page)
    for above, below in ((last, first), (first, last)):
        x, y = middle(first)
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_function(f"() => {TURNED} === {str(above is last).lower()}")
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.thumb.rest()
        expect(page.locator("#board")).to_be_visible()
        assert middle(above)[1] < middle(below)[1]
        expect(page.locator(".dock .next")).to_be_in_viewport(ratio=1)
    phone.thumb.tap("#bar a.button")
    phone.thumb.tap("[data-around]")
    tasks.at_board(phone.thumb)
    assert page.evaluate(TURNED)
    touch_at(page, *middle(first))
    page.locator("#board").wait_for(state="detached")
