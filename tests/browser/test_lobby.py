"""Coming in and coming back, tap by tap."""

from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone

BACK = 6


def test_a_lost_phone_is_back_with_six_taps_beside_the_codes_letters(open_phones: OpenPhone) -> None:
    bank, lost, new = open_phones(), open_phones(), open_phones()
    board = tasks.open_table(bank)
    sharing.join(lost, sharing.open_door(bank, board), 1)
    lost.page.goto("about:blank")
    bank.page.goto(board)
    new.page.goto("/")
    before = bank.thumb.taps + new.thumb.taps
    bank.thumb.tap(".bar a[href$='/menu']")
    bank.thumb.tap("a[href$='/phones']")
    sharing.answers_yes(bank.thumb, "release", 1)
    code = bank.page.locator(".return-code b").inner_text()
    new.thumb.tap("a[href$='/join']")
    expect(new.page.locator("#code")).to_be_focused()
    new.page.keyboard.type(code.lower())
    new.thumb.tap("main button.next")
    tasks.at_board(new.thumb)
    expect(new.page.locator(".seat-mine")).to_contain_text("Bo")
    assert bank.thumb.taps + new.thumb.taps - before <= BACK
