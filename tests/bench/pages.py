"""What a phone loads: bytes as sent and requests, with a cold cache, page by page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.bench.budgets import marked
from tests.browser import sharing, tasks
from tests.browser.phone import SIZE, Phone, open_phone

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 8
MOST_UPDATE = 12 * 1024
MOST_LATER = 40 * 1024
AFTER_PAINT = 1_500  # milliseconds until what is loaded later is there
# asked for once the page is painted, the last of them a second after that
LATER = ("/js/live.js", "/js/stage.js", "/js/picker.js")
LAST = "/js/moments.js"  # asked for then; all that follows is asked for by it

PATHS = ("/", "/new", "/count", "/nottingham/count", "/cards")


@dataclass(frozen=True, slots=True)
class Stall:
    """What somebody has as the last round begins."""

    name: str
    purse: int
    stand: dict[str, int]


STALLS = (
    Stall("Marian", 46, {"apples": 4, "cheese": 6, "chickens": 2, "face_down": 3}),
    Stall("Tuck", 71, {"apples": 7, "bread": 5, "face_down": 2}),
    Stall("Will", 38, {"cheese": 3, "bread": 4, "chickens": 5, "face_down": 3}),
    Stall("Guy", 91, {"apples": 2, "cheese": 5, "bread": 2, "chickens": 1}),
    Stall("Richard", 4, {"apples": 2, "bread": 3, "chickens": 3}),
)
MARIAN, TUCK, WILL, GUY, RICHARD = range(len(STALLS))


@dataclass  # without slots: Playwright keeps a note of its own on whoever listens
class Load:
    """What went over the wire for one page."""

    sizes: dict[str, int] = field(default_factory=dict)

    document: str = ""
    later: set[str] = field(default_factory=set)
    is_done: bool = False
    after_paint: int = 0

    def begin(self, event: dict[str, Any]) -> None:
        """A response begins; the page's own is remembered, and what is loaded once it is painted."""
        if event["type"] == "Document":
            self.document = event["requestId"]
        url = event["response"]["url"]
        self.is_done |= url.endswith(LAST)
        if self.is_done or url.endswith(LATER):
            self.later.add(event["requestId"])

    def update_line(self, name: str) -> str:
        """The page alone, as an update by htmx brings it."""
        size = self.sizes[self.document]
        return marked(f"{name:40} {size / 1024:6.1f} KB of {MOST_UPDATE // 1024}", is_over=size > MOST_UPDATE)

    def finish(self, event: dict[str, Any]) -> None:
        """A response is complete; its size counts headers and body as sent."""
        size = int(event["encodedDataLength"])
        if event["requestId"] in self.later:
            self.after_paint += size
        else:
            self.sizes[event["requestId"]] = size

    def later_line(self, name: str) -> str:
        """What comes after the first paint."""
        size = self.after_paint
        return marked(f"{name:40} {size / 1024:6.1f} KB of {MOST_LATER // 1024}", is_over=size > MOST_LATER)

    def line(self, name: str) -> str:
        """The page's figures beside their budgets."""
        total, requests = sum(self.sizes.values()), len(self.sizes)
        size = f"{total / 1024:6.1f} KB of {MOST_BYTES // 1024}"
        line = f"{name:40} {size}, {requests} requests of {MOST_REQUESTS}"
        return marked(line, is_over=total > MOST_BYTES or requests > MOST_REQUESTS)


def report(browser: Browser, url: str, known: BrowserContext, board: str) -> Iterator[str]:
    """A line for each page, those of the known phone's table included."""
    for path in PATHS:
        yield first_load(browser, url + path).line(path)
    yield first_load(browser, board, known).line("the board")
    yield first_load(browser, f"{board}/bags/2", known).line("a bag")
    yield first_load(browser, f"{board}/log", known).line("the log")
    yield from late(browser, url)


def open_late(phone: Phone) -> None:
    """A table that begins in the last round, with all that was gathered so far."""
    page, thumb = phone.page, phone.thumb
    page.goto("/new")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    for index, stall in enumerate(STALLS):
        page.fill(f"#name-{index}", stall.name)
        page.fill(f"#purse-{index}", str(stall.purse))
        for word, number in stall.stand.items():
            page.fill(f"#stand-{index}-{word}", str(number))
    for switch in ("royal_goods", "timer", "promo-feast_plate"):
        page.check(f"#{switch}")
    page.fill("#round", "10")
    thumb.tap(tasks.tile("first_sheriff", RICHARD))
    thumb.tap("#new .dock button.next")
    tasks.at_board(thumb)


def late(browser: Browser, url: str) -> Iterator[str]:
    """The last round of five with rich stands: the board loaded and as an update, a bag, a log, a result."""
    phone = open_phone(browser, url, language="en-GB", script=True)
    open_late(phone)
    tasks.bag_of(phone.thumb, TUCK)
    tasks.declare(phone.thumb, "apples", 4)
    tasks.say_contents(phone.thumb, "opened")
    tasks.put(phone.thumb, {"cheese": 1, "mead": 2})
    tasks.book(phone.thumb)
    known, board = phone.page.context, phone.page.url.split("?")[0]
    loaded = first_load(browser, board, known)
    yield loaded.line("the board, last round")
    yield loaded.later_line("after its first paint")
    yield loaded.update_line("one board update, last round")
    yield first_load(browser, f"{board}/live?on=board", known).update_line("the same, fetched by a phone")
    yield first_load(browser, f"{board}/live?on=sheet", known).update_line("news on a sheet")
    yield first_load(browser, f"{board}/bags/{WILL}", known).line("a bag, last round")
    yield first_load(browser, f"{board}/log", known).line("the log, last round")
    middle = open_phone(browser, url, language="en-GB", script=True)
    sharing.join(middle, sharing.open_door(phone, board), sharing.MIDDLE)
    yield first_load(browser, board, middle.page.context).line("the stage, last round")
    yield first_load(browser, counted(phone), known).line("the result of a quick count")


def counted(phone: Phone) -> str:
    """The address of the result of five."""
    phone.page.goto("/count")
    for index, stall in enumerate(STALLS):
        phone.page.fill(f"#name-{index}", stall.name)
        for word in ("apples", "cheese", "bread", "chickens", "gold"):
            field = phone.page.locator(f"[name='{index}-{word}']")
            field.evaluate("(field, value) => { field.value = value; }", str(1 + index))
    phone.page.locator("#count").evaluate("form => form.requestSubmit()")
    phone.page.locator(".ranks").wait_for()
    return phone.page.url


def first_load(browser: Browser, url: str, known: BrowserContext | None = None) -> Load:
    """Load a page as a phone that was never here, but for the cookies of a known one."""
    cookies = known.storage_state() if known else None
    with browser.new_context(viewport=SIZE, is_mobile=True, has_touch=True, storage_state=cookies) as context:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        load = Load()
        wire.on("Network.responseReceived", load.begin)
        wire.on("Network.loadingFinished", load.finish)
        wire.send("Network.enable")
        page.goto(url, wait_until="networkidle")
        if page.locator("[data-playing]").count() and not load.is_done:
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(AFTER_PAINT)
        return load
