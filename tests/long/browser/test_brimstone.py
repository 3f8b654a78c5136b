"""Brimstone Oil: the choice it gives appears as soon as a card lies face down."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone


def test_a_bag_with_brimstone_oil_burns_an_opponents_goods(phone: Phone) -> None:
    """The table of rules.md, section 1: it is shown as it passes, and up to two goods of one opponent go."""
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"), 0, **{"promo-brimstone_oil": "1"})
    tasks.honest("passes")(thumb)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "cheese", 3)
    tasks.say_contents(thumb, "passed")
    expect(page.locator("#raid-0")).to_have_count(0)
    tasks.put(thumb, {"face_down": 1})
    page.select_option("#raid-0", "1:apples:2")
    tasks.book(thumb)
    stands = page.locator(".seat .stock")
    expect(stands.nth(1).locator("li:not([aria-hidden])")).to_have_count(1)
    expect(stands.nth(1)).to_contain_text("1")
    expect(stands.nth(2).locator("li:not([aria-hidden])")).to_have_count(1)
    expect(stands.nth(2)).to_contain_text("2")
