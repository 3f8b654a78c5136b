"""Ways to play, as a new table asks for them and as they are changed later."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.names import LONGEST_NAME
from companion.rules.nottingham.bases import Command
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.game import Options
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.web.beside import field_of
from companion.web.booking import Beside, book
from companion.web.http.language import gettext as _
from companion.web.nottingham.menu import menu_page, way_to_menu
from companion.web.nottingham.request import held_table
from companion.web.nottingham.table import Table
from companion.web.parts import seat_named
from companion.web.reader import Reader

LONGEST = 200
WAY_FIELDS = ("spaces", "printed", "open_sums")


def read_ways(reader: Reader, options: Options) -> Options:
    """The options as typed; the way as it is where nothing is typed about it."""
    options = replace(options, open_sums=reader.ticked("open_sums"))
    if "spaces" in reader.form:
        options = replace(options, spaces=_spaces(reader))
    return replace(options, printed=_printed(reader)) if "printed" in reader.form else options


def ways_of_options(options: Options) -> list[tuple[str, str]]:
    """The fields as they say this."""
    typed = [("spaces", str(options.spaces)), ("printed", " ".join(map(str, options.printed)))]
    return typed + ([("open_sums", "1")] if options.open_sums else [])


def _spaces(reader: Reader) -> int:
    return reader.number("spaces", BOX.most_spaces, BOX.fewest_spaces, blank=BOX.spaces)


def _printed(reader: Reader) -> tuple[int, ...]:
    """A digit for each space; however they are set apart."""
    text = "".join(reader.text("printed", LONGEST).replace(",", " ").split())
    if text and not text.isdecimal():
        reader.refuse("printed", _("A digit for each space, in the order of the way, and nothing else."))
        return ()
    return tuple(map(int, text))


blueprint = Blueprint("nottingham_changes", __name__)


@blueprint.post("/g/<game>/nottingham/names")
def names(game: str) -> ResponseReturnValue:
    """A player is called otherwise."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    name = reader.form.get(f"name-{seat}", "")[: LONGEST_NAME + 1]
    field = f"name-{seat}" if seat in range(len(table.game.seats)) else ""
    return _changed(table, reader, lambda: Rename(seat, name), lambda _: field)


@blueprint.post("/g/<game>/nottingham/departures")
def departures(game: str) -> ResponseReturnValue:
    """A player goes home, and stays in the count."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("leaver", len(table.game.seats))
    return _changed(table, reader, lambda: Leave(seat), lambda _: "leaver")


@blueprint.post("/g/<game>/nottingham/returns")
def returns(game: str) -> ResponseReturnValue:
    """Somebody who went home is back."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    return _changed(table, reader, lambda: ComeBack(seat), lambda _: "")


@blueprint.post("/g/<game>/nottingham/options")
def options(game: str) -> ResponseReturnValue:
    """The table plays with other options."""
    table, reader = held_table(game), Reader(request.form)
    if not reader.has("spaces"):
        abort(400)  # no field at all is not covered sums
    chosen = read_ways(reader, table.game.options)
    beside = partial(field_of, WAY_FIELDS)
    return _changed(table, reader, lambda: SetOptions(chosen), beside)


def _changed(
    table: Table, reader: Reader, command: Callable[[], Command], beside: Beside
) -> ResponseReturnValue:
    return book(table, reader, command, menu_page, beside, way_to_menu)


def way_to_late(table: Table, name: str) -> str:
    """The seat of a player with a new phone, to be freed, or the menu, where who went home comes back. Nobody
    else joins this game late.
    """
    seat = seat_named(table.game, name)
    if seat is None:
        return ""
    if seat in table.game.here:
        return url_for("phones.phones", game=table.id, _anchor=f"seat-{seat}")
    return "" if ComeBack.may(table.game, seat) else url_for("nottingham_menu.menu", game=table.id)
