"""Wakes the phones that wait for a game to move. It says how far the game has come, never what happened."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.records import Reached

REMEMBERED = 10_000  # games; the phones of one that is forgotten catch up at their next poll


@dataclass(slots=True)
class _Waiting:
    moved: threading.Condition
    people: int = 0


class Notifier:
    """One per process. No lost wake-ups: a ring between a look at the stamp and the wait still counts. Where
    there are other processes, what is rung here is passed on to them.
    """

    def __init__(self) -> None:
        self.closed = False
        self.pass_on: Callable[[str], None] | None = None
        self._lock = threading.Lock()
        self._latest: dict[str, Reached] = {}  # the game that rang longest ago first
        self._waiting: dict[str, _Waiting] = {}  # only games that somebody is waiting for

    def ring(self, game: str, reached: Reached) -> None:
        """Announce how far the game has come. Idempotent; announcements may come out of order. `live.events`
        is what waits: it sends the stamp to each phone.
        """
        self.hear(game, reached)
        if self.pass_on:
            self.pass_on(game)

    def hear(self, game: str, reached: Reached) -> None:
        """Like `ring`, but it is not passed on to other processes."""
        with self._lock:
            self._note(game, reached)
            if waiting := self._waiting.get(game):
                waiting.moved.notify_all()

    def wait(self, game: str, after: Reached, timeout: float) -> Reached:
        """Wait at most `timeout` seconds for the game to pass the stamp of `after`, or for a wake since then;
        returns how far it has come, or `after` if neither came. Ends early when the process does.
        """

        def is_over() -> bool:
            now = self._latest.get(game, after)
            return self.closed or now.stamp > after.stamp or now.woken > after.woken

        with self._lock:
            self._note(game, after)  # so that a ring concerns it also between two waits
            waiting = self._waiting.setdefault(game, _Waiting(threading.Condition(self._lock)))
            waiting.people += 1
            try:
                waiting.moved.wait_for(is_over, timeout)
                return after.or_later(self._latest.get(game, after))
            finally:
                waiting.people -= 1
                if not waiting.people:
                    del self._waiting[game]

    def listened(self) -> list[str]:
        """The games that somebody waits for."""
        with self._lock:
            return list(self._waiting)

    def concerned(self, games: Iterable[str]) -> list[str]:
        """Those of these games that somebody waits for or has waited for."""
        with self._lock:
            return [game for game in games if game in self._latest]

    def _note(self, game: str, reached: Reached) -> None:
        self._latest[game] = reached.or_later(self._latest.pop(game, reached))
        if len(self._latest) > REMEMBERED:
            del self._latest[next(iter(self._latest))]

    def wake(self, game: str) -> None:
        """Let every waiter of the game look again; nothing has moved."""
        with self._lock:
            now = self._latest.get(game, Reached())
            self._note(game, replace(now, woken=now.woken + 1))
            if waiting := self._waiting.get(game):
                waiting.moved.notify_all()

    def call(self, game: str) -> None:
        """Like `wake`, and let the waiters of other processes look too."""
        self.wake(game)
        if self.pass_on:
            self.pass_on(game)

    def close(self) -> None:
        """The process ends: wake every waiter for good. Safe in a signal handler, on an idle thread."""
        with self._lock:
            self.closed = True
            for waiting in self._waiting.values():
                waiting.moved.notify_all()

    def listeners(self) -> int:
        """How many waiters there are now, for all games together."""
        with self._lock:
            return sum(waiting.people for waiting in self._waiting.values())
