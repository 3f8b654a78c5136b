"""Lets a limited number of callers in at once, and the others in the order in which they came."""

import threading
import time
from collections import deque


class Turnstile:
    """A fair semaphore: with an ordinary one, callers that come back at once leave nothing to those that
    wait. `waits` counts the callers that had to wait so far, `waited` their seconds in all.
    """

    def __init__(self, places: int) -> None:
        self.waits, self.waited = 0, 0.0
        self._free = places
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def enter(self, patience: float) -> bool:
        """Wait at most `patience` seconds for a place; return whether the caller has one."""
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
        """Give the place to the caller that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1
