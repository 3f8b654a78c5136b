"""A player's notes: they open while a finger rests on them, and only another hold brings them back."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.rules.sheriff.options import Options
from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import SAVED, Phone, held_up
from tests.browser.serving import Server
from tests.browser.states import SMALL, USUAL, called
from tests.tables import Table

HOLD = "[data-hold]"
TOLD = """() => { window.told = []; new MutationObserver((changes) => changes.forEach(({ target }) => {
    if (target.matches?.("#said.moment")) window.told.push(target.textContent);
})).observe(document, {attributes: true, childList: true, subtree: true}); }"""
SLEEP = """() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
}"""
TRANSITION = "(name) => { dispatchEvent(new PageTransitionEvent(name, { persisted: true })); }"


MARKET = 60_000  # ms for which a bag with cards lies open before it is declared


@pytest.fixture
def bo(phone: Phone, three: Table) -> Phone:
    """Bo's phone at the board; mead and a crossbow are noted."""
    phone.at(three, 1)
    three.notes(1, mead=1, crossbow=1)
    phone.page.reload()
    return phone


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


def test_the_hold_of_a_finger_is_over(bo: Phone) -> None:
    """When it slides off, when the system takes it, when a second one comes; the next one is a hold."""
    x, y = middle(bo.page.locator(HOLD))
    wire = bo.page.context.new_cdp_session(bo.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": at, "y": down, "id": number} for number, (at, down) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    slides, cancels, joins = (
        ("touchMove", (x, y - 200)),
        ("touchCancel",),
        ("touchStart", (x, y), (x, y - 200)),
    )
    for ends in (slides, joins, cancels):
        touch("touchStart", (x, y))
        touch(*ends)
        bo.thumb.rest(SAVED)
        is_secret(bo.page)
        if ends != cancels:
            touch("touchEnd")
        bo.thumb.rest(SAVED)
        is_secret(bo.page)
    expect(bo.page.locator(".held")).to_have_count(0)
    touch("touchStart", (x, y))
    expect(bo.page.locator("#note .slot")).to_have_count(2)
    touch("touchEnd")
    expect(bo.page.locator("#note .slot")).to_have_count(2)


def test_a_finger_that_lifts_from_what_it_held_open_has_not_come_too_early(bo: Phone) -> None:
    x, y = middle(bo.page.locator(HOLD))
    wire = bo.page.context.new_cdp_session(bo.page)
    bo.page.evaluate(TOLD)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    bo.page.locator("#note").wait_for()
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    bo.thumb.rest()
    assert bo.page.evaluate("window.told") == []


def test_an_answer_that_comes_after_the_finger_left_shows_nothing(bo: Phone) -> None:
    page, held = bo.page, list[Route]()
    page.route("**/seats/1/bag*", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    bo.thumb.rest()  # what hears of a hold is loaded once the page is painted
    page.locator(HOLD).hover()
    page.mouse.down()
    asked = held_up(page, held)
    page.mouse.up()
    asked.continue_()
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


def test_a_bag_with_a_card_in_it_is_covered_once_nobody_touches_it(phone: Phone, three: Table) -> None:
    """An empty one lies open, even while the phone sleeps."""
    page = phone.at(three, 1).page
    sharing.to_pack(phone)
    page.clock.install()
    page.evaluate(SLEEP)
    page.clock.fast_forward(MARKET)
    expect(page.locator("#note")).to_be_visible()
    phone.thumb.tap("[data-put='in-mead']")
    page.clock.fast_forward(MARKET // 2)
    expect(page.locator("#note")).to_be_visible()
    page.clock.fast_forward(MARKET // 2)
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)


def test_only_a_tray_with_cards_stays_in_sight_while_more_is_looked_for(phone: Phone, three: Table) -> None:
    """An empty one would lie over the goods as a frame that can be seen through."""
    page = phone.at(three, 1).page
    page.set_viewport_size({"width": 390, "height": 560})
    sharing.to_pack(phone)
    over_goods = """() => document.querySelector("#note .slots").getBoundingClientRect().bottom
        > document.querySelector("[data-put='in-apples']").getBoundingClientRect().top"""
    for number in range(2):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate(over_goods) is (number > 0)
        tasks.put(phone.thumb, {"silk": 1})


@pytest.mark.parametrize("speaks", ["en-GB", "fr-FR", "de-DE"])
def test_on_the_smallest_phone_what_is_declared_is_asked_in_sight(
    open_phones: OpenPhone, server: Server, speaks: str
) -> None:
    """With royal goods, from the start, and once the first card is in the bag."""
    width, height = SMALL
    phone = open_phones(language=speaks, viewport={"width": width, "height": height})
    page = phone.at(called(server.app, USUAL, options=Options(royal_goods=True)), 3).page
    sharing.to_pack(phone)
    asked, dock = page.locator("legend:has(+ * [name=declared])"), page.locator(".dock")
    for tile in ("[data-put='in-apples']", "[data-many='3']"):
        below, above = asked.bounding_box(), dock.bounding_box()
        assert below
        assert above
        assert below["y"] + below["height"] <= above["y"]
        phone.thumb.tap(tile)


def test_a_reload_before_the_last_tap_is_saved_shows_no_empty_bag(phone: Phone, three: Table) -> None:
    """What was tapped is still on its way then: it is there behind the hold."""
    page, held = phone.at(three, 1).page, list[Route]()
    sharing.to_pack(phone)
    page.route("**/seats/1/bag", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin has no attributes
    page.locator("[data-put='in-mead']").tap()
    held_up(page, held)
    page.reload()
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


def test_a_german_good_keeps_its_capital_while_it_waits_within_a_sentence(
    open_phones: OpenPhone, three: Table
) -> None:
    bo = open_phones(language="de-DE").at(three, 1)
    three.notes(1, mead=1, crossbow=1)
    bo.page.reload()
    sharing.hold(bo)
    bo.thumb.tap(tasks.tile("declared", "cheese"))
    bo.may_be_cut_off = True
    bo.page.context.set_offline(True)
    bo.thumb.tap("button[value='declare']")
    expect(bo.page.locator("#outbox")).to_contain_text(
        "Noch nicht gesendet: Bo deklariert 2\N{NO-BREAK SPACE}Käse – geht raus, sobald die Verbindung da ist"
    )


def test_polish_names_a_good_otherwise_from_five_on(open_phones: OpenPhone, three: Table) -> None:
    bo = open_phones(language="pl").at(three, 1)
    three.notes(1, mead=1, crossbow=1)
    bo.page.reload()
    sharing.hold(bo)
    bo.thumb.tap(tasks.tile("declared", "apples"))
    declare = bo.page.locator("[data-declare] strong")
    expect(declare).to_have_text("Deklaruj: 2 jabłka")
    for _ in range(3):
        bo.thumb.tap("[data-put='in-apples']")
    expect(declare).to_have_text("Deklaruj: 5 jabłek")
