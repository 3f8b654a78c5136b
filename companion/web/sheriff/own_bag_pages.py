"""What only one seat's phone sees: the cards of its player's bags. No other response has any of it (T8)."""

from contextlib import suppress
from functools import partial
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.ledger import Goods
from companion.rules.past import said_now
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import MOST_CARDS, Declaration
from companion.rules.sheriff.conflicts import another_round, declaration_changed
from companion.rules.sheriff.deciding import may_pack
from companion.rules.sheriff.declaring import Declare, TakeBackDeclaration
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.notes import (
    ELSEWHERE,
    Smuggled,
    check_note,
    known,
    may_note,
    noted_as,
    received,
    smuggled,
    stayed,
)
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.refusals import ContentsMismatch, NotCorrectable
from companion.rules.sheriff.talk import Talk
from companion.web.booking import book, drawn_again, on_board, over_on_board, refused_on_board, way_to_board
from companion.web.current import holds, service, viewer
from companion.web.http.language import gettext as _
from companion.web.parts import seat_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.bag import palette
from companion.web.sheriff.deciding import board_again, tell
from companion.web.sheriff.own_bag import MOST_NOTED, Curtain, Note, Passed, mark_of_goods, packing
from companion.web.sheriff.request import form_page, held_table, passed_bags, talk_at, this_phone
from companion.web.sheriff.stocks import stocks
from companion.web.sheriff.table import Table
from companion.web.sheriff.talk_panel import read_declared
from companion.web.sheriff.words import Words

LAST_ROUND = 9_999
PACK_FIELDS = ("declared", "contents")
HELD = "Held"  # the header of a request made while a finger rests: no address and no history entry carries it

blueprint = Blueprint("own_bag", __name__)


@blueprint.get("/g/<game>/seats/<int:seat>/bag")
def own_bag(game: str, seat: int) -> ResponseReturnValue:
    """Show the bag to be packed while it is empty, or the note of a round while a finger rests on it.
    Otherwise, if the phone has more than one seat, or if the page was `shut` by itself while its player was
    at the market, show a curtain in front of it.
    """
    table, reader = _own_table(game, seat), Reader(request.args)
    if _is_over(table, seat, reader):
        return redirect(way_to_board(table, f"seats/{seat}/bag"))
    is_held = HELD in request.headers
    lies_open = is_held or ("shut" not in request.args and _is_empty(table, seat, reader))
    if is_shared_phone(table) or not lies_open:
        number = reader.hidden("round") if reader.hidden("round") >= 0 else None
        view = Curtain(game, seat_of(table.game, seat), number, shared=is_shared_phone(table))
        return render_template("sheriff/notes/curtain.html", curtain=view, errors={}, game_path=game)
    return _page(table, seat, reader, beside=is_held)


@blueprint.post("/g/<game>/seats/<int:seat>/bag")
def keep_note(game: str, seat: int) -> ResponseReturnValue:
    """Keep the note, declare what was packed, or only look: what a look shows has no address, so that nobody
    can come back to it. A note kept by a button must have as many cards as were declared by phone, if any
    were.
    """
    table, reader = _own_table(game, seat), Reader(request.form)
    sheet, do = f"seats/{seat}/bag", reader.form.get("do")
    noted = reader.goods("in-", table.game.goods_in_play, MOST_NOTED, beside="contents")
    if do == "declare" or reader.ticked("take_back"):
        return _declare(table, seat, noted, reader)
    if _is_over(table, seat, reader) and (board := over_on_board(table, sheet)):
        return board
    if do == "look":
        return _page(table, seat, reader), {"HX-Push-Url": "false"}
    number = reader.number("round", LAST_ROUND, blank=None)
    said = declared_in(table, seat, number)
    if do == "keep" and said and noted and noted.total != said.number:
        reader.refuse("contents", Words(table.game.seats).refusal(ContentsMismatch(said.number, noted.total)))
    if not reader.errors:
        try:
            service().note(game, seat, number, noted, holds(seat))
        except Refusal as refusal:
            reader.refuse("contents", Words(table.game.seats).refusal(refusal))
        else:
            return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)
    return drawn_again(table, reader, lambda now, reader: _page(now, seat, reader), sheet)


@blueprint.post("/g/<game>/seats/<int:seat>/objections")
def objections(game: str, seat: int) -> ResponseReturnValue:
    """Correct the player's own bag, recorded as passed, to what was noted."""
    table, reader = _own_table(game, seat), Reader(request.form)
    entry, bags = reader.hidden("entry"), {bag[0]: bag[1:] for bag in passed_bags(table, seat)}
    if entry not in bags:
        return refused_on_board(table, reader, NotCorrectable())
    number, bag = bags[entry]
    noted = noted_as(table.game, bag, service().notes(game, seat).get(number, Goods()))
    if noted is None:
        return on_board(table)
    after = book(table, reader, Correct(entry, noted))
    return on_board(after) if after else drawn_again(table, reader, board_again)


def _declare(table: Table, seat: int, cards: Goods, reader: Reader) -> ResponseReturnValue:
    """Say what is in the bag, or take that back, and keep its cards."""
    asked: Declare | TakeBackDeclaration = TakeBackDeclaration(seat)
    if not reader.ticked("take_back"):
        if not cards:
            reader.refuse("contents", _("Tap the cards in your bag first."))
        good = reader.choice("declared", table.game.legal_goods, _("Which good do you say it is?"))
        asked = Declare(seat, Declaration(good, cards.total), in_turn=True)
    seen = read_declared(reader)
    number = reader.number("round", LAST_ROUND, blank=table.game.round)

    def conflict(said: Talk) -> Refusal | None:
        check_note(table.game, table.game.round, cards)
        return another_round(said, number) or declaration_changed(said, asked, seen)

    if not tell(table, reader, asked, partial(field_of, PACK_FIELDS), conflict):
        return drawn_again(table, reader, lambda now, reader: _page(now, seat, reader), f"seats/{seat}/bag")
    keep_noted(table, seat, cards)
    return on_board(table)


def keep_noted(table: Table, seat: int, cards: Goods) -> None:
    """Note what is in this round's bag, once it is declared; no cards are no note. If the table has moved on
    meanwhile, the declaration still stands.
    """
    with suppress(Refusal):
        service().note(table.id, seat, table.game.round, cards, holds(seat))


def declared_in(table: Table, seat: int, number: int) -> Declaration | None:
    """What this seat declared by phone in a round; None for any but the present round."""
    return talk_at(table).declarations.get(seat) if number == table.game.round else None


def is_shared_phone(table: Table) -> bool:
    """Whether this phone holds more than one seat, so that another player may see it."""
    return len(viewer(table.id).seats) > 1


def known_cards(table: Table, seat: int) -> Goods:
    """The kinds of a seat's face-down cards as its own phone knows them; empty on any other phone."""
    if seat not in viewer(table.id).seats:
        return Goods()
    told = (event.told_by(seat) for event in said_now(table.numbered).values())
    return known(table.game, seat, _smuggled(table, seat), _notes(table, seat), told)


def _notes(table: Table, seat: int) -> dict[int, Goods]:
    """What a seat noted; cards of elsewhere also as a bag gave them by their kind, which all heard (I8)."""
    notes = service().notes(table.id, seat)
    noted = notes.get(ELSEWHERE, Goods())
    passed = (event for event in said_now(table.numbered).values() if isinstance(event, BagPassed))
    came = received(passed, seat)
    return {**notes, ELSEWHERE: noted + (came - noted.overlap(came))}


def _own_table(game: str, seat: int) -> Table:
    """The table, if this phone holds this very seat; the bank has no special right here."""
    table = held_table(game)
    _check_own(table, seat)
    return table


def _check_own(table: Table, seat: int) -> None:
    if seat not in viewer(table.id).seats:
        abort(403)


def _is_over(table: Table, seat: int, reader: Reader) -> bool:
    """Whether nothing can be noted any more, or not for this round, because its bag lies open."""
    number = reader.number("round", LAST_ROUND, blank=table.game.round)
    lies_open = number == table.game.round and may_pack(table.game, talk_at(table), seat)
    return bool(lies_open or may_note(table.game))


def _is_empty(table: Table, seat: int, reader: Reader) -> bool:
    """Whether this round's bag is still to be packed, so that nobody sees anything in it."""
    number = reader.number("round", LAST_ROUND, blank=table.game.round)
    packs = this_phone(table).packs(table.game) == seat and number == table.game.round
    return packs and not service().notes(table.id, seat).get(number)


def _page(table: Table, seat: int, reader: Reader, *, beside: bool = True) -> str:
    _check_own(table, seat)  # the seat may have gone to another phone since
    notes, game = _notes(table, seat), table.game
    number = reader.number("round", LAST_ROUND, blank=game.round)
    typed = reader.has("in-")
    cards = reader.goods("in-", game.goods_in_play, MOST_NOTED) if typed else notes.get(number, Goods())
    said = declared_in(table, seat, number)
    declared = reader.form.get("declared", "")
    packed = packing(game, this_phone(table), seat, cards, declared) if number == game.round else None
    kinds = {*Kind} - {Kind.LEGAL} if number == ELSEWHERE else {*Kind}
    view = Note(
        game=table.id,
        said=mark_of_goods(game),
        seat=seat_of(game, seat),
        round=number,
        most=said.number if said and not packed else MOST_CARDS if number != ELSEWHERE else MOST_NOTED,
        palette=palette(game, kinds, cards, unfolded={Kind.LEGAL, Kind.CONTRABAND}),
        passed=tuple(
            Passed(bag.round, bag.face_down, stocks(game, stayed(game, bag, notes.get(bag.round, Goods()))))
            for bag in _smuggled(table, seat)
        ),
        elsewhere=stocks(game, notes.get(ELSEWHERE, Goods())),
        declared=said,
        packing=packed,
        beside=beside,
    )
    return form_page("sheriff/notes/note.html", table, reader, note=view)


def _smuggled(table: Table, seat: int) -> tuple[Smuggled, ...]:
    """A seat's bags that passed with contraband, as corrected."""
    return smuggled(((number, bag) for _, number, bag in passed_bags(table, seat)), seat)
