"""The fixtures of tests/browser for what takes longer than a change can wait: with windows, and moving."""

import pytest

from tests.browser.chromium import with_windows
from tests.browser.conftest import (
    app,
    browser,
    browsers,
    html_checker,
    in_time,
    language,
    open_phones,
    phone,
    playwright,
    server,
    valid_html,
)

__all__ = [
    "app",
    "browser",
    "browsers",
    "html_checker",
    "in_time",
    "language",
    "open_phones",
    "phone",
    "playwright",
    "server",
    "valid_html",
]


@pytest.fixture(scope="session")
def chromium() -> str:
    """As people have it."""
    return with_windows()


@pytest.fixture(scope="session")
def motion() -> str:
    """As most phones are set."""
    return "no-preference"
