"""The start: tables of this phone, and a new one."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.refusals import Refusal
from companion.web import new_form
from companion.web.booking import refused
from companion.web.desk import action_id, clerk, held_table, held_tables
from companion.web.forms import Reader
from companion.web.packing import packed_for_newcomers
from companion.web.screens.start import start as start_screen
from companion.web.seats import phone
from companion.web.words import Words

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/")
@packed_for_newcomers
def start() -> ResponseReturnValue:
    """New table, just count, the tables of this phone."""
    return render_template("start/start.html", start=start_screen(held_tables()))


@blueprint.get("/new")
@packed_for_newcomers
def new_page() -> ResponseReturnValue:
    """A new table as the address has it; at first with the people of last time, or of the table `again`."""
    if "edition" in request.args:
        return _new_page(Reader(request.args))
    tables = held_tables().tables
    again = next((table for table in tables if table.id == request.args.get("again")), None)
    last = again or (tables[0] if tables else None)
    return _new_page(Reader(new_form.of_last_evening(last)))


@blueprint.post("/new")
def new() -> ResponseReturnValue:
    """Open a table; the buttons up and down only draw the form again."""
    reader = Reader(request.form)
    if reader.form.get("up") or reader.form.get("down"):
        return _new_page(reader)
    key = action_id()
    command = new_form.read(reader, key)
    if not reader.errors:
        try:
            table = clerk().open(command, key, phone())
        except Refusal as refusal:
            reader.refuse(new_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        else:
            return redirect(url_for("table.board", game=table.id), HTTPStatus.SEE_OTHER)
    return refused(_new_page(reader))


@blueprint.post("/g/<game>/rematch")
def rematch(game: str) -> ResponseReturnValue:
    """The same people again: their new table, filled in and not yet opened."""
    table = held_table(game)
    return redirect(url_for("lobby.new_page", again=table.id), HTTPStatus.SEE_OTHER)


def _new_page(reader: Reader) -> str:
    return render_template("new/new.html", new=new_form.as_typed(reader.form), errors=reader.errors)
