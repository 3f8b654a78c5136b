"""A player's notes: they open while a finger rests on them, and only another hold brings them back."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import SAVED, Phone

THREE = ("Ann", "Bo", "Cleo")
HOLD = "[data-hold]"
SLEEP = """() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
}"""
TRANSITION = "(name) => { dispatchEvent(new PageTransitionEvent(name, { persisted: true })); }"


@pytest.fixture
def bo(phone: Phone, open_phones: OpenPhone) -> Phone:
    """Bo's phone at the board; mead and a crossbow are noted."""
    return noted(phone, open_phones())


def noted(bank: Phone, bo: Phone) -> Phone:
    """A player who came in by the code and noted two cards."""
    code = sharing.open_door(bank, tasks.open_table(bank, THREE))
    sharing.join(bo, code, 1)
    sharing.hold(bo)
    tasks.put(bo.thumb, {"mead": 1, "crossbow": 1})
    bo.thumb.tap(".bar a >> nth=-1")
    tasks.at_board(bo.thumb)
    return bo


def is_secret(page: Page) -> None:
    """Neither the cards nor the fields that hold them are on the page."""
    expect(page.locator("#note, [name^='in-']")).to_have_count(0)


def middle(control: Locator) -> tuple[float, float]:
    """Where a finger would press."""
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_back_forward_and_reload_show_it_only_after_another_hold(bo: Phone) -> None:
    page = bo.page
    sharing.hold(bo)
    expect(page.locator("#note .slot")).to_have_count(2)
    page.go_back()
    page.locator("#board").wait_for()
    is_secret(page)
    page.go_forward()
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)
    page.reload()
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)
    bo.thumb.tap(HOLD)
    bo.thumb.rest(SAVED)
    is_secret(page)
    sharing.hold(bo)
    expect(page.locator("#note .slot")).to_have_count(2)
    page.reload()
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)


def test_the_hold_is_over_when_the_finger_slid_off(bo: Phone) -> None:
    mouse = bo.page.mouse
    x, y = middle(bo.page.locator(HOLD))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 200, steps=4)
    bo.thumb.rest(SAVED)
    mouse.move(x, y, steps=4)
    bo.thumb.rest(SAVED)
    is_secret(bo.page)
    mouse.up()
    bo.thumb.rest(SAVED)
    is_secret(bo.page)
    expect(bo.page.locator(".held")).to_have_count(0)


@pytest.mark.parametrize("end", ["slides off", "touchCancel", "second finger"])
def test_the_hold_of_a_finger_is_over(bo: Phone, end: str) -> None:
    x, y = middle(bo.page.locator(HOLD))
    wire = bo.page.context.new_cdp_session(bo.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": at, "y": down, "id": number} for number, (at, down) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    touch("touchStart", (x, y))
    match end:
        case "slides off":
            touch("touchMove", (x, y - 200))
        case "second finger":
            touch("touchStart", (x, y), (x, y - 200))
        case _:
            touch(end)
    bo.thumb.rest(SAVED)
    is_secret(bo.page)
    if end != "touchCancel":
        touch("touchEnd")
    bo.thumb.rest(SAVED)
    is_secret(bo.page)
    touch("touchStart", (x, y))
    expect(bo.page.locator("#note .slot")).to_have_count(2)
    touch("touchEnd")
    expect(bo.page.locator("#note .slot")).to_have_count(2)


def test_an_answer_that_comes_after_the_finger_left_shows_nothing(bo: Phone) -> None:
    page, held = bo.page, list[Route]()
    page.route("**/seats/1/bag*", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    page.locator(HOLD).hover()
    page.mouse.down()
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    held.pop().continue_()
    bo.thumb.rest(SAVED)
    is_secret(page)
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#unreached")).to_be_hidden()


def test_a_page_that_the_browser_kept_shows_nothing(bo: Phone) -> None:
    """A driven browser keeps no page in its back-forward cache, so the test sends the event itself."""
    page = bo.page
    sharing.hold(bo)
    page.evaluate(TRANSITION, "pagehide")
    expect(page.locator(".slot, [name^='in-']")).to_have_count(0)
    page.evaluate(TRANSITION, "pageshow")
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)


def test_without_a_connection_the_bag_is_covered_where_it_is(bo: Phone) -> None:
    """What waits to be sent stays in sight above it; both go on by themselves with the connection."""
    page = bo.page
    sharing.hold(bo)
    bo.thumb.tap(tasks.tile("declared", "cheese"))
    bo.may_be_cut_off = True
    page.context.set_offline(True)
    bo.thumb.tap("button[value='declare']")
    expect(page.locator("#outbox")).to_contain_text("Not yet sent: Bo declares 2 cheese")
    page.evaluate(SLEEP)
    expect(page.locator("#note")).to_be_hidden()
    expect(page.locator("#covered")).to_have_text("Your bag is hidden until there is a connection again.")
    expect(page.locator("#outbox")).to_be_in_viewport(ratio=1)
    page.context.set_offline(False)
    tasks.at_board(bo.thumb)
    is_secret(page)
    expect(page.locator("#outbox")).to_have_count(0)
