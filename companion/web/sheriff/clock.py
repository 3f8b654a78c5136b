"""Start, stop, reset and extend the inspection clock (T7)."""

from contextlib import suppress
from functools import partial
from http import HTTPStatus

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.places import PlaceLost
from companion.records import Members
from companion.rules.refusals import Refusal
from companion.rules.sheriff.conflicts import badge_moved_on
from companion.rules.sheriff.refusals import BadgeMovedOn
from companion.rules.sheriff.talk import Talk
from companion.web.current import service
from companion.web.reader import Reader
from companion.web.sheriff.request import MILLISECONDS, held_table, permit, timer_of
from companion.web.sheriff.table import Table

SECONDS_A_MINUTE = 60
blueprint = Blueprint("clock", __name__)


@blueprint.post("/g/<game>/timers")
def timers(game: str) -> ResponseReturnValue:
    """Start, pause or reset the inspection clock, or add a minute; no entry has it, so the log has not."""
    table = held_table(game)
    if not permit(table).may_run_clock():
        abort(403)
    timer = timer_of(table.game, service().clock(game))
    asked = request.form.get("do")
    if asked not in {"start", "pause", "reset", "more"}:
        abort(400)
    if timer is not None:
        seen = Reader(request.form).hidden("round") if "round" in request.form else table.game.round
        left = timer.whole if asked == "reset" else timer.remaining + SECONDS_A_MINUTE * (asked == "more")
        running = left > 0 and (asked == "start" or (asked == "more" and timer.runs))
        with suppress(BadgeMovedOn):  # a tap for the clock of a round that is over
            may = partial(_may_run_clock, seen)
            service().set_clock(game, left * MILLISECONDS, running=running, may=may)
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


def _may_run_clock(seen: int, table: Table, _said: Talk, members: Members) -> Refusal | None:
    if not permit(table, members).may_run_clock():
        raise PlaceLost
    return badge_moved_on(table.game, seen)
