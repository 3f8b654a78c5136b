"""The table before it begins: who is there."""

from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.ruleset import State
from companion.tables import Listed
from companion.web.current import held_table, held_tables
from companion.web.ended import way_to_rematch
from companion.web.here import Here
from companion.web.http.packing import packed_if
from companion.web.pages import every_game, pages_by, pages_of
from companion.web.parts import how_many_here
from companion.web.people import shield_name
from companion.web.start import Box, Entrance, WayBack
from companion.web.start import start as start_screen
from companion.web.token import is_newcomer


@dataclass(frozen=True, slots=True)
class Lobby:
    """What board/_lobby.html shows while players are still to come in: the `code` where this phone may show
    it, and how many are `here`, in words.
    """

    code: str
    here: str


def lobby_of(game: State, phone: Here) -> Lobby:
    """How a phone sees who is here."""
    return Lobby(phone.code, how_many_here(game, phone.phones))


blueprint = Blueprint("lobby", __name__)
blueprint.add_app_template_global(shield_name, "shield_name")


@blueprint.get("/")
@packed_if(is_newcomer)
def start() -> ResponseReturnValue:
    """What can be begun, and the tables of this phone."""
    forgotten = "forgotten" in request.args and is_newcomer()
    ways = (pages.ways() for pages in every_game())
    view = start_screen(held_tables(), ways, _way_back, forgotten=forgotten)
    return render_template("start/start.html", start=view)


@blueprint.post("/g/<game>/rematch")
def rematch(game: str) -> ResponseReturnValue:
    """Go to a table's rematch or, until somebody opens it, to the form for it, filled in."""
    table = held_table(game)
    there = way_to_rematch(table.id) or pages_of(table).again(table.id)
    return redirect(there, HTTPStatus.SEE_OTHER)


@blueprint.app_template_global("foot")
def foot() -> tuple[Entrance, ...]:
    """The links at the foot of every page outside a table: each game's own reference pages."""
    return tuple(link for pages in every_game() for link in pages.ways().foot)


@blueprint.app_template_global("boxes")
def boxes() -> tuple[Box, ...]:
    """The boxes that a new table or a count can be for."""
    return tuple(box for pages in every_game() if (box := pages.ways().box))


def _way_back(table: Listed) -> WayBack:
    return pages_by(table.rules).way_back(table)
