"""What is sent twice counts once: a double tap, the back button, a reload, two tabs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_live import is_live, send
from tests.tables import Table

SHEET = "/bags/1?good=apples&number=3&deal-0-gold=2"
CLICK_TWICE = "(button) => { button.click(); button.click(); }"


@pytest.fixture
def sheet(phone: Phone, three: Table) -> Phone:
    """Bo's bag, with a bribe of 2, ready to book; what keeps a tap is there."""
    phone.at(three, path=SHEET)
    is_live(phone.page)
    return phone


def counts_once(three: Table) -> None:
    """One bag stands, booked once."""
    assert len(three.service.current(three.id).standing) == 2
    assert [three.game.gold(seat) for seat in range(3)] == [52, 48, 50]


@pytest.mark.parametrize("script", [True, False])
def test_a_double_tap_counts_once(open_phones: OpenPhone, three: Table, *, script: bool) -> None:
    """With scripts its second tap asks nothing, whose answer could call back who went on."""
    phone = open_phones(script=script).at(three, path=SHEET)
    sent = []
    phone.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    phone.page.locator(".verdict-passes").evaluate(CLICK_TWICE)
    tasks.at_board(phone.thumb)
    phone.thumb.rest()
    assert len(sent) == 1 or not script
    counts_once(three)


@pytest.mark.parametrize("script", [True, False])
def test_the_back_button_after_booking_counts_once(
    open_phones: OpenPhone, three: Table, *, script: bool
) -> None:
    phone = open_phones(script=script).at(three)
    phone.page.goto(f"{phone.page.url}{SHEET}")
    tasks.as_declared(phone.thumb, "passes")
    phone.page.go_back()
    phone.page.locator("#board, .verdict-passes").first.wait_for()
    if phone.page.locator(".verdict-passes").count():
        phone.thumb.tap(".verdict-passes")
        phone.page.locator("#board").wait_for()
    counts_once(three)


def test_a_tap_without_a_connection_is_kept_and_counts_once(sheet: Phone, three: Table) -> None:
    sheet.may_be_cut_off = True
    sheet.page.context.set_offline(True)
    for _ in range(2):
        sheet.thumb.tap(".verdict-passes")
        expect(sheet.page.locator("#outbox p")).to_have_text(
            "Not yet sent: Ann lets it pass (Bo’s bag) – it goes once connected"
        )
        assert sheet.page.locator("#unreached").is_hidden()
    sheet.page.context.set_offline(False)
    tasks.at_board(sheet.thumb)
    counts_once(three)


def test_a_link_that_leads_nowhere_while_a_tap_waits_says_so_in_the_same_place(
    sheet: Phone, three: Table
) -> None:
    """Another message would ask for the tap that goes by itself."""
    sheet.may_be_cut_off = True
    sheet.page.context.set_offline(True)
    sheet.thumb.tap(".verdict-passes")
    sheet.thumb.tap(".bar a.button")
    expect(sheet.page.locator("#outbox p")).to_have_text(
        "Not yet sent: Ann lets it pass (Bo’s bag) – it goes once connected. "
        "Nothing else gets through until then."
    )
    assert sheet.page.locator("#unreached").is_hidden()
    sheet.page.context.set_offline(False)
    tasks.at_board(sheet.thumb)
    counts_once(three)


def test_a_tap_on_a_sheet_that_was_come_back_to_is_kept_without_a_connection(
    phone: Phone, three: Table
) -> None:
    page = phone.at(three).page
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 2)
    page.go_back()
    tasks.at_board(phone.thumb)
    page.go_forward()
    page.locator(".verdict-passes").wait_for()
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    phone.thumb.tap(".verdict-passes")
    expect(page.locator("#outbox")).to_contain_text("Not yet sent: Ann lets it pass (Bo’s bag)")
    page.context.set_offline(False)
    tasks.at_board(phone.thumb)
    counts_once(three)


def test_an_answer_that_is_lost_on_its_way_counts_once(sheet: Phone, three: Table) -> None:
    """The bag is stored, but the phone never learns of it, and sends it again."""
    sheet.may_be_cut_off = True
    with losing_answers(sheet.page, "*/passes"):
        sheet.thumb.tap(".verdict-passes")
        expect(sheet.page.locator("#outbox")).to_be_visible()
    tasks.at_board(sheet.thumb)
    counts_once(three)


@pytest.mark.parametrize("contents", [False, True])
def test_a_sheet_that_is_loaded_again_before_it_is_sent_counts_once(
    sheet: Phone, three: Table, *, contents: bool
) -> None:
    """It is redrawn with another id, as it was filled in, and is over as soon as the waiting tap is sent."""
    page, booking = sheet.page, ".verdict-passes"
    if contents:
        tasks.say_contents(sheet.thumb, "passed")
        tasks.put(sheet.thumb, {"face_down": 1})
        booking = "#sum button.next"
    sheet.may_be_cut_off = True
    page.context.set_offline(True)
    sheet.thumb.tap(booking)
    expect(page.locator("#outbox")).to_be_visible()
    address = page.url
    with suppress(PlaywrightError):
        page.reload()
    page.context.set_offline(False)
    page.goto(address)
    tasks.at_board(sheet.thumb)
    expect(page.locator("#refusals, .over, #onward")).to_have_count(0)
    counts_once(three)


def test_another_payment_stays_when_the_first_is_sent(phone: Phone, three: Table) -> None:
    page, thumb = phone.page, phone.thumb
    phone.at(three, path="/pay?giver=0&receiver=bank")
    page.fill("#gold", "2")
    is_live(page)
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    thumb.tap("#pay button.next")
    expect(page.locator("#outbox")).to_be_visible()
    page.route("**/payments", lambda route: route.abort("connectionreset"))
    page.context.set_offline(False)
    page.goto(f"/g/{three.id}/pay?giver=1")
    page.fill("#gold", "3")
    expect(page).to_have_url(re.compile("gold=3"))
    page.unroute("**/payments")
    send(page)
    expect(page.locator("#outbox")).to_have_count(0)
    expect(page.locator("#gold")).to_have_value("3")


@contextmanager
def losing_answers(page: Page, address: str) -> Iterator[None]:
    """Requests to this address reach the server, but its responses are lost."""
    wire = page.context.new_cdp_session(page)

    def lose(event: dict[str, Any]) -> None:
        wire.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "ConnectionReset"})

    wire.on("Fetch.requestPaused", lose)
    wire.send("Fetch.enable", {"patterns": [{"urlPattern": address, "requestStage": "Response"}]})
    yield
    wire.send("Fetch.disable")
