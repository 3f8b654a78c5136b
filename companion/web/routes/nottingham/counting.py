"""The quick count: type loot and missions, and everybody sees who won and why."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.commands import CountOut
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.sheet import parse
from companion.rules.refusals import Refusal
from companion.web.context.current import action_id
from companion.web.context.listed import counted_again
from companion.web.context.nottingham.at_table import known_numbers
from companion.web.context.token import is_newcomer
from companion.web.forms.nottingham import count_form
from companion.web.forms.reader import Reader
from companion.web.http.packing import packed_if
from companion.web.http.security import needs_no_cookies
from companion.web.routes.booking import open_table, refused
from companion.web.routes.nottingham.ending_pages import result
from companion.web.words.nottingham.sentences import Words

blueprint = Blueprint("nottingham_counting", __name__)


@blueprint.get("/nottingham/count")
@packed_if(is_newcomer)
def page() -> ResponseReturnValue:
    """An empty sheet, or that of a count to do `again` as it was filled in; nothing else of the address."""
    found = counted_again(NOTTINGHAM, request.args.get("again"))
    form = count_form.of_count(found.game) if found else MultiDict[str, str]()
    form["again"] = found.id if found else ""
    return count_page(Reader(form))


@blueprint.post("/nottingham/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet, which becomes a game of one entry. A browser that keeps no cookies could not come back
    to its result, so it gets that at once.
    """
    reader, key = Reader(request.form), action_id()
    try:
        wrong = counted_again(NOTTINGHAM, reader.form.get("again"))
        counted = CountOut(parse(count_form.sheet(reader.form)), wrong.id if wrong else "")
        table = open_table(counted, key)
    except Refusal as refusal:
        reader.refuse(count_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        return refused(count_page(reader))
    if not request.cookies:
        return result(table.id)
    return redirect(url_for("nottingham_ending.result", game=table.id), HTTPStatus.SEE_OTHER)


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it."""
    count = count_form.as_typed(reader.form, known_numbers())
    return render_template("nottingham/count/count.html", count=count, errors=reader.errors)
