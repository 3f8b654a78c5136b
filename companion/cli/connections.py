"""How many connections `serve` holds, and which one has to go when there is no room for another.

A browser opens several and keeps them; a stranger may open hundreds and say nothing. Nobody is turned away
for that: a new connection takes the place of one that is idle, which a browser opens again by itself.
"""

import select
import socket
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, cast
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

if sys.platform != "win32":
    import resource

IN_ALL = 4_000
FOR_ADDRESS = 1_500  # a whole pub may come by one address: sixty phones have 300
OWN_FILES = 256  # the database, pages, the terminal: what is open beside connections
SELECT_TAKES = 500  # where a system cannot poll, as on Windows, it looks at no more
AT_ONCE = 64  # taken in before what they ask is looked at


class Server(TcpWSGIServer):
    """waitress's server at a door that is open, with room for as many as this system gives."""

    def __init__(
        self,
        app: WSGIApplication,
        door: socket.socket,
        *,
        one_proxy: bool,
        **settings: Any,  # noqa: ANN401 - waitress's own
    ) -> None:
        self._is_stopping = False
        self._in_all = room()
        self._for_address = self._in_all if one_proxy else FOR_ADDRESS
        beyond = self._in_all + 2 * AT_ONCE  # waitress would answer nobody then: it never comes to it
        super().__init__(
            app,
            {},
            _sock=door,
            adj=Adjustments(connection_limit=beyond, asyncore_use_poll=True, **settings),
            sockinfo=(door.family, door.type, door.proto, door.getsockname()),
            bind_socket=False,
        )

    def stop(self) -> None:
        """Let `run` come to its end; safe in the handler of a signal."""
        self._is_stopping = True
        self.pull_trigger()

    def readable(self) -> bool:
        """Whether there is room for another connection, asked in each turn of the loop, which ends here."""
        if self._is_stopping:
            raise SystemExit(0)  # the one way that waitress knows to end it
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Take in who waits at the door; for each that is too many an idle one goes."""
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
    """The connection that has to go: of the address that has most of them the one that was idle longest. Who
    is being answered stays.
    """
    channels = tuple(channels)
    held = Counter(address(channel) for channel in channels)
    if len(channels) <= in_all and max(held.values(), default=0) <= for_address:
        return None
    idle = (channel for channel in channels if not channel.requests)
    return min(idle, key=lambda one: (-held[address(one)], one.last_activity), default=None)


def address(channel: HTTPChannel) -> str:
    """The address from which a connection comes."""
    return str(channel.addr[0])


def room() -> int:
    """How many connections this system lets us hold, after it was asked for as many as are of use."""
    if not hasattr(select, "poll"):
        return SELECT_TAKES
    return min(IN_ALL, _files() - OWN_FILES)


def _files() -> int:
    """How many files this process may have open; the limit is raised as far as it may be."""
    wanted = IN_ALL + OWN_FILES
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return most
