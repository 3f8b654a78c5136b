"""What browser tests ask for: `phone` at a running table, `open_phones` for more of them, `three` for a
table of three, `app` for tables that are set up without a browser, `language` for those that are run in both,
`valid_html`.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser, Playwright, sync_playwright

from companion.app import create_app
from companion.machine.paths import assets
from tests.browser import checker
from tests.browser.chromium import shell
from tests.browser.gallery import LANGUAGES
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import STARTED, TRUSTED, UNSLOWED, Server, kill_browsers, launch, running
from tests.tables import Table, table


class OpenPhone(Protocol):
    """Opens one more phone at the table; further options are those of a Playwright context."""

    def __call__(self, *, language: str = "en-GB", script: bool = True, **options: object) -> Phone:
        """The phone, its browser still empty."""


LONGEST_SECONDS = 600  # of a test: the longest evening takes two minutes, on a slow machine six


@pytest.fixture(autouse=True)
def in_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright waits for some answers of a browser without end. A test that hangs loses its Chromium and
    fails; the next test starts another. The mark `lasts` names the seconds of one that takes longer.
    """
    lasts = request.node.get_closest_marker("lasts")
    watch = threading.Timer(lasts.args[0] if lasts else LONGEST_SECONDS, kill_browsers)
    watch.start()
    yield
    watch.cancel()


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


@pytest.fixture(scope="session")
def chromium() -> str:
    """Which Chromium."""
    return shell()


@pytest.fixture(scope="session")
def browsers(playwright: Playwright, chromium: str) -> Iterator[Callable[[], Browser]]:
    """The Chromium of all tests; another one after it was ended."""
    started = [launch(playwright, chromium)]

    def running() -> Browser:
        if not started[-1].is_connected():
            started.append(launch(playwright, chromium))
        return started[-1]

    yield running
    started[-1].close()


@pytest.fixture
def browser(browsers: Callable[[], Browser]) -> Browser:
    """A Chromium that runs; every phone has a profile of its own in it."""
    return browsers()


RUN = """async ([source, name, ...facts]) => {
    const script = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    return script[name](...facts);
}"""
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask(request: pytest.FixtureRequest, browsers: Callable[[], Browser]) -> Iterator[Ask]:
    """What a function of a module's SCRIPT, which touches no page, says of these facts."""
    source = (assets().static / "js" / request.module.SCRIPT).read_text(encoding="utf-8")
    page = browsers().new_page()
    yield lambda name, *facts: page.evaluate(RUN, [source, name, *facts])
    page.close()


@pytest.fixture(scope="session")
def motion() -> str:
    """What moves is not waited for: tests/long looks at it."""
    return "reduce"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real app, one for all tests: each phone has cookies of its own, and so tables of its own."""
    with running(tmp_path_factory.mktemp("data")) as table:
        yield table


@pytest.fixture
def three(server: Server) -> Table:
    """A table of three at which nothing has happened yet."""
    return table(server.app, 3)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The real app, whose tables are set up without a browser."""
    folder = tmp_path_factory.mktemp("data")
    return create_app({"DATA_DIR": str(folder), "TRUSTED_HOSTS": TRUSTED, **UNSLOWED})


@pytest.fixture
def open_phones(browser: Browser, server: Server, motion: str) -> Iterator[OpenPhone]:
    """Opens phones, and fails when the test ends if one of them has complaints."""
    phones: list[Phone] = []

    def open_one(*, language: str = "en-GB", script: bool = True, **options: object) -> Phone:
        settings = {"reduced_motion": motion, **options}
        phones.append(open_phone(browser, server.url, language=language, script=script, **settings))
        return phones[-1]

    yield open_one
    for phone in phones:
        phone.page.context.close()
    complaints = [complaint for phone in phones for complaint in phone.complaints]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def phone(open_phones: OpenPhone) -> Phone:
    """One English phone with scripts."""
    return open_phones()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Both, one after the other."""
    return str(request.param)


@pytest.fixture(scope="session")
def html_checker() -> Iterator[checker.Checker]:
    """The Nu checker, started when the first test asks."""
    started = checker.start()
    yield started
    started.stop()


@pytest.fixture
def valid_html(html_checker: checker.Checker) -> Callable[[str], None]:
    """A function that fails on the faults of a whole document."""

    def check(html: str) -> None:
        complaints = html_checker.complaints(html)
        assert not complaints, "\n".join(complaints)

    return check
