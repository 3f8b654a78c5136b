"""Cards that count at the end: the sheet of taking one, and booking it."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.refusals import NoSuchSeat
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.taking import CardTaken
from companion.web.context.sheriff.at_table import held_table
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.permits import permit
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import extra_form
from companion.web.phone.sheriff.table import Table, preview
from companion.web.routes.booking import book, refused_on_board, to_board
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.sheriff import extra_sheet as screens
from companion.web.screens.sheriff.bag import Correcting
from companion.web.screens.sheriff.stocks import purpose_of

blueprint = Blueprint("extras", __name__)


@blueprint.get("/g/<game>/extras/<int:seat>")
def extra(game: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player's card, as far as it is filled in."""
    table, sheet = held_table(game), f"extras/{seat}"
    if why_over(table, sheet):
        return to_board(table, sheet)
    return extra_page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/extras")
def extras(game: str) -> ResponseReturnValue:
    """A player takes a card."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if seat not in range(len(table.game.seats)):
        return refused_on_board(table, reader, NoSuchSeat(seat))
    form = extra_form.read(reader, seat)
    return book(
        table,
        reader,
        lambda: form.command(table.game),
        lambda now, reader: extra_page(now, seat, reader),
        extra_form.field_of,
        sheet=f"extras/{seat}",
    )


def extra_page(table: Table, seat: int, reader: Reader) -> str:
    """The sheet with what was typed, and what is wrong."""
    form, mine = extra_form.read(reader, seat, asks=False), permit(table)
    outcome = preview(table, form.command(table.game)) if form.is_ready else None
    view = screens.extra_sheet(
        table.id,
        table.game,
        form,
        outcome,
        purpose=purpose_of(table, seat),
        pays=mine.may_pay(seat),
    )
    return _sheet(table, view, reader)


def correct_card_page(
    table: Table, before: Game, was: CardTaken, correcting: Correcting, reader: Reader
) -> str:
    """The sheet of an older card: as it was booked, or as it was typed since."""
    form = extra_form.of_entry(before, was)
    if any(name != "seat" for name in reader.form):
        form = extra_form.read(reader, was.seat, asks=False)
    command = Correct(correcting.entry, form.command(before), correcting.reason)
    outcome = preview(table, command) if form.is_ready else None
    view = screens.extra_sheet(
        table.id, before, form, outcome, purpose=correcting.purpose, correcting=correcting
    )
    return _sheet(table, view, reader)


def _sheet(table: Table, view: screens.ExtraSheet, reader: Reader) -> str:
    return render_template(
        "sheriff/extra/extra.html",
        extra=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )
