"""A host of files alone, below a path, that can be ended; and a phone with the app inside it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Frame, Page, Playwright

from tests.browser.chromium import shell
from tests.browser.phone import ONLOOKER, REPORT_POLICY, SIZE, Phone, Thumb

ROOT = Path(__file__).parents[3]
BELOW = "deep/pocket"
LONGEST_START = 240_000
"""ms, on a machine that does much else."""
OF_THE_PAGE = {"context", "keyboard", "on", "touchscreen", "go_back", "wait_for_timeout"}
READY, STATE = "[data-state=ready]", "[data-state={}]"


class Files(SimpleHTTPRequestHandler):
    """Files of a folder; also as a proxy is asked for them, by whole addresses."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(urlsplit(path).path)


class Host:
    """Serves a folder on this machine, which is a secure context, with no header but each file's type; the
    files of the app are below a path.
    """

    def __init__(self, folder: Path, files: Path) -> None:
        self.files = files
        handler = partial(Files, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://localhost:{self.server.server_port}/{BELOW}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Nothing answers from here on."""
        self.server.shutdown()
        self.server.server_close()


class Inside:
    """Playwright's page, but for what is asked of the app's pages: that is asked of the frame they are in."""

    def __init__(self, around: Page) -> None:
        self.around = around

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as Playwright has it
        return getattr(self.around if name in OF_THE_PAGE else self.frame, name)

    @property
    def frame(self) -> Frame:
        """The frame of the app's pages."""
        return next(frame for frame in self.around.frames if "/app" in frame.url)

    def locator(self, selector: str, **options: Any) -> Any:  # noqa: ANN401 - as Playwright has it
        """In the frame; the app is not at the root of its host."""
        return self.frame.locator(selector.replace("[href='/", "[href$='/"), **options)

    def goto(self, path: str) -> None:
        """Open a page of the app."""
        self.frame.goto(self.around.url.partition("#")[0] + "app" + path)


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
    context.set_default_timeout(LONGEST_START)
    context.add_init_script(REPORT_POLICY)
    context.add_init_script(ONLOOKER)
    try:
        yield context
    finally:
        with suppress(Exception):  # it may have been killed
            context.close()


def group(profile: Path) -> int:
    """The process group of the browser with this profile."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"--user-data-dir={profile}".encode() in (process / "cmdline").read_bytes():
                return os.getpgid(int(process.name))
    raise AssertionError(f"no browser has {profile}")


def killed(profile: Path) -> None:
    """End the browser at once, as an empty battery would."""
    os.killpg(group(profile), signal.SIGKILL)
    for lock in profile.glob("Singleton*"):
        lock.unlink()


def opened(context: BrowserContext, url: str) -> Phone:
    """A phone at this address, once Python has answered."""
    page = context.new_page()
    inside = cast("Page", Inside(page))
    phone = Phone(inside, Thumb(inside))
    phone.may_be_cut_off = True
    page.on("console", phone.hear)
    page.on("pageerror", lambda error: phone.complaints.append(f"script: {error} {error.stack}"))
    page.goto(url)
    page.locator(READY).wait_for()
    return phone


def around(phone: Phone) -> Page:
    """The page around the frame."""
    return cast("Inside", phone.page).around


def game_file(phone: Phone) -> str:
    """The game file of the table that is open."""
    game = phone.page.url.partition("?")[0].split("/g/")[1].partition("/")[0]
    copy = f"{phone.page.url.partition('/g/')[0]}/g/{game}/export.json"
    return str(phone.page.evaluate("async (copy) => (await fetch(copy)).text()", copy))
