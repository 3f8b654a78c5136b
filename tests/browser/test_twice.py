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
from tests.browser.phone import A_LOOK, Phone, Thumb, touch_at

BRIBED = ["52", "48", "50"]
THREE = ("Ann", "Bo", "Cleo")
CLICK_TWICE = "(button) => { button.click(); button.click(); }"


def bag_for_two(phone: Phone) -> str:
    """Bo's bag, with a bribe of 2, ready to book; the board's address."""
    board = tasks.open_table(phone, THREE)
    fill(phone.thumb)
    return board


def fill(thumb: Thumb) -> None:
    """The next bag as far as the last tap."""
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    thumb.page.fill("#deal-0-gold", "2")


def counts_once(page: Page, board: str) -> None:
    """One bag, booked once."""
    page.goto(board)
    expect(page.locator(".seat .purse b")).to_have_text(BRIBED)
    expect(page.locator(".merchant-done")).to_have_count(1)
    page.goto(f"{board}/log")
    expect(page.locator("a[href*='/corrections/']")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False])
def test_a_double_tap_counts_once(open_phones: OpenPhone, *, script: bool) -> None:
    phone = open_phones(script=script)
    board = bag_for_two(phone)
    phone.page.locator(".verdict-passes").evaluate(CLICK_TWICE)
    tasks.at_board(phone.thumb)
    counts_once(phone.page, board)


def test_two_quick_taps_on_the_screen_count_once(phone: Phone) -> None:
    board = bag_for_two(phone)
    phone.thumb.stop_time()
    phone.thumb.passes(A_LOOK)
    box = phone.page.locator(".verdict-passes").bounding_box()
    assert box is not None
    for _ in range(2):
        touch_at(phone.page, box["x"] + 30, box["y"] + 30)
    tasks.at_board(phone.thumb)
    counts_once(phone.page, board)


def test_the_second_of_two_taps_asks_nothing_whose_answer_could_call_back_who_went_on(phone: Phone) -> None:
    bag_for_two(phone)
    sent = []
    phone.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    phone.page.locator(".verdict-passes").evaluate(CLICK_TWICE)
    tasks.at_board(phone.thumb)
    phone.thumb.rest()
    assert len(sent) == 1


@pytest.mark.parametrize("script", [True, False])
def test_the_back_button_after_booking_counts_once(open_phones: OpenPhone, *, script: bool) -> None:
    phone = open_phones(script=script)
    board = bag_for_two(phone)
    tasks.as_declared(phone.thumb, "passes")
    phone.page.go_back()
    phone.page.locator("#board, .verdict-passes").first.wait_for()
    if phone.page.locator(".verdict-passes").count():
        phone.thumb.tap(".verdict-passes")
        phone.page.locator("#board").wait_for()
    counts_once(phone.page, board)


@pytest.mark.parametrize("script", [True, False])
def test_a_reload_after_booking_counts_once(open_phones: OpenPhone, *, script: bool) -> None:
    phone = open_phones(script=script)
    board = bag_for_two(phone)
    tasks.as_declared(phone.thumb, "passes")
    phone.page.reload()
    counts_once(phone.page, board)


def test_two_tabs_book_a_bag_once(phone: Phone) -> None:
    board = bag_for_two(phone)
    other = deaf_tab(phone)
    other.page.goto(board)
    tasks.next_bag(other)
    tasks.declare(other, "apples", 3)
    tasks.as_declared(phone.thumb, "passes")
    other.tap("#sum .verdict-opens")
    expect(other.page.locator("#refusals")).to_be_visible()
    counts_once(other.page, board)


def test_two_tabs_take_one_entry_back(phone: Phone) -> None:
    board = bag_for_two(phone)
    tasks.as_declared(phone.thumb, "passes")
    tasks.honest("passes")(phone.thumb)
    other = deaf_tab(phone)
    other.page.goto(board)
    tasks.take_back(phone.thumb)
    other.tap(".take-back button")
    # What it asks for is already so: it goes on.
    expect(other.page.locator(".merchant-done")).to_have_count(1)
    counts_once(phone.page, board)


def test_a_badge_of_two_tabs_moves_once(phone: Phone) -> None:
    board = tasks.open_table(phone, THREE)
    for _ in range(2):
        tasks.honest("passes")(phone.thumb)
    other = deaf_tab(phone)
    other.page.goto(board)
    tasks.pass_badge(phone.thumb)
    other.tap("form[action$='/badge'] button.next")
    expect(other.page.locator(".error, #refusals, #board").first).to_be_visible()
    phone.page.goto(board)
    expect(phone.page.locator(".seat-sheriff bdi")).to_have_text("Bo")


def test_a_tap_without_a_connection_is_kept_and_counts_once(phone: Phone) -> None:
    board = bag_for_two(phone)
    phone.may_be_cut_off = True
    phone.page.context.set_offline(True)
    for _ in range(2):
        phone.thumb.tap(".verdict-passes")
        expect(phone.page.locator("#outbox p")).to_have_text(
            "Not yet sent: Ann lets it pass (Bo’s bag) – it goes by itself"
        )
    phone.page.context.set_offline(False)
    tasks.at_board(phone.thumb)
    counts_once(phone.page, board)


def test_a_tap_on_a_sheet_that_was_come_back_to_is_kept_without_a_connection(phone: Phone) -> None:
    board = bag_for_two(phone)
    page = phone.page
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
    counts_once(page, board)


def test_an_answer_that_is_lost_on_its_way_counts_once(phone: Phone) -> None:
    """The bag is stored, but the phone never learns of it, and sends it again."""
    board = bag_for_two(phone)
    phone.may_be_cut_off = True
    with losing_answers(phone.page, "*/passes"):
        phone.thumb.tap(".verdict-passes")
        expect(phone.page.locator("#outbox")).to_be_visible()
    tasks.at_board(phone.thumb)
    counts_once(phone.page, board)


@pytest.mark.parametrize("contents", [False, True])
def test_a_sheet_that_is_loaded_again_before_it_is_sent_counts_once(phone: Phone, *, contents: bool) -> None:
    """It is redrawn with another id, as it was filled in, and is over as soon as the waiting tap is sent."""
    board = bag_for_two(phone)
    page, booking = phone.page, ".verdict-passes"
    if contents:
        tasks.say_contents(phone.thumb, "passed")
        tasks.put(phone.thumb, {"face_down": 1})
        booking = "#sum button.next"
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    phone.thumb.tap(booking)
    expect(page.locator("#outbox")).to_be_visible()
    address = page.url
    with suppress(PlaywrightError):
        page.reload()
    page.context.set_offline(False)
    page.goto(address)
    tasks.at_board(phone.thumb)
    expect(page.locator("#refusals, .over, #onward")).to_have_count(0)
    counts_once(page, board)


def test_another_payment_stays_when_the_first_is_sent(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, THREE)
    page.goto(f"{board}/pay?giver=0")
    page.fill("#gold", "2")
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    thumb.tap("#pay button.next")
    expect(page.locator("#outbox")).to_be_visible()
    page.route("**/payments", lambda route: route.abort("connectionreset"))
    page.context.set_offline(False)
    page.goto(f"{board}/pay?giver=1")
    page.fill("#gold", "3")
    expect(page).to_have_url(re.compile("gold=3"))
    page.unroute("**/payments")
    thumb.tap("#outbox [data-send]")
    expect(page.locator("#outbox")).to_have_count(0)
    expect(page.locator("#gold")).to_have_value("3")


def deaf_tab(phone: Phone) -> Thumb:
    """A second tab that never hears what the first one does."""
    page = phone.page.context.new_page()
    page.route(re.compile("/(stream|live)[?]"), lambda route: route.abort())
    return Thumb(page)


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
