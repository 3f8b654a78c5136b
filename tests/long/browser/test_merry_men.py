"""What Merry Men adds by thumb: how many taps things take, what is in sight with all of it."""

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.switching import SetOptions
from tests.browser import checks, merry, staging, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry
from tests.browser.phone import Phone, Thumb
from tests.browser.serving import listening
from tests.browser.test_keyboard import choose, tab_to
from tests.browser.test_stage import CROWDED, SIZES
from tests.web.merry import EVERYTHING, MERRY, TAX
from tests.web.stored import service_of

SMALL, SMALLEST = ViewportSize(width=390, height=664), ViewportSize(width=320, height=568)
RICH = {
    **{f"purse-{seat}": 121 for seat in range(5)},
    **{f"stand-{seat}-{word}": 10 for seat in range(2) for word in ("apples", "cheese", "bread")},
    "stand-1-chickens": 10,
    "stand-1-face_down": 12,
}
SEEN = """(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
    .every(({top, bottom}) => top >= 0 && bottom <= innerHeight + .5)"""


def at_merry_table(phone: Phone, **more: object) -> None:
    """A table of four with everything in play; Ann is Sheriff."""
    tasks.open_table(phone, ("Ann", "Bo", "Cleo", "Dov"), 0, **{**MERRY, "stand-1-face_down": 4, **more})


def test_the_taps(open_phones: OpenPhone) -> None:
    """A card of the Black Market 3 and a special order 4, a known law 3, gold by a law 4, counted from the
    board and from the bag's sheet.
    """
    phone = open_phones(viewport=SMALL)
    thumb, page = phone.thumb, phone.page
    at_merry_table(phone)
    thumb.tap(".next-laws")
    page.fill("#line-0", TAX)
    thumb.tap("#proclaim .dock .next")
    tasks.at_board(thumb)
    tasks.bag_of(thumb, 1)
    with thumb.at_most(4, "gold by a law, from the bag's sheet and back to it"):
        thumb.tap(".by-law a.button")
        thumb.tap("[data-for='gold'] [data-digit='2']")
        thumb.tap(merry.RECORD)
        page.locator("#bag").wait_for()
    tasks.declare(thumb, "apples", 2)
    tasks.say_contents(thumb, "passed")
    tasks.put(thumb, {"face_down": 1})
    tasks.book(thumb)
    with thumb.at_most(3, "a card of the Black Market"):
        merry.row(thumb, 1)
        merry.choose(thumb, "take", "market-pepper")
        merry.take(thumb, 30)
    with thumb.at_most(4, "a special order"):
        merry.row(thumb, 1)
        merry.choose(thumb, "take", "order-apples")
        merry.choose(thumb, "contraband", "mead")
        merry.take(thumb, 6)
    for seat in (2, 3):
        tasks.bag_of(thumb, seat)
        tasks.declare(thumb, "apples", 1)
        tasks.as_declared(thumb, "passes")
    tasks.pass_badge(thumb)
    with thumb.at_most(3, "a law that is known"):
        thumb.tap(".next-laws")
        thumb.tap("label:has([name=law])")
        thumb.tap("#proclaim .dock .next")
        tasks.at_board(thumb)
    expect(page.locator(".pinned")).to_contain_text(TAX)


def test_a_half_filled_bag_is_still_there_after_gold_by_a_law(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=SMALL)
    thumb, page = phone.thumb, phone.page
    at_merry_table(phone)
    proclaimed(thumb)
    tasks.bag_of(thumb, 1)
    tasks.declare(thumb, "cheese", 4)
    page.fill("#fine", "9")
    thumb.tap(".by-law a.button")
    thumb.tap("[data-for='gold'] [data-digit='2']")
    thumb.tap(merry.RECORD)
    page.locator("#bag").wait_for()
    expect(page.locator("[name=good][value=cheese]")).to_be_checked()
    expect(page.locator("#fine")).to_have_value("9")
    expect(page.locator(".verdict-opens small")).to_contain_text("9")


def proclaimed(thumb: Thumb, *laws: str) -> None:
    """These laws stand."""
    thumb.tap(".next-laws")
    for line, law in enumerate(laws or (TAX,)):
        thumb.page.fill(f"#line-{line}", law)
    thumb.tap("#proclaim .dock .next")
    tasks.at_board(thumb)


@pytest.mark.parametrize("size", [SMALL, SMALLEST], ids=["390", "320"])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_board_with_everything_on_it_is_in_sight(
    open_phones: OpenPhone, language: str, size: ViewportSize
) -> None:
    """Five rich rows with crowns, the clock, laws and cards that count: who is to do, the way back and the
    next button too; on the smallest phone all players and the next button.
    """
    phone = open_phones(language=language, viewport=size)
    thumb, page = phone.thumb, phone.page
    more = {**RICH, "timer": 1, "crowns": 1, "royal_goods": 1, "round": 6, "rounds": ""}
    tasks.open_table(phone, tasks.PLAYERS, 0, **{**EVERYTHING, **more})
    proclaimed(
        thumb, TAX, "Chickens are contraband this round, whatever anybody says of them", "No bribes of silk"
    )
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 2)
    tasks.say_contents(thumb, "passed")
    tasks.put(thumb, {"face_down": 1})
    tasks.book(thumb)
    merry.row(thumb, 1)
    merry.choose(thumb, "take", "market-pepper")
    merry.take(thumb, 30)
    parts = [".seat", ".dock .next"]
    if size is SMALL:
        parts += [".merchant", ".take-back button", ".pinned", ".timer-figure"]
    assert [part for part in parts if not page.evaluate(SEEN, part)] == []
    geometry = Geometry(page)
    assert not [*geometry.faults(), *checks.axe(page)]
    thumb.tap(".extras button")
    expect(page.locator(".told-cards .extra b")).to_have_text(["30"])
    assert not checks.axe(page)


# By how much the frame of a card lies over the goods above it, in CSS pixels.
OVER_GOODS = """() => {
    const frame = document.querySelector(".check-seat .extras"), {outlineWidth} = getComputedStyle(frame);
    const goods = [...frame.parentNode.querySelectorAll(".stock > *")];
    const lowest = Math.max(...goods.map((good) => good.getBoundingClientRect().bottom));
    return lowest - frame.getBoundingClientRect().top + Number.parseFloat(outlineWidth);
}"""


@pytest.mark.parametrize("size", [SMALL, SMALLEST], ids=["390", "320"])
def test_the_frame_of_a_card_that_counts_is_clear_of_the_goods_above_it(
    phone: Phone, size: ViewportSize
) -> None:
    at_merry_table(phone, **{"round": 2, "rounds": 2, "stand-1-apples": 9})
    phone.page.set_viewport_size(size)
    tasks.bag_of(phone.thumb, 1)
    tasks.declare(phone.thumb, "cheese", 3)
    tasks.as_declared(phone.thumb, "passes")
    merry.row(phone.thumb, 1)
    merry.choose(phone.thumb, "take", "market-pepper")
    merry.take(phone.thumb, 30)
    for _ in ("Cleo", "Dov"):
        tasks.honest("passes")(phone.thumb)
    tasks.pass_badge(phone.thumb)
    tasks.check_stands(phone.thumb)
    assert phone.page.evaluate(OVER_GOODS) <= 0


def test_by_keyboard(phone: Phone) -> None:
    """A law, a card and an order without a finger."""
    page = phone.page
    at_merry_table(phone)
    tab_to(page, ".next-laws")
    page.keyboard.press("Enter")
    tab_to(page, "#line-0")
    page.keyboard.type(TAX)
    page.keyboard.press("Enter")
    expect(page.locator(".pinned")).to_contain_text(TAX)
    tasks.bag_of(phone.thumb, 1)
    tasks.declare(phone.thumb, "apples", 2)
    tasks.say_contents(phone.thumb, "passed")
    tasks.put(phone.thumb, {"face_down": 1})
    tasks.book(phone.thumb)
    tab_to(page, ".seats > li:nth-child(2) .seat-name a")
    page.keyboard.press("Enter")
    page.locator("#extra").wait_for()
    choose(page, "take", "market-pepper")
    expect(page.locator("#sum .sum-lines")).to_contain_text("30")
    tab_to(page, merry.RECORD)
    page.keyboard.press("Enter")
    expect(page.locator(".extras button")).to_contain_text("30")
    tab_to(page, ".extras button")
    page.keyboard.press("Enter")
    expect(page.locator(".told-cards .extra").first).to_be_visible()


def test_the_quick_count_by_taps(open_phones: OpenPhone) -> None:
    """Its pad goes on as ever; the running sum counts what is chosen, and the names that were typed stay when
    other cards are switched on.
    """
    phone = open_phones(viewport=SMALL)
    thumb, page = phone.thumb, phone.page
    page.goto("/count")
    for seat, name in enumerate(("Ann", "Bo", "Cleo")):
        page.fill(f"#name-{seat}", name)
    thumb.tap(".count-options summary")
    thumb.tap(".count-options a.tile")
    page.locator("[name=extras]").wait_for(state="attached")
    expect(page.locator("#name-2")).to_have_value("Cleo")
    thumb.tap("[data-begin]")
    rest(thumb, "5")
    page.select_option("#extra-0-0", "special_order:apples:pepper:7")
    expect(page.locator("[data-running]")).to_contain_text("12")
    page.select_option("#extra-0-1", "other")
    page.fill("#extra-0-1-name", "Little John")
    page.fill("#extra-0-1-gold", "9")
    expect(page.locator("[data-running]")).to_contain_text("21")
    thumb.tap("[data-next]")
    for _ in range(2):
        rest(thumb, "8")
        thumb.tap("[data-next]")
    expect(page.locator(".rank-first .rank-total")).to_have_text("21")


def rest(thumb: Thumb, gold: str) -> None:
    """A player with nothing but gold."""
    thumb.tap(visible(thumb.page, "[data-rest]"))
    thumb.tap(f"[data-digit='{gold}']")


def visible(page: Page, control: str) -> str:
    """A key of the pad that is there now."""
    page.locator(f"[data-keys]:not([hidden]) {control}").wait_for()
    return f"[data-keys]:not([hidden]) {control}"


def test_on_stage_nothing_lies_on_anything_else(app: Flask, browser: Browser) -> None:
    """A law, a card of the Black Market and an order, late in an evening of five with long names."""
    evening = staging.evening(app)
    options = service_of(app).current(evening.game).game.options
    evening.plays(SetOptions(replace(options, black_market=True, special_orders=True, laws=True)))
    evening.plays(ProclaimLaws(("Chickens are contraband this round, whatever anybody says", TAX)))
    bag = PassBag(1, Declaration("apples", 3), Goods({"apples": 1, "face_down": 2}))
    with (
        listening(app, 0, app.extensions["notifier"].close) as url,
        staging.stage_of(browser, url, evening, "en", reduced_motion="reduce") as stage,
    ):
        page = stage.page
        for entry in (bag, TakeMarketCard(1, "pepper", 30), FillOrder(1, "apples", "mead", 6)):
            evening.plays(entry)
            staging.catch_up(stage, evening)
            for size in SIZES:
                page.set_viewport_size(size)
                page.evaluate(checks.REST)
                assert not page.evaluate(CROWDED), (entry, size)
        expect(page.locator(".stage-seat .extras")).to_contain_text("36")
        assert not checks.axe(page)
