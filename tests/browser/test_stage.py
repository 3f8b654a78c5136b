"""The stage: what the table view shows on a tablet or a television, scene by scene, late in an evening."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.machine.clocks import wall_now
from companion.web.race import STEP
from tests.browser import heaviest, staging
from tests.browser.checker import Checker
from tests.browser.checks import REST, as_sent, axe
from tests.browser.geometry import CLIPPED
from tests.browser.phone import Phone
from tests.browser.serving import listening
from tests.rules.given import deal, passing
from tests.web.stored import service_of

SIZES = (
    ViewportSize(width=1024, height=768),
    ViewportSize(width=1280, height=720),
    ViewportSize(width=1920, height=1080),
)
DOTTED = "</bdi> is cut"
STEPS = 8
"""From nothing to the winner, who is seen in the last."""
# What scrolls, lies outside of its box or of the window, or on something else.
CROWDED = """() => {
    const root = document.scrollingElement, box = (one) => one.getBoundingClientRect();
    const named = (one) => `${one.className} ${one.textContent.trim().slice(0, 40)}`;
    const faults = [];
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) faults.push("the page scrolls");
    const range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector("#board"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        if (!text.data.trim() || around.closest("i, .unseen, .stage-verdict")) continue;
        const within = box(around.closest(
            ".stage-card, .stage-seat, .stage-clock, .stage-offers li, .race-runner, .race-titles li,"
            + " .winner, .stage-middle, .stage-laws, .booty, .stage-foot"));
        // What a box cuts off itself is not seen.
        const seen = getComputedStyle(around).overflow === "hidden" ? box(around).bottom : Infinity;
        range.selectNodeContents(text);
        const isDotted = getComputedStyle(around).textOverflow === "ellipsis";
        for (const {left, right, top, bottom, height} of (isDotted ? around : range).getClientRects())
            // A line's box has room above and below its letters.
            if (top + height / 2 < seen && (left < within.left - 1 || right > within.right + 1
                || top + height * .17 < within.top || bottom - height * .17 > within.bottom)) {
                faults.push(`out of its box: ${named(around)}`);
                break;
            }
    }
    const apart = (several) => several.forEach((one, index) => several.slice(index + 1).forEach((other) => {
        const [a, b] = [box(one), box(other)];
        if (a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1)
            faults.push(`${named(one)} lies on ${named(other)}`);
    }));
    const groups = [".stage-what > *", ".stage-who > *", ".stage-payments li > *, .stage-payments b svg",
        ".stage-card", ".stage-scene, .stage-clock", ".stage-foot > *, .stage-laws li",
        ".race-side > *, .race-runner"];
    groups.forEach((group) => apart([...document.querySelectorAll(group)]
        .filter((one) => !one.matches("b"))));
    document.querySelectorAll(".stage-seat").forEach((seat) => apart(
        [...seat.querySelectorAll(".stage-bag > :not(i), .purse, .stage-name, .stock")]));
    document.querySelectorAll(".race-runner").forEach((row) => apart([...row.children]));
    return faults;
}"""

# A clock that is too small to be read from three metres, room that is left at the window's edges, and bars of
# the race that are not measured alike.
SMALL = """() => {
    const faults = [], clock = document.querySelector(".stage-clock [role=timer]");
    const size = clock && Number.parseFloat(getComputedStyle(clock).fontSize) / innerWidth;
    const bars = [...document.querySelectorAll(".race-bar")].map((bar) => bar.getBoundingClientRect().width);
    if (Math.max(0, ...bars) - Math.min(...bars) > 1) faults.push(`bars of ${bars.join(", ")}`);
    if (clock && size < .075) faults.push(`the clock is ${size.toFixed(3)} of the width`);
    const { left, right, bottom } = document.querySelector("#board").getBoundingClientRect();
    if (right - left < innerWidth * .95 || bottom < innerHeight * .95)
        faults.push(`the stage uses ${left}-${right} of ${innerWidth}, down to ${bottom} of ${innerHeight}`);
    return faults;
}"""


@pytest.fixture
def evening(app: Flask) -> staging.Evening:
    """Nothing happened yet."""
    return staging.evening(app)


@pytest.fixture(scope="module")
def url(app: Flask) -> Iterator[str]:
    """The app behind a server."""
    with listening(app, 0, app.extensions["notifier"].close) as address:
        yield address


def faults(page: Page) -> Iterator[str]:
    """What is wrong in each window."""
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(REST)
        for fault in (*page.evaluate(CROWDED), *page.evaluate(CLIPPED), *page.evaluate(SMALL)):
            yield f"{size['width']}x{size['height']}: {fault}"


def faults_of(
    scenes: tuple[Callable[[staging.Evening], None], ...],
    stage: Phone,
    evening: staging.Evening,
    html_checker: Checker,
) -> Iterator[str]:
    """What is wrong in each window as one scene comes after the other."""
    for scene in scenes:
        scene(evening)
        staging.catch_up(stage, evening)
        others = (*axe(stage.page), *html_checker.complaints(as_sent(stage.page)))
        yield from (f"{scene.__name__}, {fault}" for fault in (*faults(stage.page), *others))


def test_nothing_scrolls_or_is_clipped_all_evening(
    browser: Browser, url: str, evening: staging.Evening, html_checker: Checker
) -> None:
    """Each scene comes to the stage by itself."""
    with staging.stage_of(browser, url, evening, "en", reduced_motion="reduce") as stage:
        found = list(faults_of(staging.SCENES, stage, evening, html_checker))
    assert not found, "\n".join(found)


def test_a_name_of_the_widest_letters_stays_in_its_places(browser: Browser, url: str, app: Flask) -> None:
    """As long as a name may be; dots may end it."""
    names = list(heaviest.NAMES)
    names[staging.SECOND] = "W" * 24
    evening = staging.evening(app, names=(*names,))
    staging.sleep(evening)
    with staging.stage_of(browser, url, evening, "en", reduced_motion="reduce") as stage:
        found = []
        for scene in staging.SCENES:
            scene(evening)
            staging.catch_up(stage, evening)
            found += [f"{scene.__name__}, {fault}" for fault in faults(stage.page) if DOTTED not in fault]
    assert not found, "\n".join(found)


def test_what_decides_a_tie_of_six_is_whole_beside_all_kings_and_queens(
    browser: Browser, url: str, app: Flask
) -> None:
    with staging.stage_of(browser, url, staging.tie_of_six(app), "fr", reduced_motion="reduce") as stage:
        expect(stage.page.locator(".winner-why")).to_be_visible()
        found = list(faults(stage.page))
    assert not found, "\n".join(found)


def stands_still(stage: Phone) -> None:
    """Its clock stands still, once it hears what happens: with the clock it would never begin to."""
    with stage.page.expect_request("**/stream?*"):
        stage.page.reload()
    stage.thumb.rest()
    stage.page.clock.install(time=0)
    stage.page.clock.pause_at(1)


def test_the_count_is_a_race_step_by_step(browser: Browser, url: str, evening: staging.Evening) -> None:
    """Purses, stands, a King and a Queen after the other; only then the winner and the sums."""
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few):
        scene(evening)
    with staging.stage_of(browser, url, evening, "en") as stage:
        page = stage.page
        stands_still(stage)
        staging.ends(evening)
        crowns, winner = page.locator(".race-titles > li:not(.yet)"), page.locator(".winner:not(.yet)")
        expect(page.locator(".race")).to_be_attached()
        expect(crowns).to_have_count(0)
        for crowned in (0, 0, 1, 2, 3, 4):
            page.clock.run_for(STEP)
            expect(crowns).to_have_count(crowned)
            expect(winner).to_have_count(0)
        page.clock.run_for(STEP)
        expect(winner).to_have_count(1)
        total = page.locator(".race-first .race-total").inner_text()
        expect(page.locator(".winner-total")).to_have_text(total)


def test_the_honours_follow_one_by_one_in_place_of_the_crowns(
    browser: Browser, url: str, evening: staging.Evening
) -> None:
    evening.plays(passing(1, "apples", 1, deal(1, 0, 7)))
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few):
        scene(evening)
    with staging.stage_of(browser, url, evening, "en") as stage:
        page = stage.page
        stands_still(stage)
        staging.ends(evening)
        honours = page.locator(".race-honours > li:not(.yet)")
        expect(page.locator(".race")).to_be_attached()
        page.clock.run_for((STEPS - 1) * STEP)
        expect(page.locator(".winner:not(.yet)")).to_have_count(1)
        expect(page.locator(".race-titles")).to_be_visible()
        for told in (1, 2):
            page.clock.run_for(STEP)
            expect(honours).to_have_count(told)
            expect(page.locator(".race-titles")).to_be_hidden()


def test_a_phone_shows_the_result_by_itself_once_the_race_is_over(
    browser: Browser, url: str, app: Flask, evening: staging.Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here it looks for it in the last second."""
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few):
        scene(evening)
    with (
        staging.stage_of(browser, url, evening, "en", reduced_motion="reduce"),
        staging.stage_of(browser, url, evening, "en", as_table=False) as phone,
    ):
        phone.thumb.rest()
        staging.ends(evening)
        expect(phone.page.locator(".watch")).to_be_visible()
        monkeypatch.setattr(service_of(app), "_now", lambda: wall_now() + STEPS * STEP - 1_000)
        phone.page.reload()
        expect(phone.page.locator(".winner")).to_be_visible()
