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


def test_who_knocks_at_the_shut_door_goes_in_by_itself_once_the_bank_says_so(open_phones: OpenPhone) -> None:
    """The board of the bank shows it by itself too."""
    bank, late = open_phones(), open_phones()
    board = tasks.open_table(bank)
    code = sharing.open_door(bank, board)
    bank.thumb.tap("button[value='shut']")
    bank.page.goto(board)
    late.page.goto(f"/knock?code={code}")
    late.page.fill("#name", "Zoé")
    late.thumb.tap("main button.next")
    expect(late.page.locator("[data-knock]")).to_contain_text("Zoé")
    bank.thumb.tap(".knock button[value='in']")
    expect(bank.page.locator(".knock")).to_have_count(0)
    sharing.take_place(late, 1)
    expect(late.page.locator(".seat-mine")).to_contain_text("Bo")


def test_a_seat_that_the_bank_adds_appears_to_whoever_chooses_one(open_phones: OpenPhone) -> None:
    bank, late = open_phones(), open_phones()
    board = tasks.open_table(bank, tasks.PLAYERS[:4])
    sharing.to_places(late, sharing.open_door(bank, board))
    late.page.reload()
    seats = late.page.locator("#places > li")
    expect(seats).to_have_count(4)
    bank.page.goto(f"{board}/changes?newcomer=Flo")
    bank.thumb.tap("#comes button:not([type=button])")
    expect(seats).to_have_count(5)
    expect(seats.last).to_contain_text("Flo")
    expect(late.page.locator("form > #taken")).to_have_count(1)
