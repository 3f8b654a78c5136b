"""The inspection clock as the requesting phone finds it (T7)."""

from flask import g, request

from companion.clerk import Clock
from companion.web.context.current import clerk
from companion.web.context.sheriff.permits import permit
from companion.web.phone.sheriff.table import Table
from companion.web.screens.sheriff.board import timer_of
from companion.web.screens.sheriff.stocks import Timer

WRONG = "wrong"
"""What a form says of an inspection clock at 0 that does not count."""


def is_late(table: Table) -> bool:
    """Whether the inspection clock has run out: bags left over pass without a bribe (T7), unless this request
    says that the clock was wrong, on a phone that may set it right.
    """
    timer = timer_at(table)
    if timer is None or not timer.is_over:
        return False
    return request.values.get("clock") != WRONG or not permit(table).may_run_clock()


def timer_at(table: Table) -> Timer | None:
    """The inspection clock as it is now; None if there is none to run."""
    return timer_of(table.game, _clock(table))


def _clock(table: Table) -> Clock | None:
    """Looked up only if the table plays with one, and once until the table is read again."""
    if not table.game.options.timer:
        return None
    seen: tuple[Table, Clock | None] | None = g.get("clock")
    if seen is None or seen[0] is not table:
        seen = g.clock = table, clerk().clock(table.id)
    return seen[1]
