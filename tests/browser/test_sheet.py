"""The bag's sheet: the cards that are shown are those that are counted, whatever is changed below them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


@pytest.fixture
def phone(open_phones: OpenPhone) -> Phone:
    """At the sheet of a bag that was opened: two apples and a cheese, declared as three apples."""
    phone = open_phones()
    tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.say_contents(phone.thumb, "opened")
    tasks.put(phone.thumb, {"cheese": 1})
    phone.thumb.tap("details.declared > summary")
    return phone


def agree(page: Page, number: int, declared: str) -> None:
    """As many cards are drawn as are counted, and as the declaration says above them."""
    expect(page.locator("#declared")).to_contain_text(declared)
    expect(page.locator(".slot")).to_have_count(number)
    counts = page.locator(".pick-number").evaluate_all("fields => fields.map((field) => +field.value || 0)")
    assert sum(counts) == number
    expect(page.locator("#sum .strip-warning")).to_have_count(0)


@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_another_number_declared(phone: Phone, number: int) -> None:
    phone.thumb.tap(tasks.tile("number", number))
    agree(phone.page, number, f"Declared: {number} apple")


def test_another_good_declared(phone: Phone) -> None:
    """Even one that lies in the bag already."""
    phone.thumb.tap(tasks.tile("good", "bread"))
    agree(phone.page, 3, "Declared: 3 bread")
    expect(phone.page.locator("#sum")).to_contain_text("cheese 2")
    phone.thumb.tap(tasks.tile("good", "cheese"))
    agree(phone.page, 3, "Declared: 3 cheese")
    expect(phone.page.locator("#sum")).to_contain_text("3 cheese at 2")
