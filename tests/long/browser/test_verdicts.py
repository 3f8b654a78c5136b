"""The buttons that decide on a bag leave room for what they decide on, however much there is to say."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.long.browser.test_in_sight import all_in_sight

NAMES = ("Maximilian-Alexander von", "Wilhelmina Featherstoneh", "Bo", "CY the Great of the Sea", "Dee")
SHERIFF, MERCHANT, OTHER = range(3)
UPRIGHT = tuple(ViewportSize(width=width, height=height) for width, height in ((390, 664), (320, 568)))
ON_ITS_SIDE = ViewportSize(width=664, height=390)
LARGEST_PART = 0.4  # of the window
DOCK = "() => document.querySelector('.dock').getBoundingClientRect().height / innerHeight"
PURSES = {f"purse-{seat}": "50" for seat in range(len(NAMES))}
# A bribe of the merchant and one of somebody else.
BRIBES = (
    f"good=cheese&number=4&deal-0-giver={MERCHANT}&deal-0-receiver={SHERIFF}&deal-0-gold=7"
    f"&deal-1-giver={OTHER}&deal-1-receiver={SHERIFF}&deal-1-gold=3"
)


def leave_room(page: Page) -> None:
    """Upright the dock is less than its part of the window; on its side every button is in sight."""
    for size in UPRIGHT:
        page.set_viewport_size(size)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(DOCK) < LARGEST_PART, size
    all_in_sight(page, ON_ITS_SIDE, ".verdict", ".verdicts > .button")


def is_read_whole(page: Page, button: str, end: str) -> None:
    """What the button has no room for is read above it, down to its last word."""
    whole = page.locator(f".verdict-words [data-of='{button}']")
    expect(whole).to_contain_text(end)
    for size in (*UPRIGHT, ON_ITS_SIDE):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(whole).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_bribes_of_long_names_leave_room(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    board = tasks.open_table(phone, NAMES, SHERIFF).split("?")[0]
    phone.page.goto(f"{board}/bags/{MERCHANT}?{BRIBES}")
    leave_room(phone.page)
    is_read_whole(phone.page, "passes", "Bo")


def test_a_correction_that_would_take_gold_from_later_leaves_room(phone: Phone) -> None:
    board = tasks.open_table(phone, NAMES, SHERIFF, mid_game="1", round="2", **PURSES).split("?")[0]
    phone.page.goto(f"{board}/bags/{MERCHANT}?good=apples&number=3")
    tasks.as_declared(phone.thumb, "opens")
    phone.page.goto(f"{board}/pay?giver={MERCHANT}&receiver={OTHER}&gold=56")
    phone.thumb.tap(".dock button.next")
    tasks.at_board(phone.thumb)
    phone.page.goto(f"{board}/log")
    phone.page.goto(phone.page.locator("a[href*='/corrections/']").last.get_attribute("href") or "")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("or correct less")
    leave_room(phone.page)
    is_read_whole(phone.page, "passes", "or correct less.")


# Lines of the sums that begin with what belongs to the word before.
BROKEN = r"""() => [...document.querySelectorAll(".verdict small")].flatMap((sum) => {
    const tops = new Set(), range = document.createRange(), broken = [];
    const texts = document.createTreeWalker(sum, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        for (const {0: letter, index} of texts.currentNode.data.matchAll(/[^\s\xa0]/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + 1);
            const top = Math.round(range.getBoundingClientRect().top / 6);
            if (!tops.has(top) && /[,.’;:]/.test(letter)) broken.push(sum.textContent);
            tops.add(top);
        }
    }
    return broken;
})"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_short_name_keeps_what_follows_it(open_phones: OpenPhone, language: str) -> None:
    """Except on the smallest phones, whose buttons have no room for it."""
    phone = open_phones(language=language)
    board = tasks.open_table(phone, ("Ann", "Zoé", "Ed", "Max", "Bob"), SHERIFF).split("?")[0]
    broken = []
    for giver in (1, 2, 3, 4):
        for gold in (4, 12):
            deal = f"good=cheese&number=5&deal-0-giver={giver}&deal-0-gold={gold}"
            phone.page.goto(f"{board}/bags/3?{deal}")
            for width in (390, 375, 360):
                phone.page.set_viewport_size(ViewportSize(width=width, height=664))
                broken += phone.page.evaluate(BROKEN)
    assert not broken, broken


def test_short_sums_are_said_once(phone: Phone) -> None:
    """The button has room for them."""
    tasks.open_table(phone, ("Ann", "Bo", "Cy"))
    tasks.bag_of(phone.thumb, 1)
    tasks.declare(phone.thumb, "apples", 3)
    expect(phone.page.locator(".verdict-passes")).to_contain_text("3 apples to Bo")
    expect(phone.page.locator(".verdict-words")).to_have_count(0)
