"""The running app and the browser, as context managers: for tests, pictures and benchmarks alike."""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from wsgiref.types import WSGIApplication

from flask import Flask
from playwright.sync_api import Browser, Playwright, sync_playwright
from waitress import wasyncore
from waitress.server import create_server

from companion.app import create_app
from tests.browser.chromium import shell
from tests.tables import HOST

TRUSTED = (HOST, "127.0.0.1")
MANY = 9_999
UNSLOWED = {"TABLES": MANY, "TAPS": MANY}
"""All tests have one address, and tap faster than people."""
ARGUMENTS = [
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
STARTED: list[Playwright] = []
"""By this process."""
OURS = f"--started-by={os.getpid()}"
"""Marks the Chromium of this process."""


@dataclass(frozen=True, slots=True)
class Server:
    """The app as a table reaches it, and where it keeps its data."""

    url: str
    data: Path
    app: Flask


@contextmanager
def running(data: Path, config: Mapping[str, object] | None = None, port: int = 0) -> Iterator[Server]:
    """The real app with this data folder, on a free port or on this one."""
    settings = {"DATA_DIR": str(data), "TRUSTED_HOSTS": TRUSTED, "STREAMS": 48, **UNSLOWED}
    app = create_app({**settings, **(config or {})})
    with listening(app, port, app.extensions["notifier"].close) as url:
        yield Server(url, data, app)


@contextmanager
def listening(
    app: WSGIApplication, port: int = 0, closing: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """Any app behind waitress on loopback, on a free port unless one is asked for; yields the address that
    the browser knows. `closing` lets whoever waits in the app go before its threads are ended.
    """
    channels: dict[int, object] = {}
    with socket.create_server(("127.0.0.1", port)) as door:
        server = create_server(app, map=channels, sockets=[door], threads=64, channel_request_lookahead=1)  # type: ignore[arg-type]
        stop = threading.Event()

        def serve() -> None:
            while not stop.is_set():
                wasyncore.loop(timeout=1, map=channels, count=1)  # type: ignore[arg-type]

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://{HOST}:{door.getsockname()[1]}"
        finally:
            stop.set()
            closing()
            server.pull_trigger()  # type: ignore[union-attr] # one socket makes one server
            thread.join()
            server.task_dispatcher.shutdown()
            wasyncore.close_all(channels)  # type: ignore[arg-type]


@contextmanager
def launched() -> Iterator[Browser]:
    """Chromium, which takes the table's name for this machine."""
    with sync_playwright() as playwright, launch(playwright) as browser:
        yield browser


def launch(playwright: Playwright, path: str | None = None) -> Browser:
    """The same, where Playwright runs already, for whoever closes it; `path` names another Chromium."""
    sandbox = os.geteuid() != 0  # Chromium's own sandbox refuses root, as which builds often run
    return playwright.chromium.launch(
        executable_path=path or shell(), args=[*ARGUMENTS, OURS], chromium_sandbox=sandbox
    )


def kill_browsers() -> None:
    """End every Chromium of this process: what waits for one, for ever, fails."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if OURS.encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
