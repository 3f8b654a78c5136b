"""How often something may be tried: for each address, and in all, within a minute."""

import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask, abort, current_app, request

WINDOW_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many within the window."""

    for_address: int
    in_all: int


LIMITS: Mapping[str, Limit] = {"codes": Limit(10, 60)}


@dataclass(slots=True)
class Counter:
    """The moments of the last window, by address."""

    moments: deque[tuple[float, str]] = field(default_factory=deque)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def recent(self) -> list[str]:
        """The addresses of the last window, one for each time."""
        with self.lock:
            while self.moments and self.moments[0][0] < time.monotonic() - WINDOW_SECONDS:
                self.moments.popleft()
            return [address for _, address in self.moments]

    def add(self, address: str) -> None:
        """One more."""
        with self.lock:
            self.moments.append((time.monotonic(), address))


def install(app: Flask) -> None:
    """Begin to count."""
    app.extensions["limits"] = {name: Counter() for name in LIMITS}


def check(name: str) -> None:
    """429 when it was tried too often."""
    recent = _counter(name).recent()
    limit = LIMITS[name]
    if len(recent) >= limit.in_all or recent.count(_address()) >= limit.for_address:
        abort(429)


def count(name: str) -> None:
    """It was tried in vain once more."""
    _counter(name).add(_address())


def _counter(name: str) -> Counter:
    found: Counter = current_app.extensions["limits"][name]
    return found


def _address() -> str:
    return request.remote_addr or ""
