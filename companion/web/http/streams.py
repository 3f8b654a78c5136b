"""How many phones may hold an event stream: each occupies a thread while it waits. If there is no room for
another, the address that holds the most gives one up, so that a stranger with many connections takes no
phone's.
"""

import threading
from collections import Counter
from dataclasses import dataclass

from flask import Flask, current_app

from companion.notifier import Notifier

FOR_TABLE = 40
FOR_PHONE = 3  # tabs, and streams left behind by a phone that went to sleep


@dataclass(eq=False, slots=True)
class Stream:
    """One phone's stream of one table, where it `plays` or watches; `ended` when another took its room."""

    game: str
    phone: str
    address: str
    plays: bool = True
    ended: bool = False


class Streams:
    """All streams of this process, the oldest first."""

    def __init__(self, notifier: Notifier, in_all: int) -> None:
        self._notifier = notifier
        self._in_all = in_all
        self._open: list[Stream] = []
        self._lock = threading.Lock()

    def open(self, game: str, phone: str, address: str, *, plays: bool = True) -> Stream | None:
        """Open a stream, which the caller closes; None if there is no room. A phone's newest replaces its
        oldest when it has reached its own limit, or when there is no room for more; then it replaces the
        oldest of an address that holds at least two more than its own, and at a full table a phone that plays
        replaces one that only watches.
        """
        stream = Stream(game, phone, address, plays)
        with self._lock:
            ended = self._in_the_way(stream)
            if not ended and self._is_full(game):
                ended = self._of_the_greediest(stream) or self._of_a_watcher(stream)
                if not ended:
                    return None
            if ended:
                ended.ended = True
                self._open.remove(ended)
            self._open.append(stream)
        if ended:
            self._notifier.wake(ended.game)
        return stream

    def close(self, stream: Stream) -> None:
        """Close the stream. Idempotent."""
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)

    def __len__(self) -> int:
        """How many streams are open."""
        return len(self._open)

    def _in_the_way(self, stream: Stream) -> Stream | None:
        """The other stream of the same phone that has to end for this one, if any."""
        own = [other for other in self._open if other.phone == stream.phone]
        if len(own) >= FOR_PHONE or len(self._open) >= self._in_all:
            return next(iter(own), None)
        if self._is_full(stream.game):
            return next((other for other in own if other.game == stream.game), None)
        return None

    def _of_the_greediest(self, stream: Stream) -> Stream | None:
        """The oldest stream of the address that holds most, of this table's only if the table is full."""
        is_full = len(self._open) >= self._in_all
        others = [other for other in self._open if is_full or other.game == stream.game]
        held = Counter(other.address for other in others)
        address, most = max(held.items(), key=lambda item: item[1], default=("", 0))
        if most < held[stream.address] + 2:
            return None
        return next(other for other in others if other.address == address)

    def _of_a_watcher(self, stream: Stream) -> Stream | None:
        """The oldest stream at this table that only watches, for a phone that plays there."""
        watching = (other for other in self._open if other.game == stream.game and not other.plays)
        return next(watching, None) if stream.plays else None

    def _is_full(self, game: str) -> bool:
        of_table = sum(other.game == game for other in self._open)
        return len(self._open) >= self._in_all or of_table >= FOR_TABLE


def install(app: Flask, notifier: Notifier) -> None:
    """Room for as many streams as the setting STREAMS says."""
    app.extensions["streams"] = Streams(notifier, int(app.config["STREAMS"]))


def streams() -> Streams:
    """The streams of this application."""
    found: Streams = current_app.extensions["streams"]
    return found
