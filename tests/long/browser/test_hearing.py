"""What a phone hears that looks at another page than the board: one line, and who sits where."""

import pytest
from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.phone import Phone
from tests.browser.test_hearing import news_is_seen
from tests.tables import Table

THREE = ("Ann", "Bo", "Cleo")
PLACES = "(buttons) => buttons.map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth])"


@pytest.mark.parametrize("size", [(390, 664), (320, 568)])
@pytest.mark.parametrize("sheet", ["/offers/new", "/menu", "/pay"])
def test_the_news_is_whole_and_in_sight_on_every_sheet(
    open_phones: OpenPhone, three: Table, size: tuple[int, int], sheet: str
) -> None:
    news_is_seen(open_phones, three, size, sheet)


def comes_in(bank: Phone, new: Phone, place: int | str) -> None:
    """To a place behind the bank's door, which is open on its page."""
    sharing.join(new, bank.page.locator(".move-code").inner_text(), place)


def test_the_banks_list_of_seats_follows_by_itself(phone: Phone, open_phones: OpenPhone) -> None:
    bank, bo, cleo = phone, open_phones(), open_phones()
    board = tasks.open_table(bank, THREE)
    sharing.open_door(bank, board)
    seats = bank.page.locator("#seat .table-words small")
    bank.thumb.tap(tasks.tile("recording", "own"))
    comes_in(bank, bo, 1)
    expect(seats).to_have_text(["without a phone", "has a phone", "without a phone"])
    bo.page.goto(f"{board}/phones")
    comes_in(bank, cleo, 2)
    for one in (bank, bo):
        expect(one.page.locator("#seat > li").last).to_contain_text("has a phone")
    sharing.answers_yes(bo.thumb, "release", 1)
    expect(seats).to_have_text(["without a phone", "without a phone", "has a phone"])
    expect(bank.page.locator("[name='recording'][value='own']")).to_be_checked()
    expect(bank.page.locator(".move-code")).to_be_visible()
    bank.thumb.tap("form[action$='/seats'] button[value='0']")
    expect(seats.first).to_have_text("on this phone · the bank")


def test_the_bank_is_handed_on_by_two_taps_and_nobody_answers_meanwhile(
    phone: Phone, open_phones: OpenPhone, html_checker: Checker
) -> None:
    """The question stays as it was asked while the list under it changes; no other button moves."""
    bank, bo, cleo = phone, open_phones(), open_phones(language="fr-FR")
    board = tasks.open_table(bank, THREE)
    sharing.open_door(bank, board)
    comes_in(bank, bo, 1)
    page, fold = bank.page, bank.page.locator(".banker")
    expect(fold).to_have_count(1)
    row = page.locator("li:has(.banker) summary")
    before = row.evaluate_all(PLACES)
    bank.thumb.tap(fold.locator("summary"))
    expect(fold.locator("p")).to_have_text("Bo’s phone becomes the bank instead of this one.")
    assert row.evaluate_all(PLACES) == before
    comes_in(bank, cleo, 2)
    expect(page.locator("#seat > li").last).to_contain_text("has a phone")
    expect(page.locator(".banker[open] button:visible")).to_have_count(1)
    gallery = Gallery(page, html_checker)
    gallery.look("the bank asks")
    assert not gallery.complaints, "\n".join(gallery.complaints)
    bank.thumb.tap(".banker[open] button")
    expect(page.locator("#recording")).to_have_count(0)
    bo.page.goto(f"{board}/phones")
    expect(bo.page.locator("#recording")).to_be_visible()


def test_a_watching_phone_takes_a_free_seat(phone: Phone, open_phones: OpenPhone) -> None:
    """Its board says so by itself as soon as the door is opened."""
    bank, watcher = phone, open_phones()
    board = tasks.open_table(bank, THREE)
    code = sharing.open_door(bank, board)
    sharing.to_places(watcher, code)
    watcher.thumb.tap("button[value='watch']")
    tasks.at_board(watcher.thumb)
    bank.thumb.tap("button[value='shut']")
    strip = watcher.page.locator(".door-strip a[href^='/j/']")
    expect(strip).to_have_count(0)
    bank.thumb.tap("button[value='open']")
    expect(strip).to_be_visible()
    watcher.thumb.tap(strip)
    sharing.take_place(watcher, 1)
    expect(strip).to_have_count(0)


def test_who_comes_in_sees_which_seats_are_taken_meanwhile(phone: Phone, open_phones: OpenPhone) -> None:
    bank, bo, cleo = phone, open_phones(), open_phones()
    code = sharing.open_door(bank, tasks.open_table(bank, THREE))
    sharing.to_places(cleo, code)
    free = cleo.page.locator("#place button[value='2']")
    expect(cleo.page.locator("#taken")).to_be_hidden()
    free.focus()
    sharing.join(bo, code, 1)
    expect(cleo.page.locator("#place button[value='1']")).to_have_count(0)
    expect(cleo.page.locator(".place-taken")).to_contain_text("Bo")
    expect(cleo.page.locator("#taken")).to_be_visible()
    expect(free).to_be_focused()
    bo.page.goto(f"{bo.page.url}/phones")
    sharing.answers_yes(bo.thumb, "release", 1)
    expect(cleo.page.locator("#place button[value='1']")).to_be_visible()
    sharing.take_place(cleo, 1)


def test_who_waits_before_a_door_that_is_shut_asks_no_more(phone: Phone, open_phones: OpenPhone) -> None:
    """Asking on would count as guessing codes, for everybody at that address."""
    bank, cleo = phone, open_phones()
    code = sharing.open_door(bank, tasks.open_table(bank, THREE))
    cleo.page.clock.install()
    sharing.to_places(cleo, code)
    cleo.foreseen.add(404)
    asked: list[int] = []
    cleo.page.on("response", lambda answer: asked.append(answer.status))
    bank.thumb.tap("form[action$='/door'] button[value='shut']")
    for _ in range(3):
        cleo.page.clock.run_for(3_000)
        cleo.thumb.rest()
    assert asked.count(404) == 1
    assert asked[-1] == 404
    expect(cleo.page.locator("#place")).to_be_visible()
