"""Ways to play, as a new table asks for them and as they are changed later."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.names import LONGEST_NAME
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.game import Command, Options
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.web.booking import Beside, book, drawn_again, led_on
from companion.web.current import viewer
from companion.web.http.language import gettext as _
from companion.web.nottingham.menu import menu_page, way_to_menu
from companion.web.nottingham.request import held_table
from companion.web.nottingham.table import Table
from companion.web.parts import seat_named
from companion.web.reader import Reader, field_of

LONGEST = 200
WAY_FIELDS = ("spaces", "printed", "open_sums")


def read_ways(reader: Reader, options: Options) -> Options:
    """The options as typed; the Sheriff's way stays as it is where nothing is typed about it."""
    options = replace(options, open_sums=reader.ticked("open_sums"))
    if "spaces" in reader.form:
        options = replace(
            options, spaces=reader.number("spaces", BOX.most_spaces, BOX.fewest_spaces, blank=BOX.spaces)
        )
    return replace(options, printed=_printed(reader)) if "printed" in reader.form else options


def ways_of_options(options: Options) -> list[tuple[str, str]]:
    """The form's fields for these options."""
    typed = [("spaces", str(options.spaces)), ("printed", " ".join(map(str, options.printed)))]
    return typed + ([("open_sums", "1")] if options.open_sums else [])


def _printed(reader: Reader) -> tuple[int, ...]:
    """Read a digit for each space; commas and blanks between them do not matter."""
    text = "".join(reader.text("printed", LONGEST).replace(",", " ").split())
    if text and not text.isdecimal():
        reader.refuse("printed", _("A digit for each space, in the order of the way, and nothing else."))
        return ()
    return tuple(map(int, text))


blueprint = Blueprint("nottingham_changes", __name__)


@blueprint.post("/g/<game>/nottingham/names")
def names(game: str) -> ResponseReturnValue:
    """Rename a player."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    name = reader.form.get(f"name-{seat}", "")[: LONGEST_NAME + 1]
    field = f"name-{seat}" if seat in range(len(table.game.seats)) else ""
    return _changed(table, reader, Rename(seat, name), lambda _: field)


@blueprint.post("/g/<game>/nottingham/departures")
def departures(game: str) -> ResponseReturnValue:
    """Book that a player goes home, and stays in the count."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("leaver", len(table.game.seats))
    return _changed(table, reader, Leave(seat), lambda _: "leaver")


@blueprint.post("/g/<game>/nottingham/returns")
def returns(game: str) -> ResponseReturnValue:
    """Bring back a player who went home, from the menu or from the board of their own phone."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    after = book(table, reader, ComeBack(seat))
    if after is None:
        return drawn_again(table, reader, menu_page)
    return led_on(after, way_to_menu(after) if viewer(game).bank else "")


@blueprint.post("/g/<game>/nottingham/options")
def options(game: str) -> ResponseReturnValue:
    """Change the options of the table."""
    table, reader = held_table(game), Reader(request.form)
    if not reader.has("spaces"):
        abort(400)  # a form without these fields does not ask for covered sums
    chosen = read_ways(reader, table.game.options)
    beside = partial(field_of, WAY_FIELDS)
    return _changed(table, reader, SetOptions(chosen), beside)


def _changed(table: Table, reader: Reader, command: Command, beside: Beside) -> ResponseReturnValue:
    after = book(table, reader, command, beside)
    return led_on(after, way_to_menu(after)) if after else drawn_again(table, reader, menu_page)


def way_to_late(table: Table, name: str) -> str:
    """The seat to free, for a player with a new phone, or the menu, where one who went home comes back; ""
    for others, since nobody joins this game late.
    """
    seat = seat_named(table.game, name)
    if seat is None:
        return ""
    if seat in table.game.here:
        return url_for("phones.phones", game=table.id, _anchor=f"seat-{seat}")
    return "" if ComeBack.may(table.game, seat) else url_for("nottingham_menu.menu", game=table.id)
