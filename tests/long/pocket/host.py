"""A host of files alone, below a path, that can be ended; and a phone with the app inside it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Frame, Page, Playwright

from tests.browser.chromium import shell
from tests.browser.phone import LIMIT, ONLOOKER, REPORT_POLICY, SIZE, Phone, Thumb

ROOT = Path(__file__).parents[3]
BELOW = "/deep/pocket/"
OF_THE_PAGE = {"context", "keyboard", "on", "touchscreen", "go_back", "wait_for_timeout"}
READY, STATE = "[data-state=ready]", "[data-state={}]"


@cache
def built() -> Path:
    """The folder that `make pocket` makes."""
    subprocess.run((sys.executable, ROOT / "deploy" / "pocket" / "build.py"), cwd=ROOT, check=True)
    return ROOT / "dist" / "pocket"


@dataclass
class Host:
    """A folder of files, which a test may change."""

    folder: Path


@contextmanager
def hosted(host: Host) -> Iterator[str]:
    """The address of the shell page, on this machine: a secure context. Files come with no header but their
    type.
    """

    class Files(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            name = urlsplit(path).path.removeprefix(BELOW) or "index.html"
            return str(host.folder / name.replace("/", "-"))  # what is not below has no file

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}{BELOW}"
        finally:
            server.shutdown()
            thread.join()


@dataclass
class Inside:
    """Playwright's page, but for what is asked of the app's pages: that is asked of the frame they are in."""

    page: Page

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as Playwright has it
        return getattr(self.page if name in OF_THE_PAGE else self.frame, name)

    @property
    def frame(self) -> Frame:
        """The frame of the app's pages."""
        return next(frame for frame in self.page.frames if "/app" in frame.url)

    def locator(self, selector: str, **options: Any) -> Any:  # noqa: ANN401 - as Playwright has it
        """In the frame; the app is not at the root of its host."""
        return self.frame.locator(selector.replace("[href='/", "[href$='/"), **options)

    def goto(self, path: str) -> None:
        """Open a page of the app."""
        self.frame.goto(self.page.url.partition("#")[0] + "app" + path)


@contextmanager
def browsed(playwright: Playwright, profile: Path, language: str = "en-GB") -> Iterator[BrowserContext]:
    """Chromium with what it keeps in this folder, which outlives it."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shell(),
        args=["--disable-gpu"],
        chromium_sandbox=os.geteuid() != 0,
        locale=language,
        viewport=SIZE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    context.set_default_timeout(LIMIT)
    try:
        yield context
    finally:
        with suppress(Exception):  # it may have been killed
            context.close()


def killed(profile: Path) -> None:
    """End every process of the browser with this profile at once, as an empty battery would."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(profile).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
    for lock in profile.glob("Singleton*"):
        lock.unlink()


def opened(context: BrowserContext, url: str, at: str = "") -> Phone:
    """A phone at the page of the app at this address, once Python has answered."""
    context.add_init_script(REPORT_POLICY)
    context.add_init_script(ONLOOKER)
    page = context.new_page()
    inside = cast("Page", Inside(page))
    phone = Phone(inside, Thumb(inside))
    phone.may_be_cut_off = True
    page.on("console", phone.hear)
    page.on("pageerror", lambda error: phone.complaints.append(f"script: {error} {error.stack}"))
    page.goto(f"{url}{at}")
    page.locator(READY).wait_for()
    return phone


def game_file(phone: Phone) -> str:
    """The game file of the table that is open, from the page that saves copies."""
    where, _, game = phone.page.url.partition("/g/")
    copy = f"{where}/copies/{game.partition('?')[0].partition('/')[0]}.json"
    return str(phone.page.evaluate("async (copy) => (await fetch(copy)).text()", copy))
