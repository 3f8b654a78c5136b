"""How many phones may be told of changes as they happen: each holds a thread while it waits."""

import threading
from dataclasses import dataclass

from flask import Flask, current_app

from companion.bell import Bell

FOR_TABLE = 40
FOR_PHONE = 3  # tabs, and what a phone that slept has left behind


@dataclass(eq=False, slots=True)
class Stream:
    """One phone that is told of one table; `ended` when a newer one of the same phone took its place."""

    game: str
    phone: str
    ended: bool = False


class Streams:
    """All of this process, the oldest first."""

    def __init__(self, bell: Bell, in_all: int) -> None:
        self._bell = bell
        self._in_all = in_all
        self._open: list[Stream] = []
        self._lock = threading.Lock()

    def open(self, game: str, phone: str) -> Stream | None:
        """One more, to be closed by whoever opened it; None when there is no room. A phone's newest takes
        the place of its oldest: where it has as many as it may, and where there is no room for others.
        """
        stream = Stream(game, phone)
        with self._lock:
            if not (ended := self._in_the_way(stream)) and self._is_full(game):
                return None
            if ended:
                ended.ended = True
                self._open.remove(ended)
            self._open.append(stream)
        if ended:
            self._bell.wake(ended.game)
        return stream

    def close(self, stream: Stream) -> None:
        """It is over; once or twice said."""
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def _in_the_way(self, stream: Stream) -> Stream | None:
        """Which one of the same phone has to end for it."""
        own = [other for other in self._open if other.phone == stream.phone]
        if len(own) >= FOR_PHONE or len(self._open) >= self._in_all:
            return next(iter(own), None)
        if self._is_full(stream.game):
            return next((other for other in own if other.game == stream.game), None)
        return None

    def _is_full(self, game: str) -> bool:
        of_table = sum(other.game == game for other in self._open)
        return len(self._open) >= self._in_all or of_table >= FOR_TABLE


def install(app: Flask, bell: Bell) -> None:
    """Room for as many streams as the setting STREAMS says."""
    app.extensions["streams"] = Streams(bell, int(app.config["STREAMS"]))


def streams() -> Streams:
    """Those of this application."""
    found: Streams = current_app.extensions["streams"]
    return found
