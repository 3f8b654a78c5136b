"""The phones at a table: the door, who holds which seat, who carries the bank, who may record."""

from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.places import PlaceTaken, seat_role
from companion.records import BANK
from companion.rules.rights import Recording
from companion.tables import AnyTable
from companion.web.context.current import action_id, bank_table, doorkeeper, held_table, places_at, viewer
from companion.web.context.pages import pages_of
from companion.web.context.token import LEFT, become, give, known_phone, made_for, phone, token_hash
from companion.web.context.ways import open_door, way_over
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _
from companion.web.routes.booking import refused
from companion.web.screens import phones as screens
from companion.web.screens.move import Move, move

blueprint = Blueprint("phones", __name__)


@blueprint.get("/g/<game>/phones")
def phones(game: str) -> ResponseReturnValue:
    """Who is here on which phone, and the code that lets more in."""
    return _page(held_table(game), Reader(request.args))


@blueprint.post("/g/<game>/door")
def door(game: str) -> ResponseReturnValue:
    """Open the door for a while, shut it, or change its code."""
    table = bank_table(game)
    match request.form.get("do"):
        case "open":
            doorkeeper().open_door(game, by=phone())
        case "anew":
            doorkeeper().open_door(game, renew=True, by=phone())
        case "shut":
            doorkeeper().shut_door(game, by=phone())
        case _:
            abort(400)
    return _back(table)


@blueprint.post("/g/<game>/seats")
def take_seat(game: str) -> ResponseReturnValue:
    """The bank's phone takes a seat as well."""
    table, reader = bank_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    if not reader.errors:
        token = made_for(action_id())
        try:
            if seat not in viewer(game).seats:
                doorkeeper().take_seat(game, seat, token_hash(token), by=phone())
        except PlaceTaken:
            reader.refuse("seat", _("Another phone holds this seat."))
        else:
            become(token)
            return _back(table)
    return refused(_page(held_table(game), reader))


@blueprint.post("/g/<game>/releases")
def release(game: str) -> ResponseReturnValue:
    """Free a seat: by the bank, or by the phone that holds it."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    me = viewer(game)
    if not me.bank and seat not in me.seats:
        abort(403)
    if reader.errors:
        return refused(_page(table, reader))
    if seat in me.seats:
        doorkeeper().leave(game, seat, by=phone())
        give(game, LEFT)
        return _on(table, _way_back(table))
    doorkeeper().release(game, seat, by=phone())
    return _back(table)


@blueprint.post("/g/<game>/undone")
def undo(game: str) -> ResponseReturnValue:
    """Give back the place that this phone took from another a moment ago, or the bank that it handed on."""
    table, reader = held_table(game), Reader(request.form)
    try:
        if doorkeeper().undo(game, phone()):
            return _back(table)
    except PlaceTaken:
        reader.refuse("", _("Another phone has just taken this seat."))
    else:
        reader.refuse("", _("That is too late: it can be undone for ten seconds."))
    return refused(_page(held_table(game), reader))


@blueprint.post("/g/<game>/watchers")
def watchers(game: str) -> ResponseReturnValue:
    """This phone stops watching, or the bank sends all watching phones away."""
    table = held_table(game)
    match request.form.get("do"):
        case "leave":
            doorkeeper().stop_watching(game, phone())
        case "clear":
            bank_table(game)
            doorkeeper().send_watchers_away(game, by=phone())
        case _:
            abort(400)
    return _on(table, url_for("lobby.start"))


@blueprint.post("/g/<game>/banker")
def banker(game: str) -> ResponseReturnValue:
    """The bank goes to another seat's phone: handed on, or chosen by the others while the bank is gone."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    me = viewer(game)
    if reader.errors:
        return refused(_page(table, reader))
    if me.bank:
        if not doorkeeper().hand_bank(game, seat, by=phone()):
            reader.refuse("seat", _("No phone holds this seat."))
            return refused(_page(held_table(game), reader))
    elif me.seats and places_at(game).bank_is_gone:
        here = table.game.here
        any(doorkeeper().vote(game, voter, seat, here, by=phone()) for voter in sorted(me.seats))
    else:
        abort(403)
    return _back(table)


@blueprint.post("/g/<game>/recording")
def recording(game: str) -> ResponseReturnValue:
    """Set who may record what."""
    table, reader = bank_table(game), Reader(request.form)
    word = reader.choice("recording", list(Recording))
    if reader.errors:
        return refused(_page(table, reader))
    doorkeeper().may_record(game, word, by=phone())
    return redirect(url_for("phones.phones", game=game, saved=1), HTTPStatus.SEE_OTHER)


@blueprint.get("/g/<game>/move")
def move_bank_page(game: str) -> ResponseReturnValue:
    """The bank moves to another phone: the code comes with a tap."""
    table = bank_table(game)
    return _move_page(table, Move(table.id))


@blueprint.post("/g/<game>/handovers")
def move_bank(game: str) -> ResponseReturnValue:
    """Words that carry the bank to another phone; they are shown only once, at the address of their page."""
    table = bank_table(game)
    handover = doorkeeper().hand_over(game, by=phone())
    view = move(table.id, handover, way_over(handover.secret), doorkeeper().moment())
    give(game, BANK)
    return _move_page(table, view), {"HX-Push-Url": url_for("phones.move_bank_page", game=game)}


@blueprint.get("/g/<game>/seats/<int:seat>/move")
def move_seat_page(game: str, seat: int) -> ResponseReturnValue:
    """A seat moves to another phone: the code comes with a tap."""
    table = held_table(game)
    if seat not in viewer(game).seats:
        abort(403)
    return _move_page(table, Move(table.id, seat=seat))


@blueprint.post("/g/<game>/seats/<int:seat>/move")
def move_seat(game: str, seat: int) -> ResponseReturnValue:
    """Words that carry this phone's seat to another phone, with the door open or shut; shown only once."""
    table = held_table(game)
    if seat not in viewer(game).seats:
        abort(403)
    handover = doorkeeper().hand_over(game, seat, by=phone())
    give(game, seat_role(seat))
    view = move(table.id, handover, way_over(handover.secret), doorkeeper().moment(), seat)
    return _move_page(table, view), {"HX-Push-Url": url_for("phones.move_seat_page", game=game, seat=seat)}


def phones_view(table: AnyTable) -> screens.Phones:
    """The phones, as the requesting phone may see them now."""
    there = places_at(table.id)
    freed = doorkeeper().freed(table.id)
    mine = tuple(one for one in freed if one.by == known_phone())
    view = screens.phones(table, viewer(table.id), there, open_door(there), mine)
    return replace(view, saved="saved" in request.args)


def _page(table: AnyTable, reader: Reader) -> str:
    view = phones_view(table)
    return render_template("phones/phones.html", phones=view, errors=reader.errors, game_path=table.id)


def _move_page(table: AnyTable, view: Move) -> str:
    menu = pages_of(table).menu(table.id)
    return render_template("move/move.html", move=view, menu=menu, errors={}, game_path=table.id)


def _on(table: AnyTable, away: str) -> ResponseReturnValue:
    """Back to the phones or, for a phone that gave up its last place, to an address `away` from them."""
    stays = doorkeeper().viewer(table.id, phone()).is_known
    return _back(table) if stays else redirect(away, HTTPStatus.SEE_OTHER)


def _way_back(table: AnyTable) -> str:
    """Where a phone without a place finds another: behind the open door, else on the page that says how."""
    door = places_at(table.id).door
    if door is None:
        return url_for("table.board", game=table.id)
    return url_for("joining.places", words=door.secret)


def _back(table: AnyTable) -> ResponseReturnValue:
    return redirect(url_for("phones.phones", game=table.id), HTTPStatus.SEE_OTHER)
