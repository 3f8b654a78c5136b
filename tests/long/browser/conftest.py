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
    three,
    valid_html,
)
from tests.browser.test_end import bank_and_bo
from tests.browser.test_stage import evening, url
from tests.browser.test_without_javascript import plain_phone

__all__ = [
    "app",
    "bank_and_bo",
    "browser",
    "browsers",
    "evening",
    "html_checker",
    "in_time",
    "language",
    "open_phones",
    "phone",
    "plain_phone",
    "playwright",
    "server",
    "three",
    "url",
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
