"""What every view needs: the clerk, this phone's table, an action's own id."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from flask import abort, current_app, g, request

from companion.archive import Archive
from companion.bell import Bell
from companion.clerk import Clerk, StorageTrouble
from companion.doorkeeper import Doorkeeper
from companion.places import Places, Viewer
from companion.records import Company
from companion.rules.ruleset import Ruleset
from companion.tables import AnyTable, Game, Happened, Held, Table, heard, mark, talk_kept
from companion.web.context.token import known_phone

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


def places_at(game: str) -> Places:
    """Who has which place at a table, and its room; read once per request."""
    read: dict[str, Places] = g.setdefault("places", {})
    if game not in read:
        read[game] = doorkeeper().look(game, known_phone(), asks=asks_again())
    return read[game]


def viewer(game: str) -> Viewer:
    """Which places this phone has at a table."""
    phone = known_phone()
    if game in g.get("places", {}):
        return places_at(game).viewer(phone)
    return doorkeeper().viewer(game, phone, asks=asks_again()) if phone else Viewer()


def asks_again() -> bool:
    """Whether a script sent the request: it asks again by itself, as long as its page is seen."""
    return request.blueprint == "live" or "HX-Request" in request.headers


def talk_at(table: AnyTable) -> Any:  # noqa: ANN401 - the game's own
    """What was said in the present round; None if the game has no talk."""
    there = places_at(table.id)
    return talk_kept(table, there.room, there.awake)


def table_now(game: str) -> AnyTable:
    """The table of this id as it is now; its phones are read again too. 404 if there is none."""
    g.pop("places", None)
    there = places_at(game)
    table = clerk().reached(there.version)
    g.places[game] = there.among(len(table.game.seats))
    return table


def held_table(game: str) -> AnyTable:
    """The table of this id as it is now, if this phone has any place at it; else 404 or 403, and 404 if the
    address names a seat that is not there. The page that shows it carries its stamp and its latest entry.
    """
    table = table_now(game)
    if not viewer(game).is_known:
        abort(403)
    if _passes_over(table):
        with suppress(StorageTrouble):  # a full disk must not stop a look
            clerk().pass_over(game, speakers(), lambda company: doorkeeper().places(company).seats)
        table = table_now(game)
    if (request.view_args or {}).get("seat", 0) >= len(table.game.seats):
        abort(404)
    g.stamp = places_at(game).version.stamp
    g.entry = mark(table, talk_at(table))
    return table


def _passes_over(table: AnyTable) -> bool:
    """Whether something is said only because its turn came while somebody was asleep: all have seen it, so it
    is to stay said.
    """
    there, talking = places_at(table.id), table.rules.talking
    if talking is None or there.awake == there.seats:
        return False
    was = heard(table, there.room)
    return talking.passed_over(table.game, was, there.awake, there.seats, table.seq) is not was


def speakers() -> Callable[[Company], frozenset[int]]:
    """Finds the seats with a phone of their own that is awake, within a write."""
    keeper = doorkeeper()
    return lambda company: keeper.places(company).awake


def held_as(rules: Ruleset[Game, Happened], game: str) -> Table[Game, Happened]:
    """As `held_table`, with this game's own types; 404 for a table of another game."""
    return held_table(game).played_by(rules) or abort(404)


def held_again(table: Table[Game, Happened]) -> Table[Game, Happened]:
    """The same table, read again as by `held_table`: somebody else may have been first."""
    return cast("Table[Game, Happened]", held_table(table.id))


def bank_table(game: str) -> AnyTable:
    """The table of this id, if this phone is its bank; else 404 or 403."""
    table = held_table(game)
    if not viewer(game).bank:
        abort(403)
    return table


def held_tables() -> Held:
    """The tables at which this phone has a place, at a glance; one damaged table does not hide the others.
    Read once per request.
    """
    held: Held | None = g.get("held_tables")
    if held is None:
        phone = known_phone()
        held = g.held_tables = archive().listed(doorkeeper().games_of(phone)) if phone else Held()
    return held


def action_id() -> str:
    """The id made with the form, so that the same form counts once. 400 for a form without one."""
    given = request.form.get("action_id", "")
    if not _ACTION_ID.fullmatch(given):
        abort(400)
    return given
