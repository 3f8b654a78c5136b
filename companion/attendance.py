"""When each phone was last heard from, by the monotonic clock: only in memory, as it matters for minutes."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.records import BANK, Holder

REMEMBERED = 20_000  # phones; one that is forgotten counts as here since the start


@dataclass(frozen=True, slots=True)
class Heard:
    """When a phone was last heard from, and `since` when it has been here without a gap (0: the start)."""

    last: int
    since: int


class Attendance:
    """The phones that sent requests, the latest last; a silence longer than `gap` is a gap."""

    def __init__(self, started: int, gap: int) -> None:
        self._at_start = Heard(started, 0)
        self._gap = gap
        self._here: OrderedDict[tuple[str, str], Heard] = OrderedDict()
        self._lock = threading.Lock()

    def seen(self, game: str, token_hash: str, now: int) -> None:
        """This phone has just sent a request."""
        with self._lock:
            was = self._here.get((game, token_hash), self._at_start)
            since = now if now - was.last > self._gap else was.since
            self._here[game, token_hash] = Heard(now, since)
            self._here.move_to_end((game, token_hash))
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
