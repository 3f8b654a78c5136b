"""The page that changes the table itself, and one resource for each change."""

from contextlib import suppress
from functools import partial

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clerk import StorageTrouble
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.rotation import MendSheriff, SkipTurn
from companion.rules.sheriff.seating import Rename, Renamed
from companion.rules.sheriff.switching import seen_as, switched_meanwhile
from companion.web.context.current import clerk
from companion.web.context.sheriff.at_table import held_table
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.permits import permit
from companion.web.forms.beside import field_of
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import change_form
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import board_address, book
from companion.web.screens.sheriff import changes as screens

blueprint = Blueprint("changes", __name__)


@blueprint.get("/g/<game>/changes")
def changes(game: str) -> ResponseReturnValue:
    """What can be changed about the table, and what was just done; for Back it is one page."""
    reader = Reader(request.args)
    response, done = make_response(changes_page(held_table(game), reader)), reader.hidden("done")
    if done > 0:
        response.headers["HX-Replace-Url"] = url_for("changes.changes", game=game, done=done)
    return response


@blueprint.post("/g/<game>/names")
def names(game: str) -> ResponseReturnValue:
    """A player is called otherwise."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    command, field = (
        change_form.rename(reader, seat),
        f"name-{seat}" if seat in range(len(table.game.seats)) else "",
    )
    if _keeps_name(table, command):
        reader.refuse(field, _("Nothing would change."))
    return _changed(table, reader, command, field)


def _keeps_name(table: Table, command: Rename) -> bool:
    """Whether the player was called so before the latest entry: that one may be the same tap's."""
    named = {seat: player.name for seat, player in enumerate(table.game.seats)}
    match table.standing[-1].event:
        case Renamed(seat) if seat == command.seat:
            return False
        case _:
            return named.get(command.seat) == command.name


@blueprint.post("/g/<game>/options")
def options(game: str) -> ResponseReturnValue:
    """The table plays with other options; a clock that is switched off no longer runs."""
    table, reader = held_table(game), Reader(request.form)
    command = change_form.set_options(table.game, reader)
    seen = reader.form.get("on", "")
    if not reader.ticked("switching") or seen == seen_as(command.options):
        reader.refuse("options", _("Nothing would change."))
    return book(
        table,
        reader,
        lambda: command,
        changes_page,
        lambda _: "options",
        _with_a_fresh_clock if table.game.options.timer != command.options.timer else way_to_changes,
        meanwhile=lambda now, _said: switched_meanwhile(now.game, seen),
    )


@blueprint.post("/g/<game>/sheriffs")
def sheriffs(game: str) -> ResponseReturnValue:
    """Somebody else is the first Sheriff, or one of the first two Deputies."""
    table, reader = held_table(game), Reader(request.form)
    seats = len(table.game.seats)
    first = reader.seat("sheriff", seats)
    pair = (first, reader.seat("second", seats)) if table.game.deputies else ()
    field = "second" if pair else "sheriff"
    return _changed(table, reader, MendSheriff(first, pair), field)


@blueprint.post("/g/<game>/skips")
def skips(game: str) -> ResponseReturnValue:
    """A Sheriff's turn is skipped; the next one gets a fresh clock, on the board, where the game goes on."""
    table, reader = held_table(game), Reader(request.form)
    command = SkipTurn(reader.hidden("skip"))

    def onward(after: Table) -> str:
        _with_a_fresh_clock(after)
        return board_address(after, after.seq)

    return book(table, reader, lambda: command, changes_page, onward=onward)


@blueprint.post("/g/<game>/returns")
def returns(game: str) -> ResponseReturnValue:
    """Somebody who went home is back."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    command = change_form.come_back(table.game, reader, seat)
    return book(
        table,
        reader,
        lambda: command,
        changes_page,
        lambda refusal: change_form.back_field(refusal, seat),
        way_to_changes,
    )


@blueprint.post("/g/<game>/players")
def players(game: str) -> ResponseReturnValue:
    """A player comes late, to a new seat."""
    table, reader = held_table(game), Reader(request.form)
    command = change_form.join(table.game, reader)
    beside = partial(field_of, change_form.JOIN_FIELDS)
    return book(table, reader, lambda: command, changes_page, beside, way_to_changes)


def changes_page(table: Table, reader: Reader) -> str:
    """The page with what was typed, and what is wrong."""
    options, coming = change_form.options_of(table.game, reader), change_form.coming(table.game, reader)
    done = reader.hidden("done")
    view = screens.changes(table, permit(table), options, coming, done)
    return render_template(
        "sheriff/changes/changes.html",
        changes=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def way_to_changes(after: Table) -> str:
    """The page again after a change: whoever renames one player often renames another."""
    return url_for("changes.changes", game=after.id, done=after.seq)


def _with_a_fresh_clock(after: Table) -> str:
    with suppress(StorageTrouble):  # it is booked, so no error may be shown
        clerk().drop_clock(after.id)
    return way_to_changes(after)


def _changed(table: Table, reader: Reader, action: Action, field: str) -> ResponseReturnValue:
    """A change with one field; a refusal is shown beside it."""
    return book(table, reader, lambda: action, changes_page, lambda _: field, way_to_changes)
