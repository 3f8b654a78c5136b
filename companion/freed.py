"""What was taken from other phones, for as long as it can be undone: only in memory, because it matters for
seconds. The code by which a freed seat goes to another phone stays a while longer.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace

UNDO_LIFE = 10_000  # milliseconds in which a button undoes it
GRACE = 5_000  # milliseconds more, until a tap on it has arrived
REMEMBERED = 256  # tables
OF_A_TABLE = 8  # places


@dataclass(frozen=True, slots=True)
class Freed:
    """What was taken away at a table, `by` whom and when: the `roles`, each with its phone. `kind` says how;
    `seat` is the one that was freed, or whose phone `to` became the bank. `code` carries a freed seat to
    another phone.
    """

    game: str
    kind: str
    by: str
    at: int
    roles: tuple[tuple[str, str], ...]
    seat: int | None = None
    to: str = ""
    code: str = ""

    def left(self, now: int) -> int:
        """How many milliseconds it can still be undone."""
        return max(0, self.at + UNDO_LIFE - now)


class Memory:
    """What was taken away last at each table."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, tuple[Freed, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: str) -> tuple[Freed, ...]:
        """What was taken away at a table, the latest first."""
        with self._lock:
            return self._tables.get(game, ())

    def keep(self, freed: Freed) -> None:
        """Remember what was just taken away."""
        with self._lock:
            self._tables[freed.game] = (freed, *self._tables.get(freed.game, ()))[:OF_A_TABLE]
            self._tables.move_to_end(freed.game)
            while len(self._tables) > REMEMBERED:
                self._tables.popitem(last=False)

    def forget(self, freed: Freed) -> None:
        """Forget what was undone."""
        with self._lock:
            left = tuple(other for other in self._tables.get(freed.game, ()) if other.at != freed.at)
            self._tables[freed.game] = left

    def latest(self, game: str, by: str, now: int) -> Freed | None:
        """What this phone took away last, if it can still be undone."""
        done = next((freed for freed in self.of(game) if freed.by == by), None)
        return done if done and now <= done.at + UNDO_LIFE + GRACE else None

    def rename(self, was: str, phone: str) -> None:
        """Replace a phone's token by its new one in what it took away and what was taken from it."""

        def renamed(freed: Freed) -> Freed:
            roles = tuple((role, phone if had == was else had) for role, had in freed.roles)
            by, to = (phone if one == was else one for one in (freed.by, freed.to))
            return replace(freed, by=by, to=to, roles=roles)

        with self._lock:
            for game, every in self._tables.items():
                self._tables[game] = tuple(map(renamed, every))
