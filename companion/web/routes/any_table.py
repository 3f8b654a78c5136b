"""What every table has, whatever is played there: its board, a take back, its game file."""

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from companion.rules.entries import TakeBack
from companion.rules.stages import Stage
from companion.web.context.current import archive, held_table
from companion.web.context.pages import pages_of
from companion.web.forms.reader import Reader
from companion.web.routes.booking import book

blueprint = Blueprint("table", __name__)


@blueprint.get("/g/<game>")
def board(game: str) -> ResponseReturnValue:
    """The board."""
    table = held_table(game)
    return pages_of(table).board(table, Reader(request.form), just_booked())


@blueprint.get("/g/<game>/export.json")
def export(game: str) -> ResponseReturnValue:
    """The game file, once everything is revealed."""
    table = held_table(game)
    if table.game.stage is not Stage.CLOSED:
        abort(404)
    response = Response(archive().export(game), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=f"counting-house-{table.id}.json")
    return response


@blueprint.post("/g/<game>/take-backs")
def take_backs(game: str) -> ResponseReturnValue:
    """The latest entry is taken back."""
    table, reader = held_table(game), Reader(request.form)
    pages = pages_of(table)
    led = bool(pages.taken_back(table, reader))
    return book(
        table,
        reader,
        lambda: TakeBack(reader.hidden("entry")),
        lambda now, reader: pages.board(now, reader, None),
        onward=(lambda after: pages.taken_back(after, reader)) if led else None,
    )


def just_booked() -> int:
    """The entry that the page's address names as this phone's own; -1 if it names none."""
    return Reader(request.args).hidden("booked")
