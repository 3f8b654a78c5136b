"""What the tests of the app inside a phone ask for: `playwright`; a `host` that is `online`; a `profile`."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

from tests.browser.serving import STARTED
from tests.long.pocket.host import Host, built, hosted

Online = tuple[str, ExitStack]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, of which a process can start one: the tests of another folder may have."""
    if STARTED:
        yield STARTED[0]
        return
    with sync_playwright() as started:
        STARTED.append(started)
        yield started
    STARTED.clear()


@pytest.fixture
def host() -> Host:
    """Not yet listening."""
    return Host(built())


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """What a browser keeps."""
    return tmp_path / "profile"


@pytest.fixture
def online(host: Host) -> Iterator[Online]:
    """The address of the host, and what ends it."""
    with ExitStack() as stack:
        yield stack.enter_context(hosted(host)), stack
