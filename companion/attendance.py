"""When each phone was last heard from, by the monotonic clock: only in memory, because it matters for
minutes. Processes that serve the same tables tell each other.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from companion.records import Heard, Holder

REMEMBERED = 20_000  # phones; one that is forgotten counts as here since the start


Key = TypeVar("Key", bound=Hashable)
TOLD = 5_000  # milliseconds after which other processes are told again that a phone is here
ASKED = 5_000  # milliseconds after which they are asked again


class Others(Protocol):
    """The processes that phones of the same table may talk to."""

    def heard(self, game: str) -> Mapping[str, Heard]:
        """When each phone of a game was last heard from, by any of them."""

    def keep_heard(self, game: str, token_hash: str, heard: Heard) -> None:
        """Tell the others that a phone was heard from."""


class Attendance:
    """The phones that sent requests, the latest last."""

    def __init__(self, started: int, others: Others | None = None) -> None:
        self._at_start = Heard(started)
        self._others = others
        self._told: dict[tuple[str, str], int] = {}
        self._asked: dict[str, int] = {}
        self._here: OrderedDict[tuple[str, str], Heard] = OrderedDict()
        self._lock = threading.Lock()

    def seen(self, game: str, token_hash: str, now: int, *, asks: bool) -> bool:
        """Note that this phone has just sent a request; `asks` if its page asks by itself. Return whether the
        phone was asleep: the other processes are told of that at once.
        """
        self.ask(game, now)
        phone = game, token_hash
        with self._lock:
            known = self._here.get(phone)
            was = known or replace(self._at_start, asks=False)
            back = (known or self._at_start).is_asleep(now)
            heard = Heard(now, asks or was.asks, now if back else was.since)
            self._note(phone, heard)
        is_news = back or heard.asks != was.asks
        if self._others and (_is_due(self._told, phone, now, TOLD) or is_news):
            self._others.keep_heard(game, token_hash, heard)
        return back

    def copy_to(self, game: str, onward: str, token_hash: str) -> None:
        """Copy when this phone was last heard from at a game to the game `onward`."""
        with self._lock:
            self._note((onward, token_hash), self._here.get((game, token_hash), self._at_start))

    def ask(self, game: str, now: int, *, anew: bool = False) -> None:
        """Ask other processes which phones they have heard from, unless just asked; `anew` asks anyway."""
        if self._others and (_is_due(self._asked, game, now, ASKED) or anew):
            heard = self._others.heard(game)
            with self._lock:
                for phone, there in heard.items():
                    here = self._here.get((game, phone))
                    if here is None or here.last < there.last:
                        self._note((game, phone), there)

    def _note(self, phone: tuple[str, str], heard: Heard) -> None:
        self._here[phone] = heard
        self._here.move_to_end(phone)
        while len(self._here) > REMEMBERED:
            self._here.popitem(last=False)

    def of(self, game: str, holders: Iterable[Holder]) -> dict[str, Heard]:
        """When each of these phones was last heard from."""
        with self._lock:
            return {
                holder.token_hash: self._here.get((game, holder.token_hash), self._at_start)
                for holder in holders
            }


def _is_due(done: dict[Key, int], what: Key, now: int, every: int) -> bool:
    """Whether this was last done at least `every` milliseconds ago; if so, it counts as done now."""
    if 0 <= now - done.get(what, now - every) < every:
        return False
    if len(done) >= REMEMBERED:
        done.clear()
    done[what] = now
    return True
