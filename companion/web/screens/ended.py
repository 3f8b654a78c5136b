"""What the result of any game says besides its sums."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.tables import AnyTable, Listed
from companion.web.http.language import when
from companion.web.screens.counts import counts_now, is_count
from companion.web.screens.parts import Seat, seats_of


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sum; without a multiplication when `count` is 0."""

    word: str
    label: Markup
    count: int
    each: int
    amount: int


@dataclass(frozen=True, slots=True)
class Ended:
    """What result/_winner.html and result/_after.html show; `why` are sentences about how it came so. It is
    `counted` if it came from the quick count. `rematch` is the way there, once there is one. `closing` is the
    entry this phone may take back, for which it came if it is `correcting`, and `seen` the one that last put
    it back, or 0. Of a count in which a number was changed, `since` is the one that counts and `before` the
    one that did.
    """

    game: str
    when: str
    counted: bool
    winners: tuple[Seat, ...]
    total: int
    why: tuple[Markup | str, ...]
    warnings: tuple[str, ...]
    may_rematch: bool
    rematch: str
    may_log: bool
    closing: int | None
    seen: int
    before: str
    since: str
    correcting: bool


@dataclass(frozen=True, slots=True)
class Onward:
    """What leads on from a result: whether this phone may open a rematch, the way there once there is one,
    whether it may take the result back, for which it may have come, this phone's other tables, and
    what is missing of this one.
    """

    may_rematch: bool
    rematch: str
    may_take_back: bool
    correcting: bool
    others: Sequence[Listed]
    warnings: tuple[str, ...] = ()


def ended(
    table: AnyTable, winners: Iterable[int], total: int, why: Iterable[Markup | str], onward: Onward
) -> Ended:
    """The end of a closed game."""
    now, before = counts_now(table.id, onward.others), table.rules.glance(table.game).replaces
    return Ended(
        game=table.id,
        when=when(table.lines[-1].recorded_at),
        counted=is_count(table),
        winners=seats_of(table.game, winners),
        total=total,
        why=tuple(filter(None, why)),
        warnings=onward.warnings,
        may_rematch=onward.may_rematch,
        rematch=onward.rematch,
        may_log=not is_count(table),
        closing=table.latest.seq if table.latest and onward.may_take_back else None,
        seen=table.put_back_by(table.standing[-1].seq),
        before=next((other.id for other in onward.others if other.id == before), ""),
        since=now if now != table.id else "",
        correcting=onward.correcting,
    )
