"""Phones without a browser: one keeps a connection and sends forms, many hold streams and wait."""

import re
import secrets
import selectors
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from types import MappingProxyType
from typing import Self
from urllib.parse import urlencode

from tests.bench.hosts import LOCAL

HEADERS = {"Host": LOCAL, "Accept-Language": "en"}
TIMEOUT = 60.0
NOTHING: Mapping[str, str] = MappingProxyType({})
_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
_STAMP = re.compile(r'data-stamp="([0-9]+)"')
_MOVED = re.compile(rb"event: moved\ndata: ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `seconds` from the first byte sent to the last byte read."""

    status: int
    text: str
    stamp: int
    size: int
    seconds: float


class Caller:
    """A phone that asks and sends, over one connection."""

    def __init__(self, port: int, token: str, host: str = LOCAL, timeout: float = TIMEOUT) -> None:
        self._connection = HTTPConnection(host, port, timeout=timeout)
        self._cookies = {"phone": token}
        self._csrf = ""

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, None, headers)

    def prepare(self, game: str) -> None:
        """Open the form of a payment, as somebody does who will send it."""
        answer = self.get(f"/g/{game}/pay")
        found = _TOKEN.search(answer.text)
        if answer.status != 200 or found is None:
            raise RuntimeError(f"{answer.status} instead of a form")
        self._csrf = found[1]

    def pay(self, game: str, number: int) -> Answer:
        """One gold from hand to hand, to and fro; an action like any other."""
        giver, receiver = ("0", "1") if number % 2 == 0 else ("1", "0")
        return self._done(f"/g/{game}/payments", {"giver": giver, "receiver": receiver, "gold": "1"})

    def tries_to_pay(self, game: str, giver: int, receiver: int, gold: int, action_id: str) -> int:
        """The status of one try to pay, as often as it takes with the same id; OSError or HTTPException where
        no response came.
        """
        form = {"giver": str(giver), "receiver": str(receiver), "gold": str(gold), "action_id": action_id}
        return self.post(f"/g/{game}/payments", form).status

    def declare(self, game: str, seat: int) -> Answer:
        """The merchant of this seat says what is in the bag."""
        return self._done(f"/g/{game}/declarations/{seat}", {"good": "apples", "number": "3"})

    def bid(self, game: str, seat: int, gold: int) -> Answer:
        """So much gold in all for the Sheriff over the own bag, with one tap on the board."""
        return self._done(f"/g/{game}/bids/{seat}", {"merchant": str(seat), "passes": str(gold)})

    def _done(self, path: str, form: dict[str, str]) -> Answer:
        answer = self.post(path, form)
        if answer.status != 303:
            raise RuntimeError(f"{answer.status}: {answer.text}")
        return answer

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """Send a form with a fresh action id."""
        body = {"csrf_token": self._csrf, "action_id": secrets.token_urlsafe(16), **form}
        return self._ask("POST", path, urlencode(body))

    def stamp(self, game: str) -> int:
        """The stamp that the board carries now."""
        found = _STAMP.search(self.get(f"/g/{game}").text)
        if found is None:
            raise RuntimeError("a board without a stamp")
        return int(found[1])

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(
        self, method: str, path: str, body: str | None, more: Mapping[str, str] = MappingProxyType({})
    ) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        form = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        headers = {**HEADERS, **form, **more, "Cookie": cookies}
        begun = time.perf_counter()
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        except ConnectionError:  # an idle connection was hung up; whatever came twice counts once
            self._connection.close()
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        text = answer.read()
        took = time.perf_counter() - begun
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        found = _STAMP.search(text.decode())
        stamp = int(found[1]) if found else 0
        return Answer(answer.status, text.decode(), stamp, head + len(text), took)


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream: what it was told last, and when (time.perf_counter)."""

    game: str
    token: str
    wire: socket.socket
    stamp: int
    status: int = 0
    told_at: float = 0.0
    unread: bytes = b""


class Listeners:
    """Phones that hold streams; one thread hears them all, and hands on who was `told` something."""

    def __init__(
        self, port: int, told: Callable[[Listener], object] | None = None, host: str = LOCAL
    ) -> None:
        self._at = (host, port)
        self._told = told
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._hear)
        self.all: list[Listener] = []
        self.lost = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        for listener in self.all:
            listener.wire.close()

    def open(self, game: str, token: str, since: int) -> Listener:
        """Request a stream; its `status` is that of the response's first line."""
        listener = Listener(game, token, socket.create_connection(self._at, TIMEOUT), since)
        lines = (f"GET /g/{game}/stream?since={since} HTTP/1.1", f"Host: {LOCAL}", f"Cookie: phone={token}")
        listener.wire.sendall("\r\n".join((*lines, "", "")).encode())
        first = listener.wire.recv(65_536)
        listener.status = int(first.split(b" ", 2)[1])
        listener.unread = first
        listener.wire.setblocking(False)  # noqa: FBT003 - the socket's own word
        if listener.status == 200:
            self._selector.register(listener.wire, selectors.EVENT_READ, listener)
            self.all.append(listener)
        else:
            listener.wire.close()
        return listener

    def wait(self, wanted: dict[str, int], seconds: float) -> list[Listener]:
        """Wait until every stream was told its game's stamp of `wanted`; those that were not."""
        deadline = time.monotonic() + seconds
        while behind := [one for one in self.all if one.stamp < wanted.get(one.game, 0)]:
            if time.monotonic() > deadline:
                break
            time.sleep(0.01)
        return behind

    def _hear(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.1):
                self._read(key.data)

    def _read(self, listener: Listener) -> None:
        got = listener.wire.recv(65_536)
        now = time.perf_counter()
        if not got:
            self._selector.unregister(listener.wire)
            self.lost += 1
            return
        listener.unread = (listener.unread + got)[-1_000:]
        for moved in _MOVED.finditer(listener.unread):
            if int(moved[1]) > listener.stamp:
                listener.stamp, listener.told_at = int(moved[1]), now
                if self._told:
                    self._told(listener)
