"""The fixtures of tests/browser for what takes longer than a change can wait: with windows, and moving."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.chromium import with_windows
from tests.browser.conftest import (
    app,
    html_checker,
    in_time,
    language,
    open_phones,
    phone,
    playwright,
    server,
    valid_html,
)
from tests.browser.serving import launched_by

__all__ = [
    "app",
    "html_checker",
    "in_time",
    "language",
    "open_phones",
    "phone",
    "playwright",
    "server",
    "valid_html",
]


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium as people have it for the tests of a module."""
    with launched_by(playwright, with_windows()) as started:
        yield started


@pytest.fixture(scope="session")
def motion() -> str:
    """As most phones are set."""
    return "no-preference"
