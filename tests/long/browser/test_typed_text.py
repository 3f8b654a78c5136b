"""What was typed outlives whatever may come between typing and booking, on every screen."""

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import visiting
from tests.browser.geometry import SIZES
from tests.browser.phone import SAVED, Phone, open_phone
from tests.browser.screens import SCREENS
from tests.browser.serving import listening

UPRIGHT, ON_ITS_SIDE = SIZES[0], ViewportSize(width=664, height=390)
# A price that is typed on a board is said at once, or not at all.
TEXTS = "main :is(input:not([type]), [type=text], textarea):not([data-lost] *)"
# Opens all folds, and names the fields in which letters or digits can be typed now: what the pad asks comes
# first, since it is put away once another field is typed in.
FIELDS = f"""() => {{
    document.querySelectorAll("details").forEach((fold) => {{ fold.open = true; }});
    const isAsked = (field) => Boolean(field.closest("fieldset")?.querySelector("[data-here]"));
    return [...document.querySelectorAll("{TEXTS}")]
        .filter((field) => field.checkVisibility() && !field.disabled && !field.readOnly)
        .sort((one, other) => isAsked(other) - isAsked(one))
        .map((field) => [field.name, field.inputMode]);
}}"""
TYPED = f"""() => Object.fromEntries([...document.querySelectorAll("{TEXTS}")]
    .filter(({{value}}) => value).map(({{name, value}}) => [name, value]))"""
SEEN = """(state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
IS_KEPT = "(address) => `counting-house${new URL(address).pathname}` in sessionStorage"
FILLED = re.compile(r"\?(?:.*\b(group=\w+))?.*")
LETTERS, DIGIT = "Zo\u00e9 & co", "2"


@pytest.fixture(scope="module")
def phone(browsers: Callable[[], Browser], app: Flask) -> Iterator[Phone]:
    """One phone for all screens."""
    with listening(app, 0, app.extensions["notifier"].close) as url:
        phone = open_phone(browsers(), url, language="en-GB", script=True, viewport=UPRIGHT)
        yield phone
        phone.page.context.close()


def turn(page: Page) -> None:
    """The phone is turned, and turned back."""
    for size in (ON_ITS_SIDE, UPRIGHT):
        page.set_viewport_size(size)


def look_up(page: Page) -> None:
    """The cards page, and back."""
    page.goto("/cards")
    page.go_back()


def leave(page: Page) -> None:
    """Back, and forward again."""
    page.go_back()
    page.go_forward()


def sleep(page: Page) -> None:
    """The phone is locked, and unlocked a while later."""
    for state in ("hidden", "visible"):
        page.evaluate(SEEN, state)


def visit(page: Page) -> None:
    """Another of this phone's tables is looked at meanwhile; a sheet that is kept comes back by itself."""
    here = page.url
    page.goto("/")
    page.goto(FILLED.sub(r"?\1", here) if page.evaluate(IS_KEPT, here) else here)


WAYS: dict[str, Callable[[Page], object]] = {
    "turned": turn,
    "reloaded": Page.reload,
    "the cards looked up": look_up,
    "Back and forward": leave,
    "the phone locked": sleep,
    "another table looked at": visit,
}


def write(page: Page) -> None:
    """Something into every field, but where another form must be sent first, and where what was typed before
    leaves nothing to say.
    """
    for name, mode in page.evaluate(FIELDS):
        field = page.locator(f"[name='{name}']:not([inert] *)")
        if field.count() and field.first.is_visible():
            field.first.fill(DIGIT if mode in {"numeric", "none"} else LETTERS)


def lost(phone: Phone, way: str) -> list[str]:
    """The fields that are not as they were typed once this has come between."""
    page = phone.page
    write(page)
    phone.thumb.rest(SAVED)
    before = page.evaluate(TYPED)
    WAYS[way](page)
    phone.thumb.rest(SAVED)
    after = page.evaluate(TYPED)
    return [f"{way}: {name}" for name, value in before.items() if after.get(name) != value]


@pytest.mark.parametrize("name", SCREENS)
def test_what_was_typed_stays(phone: Phone, app: Flask, name: str) -> None:
    screen = visiting.go(phone.page, app, SCREENS[name])
    visiting.arrive(phone.page, screen)
    faults = [fault for way in WAYS for fault in lost(phone, way)]
    assert not faults, "\n".join(faults)


def test_what_is_lost_is_found(phone: Phone, app: Flask) -> None:
    page = phone.page
    visiting.arrive(page, visiting.go(page, app, SCREENS["code"]))
    page.evaluate("document.addEventListener('input', (event) => event.stopPropagation(), true)")
    assert lost(phone, "reloaded") == ["reloaded: code"]
