"""What an entry looks like as it happens: for a moment, over the page, in nobody's way."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import TOO_EARLY, Phone

LONGEST = 300  # milliseconds
LIGHT = {"transform", "opacity"}
LOADED = 1_500  # milliseconds until what is played is there
RECORD = """(() => {
    window.played = [];
    window.sounds = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        const { endTime } = animation.effect.getComputedTiming();
        const properties = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        window.played.push({ what: this.nodeName, endTime, properties });
        return animation;
    };
    window.AudioContext = class { constructor() { window.sounds += 1; throw new Error("counted"); } };
})()"""
LINGER = """() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        return animate.call(this, frames, { ...options, duration: 60_000 });
    };
}"""
TIMING = {"offset", "computedOffset", "easing", "composite"}


def played(page: Page) -> list[dict[str, object]]:
    """What was played since the last time, each with its end in milliseconds and what it changes."""
    found: list[dict[str, object]] = page.evaluate("window.played.splice(0)")
    return found


def opened(phone: Phone) -> Page:
    """A new table whose moments are loaded."""
    phone.page.context.add_init_script(RECORD)
    tasks.open_table(phone)
    phone.page.wait_for_timeout(LOADED)
    return phone.page


def test_each_has_its_moment_of_at_most_300_ms_and_moves_nothing(phone: Phone) -> None:
    page = opened(phone)
    moments = {"the lots": played(page)}
    tasks.bribed(12)(phone.thumb)
    moments["a bribe"] = played(page)
    tasks.take_back(phone.thumb)
    moments["a take back"] = played(page)
    for _ in tasks.PLAYERS[1:]:
        tasks.honest("opens")(phone.thumb)
    moments["a fine"] = played(page)
    tasks.pass_badge(phone.thumb)
    moments["the badge"] = played(page)
    for name, animations in moments.items():
        assert animations, name
        for one in animations:
            assert float(str(one["endTime"])) <= LONGEST, f"{name}: {one}"
            assert {*one["properties"]} - TIMING <= LIGHT, f"{name}: {one}"  # type: ignore[misc]


def test_the_numbers_are_right_while_they_run_and_nothing_is_left_over(phone: Phone) -> None:
    page = opened(phone)
    tasks.bribed(12)(phone.thumb)
    expect(page.locator(".purse b")).to_have_text(["62", "38", "50", "50", "50"])
    page.wait_for_timeout(LONGEST * 2)
    assert page.evaluate("document.getElementById('moments').shadowRoot.childElementCount") == 0


def test_the_next_tap_reaches_what_it_was_meant_for(phone: Phone) -> None:
    """The coin that lies over a purse, however long it flies, is in no finger's way."""
    page = opened(phone)
    page.evaluate(LINGER)
    tasks.bribed(12)(phone.thumb)
    page.wait_for_timeout(TOO_EARLY)
    assert page.evaluate("document.getElementById('moments').shadowRoot.childElementCount")
    purse = page.locator(".purse b").first.bounding_box()
    assert purse
    page.touchscreen.tap(purse["x"] + 2, purse["y"] + 2)
    page.locator("#pay").wait_for()


def test_nothing_moves_for_who_wants_none(open_phones: OpenPhone) -> None:
    phone = open_phones(reduced_motion="reduce")
    page = opened(phone)
    tasks.bribed(12)(phone.thumb)
    for _ in tasks.PLAYERS[2:]:
        tasks.honest("opens")(phone.thumb)
    tasks.pass_badge(phone.thumb)
    assert played(page) == []


@pytest.mark.parametrize("wanted", [False, True])
def test_it_is_heard_where_the_phone_wants_sounds(phone: Phone, *, wanted: bool) -> None:
    phone.page.goto("/settings")
    if wanted:
        phone.page.locator("[name='sound']").check()
    with phone.page.expect_response("**/settings*"):
        phone.page.locator("#preferences button").last.tap()
    phone.page.wait_for_load_state("networkidle")
    page = opened(phone)
    before = page.evaluate("window.sounds")
    tasks.bribed(12)(phone.thumb)
    assert (page.evaluate("window.sounds") > before) is wanted
    before = page.evaluate("window.sounds")
    page.evaluate("document.dispatchEvent(new Event('ring'))")
    assert (page.evaluate("window.sounds") > before) is wanted
