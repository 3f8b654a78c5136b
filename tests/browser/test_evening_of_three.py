"""A short evening of three, tapped through the real pages; tests/long has whole ones, and how they look."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone
from tests.browser.telling import Evening, story_of


def test_an_evening_of_three(phone: Phone) -> None:
    """T6: all bread stays in the box."""
    evening = Evening(phone, story_of("three_players_three_rounds"))
    evening.open_table()
    offers_no_bread(evening)
    evening.plays()
    evening.ends()
    evening.is_won()


def offers_no_bread(evening: Evening) -> None:
    """Nobody can declare it."""
    page = evening.bank.page
    tasks.next_bag(evening.bank.thumb)
    for word in evening.goods():
        expect(page.locator(tasks.tile("good", word))).to_be_visible()
    expect(page.locator(tasks.tile("good", "bread"))).to_have_count(0)
    page.go_back()
    tasks.at_board(evening.bank.thumb)
