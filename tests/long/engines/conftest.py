"""What these tests ask for: `phones`, which opens one after the other in each engine, and the `app`."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from selenium.webdriver.remote.webdriver import WebDriver

from companion.app import create_app
from tests.browser.serving import TRUSTED, UNSLOWED, listening
from tests.long.engines import engines
from tests.long.engines.phone import Phone
from tests.tables import BANK, Table

Opens = Callable[..., Phone]


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The real app."""
    data = tmp_path_factory.mktemp("data")
    return create_app({"DATA_DIR": str(data), "TRUSTED_HOSTS": TRUSTED, "STREAMS": 48, **UNSLOWED})


@pytest.fixture(scope="session")
def url(app: Flask) -> Iterator[str]:
    """Where it listens."""
    with listening(app, closing=app.extensions["notifier"].close) as served:
        yield served


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A display for windows of WebKit."""
    with engines.display() as name:
        yield name


@pytest.fixture(params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each, one after the other."""
    return str(request.param)


@pytest.fixture
def phones(engine: str, url: str, request: pytest.FixtureRequest) -> Iterator[Opens]:
    """Opens a phone at a place of a table, or at none; fails when the test ends if one has complaints."""
    opened: list[Phone] = []

    def driven(without: tuple[str, ...], older: str) -> WebDriver:
        if engine == "firefox":
            return engines.gecko(url, older)
        return engines.webkit(url, request.getfixturevalue("screen"), len(opened), without, older)

    def opens(
        table: Table | None = None,
        place: int | str = BANK,
        path: str = "",
        *,
        without: tuple[str, ...] = (),
        older: str = "",
    ) -> Phone:
        opened.append(Phone(driven(without, older), url))
        opened[-1].driver.set_script_timeout(60)
        opened[-1].open("/readyz" if table else "/")
        if table:
            # With a domain it would stand beside the one that the app sets for its host.
            cookie = {part: value for part, value in table.cookie(place).items() if part != "domain"}
            opened[-1].driver.add_cookie(cookie)
            opened[-1].run("sessionStorage.clear()")  # WebKit's own page around a text has a forbidden style
            opened[-1].open(path or f"/g/{table.id}")
        return opened[-1]

    try:
        yield opens
        complaints = [phone.complaints() for phone in opened]
    finally:
        for phone in opened:
            phone.driver.quit()
    assert not any(complaints), "\n".join(complaints)
