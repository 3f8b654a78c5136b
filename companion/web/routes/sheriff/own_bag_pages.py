"""What only one seat's phone sees: the cards of its player's bags. No other response has any of it (T8)."""

from contextlib import suppress
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.events import BagPassed
from companion.rules.sheriff.notes import Smuggled, known, smuggled, told_by
from companion.rules.sheriff.past import known_now
from companion.rules.sheriff.refusals import ContentsMismatch
from companion.rules.sheriff.talk import Declare
from companion.web.context.current import clerk, held_again, viewer
from companion.web.context.permits import holds
from companion.web.context.sheriff.at_table import held_table, talk_at
from companion.web.forms.reader import Reader
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import drawn_again, over_on_board, to_board
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.sheriff.own_bag import MOST_NOTED, curtain, note
from companion.web.words.sheriff.sentences import Words

LAST_ROUND = 9_999
HELD = "Held"  # the header of a request made while a finger rests: no address and no history entry carries it

blueprint = Blueprint("own_bag", __name__)


@blueprint.get("/g/<game>/seats/<int:seat>/bag")
def own_bag(game: str, seat: int) -> ResponseReturnValue:
    """The note of a round while a finger rests on it; otherwise, or if the phone has more than one seat, a
    curtain in front of it.
    """
    table = _own_table(game, seat)
    if why_over(table, f"seats/{seat}/bag"):
        return to_board(table, f"seats/{seat}/bag")
    if is_shared_phone(table) or HELD not in request.headers:
        view = curtain(table, seat, Reader(request.args).hidden("round"))
        return render_template("sheriff/notes/curtain.html", curtain=view, errors={}, game_path=game)
    return _page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/seats/<int:seat>/bag")
def keep_note(game: str, seat: int) -> ResponseReturnValue:
    """Keep the note, or only look: what a look shows has no address, so that nobody can come back to it. A
    note that is kept by a button has as many cards as were declared, if that was said by phone.
    """
    table, reader = _own_table(game, seat), Reader(request.form)
    sheet = f"seats/{seat}/bag"
    if reader.form.get("do") == "look":
        return over_on_board(table, sheet) or (_page(table, seat, reader), {"HX-Push-Url": "false"})
    number = reader.number("round", LAST_ROUND, blank=None)
    noted = reader.goods("in-", table.game.goods_in_play, MOST_NOTED, beside="contents")
    said = declared_in(table, seat, number)
    if reader.form.get("do") == "keep" and said and noted and noted.total != said.number:
        reader.refuse("contents", Words(table.game.seats).refusal(ContentsMismatch(said.number, noted.total)))
    if not reader.errors:
        try:
            clerk().note(game, seat, number, noted, holds(seat))
        except Refusal as refusal:
            reader.refuse("contents", Words(table.game.seats).refusal(refusal))
        else:
            return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)
    return drawn_again(table, reader, lambda now, reader: _page(now, seat, reader), sheet)


def noted(table: Table, ask: Declare, inside: str) -> ResponseReturnValue | None:
    """What follows from a declaration on the merchant's own phone: the cards are kept as declared, or asked
    for. Nothing, if the phone did not say which.
    """
    seat, said = ask.merchant, ask.declaration
    if inside == "same":
        with suppress(Refusal):  # it is declared, whatever the box says of these cards
            clerk().note(table.id, seat, table.game.round, Goods({said.good: said.number}), holds(seat))
    if inside != "other":
        return None
    now = held_again(table)
    address = url_for("own_bag.own_bag", game=table.id, seat=seat, round=now.game.round)
    return _page(now, seat, Reader(MultiDict())), {"HX-Replace-Url": address}


def declared_in(table: Table, seat: int, number: int) -> Declaration | None:
    """What this seat declared by phone in a round; None of any other round than the present one."""
    return talk_at(table).declarations.get(seat) if number == table.game.round else None


def is_shared_phone(table: Table) -> bool:
    """Whether this phone holds more than one seat, so that another player may see it."""
    return len(viewer(table.id).seats) > 1


def known_cards(table: Table, seat: int) -> Goods:
    """The kinds of a seat's face-down cards as its own phone knows them; empty on any other phone."""
    if seat not in viewer(table.id).seats:
        return Goods()
    told = (told_by(event, seat) for event in known_now(table.log).values())
    return known(table.game, seat, _smuggled(table, seat), clerk().notes(table.id, seat), told)


def _own_table(game: str, seat: int) -> Table:
    """The table, if this phone holds this very seat; the bank has no special right here."""
    table = held_table(game)
    _check_own(table, seat)
    return table


def _check_own(table: Table, seat: int) -> None:
    if seat not in viewer(table.id).seats:
        abort(403)


def _page(table: Table, seat: int, reader: Reader) -> str:
    _check_own(table, seat)  # the seat may have gone to another phone since
    notes = clerk().notes(table.id, seat)
    number = reader.number("round", LAST_ROUND, blank=table.game.round)
    typed = reader.has("in-")
    goods = table.game.goods_in_play
    cards = reader.goods("in-", goods, MOST_NOTED) if typed else notes.get(number, Goods())
    said = declared_in(table, seat, number)
    view = note(table, seat, number, cards, _smuggled(table, seat), notes, said)
    return render_template("sheriff/notes/note.html", note=view, errors=reader.errors, game_path=table.id)


def _smuggled(table: Table, seat: int) -> tuple[Smuggled, ...]:
    """A seat's bags that passed with contraband, as corrected."""
    rounds = {entry: state.round for entry, _, state in table.log}
    said = known_now(table.log).items()
    return smuggled(((rounds[entry], bag) for entry, bag in said if isinstance(bag, BagPassed)), seat)
