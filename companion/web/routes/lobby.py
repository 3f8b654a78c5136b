"""The start: this phone's tables, and a new one."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clerk import Follows
from companion.rules.names import folded
from companion.rules.refusals import Refusal
from companion.rules.sheriff.commands import OpenTable
from companion.web.context import current
from companion.web.context.current import action_id, clerk, doorkeeper, viewer
from companion.web.context.sheriff.at_table import held_table, held_tables, ours
from companion.web.context.token import is_newcomer, phone
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import new_form
from companion.web.http.packing import packed_if
from companion.web.routes.booking import refused
from companion.web.routes.sheriff.board_pages import opened_board
from companion.web.routes.sheriff.ending_pages import way_to_rematch
from companion.web.routes.sheriff.pages import glance
from companion.web.screens.start import start as start_screen
from companion.web.words.sheriff.sentences import Words

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/")
@packed_if(is_newcomer)
def start() -> ResponseReturnValue:
    """New table, just count, the tables of this phone."""
    return render_template(
        "start/start.html", start=start_screen(current.held_tables(), lambda table: glance(ours(table)))
    )


@blueprint.get("/new")
@packed_if(is_newcomer)
def new_page() -> ResponseReturnValue:
    """A new table, as its address says; at first with last time's players, or the table `again`'s."""
    if "edition" in request.args:
        return _new_page(Reader(request.args))
    tables = held_tables()
    again = next((table for table in tables if table.id == request.args.get("again")), None)
    if again and (rematch := way_to_rematch(again.id)):
        return redirect(rematch)
    last = again or (tables[0] if tables else None)
    return _new_page(Reader(new_form.of_last_evening(last, again)))


@blueprint.post("/new")
def new() -> ResponseReturnValue:
    """Open a table; the up and down buttons only redraw the form."""
    reader = Reader(request.form)
    if reader.form.get("up") or reader.form.get("down"):
        return _new_page(reader)
    key = action_id()
    command = new_form.read(reader, key)
    if not reader.errors:
        try:
            follows = _followed(reader, command)
            table = clerk().open(command, key, phone(), follows)
        except Refusal as refusal:
            reader.refuse(new_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        else:
            return redirect(opened_board(table, rematch=follows is not None), HTTPStatus.SEE_OTHER)
    return refused(_new_page(reader))


@blueprint.post("/g/<game>/rematch")
def rematch(game: str) -> ResponseReturnValue:
    """The same people again: their new table or, until somebody opens it, its form filled in."""
    table = held_table(game)
    there = way_to_rematch(table.id) or url_for("lobby.new_page", again=table.id)
    return redirect(there, HTTPStatus.SEE_OTHER)


def _followed(reader: Reader, command: OpenTable) -> Follows | None:
    """Brings the phones of a finished table that this phone plays at to the seats of the same names."""
    wanted = reader.form.get("again")
    tables = held_tables() if wanted else ()
    was = next((table for table in tables if table.id == wanted), None)
    if was is None or was.game.result is None or not viewer(was.id).plays:
        return None
    now = {folded(" ".join(name.split())): seat for seat, name in enumerate(command.names)}
    seats = {
        seat: now[folded(who.name)] for seat, who in enumerate(was.game.seats) if folded(who.name) in now
    }
    return doorkeeper().rematch(was.id, seats, phone())


def _new_page(reader: Reader) -> str:
    return render_template("sheriff/new/new.html", new=new_form.as_typed(reader.form), errors=reader.errors)
