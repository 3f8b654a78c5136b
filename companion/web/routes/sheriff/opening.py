"""A new table."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.refusals import Refusal
from companion.rules.seats import Seat
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.setup import seat_faults
from companion.web.context.boxes import last_box
from companion.web.context.current import action_id, doorkeeper, places_at, viewer
from companion.web.context.listed import listed_of, sound
from companion.web.context.rematch import followed, way_to_rematch
from companion.web.context.token import is_newcomer, phone
from companion.web.forms import seat_lines
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import new_form
from companion.web.http.packing import packed_if
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import open_table, refused
from companion.web.routes.sheriff.board_pages import opened_board
from companion.web.words.sheriff.sentences import Words

blueprint = Blueprint("opening", __name__)


@blueprint.get("/new")
@packed_if(is_newcomer)
def new_page() -> ResponseReturnValue:
    """A new table as the address has it; at first with the people of last time, or of the table `again`."""
    if not request.args and (other := last_box(SHERIFF)):
        return redirect(other.new)
    if "edition" in request.args:
        return _new_page(Reader(request.args))
    tables = listed_of(SHERIFF)
    again = [table for table in tables if table.id == request.args.get("again")]
    if again and (rematch := way_to_rematch(again[0].id)):
        return redirect(rematch)
    last = next(sound(SHERIFF, (*again, *tables)), None)
    form = new_form.of_last_evening(last, request.args.get("again"))
    return _new_page(Reader(seat_lines.named_instead(form, request.args)))


@blueprint.post("/new")
def new() -> ResponseReturnValue:
    """Open a table; the buttons up and down only draw the form again."""
    reader = Reader(request.form)
    if seat_lines.is_moved(reader):
        return _new_page(reader)
    key = action_id()
    command = new_form.read(reader, key)
    people = Words(tuple(map(Seat, command.names, command.shields)))
    for fault in seat_faults(command):
        reader.refuse(new_form.field_of(fault, reader.form), people.refusal(fault))
    try:
        if not reader.errors:
            again = reader.form.get("again", "")
            follows = followed(again, command.names)
            is_new_bank = follows is not None and not viewer(again).bank
            table = open_table(command, key, follows)
            return redirect(_way_on(table, is_new_bank=is_new_bank), HTTPStatus.SEE_OTHER)
    except Refusal as refusal:
        reader.refuse(new_form.field_of(refusal, reader.form), people.refusal(refusal))
    return refused(_new_page(reader))


def _way_on(table: Table, *, is_new_bank: bool) -> str:
    """To the board or, where seats wait for whoever types a name for them, to the code that lets them in."""
    if all(who.named for who in table.game.seats):
        return opened_board(table, is_new_bank=is_new_bank)
    if not table.has_begun and places_at(table.id).door is None:
        doorkeeper().open_door(table.id, by=phone())
    return url_for("phones.phones", game=table.id)


def _new_page(reader: Reader) -> str:
    return render_template("sheriff/new/new.html", new=new_form.as_typed(reader.form), errors=reader.errors)
