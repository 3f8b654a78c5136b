"""A new table."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.setup import seat_faults
from companion.rules.refusals import Refusal
from companion.web.context.current import action_id, doorkeeper, held_tables, places_at
from companion.web.context.listed import sound
from companion.web.context.rematch import followed, way_to_rematch
from companion.web.context.token import is_newcomer, phone
from companion.web.forms import seat_lines
from companion.web.forms.nottingham import new_form
from companion.web.forms.reader import Reader
from companion.web.http.packing import packed_if
from companion.web.phone.nottingham.table import Table
from companion.web.routes.booking import board_address, open_table, refused
from companion.web.words.nottingham.sentences import Words

blueprint = Blueprint("nottingham_opening", __name__)


@blueprint.get("/nottingham/new")
@packed_if(is_newcomer)
def new_page() -> ResponseReturnValue:
    """A new table as the address has it; at first with the people of last time, or of the table `again`."""
    if "spaces" in request.args:
        return _new_page(Reader(request.args))
    tables = held_tables().tables
    again = [table for table in tables if table.id == request.args.get("again")]
    if again and (rematch := way_to_rematch(again[0].id)):
        return redirect(rematch)
    last = next(sound(NOTTINGHAM, (*again, *tables)), None)
    others = tables[0].at.seats if tables else ()
    form = new_form.of_last_evening(last, others, request.args.get("again"))
    return _new_page(Reader(seat_lines.named_instead(form, request.args)))


@blueprint.post("/nottingham/new")
def new() -> ResponseReturnValue:
    """Open a table; the buttons up and down only draw the form again."""
    reader = Reader(request.form)
    if seat_lines.is_moved(reader):
        return _new_page(reader)
    command = new_form.read(reader)
    for fault in seat_faults(command):
        reader.refuse(new_form.field_of(fault, reader.form), Words(()).refusal(fault))
    if not reader.errors:
        try:
            follows = followed(reader.form.get("again"), command.names)
            table = open_table(command, action_id(), follows)
        except Refusal as refusal:
            reader.refuse(new_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        else:
            return redirect(_way_on(table), HTTPStatus.SEE_OTHER)
    return refused(_new_page(reader))


def _way_on(table: Table) -> str:
    """To the board or, where seats wait for whoever types a name for them, to the code that lets them in."""
    if all(who.named for who in table.game.seats):
        return board_address(table)
    if not table.has_begun and places_at(table.id).door is None:
        doorkeeper().open_door(table.id, by=phone())
    return url_for("phones.phones", game=table.id)


def _new_page(reader: Reader) -> str:
    new = new_form.as_typed(reader.form)
    return render_template("nottingham/new/new.html", new=new, errors=reader.errors)
