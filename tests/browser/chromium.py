"""Finds a Chromium for the tests, or installs one; they never go on without.

In this order: COMPANION_CHROMIUM, a browser on the path, the one Playwright keeps, Debian's by apt where we
are root, Playwright's download.
"""

import sys
from functools import cache

from playwright.sync_api import sync_playwright

from tests.browser.installing import ToolMissingError, apt_install, named_by, program, run

VARIABLE = "COMPANION_CHROMIUM"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HOW = (
    "No Chromium for the browser tests. Install one ('sudo apt-get install chromium', or "
    "'.venv/bin/python -m playwright install --with-deps chromium'), or name one: "
    f"{VARIABLE}=/path/to/chromium make test"
)


@cache
def chromium() -> str:
    """The path of a Chromium that runs."""
    found = named_by(VARIABLE) or on_the_path() or playwrights_own() or installed()
    if found is None:
        raise ToolMissingError(HOW)
    return found


def on_the_path() -> str | None:
    """The first browser that runs."""
    return next(filter(None, map(program, NAMES)), None)


def playwrights_own() -> str | None:
    """The one that an earlier 'playwright install' has left."""
    with sync_playwright() as playwright:
        return program(playwright.chromium.executable_path)


def installed() -> str | None:
    """A new one."""
    if apt_install("chromium") and (found := on_the_path()):
        return found
    if run(sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"):
        return playwrights_own()
    return None
