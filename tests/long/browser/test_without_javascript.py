"""A phone whose browser runs no scripts: every page is a plain form, and everything can be done."""

import pytest
from playwright.sync_api import expect

from tests.browser import loot, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, touch_at
from tests.browser.test_early_taps import middle
from tests.browser.test_without_javascript import NAMES, plain_phone

__all__ = ["plain_phone"]


def test_an_evening_of_nottingham_without_scripts(plain_phone: Phone) -> None:
    """Ambushes and numbers are typed; all that is not chosen stays out of the way."""
    page, thumb = plain_phone.page, plain_phone.thumb
    loot.open_table(plain_phone, {"players": NAMES})
    thumb.tap(".seats > li:nth-child(2)")
    thumb.tap(loot.tile("pearls"))
    expect(page.locator("#more")).to_be_hidden()
    expect(page.locator("#alone-three_pairs")).to_be_hidden()
    page.fill("[name='ambush-2']", "1")
    thumb.tap(loot.RECORD)
    told = "Bo gets the gold that lay in ambush and takes 2 pearls back, Cleo"
    expect(page.locator(".aloud")).to_contain_text(told)
    thumb.tap(".seats > li:nth-child(1)")
    thumb.tap(loot.tile("three_pairs"))
    page.fill("#alone-three_pairs", "17")
    page.fill("#shared-three_pairs", "17")
    thumb.tap(loot.RECORD)
    expect(page.locator("#alone-three_pairs-refused")).to_be_visible()
    page.fill("#shared-three_pairs", "12")
    thumb.tap(loot.RECORD)
    expect(page.locator(".seats > li:nth-child(1) .fulfilled")).to_contain_text("17")
    loot.unfold(thumb, "form[action$='/ending']")
    thumb.tap("form[action$='/ending'] .button")
    thumb.tap("a.next[href$='/check']")
    thumb.tap("details.check-seat summary >> nth=2")
    page.fill("[name='loot-2-chest']", "2")
    thumb.tap("details[open] .without-script")
    thumb.tap("form[action$='/closing'] .next")
    assert loot.result(page)["totals"] == {"Ann": 17, "Bo": 0, "Cleo": 26}


def test_a_count_of_nottingham_without_scripts(plain_phone: Phone) -> None:
    page = plain_phone.page
    page.goto("/nottingham/count")
    for index, name in enumerate(NAMES):
        page.fill(f"#name-{index}", name)
        page.fill(f"[name='{index}-chest']", str(index + 1))
    plain_phone.thumb.tap("label:has([name='0-five_of_one'])")
    plain_phone.thumb.tap("button.next.without-script")
    assert loot.result(page)["totals"] == {"Ann": 43, "Bo": 26, "Cleo": 39}


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_second_tap_does_not_reach_the_next_page(open_phones: OpenPhone, motion: str) -> None:
    phone = open_phones(script=False, reduced_motion=motion)
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, NAMES)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    tasks.say_contents(thumb, "passed")
    page.fill("#in-apples", "2")
    page.fill("#in-cheese", "1")
    at = middle(page, "#sum button.next")
    wire = page.context.new_cdp_session(page)
    wire.send("Animation.enable")
    page.locator("#sum button.next").tap(trial=True)
    # The first half second of the next page does not pass before the test says so.
    wire.send("Animation.setPlaybackRate", {"playbackRate": 0})
    touch_at(page, *at)
    page.locator("#board").wait_for()
    for _ in range(2):
        touch_at(page, *at)
    thumb.rest()
    expect(page.locator("#board")).to_be_visible()
    wire.send("Animation.setPlaybackRate", {"playbackRate": 1})
    page.locator("a.next").tap(trial=True)
    touch_at(page, *at)
    expect(page.locator("#bag")).to_be_visible()


def test_keys_wait_for_nothing(plain_phone: Phone) -> None:
    """A finger bounces; whoever presses a key has chosen what it is for."""
    page = plain_phone.page
    tasks.open_table(plain_phone, NAMES)
    page.reload()
    page.locator("a.next").focus()
    page.keyboard.press("Enter")
    page.locator("#bag").wait_for()


def test_a_board_that_waits_shows_what_another_phone_did(phone: Phone, plain_phone: Phone) -> None:
    board = tasks.open_table(phone, NAMES)
    sharing.join(plain_phone, sharing.open_door(phone, board), sharing.WATCHER)
    expect(plain_phone.page.locator(".next-wait small:visible")).to_have_text(
        "this screen looks again every 10 seconds"
    )
    phone.page.goto(board)
    tasks.honest("passes")(phone.thumb)
    expect(phone.page.locator(".merchant-done")).to_have_count(1)
    expect(plain_phone.page.locator(".merchant-done")).to_have_count(1)
    expect(phone.page.get_by_text("looks again")).to_have_count(0)


def test_a_promise_is_said_in_words_where_none_can_be_tapped(plain_phone: Phone) -> None:
    tasks.open_table(plain_phone, NAMES)
    tasks.next_bag(plain_phone.thumb)
    tasks.unfold(plain_phone.thumb, "promising")
    promising = plain_phone.page.locator("#deal-0-promising")
    expect(promising.get_by_placeholder("A promise in your own words")).to_be_visible()
    expect(promising.get_by_text("gives next round")).to_be_hidden()
