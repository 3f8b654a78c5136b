"""The board: as a page, after an action, and as a live update."""

from dataclasses import replace

from flask import render_template, request
from markupsafe import Markup

from companion.rules.refusals import TableStopped
from companion.tables import mark
from companion.web.context.current import clerk, places_at
from companion.web.context.here import here
from companion.web.context.nottingham.at_table import permit, proposed_numbers
from companion.web.context.ways import open_door
from companion.web.forms.reader import Reader
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.phone.nottingham.table import Table
from companion.web.routes.nottingham.sheets import why_over
from companion.web.screens.nottingham import board as screens
from companion.web.screens.nottingham.latest import happened
from companion.web.words.nottingham.sentences import Words


def board_page(table: Table, reader: Reader, booked: int | None = None) -> str:
    """The board; right after this phone `booked` an entry, it also says what happened, taken back or not, and
    what the hands do.
    """
    said = happened(table) if table.seq == booked else ""
    view = board_view(table, booked)
    return render_template(
        "nottingham/board/board.html", board=view, errors=reader.errors, said=said, game_path=table.id
    )


def whole_board(table: Table, booked: int | None) -> Markup:
    """The board as a live update brings it; static/js/drawing.js morphs it into the page."""
    return rendered("nottingham/board/_whole.html", board=board_view(table, booked))


def board_view(table: Table, booked: int | None) -> screens.NottinghamBoard:
    """What the board shows at the requested address, after the entry that this phone just booked, or on the
    way from an expired sheet.
    """
    seen, now = here(table), clerk().now()
    view = screens.board(table, seen, permit(table), now=now, booked=booked)
    if known := proposed_numbers(table):
        view = replace(view, missions=screens.missions(table.game, known))
    if request.args.get("seen") == mark(table, None):
        view = replace(view, over_sheet=why_over(table, request.args.get("over", "")))
    if seen.me.table_view:  # it lies in the middle of the table: latecomers see the way in
        view = replace(view, door=open_door(places_at(table.id)))
    if places_at(table.id).version.stopped:
        view = replace(view, warnings=(*view.warnings, Words(table.game.seats).refusal(TableStopped())))
    if clerk().disk_is_low():
        low = _("The disk of the machine that runs this is nearly full. Free some space there soon.")
        view = replace(view, warnings=(*view.warnings, low))
    return view
