"""Two phones and a bag: declared and noted with four taps, decided with one or two."""

import pytest
from playwright.sync_api import expect

from tests.browser import checks, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

THREE = ("Ann", "Bo", "Cleo")


@pytest.fixture
def ann(phone: Phone) -> Phone:
    """The Sheriff's phone, which is the bank's too."""
    tasks.open_table(phone, THREE)
    return phone


@pytest.fixture
def bo(ann: Phone, open_phones: OpenPhone) -> Phone:
    """A merchant's own phone."""
    board = ann.page.url
    code = sharing.open_door(ann, board)
    bo = open_phones()
    sharing.join(bo, code, 1)
    ann.page.goto(board)
    return bo


def test_an_honest_bag_takes_the_merchant_four_taps_and_the_sheriff_one(ann: Phone, bo: Phone) -> None:
    taps = bo.thumb.taps, ann.thumb.taps
    sharing.declare(bo, "apples", 3, honest=True)
    expect(ann.page.locator(".decide .next").first).to_contain_text("Let it pass")
    ann.thumb.tap(".decide button[value='passed']")
    expect(ann.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    expect(bo.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    assert (bo.thumb.taps - taps[0], ann.thumb.taps - taps[1]) == (4, 1)


def test_a_lie_opened_takes_the_sheriff_two_taps(ann: Phone, bo: Phone) -> None:
    sharing.to_declare(bo)
    bo.thumb.tap(tasks.tile("good", "apples"))
    bo.thumb.tap(tasks.tile("number", 2))
    bo.thumb.tap("button[name='inside'][value='other']")
    tasks.put(bo.thumb, {"silk": 1, "apples": 1})
    bo.thumb.tap("#note button.next")
    tasks.at_board(bo.thumb)
    taps = ann.thumb.taps
    ann.thumb.tap(".decide button[value='opened']")
    for phone in (ann, bo):
        expect(phone.page.locator(".strip-turned")).to_contain_text("1 apple and 1 silk")
        assert not checks.axe(phone.page)
    ann.thumb.tap(".decide button.next")
    expect(bo.page.locator(".last")).to_contain_text("Bo was caught")
    assert ann.thumb.taps - taps == 2


def test_a_reload_while_the_cards_are_noted_shows_none_of_them(bo: Phone) -> None:
    sharing.to_declare(bo)
    bo.thumb.tap(tasks.tile("good", "apples"))
    bo.thumb.tap(tasks.tile("number", 2))
    bo.thumb.tap("button[name='inside'][value='other']")
    tasks.put(bo.thumb, {"silk": 1})
    bo.page.reload()
    expect(bo.page.locator("[data-hold]")).to_contain_text("I am Bo")
    expect(bo.page.locator("#note, [name^='in-']")).to_have_count(0)
    sharing.hold(bo)
    expect(bo.page.locator("#note .slot")).to_have_count(1)
