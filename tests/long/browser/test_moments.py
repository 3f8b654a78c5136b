"""What an entry looks like as it happens: for a moment, over the page, in nobody's way."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import COVERED
from tests.browser.looking import moments_loaded
from tests.browser.phone import A_LOOK, Phone, touch_at
from tests.browser.test_end import MIDDLE, ends

LONGEST = 300  # milliseconds
LONGEST_LOT = 1_000  # in steps as short as all others
JUDGED = 2_500
"""How long a bag that was opened is seen in all, step by step; the verdict stays the longest."""
LIGHT = {"transform", "scale", "rotate", "translate", "opacity"}
TIMING = {"offset", "computedOffset", "easing", "composite"}
THREE = ("Ann", "Bo", "Cleo")
SHORT = {**MIDDLE, "purse-0": "4", "stand-0-apples": "6"}
"""The Sheriff cannot pay a fine of 10 without goods."""
RECORD = """(() => {
    window.told = (animation, what) => {
        const { endTime, duration } = animation.effect.getComputedTiming();
        const properties = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        return { what, endTime, duration, properties };
    };
    // What is only held back moves nothing.
    window.moves = ({ effect }) => {
        const [first, ...frames] = effect.getKeyframes();
        return frames.some((frame) => ["opacity", "transform", "scale", "rotate", "translate"]
            .some((property) => frame[property] !== first[property]));
    };
    window.played = [];
    window.sounds = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        if (moves(animation)) window.played.push(told(animation, this.nodeName));
        return animation;
    };
    window.AudioContext = class { constructor() { window.sounds += 1; throw new Error("counted"); } };
})()"""
# Everything stays at its first frame, where it is the largest and farthest from its place.
LINGER = """(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        animation.pause();
        return animation;
    };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { animation-play-state: paused !important; }");
    document.adoptedStyleSheets = [sheet];
})()"""
# What style sheets move, and how; what only waits, or goes as one scrolls, moves nothing.
STYLED = """() => document.getAnimations()
    .filter((one) => one instanceof CSSAnimation && one.timeline === document.timeline)
    .filter((one) => one.effect.getComputedTiming().activeDuration)
    .map((one) => told(one, one.effect.target.className))"""
Moment = dict[str, Any]


def played(page: Page) -> list[Moment]:
    """What was played since the last time, each with its end in milliseconds and what it changes."""
    found: list[Moment] = page.evaluate("window.played.splice(0)")
    return found


def styled(page: Page) -> list[Moment]:
    """The same for what style sheets play, while it lingers."""
    found: list[Moment] = page.evaluate(STYLED)
    return found


def opened(phone: Phone, *scripts: str, names: tuple[str, ...] = tasks.PLAYERS, **options: str) -> Page:
    """A new table whose moments are loaded."""
    for script in (RECORD, *scripts):
        phone.page.context.add_init_script(script)
    tasks.open_table(phone, names, 0, **options)
    moments_loaded(phone.page)
    return phone.page


def pays_a_debt(phone: Phone) -> None:
    """The Sheriff opens an honest bag without the gold for it."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "cheese", 5)
    phone.thumb.tap("#sum .verdict-opens")
    phone.page.locator("#debt").wait_for()
    tasks.book(phone.thumb)


def last_round(phone: Phone, *scripts: str) -> Page:
    """Bo turns over his cards."""
    page = opened(phone, *scripts, names=THREE, **{**MIDDLE, "stand-1-face_down": "3"})
    board = page.url.split("?")[0]
    ends(phone, board)
    page.goto(f"{board}/reveal/1")
    page.locator("#reveal").wait_for()
    return page


def is_short(name: str, animations: list[Moment], whole: int = LONGEST) -> None:
    """Each step ends soon, the whole of it too, and no browser has to lay a page out for it."""
    assert animations, name
    for one in animations:
        assert one["duration"] <= LONGEST, f"{name}: {one}"
        assert one["endTime"] <= whole, f"{name}: {one}"
        assert {*one["properties"]} - TIMING <= LIGHT, f"{name}: {one}"


def is_seen(page: Page, name: str, whole: int = LONGEST) -> list[Moment]:
    """What was just played is short, and while it lasts every control is in reach."""
    moments = played(page)
    is_short(name, moments, whole)
    assert not page.evaluate(COVERED), name
    return moments


def test_each_has_its_moment_of_at_most_300_ms_and_moves_nothing(phone: Phone) -> None:
    page = opened(phone, LINGER, names=THREE, first_sheriff="draw")
    is_seen(page, "the lots", LONGEST_LOT)
    tasks.bribed(12)(phone.thumb)
    is_seen(page, "a bribe")
    tasks.take_back(phone.thumb)
    is_seen(page, "a take back")
    for _ in THREE[1:]:
        tasks.honest("opens")(phone.thumb)
    is_seen(page, "a fine", JUDGED)
    tasks.pass_badge(phone.thumb)
    is_seen(page, "the badge")


def test_a_debt_has_its_moment(phone: Phone) -> None:
    """Coins go, and the goods that go with them turn."""
    page = opened(phone, LINGER, names=THREE, **SHORT)
    pays_a_debt(phone)
    assert {"svg", "LI"} <= {one["what"] for one in is_seen(page, "a debt", JUDGED)}


def test_each_card_turns_as_it_is_told(phone: Phone) -> None:
    """Those that were told before lie still; one that is put back turns nothing."""
    page = last_round(phone)
    moments_loaded(page)
    played(page)
    for word in ("mead", "silk", "mead"):
        tasks.put(phone.thumb, {word: 1})
        moments = played(page)
        is_short(word, moments)
        assert [one["what"] for one in moments] == ["BUTTON"], word
    phone.thumb.tap("[data-slot='in-silk']")
    assert not played(page)


def test_what_was_turned_over_and_the_winner_have_their_moments(phone: Phone) -> None:
    """And while these last every control is in reach."""
    page = last_round(phone, LINGER)
    tasks.put(phone.thumb, {"mead": 2, "silk": 1})
    phone.thumb.tap("#reveal button.next")
    tasks.at_board(phone.thumb)
    cards = styled(page)
    is_short("what Bo had", cards)
    assert [one["what"] for one in cards] == ["slot"] * 3
    assert not page.evaluate(COVERED)
    phone.thumb.tap("form[action$='/closing'] button.next")
    page.locator(".winner").wait_for()
    moments = styled(page)
    is_short("the winner", moments)
    assert [one["what"] for one in moments] == ["winner-seal"]
    assert not page.evaluate(COVERED)


def test_each_card_of_an_opened_bag_turns_in_300_ms(phone: Phone, open_phones: OpenPhone) -> None:
    """One after the other; what they come to waits for the last of them, and nothing that moves."""
    page, bo = opened(phone, LINGER, names=THREE), open_phones()
    board = page.url.split("?")[0]
    sharing.join(bo, sharing.open_door(phone, board), 1)
    page.goto(board)
    sharing.pack_cards(bo, {"apples": 1, "silk": 2})
    phone.thumb.tap(".decide button[value='opened']")
    sharing.show_cards(bo)
    page.locator(".turned").wait_for()
    cards = [one for one in styled(page) if "transform" in one["properties"]]
    assert [one["duration"] for one in cards] == [LONGEST] * 3
    is_short("a card", [{**one, "endTime": one["duration"]} for one in cards])
    assert not page.evaluate(COVERED)


@pytest.mark.parametrize("sheriff", ["0", "draw"])
def test_t2_lots_are_seen_only_where_lots_were_drawn(phone: Phone, sheriff: str) -> None:
    """Once, whatever is said or reloaded afterwards."""
    page = opened(phone, first_sheriff=sheriff)
    assert bool(played(page)) == (sheriff == "draw")
    page.reload()
    moments_loaded(page)
    assert not played(page)


def test_the_numbers_are_right_while_they_run_and_nothing_is_left_over(phone: Phone) -> None:
    page = opened(phone)
    tasks.bribed(12)(phone.thumb)
    expect(page.locator(".purse b")).to_have_text(["62", "38", "50", "50", "50"])
    page.wait_for_function("() => document.getElementById('moments').shadowRoot.childElementCount === 0")


def test_the_next_tap_reaches_what_it_was_meant_for(phone: Phone) -> None:
    """The coin that lies over a purse, however long it flies, is in no finger's way."""
    page = opened(phone, LINGER)
    tasks.bribed(12)(phone.thumb)
    phone.thumb.passes(A_LOOK)
    assert page.evaluate("document.getElementById('moments').shadowRoot.childElementCount")
    purse = page.locator(".purse b").first.bounding_box()
    assert purse
    touch_at(page, purse["x"] + 2, purse["y"] + 2)
    page.locator("#pay").wait_for()


def test_nothing_moves_for_who_wants_none(open_phones: OpenPhone) -> None:
    phone = open_phones(reduced_motion="reduce")
    page = opened(phone, names=THREE, first_sheriff="draw")
    tasks.bribed(12)(phone.thumb)
    tasks.honest("opens")(phone.thumb)
    tasks.pass_badge(phone.thumb)
    tasks.open_table(phone, THREE, 0, **SHORT)
    pays_a_debt(phone)
    assert played(page) == []


def test_no_card_and_no_seal_moves_for_who_wants_none(open_phones: OpenPhone) -> None:
    """What style sheets play is over before a frame is drawn."""
    phone = open_phones(reduced_motion="reduce")
    page = last_round(phone, LINGER)
    moments_loaded(page)
    tasks.put(phone.thumb, {"mead": 2, "silk": 1})
    assert played(page) == []
    phone.thumb.tap("#reveal button.next")
    tasks.at_board(phone.thumb)
    cards = styled(page)
    phone.thumb.tap("form[action$='/closing'] button.next")
    page.locator(".winner").wait_for()
    assert {one["endTime"] for one in (*cards, *styled(page))} == {1}


@pytest.mark.parametrize("wanted", [False, True])
def test_it_is_heard_where_the_phone_wants_sounds(phone: Phone, *, wanted: bool) -> None:
    phone.page.goto("/settings")
    if wanted:
        phone.page.locator("[name='sound']").check()
    with phone.page.expect_response("**/settings*"):
        phone.page.locator("#preferences button").last.tap()
    phone.thumb.rest()
    page = opened(phone)
    before = page.evaluate("window.sounds")
    tasks.bribed(12)(phone.thumb)
    assert (page.evaluate("window.sounds") > before) is wanted
    before = page.evaluate("window.sounds")
    page.evaluate("document.dispatchEvent(new Event('ring'))")
    assert (page.evaluate("window.sounds") > before) is wanted
