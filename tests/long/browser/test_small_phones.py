"""On the smallest phone long names and long words leave room for what matters beside them."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.long.browser.test_whole_words import CUT

SMALLEST = ViewportSize(width=320, height=568)
NAMES = ("Noël", "Élodie", "Marie-Françoise de la To", "Zoé")
# The first letter of every line.
BEGINNINGS = r"""(words) => {
    const letters = new Map(), range = document.createRange();
    const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        for (const {0: letter, index} of texts.currentNode.data.matchAll(/[^\s\xa0]/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + 1);
            const {bottom} = range.getBoundingClientRect();
            if (!letters.has(Math.round(bottom))) letters.set(Math.round(bottom), letter);
        }
    }
    return [...letters.values()];
}"""
TOPS = "(all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]"


@pytest.fixture(params=["en-GB", "fr-FR"])
def phone(request: pytest.FixtureRequest, open_phones: OpenPhone) -> Phone:
    """The smallest one, in either language."""
    return open_phones(language=request.param, viewport=SMALLEST)


def test_the_name_of_who_has_left_is_whole(phone: Phone) -> None:
    board = tasks.open_table(phone, NAMES).split("?")[0]
    phone.page.goto(f"{board}/menu")
    phone.page.locator("details:has(form[action$='/departures']) > summary").click()
    phone.thumb.tap(".tile:has([name='leaver'][value='1'])")
    phone.thumb.tap("form[action$='/departures'] .button")
    tasks.at_board(phone.thumb)
    away = phone.page.locator(".seat-away .seat-name > :first-child")
    expect(away).to_have_text("Élodie")
    assert not away.evaluate_all(CUT)


def test_the_pencils_of_the_stands_are_one_below_the_other(phone: Phone) -> None:
    stands = {f"stand-{seat}-apples": "2" for seat in range(len(NAMES))}
    purses = {f"purse-{seat}": "50" for seat in range(len(NAMES))}
    tasks.open_table(phone, NAMES, 0, mid_game="1", round="3", **stands, **purses)
    phone.page.goto(f"{phone.page.url.split('?')[0]}/menu?ending=1")
    phone.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(phone.thumb)
    tasks.check_stands(phone.thumb)
    ends = phone.page.locator(".check-seat summary > svg").evaluate_all(
        "(all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().right)))]"
    )
    assert len(ends) == 1


def test_what_begins_to_count_is_in_sight(phone: Phone) -> None:
    phone.page.goto("/count")
    expect(phone.page.locator("[data-begin]")).to_be_in_viewport(ratio=1)


def test_a_name_that_is_too_long_is_refused_beside_its_field(phone: Phone) -> None:
    """It is not cut without a word."""
    phone.page.goto("/new")
    long = "Maximilienne-Alexandra d’Aubigny"
    for seat, name in enumerate((long, "Bo", "Cy")):
        phone.page.locator(f"#name-{seat}").press_sequentially(name)
    phone.thumb.tap("#new .dock button.next")
    expect(phone.page.locator("#name-0-refused")).to_contain_text("24")
    expect(phone.page.locator("#name-0")).to_have_value(long)


def test_a_line_begins_with_a_word_and_not_with_what_separates_two(phone: Phone) -> None:
    """Where the clock has a line of its own."""
    board = tasks.open_table(phone, NAMES, timer="1").split("?")[0]
    phone.thumb.tap("form[action$='/timers'] button[value='start']")
    phone.page.locator("[data-timer='running']").wait_for()
    for address in ("/bags/1", "/bags/2", "/offers/new", "/aloud"):
        phone.page.goto(board + address)
        assert "·" not in phone.page.locator(".bar-title p").evaluate(BEGINNINGS), address


@pytest.mark.parametrize("address", ["/new", "/nottingham/new"])
def test_the_numbers_of_players_are_one_row(phone: Phone, address: str) -> None:
    phone.page.goto(address)
    for width in (320, 390):
        phone.page.set_viewport_size(ViewportSize(width=width, height=664))
        numbers = phone.page.locator("label:has([name='players']:not([value='']))")
        assert len(numbers.evaluate_all(TOPS)) == 1, width
