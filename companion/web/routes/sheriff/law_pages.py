"""The laws of a round: their page, and proclaiming them (E25, E26)."""

from functools import partial

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.sheriff.meanwhile import badge_moved_on
from companion.web.context.sheriff.at_table import held_table
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.known_laws import known_laws
from companion.web.forms.beside import field_of
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import law_form
from companion.web.forms.sheriff.law_form import LawForm
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import book, to_board
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.sheriff.round_laws import law_screen

SHEET = "laws"
blueprint = Blueprint("laws", __name__)


@blueprint.get("/g/<game>/laws")
def laws(game: str) -> ResponseReturnValue:
    """The laws that stand, and those that can."""
    table = held_table(game)
    if why_over(table, SHEET):
        return to_board(table, SHEET)
    return _page(table, LawForm(table.game.this_round.laws), Reader(MultiDict()))


@blueprint.post("/g/<game>/laws")
def proclaim(game: str) -> ResponseReturnValue:
    """These are the laws of the round."""
    table, reader = held_table(game), Reader(request.form)
    form = law_form.read(reader)
    if form.is_empty and not table.game.this_round.laws:
        reader.refuse("laws", _("Which law? Type what its card says."))
    seen = reader.hidden("round")
    return book(
        table,
        reader,
        form.command,
        lambda now, reader: _page(now, form, reader),
        partial(field_of, law_form.FIELDS),
        sheet=SHEET,
        meanwhile=lambda now, _said: badge_moved_on(now.game, seen),
    )


def _page(table: Table, form: LawForm, reader: Reader) -> str:
    return render_template(
        "sheriff/laws/laws.html",
        laws=law_screen(table.id, table.game, form, known_laws(table)),
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )
