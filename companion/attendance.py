"""When each phone was last heard from, by the monotonic clock: only in memory, as it matters for minutes.
Where other processes serve the same tables, they tell each other.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from typing import Protocol, TypeVar

from companion.records import BANK, Heard, Holder

REMEMBERED = 20_000  # phones; one that is forgotten counts as here since the start


Key = TypeVar("Key", bound=Hashable)
TOLD = 15_000  # milliseconds after which other processes are told again that a phone is here
ASKED = 5_000  # and after which they are asked


class Others(Protocol):
    """The processes that phones of the same table may talk to."""

    def heard(self, game: str) -> Mapping[str, Heard]:
        """When each phone of a game was last heard from, by any of them."""

    def keep_heard(self, game: str, token_hash: str, heard: Heard) -> None:
        """Tell the others that a phone was heard from."""


class Attendance:
    """The phones that sent requests, the latest last; a silence longer than `gap` is a gap."""

    def __init__(self, started: int, gap: int, others: Others | None = None) -> None:
        self._at_start = Heard(started, 0)
        self._gap = gap
        self._others = others
        self._told: dict[tuple[str, str], int] = {}
        self._asked: dict[str, int] = {}
        self._here: OrderedDict[tuple[str, str], Heard] = OrderedDict()
        self._lock = threading.Lock()

    def seen(self, game: str, token_hash: str, now: int) -> None:
        """This phone has just sent a request."""
        self.ask(game, now)
        with self._lock:
            was = self._here.get((game, token_hash), self._at_start)
            since = now if now - was.last > self._gap else was.since
            self._note((game, token_hash), Heard(now, since))
        if self._others and _is_due(self._told, (game, token_hash), now, TOLD):
            self._others.keep_heard(game, token_hash, Heard(now, since))

    def ask(self, game: str, now: int) -> None:
        """Hear from the other processes which phones they have heard from."""
        if self._others and _is_due(self._asked, game, now, ASKED):
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

    def last(self, game: str, holders: Iterable[Holder]) -> dict[str, int]:
        """When each of these phones was last heard from."""
        with self._lock:
            return {
                holder.token_hash: self._here.get((game, holder.token_hash), self._at_start).last
                for holder in holders
            }

    def bank(self, game: str, holders: Iterable[Holder]) -> Heard:
        """When the bank's phone was last heard from."""
        banks = [holder.token_hash for holder in holders if holder.role == BANK]
        with self._lock:
            heard = [self._here.get((game, bank), self._at_start) for bank in banks]
        return max(heard, key=lambda one: one.last, default=Heard(0, 0))


def _is_due(done: dict[Key, int], what: Key, now: int, every: int) -> bool:
    """Whether it was not done for so long; then it counts as done now."""
    if 0 <= now - done.get(what, now - every) < every:
        return False
    if len(done) >= REMEMBERED:
        done.clear()
    done[what] = now
    return True
