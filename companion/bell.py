"""Wakes whoever waits for a game to move. It says how far the game got and never what happened."""

import threading
from dataclasses import dataclass

REMEMBERED = 10_000  # games; one that is forgotten wakes its phones at their next poll


@dataclass(slots=True)
class _Waiting:
    moved: threading.Condition
    people: int = 0


class Bell:
    """One for a process. A ring that comes between looking and waiting is heard all the same."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._latest: dict[str, int] = {}  # the game that rang longest ago first
        self._waiting: dict[str, _Waiting] = {}  # only games somebody waits for now

    def ring(self, game: str, seq: int) -> None:
        """Say that the entry of this number is stored. Numbers may come late or twice."""
        with self._lock:
            self._latest[game] = max(seq, self._latest.pop(game, 0))
            if len(self._latest) > REMEMBERED:
                del self._latest[next(iter(self._latest))]
            if waiting := self._waiting.get(game):
                waiting.moved.notify_all()

    def wait(self, game: str, after_seq: int, timeout: float) -> int:
        """Wait at most `timeout` seconds until the game is beyond `after_seq`; the number it has reached,
        or `after_seq` if it did not move.
        """
        with self._lock:
            waiting = self._waiting.setdefault(game, _Waiting(threading.Condition(self._lock)))
            waiting.people += 1
            try:
                waiting.moved.wait_for(lambda: self._latest.get(game, 0) > after_seq, timeout)
                return max(after_seq, self._latest.get(game, 0))
            finally:
                waiting.people -= 1
                if not waiting.people:
                    del self._waiting[game]

    def listeners(self) -> int:
        """How many wait at this moment, for all games together."""
        with self._lock:
            return sum(waiting.people for waiting in self._waiting.values())
