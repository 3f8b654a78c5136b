"""`python -m tests.bench.pocket`, after `make pocket`: how long the app inside a phone takes from its
address to the first page in Chromium, how much processor time all of Chromium takes for that, and its memory;
cold, which is with an empty profile, and warm, without a host. RUNS says how often, RATE how much slower than
this machine the phone is.
"""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from tests.long.pocket.inside import READY, ROOT, Host, browsed, group

RUNS, RATE = int(os.environ.get("RUNS", "3")), float(os.environ.get("RATE", "1"))
SLICE = 0.01
"""For how many seconds on end a slowed browser runs."""
BUDGETS = {"cold": 4.0, "warm": 1.5}


def spent(processes: list[Path]) -> float:
    """The processor time of a browser so far, in seconds."""
    fields = [(process / "stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def memory(processes: list[Path]) -> float:
    """What a browser has in memory, in MB."""
    rolls = [(process / "smaps_rollup").read_text() for process in processes]
    return sum(int(roll.partition("\nPss:")[2].split()[0]) for roll in rolls) / 1000


def of(profile: Path) -> list[Path]:
    """Every process of the browser with this profile."""
    every, ours = Path("/proc").glob("[0-9]*"), group(profile)
    return [process for process in every if os.getpgid(int(process.name)) == ours]


@contextmanager
def slowed(profile: Path) -> Iterator[None]:
    """Let the browser with this profile run for one part in RATE of the time. Chromium's own throttling
    leaves out the worker that Python runs in.
    """
    browser, over = group(profile), threading.Event()

    def pace() -> None:
        while RATE > 1 and not over.wait(SLICE):
            os.killpg(browser, signal.SIGSTOP)
            over.wait(SLICE * (RATE - 1))
            os.killpg(browser, signal.SIGCONT)

    pacing = threading.Thread(target=pace)
    pacing.start()
    try:
        yield
    finally:
        over.set()
        pacing.join()


def started(playwright: Playwright, profile: Path, url: str) -> str:
    """Time one start; return it with its processor time and the browser's memory as a line."""
    with browsed(playwright, profile) as context:
        page = context.new_page()
        with slowed(profile):
            began, before = time.monotonic(), spent(of(profile))
            page.goto(url)
            page.locator(READY).wait_for()
            wall, processor = time.monotonic() - began, spent(of(profile)) - before
        page.wait_for_timeout(3_000)  # memory is read once the start's background work is over
        return f"{wall:5.1f} s, {processor:5.1f} s of processor time, {memory(of(profile)):4.0f} MB"


def main() -> None:
    """Measure."""
    print(
        f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; phone {RATE} times slower"
    )
    with sync_playwright() as playwright:
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                root, profile = Path(folder) / "host", Path(folder) / "profile"
                root.mkdir()
                (root / "deep").symlink_to(ROOT / "dist", target_is_directory=True)
                host = Host(root, ROOT / "dist" / "pocket")
                print("cold", started(playwright, profile, host.url), f"  (goal {BUDGETS['cold']} s)")
                host.end()
                print("warm", started(playwright, profile, host.url), f"  (goal {BUDGETS['warm']} s)")


if __name__ == "__main__":
    main()
