"""The row of an offer: short names are whole, and so is what it depends on."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import heaviest, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import CLIPPED
from tests.browser.phone import Phone

NAMES = ("Élodie", "Wilhelmi", "Guy", "Maximilienne d’Aubigny")
SHERIFF, FIRST, OTHER, LONG = range(len(NAMES))
SIZES = tuple(ViewportSize(width=width, height=height) for width, height in ((390, 664), (360, 640)))
PROMISE = "je te laisse passer quand je serai shérif"
# The words of each row that are seen, without those that run out of their box or have given way to dots.
SEEN = """(rows) => rows.map((row) => [...row.querySelectorAll("summary > span")].map((part) => {
    const range = document.createRange(), {right} = part.getBoundingClientRect();
    const dots = part.scrollWidth > part.clientWidth ? 16 : 0;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), seen = [];
    while (texts.nextNode()) for (let index = 0; index < texts.currentNode.length; index += 1) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + 1);
        if (range.getBoundingClientRect().right <= right + 1 - dots) seen.push(texts.currentNode.data[index]);
    }
    return seen.join("");
}).join(" "))"""


def rows(page: Page, board: str) -> list[list[str]]:
    """What each row of an offer says, in every window."""
    page.goto(board)
    said = []
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("document.fonts.ready")
        said.append(page.locator(".talk .offer").evaluate_all(SEEN))
    return said


@pytest.fixture(params=["en-GB", "fr-FR"])
def bank(request: pytest.FixtureRequest, open_phones: OpenPhone) -> Phone:
    """At a table where all have declared."""
    phone = open_phones(language=request.param)
    board = tasks.open_table(phone, NAMES).split("?")[0]
    for seat in (FIRST, OTHER, LONG):
        sharing.declare_at_once(phone, board, seat, "apples", 4)
    return phone


def test_what_an_own_offer_over_anothers_bag_depends_on_is_read(bank: Phone, open_phones: OpenPhone) -> None:
    board, opened = bank.page.url.split("?")[0], ("if opened", "si ouvert")
    guest = open_phones(language=bank.page.evaluate("navigator.language"))
    sharing.join(guest, sharing.open_door(bank, board), FIRST)
    for more in ("", f"&offer-promise={PROMISE}"):
        guest.page.goto(
            f"{board}/offers/new?bag={OTHER}&offer-gold=5&offer-decision=opens&offer-receiver={SHERIFF}{more}"
        )
        guest.thumb.tap("#offer button.next")
        tasks.at_board(guest.thumb)
        for said in rows(guest.page, board):
            assert any(words in row for words in opened for row in said), said


def test_names_of_eight_letters_are_whole(bank: Phone) -> None:
    board = bank.page.url.split("?")[0]
    heaviest.offer(bank, board, FIRST, FIRST, 10)
    bank.page.goto(
        f"{board}/offers/new?bag={OTHER}&offer-giver={OTHER}&offer-gold=12&offer-promise={PROMISE}"
        f"&offer-receiver={SHERIFF}"
    )
    bank.thumb.tap("#offer button.next")
    tasks.at_board(bank.thumb)
    for number in (1, 2):
        bank.thumb.tap(".asks > :first-child button[value='1']")
        expect(bank.page.locator(".talk .offer use[href$='ui-check']")).to_have_count(number)
    for said in rows(bank.page, board):
        for name in ("Wilhelmi", "Guy"):
            assert any(row.startswith(name) for row in said), said


def test_what_was_agreed_aloud_says_so_beside_a_long_name(bank: Phone) -> None:
    board = bank.page.url.split("?")[0]
    bank.page.goto(f"{board}/aloud?bag={LONG}")
    for size in SIZES:
        bank.page.set_viewport_size(size)
        assert not bank.page.evaluate(CLIPPED), size
    bank.thumb.tap(tasks.tile("gold", 8))
    bank.thumb.tap(f"button[name='giver'][value='{LONG}']")
    tasks.at_board(bank.thumb)
    for said in rows(bank.page, board):
        assert any("aloud" in row or "à l’oral" in row for row in said), said
