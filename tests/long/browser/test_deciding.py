"""Two phones and a bag: declared and noted with four taps, decided with one or two."""

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry
from tests.browser.looking import moments_loaded
from tests.browser.phone import A_LOOK, Phone, touch_at
from tests.browser.serving import Server
from tests.browser.test_deciding import ann, bo
from tests.tables import table

__all__ = ["ann", "bo"]


def test_a_reload_while_the_cards_are_noted_shows_none_of_them(bo: Phone) -> None:
    sharing.to_pack(bo)
    with bo.page.expect_response(lambda response: response.request.method == "POST"):
        tasks.put(bo.thumb, {"silk": 1})
    bo.page.reload()
    expect(bo.page.locator("[data-hold]")).to_contain_text("I am Bo")
    expect(bo.page.locator("#note, [name^='in-']")).to_have_count(0)
    sharing.hold(bo)
    expect(bo.page.locator("#note .slot")).to_have_count(1)


def test_a_number_is_of_the_card_that_was_tapped_before_it(bo: Phone) -> None:
    """And it puts no more cards into a bag than it holds."""
    sharing.to_pack(bo)
    slots = bo.page.locator("#note .slot")
    tasks.put(bo.thumb, {"cheese": 2})
    bo.thumb.tap("[data-put='in-silk']")
    expect(bo.page.get_by_role("group", name="How many in the bag: Silk")).to_be_visible()
    bo.thumb.tap("[data-many='4']")
    expect(slots).to_have_count(5)
    bo.thumb.tap("[data-many='1']")
    expect(slots).to_have_count(3)


def test_a_bag_that_begins_with_a_number_has_each_number_before_its_card(bo: Phone) -> None:
    sharing.to_pack(bo)
    button, slots = bo.page.locator("#note button.next"), bo.page.locator("#note .slot")
    numbers = bo.page.get_by_role("group", name="How many of the card you tap next?")
    bo.thumb.tap("[data-many='3']")
    expect(bo.page.locator("[data-many='3']")).to_have_attribute("aria-pressed", "true")
    bo.thumb.tap("[data-put='in-cheese']")
    expect(button).to_contain_text("Declare 3 cheese")
    expect(numbers).to_be_visible()
    bo.thumb.tap("[data-many='1']")
    expect(slots).to_have_count(3)
    bo.thumb.tap("[data-put='in-silk']")
    expect(slots).to_have_count(4)
    expect(button).to_contain_text("Declare 4 cheese")
    bo.thumb.tap("[data-many='2']")
    bo.thumb.tap("[data-put='in-cheese']")
    expect(slots).to_have_count(3)


def test_what_is_said_by_hand_stays_whatever_the_cards_are(bo: Phone) -> None:
    sharing.to_pack(bo)
    button = bo.page.locator("#note button.next")
    tasks.put(bo.thumb, {"silk": 2})
    expect(button).to_contain_text("which good do you say it is?")
    bo.thumb.tap(tasks.tile("declared", "chickens"))
    tasks.put(bo.thumb, {"apples": 1})
    expect(button).to_contain_text("Declare 3 chickens")


@pytest.mark.parametrize("cards, group", [({}, "contents"), ({"silk": 1}, "declared")])
def test_what_is_missing_is_asked_for_in_place(bo: Phone, cards: dict[str, int], group: str) -> None:
    """Nothing is sent, so nothing moves."""
    sharing.to_pack(bo)
    tasks.put(bo.thumb, cards)
    bo.thumb.tap("#note button.next")
    focused = bo.page.evaluate("document.activeElement.name || document.activeElement.dataset.put")
    assert focused == {"contents": "in-apples", "declared": "declared"}[group]
    expect(bo.page.locator("#refusals")).to_have_count(0)


def test_t4_who_packs_early_declares_when_the_turn_comes(
    ann: Phone, bo: Phone, open_phones: OpenPhone
) -> None:
    """Five people pack at the same time; nobody learns what will be said before it is."""
    board = ann.page.url
    cleo = open_phones()
    ann.page.goto(f"{board}/phones")
    sharing.join(cleo, ann.page.locator(".move-code").inner_text(), 2)
    ann.page.goto(board)
    sharing.pack(cleo, "chickens", 2)
    expect(cleo.page.locator(".said")).to_contain_text("you will say 2 chickens when it is your turn")
    assert "chickens" not in ann.page.content() + bo.page.content()
    sharing.pack(bo, "apples", 3)
    for phone in (ann, bo, cleo):
        expect(phone.page.locator(".said")).to_have_count(2)
        expect(phone.page.locator("nav.merchants")).to_contain_text("2 chickens")
        expect(phone.page.locator("#board")).not_to_contain_text("turn")


def test_a_bid_takes_one_tap_and_its_buttons_stay_under_the_thumb(ann: Phone, bo: Phone) -> None:
    sharing.pack(bo, "apples", 3)
    five = bo.page.locator(".bid .button").last
    before, taps = five.bounding_box(), bo.thumb.taps
    bo.thumb.tap(five)
    expect(ann.page.locator(".offer")).to_contain_text("Bo offers Ann 5 gold")
    expect(bo.page.locator(".offer")).to_contain_text("5 gold")
    assert bo.thumb.taps - taps == 1
    assert five.bounding_box() == pytest.approx(before, abs=1)
    bo.thumb.tap(bo.page.locator(".bid .button").first)
    expect(bo.page.locator(".offer")).to_contain_text("6 gold")
    expect(bo.page.locator(".offer")).to_have_count(1)


@pytest.mark.parametrize("wish", ["opens", "passes"])
@pytest.mark.parametrize("width, height", [(390, 664), (320, 568), (844, 390)])
def test_a_bid_over_another_bag_stays_under_the_thumb(
    wish: str, width: int, height: int, server: Server, open_phones: OpenPhone
) -> None:
    """From the first tap to the third: nothing else comes to where it was tapped."""
    apples = Declaration("apples", 2)
    held = table(server.app).says(*(Declare(seat, apples) for seat in (1, 2, 3)))
    cleo = open_phones(viewport=ViewportSize(width=width, height=height)).at(held, 2)
    row, page = ".bid:has([name='merchant'][value='1'])", cleo.page
    five = page.locator(f"{row} button[name='{wish}'][value='5']")
    cleo.thumb.rest()
    before = five.bounding_box()
    assert before
    for gold in (5, 10, 15):
        cleo.thumb.passes(A_LOOK)
        touch_at(page, before["x"] + 22, before["y"] + 22)
        expect(page.locator(f".offer:has({row})")).to_contain_text(f"{gold} gold")
        cleo.thumb.rest()
        assert five.bounding_box() == pytest.approx(before, abs=1)
    assert not [*Geometry(page).faults()]


def test_what_is_unfolded_stays_so_when_another_phone_acts(ann: Phone, bo: Phone) -> None:
    """Though what comes before it changes."""
    sharing.pack(bo, "apples", 3)
    ann.thumb.tap("#more summary")
    ann.thumb.tap("#price summary")
    bo.page.locator(".bid button[value='5']").tap()
    expect(ann.page.locator(".tug")).to_contain_text("5")
    expect(ann.page.locator("#more[open] form")).to_be_visible()
    expect(ann.page.locator("#price[open] form")).to_be_visible()


def test_every_tap_on_what_raises_a_bid_counts(ann: Phone, bo: Phone) -> None:
    """Those that come while an answer is out follow it, one after the other."""
    sharing.pack(bo, "apples", 3)
    page = bo.page
    moments_loaded(page)
    held: list[Route] = []
    page.route("**/bids/1", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin has no attributes
    for step in (1, 1, 2):
        page.locator(f".bid button[value='{step}']").tap()
    held.pop().continue_()
    expect(page.locator(".offer")).to_contain_text("4 gold")
    expect(ann.page.locator(".asks")).to_contain_text("4 gold")
    one = page.locator(".bid button[value='1']")
    box = one.bounding_box()
    assert box
    bo.thumb.stop_time()
    for pause in (A_LOOK, 150, 150):  # also while the board is drawn anew between its taps
        bo.thumb.passes(pause)
        touch_at(page, box["x"] + 10, box["y"] + 10)
    expect(ann.page.locator(".asks")).to_contain_text("7 gold")


def test_a_tap_that_can_no_longer_raise_a_bid_is_told_so(ann: Phone, bo: Phone) -> None:
    """The Sheriff accepts what was offered before."""
    sharing.pack(bo, "apples", 3)
    page = bo.page
    moments_loaded(page)
    page.locator(".bid button[value='5']").tap()
    expect(ann.page.locator(".asks")).to_contain_text("5 gold")
    held: list[Route] = []
    page.route("**/bids/1", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin has no attributes
    for _ in range(2):
        page.locator(".bid button[value='1']").tap()
    ann.thumb.tap(".asks button[value='1']")
    expect(ann.page.locator(".talk .offer")).to_contain_text("accepted")
    held.pop().continue_()
    expect(page.locator("#said")).to_have_text("That tap raised nothing. Look again.")
    expect(page.locator("#said")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator(".talk .offer")).to_contain_text("5 gold")


def test_a_full_bag_takes_no_sixth_card_and_says_so(bo: Phone) -> None:
    """I1: five at most."""
    sharing.to_pack(bo)
    tasks.put(bo.thumb, {"apples": 4, "silk": 1})
    button = bo.page.locator("#note button.next")
    expect(button).to_contain_text("Declare 5 apples")
    bo.thumb.tap(bo.page.locator("[data-put='in-silk']"))
    expect(button).to_contain_text("no more than 5 cards go into a bag")
    expect(bo.page.locator("#said")).to_contain_text("no more than 5 cards go into a bag")
    expect(bo.page.locator("[name='in-silk']")).to_have_value("1")
    bo.thumb.tap(bo.page.locator("[data-slot]").first)
    expect(button).to_contain_text("Declare 4 apples")


def test_a_full_bag_that_was_declared_says_so_under_the_thumb(bo: Phone) -> None:
    """There the way to hide it; a moment later its own words stand there again."""
    sharing.pack(bo, "apples", 5)
    sharing.hold(bo)
    bo.page.locator("[data-many]").first.wait_for()
    words = bo.page.locator(".dock .next small")
    bo.thumb.tap(bo.page.locator("[data-put='in-silk']"))
    expect(words).to_have_text("no more than 5 cards go into a bag")
    expect(words).to_be_in_viewport(ratio=1)
    expect(words).to_have_text("what you tapped is kept")
