"""From a tap on one phone to the change on four others: real pages in a browser, other tables live beside."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page

from companion.web.token import COOKIE
from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import Host, under_gevent, under_serve
from tests.bench.listening import connect
from tests.bench.wire import Caller, Listener, Listeners
from tests.browser import tasks
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import launched

OTHERS, LISTENING = 200, 4  # other games, and the phones in each that hold a stream
PACE = 60.0  # seconds between two actions in each of the other games
TURNS = 10  # each two taps: a bag is booked, and taken back
APART = "one draws at a time"
TOGETHER = "all five draw here"
MOST = {APART: 80, TOGETHER: 120}  # milliseconds for 95 of 100
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
    ours, *evenings = prepared(data, OTHERS + 1)
    streams = OTHERS * LISTENING + len(ours.tokens)
    with under_gevent(data, streams) as host, Listeners(host.port) as listeners:
        connect(listeners, host, [Evening(one.game, one.tokens[:LISTENING]) for one in evenings])
        where = f"gunicorn with gevent, {OTHERS} other games, {len(listeners.all)} streams"
        yield line(f"{where}, silent", APART, one_by_one(host, ours))
        yield line(f"{where}, silent", TOGETHER, all_at_once(host, ours))
        with played_on(host, evenings):
            yield line(f"{where}, an action a minute in each", APART, one_by_one(host, ours))


def at_home(data: Path) -> Iterator[str]:
    """Under `serve`, one table alone."""
    (ours,) = prepared(data, 1)
    with under_serve(data) as host:
        yield line("serve, one table", APART, one_by_one(host, ours))
        yield line("serve, one table", TOGETHER, all_at_once(host, ours))


def line(where: str, drawing: str, taken: Sequence[int]) -> str:
    """The middle one and the 95th of a hundred, beside the budget for so many that are `drawing`."""
    late, most = quantiles(taken, n=20)[-1], MOST[drawing]
    over = "   OVER" if late > most else ""
    return (
        f"tap to the change on four other phones, {where}; {drawing}: median {median(taken):.0f} ms, "
        f"95 % within {late:.0f} ms, {len(taken)} changes (95 % within {most} ms){over}"
    )


def one_by_one(host: Host, evening: Evening) -> list[int]:
    """Milliseconds to each of the four others, one of them drawing at a time: at a table every phone has
    processors of its own, here they would wait for each other's. The server has the same to do.
    """
    taken: list[int] = []
    with launched() as browser, at_the_board(browser, host, evening, 0) as bank:
        for seat in range(1, len(evening.tokens)):
            rest = [token for other, token in enumerate(evening.tokens) if other not in {0, seat}]
            with fetching(host, evening.game, rest), at_the_board(browser, host, evening, seat) as phone:
                taken += samples(bank, [phone.page])
    return taken


def all_at_once(host: Host, evening: Evening) -> list[int]:
    """Milliseconds to each of the four others, all five phones drawing on the processors of this machine."""
    with ExitStack() as stack:
        browser = stack.enter_context(launched())
        bank, *others = (
            stack.enter_context(at_the_board(browser, host, evening, seat))
            for seat in range(len(evening.tokens))
        )
        return samples(bank, [phone.page for phone in others])


@contextmanager
def at_the_board(browser: Browser, host: Host, evening: Evening, seat: int) -> Iterator[Phone]:
    """A browser that holds a seat; the first is the bank and has the badge."""
    phone = open_phone(browser, host.url, language="en-GB", script=True)
    cookie = {"name": COOKIE, "value": evening.tokens[seat], "url": host.url}
    phone.page.context.add_cookies([cookie])  # type: ignore[list-item] # of strings alone
    phone.page.goto(f"/g/{evening.game}")
    phone.page.locator("#live[data-state='live']").wait_for(state="attached")
    phone.page.evaluate(WATCH)
    yield phone
    phone.page.context.close()


@contextmanager
def fetching(host: Host, game: str, tokens: Sequence[str]) -> Iterator[None]:
    """Phones that fetch their board whenever their streams tell them to, and draw nothing."""
    callers = {token: Caller(host.port, token) for token in tokens}
    with ThreadPoolExecutor(len(callers)) as pool:

        def fetch(told: Listener) -> None:
            pool.submit(callers[told.token].get, f"/g/{game}/live?on=board&since=0")

        with Listeners(host.port, fetch) as listeners:
            for token, caller in callers.items():
                listeners.open(game, token, caller.stamp(game))
            yield
    for caller in callers.values():
        caller.close()


def samples(bank: Phone, others: Sequence[Page]) -> list[int]:
    """Milliseconds from each tap to the change on each of the others."""
    taken: list[int] = []
    for _ in range(TURNS):
        tasks.bag_of(bank.thumb, 1)
        tasks.declare(bank.thumb, "apples", 3)
        bank.page.locator("#sum .verdict-passes").wait_for()
        taken += after_tap(bank, others, bank.page.locator("#sum .verdict-passes").tap)
        taken += after_tap(bank, others, bank.page.locator(".take-back button").tap)
    return taken


def after_tap(bank: Phone, others: Sequence[Page], tap: Callable[[], None]) -> list[int]:
    """One tap; how long until each of the others showed it. The pages are not queried meanwhile: responding
    would take their time.
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
