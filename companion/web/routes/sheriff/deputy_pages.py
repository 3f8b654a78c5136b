"""What two Deputies do besides bags: they are drawn or named, and share the Booty."""

from functools import partial

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.sheriff.booty import ShareBooty
from companion.web.context.sheriff.at_table import held_table
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.forms.beside import field_of
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import deputy_form
from companion.web.phone.sheriff.table import Table, preview
from companion.web.routes.booking import book, to_board
from companion.web.routes.sheriff.onward import onward_to_end
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.sheriff import booty as booty_screen
from companion.web.screens.sheriff import pair as pair_screen

blueprint = Blueprint("deputies", __name__)


@blueprint.get("/g/<game>/deputies")
def pair(game: str) -> ResponseReturnValue:
    """Who the next two Deputies are, by the table's own cards."""
    table = held_table(game)
    if why_over(table, "deputies"):
        return to_board(table, "deputies")
    return pair_page(table, Reader(request.args))


@blueprint.get("/g/<game>/booty")
def booty(game: str) -> ResponseReturnValue:
    """Who takes what off the Booty."""
    table = held_table(game)
    if why_over(table, "booty"):
        return to_board(table, "booty")
    return booty_page(table, Reader(request.args))


@blueprint.post("/g/<game>/booty")
def share(game: str) -> ResponseReturnValue:
    """The Booty is shared, evenly or as the two say."""
    table, reader = held_table(game), Reader(request.form)
    command = deputy_form.share_booty(table.game, reader)
    return book(
        table,
        reader,
        lambda: command,
        booty_page,
        partial(field_of, deputy_form.BOOTY_FIELDS),
        onward_to_end(reader),
        sheet="booty",
        meanwhile=lambda now, _said: deputy_form.shared_meanwhile(now.game, reader),
    )


def pair_page(table: Table, reader: Reader) -> str:
    """The form of the next Deputies with what was chosen, and what is wrong."""
    view = pair_screen.pairing(table.id, table.game, deputy_form.read_pair(table.game, reader))
    return render_template(
        "sheriff/pair/pair.html",
        pair=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def booty_page(table: Table, reader: Reader) -> str:
    """The form of the Booty with what was typed, and what is wrong; drawn on something else than lies there
    now, it begins anew.
    """
    if deputy_form.shared_meanwhile(table.game, reader):
        reader.form = reader.form.copy()
        reader.form.pop("typed", None)
    shares = deputy_form.read_shares(table.game, reader)
    outcome = preview(table, ShareBooty(shares))
    view = booty_screen.sharing(table.id, table.game, shares, outcome, ending=reader.ticked("ending"))
    return render_template(
        "sheriff/booty/booty.html",
        sharing=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )
