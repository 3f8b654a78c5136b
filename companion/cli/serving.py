"""The command `serve`: the app on this machine's network, until it is stopped."""

import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import NoReturn
from wsgiref.types import WSGIApplication

import segno

from companion.app import create_app, read_boards
from companion.cli.connections import Server
from companion.machine import network, running
from companion.machine.release import release
from companion.machine.running import Running
from companion.notifier import Notifier
from companion.web.http.addresses import Public, is_local

THREADS = 64  # a live phone holds one
STREAMS = 48  # event streams; the other threads are kept free for requests
PORT, LAST_PORT = 8000, 8099
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - phones must be able to reach it
LOCAL = ("localhost", "127.0.0.1")
WEB_PORT = 80
# Above this limit waitress refuses by itself; below it the app does, with a page that says what to do.
LARGEST_BODY_BYTES = 2 * 1_048_576


class PortTakenError(OSError):
    """No free port was found."""


class TrustedHosts:
    """The host names that requests may use. An address that this machine got after the start, as a laptop
    does on another Wi-Fi, is found when it is first used.
    """

    def __init__(self, known: Sequence[str]) -> None:
        self._known = list(known)

    def allow(self, name: str) -> None:
        """Trust one more name."""
        self._known.append(name)

    def __iter__(self) -> Iterator[str]:
        """The names known at the start first, so that few requests ask the system."""
        yield from self._known
        yield from network.routed()


class LanUrls:
    """Where phones on this network open the app, the likeliest first; looked up each time, since a laptop
    that was carried elsewhere has another address.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    def __iter__(self) -> Iterator[str]:
        """Whole addresses, without a slash at the end."""
        for address in network.present() if self._host == ALL_ADDRESSES else outward(self._host):
            yield url(address, self._port)


def serve(  # noqa: PLR0913, PLR0917 - where, for whom, and what of a sample
    folder: Path,
    host: str,
    port: int | None,
    allowed: Sequence[str],
    sample: str = "",
    shown_as: str = "",
) -> None:
    """Serve until Ctrl-C or SIGTERM, then close the database. Raises FolderInUseError where another `serve`
    has the folder, PortTakenError and other OSErrors where the address is unavailable, and what create_app
    raises. `sample` is the path that opens a sample evening, which is not kept; whoever comes only looks at
    it if it is `shown_as` this phone sees it.
    """
    signal.signal(signal.SIGTERM, _stop)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # do not log that a request waits
    with running.alone(folder) as tell, open_door(host, port) as door:
        asked = () if host == ALL_ADDRESSES else (host,)
        known = (*LOCAL, *asked, *network.addresses(), *network.names(), *allowed)
        number = door.getsockname()[1]
        trusted, lan = TrustedHosts(known), LanUrls(host, number)
        config: dict[str, object] = {"TRUSTED_HOSTS": trusted, "LAN_URLS": lan, "STREAMS": STREAMS}
        if sample:
            config |= {"DATABASE_URL": "", "KEEP_DAYS": None, "SAMPLE": shown_as}
        app = create_app({"DATA_DIR": str(folder), **config})
        read_boards(app)
        public: Public | None = app.extensions["public"]
        if public is not None:
            trusted.allow(public.name)
        with app.extensions["archive"] as archive:
            store = archive.journal.store
            where = f"Evenings are kept in {store.place} ({store.name})."
            kept = "Nothing is kept." if sample else where
            said = greeting(outward(host), number, kept, public, sample)
            if port is None and number != PORT:
                said += f"Port {PORT} is in use, so it is {number} this time.\n"
            largest = LARGEST_BODY_BYTES if not shown_as else int(app.config["MAX_CONTENT_LENGTH"])
            server = _server(app, door, largest, behind_proxies=bool(app.config["PROXIES"]))
            try:
                _stop_by_signal(server, app.extensions["notifier"])
                tell(Running(os.getpid(), host, number, url((*outward(host), LOCAL[0])[0], number)))
                with suppress(OSError):  # phones are served whether or not it can be said where
                    sys.stdout.write(said)
                    sys.stdout.flush()
                gc.freeze()  # what a start loaded stays to the end: no collection looks at it again
                server.run()
            finally:
                server.close()
                if not sample:
                    _say_farewell(store.place)


def open_door(host: str, port: int | None) -> socket.socket:
    """A socket listening on this port; by default on the first free one from 8000 up."""
    for candidate in (port,) if port is not None else range(PORT, LAST_PORT + 1):
        try:
            return socket.create_server((host, candidate))
        except OSError as fault:
            if fault.errno != errno.EADDRINUSE:
                raise OSError(fault.errno, fault.strerror, f"{host}:{candidate}") from fault
    ports = f"port {port} is" if port is not None else f"the ports {PORT} to {LAST_PORT} are all"
    raise PortTakenError(errno.EADDRINUSE, f"{ports} in use by another program; --port names another one")


def outward(host: str) -> tuple[str, ...]:
    """The addresses that phones can try when the app listens on this one, the likeliest first."""
    if host == ALL_ADDRESSES:
        return network.addresses()
    return () if is_local(host) else (host,)


def greeting(
    addresses: Sequence[str],
    port: int,
    kept: str,
    public: Public | None = None,
    sample: str = "",
) -> str:
    """What is printed at the start: the address, also as a QR code, and where the evenings are kept."""
    urls = [url(address, port) for address in (*addresses, LOCAL[0])]
    says = ["the same Wi-Fi: scan it or type it", *("another network" for _ in addresses[1:])]
    notes = [*(says if addresses else ()), "this machine"]
    if public is not None:
        urls.insert(0, public.origin + public.prefix)
        notes.insert(0, "as configured: scan it or type it")
    urls = [address + sample for address in urls]
    width = max(map(len, urls))
    lines = [f"Counting House {release()} is open.", ""]
    lines += [f"  {address:{width}}   {note}" for address, note in zip(urls, notes, strict=True)]
    lines += ["", qr_code(urls[0]) if len(urls) > 1 else NO_PHONES]
    lines += [kept, "Stop with Ctrl-C.", ""]
    return "\n".join(lines)


NO_PHONES = (
    "Only this machine can open it. For phones, join a Wi-Fi or a phone's hotspot,\n"
    "and start again without --host.\n"
)


def url(address: str, port: int) -> str:
    """The address to type into a browser."""
    return f"http://{address}" if port == WEB_PORT else f"http://{address}:{port}"


def qr_code(text: str) -> str:
    """A QR code of half blocks; nothing if the terminal cannot print them."""
    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not sys.stdout.isatty():
        return drawn.getvalue()
    # Explicit colours, whatever the terminal's are: many cameras cannot read an inverted code.
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in drawn.getvalue().splitlines())


def _say_farewell(where: str) -> None:
    with suppress(OSError):  # the reader of our output may be gone already
        sys.stdout.write(
            f"\nClosed. Evenings are kept in {where}; the next start continues where they left off.\n"
        )
        sys.stdout.flush()


def _stop_by_signal(server: Server, notifier: Notifier) -> None:
    def stop(number: int, _frame: FrameType | None) -> None:
        # An exception would be lost if the signal came while an object is finalized, so the loop ends itself.
        signal.signal(number, _stop)
        notifier.close()  # otherwise the threads of live phones would be waited for
        server.stop()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)


def _server(app: WSGIApplication, door: socket.socket, largest: int, *, behind_proxies: bool) -> Server:
    return Server(
        app,
        door,
        one_proxy=behind_proxies,  # all phones share its address
        threads=THREADS,
        ident=None,
        max_request_body_size=largest,
        clear_untrusted_proxy_headers=not behind_proxies,  # the app reads them itself, counting proxies
        channel_request_lookahead=1,  # so that a live phone's departure is noticed
    )


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
