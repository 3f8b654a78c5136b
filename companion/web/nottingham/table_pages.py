"""The log and the menu of a table. Nothing here changes anything."""

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.current import here, membership
from companion.web.http.look import look
from companion.web.log_entries import ends_before, right_after
from companion.web.nottingham.board import board_as_it_was
from companion.web.nottingham.log import log_screen
from companion.web.nottingham.menu import menu_screen
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.table import Table
from companion.web.reader import Reader
from companion.web.start import preferences

blueprint = Blueprint("nottingham_table", __name__)


@blueprint.get("/g/<game>/nottingham/log")
def log(game: str) -> ResponseReturnValue:
    """The evening as sentences."""
    table, before = held_table(game), ends_before(Reader(request.args))
    view = log_screen(table, permit(table), membership().notices(game), before)
    return render_template("nottingham/log/log.html", log=view, game_path=table.id, errors={})


@blueprint.get("/g/<game>/nottingham/log/<int:entry>")
def entry(game: str, entry: int) -> ResponseReturnValue:
    """The board as it was right after an entry."""
    table = held_table(game)
    view = board_as_it_was(table, *right_after(table, entry))
    return render_template("nottingham/board/board.html", board=view, errors={}, game_path=table.id)


@blueprint.get("/g/<game>/nottingham/menu")
def menu(game: str) -> ResponseReturnValue:
    """What can be done at a table besides deliveries, and what was just done; for Back it is one page."""
    reader = Reader(request.args)
    response, done = make_response(menu_page(held_table(game), reader)), reader.hidden("done")
    if done > 0:
        response.headers["HX-Replace-Url"] = url_for("nottingham_table.menu", game=game, done=done)
    return response


def menu_page(table: Table, reader: Reader) -> str:
    """The menu, what was just done there, and what is wrong with what was asked of it."""
    way = preferences(look(), url_for("nottingham_table.menu", game=table.id))
    view = menu_screen(table, here(table), permit(table), reader.hidden("done"))
    return render_template(
        "nottingham/menu/menu.html", menu=view, preferences=way, errors=reader.errors, game_path=table.id
    )


def way_to_menu(after: Table) -> str:
    """The menu again after a change of the table: whoever renames one player often renames another."""
    return url_for("nottingham_table.menu", game=after.id, done=after.seq)
