"""Finds a Chromium for the tests, or installs one; they never go on without.

In this order: COMPANION_CHROMIUM, a browser on the path, the one Playwright keeps, Debian's by apt where we
are root, Playwright's download. Tests that tap very often prefer Debian's other one, without windows.
"""

import subprocess
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
SHELL = "chromium-headless-shell"
DRIVER = (sys.executable, "-m", "playwright")
DRIVER_NEEDS = "libatomic1"  # a library that a minimal Debian lacks
NO_DRIVER = (
    "Playwright, which drives Chromium, does not run here: try '.venv/bin/python -m playwright --version'; "
    f"on a minimal Debian: 'sudo apt-get install {DRIVER_NEEDS}'"
)
HOW = (
    "No Chromium for the browser tests. Install one ('sudo apt-get install chromium', or "
    "'.venv/bin/python -m playwright install --with-deps chromium'), or name one: "
    f"{VARIABLE}=/path/to/chromium make test"
)


@cache
def chromium() -> str:
    """The path of a Chromium that runs, and that Playwright can drive."""
    if not (driver_runs() or (apt_install(DRIVER_NEEDS) and driver_runs())):
        raise ToolMissingError(NO_DRIVER)
    found = named_by(VARIABLE) or on_the_path() or playwrights_own() or installed()
    if found is None:
        raise ToolMissingError(HOW)
    return found


@cache
def without_windows() -> str:
    """Chromium without what is around a page, where there is one: a tap costs the browser half as much, and
    eight pages that are tapped in turn all go on drawing. With windows one of them sometimes stops, and then
    answers no tap for many seconds.
    """
    if named_by(VARIABLE) is None and (found := program(SHELL) or (apt_install(SHELL) and program(SHELL))):
        return found
    return chromium()


def driver_runs() -> bool:
    """Whether Playwright's own program starts."""
    return subprocess.run((*DRIVER, "--version"), capture_output=True, check=False).returncode == 0


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
    if run(*DRIVER, "install", "--no-shell", "chromium"):
        return playwrights_own()
    return None
