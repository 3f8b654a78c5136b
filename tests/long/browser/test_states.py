"""States that the evenings do not reach: refusals, the clock, other phones, promo cards, no coins."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tasks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery, shared_out
from tests.browser.phone import Phone, Thumb

THREE = ("Ann", "Bo", "Cleo")
REFUSED = "#refusals"


@pytest.fixture
def phone(open_phones: OpenPhone, language: str) -> Phone:
    """In one of the languages."""
    return open_phones(language=language)


@pytest.fixture
def gallery(phone: Phone, html_checker: Checker, language: str) -> Iterator[Gallery]:
    """Fails when the test ends if anything was wrong."""
    gallery = shared_out(phone.page, html_checker, language)
    yield gallery
    assert not gallery.complaints, "\n".join(gallery.complaints)


def refused(page: Page) -> None:
    """The response says why not."""
    expect(page.locator(REFUSED)).to_be_visible()


def test_the_states_of_a_bag(phone: Phone, gallery: Gallery) -> None:
    page, thumb = phone.page, phone.thumb
    page.goto("/new")
    thumb.tap("#new .dock button.next")
    refused(page)
    gallery.look("a table of nobody, refused")
    board = tasks.open_table(phone, THREE, timer="1", royal_goods="1")
    gallery.look("the clock, ready")
    thumb.tap("button[name='do'][value='start']")
    page.locator("[data-timer='running']").wait_for()
    gallery.look("the clock, running")
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    tasks.offer_gold(thumb, 80)
    thumb.tap(tasks.deal_part(0, "promising"))
    page.fill("#deal-0-promise", "<b>as much as I have</b>")
    thumb.tap(".verdict-passes")
    refused(page)
    gallery.look("a bribe that is not there, refused")
    for _ in range(2):
        thumb.tap(".keypad [data-erase]")
    thumb.tap(".deal-more")
    page.locator("#deal-1-giver").wait_for()
    gallery.look("somebody else joins in")
    tasks.as_declared(thumb, "passes")
    gallery.look("a promise on the board")
    page.goto(f"{board}/bags/2?good=apples&number=3&contents=opened&in-apples=2")
    gallery.look("another number than declared")
    page.goto(f"{board}/pay?giver=0&receiver=1&gold=900&reason=deal")
    thumb.tap("#sum button.next")
    refused(page)
    gallery.look("a payment, refused")


def test_the_states_around_a_table(phone: Phone, gallery: Gallery, open_phones: OpenPhone) -> None:
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone)
    tasks.honest("opens")(thumb)
    page.goto("/")
    gallery.look("a table still open")
    page.goto(f"{board}/log/2")
    gallery.look("the table then")
    page.goto(f"{board}/menu")
    for fold in page.locator("details.fold > summary").all():
        fold.tap()
    gallery.look("the menu, unfolded")
    page.goto(f"{board}/move")
    gallery.look("the bank moves")
    thumb.tap("main button.next")
    code = page.locator(".move-code").inner_text()
    gallery.look("the bank moves, its code")
    page.reload()
    expect(page.locator("form[action$='/handovers']")).to_be_visible()
    phone.foreseen.add(403)
    move_to(open_phones(), code)
    page.goto(board)
    gallery.look("another phone is the bank")


def move_to(other: Phone, code: str) -> None:
    """Another phone takes over the bank, at the second try."""
    other.page.goto("/join")
    for words in ("WRONG", code):
        other.page.fill("#code", words)
        other.thumb.tap("main button.next")
        other.page.locator(f"{REFUSED}, #board").first.wait_for()
    tasks.at_board(other.thumb)


def test_the_states_of_a_table_that_changes(phone: Phone, gallery: Gallery) -> None:
    """Somebody comes late; crowns say who leads."""
    page, thumb = phone.page, phone.thumb
    stands = {"stand-0-apples": "12", "stand-1-apples": "3", "stand-1-cheese": "2", "stand-2-cheese": "2"}
    purses = {f"purse-{seat}": "50" for seat in range(3)}
    board = tasks.open_table(phone, THREE, 0, round="2", crowns="1", **purses, **stands)
    gallery.look("the board, with crowns")
    page.goto(f"{board}/changes")
    gallery.look("the table is changed")
    thumb.tap(page.locator("form[action$='/players']").get_by_role("button").last)
    refused(page)
    gallery.look("a newcomer without a place")


def test_the_states_of_an_end_with_promo_cards(phone: Phone, gallery: Gallery) -> None:
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(
        phone, THREE, 0, **{"promo-feast_plate": "1", "copies-feast_plate": "2"}, rounds="1"
    )
    tasks.lying("passed", 3, {"face_down": 2})(thumb)
    tasks.honest("passes")(thumb)
    tasks.pass_badge(thumb)
    put_right(thumb, gallery)
    page.goto(f"{board}/reveal/1")
    thumb.tap("#reveal button.next")
    refused(page)
    gallery.look("nothing told, refused")
    tasks.put(thumb, {"feast_plate": 2})
    thumb.tap("#reveal button.next")
    page.locator("input[name='plate-0']").first.wait_for(state="attached")
    gallery.look("Feast Plates")
    thumb.tap(tasks.tile("plate-0", "cheese"))
    thumb.tap(tasks.tile("plate-1", "chickens"))
    thumb.tap("main button.next")
    tasks.at_board(thumb)
    thumb.tap("form[action$='/closing'] button.next")
    for rank in page.locator(".ranks summary").all():
        rank.tap()
    gallery.look("a result, unfolded")
    page.goto("/")
    gallery.look("a table that is finished")


def put_right(thumb: Thumb, gallery: Gallery) -> None:
    """A stand with more apples than the box has is refused; with one fewer it is booked."""
    tasks.check_stands(thumb)
    thumb.tap("details.check-seat summary >> nth=2")
    thumb.page.fill("#good-2-apples", "60")
    thumb.tap(".dock [data-put-right]:visible")
    refused(thumb.page)
    gallery.look("a stand, refused")
    thumb.page.fill("#good-2-apples", "2")
    thumb.tap(".dock [data-put-right]:visible")
    expect(thumb.page.locator("details.check-seat .stock >> nth=2")).to_contain_text("2")


def test_the_states_of_a_table_that_keeps_its_coins(phone: Phone, gallery: Gallery) -> None:
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, THREE, coins_on_table="1", rounds="1")
    gallery.look("no purses")
    tasks.honest("passes")(thumb)
    tasks.honest("opens")(thumb)
    tasks.pass_badge(thumb)
    tasks.check_stands(thumb)
    thumb.tap(".dock a.next")
    page.locator("#gold-0").wait_for()
    gallery.look("coins to count")
    for seat, gold in enumerate(("43", "", "51")):
        page.fill(f"#gold-{seat}", gold)
    thumb.tap("main button.next")
    refused(page)
    gallery.look("coins, refused")
    page.fill("#gold-1", "56")
    thumb.tap("main button.next")
    page.locator("form[action$='/closing'] button.next, .ranks").first.wait_for()
    gallery.look("coins counted")


def test_pages_that_say_no(phone: Phone, gallery: Gallery) -> None:
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, THREE)
    tasks.honest("passes")(thumb)
    phone.foreseen |= {404, 405, 400}
    page.goto("/g/NOBODY42")
    gallery.look("no such table")
    page.goto(f"{board}/passes")
    gallery.look("a page that only takes a form")
    page.goto(board)
    page.context.clear_cookies(name="form")
    thumb.tap(".take-back button")
    page.locator(".error").wait_for()
    gallery.look("a form that was open too long")
    thumb.tap("main button.next")
    tasks.at_board(thumb)
    expect(page.locator(".merchant-done")).to_have_count(0)
