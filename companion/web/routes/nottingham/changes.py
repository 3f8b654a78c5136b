"""What changes the table itself, from its menu: names, who goes and comes, options."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.rules.names import LONGEST_NAME
from companion.rules.nottingham import commands as ask
from companion.rules.nottingham.commands import Command
from companion.web.context.nottingham.at_table import held_table
from companion.web.forms.beside import field_of
from companion.web.forms.nottingham import way_fields
from companion.web.forms.reader import Reader
from companion.web.phone.nottingham.table import Table
from companion.web.routes.booking import Beside, book
from companion.web.routes.nottingham.table_pages import menu_page, way_to_menu

blueprint = Blueprint("nottingham_changes", __name__)


@blueprint.post("/g/<game>/nottingham/names")
def names(game: str) -> ResponseReturnValue:
    """A player is called otherwise."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    name = reader.form.get(f"name-{seat}", "")[: LONGEST_NAME + 1]
    field = f"name-{seat}" if seat in range(len(table.game.seats)) else ""
    return _changed(table, reader, lambda: ask.Rename(seat, name), lambda _: field)


@blueprint.post("/g/<game>/nottingham/departures")
def departures(game: str) -> ResponseReturnValue:
    """A player goes home, and stays in the count."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("leaver", len(table.game.seats))
    return _changed(table, reader, lambda: ask.Leave(seat), lambda _: "leaver")


@blueprint.post("/g/<game>/nottingham/returns")
def returns(game: str) -> ResponseReturnValue:
    """Somebody who went home is back."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    return _changed(table, reader, lambda: ask.ComeBack(seat), lambda _: "")


@blueprint.post("/g/<game>/nottingham/options")
def options(game: str) -> ResponseReturnValue:
    """The table plays with other options."""
    table, reader = held_table(game), Reader(request.form)
    if not reader.has("spaces"):
        abort(400)  # no field at all is not covered sums
    chosen = way_fields.read(reader, table.game.options)
    beside = partial(field_of, way_fields.FIELDS)
    return _changed(table, reader, lambda: ask.SetOptions(chosen), beside)


def _changed(
    table: Table, reader: Reader, command: Callable[[], Command], beside: Beside
) -> ResponseReturnValue:
    return book(table, reader, command, menu_page, beside, way_to_menu)
