"""The app inside a phone in the other engines: a start, a bag, a start without a host."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.long.engines import engines
from tests.long.engines.phone import Phone, tile
from tests.pocket.conftest import Online


@pytest.fixture(params=["webkit", "firefox"])
def driver(request: pytest.FixtureRequest, online: Online) -> Iterator[WebDriver]:
    """A window of each, one after the other."""
    url, _ = online
    if request.param == "firefox":
        opened = engines.gecko(url, "")
    else:
        screen = request.getfixturevalue("screen")
        opened = engines.webkit(url, screen, 0, (), "")
    opened.set_script_timeout(60)
    yield opened
    opened.quit()


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A display for windows of WebKit."""
    with engines.display() as name:
        yield name


def test_a_round_with_the_host_gone(driver: WebDriver, online: Online) -> None:
    url, stack = online
    phone = Phone(driver, url)
    starts(phone, url)
    stack.close()
    phone.tap("a.next[href$='/new']")
    for place, name in enumerate(("Ann", "Bo", "Cleo")):
        phone.type(f"#name-{place}", name)
    phone.tap(tile("first_sheriff", 0), "#new .dock button.next")
    phone.at_board()
    phone.tap("a.next[href*='/bags/']")
    phone.declares("apples", 3)
    phone.tap("#sum .verdict-passes")
    phone.at_board()
    phone.sees(".last", "Bo’s bag passed: 3 apples.")
    driver.switch_to.default_content()
    address = driver.current_url
    assert "#/g/" in address
    driver.get("about:blank")
    starts(phone, address)
    phone.sees(".last", "Bo’s bag passed: 3 apples.")


def starts(phone: Phone, address: str) -> None:
    """The first page is there, in its frame."""
    phone.open(address)
    state = "return document.documentElement.dataset.state"
    phone.until(lambda: phone.run(state) == "ready", "it does not start")
    phone.driver.switch_to.frame(0)
