"""What every view needs: the clerk, this phone's table, an action's own id."""

import re

from flask import abort, current_app, g, request

from companion.archive import Archive
from companion.bell import Bell
from companion.clerk import Clerk, Held, Table
from companion.web.seats import known_phone

_ACTION_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")


def clerk() -> Clerk:
    """The clerk of this application."""
    found: Clerk = current_app.extensions["clerk"]
    return found


def bell() -> Bell:
    """The bell of this application."""
    found: Bell = current_app.extensions["bell"]
    return found


def archive() -> Archive:
    """The archive of this application."""
    found: Archive = current_app.extensions["archive"]
    return found


def held_table(game: str) -> Table:
    """The table of this id, if this phone is its bank; else 404 or 403. The page that shows it carries the
    stamp it had.
    """
    stamp = clerk().stamp(game)
    table = clerk().current(game)
    phone = known_phone()
    if phone is None or not clerk().holds(game, phone):
        abort(403)
    g.stamp = stamp
    return table


def held_tables() -> Held:
    """The tables this phone is the bank of."""
    phone = known_phone()
    return clerk().held_by(phone) if phone else Held()


def action_id() -> str:
    """The id made with the form: the same form counts once. 400 for a form without one."""
    given = request.form.get("action_id", "")
    if not _ACTION_ID.fullmatch(given):
        abort(400)
    return given
