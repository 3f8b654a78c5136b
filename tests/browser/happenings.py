"""What happens to a table of five while it plays: each plays a round up to its last bag, by whatever way."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser import sharing, tasks
from tests.browser.everybody import NAMES, RICHARD, TUCK, Table
from tests.browser.phone import Phone, held_up
from tests.browser.test_live import HIDE, all_sent, is_live, unsent
from tests.browser.test_twice import CLICK_TWICE
from tests.stories.book import Entry

NOT_SENT = re.compile("^Not yet sent: ")
SHEETS = ("menu", "pay", "log", "phones")
WAY_BACK = "#news a, .bar > a.button-icon"


def asleep_and_tapped_twice(table: Table, sheriff: Phone, bags: list[Entry]) -> None:
    """A phone sleeps through two bags; a thumb taps twice."""
    sleeper = table.phones[RICHARD].page
    table.packs(bags)
    sleeper.evaluate(HIDE, "hidden")
    table.asleep.add(sleeper)
    table.last_button(sheriff, bags[0]).evaluate(CLICK_TWICE)
    sheriff.thumb.rest()
    tasks.at_board(sheriff.thumb)
    table.booked()
    table.judges(sheriff, bags[1])
    expect(sleeper.locator(".merchant-done")).to_have_count(0)
    sleeper.evaluate(HIDE, "visible")
    expect(sleeper.locator(".merchant-done")).to_have_count(2)
    table.asleep.clear()
    for bag in bags[2:]:
        table.judges(sheriff, bag)


def killed_and_cut_off(table: Table, sheriff: Phone, bags: list[Entry]) -> None:
    """The program is killed between two bags; the Sheriff's phone loses its connection over another."""
    table.packs(bags)
    table.judges(sheriff, bags[0])
    for phone in table.everybody:
        phone.may_be_cut_off = True
    table.house.kill()
    table.house.start()
    for phone in table.everybody:
        is_live(phone.page)
    table.judges(sheriff, bags[1])
    table.judges(sheriff, bags[2])
    button = table.last_button(sheriff, bags[3])
    sheriff.page.context.set_offline(True)
    sheriff.thumb.tap(button)
    unsent(sheriff, NOT_SENT)
    expect(table.bank.page.locator(".merchant-done")).to_have_count(3)
    sheriff.page.context.set_offline(False)
    all_sent(sheriff)
    tasks.at_board(sheriff.thumb)
    table.booked()


def at_the_same_moment(table: Table, sheriff: Phone, bags: list[Entry]) -> None:
    """The Sheriff and the bank book the same bag alike at once: it passes once, and neither is told that
    anything did not work.
    """
    table.packs(bags)
    both = (sheriff, table.bank)
    for phone in both:
        table.opens_sheet(phone, bags[1])
    held: list[Route] = []
    for phone in both:  # neither is told of the other's tap before its own is sent
        phone.page.route("**/passes", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin has no attributes
        phone.page.locator(".verdict-passes").dispatch_event("click")
    for route in [held_up(phone.page, held) for phone in both]:
        route.continue_()
    for phone in both:
        phone.thumb.rest()
    for phone in both:
        expect(phone.page.get_by_text("is already recorded")).to_have_count(0)
        phone.page.goto(table.board)
    table.booked()
    for bag in (bags[0], *bags[2:]):
        table.judges(sheriff, bag)


def forgotten(table: Table, sheriff: Phone, bags: list[Entry]) -> None:
    """A phone has lost its cookie; the bank opens its seat again. The program is killed under a tap."""
    comes_back(table, table.phones[RICHARD])
    table.packs(bags)
    table.judges(sheriff, bags[0])
    button = table.last_button(sheriff, bags[1])
    table.house.kill()
    sheriff.thumb.tap(button)
    unsent(sheriff, NOT_SENT)
    table.house.start()
    all_sent(sheriff)
    tasks.at_board(sheriff.thumb)
    for phone in table.everybody:
        is_live(phone.page)
    table.booked()
    for bag in bags[2:]:
        table.judges(sheriff, bag)


def comes_back(table: Table, lost: Phone) -> None:
    """To the seat that the bank freed, by its code."""
    lost.foreseen.add(403)
    lost.page.context.clear_cookies()
    lost.page.goto(table.board)
    expect(lost.page.locator(".error")).to_be_visible()
    table.bank.page.goto(f"{table.board}/phones")
    sharing.answers_yes(table.bank.thumb, "release", NAMES.index(RICHARD))
    code = table.bank.page.locator(".move-code").inner_text()
    table.join(lost, code, NAMES.index(RICHARD))
    table.bank.page.goto(table.board)


def handed_on(table: Table, sheriff: Phone, bags: list[Entry]) -> None:
    """The bank becomes another phone; all but the Sheriff read something else while a bag is booked, and are
    one tap from the board. For a round in which all are honest the Sheriff taps as often as was promised.
    """
    hands_bank_on(table, TUCK)
    table.packs(bags)
    readers = [phone for phone in table.phones.values() if phone is not sheriff]
    with sheriff.thumb.at_most(table.way.honest_round - 1, "the bags of an honest round"):
        for phone, sheet in zip(readers, SHEETS, strict=True):
            phone.page.goto(f"{table.board}/{sheet}")
            is_live(phone.page)
        table.judges(sheriff, bags[0])
        for phone in readers:
            phone.thumb.tap(phone.page.locator(WAY_BACK).first)
            tasks.at_board(phone.thumb)
        for bag in bags[1:]:
            table.judges(sheriff, bag)


def hands_bank_on(table: Table, name: str) -> None:
    """Two taps on the bank's page of the phones; the new bank's board says so."""
    bank = table.bank
    bank.page.goto(f"{table.board}/phones")
    sharing.answers_yes(bank.thumb, "banker", NAMES.index(name))
    expect(bank.page.locator("#recording")).to_have_count(0)
    bank.page.goto(table.board)
    table.banker = name
    expect(table.bank.page.locator("#board")).to_contain_text("This phone is the bank now.")


Happening = Callable[[Table, Phone, list[Entry]], None]
HAPPENINGS: tuple[Happening, ...] = (
    asleep_and_tapped_twice,
    killed_and_cut_off,
    at_the_same_moment,
    forgotten,
    handed_on,
)
"""One for each round of the story."""
