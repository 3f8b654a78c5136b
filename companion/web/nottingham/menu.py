"""What can be done at a table besides deliveries, and how this phone wants its pages."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.rules.nottingham.way import EndGame, StepByHand
from companion.rules.seats import Stage
from companion.web.current import here
from companion.web.here import Here
from companion.web.http.language import gettext as _
from companion.web.http.look import look
from companion.web.menu import AnyMenu, MenuLine, bank_line, phones_line
from companion.web.nottingham.hands import happened
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.table import Table
from companion.web.parts import Seat, seats_of
from companion.web.reader import Reader
from companion.web.start import preferences
from companion.web.undone import Done, done_at


@dataclass(frozen=True, slots=True)
class WayFields:
    """The options as booked: whether sums are seen, and the way."""

    open_sums: bool
    spaces: int
    printed: str
    fewest: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NottinghamMenu(AnyMenu):
    """What nottingham/menu/_menu.html shows: what was just `done`; who can be renamed, may leave, may come
    back; whether this phone may move the Sheriff by hand (`steps`), from which `step`; whether it may end the
    game (`ends`), and which options it may set.
    """

    done: Done | None
    named: tuple[Seat, ...]
    leavers: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    steps: bool
    step: int
    ends: bool
    options: WayFields | None


def _options(table: Table) -> WayFields:
    options = table.game.options
    printed = " ".join(map(str, options.printed))
    return WayFields(options.open_sums, options.spaces, printed, BOX.fewest_spaces, BOX.most_spaces)


def _lines(table: Table, phone: Here) -> Iterator[MenuLine | None]:
    log = url_for("nottingham_log.log", game=table.id)
    yield MenuLine("ui-log", _("Log"), _("every entry; take back, correct, look back"), log)
    under = _("what the objects do, what they are worth, how the game ends")
    back = url_for("nottingham_menu.menu", game=table.id)
    yield MenuLine("ui-cards", _("Cards"), under, url_for("nottingham_cards.cards", back=back))
    yield phones_line(table, phone)
    yield bank_line(table, phone)
    if table.game.stage is Stage.CLOSED:
        result = url_for("nottingham_ending.result", game=table.id)
        yield MenuLine("crown", _("The result"), _("who won, and why; the game as a file"), result)


blueprint = Blueprint("nottingham_menu", __name__)


@blueprint.get("/g/<game>/nottingham/menu")
def menu(game: str) -> ResponseReturnValue:
    """Show the menu, and what was just done there; for Back it is one page."""
    reader = Reader(request.args)
    response, done = make_response(menu_page(held_table(game), reader)), reader.hidden("done")
    if done > 0:
        response.headers["HX-Replace-Url"] = url_for("nottingham_menu.menu", game=game, done=done)
    return response


def menu_page(table: Table, reader: Reader) -> str:
    """The menu, what was just done there, and what is wrong with the last request."""
    way = preferences(look(), url_for("nottingham_menu.menu", game=table.id))
    game, mine, done = table.game, permit(table), reader.hidden("done")
    view = NottinghamMenu(
        game=table.id,
        lines=tuple(filter(None, _lines(table, here(table)))),
        done=done_at(table, done, happened(table), may_take_back=mine.may_take_back()),
        named=seats_of(game, mine.seats(Rename)),
        leavers=seats_of(game, mine.seats(Leave)),
        absent=seats_of(game, mine.seats(ComeBack)),
        steps=mine.allows(StepByHand),
        step=game.step,
        ends=mine.allows(EndGame),
        options=_options(table) if mine.allows(SetOptions) else None,
        leads=here(table).me.bank,
    )
    return render_template(
        "nottingham/menu/menu.html", menu=view, preferences=way, errors=reader.errors, game_path=table.id
    )


def way_to_menu(after: Table) -> str:
    """The menu again after a change of the table: whoever renames one player often renames another."""
    return url_for("nottingham_menu.menu", game=after.id, done=after.seq)
