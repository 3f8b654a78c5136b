"""A phone that goes from screen to screen, each at a table of its own."""

import re
from typing import Any

from flask import Flask
from playwright.sync_api import Error, Page

from companion.web.token import COOKIE
from tests.browser.screens import Make, Screen
from tests.tables import HOST

OVERTAKEN = re.compile("ERR_ABORTED|interrupted by another navigation")
COOKIES = (COOKIE, "form")
PLAIN = "/readyz"
# The page of a running table adds the chip of its connection, which is a control, once it is painted.
COMPLETE = """() => document.getElementById("live")
    || !document.querySelector("[data-stamp]:not(:has(.winner))")"""
UNFOLDED = "(one) => one.closest('details')?.setAttribute('open', '')"
UNFOLD = """() => document.querySelectorAll("main details").forEach((one) => {
    one.removeAttribute("name");
    one.open = true;
})"""


def go(page: Page, app: Flask, make: Make) -> Screen:
    """To a new table's screen, as its phone; it arrives later."""
    screen = make(app)
    found = [screen.phone.client.get_cookie(name, HOST) for name in COOKIES]
    # A page that is left may keep what was typed: what is kept is forgotten where no page of ours is open.
    leave(page, PLAIN)
    page.evaluate("sessionStorage.clear(), localStorage.clear()")
    page.context.clear_cookies()
    cookies: list[Any] = [
        {"name": kept.key, "value": kept.value, "domain": HOST, "path": "/"} for kept in found if kept
    ]
    page.context.add_cookies(cookies)
    reach(page, screen.path)
    return screen


def leave(page: Page, path: str) -> None:
    """To another page, by an empty one: there ends whatever way the last tap may still be on."""
    for there in ("about:blank", path):
        reach(page, there)


def reach(page: Page, there: str, *, tries: int = 5) -> None:
    """Go, and again when a way that was still going on overtakes this one."""
    try:
        page.goto(there, wait_until="commit")
    except Error as fault:
        if tries == 1 or not OVERTAKEN.search(fault.message):
            raise
        reach(page, there, tries=tries - 1)


def arrive(page: Page, screen: Screen) -> None:
    """Wait until it is there, with its scripts."""
    page.wait_for_load_state()
    page.wait_for_function(COMPLETE)
    for field, text in screen.typed:
        page.locator(field).evaluate(UNFOLDED)
        page.fill(field, text)
    for step in screen.steps:
        page.locator(step).first.dispatch_event("click")
    if screen.until:
        page.locator(screen.until).first.wait_for()
    if screen.unfolded:
        page.evaluate(UNFOLD)
