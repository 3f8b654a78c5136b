"""From a tap on one phone to the change on four others: real pages in a browser, other tables live beside."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page

from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_serve
from tests.bench.listening import connect
from tests.bench.wire import Caller, Listeners
from tests.browser import tasks
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import launched

OTHERS, LISTENING = 200, 4  # other games, and the phones in each that hold a stream
PACE = 60.0  # seconds between two actions in each of the other games
TURNS = 20  # each two samples: a bag is booked, and taken back
MOST = 100  # milliseconds for 95 of 100
SETTLED = 0.25  # seconds in which nothing more may come of the tap before
SHOWN = 0.5  # seconds in which nearly every change is shown
PATIENCE = 5_000  # milliseconds

# Clocks of two pages begin apart, the machine's date is one for all of them.
WATCH = """() => {
  const text = () => document.getElementById("board")?.textContent;
  let was = text();
  window.changes = [];
  window.taps = [];
  new MutationObserver(() => {
    const now = text();
    if (now !== undefined && now !== was) { was = now; window.changes.push(Date.now()); }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  addEventListener("pointerdown", () => window.taps.push(Date.now()), true);
}"""
CHANGED = "() => window.changes.length > 0"
TAKE = "(name) => window[name].splice(0)"


def on_a_host(data: Path) -> Iterator[str]:
    """Under gunicorn with gevent, other games silent, then played on."""
    evenings = prepared(data, OTHERS)
    with under_gevent(data, OTHERS * len(evenings[0].tokens)) as host, Listeners(host.port) as listeners:
        few = [Evening(evening.game, evening.tokens[:LISTENING]) for evening in evenings]
        connect(listeners, host, few)
        where = f"gunicorn with gevent, {OTHERS} other games, {len(listeners.all)} streams"
        with seated(host) as phones:
            yield line(f"{where}, silent", samples(phones))
            with played_on(host, evenings):
                yield line(f"{where}, an action a minute in each", samples(phones))


def at_home(data: Path) -> Iterator[str]:
    """Under `serve`, one table alone."""
    with under_serve(data) as host, seated(host) as phones:
        yield line("serve, one table", samples(phones))


def line(where: str, taken: Sequence[int]) -> str:
    """The middle one and the 95th of a hundred."""
    late = quantiles(taken, n=20)[-1]
    over = "   OVER" if late > MOST else ""
    return (
        f"tap to the change on four other phones, {where}: median {median(taken):.0f} ms, "
        f"95 % within {late:.0f} ms, {len(taken)} changes (95 % within {MOST} ms){over}"
    )


@contextmanager
def seated(host: Host) -> Iterator[list[Phone]]:
    """Five phones at one table, each with its seat; the first is the bank and has the badge."""
    with launched() as browser:
        phones = [new_phone(browser, host) for _ in tasks.PLAYERS]
        bank = phones[0]
        board = tasks.open_table(bank).split("?")[0]
        bank.thumb.tap("form[action$='/door'] button")
        code = bank.page.locator(".move-code").inner_text()
        bank.thumb.tap("form[action$='/seats'] button[value='0']")
        for seat, phone in enumerate(phones[1:], 1):
            phone.page.goto("/join")
            phone.page.fill("#code", code.lower())
            phone.thumb.tap("main button.next")
            phone.thumb.tap(f"button[name='place'][value='{seat}']")
            tasks.at_board(phone.thumb)
        bank.page.goto(board)
        for phone in phones:
            phone.page.evaluate(WATCH)
        yield phones


def new_phone(browser: Browser, host: Host) -> Phone:
    """One more browser."""
    return open_phone(browser, host.url, language="en-GB", script=True)


def samples(phones: Sequence[Phone]) -> list[int]:
    """Milliseconds from each tap to the change on each of the others."""
    bank, others = phones[0], [phone.page for phone in phones[1:]]
    taken: list[int] = []
    for _ in range(TURNS):
        tasks.bag_of(bank.thumb, 1)
        tasks.declare(bank.thumb, "apples", 3)
        bank.page.locator("#sum .verdict-passes").wait_for()
        taken += after_tap(bank, others, bank.page.locator("#sum .verdict-passes").tap)
        taken += after_tap(bank, others, bank.page.locator(".take-back button").tap)
    return taken


def after_tap(bank: Phone, others: Sequence[Page], tap: Callable[[], None]) -> list[int]:
    """One tap; how long until each of the others showed it. Nobody asks the pages meanwhile: to answer would
    take their time.
    """
    time.sleep(SETTLED)
    for page in (bank.page, *others):
        page.evaluate("() => { window.changes = []; window.taps = []; }")
    tap()
    time.sleep(SHOWN)
    for page in others:
        page.wait_for_function(CHANGED, timeout=PATIENCE)
    (begun,) = bank.page.evaluate(TAKE, "taps")
    return [page.evaluate(TAKE, "changes")[0] - begun for page in others]


@contextmanager
def played_on(host: Host, evenings: Sequence[Evening]) -> Iterator[None]:
    """Other tables play: one of them books an action, and those who listen there fetch their boards."""
    over = threading.Event()

    def play() -> None:
        for number, evening in enumerate(cycle(evenings)):
            if over.wait(PACE / len(evenings)):
                return
            callers = [Caller(host.port, token) for token in evening.tokens]
            callers[0].prepare(evening.game)
            callers[0].pay(evening.game, number // len(evenings))
            for caller in callers:
                caller.get(f"/g/{evening.game}/live?on=board&since=0")
                caller.close()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
