"""Two phones and a bag: declared and noted with four taps, decided with one or two."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

THREE = ("Ann", "Bo", "Cleo")
MOTIONS: tuple[Literal["no-preference"], Literal["reduce"]] = ("no-preference", "reduce")
DELAYS = "cards => cards.map((card) => getComputedStyle(card).animationDelay)"


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
    sharing.pack(bo, "apples", 3)
    expect(ann.page.locator(".decide .next").first).to_contain_text("Let it pass")
    ann.thumb.tap(".decide button[value='passed']")
    expect(ann.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    expect(bo.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    assert (bo.thumb.taps - taps[0], ann.thumb.taps - taps[1]) == (4, 1)


def test_the_cards_of_an_opened_bag_are_turned_one_after_the_other(ann: Phone, bo: Phone) -> None:
    """On every phone; all at once for who wants no motion."""
    sharing.to_pack(bo)
    tasks.put(bo.thumb, {"silk": 1, "apples": 2})
    expect(bo.page.locator("#note button.next")).to_contain_text("Declare 3 apples")
    bo.thumb.tap("#note button.next")
    tasks.at_board(bo.thumb)
    ann.thumb.tap(".decide button[value='opened']")
    for phone in (ann, bo):
        cards = phone.page.locator(".turned .slot")
        expect(cards).to_have_count(3)
        delays = []
        for motion in MOTIONS:
            phone.page.emulate_media(reduced_motion=motion)
            delays.append(cards.evaluate_all(DELAYS))
        assert delays == [["0s", "0.6s", "1.2s"], ["0s"] * 3]
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
