"""A half-filled form is not lost, whatever else the phone is asked for meanwhile."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, Thumb, held_up
from tests.browser.serving import Server
from tests.tables import BANK, loot_table

# As long as the page waits before it keeps a choice in its address, and begun after that.
TAP_AND_RELOAD = """async (choice) => {
    choice.click();
    location.reload();
    await new Promise((done) => setTimeout(done, 150));
}"""


def half_filled(phone: Phone) -> None:
    """A bag with a declaration, a bribe and some of its contents."""
    tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 4)
    tasks.offer_gold(phone.thumb, 12)
    tasks.say_contents(phone.thumb, "passed")
    tasks.put(phone.thumb, {"cheese": 1, "face_down": 2})


def is_half_filled(page: Page) -> None:
    """Everything is still there, and the sum says so."""
    expect(page.locator("#bag input[name='lie']")).to_have_value("passed")
    expect(page.locator(f"{tasks.tile('good', 'apples')} input")).to_be_checked()
    expect(page.locator(f"{tasks.tile('number', 4)} input")).to_be_checked()
    expect(page.locator("[name='deal-0-gold']")).to_have_value("12")
    for field, number in {"in-apples": "1", "in-cheese": "1", "face_down": "2"}.items():
        expect(page.locator(f"#{field}")).to_have_value(number)
    expect(page.locator("[data-slots] .slot")).to_have_count(4)


def to_cards(thumb: Thumb) -> None:
    """The button on the bag's bar."""
    thumb.tap("header button[formaction$='/cards']")
    thumb.page.locator(".card-table").first.wait_for()


def and_back(thumb: Thumb) -> None:
    """The way back on the page of the cards."""
    thumb.tap("header.bar > a >> nth=0")
    thumb.page.locator("#bag").wait_for()


def test_a_bag_outlives_a_look_at_the_cards(phone: Phone) -> None:
    half_filled(phone)
    to_cards(phone.thumb)
    and_back(phone.thumb)
    is_half_filled(phone.page)
    to_cards(phone.thumb)
    phone.page.go_back()
    is_half_filled(phone.page)


def test_a_bag_outlives_another_language_and_other_colours(phone: Phone) -> None:
    half_filled(phone)
    to_cards(phone.thumb)
    phone.thumb.tap(tasks.tile("scheme", "dark"))
    phone.thumb.tap("#preferences button[value='fr']")
    html = phone.page.locator("html")
    expect(html).to_have_attribute("lang", "fr")
    expect(html).to_have_attribute("data-scheme", "dark")
    and_back(phone.thumb)
    expect(html).to_have_attribute("lang", "fr")
    is_half_filled(phone.page)
    tasks.book(phone.thumb)
    expect(phone.page.locator(".seat .purse b")).to_have_text(["62", "38", "50", "50", "50"])


def kept(page: Page, *fields: str) -> None:
    """Wait until the address has what was filled last."""
    for field in fields:
        expect(page).to_have_url(re.compile(rf"[?&]{re.escape(field)}(&|$)"))


def test_a_bag_outlives_a_reload(phone: Phone) -> None:
    half_filled(phone)
    kept(phone.page, "in-apples=1", "face_down=2")
    phone.page.reload()
    is_half_filled(phone.page)


def test_a_delivery_outlives_a_reload_right_after_a_tap(server: Server, open_phones: OpenPhone) -> None:
    """However long the reload takes: the page has its moment before it goes."""
    phone = open_phones().at(loot_table(server.app), BANK, "/nottingham/delivery?seat=1")
    phone.thumb.rest()
    held: list[Route] = []
    phone.page.route("**/delivery?**", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin has no attributes
    pearls = phone.page.locator(f"{tasks.tile('what', 'pearls')} input")
    with phone.page.expect_navigation():
        pearls.evaluate(TAP_AND_RELOAD)
        held_up(phone.page, held).continue_()
    expect(pearls).to_be_checked()


def test_a_bag_that_was_closed_is_begun_anew(phone: Phone) -> None:
    half_filled(phone)
    phone.thumb.tap("header.bar > a >> nth=-1")
    tasks.at_board(phone.thumb)
    tasks.next_bag(phone.thumb)
    phone.page.locator("#bag").wait_for()
    phone.thumb.rest()
    expect(phone.page.locator("#bag :is([name='lie'][type='hidden'], [name='deal-0-gold'])")).to_have_count(0)


def test_a_switch_that_was_taken_back_stays_off(phone: Phone) -> None:
    """It is saved by its tap: nothing of it is left to bring back."""
    page, thumb = phone.page, phone.thumb
    page.goto(f"{tasks.open_table(phone)}/changes")
    thumb.tap("label.switch:has(#crowns)")
    thumb.tap("#done button")
    thumb.rest()
    page.goto(page.url.partition("?")[0])
    thumb.rest()
    expect(page.locator("#crowns")).not_to_be_checked()
    expect(page.locator("#done")).to_have_count(0)
