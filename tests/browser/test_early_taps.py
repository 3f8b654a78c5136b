"""A tap that comes too early does nothing; any other tap does what it says."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import tasks
from tests.browser.phone import Phone, touch_at
from tests.browser.serving import Server
from tests.browser.test_live import at_one_table, done

THREE = ("Ann", "Bo", "Cleo")
LATER = 750  # ms after a screen has changed
LATEST = 0.55  # seconds after the first tap


@pytest.fixture
def two(browser: Browser, server: Server) -> Iterator[tuple[Phone, Phone]]:
    """Two browsers at one table of three, both at the board."""
    yield from at_one_table(browser, server)


def middle(page: Page, control: str) -> tuple[float, float]:
    """The middle of a control."""
    box = page.locator(control).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_and_tap(page: Page, control: str) -> None:
    """Tap a control, and go on tapping its place for half a second."""
    at = middle(page, control)
    began = time.monotonic()
    for pause in (60, 90, 150, 200, 0):
        # A tap that this machine was too slow for would be one of its own.
        if time.monotonic() - began < LATEST:
            touch_at(page, *at)
        page.wait_for_timeout(pause)


def test_a_bag_that_was_tapped_twice_stays_booked(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tap_and_tap(phone.page, "#sum .verdict-opens")
    tasks.at_board(phone.thumb)
    done(phone.page, 1)


def test_another_control_is_taken_at_its_word_a_moment_later(phone: Phone) -> None:
    board = tasks.open_table(phone, THREE)
    phone.page.wait_for_timeout(LATER)
    at = middle(phone.page, "a.next")
    touch_at(phone.page, *at)
    phone.page.locator("#bag").wait_for()
    phone.page.wait_for_timeout(LATER)
    touch_at(phone.page, *at)
    expect(phone.page.locator("#bag input[name='contents']")).to_have_count(1)
    assert board in phone.page.url


def test_keys_and_readers_wait_for_nothing(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    phone.page.locator("#sum .verdict-opens").focus()
    phone.page.keyboard.press("Enter")
    phone.page.locator(".take-back button").focus()
    phone.page.keyboard.press("Enter")
    done(phone.page, 0)
    phone.page.locator("a.next").evaluate("link => link.click()")
    phone.page.locator("#bag").wait_for()


def test_what_stays_under_the_finger_takes_every_tap(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    phone.page.wait_for_timeout(LATER)
    at = middle(phone.page, "[data-for='deal-0-gold'] [data-digit='1']")
    for _ in range(3):
        touch_at(phone.page, *at)
    expect(phone.page.locator("#deal-0-gold")).to_have_value("111")


def test_what_another_phone_puts_under_the_finger_is_not_meant(two: tuple[Phone, Phone]) -> None:
    one, other = two
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    one.page.wait_for_timeout(LATER)
    at = middle(one.page, ".take-back button")
    link = middle(one.page, "a.next")
    tasks.honest("passes")(other.thumb)
    done(one.page, 2)
    touch_at(one.page, *at)
    touch_at(one.page, *link)
    expect(one.page.locator("#said.moment")).to_have_text("That just changed. Tap again.")
    one.page.wait_for_timeout(LATER)
    done(other.page, 2)
    expect(one.page.locator("#said.moment")).to_have_count(0)
    expect(one.page.locator("#bar h1")).to_contain_text("Round 1")
    touch_at(one.page, *at)
    done(other.page, 1)
