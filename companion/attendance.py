"""When each phone was last heard of, in steady time: kept in memory alone, since it matters for minutes."""

import threading
from collections import OrderedDict
from collections.abc import Iterable

from companion.records import BANK, Holder

REMEMBERED = 20_000  # phones; one that is forgotten counts as here since the start


class Attendance:
    """The phones that asked for something, the latest last."""

    def __init__(self, started: int) -> None:
        self._started = started
        self._here: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = threading.Lock()

    def seen(self, game: str, token_hash: str, now: int) -> None:
        """This phone asked for something just now."""
        with self._lock:
            self._here[game, token_hash] = now
            self._here.move_to_end((game, token_hash))
            while len(self._here) > REMEMBERED:
                self._here.popitem(last=False)

    def bank_heard(self, game: str, holders: Iterable[Holder]) -> int:
        """When the bank's phone was last heard of."""
        banks = [holder.token_hash for holder in holders if holder.role == BANK]
        with self._lock:
            return max((self._here.get((game, bank), self._started) for bank in banks), default=0)
