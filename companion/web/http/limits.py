"""Rate limits: how often an address may guess a code or a link within a minute, knock at shut doors within
five, and open a table or a count, or bring a file, within an hour; how often a phone may tap, and all phones
of an address. No address can use up another's tries.
"""

import math
import threading
import time
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from itertools import count
from typing import Protocol

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

WINDOW_SECONDS = 60.0
HOUR_SECONDS = 3_600.0
CODES = LINKS = 10  # wrong ones in a minute
KNOCKS, KNOCK_SECONDS = 5, 300.0  # fewer than there is room for at a door: no address fills it
PHONES = 10  # of one address may tap as fast as a phone may: a club of a hundred phones taps less
IPV6_NETWORK = 64  # bits; a device chooses the rest itself, as often as it likes


class Tries(Protocol):
    """What counts tries: this process for itself or, if an address can reach several, all together."""

    def add_try(self, name: str, address: str, seconds: float) -> tuple[str, int]:
        """Count an address's try at `name`; return its id, and how many there are within `seconds`."""

    def drop_try(self, made: str) -> None:
        """Take this try back: it does not count."""

    def first_try(self, name: str, address: str, seconds: float) -> float | None:
        """How many seconds ago the address made the first of these tries; None if there is none."""


class OwnTries:
    """The tries counted by this process, for each name the oldest first."""

    def __init__(self) -> None:
        self._made: defaultdict[str, OrderedDict[str, tuple[str, float]]] = defaultdict(OrderedDict)
        self._count: Counter[tuple[str, str]] = Counter()
        self._numbers = count()
        self._lock = threading.Lock()

    def add_try(self, name: str, address: str, seconds: float) -> tuple[str, int]:
        """See `Tries`."""
        now = time.monotonic()
        with self._lock:
            tries = self._made[name]
            while tries and next(iter(tries.values()))[1] < now - seconds:
                self._forget(name, next(iter(tries)))
            made = f"{name} {next(self._numbers)}"
            tries[made] = address, now
            self._count[name, address] += 1
            return made, self._count[name, address]

    def drop_try(self, made: str) -> None:
        """See `Tries`."""
        with self._lock:
            name = made.rpartition(" ")[0]
            if made in self._made[name]:
                self._forget(name, made)

    def first_try(self, name: str, address: str, seconds: float) -> float | None:  # noqa: ARG002 - as others
        """See `Tries`."""
        with self._lock:
            first = next((at for whose, at in self._made[name].values() if whose == address), None)
        return None if first is None else time.monotonic() - first

    def _forget(self, name: str, made: str) -> None:
        address, _at = self._made[name].pop(made)
        self._count[name, address] -= 1
        if not self._count[name, address]:
            del self._count[name, address]


@dataclass(frozen=True, slots=True)
class Limit:
    """Allows an address at most so many tries at something within `seconds`. A try counts before it is
    judged, so that many at once gain nothing.
    """

    name: str
    most: int
    seconds: float
    tries: Tries

    def take(self, address: str) -> str | None:
        """Count one more try of an address and return its id; None if it has none left."""
        made, how_many = self.tries.add_try(self.name, address, self.seconds)
        if how_many <= self.most:
            return made
        self.tries.drop_try(made)
        return None

    def wait(self, address: str) -> int:
        """Seconds until an address without tries left has one again."""
        ago = self.tries.first_try(self.name, address, self.seconds) or 0.0
        return max(1, math.ceil(self.seconds - ago))


class TapsTooMany(TooManyRequests):
    """More taps than people make."""


def install(app: Flask, others: Tries | None = None) -> None:
    """Install the limits for wrong codes and links, knocks, tables, files and taps; the settings TABLES,
    FILES and TAPS say how many are allowed. Each process counts taps for itself, so that a tap costs no
    second write.
    """
    own, taps = OwnTries(), int(app.config["TAPS"])
    limits = (
        Limit("codes", CODES, WINDOW_SECONDS, others or own),
        Limit("links", LINKS, WINDOW_SECONDS, others or own),
        Limit("knocks", KNOCKS, KNOCK_SECONDS, others or own),
        Limit("tables", int(app.config["TABLES"]), HOUR_SECONDS, others or own),
        Limit("files", int(app.config["FILES"]), HOUR_SECONDS, others or own),
        Limit("taps", taps, WINDOW_SECONDS, own),
        Limit("taps of an address", PHONES * taps, WINDOW_SECONDS, own),
    )
    app.extensions["limits"] = {limit.name: limit for limit in limits}


def count_tap(phone: str) -> None:
    """Count one more form from this phone, "" for one that never had a place. Raises TapsTooMany if that is
    more than people send.
    """
    for name, of in (("taps", phone), ("taps of an address", requesting())):
        if (phone or name != "taps") and _limit(name).take(of) is None:
            raise TapsTooMany(retry_after=_limit(name).wait(of))


def guess(name: str) -> str:
    """Count a try by the requesting phone and return its id; 429 after too many."""
    made = taken(name)
    if made is None:
        raise TooManyRequests(retry_after=wait(name))
    return made


def taken(name: str) -> str | None:
    """Count a try by the requesting phone and return its id; None if it has none left."""
    return _limit(name).take(requesting())


def wait(name: str) -> int:
    """In how many seconds the requesting phone may try again."""
    return _limit(name).wait(requesting())


def requesting() -> str:
    """What the requesting phone's tries and streams are counted by."""
    return network_of(request.remote_addr or "")


def was_right(name: str, made: str | None) -> None:
    """Take back a try that was right: a whole table may share one address."""
    if made is not None:
        _limit(name).tries.drop_try(made)


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


def _limit(name: str) -> Limit:
    found: Limit = current_app.extensions["limits"][name]
    return found
