"""What every table has, whatever is played there: its board, taking back, its game file."""

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.entries import PutBack, TakeBack
from companion.rules.refusals import NotTheLatest, Refusal
from companion.rules.ruleset import Event, State
from companion.rules.stages import Stage
from companion.tables import AnyTable
from companion.web.booking import Conflict, book, never
from companion.web.current import archive, held_table
from companion.web.pages import pages_of
from companion.web.reader import Reader

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
    """Take back the latest entry; refused if it was put back after the page was drawn."""
    reader = Reader(request.form)
    entry, seen = reader.hidden("entry"), reader.hidden("seen")

    def put_back_meanwhile(now: AnyTable, _said: object) -> Refusal | None:
        return NotTheLatest() if now.put_back_by(entry) > max(0, seen) else None

    return _undo(held_table(game), reader, TakeBack(entry), put_back_meanwhile)


@blueprint.post("/g/<game>/put-backs")
def put_backs(game: str) -> ResponseReturnValue:
    """Put back what was taken back last and has not been put back since."""
    reader = Reader(request.form)
    return _undo(held_table(game), reader, PutBack(reader.hidden("entry")))


def _undo(
    table: AnyTable, reader: Reader, action: TakeBack | PutBack, conflict: Conflict[State, Event] = never
) -> ResponseReturnValue:
    pages = pages_of(table)
    return book(
        table,
        reader,
        lambda: action,
        lambda now, reader: pages.board(now, reader, None),
        onward=lambda after: _way_on(after, reader),
        conflict=conflict,
    )


def _way_on(after: AnyTable, reader: Reader) -> str:
    """The address to go on to: a result that stands again, the changes after a change of the table, the check
    for a result that is corrected; "" for the board.
    """
    pages = pages_of(after)
    if after.game.stage is Stage.CLOSED and pages.result:
        return url_for(pages.result, game=after.id)
    if reader.ticked("change"):
        return url_for(pages.changes, game=after.id, done=after.seq)
    return url_for(pages.check, game=after.id) if reader.ticked("mend") else ""


def just_booked() -> int:
    """The entry that the page's address names as this phone's own; -1 if it names none."""
    return Reader(request.args).hidden("booked")
