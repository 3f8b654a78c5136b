"""Two phones at one table: what one books the other shows by itself, and no tap is lost on the way."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service
from tests.browser import tasks
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import Server, running
from tests.browser.test_live import (
    HOLD,
    SAY,
    all_sent,
    at_one_table,
    bag_ready,
    board_of,
    cut_off,
    done,
    is_live,
    two,
    unsent,
)
from tests.tables import table

__all__ = ["two"]


THREE = ("Ann", "Bo", "Cleo")
TURN = """(turn) => {
    document.getElementById("board").dataset.turn = turn;
    document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {}}));
}"""


def refused_meanwhile(one: Phone, other: Phone) -> None:
    """One phone takes back a bag after the other booked the next, of which it has not heard."""
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    one.page.evaluate(HOLD)
    tasks.honest("passes")(other.thumb)
    one.page.wait_for_function("() => window.release")
    one.thumb.tap(".take-back button")
    expect(one.page.locator("#refusals")).to_be_focused()
    one.page.evaluate("window.fetch = window.ask, window.release()")


def test_a_board_goes_on_under_what_was_refused_there(two: tuple[Phone, Phone]) -> None:
    one, other = two
    refused_meanwhile(one, other)
    tasks.take_back(other.thumb)
    done(one.page, 1)
    one.page.evaluate(SAY)
    bag_ready(other)
    tasks.offer_gold(other.thumb, 9)
    tasks.as_declared(other.thumb, "passes")
    done(one.page, 2)
    expect(one.page.locator(".seat .purse b")).to_have_text(["59", "50", "41"])
    expect(one.page.locator("#refusals")).to_be_focused()
    expect(one.page.locator("#said")).to_contain_text("Cleo’s bag passed")
    tasks.take_back(one.thumb)
    expect(one.page.locator("#refusals")).to_have_count(0)
    done(other.page, 1)


def test_what_was_refused_passes_with_the_next_entry_once_it_could_be_read(two: tuple[Phone, Phone]) -> None:
    one, other = two
    refused_meanwhile(one, other)
    one.page.clock.install()
    tasks.take_back(other.thumb)
    done(one.page, 1)
    rows = one.page.locator(".seats").bounding_box()
    expect(one.page.locator("#refusals")).to_be_visible()
    one.page.clock.fast_forward("01:00")
    tasks.honest("passes")(other.thumb)
    done(one.page, 2)
    expect(one.page.locator("#refusals")).to_have_count(0)
    assert one.page.locator(".seats").bounding_box() == rows, "a refusal is never above the rows"


def test_a_phone_on_its_way_back_from_a_table_listens_to_none(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    tasks.open_table(phone, THREE)
    is_live(phone.page)
    phone.page.evaluate("addEventListener('popstate', () => dispatchEvent(new Event('online')))")
    phone.page.go_back()
    expect(phone.page.locator("#new")).to_be_visible()
    assert not [url for url in asked if "undefined" in url]


def test_over_the_cap_of_streams_a_phone_asks_by_itself(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, {"STREAMS": 0}) as server:
        for one, other in at_one_table(browser, server, table(server.app, 3)):
            tasks.honest("passes")(one.thumb)
            expect(other.page.locator(".merchant-done")).to_have_count(1)


def test_what_is_refused_later_because_another_phone_did_it_leads_to_the_board(
    two: tuple[Phone, Phone],
) -> None:
    one, other = two
    tasks.next_bag(one.thumb)
    tasks.declare(one.thumb, "apples", 3)
    one.page.reload()  # a page that has loaded no other page's styles
    cut_off(one)
    one.thumb.tap(".verdict-passes")
    unsent(one, "Not yet sent: Ann lets it pass (Bo’s bag)")
    tasks.honest("opens")(other.thumb)
    one.page.context.set_offline(False)
    unsent(one, re.compile(r"^Refused: Ann lets it pass \(Bo’s bag\) – Bo’s bag is already recorded"))
    done(other.page, 1)
    one.thumb.tap("#outbox [data-look]")
    expect(one.page.locator("#refusals")).to_contain_text("already recorded this round")
    assert one.page.url == board_of(one)
    expect(one.page.locator("link[rel=stylesheet][media=all]")).to_have_count(1)
    expect(one.page.locator(".seat").first).to_have_css("display", "grid")
    all_sent(one)


def test_a_lost_connection_moves_nothing_of_a_page_that_is_scrolled(two: tuple[Phone, Phone]) -> None:
    """Neither when it is said nor once it is back; and what nobody answered is said once."""
    page = two[0].page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{board_of(two[0])}/changes")
    is_live(page)
    field, lost = page.locator("#newcomer"), page.locator("#live[data-state='lost']")
    field.evaluate("(field) => field.scrollIntoView({ block: 'center' })")
    before = field.bounding_box()
    cut_off(two[0])
    expect(lost).to_be_visible()
    assert field.bounding_box() == before
    page.evaluate("document.querySelector('.bar a').click()")
    expect(page.locator("#unreached")).to_be_visible()
    expect(lost).to_be_hidden()
    assert field.bounding_box() == before
    page.context.set_offline(False)
    is_live(page)
    expect(page.locator("#unreached")).to_be_hidden()
    assert field.bounding_box() == before


def test_a_back_while_something_waits_to_be_sent_is_told_with_it(two: tuple[Phone, Phone]) -> None:
    one = two[0]
    bag_ready(one)
    cut_off(one)
    one.thumb.tap(".verdict-passes")
    unsent(one, "Not yet sent: Ann lets it pass (Bo’s bag)")
    one.page.evaluate("history.back()")
    unsent(one, "Nothing else gets through until then.")
    expect(one.page.locator("#unreached")).to_be_hidden()
    one.page.context.set_offline(False)
    all_sent(one)
    done(one.page, 1)


def test_a_long_refusal_of_what_was_kept_leaves_the_page_in_sight(two: tuple[Phone, Phone]) -> None:
    """Three lines say it; where it leads to says all, and one tap discards it."""
    page = two[0].page
    page.set_viewport_size({"width": 320, "height": 568})
    what = "Bo’s bag passed, " * 30
    kept = {"id": "1", "what": what, "to": "", "body": "", "from": page.url, "answer": "-"}
    page.evaluate("(kept) => localStorage.setItem('counting-house-outbox', JSON.stringify([kept]))", kept)
    page.reload()
    said = page.locator("#outbox p")
    expect(said).to_be_visible()
    assert said.evaluate("(said) => said.offsetHeight <= 3.1 * parseFloat(getComputedStyle(said).lineHeight)")
    two[0].thumb.tap("#outbox [data-drop]")
    all_sent(two[0])


def test_that_nobody_answered_is_forgotten_once_something_was_heard(two: tuple[Phone, Phone]) -> None:
    one, _ = two
    said = one.page.locator("#unreached")
    bag_ready(one)
    one.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    cut_off(one)
    one.thumb.tap(".verdict-passes")
    expect(said).to_be_visible()
    one.page.context.set_offline(False)
    expect(said).to_be_hidden()
    for way in ("/new", "/count"):
        one.page.goto(f"{one.page.url.split('/g/')[0].removesuffix('/new')}{way}")
        cut_off(one)
        one.page.evaluate("document.querySelector('a[href]:not(.skip)').click()")
        expect(said).to_be_visible()
        one.page.context.set_offline(False)
        expect(said).to_be_hidden()


def test_no_form_leaves_the_page_without_a_connection(two: tuple[Phone, Phone]) -> None:
    """Not even one that was added unnoticed by what listens to forms."""
    one, other = two
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    one.page.evaluate("""() => {
        const form = document.querySelector(".take-back");
        const fresh = form.cloneNode(true);
        fresh.removeAttribute("data-htmx-powered");
        form.replaceWith(fresh);
    }""")
    cut_off(one)
    one.thumb.tap(".take-back button")
    unsent(one, "Not yet sent: Take back")
    one.page.context.set_offline(False)
    all_sent(one)
    done(other.page, 0)


def test_a_declaration_that_waits_is_named(two: tuple[Phone, Phone]) -> None:
    one, _ = two
    one.page.goto(f"{board_of(one)}/declarations/1")
    one.page.locator("[name=good][value=apples]").check(force=True)
    cut_off(one)
    one.thumb.tap("[name=number][value='3']")
    unsent(one, "Not yet sent: Bo declares 3 apples")
    one.page.context.set_offline(False)
    all_sent(one)


def test_cards_that_wait_to_be_turned_over_are_named(two: tuple[Phone, Phone]) -> None:
    one, _ = two
    tasks.lying("passed", 2, {"face_down": 1})(one.thumb)
    one.page.goto(f"{board_of(one)}/reveal/1")
    tasks.put(one.thumb, {"silk": 1})
    cut_off(one)
    one.thumb.tap("#reveal button.next")
    unsent(one, "Not yet sent: Bo turns the cards over")
    one.page.context.set_offline(False)
    all_sent(one)


def test_my_turn_is_felt_once(two: tuple[Phone, Phone]) -> None:
    one, _ = two
    tasks.honest("passes")(one.thumb)
    one.page.evaluate("navigator.vibrate = () => { window.felt = (window.felt ?? 0) + 1; }; 0")
    for turn in ("", "bag", "bag"):
        one.page.evaluate(TURN, turn)
    assert one.page.evaluate("felt") == 1


def test_a_sheet_whose_way_on_is_taken_back_records_again(two: tuple[Phone, Phone]) -> None:
    """In the count its button becomes the way on once another phone has done it; what was tapped is kept."""
    bank, late = two
    tasks.lying("passed", 2, {"face_down": 1})(bank.thumb)
    tasks.honest("passes")(bank.thumb)
    board = bank.page.url.split("?")[0]
    bank.page.goto(f"{board}/menu")
    bank.thumb.tap("#ending summary")
    bank.thumb.tap("#ending form > button >> nth=-1")
    bank.page.locator("#board").wait_for()
    for phone in two:
        phone.page.goto(f"{board}/reveal/1")
        is_live(phone.page)
    tasks.put(late.thumb, {"mead": 1})
    tasks.put(bank.thumb, {"silk": 1})
    bank.thumb.tap("#reveal button.next")
    expect(late.page.locator("#onward")).to_be_visible()
    bank.page.goto(board)
    tasks.take_back(bank.thumb)
    expect(late.page.locator("#onward")).to_have_count(0)
    late.thumb.tap("#reveal button.next")
    bank.page.goto(board)
    expect(bank.page.locator(".seat").nth(1)).to_contain_text("mead")


def test_when_time_is_up_the_board_goes_on_without_a_tap(browser: Browser, server: Server) -> None:
    """T7: bags pass from now on, and there is nothing to stop any more."""
    phone = open_phone(browser, server.url, language="en-GB", script=True)
    board = tasks.open_table(phone, THREE, timer="1")
    with Journal(server.data / DATABASE) as journal:
        Service(GAMES, journal, Notifier()).set_clock(board.rpartition("/")[2], 1_500, running=True)
    phone.page.reload()
    expect(phone.page.locator("button[value='pause']")).to_be_visible()
    clock = phone.page.locator("#board form", has_text="Time is up")
    expect(clock).to_contain_text("bags not decided on pass, without a bribe")
    expect(clock.locator("button")).to_have_count(2)  # one more minute, or the whole clock again
    expect(phone.page.locator("a.next")).to_contain_text("time ran out, it passed: what was in it?")
    phone.page.context.close()
    assert not phone.complaints


@pytest.mark.parametrize("typed", ["", "?good=apples&number=3", "?good=apples&number=3&contents=opened"])
def test_when_time_is_up_an_open_sheet_shows_the_ways_out(
    typed: str, browser: Browser, server: Server
) -> None:
    """T7: the bag has passed; nothing that was typed is lost if the clock was wrong."""
    phone = open_phone(browser, server.url, language="en-GB", script=True)
    board = tasks.open_table(phone, THREE, timer="1")
    phone.page.goto(f"{board}/bags/1{typed}")
    if not typed:
        tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 7)
    phone.page.wait_for_url("**deal-0-gold=7**")
    with Journal(server.data / DATABASE) as journal:
        Service(GAMES, journal, Notifier()).set_clock(board.rpartition("/")[2], 1_500, running=True)
    phone.page.reload()
    back = phone.page.locator("a", has_text="The clock was wrong")
    expect(back).to_be_visible()
    expect(phone.page.locator("#sum .next")).to_contain_text("time ran out: it passed")
    phone.thumb.tap(back)
    expect(phone.page.locator("[name='deal-0-gold']")).to_have_value("7")
    phone.page.context.close()
    assert not phone.complaints
