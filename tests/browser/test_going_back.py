"""Whoever goes back sees the page of the address, whatever else is under way."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tasks
from tests.browser.looking import moments_loaded
from tests.browser.phone import Phone

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
    moments_loaded(phone.page)
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


def test_the_questions_of_a_bags_sheet_are_one_step_of_the_history(phone: Phone, page: Page) -> None:
    """What was in it, what is given: each of them is another address of the same sheet."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    before = page.evaluate("history.length")
    tasks.say_contents(phone.thumb, "opened")
    assert page.evaluate("history.length") == before
    page.go_back()
    expect(page.locator("#board")).to_be_visible()
    agrees(page)
