"""Wakes whoever waits for a game to move. It says how far the game got and never what happened."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

REMEMBERED = 10_000  # games; one that is forgotten wakes its phones at their next poll


@dataclass(slots=True)
class _Waiting:
    moved: threading.Condition
    people: int = 0


class Bell:
    """One for a process. A ring that comes between looking and waiting is heard all the same."""

    def __init__(self) -> None:
        self.closed = False
        self._lock = threading.Lock()
        self._latest: dict[str, int] = {}  # the game that rang longest ago first
        self._waiting: dict[str, _Waiting] = {}  # only games somebody waits for now

    def ring(self, game: str, stamp: int) -> None:
        """Say that the game has reached this stamp. Stamps may come late or twice."""
        with self._lock:
            self._latest[game] = max(stamp, self._latest.pop(game, 0))
            if len(self._latest) > REMEMBERED:
                del self._latest[next(iter(self._latest))]
            if waiting := self._waiting.get(game):
                waiting.moved.notify_all()

    def wait(self, game: str, after: int, timeout: float, enough: Callable[[], bool] = lambda: False) -> int:
        """Wait at most `timeout` seconds until the game is beyond the stamp `after`; the stamp it has
        reached, or `after` if it did not move. A wake or the end of the process ends it sooner: a wake when
        `enough` then says so, which must ask nothing of this bell.
        """

        def is_over() -> bool:
            return self.closed or self._latest.get(game, 0) > after or enough()

        with self._lock:
            waiting = self._waiting.setdefault(game, _Waiting(threading.Condition(self._lock)))
            waiting.people += 1
            try:
                waiting.moved.wait_for(is_over, timeout)
                return max(after, self._latest.get(game, 0))
            finally:
                waiting.people -= 1
                if not waiting.people:
                    del self._waiting[game]

    def wake(self, game: str) -> None:
        """Let everybody who waits for the game look whether that is enough; nothing has moved."""
        with self._lock:
            if waiting := self._waiting.get(game):
                waiting.moved.notify_all()

    def close(self) -> None:
        """The process ends: nobody waits any longer. May be called by a signal's handler in a thread that
        never waits or rings.
        """
        with self._lock:
            self.closed = True
            for waiting in self._waiting.values():
                waiting.moved.notify_all()

    def listeners(self) -> int:
        """How many wait at this moment, for all games together."""
        with self._lock:
            return sum(waiting.people for waiting in self._waiting.values())
