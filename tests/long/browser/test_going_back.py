"""Whoever goes back sees the page of the address, whatever else is under way."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser import tasks
from tests.browser.phone import SAVED, Phone
from tests.browser.test_going_back import BOOKED, agrees, page, to_log

__all__ = ["page"]


def test_what_was_typed_a_moment_before_a_reload_is_there(phone: Phone, page: Page) -> None:
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "cheese", 2)
    tasks.unfold(phone.thumb, "gold")
    phone.thumb.rest(SAVED)
    page.evaluate("""() => {
        document.querySelector("[data-for='deal-0-gold'] [data-digit='7']").click();
        location.reload();
    }""")
    expect(page.locator("html.js #deal-0-gold")).to_have_value("7")


def test_a_back_takes_the_place_of_a_page_that_is_on_its_way(phone: Phone, page: Page) -> None:
    phone.thumb.tap("a[href$='/menu']")
    expect(page).to_have_title(re.compile("^Menu"))
    held: list[Route] = []
    page.route("**/log", lambda route: held.append(route))  # noqa: PLW0108 - Playwright notes on it who listens
    page.locator("main a[href$='/log']").tap()
    expect(page.locator("a.waiting")).to_be_attached()
    page.evaluate("history.back()")
    expect(page.locator("#board")).to_be_visible()
    page.unroute("**/log")
    expect(page).to_have_url(BOOKED)
    agrees(page)


def test_what_is_sent_meanwhile_is_not_broken_off(phone: Phone, page: Page) -> None:
    """A bag is refused whose sheet was left before that was heard."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    held: list[Route] = []
    page.route("**/passes", lambda route: held.append(route))  # noqa: PLW0108 - Playwright notes on it who listens
    page.locator("#sum .verdict-passes").tap()
    page.wait_for_function("document.querySelector('.waiting')")
    page.evaluate("history.back()")
    expect(page).to_have_url(BOOKED)
    refused = "<title>Refused</title><main id='main'></main><p id='said'></p>"
    held[0].fulfill(status=422, headers={"HX-Push-Url": "false"}, body=refused)
    expect(page.locator("#board")).to_be_visible()
    agrees(page)


def test_a_back_without_a_connection_is_made_up_for(phone: Phone, page: Page) -> None:
    phone.may_be_cut_off = True
    to_log(phone)
    page.context.set_offline(True)
    page.evaluate("history.back()")
    expect(page.locator("#unreached")).to_be_visible()
    page.context.set_offline(False)
    expect(page).to_have_title(re.compile("^Menu"))
    agrees(page)
