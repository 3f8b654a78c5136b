"""The app inside a phone in the other engines: an evening without a host, and a start after it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException

from tests.long.engines import engines, test_evening
from tests.long.engines.phone import Phone
from tests.long.pocket.inside import Host

PRESS = """const one = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
if (!one || document.querySelector(".htmx-request")) return false;
one.click();
return true"""
WRITE = """const field = document.querySelector(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event("input", { bubbles: true }))"""


class Framed(Phone):
    """A phone whose page is in a frame, below a path. Controls are pressed by a script, because what counts a
    finger's taps is not in frames; and WebKit's driver loses a frame whose address changes.
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
            there = selector.replace("[href='/", "[href$='/")
            self.until(partial(self.run, PRESS, there), f"{selector} is not there")

    def type(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.sees(selector)
        self.run(WRITE, selector, text)

    def writes(self, selector: str, text: str) -> None:
        """The same in place of what is there."""
        self.type(selector, text)

    def starts(self, address: str) -> None:
        """The first page is there, in its frame."""
        self.open(address)
        state = "return top.document.documentElement.dataset.state"
        self.until(lambda: self.run(state) == "ready", "it does not start")


@pytest.fixture(params=["webkit", "firefox"])
def phone(request: pytest.FixtureRequest, host: Host) -> Iterator[Framed]:
    """A window of each, one after the other."""
    if request.param == "firefox":
        driver = engines.gecko(host.url, "")
    else:
        driver = engines.webkit(host.url, request.getfixturevalue("screen"), 0, (), "")
    yield Framed(driver, host.url)
    driver.quit()


def test_an_evening_with_the_host_gone_and_a_start_after_it(phone: Framed, host: Host) -> None:
    phone.starts(host.url)
    host.end()
    test_evening.test_an_evening_on_one_phone(lambda: phone)
    phone.driver.switch_to.default_content()
    address = phone.driver.current_url
    assert "#/g/" in address
    phone.open("about:blank")
    phone.starts(address)
    phone.reads(".seat .purse b", "50", "50", "50")
