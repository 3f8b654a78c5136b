"""What waits for an answer lies in one stack right above the next button, in full, and nothing slips under a
finger.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import heaviest, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import A_LOOK, Phone, touch_at
from tests.long.browser.test_in_sight import BAGS, BROWSER_BARS, NEXT, PLAYERS, SMALL, all_in_sight

LONG_NAME = "Jean-Théodore de Montagu"
NAMES = ("Bruno", "Aline", LONG_NAME, "Cleo", "Eve")
SHERIFF, FIRST, OTHER, THIRD, FOURTH = range(len(NAMES))
PROMISE = "je ne contrôle aucun de tes sacs jusqu’à la fin de la partie, promis juré, ni ceux d’Eve"
BRIBE, FOR_OPENING, WITH_GOODS = (
    {"giver": FIRST, "gold": 12},
    {"giver": OTHER, "gold": 7, "decision": "opens", "promise": PROMISE},
    {"giver": FOURTH, "gold": 3, "bag-apples": 2},
)

# Offers with words that a box around them cuts off, or that are out of the offer or under its buttons.
CUT = """(all) => all.flatMap((one) => {
    const words = one.querySelector("p"), range = document.createRange();
    const outer = one.getBoundingClientRect();
    const buttons = [...one.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
    const isOut = ({left, right, top, bottom}) => left < outer.left || right > outer.right
        || top < outer.top || bottom > outer.bottom || buttons.some((its) =>
            left < its.right && right > its.left && top < its.bottom && bottom > its.top);
    const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT), cut = [];
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        range.selectNodeContents(text);
        if (!around.closest("i") && (getComputedStyle(around).overflow !== "visible"
            || [...range.getClientRects()].some((box) => box.width > 1 && isOut(box)))) cut.push(text.data);
    }
    return cut;
})"""


@dataclass(frozen=True, slots=True)
class Stall:
    """A table of five: Bruno is Sheriff, and he and one merchant have a phone besides the bank's."""

    bank: Phone
    sheriff: Phone
    merchant: Phone
    board: str

    def offers(self, bag: int, fields: Mapping[str, object], to: int = SHERIFF) -> None:
        """Somebody offers something over a bag, on the own phone or the bank's."""
        phones = {SHERIFF: self.sheriff, OTHER: self.merchant}
        phone = phones.get(int(str(fields["giver"])), self.bank)
        asked = "".join(f"&offer-{name}={value}" for name, value in fields.items())
        phone.page.goto(f"{self.board}/offers/new?bag={bag}&offer-receiver={to}{asked}")
        phone.thumb.tap("#offer button.next")
        tasks.at_board(phone.thumb)

    def offers_all(self) -> None:
        """A bribe, a third player's gold and promise over another's bag, goods."""
        self.offers(FIRST, BRIBE)
        self.offers(FIRST, FOR_OPENING)
        self.offers(FOURTH, WITH_GOODS)
        self.offers(THIRD, {"giver": FOURTH, "gold": 5, "decision": "passes"})


def set_stall(open_phones: OpenPhone, language: str = "en-GB") -> Stall:
    """All have declared, and the Sheriff's phone shows the board."""
    bank, sheriff, merchant = (open_phones(language=language) for _ in range(3))
    board = tasks.open_table(bank, NAMES).split("?")[0]
    code = sharing.open_door(bank, board)
    sharing.join(sheriff, code, SHERIFF)
    sharing.join(merchant, code, OTHER)
    for seat in (FIRST, OTHER, THIRD, FOURTH):
        sharing.declare_at_once(merchant if seat == OTHER else bank, board, seat, "apples", 3)
    return Stall(bank, sheriff, merchant, board)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_all_that_is_offered_is_read_in_full_above_the_next_button(
    language: str, open_phones: OpenPhone
) -> None:
    """With five players all rows and whose bag is next stay in sight, on the smallest phone all rows."""
    at = set_stall(open_phones, heaviest.LANGUAGES[language])
    page = at.sheriff.page
    page.goto(at.board)
    page.set_viewport_size(BROWSER_BARS)
    alone = page.locator(NEXT).bounding_box()
    at.offers_all()
    asks = page.locator(".asks > li")
    for size, places in ((BROWSER_BARS, (PLAYERS, BAGS, NEXT)), (SMALL, (PLAYERS, NEXT))):
        page.goto(at.board)
        expect(asks).to_have_count(4)
        all_in_sight(page, size, *places, ".asks > :first-child button")
        assert not asks.evaluate_all(CUT), size
        oldest = asks.last.locator("button[value='1']")
        oldest.scroll_into_view_if_needed()
        expect(oldest).to_be_in_viewport(ratio=1)
        all_in_sight(page, size, *places)
    page.set_viewport_size(BROWSER_BARS)
    assert page.locator(NEXT).bounding_box() == alone
    words = asks.nth(2).locator("p")
    for said in (LONG_NAME, "7", PROMISE, "Aline"):
        expect(words).to_contain_text(said)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_a_merchant_reads_what_the_sheriff_offers_in_full(language: str, open_phones: OpenPhone) -> None:
    at = set_stall(open_phones, heaviest.LANGUAGES[language])
    at.offers(OTHER, {"giver": SHERIFF, "gold": 2, "promise": PROMISE}, to=OTHER)
    page = at.merchant.page
    page.goto(at.board)
    for size, places in ((BROWSER_BARS, (PLAYERS, BAGS, NEXT)), (SMALL, (PLAYERS, NEXT))):
        all_in_sight(page, size, *places, ".asks button")
        assert not page.locator(".asks > li").evaluate_all(CUT), size


def test_a_new_offer_takes_no_tap_that_was_meant_for_an_older_one(open_phones: OpenPhone) -> None:
    """It comes nearest to the thumb, where the older one was: a tap in that moment accepts neither."""
    at = set_stall(open_phones)
    page = at.sheriff.page
    at.offers(FIRST, BRIBE)
    page.goto(at.board)
    page.set_viewport_size(ViewportSize(width=390, height=664))
    accept, next_button = page.locator(".asks button[value='1']"), page.locator(NEXT)
    page.wait_for_timeout(A_LOOK)
    box, before = accept.bounding_box(), next_button.bounding_box()
    assert box
    at.offers(THIRD, {"giver": FOURTH, "gold": 5, "decision": "passes"})
    expect(accept).to_have_count(2)
    touch_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(A_LOOK)
    expect(accept).to_have_count(2)
    assert next_button.bounding_box() == before
    accept.first.tap()
    expect(accept).to_have_count(1)
    expect(page.locator(".asks")).to_contain_text("12")


def test_a_double_tap_answers_one_offer(open_phones: OpenPhone) -> None:
    """The older one comes down to where the newest was."""
    at = set_stall(open_phones)
    page = at.sheriff.page
    at.offers(FIRST, BRIBE)
    at.offers(THIRD, {"giver": FOURTH, "gold": 5, "decision": "passes"})
    page.goto(at.board)
    accept = page.locator(".asks button[value='1']")
    page.wait_for_timeout(A_LOOK)
    box = accept.first.bounding_box()
    assert box
    for pause in (60, 100, 150, 0):
        touch_at(page, box["x"] + 10, box["y"] + 10)
        page.wait_for_timeout(pause)
    page.wait_for_timeout(A_LOOK)
    expect(accept).to_have_count(1)
    expect(page.locator(".asks")).to_contain_text("12")
