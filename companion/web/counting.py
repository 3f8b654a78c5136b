"""The quick count: five stands typed, and everybody sees who won and why."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.commands import CountOut
from companion.rules.refusals import Refusal
from companion.rules.sheet import parse
from companion.web import count_form
from companion.web.booking import refused
from companion.web.desk import action_id, clerk, held_tables
from companion.web.forms import Reader
from companion.web.packing import packed
from companion.web.screens.result import is_count
from companion.web.seats import phone
from companion.web.words import Words

blueprint = Blueprint("counting", __name__)


@blueprint.get("/count")
@packed
def page() -> ResponseReturnValue:
    """An empty sheet, or one that was counted `again` as it was filled; nothing else of the address."""
    again = request.args.get("again")
    counts = held_tables().tables if again else ()
    found = next((table for table in counts if table.id == again and is_count(table)), None)
    return count_page(Reader(count_form.of_count(found.game) if found else MultiDict()))


@blueprint.post("/count")
def quick() -> ResponseReturnValue:
    """Count the sheet; it becomes a game of one entry."""
    reader, key = Reader(request.form), action_id()
    try:
        table = clerk().open(CountOut(parse(count_form.sheet(reader.form))), key, phone())
    except Refusal as refusal:
        reader.refuse(count_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        return refused(count_page(reader))
    return redirect(url_for("ending.result", game=table.id), HTTPStatus.SEE_OTHER)


def count_page(reader: Reader) -> str:
    """The sheet as typed, and what is wrong with it."""
    return render_template("count/count.html", count=count_form.as_typed(reader.form), errors=reader.errors)
