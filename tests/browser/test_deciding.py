"""Two phones and a bag: declared and noted with four taps, decided with one or two."""

from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.deciding import Decide, TurnOver, words_of
from companion.rules.sheriff.declaring import Declare, Threaten
from companion.rules.sheriff.proposals import Propose
from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.looking import moments_loaded
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.browser.states import ACCENTS, CLOCK, called, runs
from tests.browser.test_live import SAY
from tests.rules.given import ANN, BO, CLEO, DOV, opened
from tests.tables import BANK, MIDDLE, WATCHER, table

THREE = ("Ann", "Bo", "Cleo")
APPLE = Declaration("apples", 1)
MOTIONS: tuple[Literal["no-preference"], Literal["reduce"]] = ("no-preference", "reduce")
DELAYS = "cards => cards.map((card) => getComputedStyle(card).animationDelay)"
STOPPED = """const stop = new CSSStyleSheet();
stop.replaceSync("* { animation-play-state: paused !important; }");
document.adoptedStyleSheets = [stop];"""
"""What moves waits for the test."""
TO_THE_END = "(list) => { list.scrollTo(0, list.scrollHeight); return list.scrollTop; }"
AT = """(now) => document.getAnimations({subtree: true})
    .filter(({timeline}) => timeline === document.timeline)
    .forEach((one) => { one.currentTime = now; })"""
PAUSED = """const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    one.pause();
    return one;
};"""
HEIGHTS = "all => all.map((one) => one.offsetHeight)"
OPACITY = "all => all.map((one) => getComputedStyle(one).opacity)"
SEEN = """(root) => [...document.querySelectorAll(root)].map((one) => one.innerText.trim()).join(" ")"""


@pytest.fixture
def ann(phone: Phone) -> Phone:
    """The Sheriff's phone, which is the bank's too."""
    tasks.open_table(phone, THREE)
    return phone


@pytest.fixture
def bo(ann: Phone, open_phones: OpenPhone) -> Phone:
    """A merchant's own phone."""
    board = ann.page.url
    code = sharing.open_door(ann, board)
    bo = open_phones()
    sharing.join(bo, code, 1)
    ann.page.goto(board)
    return bo


def test_an_honest_bag_takes_the_merchant_four_taps_and_the_sheriff_one(ann: Phone, bo: Phone) -> None:
    taps = bo.thumb.taps, ann.thumb.taps
    sharing.pack(bo, "apples", 3)
    expect(ann.page.locator(".decide .next").first).to_contain_text("Let it pass")
    ann.thumb.tap(".decide button[value='passed']")
    expect(ann.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    expect(bo.page.locator(".last")).to_contain_text("Bo’s bag passed: 3 apples.")
    assert (bo.thumb.taps - taps[0], ann.thumb.taps - taps[1]) == (4, 1)


def test_the_cards_of_an_opened_bag_are_turned_one_after_the_other(ann: Phone, bo: Phone) -> None:
    """On every phone, once a finger of its merchant rests on it; all at once for who wants no motion."""
    sharing.to_pack(bo)
    tasks.put(bo.thumb, {"silk": 1, "apples": 2})
    expect(bo.page.locator("#note button.next")).to_contain_text("Declare 3 apples")
    bo.thumb.tap("#note button.next")
    tasks.at_board(bo.thumb)
    ann.thumb.tap(".decide button[value='opened']")
    for phone in (ann, bo):
        expect(phone.page.locator(".backs .slot")).to_have_count(3)
    bo.thumb.tap(".next[data-hold]")
    expect(ann.page.locator(".backs .slot")).to_have_count(3)
    sharing.show_cards(bo)
    for phone in (ann, bo):
        cards = phone.page.locator(".turned .slot")
        expect(cards).to_have_count(3)
        delays = []
        for motion in MOTIONS:
            phone.page.emulate_media(reduced_motion=motion)
            delays.append(cards.evaluate_all(DELAYS))
        assert delays == [["0s", "0.6s", "1.2s"], ["0s"] * 3]
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_the_stage_a_verdict_and_who_pays_wait_for_the_last_card(
    server: Server, open_phones: OpenPhone
) -> None:
    """Of a bag that was booked at once, with its cards typed on one phone."""
    there = table(server.app, 3).plays(opened(BO, "apples", 2, apples=1, silk=1))
    phone = open_phones(reduced_motion="no-preference")
    phone.page.add_init_script(STOPPED)
    page = phone.at(there, MIDDLE).page
    told = []
    for now in (0, 900, 1_300):
        page.evaluate(AT, now)
        seen = page.evaluate(SEEN, ".stage-middle").casefold()
        told.append([word in seen for word in ("caught", "pays", "turned over")])
    assert told == [[False, False, True], [False, False, True], [True, True, False]]


@pytest.mark.parametrize("place", [BO, MIDDLE])
def test_a_verdict_that_another_phone_booked_waits_for_the_cards_and_a_tap_ends_the_wait(
    server: Server, open_phones: OpenPhone, place: int | str
) -> None:
    """Its words, what was paid and the bag of the row; it is read out then, too."""
    there = table(server.app, 3).says(Declare(BO, APPLE), Declare(CLEO, APPLE))
    phone = open_phones(reduced_motion="no-preference")
    phone.page.add_init_script(PAUSED)
    page = phone.at(there, place).page
    phone.thumb.rest()
    moments_loaded(page)
    page.evaluate(SAY)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    there.plays(opened(BO, "apples", 1, silk=1))
    told = page.locator(":is(.last summary > span, .merchant.judged-caught small, .stage-bag.judged-caught)")
    expect(told.first).to_be_attached()
    purses = page.locator(".purse b")
    assert told.evaluate_all(OPACITY) == ["0"] * told.count()
    assert purses.evaluate_all(OPACITY) == ["0", "0", "1"]
    page.clock.run_for(500)
    assert page.evaluate("window.heard") == []
    page.keyboard.press("Shift")
    expect(purses.first).to_have_css("opacity", "1")
    assert told.evaluate_all(OPACITY) == ["1"] * told.count()
    page.clock.run_for(300)
    assert "caught" in page.evaluate("window.heard")[0]


@pytest.mark.parametrize("place", [ANN, BO, BANK, MIDDLE, WATCHER])
def test_nothing_tells_what_is_in_an_opened_bag_before_its_last_card_is_turned(
    server: Server, open_phones: OpenPhone, place: int | str
) -> None:
    """Words say how many are turned, to screen readers too: a card is its back until then. What the cards
    come to, and the button that books it, wait for the last of them.
    """
    there = table(server.app, 3).says(Declare(BO, Declaration("apples", 3)), Declare(CLEO, APPLE))
    opens = Decide(BO, Decision.OPENS, words_of(there.game, there.talk, BO))
    there.says(opens, TurnOver(BO, Goods({"apples": 2, "silk": 1})))
    there.token(ANN)
    phone = open_phones(reduced_motion="no-preference")
    phone.page.add_init_script(STOPPED)
    page = phone.at(there, place).page
    page.locator(".turned, .stage-cards").wait_for()
    told = []
    for now in (0, 700, 1_400, 1_900):
        page.evaluate(AT, now)
        seen, tree = page.evaluate(SEEN, "main"), page.locator("main").aria_snapshot()
        counts = [number for number in (1, 2, 3) if f"{number} of 3 turned over" in seen]
        assert counts == [number for number in (1, 2, 3) if f"{number} of 3 turned over" in tree]
        words = (seen + tree).casefold()
        told.append((counts, *(one in words for one in ("silk", "2 apples and 1 silk.", "lies there"))))
    no, board, confirms = (False,) * 3, place != MIDDLE, place in {ANN, BANK}
    assert told == [([1], *no), ([2], *no), ([3], True, *no[1:]), ([], True, board, confirms)]


def test_what_else_the_sheriff_can_say_unfolds_to_buttons_as_high_as_any(
    server: Server, open_phones: OpenPhone
) -> None:
    """However many bags wait, none grows with the row that it stands in."""
    held = table(server.app, players=5).says(*(Declare(seat, APPLE) for seat in (1, 2, 3, 4)))
    held.token(BO)
    ann = open_phones(viewport=ViewportSize(width=390, height=664)).at(held, ANN)
    ann.thumb.tap("#more > summary")
    heights = ann.page.locator("#more .button").evaluate_all(HEIGHTS)
    assert len(heights) > 4
    assert max(heights) <= 64


def test_a_price_that_is_typed_is_said_by_enter_and_makes_way_for_the_three_buttons(
    ann: Phone, bo: Phone
) -> None:
    """What is refused stays to be put right, whatever others do; nothing that was said is left for the next
    one.
    """
    sharing.pack(bo, "apples", 3)
    field, first = ann.page.locator(".price [name='price']"), ann.page.locator(".decide .next").first
    ann.thumb.tap(".price summary")
    field.fill("60")
    field.press("Enter")
    expect(ann.page.locator("#price-refused")).to_contain_text("50")
    bo.thumb.tap(".bid button >> nth=0")
    expect(ann.page.locator(".price [name=gold]").first).to_have_text("2 gold from Bo")
    expect(field).to_have_value("60")
    field.fill("8")
    field.press("Enter")
    expect(first).to_be_visible()
    expect(ann.page.locator(".price summary")).to_contain_text("8 gold asked for")
    expect(bo.page.locator(".priced")).to_contain_text("Ann wants 8 gold")
    ann.thumb.tap(".price summary")
    expect(field).to_have_value("")


@pytest.mark.parametrize("seat", [BO, CLEO])
def test_with_the_clock_and_a_threat_what_raises_a_bid_is_not_under_the_dock(
    seat: int, server: Server, open_phones: OpenPhone
) -> None:
    held = runs(called(server.app, ACCENTS, options=CLOCK))
    held.says(*(Declare(merchant, APPLE) for merchant in (1, 2, 3, 4)), Threaten(BO))
    page = open_phones(viewport=ViewportSize(width=390, height=664)).at(held, seat).page
    bottom, top = page.locator(".bid").last.bounding_box(), page.locator(".dock").bounding_box()
    assert bottom
    assert top
    assert bottom["y"] + bottom["height"] <= top["y"]


def test_a_new_offer_is_in_sight_where_the_list_was_scrolled_to_older_ones(
    server: Server, open_phones: OpenPhone
) -> None:
    """Else the only button in sight accepts what a rival offered before."""
    there = table(server.app, 4).says(*(Declare(seat, APPLE) for seat in (BO, CLEO, DOV)))
    others = [Deal(giver, ANN, 4, decision=decision) for giver in (CLEO, DOV) for decision in Decision]
    there.says(*(Propose(BO, deal) for deal in others))
    page = open_phones(viewport=ViewportSize(width=360, height=520)).at(there, ANN).page
    assert page.locator(".asks").evaluate(TO_THE_END) > 0
    there.says(Propose(BO, Deal(BO, ANN, 6)))
    newest = page.locator(".offer-asks", has_text="Bo 6")
    expect(newest.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)


def test_offers_are_read_and_tabbed_through_in_the_order_in_which_they_are_seen(
    server: Server, open_phones: OpenPhone
) -> None:
    """All that binds is in sight where it is accepted, of a long promise too."""
    promise = Deal(CLEO, ANN, 5, promise="a favour " * 15, decision=Decision.OPENS)
    there = table(server.app, 4).says(*(Declare(seat, APPLE) for seat in (BO, CLEO, DOV)))
    there.says(Propose(BO, Deal(BO, ANN, 4)), Propose(BO, promise))
    page = open_phones(viewport=ViewportSize(width=390, height=664)).at(there, ANN).page
    givers = page.locator(".offer-asks p:first-child")
    assert [said.split()[0] for said in givers.all_inner_texts()] == ["Cleo", "Bo"]
    tops = givers.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    expect(givers.first).to_be_in_viewport(ratio=1)
    newest = page.locator(".offer-asks").first
    for size in (ViewportSize(width=390, height=664), ViewportSize(width=320, height=568)):
        page.set_viewport_size(size)
        expect(newest.locator("p", has_text="a favour")).to_be_in_viewport(ratio=1)
        expect(newest.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
