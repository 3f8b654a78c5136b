"""Whoever goes back sees the page of the address, whatever else is under way."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import tasks
from tests.browser.phone import Phone
from tests.browser.test_moments import loaded

AGREES = """async () => {
    const text = await fetch(location.href).then((answer) => answer.text(), () => "");
    const { title } = new DOMParser().parseFromString(text, "text/html");
    return title !== "" && title === document.title;
}"""
BACK_BACK = "() => { history.back(); setTimeout(() => history.back()); }"
BOOKED = re.compile(r"/g/[^/]+\?booked=\d+$")


@pytest.fixture
def page(phone: Phone) -> Page:
    """The board of three after a bag, with all that it loads."""
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.as_declared(phone.thumb, "passes")
    loaded(phone.page)
    return phone.page


def to_log(phone: Phone) -> None:
    """By the menu."""
    phone.thumb.tap("a[href$='/menu']")
    phone.thumb.tap("main a[href$='/log']")
    expect(phone.page).to_have_title(re.compile("^Log"))


def agrees(page: Page) -> None:
    """What is seen is what the address leads to."""
    page.wait_for_function(AGREES)


def test_two_quick_backs_lead_two_pages_back(phone: Phone, page: Page) -> None:
    to_log(phone)
    page.evaluate(BACK_BACK)
    expect(page).to_have_url(BOOKED)
    expect(page.locator("#board")).to_be_visible()
    page.evaluate("history.forward()")
    expect(page).to_have_title(re.compile("^Menu"))
    agrees(page)


def test_what_the_menu_led_to_leads_back_to_the_menu(phone: Phone, page: Page) -> None:
    to_log(phone)
    phone.thumb.tap(".bar > a:first-child")
    expect(page).to_have_title(re.compile("^Menu"))
    phone.thumb.tap(".bar > a:first-child")
    expect(page.locator("#board")).to_be_visible()
    agrees(page)


def test_what_was_typed_a_moment_before_a_reload_is_there(phone: Phone, page: Page) -> None:
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "cheese", 2)
    page.wait_for_timeout(500)
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
