"""What every view needs: the clerk, this phone's table, an action's own id."""

import re

from flask import abort, current_app, g, request

from companion.archive import Archive
from companion.bell import Bell
from companion.clerk import Clerk
from companion.codec import UnreadableError
from companion.doorkeeper import Doorkeeper
from companion.places import Viewer
from companion.records import Holder, Room
from companion.tables import Held, Table
from companion.web.screens.news import mark
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


def doorkeeper() -> Doorkeeper:
    """The doorkeeper of this application."""
    found: Doorkeeper = current_app.extensions["doorkeeper"]
    return found


def viewer(game: str) -> Viewer:
    """Which places this phone has at a table; asked once for each request."""
    phone = known_phone()
    seen: dict[str, Viewer] = g.setdefault("viewers", {})
    if game not in seen:
        seen[game] = doorkeeper().viewer(game, phone, holders(game)) if phone else Viewer()
    return seen[game]


def holders(game: str) -> tuple[Holder, ...]:
    """Everybody's roles at a table; asked once for each request."""
    read: dict[str, tuple[Holder, ...]] = g.setdefault("holders", {})
    if game not in read:
        read[game] = doorkeeper().holders(game)
    return read[game]


def held_table(game: str) -> Table:
    """The table of this id as it is now, if this phone has any place at it; else 404 or 403. The page that
    shows it carries its stamp and its latest entry, so whatever was read before of its phones is read again.
    """
    for read in ("holders", "viewers"):
        g.pop(read, None)
    standing = clerk().standing(game)
    table = clerk().current(game, standing)
    if not viewer(game).is_known:
        abort(403)
    g.room, g.stamp = standing.room, standing.stamp
    g.entry = mark(table, clerk().talk(table, standing.room))
    return table


def room(game: str) -> Room:
    """The room of a table, as it was when the table was read for this request."""
    known: Room | None = g.get("room")
    return known if known and known.game == game else doorkeeper().room(game)


def bank_table(game: str) -> Table:
    """The table of this id, if this phone is its bank; else 404 or 403."""
    table = held_table(game)
    if not viewer(game).bank:
        abort(403)
    return table


def held_tables() -> Held:
    """The tables at which this phone has a place; one damaged table does not hide the others."""
    phone = known_phone()
    tables, unreadable = [], []
    for game in doorkeeper().games_of(phone) if phone else ():
        try:
            tables.append(clerk().current(game))
        except UnreadableError:
            unreadable.append(game)
    return Held(tuple(tables), tuple(unreadable))


def action_id() -> str:
    """The id made with the form: the same form counts once. 400 for a form without one."""
    given = request.form.get("action_id", "")
    if not _ACTION_ID.fullmatch(given):
        abort(400)
    return given
