"""The past as it is now known: what each entry says after its latest correction."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from companion.rules.kinds import Correctable, Corrects, Game
from companion.rules.refusals import EntryChanged, Refusal
from companion.rules.seats import called_as_now

Happened = TypeVar("Happened")
LONGEST_PAUSE = 3_600_000
"""An hour in milliseconds: a longer pause between two entries is no part of an evening."""
MINUTE = 60_000


def said_now(numbered: Iterable[tuple[int, Happened]]) -> dict[int, Happened]:
    """What each of these entries says by its latest correction, in the order in which they were booked."""
    said: dict[int, Happened] = {}
    for seq, event in numbered:
        if isinstance(event, Corrects):
            said[event.seq] = event.now
        else:
            said[seq] = event
    return said


def as_corrected(numbered: Iterable[tuple[int, Any]], seq: int) -> Any:  # noqa: ANN401 - an event of the game
    """What one of these entries says by its latest correction; None if it cannot be corrected, or there is no
    such entry.
    """
    says = said_now(numbered).get(seq)
    return says if isinstance(says, Correctable) else None


def latest_of(numbered: Iterable[tuple[int, object]], seq: int) -> int:
    """The number of an entry's latest correction, or of the entry itself if it has none."""
    saying = (number for number, event in numbered if isinstance(event, Corrects) and event.seq == seq)
    return max(saying, default=seq)


def entry_changed(latest: int | None, seen: int) -> Refusal | None:
    """Whether an entry was corrected since the version that was `seen`; None if there is no such entry, which
    is refused elsewhere.
    """
    return None if latest in {None, seen} else EntryChanged()


def known_now(log: Iterable[tuple[int, Happened, object]]) -> dict[int, Happened]:
    """As `said_now`, for a log that has the game after each entry."""
    return said_now((seq, event) for seq, event, _ in log)


def right_before(log: Sequence[tuple[int, Any, Game]], seq: int) -> tuple[Game, tuple[Corrects[Game], ...]]:
    """Return the game right before an entry other than the opening, with the players' present names, and the
    corrections of earlier entries that were booked since.
    """
    numbers = [number for number, _, _ in log]
    state: Any = log[numbers.index(seq) - 1][2]
    known: Game = replace(state, seats=called_as_now(state.seats, log[-1][2].seats))
    corrections = (event for number, event, _ in log if number > seq and isinstance(event, Corrects))
    return known, tuple(event for event in corrections if event.seq < seq)


def minutes(recorded_at: Iterable[int]) -> int:
    """How many minutes were played, by when the entries that stand were recorded (milliseconds since 1970): a
    table opened in the afternoon, a result mended a week later and a clock that was put right add nothing.
    """
    pauses = (after - before for before, after in pairwise(recorded_at))
    return sum(pause for pause in pauses if 0 < pause <= LONGEST_PAUSE) // MINUTE
