"""How often an address may guess within a minute. No address can use up another's tries."""

import threading
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from flask import Flask, abort, current_app, request

WINDOW_SECONDS = 60.0
LIMITS: Mapping[str, int] = {"codes": 10}
IPV6_NETWORK = 64  # bits; the others a phone gives itself, as many as it likes


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """One try of an address. It counts from before it is judged, so that many at once are no way round."""

    address: str
    made_at: float


@dataclass(slots=True)
class Guesses:
    """The wrong tries of the last window, and those that are being judged."""

    most: int
    moments: deque[Guess] = field(default_factory=deque)
    by_address: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, address: str) -> Guess | None:
        """One more try of an address; None when it has no more."""
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
        """It was right, so it was no guess."""
        with self.lock:
            if guess in self.moments:
                self.moments.remove(guess)
                self._forget(guess)

    def clear(self) -> None:
        """Nobody guessed."""
        with self.lock:
            self.moments.clear()
            self.by_address.clear()

    def _forget(self, guess: Guess) -> None:
        self.by_address[guess.address] -= 1
        if not self.by_address[guess.address]:
            del self.by_address[guess.address]


def install(app: Flask) -> None:
    """Begin to count."""
    app.extensions["limits"] = {name: Guesses(most) for name, most in LIMITS.items()}


def guess(name: str) -> Guess:
    """A try of whoever asks; 429 when there were too many."""
    return _guesses(name).take(network_of(request.remote_addr or "")) or abort(429)


def was_right(name: str, guess: Guess | None) -> None:
    """This try does not count: a whole table may come in from one address."""
    if guess is not None:
        _guesses(name).give_back(guess)


def network_of(address: str) -> str:
    """Whose tries are counted together: an IPv4 address, or the network of 64 bits of an IPv6 one."""
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
