"""The app inside a phone in the other engines: an evening without a host, and a start after it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException

from tests.long.engines import engines, test_evening
from tests.long.engines.phone import Phone
from tests.long.pocket.inside import LONGEST_START, Host

pytestmark = pytest.mark.xdist_group("pocket")  # built once, in one place

PRESS = """const one = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
if (!one || document.querySelector(".htmx-request")) return false;
one.click();
return true"""
# A field that a script fills has no focus, and an answer to what was asked before may empty it.
WRITE = """const [selector, text] = arguments, field = document.querySelector(selector);
if (field.value !== text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
}
return location.search.includes(`${field.name}=${text}`)"""


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

    def back(self) -> None:
        """Of the page around: a driver would wait for the frame's."""
        self.run("top.history.back()")

    def tap(self, *selectors: str) -> None:
        """Press these in turn."""
        for selector in selectors:
            there = selector.replace("[href='/", "[href$='/")
            self.until(partial(self.run, PRESS, there), f"{selector} is not there")

    def type(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.sees(selector)
        self.until(partial(self.run, WRITE, selector, text), f"{selector} does not keep {text}")

    def writes(self, selector: str, text: str) -> None:
        """The same in place of what is there."""
        self.type(selector, text)

    def starts(self) -> None:
        """A page of the app is there, in its frame."""
        state = "return top.isOld ? '' : top.document.documentElement.dataset.state"
        self.until(lambda: self.run(state) == "ready", "it does not start", LONGEST_START / 1000)


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
    phone.open(host.url)
    phone.starts()
    host.end()
    test_evening.test_an_evening_on_one_phone(lambda: phone)
    phone.run("top.isOld = true; top.location.reload()")
    phone.starts()
    assert "#/g/" in phone.run("return top.location.hash")
    phone.reads(".seat .purse b", "50", "50", "50")
