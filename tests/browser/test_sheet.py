"""The bag's sheet: the cards that are shown are those that are counted, whatever is changed below them."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

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
    expect(phone.page.locator("#sum")).to_contain_text("for 3 cheese, 2 each")


TOP = "() => document.querySelector('.dock').getBoundingClientRect().top"
PALETTE = "() => document.querySelector('.palette').getBoundingClientRect().top + scrollY"
NARROW = ViewportSize(width=390, height=664)


def test_the_dock_stays_where_it_is_while_cards_are_tapped(phone: Phone) -> None:
    """Even when there is more to tell than has room, which is scrolled to."""
    page = phone.page
    page.set_viewport_size(NARROW)
    top = page.evaluate(TOP)
    tasks.put(phone.thumb, {"mead": 1, "crossbow": 1})
    expect(page.locator("#sum .sum-lines")).to_contain_text("crossbow")
    assert page.evaluate(TOP) == pytest.approx(top, abs=1)


def test_the_first_card_of_an_empty_bag_moves_nothing(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=NARROW)
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?contents=passed")
    place, top = phone.page.evaluate(PALETTE), phone.page.evaluate(TOP)
    tasks.put(phone.thumb, {"apples": 1})
    expect(phone.page.locator(".slot")).to_have_count(1)
    assert phone.page.evaluate(PALETTE) == pytest.approx(place, abs=1)
    assert phone.page.evaluate(TOP) == pytest.approx(top, abs=1)


@pytest.mark.parametrize("part", ["gold", "goods", "promise"])
def test_what_decides_stays_in_sight_while_a_deal_is_open(part: str, open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=NARROW)
    board = tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    phone.thumb.tap(tasks.deal_part(0, part))
    phone.page.locator(".deal-part[open]").first.wait_for()
    for verdict in (".verdict-passes", ".verdict-opens"):
        expect(phone.page.locator(verdict)).to_be_in_viewport(ratio=1)
    phone.page.goto(f"{board}/offers/new")
    if part != "gold":  # which is open from the start
        phone.thumb.tap(tasks.deal_part(0, part))
    phone.page.locator(".deal-part[open]").last.wait_for()
    expect(phone.page.locator("#offer button.next")).to_be_in_viewport(ratio=1)


def test_the_first_digit_replaces_what_stood_there(open_phones: OpenPhone) -> None:
    phone = open_phones()
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?good=apples&number=3&deal-0-gold=4")
    gold = phone.page.locator("#deal-0-gold")
    expect(gold).to_have_value("4")
    for key, value in (("digit='9'", "9"), ("digit='2'", "92"), ("erase", "9")):
        phone.thumb.tap(f"[data-for='deal-0-gold'] [data-{key}]")
        expect(gold).to_have_value(value)
