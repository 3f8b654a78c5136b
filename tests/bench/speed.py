"""From a tap to what it draws on the same phone, with a processor four times slower than this machine's."""

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Browser

from tests.bench.budgets import marked
from tests.browser import tasks
from tests.browser.phone import Phone, open_phone

SLOWER = 4
BAGS = 8
AT_REST = 1_500  # milliseconds in which whatever a tap sets off comes to an end
OPENS, BOOKS, TILE = "a bag opens", "a bag is booked", "a tile is chosen"
MOST = {OPENS: 200, BOOKS: 300, TILE: 60}  # milliseconds, the median

# Painted is when a frame has come in which `selector` is there: the task after the frame's own.
WATCH = """(selector) => {
  window.painted = new Promise((resolve) => {
    let tapped = 0;
    const down = ({ timeStamp }) => { tapped = timeStamp; };
    addEventListener("pointerdown", down, { capture: true, once: true });
    const look = () => {
      if (!tapped || !document.querySelector(selector)) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - tapped);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}"""


def report(browser: Browser, url: str) -> Iterator[str]:
    """A line for each of the three, with its budget."""
    found = measured(open_phone(browser, url, language="en-GB", script=True))
    for name, most in MOST.items():
        taken = median(found[name])
        yield marked(f"{name:40} {taken:6.0f} ms of {most}", is_over=taken > most)


def measured(phone: Phone) -> dict[str, list[float]]:
    """Milliseconds of every tap, by what it does; the first bag only warms the page up."""
    tasks.open_table(phone)
    page = phone.page
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found: dict[str, list[float]] = {name: [] for name in MOST}
    for _ in range(1 + BAGS):
        if page.locator("form[action$='/badge']").count():
            tasks.pass_badge(phone.thumb)
        found[OPENS].append(timed(phone, "a.next[href*='/bags/']", "#bag"))
        found[TILE].append(timed(phone, tasks.tile("good", "apples"), "[name='good']:checked"))
        phone.thumb.tap(tasks.tile("number", 3))
        found[BOOKS].append(timed(phone, "#sum .verdict-passes", "#board"))
    return {name: times[1:] for name, times in found.items()}


def timed(phone: Phone, target: str, drawn: str) -> float:
    """Milliseconds from the finger on the target to the frame with what is drawn, on a page at rest."""
    phone.page.wait_for_timeout(AT_REST)
    phone.page.evaluate(WATCH, drawn)
    phone.thumb.tap(target)
    return float(phone.page.evaluate("window.painted"))
