"""The board: as a page, after an action, and as a live update."""

from dataclasses import replace

from flask import render_template, request, url_for
from markupsafe import Markup

from companion.rules.refusals import TableStopped
from companion.tables import mark
from companion.web.context.current import clerk, places_at, viewer
from companion.web.context.rematch import way_to_rematch
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.noted import own_bag_noted_otherwise
from companion.web.context.sheriff.on_stage import race_goes_on
from companion.web.context.sheriff.this_phone import this_phone
from companion.web.context.ways import open_door
from companion.web.forms.reader import Reader
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.sheriff import board as screens
from companion.web.screens.sheriff import stage as stages
from companion.web.screens.sheriff.latest import happened
from companion.web.words.sheriff.sentences import Words


def board_page(table: Table, reader: Reader, booked: int | None = None) -> str:
    """The board; right after this phone `booked` an entry, it also says what happened, taken back or not, and
    what the hands do. The table view shows the stage.
    """
    view = board_view(table, booked)
    if viewer(table.id).is_stage:
        stage = _stage(table, view)
        return render_template(
            "sheriff/stage/stage.html", stage=stage, errors=reader.errors, said="", game_path=table.id
        )
    said = happened(table) if table.seq == booked else ""
    return render_template(
        "sheriff/board/board.html", board=view, errors=reader.errors, said=said, game_path=table.id
    )


def whole_board(table: Table, booked: int | None) -> Markup:
    """The board, or the stage, as a live update brings it; static/js/drawing.js morphs it into the page."""
    view = board_view(table, booked)
    if viewer(table.id).is_stage:
        return rendered("sheriff/stage/_whole.html", stage=_stage(table, view))
    return rendered("sheriff/board/_whole.html", board=view)


def _stage(table: Table, view: screens.Board) -> stages.Stage:
    onward = way_to_rematch(table.id) if view.closed else ""
    return stages.stage(table, this_phone(table), view, onward)


def board_view(table: Table, booked: int | None) -> screens.Board:
    """What the board shows at the requested address, after the entry that this phone just booked, or on the
    way from an expired sheet.
    """
    checked = "checked" in request.args
    now = clerk().now()
    seen = this_phone(table)
    view = screens.board(table, seen, timer_at(table), now=now, booked=booked, checked=checked)
    if request.args.get("seen") == mark(table, seen.talk):
        view = replace(view, over_sheet=why_over(table, request.args.get("over", "")))
    view = replace(view, noted=own_bag_noted_otherwise(table))
    if race_goes_on(table):
        view = replace(view, last=None, undone=None)
    if seen.me.table_view:  # it lies in the middle of the table: latecomers see the way in
        view = replace(view, door=open_door(places_at(table.id)))
    if "bank" in request.args and seen.me.bank and table.latest is None:
        view = replace(view, is_new_bank=True, lonely=False)
    if places_at(table.id).version.stopped:
        view = replace(view, warnings=(Words(table.game.seats).refusal(TableStopped()), *view.warnings))
    if clerk().disk_is_low():
        low = _("The disk of the machine that runs this is nearly full. Free some space there soon.")
        view = replace(view, warnings=(*view.warnings, low))
    return view


def opened_board(table: Table, *, is_new_bank: bool) -> str:
    """The board of a table just opened; the phone that opens a rematch may not have been the bank before."""
    return url_for("table.board", game=table.id, bank=1 if is_new_bank else None)
