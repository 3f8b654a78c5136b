"""A phone on its side: the decision is beside what it is about, and shows as much as upright."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import COVERED
from tests.browser.phone import Phone
from tests.browser.test_quick_count import begin
from tests.browser.words import UNSEEN
from tests.long.browser import test_nottingham_count as nottingham_count
from tests.long.browser.test_in_sight import all_in_sight
from tests.long.browser.test_whole_words import TORN

ON_ITS_SIDE = tuple(
    ViewportSize(width=width, height=height) for width, height in ((640, 360), (664, 390), (844, 390))
)
BOTH_WAYS = (*ON_ITS_SIDE, ViewportSize(width=320, height=568), ViewportSize(width=390, height=664))
LANGUAGES = ("en-GB", "fr-FR")
NAMES = ("Bruno", "Aline", "Éric", "Gwénaëlle-Marie", "Chloé")
BAG = "good=cheese&number=5"
OTHERWISE = "&in-cheese=2&in-bread=1"
DEAL = "&deal-0-gold=4"
KEYS = "[data-keys]:not([hidden]) .key"
# Which are narrower than a thumb, or than what stands on them.
NARROW = """(keys) => keys.filter((key) => key.offsetWidth < 44 || key.scrollWidth > key.clientWidth + 1)
    .map((key) => `${key.textContent} ${key.offsetWidth}`)"""


def in_sight(phone: Phone, address: str, *places: str) -> None:
    """On every phone that lies on its side; no word is broken, and no control is under another."""
    phone.page.goto(address)
    for size in ON_ITS_SIDE:
        all_in_sight(phone.page, size, *places)
        torn = phone.page.evaluate(TORN)
        assert not torn, f"{address}, {size}: {torn}"
        covered = phone.page.evaluate(COVERED)
        assert not covered, f"{address}, {size}: {covered}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bag_is_decided_in_sight(language: str, open_phones: OpenPhone) -> None:
    phone = open_phones(language=language)
    bag = f"{tasks.open_table(phone, NAMES).split('?')[0]}/bags/3"
    in_sight(phone, bag, ".tile", ".verdicts", ".gold-field")
    in_sight(phone, f"{bag}?{BAG}{DEAL}", ".tile", ".verdicts")
    for contents in (f"passed{OTHERWISE}&face_down=2", f"opened{OTHERWISE}&in-mead=2"):
        in_sight(phone, f"{bag}?{BAG}&contents={contents}", ".slots", ".told", "#sum .next")


def test_what_was_in_a_bag_lies_above_the_button_that_books_it(phone: Phone) -> None:
    phone.page.goto(f"{tasks.open_table(phone, NAMES)}/bags/3?{BAG}&contents=opened&in-cheese=3&in-mead=2")
    for size in ON_ITS_SIDE:
        phone.page.set_viewport_size(size)
        slots, dock = (phone.page.locator(part).bounding_box() for part in (".slots", "#sum .dock"))
        assert slots
        assert dock
        assert dock["x"] <= slots["x"]
        assert slots["y"] + slots["height"] <= dock["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_is_what_is_offered_paid_noted_and_turned_over(language: str, open_phones: OpenPhone) -> None:
    bank, merchant = open_phones(language=language), open_phones(language=language)
    stands = {f"purse-{seat}": "50" for seat in range(len(NAMES))} | {"stand-3-face_down": "3", "round": "2"}
    board = tasks.open_table(bank, NAMES, 0, mid_game="1", royal_goods="1", **stands).split("?")[0]
    sharing.join(merchant, sharing.open_door(bank, board), 3)
    in_sight(merchant, f"{board}/offers/new", ".dock .next")
    in_sight(bank, f"{board}/pay", ".dock .next")
    merchant.page.goto(board)
    sharing.hold(merchant)
    for size in ON_ITS_SIDE:
        all_in_sight(merchant.page, size, ".slots", ".dock .next")
    bank.page.goto(f"{board}/menu?ending=1")
    bank.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(bank.thumb)
    in_sight(bank, f"{board}/reveal/3", ".slot", ".next")


@pytest.mark.parametrize("size", ON_ITS_SIDE, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_shows_the_pad_beside_what_it_asks_for(
    language: str, size: ViewportSize, open_phones: OpenPhone
) -> None:
    """From one number to the next nothing leaves."""
    phone = open_phones(language=language, viewport=size)
    phone.page.goto("/")
    begin(phone.thumb, NAMES[:4])
    for number in (4, 0, 12, 2):
        tasks.answer(phone.thumb, number)
        asked_in_sight(phone)
    phone.thumb.tap("[data-keys='kinds'] [data-rest]")
    asked_in_sight(phone)
    torn = phone.page.evaluate(TORN)
    assert not torn, torn


@pytest.mark.parametrize("size", ON_ITS_SIDE, ids=lambda size: f"{size['width']}x{size['height']}")
def test_so_does_a_count_of_the_second_game(size: ViewportSize, open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=size)
    nottingham_count.begin(phone.thumb)
    asked_in_sight(phone)


def asked_in_sight(phone: Phone) -> None:
    """The field that the pad fills, its question and every key, each large enough for a thumb."""
    unseen = phone.page.evaluate(UNSEEN, [".count-row:has([data-here])", "[data-question]", KEYS])
    assert not unseen, f"{phone.page.viewport_size}: {unseen}"
    narrow = phone.page.locator(KEYS).evaluate_all(NARROW)
    assert not narrow, f"{phone.page.viewport_size}: {narrow}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_row_of_bags_says_what_was_declared_and_done(language: str, open_phones: OpenPhone) -> None:
    """Its drawings are there at every size: the good, the threat, the tick, the open bag."""
    sheriff, bank = open_phones(language=language), open_phones(language=language)
    board = tasks.open_table(bank, NAMES).split("?")[0]
    sharing.join(sheriff, sharing.open_door(bank, board), 0)
    for seat, good in enumerate(("cheese", "chickens", "apples", "bread"), 1):
        bank.page.goto(f"{board}/declarations/{seat}?good={good}")
        bank.thumb.tap("button[name='number'][value='3']")
        tasks.at_board(bank.thumb)
    sheriff.page.goto(board)
    sheriff.thumb.tap(".talk > details > summary")
    sheriff.thumb.tap(".talk form button[value='3']")
    sheriff.page.locator(".said-threat").wait_for()
    for seat, good, outcome in ((1, "cheese", "passes"), (4, "bread", "opens")):
        bank.page.goto(f"{board}/bags/{seat}?good={good}&number=3")
        tasks.as_declared(bank.thumb, outcome)
    sheriff.page.goto(board)
    expect(sheriff.page.locator(".merchant-done")).to_have_count(2)
    for size in BOTH_WAYS:
        all_in_sight(sheriff.page, size, ".merchant", ".merchant svg")
        assert sheriff.page.locator(".merchant").evaluate_all(DRAWN) == [
            ["ui-check"],
            ["chickens"],
            ["ui-alert", "apples"],
            ["bag_open"],
        ]


# What is drawn and visible under each name.
DRAWN = """(all) => all.map((one) => [...one.querySelectorAll("svg")].filter((icon) => icon.checkVisibility())
    .map((icon) => icon.firstElementChild.getAttribute("href").split("#")[1]))"""
