"""Rate limits: how often an address may guess a code within a minute, knock at shut doors within five, and
open a table or a count within an hour; how often a phone may tap, and all phones of an address. No address
can use up another's tries.
"""

import math
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

WINDOW_SECONDS = 60.0
HOUR_SECONDS = 3_600.0
CODES = 10  # wrong ones in a minute
KNOCKS, KNOCK_SECONDS = 5, 300.0  # fewer than there is room for at a door: no address fills it
PHONES = 10  # of one address that all tap as fast as a phone may: a club of a hundred taps less
IPV6_NETWORK = 64  # bits; a device chooses the rest itself, as often as it likes


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """One try from an address, with an `id` where other processes count it too. It counts before it is
    judged, so that many at once gain nothing.
    """

    address: str
    made_at: float
    id: str = ""


@dataclass(slots=True)
class Guesses:
    """The tries that count within the window of so many `seconds`, and those still being judged."""

    most: int
    seconds: float
    moments: deque[Guess] = field(default_factory=deque)
    by_address: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, address: str) -> Guess | None:
        """One more try from an address; None if it has none left."""
        now = time.monotonic()
        with self.lock:
            while self.moments and self.moments[0].made_at < now - self.seconds:
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

    def wait(self, address: str) -> int:
        """In how many seconds an address that has no tries left has one again."""
        with self.lock:
            first = next((one.made_at for one in self.moments if one.address == address), time.monotonic())
        return max(1, math.ceil(first + self.seconds - time.monotonic()))

    def clear(self) -> None:
        """Forget all guesses."""
        with self.lock:
            self.moments.clear()
            self.by_address.clear()

    def _forget(self, guess: Guess) -> None:
        self.by_address[guess.address] -= 1
        if not self.by_address[guess.address]:
            del self.by_address[guess.address]


class TapsTooMany(TooManyRequests):
    """More than people tap."""


class Others(Protocol):
    """The processes among which an address may choose: all count its tries together."""

    def add_try(self, name: str, address: str, seconds: float) -> tuple[str, int]:
        """One more try of an address at something; its id, and how many there are within so many seconds."""

    def drop_try(self, made: str) -> None:
        """This one does not count."""

    def first_try(self, name: str, address: str, seconds: float) -> float | None:
        """How many seconds ago the first of those tries was made."""


class SharedGuesses:
    """As Guesses, counted by all processes together."""

    def __init__(self, name: str, most: int, seconds: float, others: Others) -> None:
        self._name = name
        self._most = most
        self._seconds = seconds
        self._others = others

    def take(self, address: str) -> Guess | None:
        """One more try from an address; None if it has none left."""
        made, tries = self._others.add_try(self._name, address, self._seconds)
        if tries <= self._most:
            return Guess(address, time.monotonic(), made)
        self._others.drop_try(made)
        return None

    def give_back(self, guess: Guess) -> None:
        """It was right, so it does not count."""
        self._others.drop_try(guess.id)

    def wait(self, address: str) -> int:
        """In how many seconds an address that has no tries left has one again."""
        ago = self._others.first_try(self._name, address, self._seconds) or 0.0
        return max(1, math.ceil(self._seconds - ago))


def install(app: Flask, others: Others | None = None) -> None:
    """Start counting: wrong codes, tables and taps, of which the settings TABLES and TAPS say how many are
    too many. Each process counts taps for itself: that costs no tap a second write.
    """
    most = {
        "codes": (CODES, WINDOW_SECONDS),
        "knocks": (KNOCKS, KNOCK_SECONDS),
        "tables": (int(app.config["TABLES"]), HOUR_SECONDS),
    }
    taps = int(app.config["TAPS"])
    app.extensions["limits"] = {
        **{
            name: SharedGuesses(name, *limit, others) if others else Guesses(*limit)
            for name, limit in most.items()
        },
        "taps": Guesses(taps, WINDOW_SECONDS),
        "taps of an address": Guesses(PHONES * taps, WINDOW_SECONDS),
    }


def count_tap(phone: str | None) -> None:
    """One more form from this phone; TapsTooMany where that is more than people send."""
    for name, of in (("taps", phone), ("taps of an address", requesting())):
        if of is not None and _guesses(name).take(of) is None:
            raise TapsTooMany(retry_after=_guesses(name).wait(of))


def guess(name: str) -> Guess:
    """A try by the requesting phone; 429 after too many."""
    one = taken(name)
    if one is None:
        raise TooManyRequests(retry_after=wait(name))
    return one


def taken(name: str) -> Guess | None:
    """A try by the requesting phone; None if it has none left."""
    return _guesses(name).take(requesting())


def wait(name: str) -> int:
    """In how many seconds the requesting phone may try again."""
    return _guesses(name).wait(requesting())


def requesting() -> str:
    """What the requesting phone's tries and streams are counted by."""
    return network_of(request.remote_addr or "")


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


def _guesses(name: str) -> Guesses | SharedGuesses:
    found: Guesses | SharedGuesses = current_app.extensions["limits"][name]
    return found
