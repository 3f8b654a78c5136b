"""Finds Chromium for the tests, or installs it.

Debian's `chromium-headless-shell` has no windows around a page: a page costs a fifth of the time, and of many
pages that are tapped in turn all go on drawing. COMPANION_CHROMIUM names another browser for all tests.
"""

import subprocess
import sys
from functools import cache

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
WHICH = """from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)"""
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
def shell() -> str:
    """The path of Chromium without windows, or of another where there is none. Raises ToolMissingError."""
    needs_driver()
    if named_by(VARIABLE) is None and (found := program(SHELL) or (apt_install(SHELL) and program(SHELL))):
        return found
    return with_windows()


@cache
def with_windows() -> str:
    """The path of Chromium as people have it. Raises ToolMissingError."""
    needs_driver()
    found = named_by(VARIABLE) or on_the_path() or playwrights_own() or installed()
    if found is None:
        raise ToolMissingError(HOW)
    return found


def needs_driver() -> None:
    """Playwright's own program runs, if need be with the library that it lacks. Raises ToolMissingError."""
    if not (driver_runs() or (apt_install(DRIVER_NEEDS) and driver_runs())):
        raise ToolMissingError(NO_DRIVER)


def driver_runs() -> bool:
    """Whether Playwright's own program starts."""
    return subprocess.run((*DRIVER, "--version"), capture_output=True, check=False).returncode == 0


def on_the_path() -> str | None:
    """The first browser that runs."""
    return next(filter(None, map(program, NAMES)), None)


def playwrights_own() -> str | None:
    """The one that 'playwright install' has left. Another process asks, since Playwright may run here."""
    asked = (sys.executable, "-c", WHICH)
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    return program(told.stdout.strip())


def installed() -> str | None:
    """A new one."""
    if apt_install("chromium") and (found := on_the_path()):
        return found
    if run(*DRIVER, "install", "--no-shell", "chromium"):
        return playwrights_own()
    return None
