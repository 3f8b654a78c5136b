"""Nothing that waits for an answer slips under a finger."""

from collections.abc import Mapping
from dataclasses import dataclass

from playwright.sync_api import ViewportSize, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import A_LOOK, Phone, touch_at
from tests.browser.states import NEXT

NAMES = ("Bruno", "Aline", "Jean-Théodore de Montagu", "Cleo", "Eve")
SHERIFF, FIRST, OTHER, THIRD, FOURTH = range(len(NAMES))
BRIBE = {"giver": FIRST, "gold": 12}


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


def test_a_new_offer_takes_no_tap_that_was_meant_for_an_older_one(open_phones: OpenPhone) -> None:
    """It comes on top, and the older one stays under the thumb: a tap in that moment never accepts it."""
    at = set_stall(open_phones)
    page = at.sheriff.page
    at.offers(FIRST, BRIBE)
    page.goto(at.board)
    page.set_viewport_size(ViewportSize(width=390, height=664))
    accept, next_button = page.locator(".asks button[value='1']"), page.locator(NEXT)
    at.sheriff.thumb.rest()
    at.sheriff.thumb.stop_time()
    at.sheriff.thumb.passes(A_LOOK)
    box, before = accept.bounding_box(), next_button.bounding_box()
    assert box
    at.offers(THIRD, {"giver": FOURTH, "gold": 25, "decision": "passes"})
    expect(accept).to_have_count(2)
    touch_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at.sheriff.thumb.rest()
    newest = page.locator(".asks > :first-child")
    expect(newest).to_contain_text("25")
    assert next_button.bounding_box() == before
    at.sheriff.thumb.passes(A_LOOK)
    newest.locator("button[value='1']").tap()
    expect(page.locator(".asks", has_text="25")).to_have_count(0)


def test_a_double_tap_answers_one_offer(open_phones: OpenPhone) -> None:
    """What was above the newest comes down to where it was."""
    at = set_stall(open_phones)
    page = at.sheriff.page
    at.offers(FIRST, BRIBE)
    at.offers(THIRD, {"giver": FOURTH, "gold": 25, "decision": "passes"})
    page.goto(at.board)
    accept = page.locator(".asks button[value='1']")
    at.sheriff.thumb.rest()
    at.sheriff.thumb.stop_time()
    at.sheriff.thumb.passes(A_LOOK)
    box = accept.first.bounding_box()
    assert box
    for pause in (60, 100, 150, 0):
        touch_at(page, box["x"] + 10, box["y"] + 10)
        at.sheriff.thumb.rest()
        at.sheriff.thumb.passes(pause)
    expect(accept).to_have_count(1)
    expect(page.locator(".asks")).to_contain_text("12")
