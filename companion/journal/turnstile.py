"""Lets so many in at once, and all others in the order in which they came."""

import threading
import time
from collections import deque


class Turnstile:
    """A semaphore gives its place to whoever asks at the right moment: among many callers, those who come
    back at once leave nothing to those who wait. `waits` of them so far, who `waited` so many seconds in all.
    """

    def __init__(self, places: int) -> None:
        self.waits, self.waited = 0, 0.0
        self._free = places
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def enter(self, patience: float) -> bool:
        """Wait at most so many seconds for a place; whether there is one now."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        began = time.monotonic()
        came = mine.acquire(timeout=patience)
        with self._lock:
            self.waits += 1
            self.waited += time.monotonic() - began
            if came or mine not in self._waiting:  # it came at the last moment
                return True
            self._waiting.remove(mine)
            return False

    def leave(self) -> None:
        """Give the place to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1
