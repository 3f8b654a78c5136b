"""The end of an evening on several phones: no page is left behind when another phone went on."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.way import EndGame
from companion.rules.sheriff import ending, inspection, rotation
from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.looking import moments_loaded
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.browser.sharing import join, open_door
from tests.browser.test_deciding import OPACITY, PAUSED
from tests.rules.given import BO, CLEO, deal, passing
from tests.tables import Table, loot_table, table

SOON = 5_000  # ms
HELD_BACK = "(one) => Math.max(...one.getAnimations().map(({ effect }) => effect.getTiming().duration))"
MIDDLE: dict[str, str] = {
    "round": "2",
    "purse-0": "50",
    "purse-1": "50",
    "purse-2": "50",
    "stand-1-face_down": "1",
}


@pytest.fixture
def bank_and_bo(open_phones: OpenPhone) -> tuple[Phone, Phone, str]:
    """The bank, which plays as Ann, and Bo's phone, at a table in its second round; and its address."""
    bank, bo = open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo"), 0, **MIDDLE)
    join(bo, open_door(bank, board), 1)
    bank.page.goto(f"{board}/phones")
    bank.thumb.tap("form[action$='/seats'] button[value='0']")
    expect(bank.page.locator("a[href$='/seats/0/move']")).to_be_visible()
    return bank, bo, board


def ends(bank: Phone, board: str) -> None:
    """The last train."""
    bank.page.goto(f"{board}/menu?ending=1")
    bank.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(bank.thumb)


def test_kings_and_queens_are_crowned_before_the_winner_unless_a_tap_ends_that(
    server: Server, open_phones: OpenPhone
) -> None:
    """On every phone that is there as the count is closed, where no table view runs it as a race."""
    bags = (passing(CLEO, "cheese", 1, deal(CLEO, 0, 5)), inspection.SitOut(BO))
    there = table(server.app, 3, stands={1: {"apples": 3}}).plays(*bags, rotation.EndGame())
    bank, bo = (open_phones(reduced_motion="no-preference") for _ in range(2))
    for phone in (bank, bo):
        phone.page.add_init_script(PAUSED)
    pages = (bo.at(there, BO).page, bank.at(there, path="?checked=1").page)
    for page in pages:
        moments_loaded(page)
    bank.thumb.tap("form[action$='/closing'] button.next")
    for page in pages:
        page.locator(".winner").wait_for(state="attached")
        hidden = page.locator(":is(.winner, .winner ~ *, .honours > li)")
        assert {*hidden.evaluate_all(OPACITY)} == {"0"}
        assert page.locator(".honours > li").count() == 2
        winner, honour = (page.locator(one).first.evaluate(HELD_BACK) for one in (".winner", ".honours > li"))
        assert honour - winner >= 1_000
        expect(page.locator("#moments >> text=Bo × 3")).to_have_count(1)
        page.keyboard.press("Shift")
        expect(page.locator(".winner")).to_have_css("opacity", "1")
        assert {*hidden.evaluate_all(OPACITY)} == {"1"}


def test_sheets_and_results_that_are_over_lead_on(bank_and_bo: tuple[Phone, Phone, str]) -> None:
    bank, bo, board = bank_and_bo
    ends(bank, board)
    for phone in (bank, bo):
        phone.page.goto(f"{board}/reveal/1")
    tasks.put(bank.thumb, {"mead": 1})
    tasks.put(bo.thumb, {"silk": 1})
    bo.thumb.tap("#reveal .next")
    onward = bank.page.locator("#onward")
    expect(onward).to_contain_text("All of Bo’s cards are turned over.", timeout=SOON)
    expect(bank.page.locator("#reveal button.next")).to_have_count(0)
    bank.thumb.tap("#onward")
    bank.thumb.tap("form[action$='/closing'] button")
    for phone in (bank, bo):
        expect(phone.page.locator(".winner")).to_be_visible(timeout=SOON)
    bo.thumb.tap("form[action$='/rematch'] button")
    bo.thumb.tap("#new .dock button.next")
    tasks.at_board(bo.thumb)
    expect(onward).to_contain_text("The same people have a new table.", timeout=SOON)
    # It is in sight wherever the result was read to, and covers no title.
    expect(bank.page.locator("#news")).to_have_count(0)
    expect(bank.page.locator("h1")).to_be_in_viewport()
    bank.page.evaluate("scrollTo(0, 0)")
    expect(onward.locator(".next")).to_be_in_viewport(ratio=1)
    bank.thumb.tap("#onward .next")
    expect(bank.page).to_have_url(re.compile(re.escape(bo.page.url.split("?")[0])))
    for phone in (bank, bo):
        expect(phone.page.locator(".seat-mine")).to_be_visible()


class Case(NamedTuple):
    """A table whose cards are compared before the count."""

    make: Callable[[Flask], Table]
    ending: object
    closing: object
    path: str
    one: str
    other: str


LOOT = Case(loot_table, EndGame(), CloseCount(), "/nottingham/check", "chest", "pearls")
STANDS = Case(table, rotation.EndGame(), ending.CloseCount(), "/check", "apples", "cheese")
CHECKS = pytest.mark.parametrize("case", [pytest.param(LOOT, id="loot"), pytest.param(STANDS, id="stands")])


def adds(phone: Phone, seat: int, word: str) -> None:
    """One more card of a player, typed but not sent."""
    line = phone.page.locator(f"#line-{seat}")
    if line.get_attribute("open") is None:
        phone.thumb.tap(f"#line-{seat} summary")
    phone.thumb.tap(
        line.locator(".stepper", has=phone.page.locator(f"[name$='-{seat}-{word}']")).locator("[data-add]")
    )


@CHECKS
def test_the_lines_of_a_check_show_what_another_phone_put_right(
    server: Server, open_phones: OpenPhone, case: Case
) -> None:
    """All but the one that was changed here, which is refused if it is sent, and drawn then."""
    at, path, one, other = case.make(server.app).plays(case.ending), case.path, case.one, case.other
    at.membership.may_record(at.id, "everybody")
    bank, bo = open_phones().at(at, path=path), open_phones().at(at, 1, path)
    send, field = "[data-put-right]:not([hidden])", "#line-{} [name$='-{}']"
    adds(bank, 2, other)
    adds(bo, 1, one)
    bo.thumb.tap(send)
    expect(bank.page.locator("#line-1 summary")).to_contain_text("1", timeout=SOON)
    expect(bank.page.locator(field.format(1, one))).to_have_value("1")
    expect(bank.page.locator(field.format(2, other))).to_have_value("1")
    expect(bank.page.locator("#line-1")).to_have_attribute("inert", "")
    bank.thumb.tap(send)
    expect(bank.page.locator(send)).to_have_count(0)
    adds(bank, 1, other)
    adds(bo, 1, other)
    bank.thumb.tap(send)
    expect(bank.page.locator(send)).to_have_count(0)
    stand = getattr(at.game, "loot" if "nottingham" in path else "stand")(1)
    assert dict(stand) == {one: 1, other: 1}
    bo.thumb.tap(send)
    expect(bo.page.locator("#refusals")).to_have_count(0)


@CHECKS
def test_phones_at_the_check_follow_to_the_result_but_the_one_that_is_typed_on(
    server: Server, open_phones: OpenPhone, case: Case
) -> None:
    """That one has one button, to the result, and no other that would do nothing."""
    at = case.make(server.app).plays(case.ending)
    bo, cleo = (open_phones().at(at, seat, case.path) for seat in (1, 2))
    adds(cleo, 2, case.one)
    at.plays(case.closing)
    expect(bo.page.locator(".winner").first).to_be_visible(timeout=SOON)
    buttons = cleo.page.locator(".dock .next:visible")
    expect(buttons).to_have_count(1, timeout=SOON)
    expect(buttons).to_have_attribute("id", "onward")
    adds(cleo, 2, case.one)
    expect(buttons).to_have_count(1)
    cleo.thumb.tap("#onward")
    expect(cleo.page.locator(".winner").first).to_be_visible(timeout=SOON)
