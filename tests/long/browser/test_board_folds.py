"""What unfolds on the board is read and tapped where it unfolds, in every window."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import heaviest, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import drawn, standing
from tests.browser.phone import Phone, touch_at
from tests.browser.test_early_taps import middle
from tests.browser.words import UNSEEN

SIZES = (
    ViewportSize(width=390, height=664),
    ViewportSize(width=360, height=640),
    ViewportSize(width=320, height=568),
    ViewportSize(width=640, height=360),
    ViewportSize(width=820, height=1180),
)
PROMISER, SHERIFF, MERCHANT = 1, 2, 3
MORE, EARLIER = "#more", "#older"
PROMISE = "the next bag of mine is opened for nothing"


def third_round(bank: Phone, sheriff: Phone, merchant: Phone) -> str:
    """Cleo is the Sheriff by phone, Dov has declared by his, and the first round saw a promise."""
    tasks.open_table(bank)
    board = bank.page.url.split("?")[0]
    tasks.bag_of(bank.thumb, PROMISER)
    tasks.declare(bank.thumb, "chickens", 2)
    tasks.unfold(bank.thumb, "promising")
    bank.page.fill("#deal-0-promise", PROMISE)
    tasks.as_declared(bank.thumb, "passes")
    for _ in tasks.PLAYERS[2:]:
        tasks.honest("passes")(bank.thumb)
    tasks.pass_badge(bank.thumb)
    for _ in tasks.PLAYERS[1:]:
        tasks.honest("passes")(bank.thumb)
    tasks.pass_badge(bank.thumb)
    code = sharing.open_door(bank, board)
    sharing.join(sheriff, code, SHERIFF)
    sharing.join(merchant, code, MERCHANT)
    sharing.declare(merchant, "apples", 3)
    return board


def unfold(phone: Phone, board: str, fold: str, size: ViewportSize, *inside: str) -> None:
    """One fold of a board that was just opened: what is in it is in sight at once."""
    phone.page.set_viewport_size(size)
    phone.page.goto(board)
    phone.page.evaluate("document.fonts.ready")
    if phone.page.locator(f"{MORE} {fold}").count():
        phone.thumb.tap(f"{MORE} > summary")
    phone.thumb.tap(f"{fold} > summary")
    unseen = phone.page.evaluate(UNSEEN, [f"{fold} {one}" for one in inside])
    assert not [*unseen, *standing(phone.page)], f"{size}: {unseen}"


@pytest.mark.parametrize("offers, language", [(0, "en-GB"), (2, "fr-FR")])
def test_a_threat_and_earlier_promises(open_phones: OpenPhone, offers: int, language: str) -> None:
    bank, sheriff, merchant = (open_phones(language=language) for _ in range(3))
    board = third_round(bank, sheriff, merchant)
    for giver in range(MERCHANT, MERCHANT + offers):
        who = merchant if giver == MERCHANT else bank
        heaviest.offer(who, board, MERCHANT, giver, 10 + giver, to=SHERIFF)
    for size in SIZES:
        unfold(sheriff, board, EARLIER, size, "form > span")
        expect(sheriff.page.locator(f"{EARLIER} li")).to_contain_text(PROMISE)
        unfold(sheriff, board, MORE, size, "[name='seat']")
        sheriff.thumb.tap(f"{MORE} [value='{MERCHANT + 1}']")
        sheriff.thumb.tap(".talk form[action$='/threats'] button:not([value])")
        expect(sheriff.page.locator(f"{MORE} [value='{MERCHANT + 1}']")).to_be_attached()


def test_the_promises_that_live_and_the_last_bags(phone: Phone) -> None:
    """The last bags are only there where whole lines of them fit: they never push anything out of sight."""
    tasks.open_table(phone)
    board = phone.page.url.split("?")[0]
    tasks.bag_of(phone.thumb, PROMISER)
    tasks.declare(phone.thumb, "chickens", 2)
    tasks.unfold(phone.thumb, "promising")
    phone.page.fill("#deal-0-promise", PROMISE)
    tasks.as_declared(phone.thumb, "passes")
    for _ in tasks.PLAYERS[2:4]:
        tasks.honest("passes")(phone.thumb)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.goto(board)
        seen = phone.page.evaluate(UNSEEN, [".seat", ".merchant", ".last summary", ".dock .next"])
        assert not [*seen, *standing(phone.page)], f"{size}: {seen}"
        unfold(phone, board, "#promises", size, "button")


@pytest.mark.parametrize(
    "language, told", [("en-GB", "3 cards face down"), ("fr-FR", "3 cartes face cachée")]
)
def test_what_a_figure_of_contraband_stands_for(open_phones: OpenPhone, language: str, told: str) -> None:
    """A tap on it tells, and so do two; its button, a tap elsewhere or Escape goes back. No row has moved."""
    phone = open_phones(language=language)
    stands = {f"purse-{seat}": "50" for seat in range(len(tasks.PLAYERS))} | {"stand-1-face_down": "3"}
    tasks.open_table(phone, tasks.PLAYERS, 0, mid_game="1", round="2", **stands)
    figure, cards = phone.page.locator(".more button"), phone.page.locator(".told-cards")
    for size in SIZES:
        phone.page.set_viewport_size(size)
        before = figure.bounding_box()
        phone.thumb.tap(figure)
        expect(cards).to_be_visible()
        expect(cards).to_contain_text(told)
        assert not phone.page.evaluate(UNSEEN, [".told-cards"])
        assert not [*drawn(phone.page)]
        assert figure.bounding_box() == before
        figure.dispatch_event("click")
        expect(cards).to_be_visible()
        phone.thumb.tap(cards.locator("button"))
        expect(cards).to_be_hidden()
        at = middle(phone.page, ".more button")
        for _ in range(3):
            touch_at(phone.page, *at)
            phone.thumb.rest()
            phone.thumb.passes(150)
        expect(cards).to_be_visible()
        touch_at(phone.page, 10, 10)
        expect(cards).to_be_hidden()
    figure.press("Enter")
    expect(cards).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(cards).to_be_hidden()
