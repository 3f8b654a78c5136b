"""Two quick taps on the same place: what lies there after the first is not meant by the second."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route

from companion.journal import UnknownGame
from tests.browser import visiting
from tests.browser.phone import A_LOOK, Phone, open_phone, touch_at
from tests.browser.screens import SCREENS, Make, Screen
from tests.browser.serving import listening
from tests.web.stored import service_of

# One control of a kind and page is tapped, unless all are asked for: that takes ten minutes.
EVERY_CONTROL = bool(os.environ.get("EVERY_CONTROL"))
PAUSES = (60, 90, 150)  # ms between taps, of a finger that bounces

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
# What a tap reached, and every screen that came: told beyond the end of a page.
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
        // The words of one that is held become how, those of one that copies that it did.
        control.name || control.href ? ""
            : control.dataset.hold ?? control.dataset.hand ?? control.textContent,
    ].join();
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
TOLD = """() => {
    try {
        return ['tapped', 'screens'].map((name) => JSON.parse(sessionStorage.getItem(name) ?? '[]'));
    } catch {
        return [[], []];
    }
}"""
REPRESENTATIVE = ("board", "bag opened")
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
MOMENT = "700:350"  # as bundled, how long taps are held back
# A picture that a control led to stores nothing.
BEGUN = """() => {
    try {
        ['tapped', 'screens'].forEach((name) => sessionStorage.removeItem(name));
    } catch {}
}"""


@dataclass
class Taps:
    """One phone that taps the controls of screens; each screen is at a table of its own."""

    phone: Phone
    app: Flask
    screen: Screen | None = None
    tried: set[tuple[str, str]] = field(default_factory=set)
    """The pages and kinds of controls that were tapped."""

    @property
    def page(self) -> Page:
        """What is on the phone."""
        return self.phone.page

    def go(self, make: Make, *, folds: bool = False) -> None:
        """To a new table's screen."""
        self.screen = visiting.go(self.page, self.app, make)
        visiting.arrive(self.page, self.screen)
        if folds:
            self.page.evaluate(UNFOLD)

    def untried(self, *, folds: bool) -> Iterator[int]:
        """The controls of this screen that are still to be tapped."""
        page = re.sub(r"/g/[^/]+|/\d+", "", urlsplit(self.page.url).path)
        for control, kind in self.page.evaluate(LISTED, [CONTROLS, folds]):
            if EVERY_CONTROL or (page, kind) not in self.tried:
                yield control
            self.tried.add((page, kind))

    def journal(self) -> int:
        """How many entries the table has; none if it was deleted."""
        assert self.screen is not None
        path = self.screen.path
        if not path.startswith("/g/") or "NOSUCH" in path:
            return 0
        with suppress(UnknownGame):
            return service_of(self.app).current(path.split("/")[2].split("?")[0]).seq
        return 0

    def faults(self, at: Sequence[float]) -> Iterator[str]:
        """What more than one tap did, of a finger that goes on tapping as each screen has come."""
        thumb, entries = self.phone.thumb, self.journal()
        thumb.rest()
        self.page.evaluate(BEGUN)
        for pause in (A_LOOK, *PAUSES):
            thumb.passes(pause)
            touch_at(self.page, *at)
            thumb.rest()
        tapped, screens = self.page.evaluate(TOLD)
        # What a form holds goes into its address a moment later, which changes that of a place on the page.
        reached = {re.sub(r"\?[^#]*#", "#", control) for control in tapped}
        if len(reached) > 1:
            yield f"reached {sorted(reached)}"
        if len(set(screens)) > 1:
            yield f"went on over {screens}"
        if self.journal() - entries > 1:
            yield f"booked {self.journal() - entries} entries"


@pytest.fixture(scope="module")
def taps(browsers: Callable[[], Browser], app: Flask) -> Iterator[Taps]:
    """A phone for all screens."""
    with listening(app, 0, app.extensions["notifier"].close) as url:
        size = {"width": 390, "height": 664}
        phone = open_phone(browsers(), url, language="en-GB", script=True, viewport=size)
        phone.page.add_init_script(WATCH)
        phone.thumb.stop_time()
        yield Taps(phone, app)
        phone.page.context.close()


def means_what_lay_there(taps: Taps, name: str) -> None:
    """Every control of a screen, and of its folds, does once what it says, however often it is tapped."""
    faults = []
    for folds in (False, True):
        taps.go(SCREENS[name], folds=folds)
        for control in list(taps.untried(folds=folds)):
            taps.go(SCREENS[name], folds=folds)
            if at := taps.page.evaluate(AIMED, [CONTROLS, control]):
                faults += [f"control {control}, folds {folds}: {fault}" for fault in taps.faults(at)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", REPRESENTATIVE)
def test_a_quick_second_tap_means_what_lay_there_at_the_first(taps: Taps, name: str) -> None:
    means_what_lay_there(taps, name)


@pytest.mark.parametrize("held_back", ["700:350", "0:0"])
def test_what_is_not_meant_is_found(taps: Taps, held_back: str) -> None:
    """A button that comes where another one was is not reached; where no tap is held back, it is."""
    bundle, script = re.compile(r"/site\.js"), BUNDLE.read_text("utf-8").replace(MOMENT, held_back)

    def changed(route: Route) -> None:
        route.fulfill(body=script, content_type="text/javascript")

    taps.page.route(bundle, changed)
    try:
        taps.go(SCREENS["board"])
        faults = [*taps.faults(taps.page.evaluate(TWO_BUTTONS))]
    finally:
        taps.page.unroute(bundle)
    assert bool(faults) == (held_back != MOMENT)
