"""How an action is booked: once, or refused, with a sentence beside its field and everything typed kept."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from flask import abort, current_app, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.refusals import NotTheLatest, RecordedSince, Refusal, TablesTooMany
from companion.service import Follows, May, StorageRefused, StorageTrouble
from companion.tables import AnyTable, Game, Happened, Table, is_so, mark
from companion.web.current import (
    action_id,
    held_again,
    membership,
    places_at,
    sent,
    service,
    speakers,
    talk_at,
    viewer,
)
from companion.web.http import limits
from companion.web.pages import pages_of
from companion.web.reader import Reader
from companion.web.token import become, made_for, phone, token_hash

Beside = Callable[[Refusal], str]
"""Names the field of a form that a refusal stands beside, "" for above them all."""
Again = Callable[[Table[Game, Happened], Reader], str]
"""Draws a form again with its errors, on the table as it is then."""
Conflict = Callable[[Table[Game, Happened], Any], Refusal | None]
"""Refuses if what the form was drawn on has changed: takes the table that would be changed, and its talk."""


def above(_refusal: object) -> str:
    """Show a refusal above the form."""
    return ""


def never(_now: object, _said: object) -> None:
    """Refuse nothing: what the form was drawn on does not matter."""


def board_address(table: AnyTable, booked: int | None = None) -> str:
    """The address of the board, which names the entry that was just booked."""
    return url_for("table.board", game=table.id, booked=booked)


def way_to_code(table: AnyTable) -> str:
    """The address of the code that lets in the players who still name their seats; "" if all seats have
    names, or no other phone can come. Opens the door of a table that has not begun.
    """
    if current_app.config["ALONE"] or all(who.named for who in table.game.seats):
        return ""
    if not table.has_begun and places_at(table.id).door is None:
        membership().open_door(table.id, by=phone())
    return url_for("phones.phones", game=table.id)


def on_board(table: Table[Game, Happened], booked: int | None = None) -> ResponseReturnValue:
    """The response after an action: on to the board, which names the entry that this tap `booked`; if that is
    not given, the one with the tap's own id. A script gets the board itself, not a redirect: all other phones
    of the table ask for theirs at the same moment. The board replaces the form in the browser's history, so
    that Back does not lead to a filled form that would be booked once more.
    """
    if booked is None and (line := table.line_of(request.form.get("action_id", ""))):
        booked = line.seq
    address = board_address(table, booked)
    if "HX-Request" in request.headers:
        with suppress(StorageTrouble):  # the action is stored, even if the board cannot be shown
            page = pages_of(table).board(held_again(table), Reader(request.args), booked)
            return page, {"HX-Replace-Url": address}
    return redirect(address, HTTPStatus.SEE_OTHER)


def book(
    table: Table[Game, Happened],
    reader: Reader,
    asked: object,
    beside: Beside = above,
    conflict: Conflict[Game, Happened] = never,
) -> Table[Game, Happened] | None:
    """Play the action that is `asked` for: the table after it, or None if it is refused, with a sentence in
    the reader. `conflict` refuses a form that was drawn on something that has changed since; a request for
    what is already so goes on as if it had been first.
    """
    key = action_id()
    if reader.errors:
        return None
    may = pages_of(table).judge(table, asked)
    try:
        return service().play(
            table.id,
            asked,
            key,
            lambda now, said, members: conflict(now, said) or may(now, said, members),
            asker(table),
            speakers(),
        )
    except Refusal as refusal:
        now = held_again(table)
        if is_so(now, asked):
            return now
        refuse(table, reader, refusal, beside)
        return None


def spoken(  # noqa: PLR0913 - as `book`, and an id
    table: AnyTable, reader: Reader, ask: object, may: May, beside: Beside = above, *, key: str = ""
) -> bool:
    """Say something at the table, which is no entry; whether it was said, else a sentence is in the reader.
    `key` is the id of a second thing said by the same tap.
    """
    key = key or action_id()
    if reader.errors:
        return False
    try:
        service().say(table.id, ask, key, speakers(), may, sent())
    except Refusal as refusal:
        refuse(table, reader, refusal, beside)
    return not reader.errors


def refuse(table: AnyTable, reader: Reader, refusal: Refusal, beside: Beside = above) -> None:
    """Keep what the rules refuse, in words to the player of this phone."""
    asks = asker(table) or ()
    me = asks[0] if len(asks) == 1 else None
    reader.refusal = refusal
    reader.refuse(beside(refusal), pages_of(table).words(table.game.seats).refusal(refusal, me))


def led_on(table: Table[Game, Happened], address: str) -> ResponseReturnValue:
    """The response after an action: on to the address, or to the board if that is ""."""
    return redirect(address, HTTPStatus.SEE_OTHER) if address else on_board(table)


def asker(table: AnyTable) -> tuple[int, ...] | None:
    """The seats of the phone that asks; None if it is the bank and nobody else has a phone."""
    me = viewer(table.id)
    others = places_at(table.id).seats - me.seats
    return tuple(sorted(me.seats)) if others or not me.bank else None


def leave_if_over(table: AnyTable, sheet: str) -> None:
    """End the request on the board, if its sheet has expired."""
    if pages_of(table).over(table, sheet):
        abort(redirect(way_to_board(table, sheet)))


def way_to_board(table: AnyTable, sheet: str) -> str:
    """The address of the board that says why a sheet has expired, until something else happens."""
    return url_for("table.board", game=table.id, over=sheet, seen=mark(table, talk_at(table)))


def drawn_again(
    table: Table[Game, Happened], reader: Reader, again: Again[Game, Happened], sheet: str = ""
) -> ResponseReturnValue:
    """The response to a refused form: drawn on the table as it is now, since somebody may have been first.
    If its `sheet` has expired, it is the board.
    """
    now = held_again(table)
    is_late = isinstance(reader.refusal, NotTheLatest | RecordedSince)
    status = HTTPStatus.CONFLICT if is_late else HTTPStatus.UNPROCESSABLE_ENTITY
    return over_on_board(now, sheet) or refused(again(now, reader), status)


def over_on_board(now: Table[Game, Happened], sheet: str) -> ResponseReturnValue | None:
    """The board in place of an expired sheet; None if the sheet has not expired."""
    reader, pages = Reader(MultiDict()), pages_of(now)
    why = pages.over(now, sheet)
    if not why:
        return None
    reader.refuse("", why)
    response = make_response(pages.board(now, reader, None), HTTPStatus.UNPROCESSABLE_ENTITY)
    response.headers["HX-Replace-Url"] = board_address(now)
    return response


def refused_on_board(table: Table[Game, Happened], reader: Reader, refusal: Refusal) -> ResponseReturnValue:
    """The board with a refusal: the request names something that does not exist."""
    refuse(table, reader, refusal)
    return refused(pages_of(table).board(table, reader, None))


def in_place(page: str) -> ResponseReturnValue:
    """A sheet on which a part was unfolded, folded or removed is still one page, for Back as well."""
    is_same = not {"unfold", "add", "remove"}.isdisjoint(request.args)
    return page, {"HX-Replace-Url": request.full_path} if is_same else {}


def open_table(command: object, key: str, follows: Follows | None = None) -> Table[Any, Any]:
    """Open a new table, or a count, held by this phone. Raises a Refusal of the rules, or TablesTooMany once
    its address has opened too many (429, if the page is then `refused`). A form that opens none does not
    count, nor does the same form again.
    """
    token, key = made_for(key), token_hash(key)
    phone = token_hash(token)
    taken = None
    if service().journal.find_opening(phone, key) is None:
        taken = limits.taken("tables")
        if taken is None:
            g.wait = limits.wait("tables")
            raise TablesTooMany
    try:
        opened = service().open(command, key, phone, follows)
    except (Refusal, StorageRefused):
        limits.was_right("tables", taken)
        raise
    become(token)
    return opened


def refused(page: str, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """A page with its errors, shown at the address of the page that the form was sent from. If the phone was
    too quick, it says when to try again.
    """
    response = make_response(page, HTTPStatus.TOO_MANY_REQUESTS if "wait" in g else status)
    if "wait" in g:
        response.headers["Retry-After"] = str(g.wait)
    response.headers["HX-Push-Url"] = "false"
    return response
