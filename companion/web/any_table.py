"""What every table has, whatever is played there: its board, taking back, its game file, its deletion."""

from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import spreadsheets
from companion.places import PlaceLost
from companion.records import Members
from companion.rules.kinds import PutBack, TakeBack
from companion.rules.refusals import NotTheLatest, Refusal
from companion.rules.ruleset import Event, State
from companion.rules.seats import Stage
from companion.spreadsheets import Spreadsheet
from companion.tables import AnyTable
from companion.web.booking import Conflict, book, drawn_again, led_on, never
from companion.web.counts import is_count, same_count
from companion.web.current import archive, bank_table, held_table, listed_of, membership, service
from companion.web.http.language import gettext as _
from companion.web.pages import pages_of
from companion.web.parts import People, say
from companion.web.reader import Reader
from companion.web.token import phone

blueprint = Blueprint("table", __name__)


@blueprint.get("/g/<game>")
def board(game: str) -> ResponseReturnValue:
    """The board."""
    table = held_table(game)
    return pages_of(table).board(table, Reader(request.form), just_booked())


@blueprint.get("/g/<game>/export.json")
def export(game: str) -> ResponseReturnValue:
    """The game file, once everything is revealed; at any time where no other phone can come."""
    table = held_table(game)
    if table.game.stage is not Stage.CLOSED and not current_app.config["ALONE"]:
        abort(404)
    response = Response(archive().export(game), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=f"counting-house-{table.id}.json")
    return response


@blueprint.get("/g/<game>/evenings.csv")
def evenings(game: str) -> ResponseReturnValue:
    """A line for each player, for a spreadsheet."""
    return _spreadsheet(game, spreadsheets.evenings)


@blueprint.get("/g/<game>/bags.csv")
def bags(game: str) -> ResponseReturnValue:
    """A line for each bag, for a spreadsheet."""
    return _spreadsheet(game, spreadsheets.bags)


def _spreadsheet(game: str, made: Spreadsheet) -> Response:
    table = held_table(game)
    if table.game.stage is not Stage.CLOSED:
        abort(404)
    lines = "".join(made(archive().games, [archive().told(table.id)]))
    response = Response(lines, mimetype="text/csv")
    name = f"counting-house-{table.id}-{made.__name__}.csv"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@blueprint.post("/g/<game>/take-backs")
def take_backs(game: str) -> ResponseReturnValue:
    """Take back the latest entry; refused if it was put back after the page was drawn."""
    reader = Reader(request.form)
    entry, seen = reader.hidden("entry"), reader.hidden("seen")

    def was_put_back(now: AnyTable, _said: object) -> Refusal | None:
        return NotTheLatest() if now.put_back_by(entry) > max(0, seen) else None

    return _undo(held_table(game), reader, TakeBack(entry), was_put_back)


@blueprint.post("/g/<game>/put-backs")
def put_backs(game: str) -> ResponseReturnValue:
    """Put back what was taken back last and has not been put back since."""
    reader = Reader(request.form)
    return _undo(held_table(game), reader, PutBack(reader.hidden("entry")))


@dataclass(frozen=True, slots=True)
class Deletion:
    """What deletion/deletion.html shows: what goes, in a sentence; if the game is `running`; the way back."""

    game: str
    what: Markup
    running: bool
    back: str


@blueprint.get("/g/<game>/deletion")
def deletion(game: str) -> ResponseReturnValue:
    """The page that deletes an evening, with a tap."""
    table = bank_table(game)
    pages, running = pages_of(table), table.game.stage is not Stage.CLOSED
    what = _(
        "Everything recorded here with %(names)s goes for good, on every phone; only files that somebody "
        "saved, and backups, keep what they have."
    )
    back = pages.menu if running or not pages.result else pages.result
    names = People(table.game.seats).names(range(len(table.game.seats)))
    view = Deletion(table.id, say(what, names=names), running, url_for(back, game=table.id))
    return render_template("deletion/deletion.html", deletion=view, errors={}, game_path=table.id)


@blueprint.post("/g/<game>/deletion")
def delete(game: str) -> ResponseReturnValue:
    """Delete an evening for good, a count with all those it replaced. Its address says so from then on."""
    table = bank_table(game)
    games = same_count(table.id, listed_of(table.rules)) if is_count(table) else [table.id]
    service().delete(games, _by_bank)
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


def _by_bank(members: Members) -> None:
    """Raise PlaceLost unless this phone is the bank."""
    if not membership().places(members).viewer(phone()).bank:
        raise PlaceLost


def _undo(
    table: AnyTable, reader: Reader, action: TakeBack | PutBack, conflict: Conflict[State, Event] = never
) -> ResponseReturnValue:
    pages = pages_of(table)
    after = book(table, reader, action, conflict=conflict)
    if after is None:
        return drawn_again(table, reader, lambda now, reader: pages.board(now, reader, None))
    return led_on(after, _way_on(after, reader))


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
