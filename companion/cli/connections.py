"""How many connections `serve` holds, and which one has to go when there is no room for another.

A browser opens several and keeps them; a stranger may open hundreds and send nothing. Nobody is turned away
for that: a new connection replaces an idle one, which a browser reopens by itself.
"""

import logging
import select
import socket
import sys
from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any, ClassVar, cast
from weakref import WeakSet
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer

if sys.platform != "win32":
    import resource

IN_ALL = 4_000
FOR_ADDRESS = 1_500  # a whole pub may share one address: sixty phones have 300
OWN_FILES = 256  # the database, pages, the terminal: files open besides connections
SELECT_TAKES = 500  # a system without poll, such as Windows, can watch no more
AT_ONCE = 64  # accepted before any of their requests is read
FILES_AT_ONCE = 4
BRINGING = "/import"
LARGEST_FILE_BYTES = 40 * 1_048_576  # the app itself explains what is a little more than it takes
HANDSHAKE = b"\x16"  # what TLS begins with, but no HTTP request
TRIED_HTTPS = (
    "A browser tried https here, where only http is spoken, and was hung up on. "
    "Most then try http by themselves; else type the address with http:// in front."
)


class Request(HTTPRequestParser):
    """A request. waitress asks even an unparsable one for its path, if the browser hangs up. One that brings
    a file may be larger than others, but only a few at once: what came of it is on the disk until it is
    whole. A server that has no other request on the disk takes no file.
    """

    path = ""
    _bringing: ClassVar[WeakSet["Request"]] = WeakSet()

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers."""
        super().parse_header(header_plus)
        takes_files = self.adj.max_request_body_size > self.adj.inbuf_overflow
        if takes_files and self.path.endswith(BRINGING) and len(self._bringing) < FILES_AT_ONCE:
            self._bringing.add(self)
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LARGEST_FILE_BYTES


class Channel(HTTPChannel):
    """A connection; one that begins with TLS is closed. A browser would wait half a minute for an answer that
    plain http cannot give; when the connection closes, it tries http.
    """

    parser_class = Request

    def received(self, data: bytes) -> bool:
        """Take received bytes; if they are TLS, drop them and close the connection."""
        if self.request is None and data.startswith(HANDSHAKE):
            cast("Server", self.server).tell_of_tls()
            self.will_close = True
            return False
        return bool(super().received(data))


class Server(TcpWSGIServer):
    """waitress's server on an open socket, with room for as many connections as this system allows."""

    channel_class = Channel

    def __init__(
        self,
        app: WSGIApplication,
        door: socket.socket,
        *,
        one_proxy: bool,
        **settings: Any,  # noqa: ANN401 - waitress's own
    ) -> None:
        self._is_stopping = self._has_told_of_tls = False
        self._in_all = room()
        self._for_address = self._in_all if one_proxy else FOR_ADDRESS
        beyond = self._in_all + 2 * AT_ONCE  # at this limit waitress would serve nobody; we never reach it
        super().__init__(
            app,
            {},
            _sock=door,
            adj=Adjustments(connection_limit=beyond, asyncore_use_poll=True, **settings),
            sockinfo=(door.family, door.type, door.proto, door.getsockname()),
            bind_socket=False,
        )

    def tell_of_tls(self) -> None:
        """Say once that somebody tried https."""
        if not self._has_told_of_tls:
            self._has_told_of_tls = True
            logging.getLogger(__name__).warning(TRIED_HTTPS)

    def stop(self) -> None:
        """Make `run` return; safe in a signal handler."""
        self._is_stopping = True
        self.pull_trigger()

    def readable(self) -> bool:
        """Whether there is room for another connection; asked in each turn of the loop, which ends here."""
        if self._is_stopping:
            raise SystemExit(0)  # the only way waitress offers to end it
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Accept waiting connections; for each one too many, an idle one is closed."""
        held = cast("dict[int, HTTPChannel]", self.active_channels)
        for _ in range(AT_ONCE):
            before = len(held)
            super().handle_accept()
            if len(held) == before:
                return
            staying = [channel for channel in held.values() if not channel.will_close]
            leaving = one_too_many(staying, self._in_all, self._for_address)
            if leaving is not None:
                leaving.will_close = True


def one_too_many(channels: Iterable[HTTPChannel], in_all: int, for_address: int) -> HTTPChannel | None:
    """The connection to close: of the address that has the most, the one idle longest. A connection that is
    being served stays.
    """
    channels = tuple(channels)
    held = Counter(address(channel) for channel in channels)
    if len(channels) <= in_all and max(held.values(), default=0) <= for_address:
        return None
    idle = (channel for channel in channels if not channel.requests)
    return min(idle, key=lambda one: (-held[address(one)], one.last_activity), default=None)


def address(channel: HTTPChannel) -> str:
    """The address a connection comes from."""
    return str(channel.addr[0])


def room() -> int:
    """How many connections this system lets us hold, after asking for as many as are useful."""
    if not hasattr(select, "poll"):
        return SELECT_TAKES
    return min(IN_ALL, _files() - OWN_FILES)


def _files() -> int:
    """How many files this process may have open, after raising the limit as far as allowed."""
    wanted = IN_ALL + OWN_FILES
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # some systems allow less than they claim
        return soft
    return most
