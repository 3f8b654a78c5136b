"""A phone at the table: a page that fails its test on any complaint, and a thumb that counts."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, ViewportSize
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

HOST = "table.lan"  # plain http on a name: no secure context, as on a phone on the same Wi-Fi
SIZE = ViewportSize(width=390, height=844)
SMALLEST_TARGET = 44  # CSS pixels
ATTEMPTS = 6
REFUSALS = frozenset({409, 422})  # responses that a browser reports as if they were errors
LOADING_FAILED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")
CUT_OFF = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(RESET|REFUSED)"
    r"|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)"
    r"|htmx:error: Failed to fetch"
)
ASLEEP = 5_000  # ms in which a finger finds its control
DISPATCHED = "performing tap action"  # in Playwright's account of a tap that may have reached the page
TOO_EARLY = 1_000  # ms in which the page may still hold a tap back
AGAIN = TOO_EARLY / ATTEMPTS  # ms after which a thumb tries again
# A tap is held back where another control has just come under the finger: it then reaches no control.
COUNT_TAPS = """(() => {
    const taps = window.taps = {made: 0, reached: 0};
    addEventListener("click", () => { taps.made += 1; }, true);
    document.addEventListener("click", () => { taps.reached += 1; }, true);
})()"""
# Only scripts hold a tap back; where none run, no frame is told either.
MADE = "() => document.documentElement.matches('.js') ? [performance.timeOrigin, taps.made] : null"
# The browser tells the page of a tap some time after the finger has lifted; a page that it left tells nobody.
HELD_BACK = """async ([page, made]) => {
    const end = performance.now() + 500;
    const isTold = () => performance.timeOrigin !== page || taps.made > made || performance.now() > end;
    while (!isTold()) await new Promise(requestAnimationFrame);
    return taps.made > taps.reached && ((taps.made = taps.reached), true);
}"""
REPORT_POLICY = """addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
    console.error(`Content policy: ${violatedDirective} forbids ${blockedURI}`))"""


def touch_at(page: Page, x: float, y: float) -> None:
    """Tap a point, whatever lies there. A browser that has stopped drawing answers no tap, and Playwright
    waits for that without end: here a page that does not answer in time is woken, and the test goes on.
    """
    touch = page.touchscreen._impl_obj.tap(x, y)  # noqa: SLF001 - the public call takes no time limit
    try:
        page._sync(asyncio.wait_for(touch, ASLEEP / 1000))  # noqa: SLF001 - runs what has one
    except TimeoutError:
        page.bring_to_front()


class Thumb:
    """Taps and types as a finger would, and counts both."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.keys = 0
        self.measured: set[str] = set()

    def tap(self, target: str | Locator) -> None:
        """Touch a control, which must be large enough for a thumb; one named before is not measured again."""
        locator = self.page.locator(target) if isinstance(target, str) else target
        if target not in self.measured:
            self.measure(locator)
        if isinstance(target, str):
            self.measured.add(target)
        for _ in range(ATTEMPTS):
            made = self.made()
            self.touch(locator)
            if not self.was_held_back(made):
                break
            self.page.wait_for_timeout(AGAIN)
        self.taps += 1

    def touch(self, locator: Locator) -> None:
        """Tap once; a browser without a screen may stop drawing after its size changed, and is woken."""
        try:
            locator.tap(timeout=ASLEEP)
        except PlaywrightTimeout as timeout:
            if DISPATCHED in timeout.message:
                raise
            self.page.bring_to_front()
            locator.tap()

    def made(self) -> object:
        """The page, and how many taps it was told of; None without scripts, or as it goes."""
        try:
            return self.page.evaluate(MADE)
        except PlaywrightError:
            return None

    def was_held_back(self, made: object) -> bool:
        """Whether the page ignored a tap after these, as of a thumb that was faster than an eye."""
        try:
            return made is not None and bool(self.page.evaluate(HELD_BACK, made))
        except PlaywrightError:  # a page that the tap has left
            return False

    def measure(self, locator: Locator) -> None:
        """Fail when a control is too small; waits for its style, and for one that is being redrawn."""
        box = None
        for _ in range(ATTEMPTS):
            locator.wait_for()
            self.page.wait_for_load_state()
            if box := locator.bounding_box():
                break
        assert box is not None, f"{locator} is not on the page"
        large_enough = min(box["width"], box["height"]) > SMALLEST_TARGET - 0.5
        assert large_enough, (
            f"{locator} is {box['width']:.1f} x {box['height']:.1f}, under {SMALLEST_TARGET} px"
        )

    def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        """Press one key by its name, like Enter or Tab."""
        self.page.keyboard.press(key)
        self.keys += 1

    @property
    def count(self) -> int:
        """Taps and keys together."""
        return self.taps + self.keys

    @contextmanager
    def at_most(self, limit: int, task: str) -> Iterator[None]:
        """Fail when the task takes more taps and keys than it may."""
        before = self.count
        yield
        used = self.count - before
        assert used <= limit, f"{task}: {used} taps and keys, at most {limit}"


@dataclass  # without slots: Playwright keeps a note of its own on whoever listens
class Phone:
    """One person's browser. A test that provokes a response like 404 says so in `foreseen`, one that cuts the
    connection in `may_be_cut_off`, one that accepts no message of any kind in `may_say_nothing`.
    """

    page: Page
    thumb: Thumb
    foreseen: set[int] = field(default_factory=set)
    may_be_cut_off: bool = False
    may_say_nothing: bool = False
    complaints: list[str] = field(default_factory=list)

    def hear(self, message: ConsoleMessage) -> None:
        """Keep what the console reports as an error, or whatever it says."""
        is_fault = self.may_say_nothing or message.type == "error"
        if not is_fault or (self.may_be_cut_off and CUT_OFF.search(message.text)):
            return
        failed = LOADING_FAILED.match(message.text)
        if failed is None or int(failed[1]) not in self.foreseen | REFUSALS:
            self.complaints.append(f"console: {message.text} {message.location.get('url', '')}".rstrip())

    def see(self, request: Request) -> None:
        """Keep a request that leaves the table."""
        address = urlsplit(request.url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.hostname != HOST:
            self.complaints.append(f"asks a stranger: {request.url}")

    def note(self, answer: Response) -> None:
        """Keep a response that no input may cause; the console does not report all of them."""
        if answer.status >= 500 and answer.status not in self.foreseen:
            self.complaints.append(f"{answer.status} from {answer.url}")


def open_phone(browser: Browser, url: str, *, language: str, script: bool, **options: object) -> Phone:
    """A phone of its own: 390x844, touch, no cookies yet; paths are relative to the table's address."""
    settings = {"viewport": SIZE, "has_touch": True, "is_mobile": True, **options}
    context = browser.new_context(
        base_url=url,
        locale=language,
        java_script_enabled=script,
        **settings,  # type: ignore[arg-type] # a test hands on Playwright's own words
    )
    context.set_default_timeout(10_000)
    context.add_init_script(REPORT_POLICY)
    context.add_init_script(COUNT_TAPS)
    page = context.new_page()
    phone = Phone(page, Thumb(page))
    page.on("console", phone.hear)
    page.on("pageerror", lambda error: phone.complaints.append(f"script: {error} {error.stack}"))
    page.on("request", phone.see)
    page.on("response", phone.note)
    return phone
