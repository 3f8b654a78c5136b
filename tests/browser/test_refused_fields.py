"""A refusal goes away when it is corrected, and never covers what has to be corrected."""

import re

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone

THREE = ("Ann", "Bo", "Cleo")
REFUSED = "#refusals, .refused"


def test_a_refusal_goes_when_its_field_is_corrected(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    phone.thumb.tap(".verdict-passes")
    expect(phone.page.locator("#refusals")).to_be_focused()
    phone.thumb.tap(tasks.tile("number", 3))
    expect(phone.page.locator("#good-refused")).to_be_visible()
    phone.thumb.tap(tasks.tile("good", "apples"))
    expect(phone.page.locator("#refusals")).to_be_hidden()
    expect(phone.page.locator(REFUSED)).to_have_count(0)
    tasks.as_declared(phone.thumb, "passes")


def test_a_good_that_is_not_chosen_is_asked_for_once(phone: Phone) -> None:
    board = tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    phone.thumb.tap(".verdict-passes")
    asked = phone.page.get_by_text("Choose the declared good").filter(visible=True)
    expect(asked).to_have_count(1)
    expect(phone.page.locator("#refusals")).to_contain_text("Not recorded.")
    phone.page.goto(f"{board}/bags/1?number=3&contents=passed")
    phone.thumb.tap("#sum button.next")
    expect(asked).to_have_count(1)


def test_too_little_gold_is_corrected_by_its_digits(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 80)
    phone.thumb.tap(".verdict-passes")
    expect(phone.page.locator("#deal-0-gold")).to_have_attribute("aria-invalid", "true")
    phone.thumb.tap("[data-for='deal-0-gold'] [data-erase]")
    expect(phone.page.locator("#refusals")).to_be_hidden()
    expect(phone.page.locator("#deal-0-gold")).not_to_have_attribute("aria-invalid", re.compile(""))


def test_the_way_from_a_refusal_to_its_field_takes_no_tap_back(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 80)
    phone.thumb.tap(".verdict-passes")
    phone.page.wait_for_timeout(1_500)  # who reads does not tap at once
    phone.page.locator("#refusals a").tap()
    phone.page.wait_for_timeout(1_500)
    phone.thumb.tap(".verdicts [value='passed']")
    expect(phone.page.locator("#sum button.next")).to_be_visible()
    expect(phone.page.locator("#deal-0-gold")).to_have_value("80")


def test_what_is_refused_leaves_the_deal_in_sight(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    phone.thumb.tap(tasks.tile("number", 3))
    phone.thumb.tap(".verdict-passes")
    expect(phone.page.locator("#refusals")).to_be_visible()
    deal = phone.page.locator(".deal .gold-field").bounding_box()
    dock = phone.page.locator("#sum .dock").bounding_box()
    assert deal
    assert dock
    assert deal["y"] + deal["height"] <= dock["y"]


def test_a_new_table_is_corrected_by_any_of_its_names(phone: Phone) -> None:
    page = phone.page
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Ann", "Cleo")):
        page.fill(f"#name-{seat}", name)
    with page.expect_response("**/refused.js"):
        phone.thumb.tap("#new .dock button.next")
    expect(page.locator("#refusals")).to_contain_text("The table is not open yet.")
    page.fill("#name-0", "Bo")
    expect(page.locator("#refusals")).to_be_hidden()


def test_a_name_that_was_there_twice_is_nobodys_once_it_is_erased(phone: Phone) -> None:
    """Neither among those who may be Sheriff nor among the purses of a game under way."""
    page = phone.page
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Bo", "Cleo", "bo")):
        page.fill(f"#name-{seat}", name)
    phone.thumb.tap("#new .dock .next")
    expect(page.locator("#name-3-refused")).to_be_visible()
    page.fill("#name-3", "")
    for words in page.locator("[data-name-of='3'] bdi").all():
        expect(words).to_have_text("Seat 4")
