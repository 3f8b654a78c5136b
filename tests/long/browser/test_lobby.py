"""Coming in and coming back, tap by tap."""

from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.words import BROWSER_BARS, SMALL, all_in_sight

LARGE = 40  # CSS pixels


def test_the_lobby_is_live_on_every_phone(open_phones: OpenPhone) -> None:
    bank, first, second = open_phones(), open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo"))
    code = sharing.open_door(bank, board)
    sharing.join(first, code, 0)
    sharing.to_places(second, code)
    expect(bank.page.locator("#phones")).to_contain_text("1 of 3 here")
    expect(first.page.locator(".lobby")).to_contain_text("1 of 3 here")
    expect(first.page.locator(".seat-free")).to_have_count(2)
    sharing.take_place(second, 1)
    expect(first.page.locator(".lobby")).to_contain_text("2 of 3 here")
    expect(first.page.locator(".seat-free")).to_have_count(1)
    bank.thumb.tap("#phones a.next")
    tasks.at_board(bank.thumb)
    expect(first.page.locator(".lobby")).to_be_visible()
    bank.page.go_back()
    bank.thumb.tap("#phones button[value='shut']")
    for phone in (bank, first, second):
        expect(phone.page.locator(".lobby")).to_have_count(0)


def test_the_code_is_read_across_the_table(open_phones: OpenPhone) -> None:
    bank, first = open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo", "Dov", "Eve"))
    sharing.join(first, sharing.open_door(bank, board), 0)
    bank.page.goto(board)
    all_in_sight(bank.page, BROWSER_BARS, ".lobby b", ".next")
    for size in (BROWSER_BARS, SMALL):
        bank.page.set_viewport_size(size)
        height = bank.page.locator(".lobby b").evaluate("(code) => getComputedStyle(code).fontSize")
        assert float(height.removesuffix("px")) >= LARGE
