"""The table before it begins: who is there."""

from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.ruleset import State
from companion.rules.seats import Stage
from companion.tables import Held, Listed
from companion.web.current import held_table, known_groups, newest_tables
from companion.web.ended import way_to_rematch
from companion.web.here import Here
from companion.web.http.packing import packed_if
from companion.web.pages import every_game, pages_by, pages_of
from companion.web.parts import how_many_here, shield_name
from companion.web.reader import Reader
from companion.web.start import LATEST, Box, Entrance, TableCard, WayBack, evenings
from companion.web.start import start as start_screen
from companion.web.token import is_newcomer

ON_A_PAGE = 25


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
    view = start_screen(newest_tables(LATEST + 1), known_groups(), ways, _way_back, forgotten=forgotten)
    return render_template("start/start.html", start=view)


@dataclass(frozen=True, slots=True)
class Evenings:
    """What start/evenings.html shows: a page of evenings, and the numbers of its neighbours, 0 for none."""

    cards: tuple[TableCard, ...]
    later: int
    earlier: int


@blueprint.get("/evenings")
def older() -> ResponseReturnValue:
    """The evenings of this phone that are over, page by page."""
    number = max(1, Reader(request.args).hidden("page"))
    held = newest_tables(ON_A_PAGE + 1, (number - 1) * ON_A_PAGE)
    over = [table for table in held.tables if table.summary.stage is Stage.CLOSED]
    cards = evenings(Held(tuple(over[:ON_A_PAGE])), _way_back)
    view = Evenings(cards, number - 1, number + 1 if len(over) > ON_A_PAGE else 0)
    return render_template("start/evenings.html", evenings=view, errors={})


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
