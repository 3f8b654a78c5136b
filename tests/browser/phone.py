"""A phone at the table: a page that fails its test on any complaint, and a thumb that counts."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    Route,
    ViewportSize,
    expect,
)
from playwright.sync_api import Error as PlaywrightError

from tests.tables import BANK, HOST, Table

SIZE = ViewportSize(width=390, height=844)
SMALLEST_TARGET = 44  # CSS pixels
REFUSALS = frozenset({409, 422})  # responses that a browser reports as if they were errors
LOADING_FAILED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")
CUT_OFF = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(RESET|REFUSED)"
    r"|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)"
    r"|htmx:error: Failed to fetch"
)
LIMIT = 30_000
"""ms for whatever a test waits for: it only bounds a failure."""
ATTEMPTS = 6
A_LOOK = 1_000  # ms that a thumb looks at a page before it taps; none is ignored after that
ONLOOKER = Path(__file__).with_name("onlooker.js").read_text("utf-8")
ANSWERED, SAVED = 50, 500  # ms of the longest timer by which a page answers a tap, or saves what was typed
REST = "([limit, longest]) => globalThis.onlooker?.rest(limit, longest) ?? ['', false]"
PASSES = "time => globalThis.onlooker?.pass(time)"
STOPS = "globalThis.onlooker?.stop()"
LEFT = re.compile("Execution context was destroyed|navigation")  # what an evaluation says whose page was left
REPORT_POLICY = """addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
    console.error(`Content policy: ${violatedDirective} forbids ${blockedURI}`))"""


expect.set_options(timeout=LIMIT)


class Thumb:
    """Taps and types as a finger would, and counts both."""

    def __init__(self, page: Page, *, script: bool = True) -> None:
        self.page = page
        self.script = script
        self.taps = 0
        self.keys = 0
        self.measured: set[str] = set()
        self.loading: set[Request] = set()
        page.on("request", self.load)
        page.on("requestfinished", self.loaded)
        page.on("requestfailed", self.loaded)

    def load(self, request: Request) -> None:
        """Keep in mind a script that was asked for: a page that has some of its scripts is not at rest."""
        if request.is_navigation_request():
            self.loading.clear()
        elif request.resource_type == "script":
            self.loading.add(request)

    def loaded(self, request: Request) -> None:
        """It has arrived, or never will."""
        self.loading.discard(request)

    def tap(self, target: str | Locator) -> None:
        """Look and touch a control, which must be large enough for a thumb, until the page has answered."""
        locator = self.page.locator(target) if isinstance(target, str) else target
        self.rest()
        # One named before is not measured again.
        if target not in self.measured:
            self.measure(locator)
        if isinstance(target, str):
            self.measured.add(target)
        for _ in range(ATTEMPTS):
            self.touch(locator)
            # What another phone has moved under the finger takes no tap.
            if not self.rest():
                break
        self.taps += 1

    def touch(self, target: str | Locator) -> None:
        """Look and touch, and wait for nothing: what the page asks for may be held up."""
        if self.script:
            self.passes(A_LOOK)
        (self.page.locator(target) if isinstance(target, str) else target).tap()

    def rest(self, longest: int = ANSWERED) -> bool:
        """Wait until nothing is under way on the page, timers of this length included; whether it ignored the
        last tap.
        """
        if not self.script:
            self.page.wait_for_load_state()
            return False
        began = time.monotonic()
        while True:
            try:
                under_way, is_ignored = self.page.evaluate(REST, [LIMIT, longest])
            except PlaywrightError as left:
                if not LEFT.search(left.message):
                    raise
                continue
            under_way = under_way or ", ".join(request.url for request in self.loading)
            if not under_way:
                return bool(is_ignored)
            assert time.monotonic() - began < LIMIT / 1000, f"{self.page.url} is not at rest: {under_way}"

    def stop_time(self) -> None:
        """From here on only `passes` moves the time between taps, on this page and on those after it."""
        self.page.evaluate(STOPS)
        self.page.add_init_script(STOPS)

    def passes(self, time: int) -> None:
        """So many ms pass between taps; timers run on."""
        self.page.evaluate(PASSES, time)

    def measure(self, locator: Locator) -> None:
        """Fail when a control is too small."""
        locator.wait_for()
        box = locator.bounding_box()
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

    def at(self, table: Table, place: int | str = BANK, path: str = "") -> Self:
        """The board, or a page below it, as the phone of this place."""
        self.page.context.add_cookies([table.cookie(place)])  # type: ignore[list-item] # Playwright's own class
        self.page.goto(f"/g/{table.id}{path}")
        return self

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


def held_up(page: Page, held: list[Route]) -> Route:
    """The request that a route of the test holds, as soon as it is there."""
    began = time.monotonic()
    while not held:
        assert time.monotonic() - began < LIMIT / 1000, f"{page.url} has not asked"
        page.evaluate("new Promise(requestAnimationFrame)")
    return held.pop()


def touch_at(page: Page, x: float, y: float) -> None:
    """Tap a point, whatever lies there."""
    page.touchscreen.tap(x, y)


def open_phone(browser: Browser, url: str, *, language: str, script: bool, **options: object) -> Phone:
    """A phone of its own: 390x844, touch, no cookies yet; paths are relative to the table's address."""
    usual = {"viewport": SIZE, "has_touch": True, "is_mobile": True}
    context = browser.new_context(
        base_url=url,
        locale=language,
        java_script_enabled=script,
        **{**usual, **options},  # type: ignore[arg-type] # a test hands on Playwright's own words
    )
    context.set_default_timeout(LIMIT)
    context.add_init_script(REPORT_POLICY)
    context.add_init_script(ONLOOKER)
    page = context.new_page()
    phone = Phone(page, Thumb(page, script=script))
    page.on("console", phone.hear)
    page.on("pageerror", lambda error: phone.complaints.append(f"script: {error} {error.stack}"))
    page.on("request", phone.see)
    page.on("response", phone.note)
    return phone
