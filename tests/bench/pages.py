"""What a phone loads: bytes as sent and requests, with a cold cache, page by page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.phone import SIZE

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 8


PATHS = ("/", "/new", "/count", "/cards")


@dataclass  # without slots: Playwright keeps a note of its own on whoever listens
class Load:
    """What went over the wire for one page."""

    sizes: dict[str, int] = field(default_factory=dict)

    def finish(self, event: dict[str, Any]) -> None:
        """One answer is complete; its size counts headers and body as sent."""
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    def line(self, name: str) -> str:
        """The page's figures beside their budgets."""
        total, requests = sum(self.sizes.values()), len(self.sizes)
        over = "   OVER" if total > MOST_BYTES or requests > MOST_REQUESTS else ""
        size = f"{total / 1024:6.1f} KB of {MOST_BYTES // 1024}"
        return f"{name:40} {size}, {requests} requests of {MOST_REQUESTS}{over}"


def report(browser: Browser, url: str, known: BrowserContext, board: str) -> Iterator[str]:
    """A line for each page, those of the known phone's table included."""
    for path in PATHS:
        yield first_load(browser, url + path).line(path)
    yield first_load(browser, board, known).line("the board")
    yield first_load(browser, f"{board}/bags/1", known).line("a bag")
    yield first_load(browser, f"{board}/log", known).line("the log")


def first_load(browser: Browser, url: str, known: BrowserContext | None = None) -> Load:
    """Load a page as a phone that was never here, but for the cookies of a known one."""
    cookies = known.storage_state() if known else None
    with browser.new_context(viewport=SIZE, is_mobile=True, has_touch=True, storage_state=cookies) as context:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        load = Load()
        wire.on("Network.loadingFinished", load.finish)
        wire.send("Network.enable")
        page.goto(url, wait_until="networkidle")
        return load
