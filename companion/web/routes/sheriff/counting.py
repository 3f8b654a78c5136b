"""The quick count: type the stands, and everybody sees who won and why."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.refusals import Refusal
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from companion.web.context.boxes import last_box
from companion.web.context.current import action_id
from companion.web.context.listed import counted_again, listed_of, sound
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import count_form
from companion.web.forms.sheriff.count_extras import ASKED
from companion.web.http.packing import packed
from companion.web.http.security import needs_no_cookies
from companion.web.routes.booking import open_table, refused
from companion.web.routes.sheriff.ending_pages import result
from companion.web.screens.sheriff.extra_cards import plays_with_extras
from companion.web.words.sheriff.sentences import Words

blueprint = Blueprint("counting", __name__)


@blueprint.get("/count")
@packed
def page() -> ResponseReturnValue:
    """An empty sheet, or that of a count to do `again` as it was filled in; nothing else of the address but
    the box, which at first is this phone's last one, and whether cards that count at the end are asked for,
    at first if this phone's last table had any.
    """
    if not request.args and (other := last_box(SHERIFF)):
        return redirect(other.count)
    found = counted_again(SHERIFF, request.args.get("again"))
    form = count_form.of_count(found.game) if found else MultiDict[str, str]()
    form["again"] = found.id if found else ""
    if ASKED in request.args or (not request.args and _had_extras()):
        form[ASKED] = "1"
    return count_page(Reader(form))


@blueprint.post("/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet, which becomes a game of one entry. A browser that keeps no cookies could not come back
    to its result, so it gets that at once.
    """
    reader, key = Reader(request.form), action_id()
    try:
        wrong = counted_again(SHERIFF, reader.form.get("again"))
        counted = CountOut(parse(count_form.sheet(reader.form)), wrong.id if wrong else "")
        table = open_table(counted, key)
    except Refusal as refusal:
        reader.refuse(count_form.field_of(refusal, reader.form), Words(()).refusal(refusal))
        return refused(count_page(reader))
    if not request.cookies:
        return result(table.id)
    return redirect(url_for("ending.result", game=table.id), HTTPStatus.SEE_OTHER)


def _had_extras() -> bool:
    """Whether this phone's last table had cards that count at the end."""
    last = next(sound(SHERIFF, listed_of(SHERIFF)), None)
    return last is not None and plays_with_extras(last.game)


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it."""
    return render_template(
        "sheriff/count/count.html", count=count_form.as_typed(reader.form), errors=reader.errors
    )
