"""The app inside a phone in the other engines: a start, a bag, a start without a host."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException
from selenium.webdriver.remote.webdriver import WebDriver

from tests.long.engines import engines
from tests.long.engines.phone import Phone, tile
from tests.long.pocket.conftest import Online


class Framed(Phone):
    """A phone whose page is in a frame. Controls are pressed by a script, because what counts a finger's taps
    is not in frames; and WebKit's driver loses a frame whose address changes.
    """

    def run(self, script: str, *values: object) -> Any:  # noqa: ANN401 - what a script says
        """What a script returns in the frame, in the page around it while there is none; nothing while the
        frame is about to change: whoever asks asks again.
        """
        self.driver.switch_to.default_content()
        try:
            if self.driver.execute_script("return Boolean(frames[0])"):
                self.driver.switch_to.frame(0)
            return super().run(script, *values)
        except (NoSuchFrameException, NoSuchWindowException):
            return ""

    def tap(self, *selectors: str) -> None:
        """Press these in turn."""
        for selector in selectors:
            self.until(partial(self.run, PRESS, selector), f"{selector} is not there")

    def type(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.sees(selector)
        self.run(WRITE, selector, text)


WRITE = """const field = document.querySelector(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event("input", { bubbles: true }))"""
PRESS = """const one = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
if (!one || document.querySelector(".htmx-request")) return false;
one.click();
return true"""


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
    phone = Framed(driver, url)
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
    state = "return top.document.documentElement.dataset.state"
    phone.until(lambda: phone.run(state) == "ready", "it does not start")
