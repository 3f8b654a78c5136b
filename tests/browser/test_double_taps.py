"""Two quick taps on the same place: what lies there after the first is not meant by the second."""

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route

from tests.browser import visiting
from tests.browser.phone import Phone, open_phone, touch_at
from tests.browser.screens import SCREENS, Make, Screen
from tests.browser.serving import listening
from tests.web.stored import clerk_of

# One control of a kind and page is tapped, unless all are asked for: that takes ten minutes.
EVERY_CONTROL = bool(os.environ.get("EVERY_CONTROL"))
LANES = 8  # phones whose taps wait for one another's
TAPS = (0, 60, 150, 300, 600)  # ms
ANSWERED = 150  # ms after the last tap

CONTROLS = "a[href], button:not(:disabled), summary, label, select, input:not([type=hidden])"
UNFOLD = """() => document.querySelectorAll("details").forEach((fold) => {
    fold.name = "";  // those of one name are open one at a time
    fold.open = true;
})"""
# Every control that a finger finds, and its kind: for whom and for which number it is does not matter.
LISTED = """([selector, folds]) => {
    const kind = (control) => [
        (control.control ?? control).name?.replace(/-[a-z_]+$/, ""), control.className,
        control.parentElement.className, control.pathname ?? control.form?.action,
        control.matches("[type=button]") ? Object.keys(control.dataset) : "",
    ].join().replace(/\\/g\\/[^/]+|\\d+/g, "");
    return [...document.querySelectorAll(selector)]
        .map((control, index) => [control, index])
        .filter(([control]) => control.checkVisibility() && control.getBoundingClientRect().width > 2)
        .filter(([control]) => (control.origin ?? location.origin) === location.origin)
        .filter(([control]) => !folds || control.closest("details"))
        .map(([control, index]) => [index, kind(control)]);
}"""
# Where to tap a control, once it is in view.
AIMED = """([selector, index]) => {
    const control = document.querySelectorAll(selector)[index];
    for (const block of ["nearest", "center", "start"]) {
        control.scrollIntoView({block});
        const {x, y, width, height} = control.getBoundingClientRect();
        for (const part of [.5, .2, .8]) {
            const at = [x + width * part, y + height / 2];
            if (control.contains(document.elementFromPoint(...at))) return at;
        }
    }
    return null;
}"""
# What a tap reached, and every screen that came: told beyond the end of a page. A tap that a busy machine
# delivers too late would be one of its own: it never reaches the page.
WATCH = """(() => {
    const read = (name) => JSON.parse(sessionStorage.getItem(name) ?? "[]");
    const tell = (name, what) => sessionStorage.setItem(name, JSON.stringify([...read(name), what]));
    const hidden = (form) => [...form.querySelectorAll(":scope > [type=hidden]")]
        // Every tap raises a bid, from whatever it has come to.
        .filter(({name}) => !["csrf_token", "action_id", "from"].includes(name))
        .map(({name, value}) => name + value);
    const identity = (control) => [
        control.href, control.id, control.name, control.ariaLabel, control.getAttribute("formaction"),
        ...(control.type === "submit" && control.form ? [control.form.action, ...hidden(control.form)] : []),
        control.type === "text" ? "" : control.value,
        ...["digit", "number", "put", "slot", "card", "go"].map((name) => control.dataset[name]),
        control.name || control.href ? "" : control.textContent,
    ].join();
    let isLate = false;
    addEventListener("pointerdown", ({timeStamp}) => {
        const [first] = read("times");
        isLate = performance.timeOrigin + timeStamp - first > 650; // ms
        tell("times", performance.timeOrigin + timeStamp);
    }, true);
    ["pointerdown", "mousedown", "click"].forEach((kind) => addEventListener(kind, (event) => {
        if (!isLate) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, true));
    document.addEventListener("click", ({target, detail}) => {
        const control = target.closest("a, button, summary, label, select, input");
        if (control && detail) tell("tapped", identity(control.control ?? control));
    }, true);
    const screen = () => tell("screens", [
        location.pathname, new URLSearchParams(location.search).get("contents"),
        document.querySelector("h1").textContent,
    ].join());
    addEventListener("DOMContentLoaded", () => {
        screen();
        document.addEventListener("htmx:after:swap", ({detail}) => {
            if (detail.ctx?.target === document.body) screen();
        });
    });
})();"""
TOLD = "() => ['tapped', 'screens'].map((name) => JSON.parse(sessionStorage.getItem(name) ?? '[]'))"
BUNDLE = Path(__file__).parents[2] / "static" / "built" / "site.js"
# Two buttons, of which the second comes where the first one was tapped; where that is.
TWO_BUTTONS = """() => {
    const [first, second] = ["first", "second"].map((name) => {
        const button = Object.assign(document.createElement("button"), { id: name, type: "button" });
        button.textContent = name;
        button.className = "moment";
        button.style.pointerEvents = "auto";
        return button;
    });
    first.addEventListener("click", () => first.replaceWith(second));
    document.body.append(first);
    const { x, y, width, height } = first.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
MOMENT = "<700"  # as bundled, how long taps are held back
BEGUN = "() => ['tapped', 'times'].forEach((name) => sessionStorage.removeItem(name))"


@dataclass
class Lane:
    """One phone; each of its screens is at a table of its own."""

    phone: Phone
    app: Flask
    screen: Screen | None = None
    at: tuple[float, float] | None = None
    entries: int = 0

    @property
    def page(self) -> Page:
        """What is on it."""
        return self.phone.page

    def go(self, make: Make) -> None:
        """To a new table's screen; it arrives later."""
        self.screen = visiting.go(self.page, self.app, make)

    def arrive(self) -> None:
        """Wait until it is there, with its scripts."""
        assert self.screen is not None
        visiting.arrive(self.page, self.screen)

    def aim(self, control: int, *, folds: bool) -> None:
        """Bring a control into view."""
        if folds:
            self.page.evaluate(UNFOLD)
        found = self.page.evaluate(AIMED, [CONTROLS, control])
        self.at = tuple(found) if found else None
        self.page.evaluate(BEGUN)
        self.entries = self.journal()

    def journal(self) -> int:
        """How many entries the table has."""
        assert self.screen is not None
        path = self.screen.path
        if not path.startswith("/g/") or "NOSUCH" in path:
            return 0
        return clerk_of(self.app).current(path.split("/")[2].split("?")[0]).seq

    def tap(self) -> None:
        """Once, where it aims."""
        if self.at:
            touch_at(self.page, *self.at)

    def faults(self) -> Iterator[str]:
        """What more than one tap did."""
        tapped, screens = self.page.evaluate(TOLD)
        # What a form holds goes into its address a moment later, which changes that of a place on the page.
        reached = {re.sub(r"\?[^#]*#", "#", control) for control in tapped}
        if len(reached) > 1:
            yield f"reached {sorted(reached)}"
        if len(set(screens)) > 2:
            yield f"went on over {screens}"
        if self.journal() - self.entries > 1:
            yield f"booked {self.journal() - self.entries} entries"


@pytest.fixture(scope="module")
def lanes(browsers: Callable[[], Browser], app: Flask) -> Iterator[Sequence[Lane]]:
    """Phones side by side."""
    with listening(app, 0, app.extensions["bell"].close) as url:
        phones = [
            open_phone(browsers(), url, language="en-GB", script=True, viewport={"width": 390, "height": 664})
            for _ in range(LANES)
        ]
        for phone in phones:
            phone.page.add_init_script(WATCH)
        yield [Lane(phone, app) for phone in phones]
        for phone in phones:
            phone.page.context.close()


@pytest.fixture(scope="module")
def tried() -> set[tuple[str, str]]:
    """The pages and kinds of controls that were tapped."""
    return set()


def untried(lane: Lane, tried: set[tuple[str, str]], *, folds: bool) -> Iterator[int]:
    """The controls of a screen that are still to be tapped."""
    page = re.sub(r"/g/[^/]+|/\d+", "", urlsplit(lane.page.url).path)
    if folds:
        lane.page.evaluate(UNFOLD)
    for control, kind in lane.page.evaluate(LISTED, [CONTROLS, folds]):
        if EVERY_CONTROL or (page, kind) not in tried:
            yield control
        tried.add((page, kind))


def tapped_again_and_again(
    lanes: Sequence[Lane], make: Make, controls: Sequence[int], *, folds: bool
) -> list[str]:
    """Tap a control each, at once and then again and again; what was wrong with that."""
    used = list(zip(lanes, controls, strict=False))
    for lane, _ in used:
        lane.go(make)
    for lane, control in used:
        lane.arrive()
        lane.aim(control, folds=folds)
    started = time.monotonic()
    for moment in TAPS:
        time.sleep(max(0, started + moment / 1000 - time.monotonic()))
        for lane, _ in used:
            lane.tap()
    used[0][0].page.wait_for_timeout(ANSWERED)
    return [f"control {control}, folds {folds}: {fault}" for lane, control in used for fault in lane.faults()]


@pytest.mark.lasts(180)  # all others of the group wait for one that hangs
@pytest.mark.xdist_group("double taps")  # what one screen tried, the next one need not
@pytest.mark.parametrize("name", SCREENS)
def test_a_quick_second_tap_means_what_lay_there_at_the_first(
    lanes: Sequence[Lane], tried: set[tuple[str, str]], name: str
) -> None:
    make, faults = SCREENS[name], []
    for folds in (False, True):
        lanes[0].go(make)
        lanes[0].arrive()
        controls = list(untried(lanes[0], tried, folds=folds))
        for first in range(0, len(controls), LANES):
            faults += tapped_again_and_again(lanes, make, controls[first : first + LANES], folds=folds)
    assert not faults, "\n".join(faults)


@pytest.mark.xdist_group("double taps")
@pytest.mark.parametrize("held_back", ["<700", "<0"])
def test_what_is_not_meant_is_found(lanes: Sequence[Lane], held_back: str) -> None:
    """A button that comes where another one was is not reached; where no tap is held back, it is."""
    lane, bundle = lanes[0], re.compile(r"/site\.js")
    script = BUNDLE.read_text("utf-8").replace(MOMENT, held_back)

    def changed(route: Route) -> None:
        route.fulfill(body=script, content_type="text/javascript")

    lane.page.route(bundle, changed)
    try:
        lane.go(SCREENS["board"])
        lane.arrive()
        lane.at = tuple(lane.page.evaluate(TWO_BUTTONS))
        lane.page.evaluate(BEGUN)
        for moment in TAPS[:2]:
            lane.page.wait_for_timeout(moment)
            lane.tap()
        lane.page.wait_for_timeout(ANSWERED)
        assert bool([*lane.faults()]) == (held_back != MOMENT)
    finally:
        lane.page.unroute(bundle)
