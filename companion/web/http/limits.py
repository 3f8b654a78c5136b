"""Rate limits: how often an address may guess within a minute. No address can use up another's tries."""

import threading
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from flask import Flask, abort, current_app, request

WINDOW_SECONDS = 60.0
LIMITS: Mapping[str, int] = {"codes": 10}
IPV6_NETWORK = 64  # bits; a device chooses the rest itself, as often as it likes


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """One try from an address. It counts before it is judged, so that many at once gain nothing."""

    address: str
    made_at: float


@dataclass(slots=True)
class Guesses:
    """The wrong tries within the window, and those still being judged."""

    most: int
    moments: deque[Guess] = field(default_factory=deque)
    by_address: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, address: str) -> Guess | None:
        """One more try from an address; None if it has none left."""
        now = time.monotonic()
        with self.lock:
            while self.moments and self.moments[0].made_at < now - WINDOW_SECONDS:
                self._forget(self.moments.popleft())
            if self.by_address[address] >= self.most:
                return None
            guess = Guess(address, now)
            self.moments.append(guess)
            self.by_address[address] += 1
            return guess

    def give_back(self, guess: Guess) -> None:
        """It was right, so it does not count."""
        with self.lock:
            if guess in self.moments:
                self.moments.remove(guess)
                self._forget(guess)

    def clear(self) -> None:
        """Forget all guesses."""
        with self.lock:
            self.moments.clear()
            self.by_address.clear()

    def _forget(self, guess: Guess) -> None:
        self.by_address[guess.address] -= 1
        if not self.by_address[guess.address]:
            del self.by_address[guess.address]


def install(app: Flask) -> None:
    """Start counting."""
    app.extensions["limits"] = {name: Guesses(most) for name, most in LIMITS.items()}


def guess(name: str) -> Guess:
    """A try by the requesting phone; 429 after too many."""
    return _guesses(name).take(network_of(request.remote_addr or "")) or abort(429)


def was_right(name: str, guess: Guess | None) -> None:
    """This try does not count: a whole table may share one address."""
    if guess is not None:
        _guesses(name).give_back(guess)


def network_of(address: str) -> str:
    """What tries are counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> IPV6_NETWORK << IPV6_NETWORK))


def _guesses(name: str) -> Guesses:
    found: Guesses = current_app.extensions["limits"][name]
    return found
