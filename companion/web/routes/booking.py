"""How an action is booked: once, or refused, with a sentence beside the field and what was typed kept."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from flask import make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.clerk import StorageTrouble
from companion.rules.refusals import NotTheLatest, RecordedSince, Refusal
from companion.tables import AnyTable, Game, Happened, Table, is_so, mark
from companion.web.context.current import action_id, clerk, held_again, places_at, talk_at, viewer
from companion.web.context.pages import pages_of
from companion.web.forms.reader import Reader

Beside = Callable[[Refusal], str]
"""Names the field of a form that a refusal stands beside, "" for above them all."""
Again = Callable[[Table[Game, Happened], Reader], str]
"""Draws a form again with what is wrong, on the table as it is by then."""
Meanwhile = Callable[[Table[Game, Happened], Any], Refusal | None]
"""Judges whether what the form was drawn on still is so, on the table that would be changed and its talk."""


def never(_now: object, _said: object) -> None:
    """Nothing that the form was drawn on matters."""


def board_address(table: AnyTable, booked: int | None = None) -> str:
    """The board, knowing which entry was just booked."""
    return url_for("table.board", game=table.id, booked=booked)


def on_board(table: Table[Game, Happened], booked: int | None = None) -> ResponseReturnValue:
    """The way to the board after an action. A script's request is answered with the board itself: all other
    phones of the table ask for theirs in this moment. The board takes the form's place in the history, so
    that no way back leads to a filled form that would be booked once more.
    """
    address = board_address(table, booked)
    if "HX-Request" in request.headers:
        with suppress(StorageTrouble):  # what was done is done, though it cannot be shown
            page = pages_of(table).board(held_again(table), Reader(request.args), booked)
            return page, {"HX-Replace-Url": address}
    return redirect(address, HTTPStatus.SEE_OTHER)


def book(  # noqa: PLR0913, PLR0917 - what every action needs
    table: Table[Game, Happened],
    reader: Reader,
    action: Callable[[], object],
    again: Again[Game, Happened],
    beside: Beside = lambda _: "",
    onward: Callable[[Table[Game, Happened]], str] | None = None,
    sheet: str = "",
    meanwhile: Meanwhile[Game, Happened] = never,
) -> ResponseReturnValue:
    """Play the action and go on to the board (or `onward`, where that leads anywhere), or show the form
    `again` with what is wrong; the board, if nothing can be done any more on the `sheet` that it came from.
    `meanwhile` refuses what was drawn on something that has changed since; a request for what is already so
    goes on as if it had been first.
    """
    key, status, pages = action_id(), HTTPStatus.UNPROCESSABLE_ENTITY, pages_of(table)
    asked: object = None
    if not reader.errors:
        try:
            asked = action()
            may = pages.judge(table, asked)
            after = clerk().play(
                table.id,
                asked,
                key,
                lambda now, said, company: meanwhile(now, said) or may(now, said, company),
                _asker(table),
            )
        except Refusal as refusal:
            now = held_again(table)
            if asked is not None and is_so(now, asked):
                return _led_on(now, onward)
            reader.refuse(beside(refusal), pages.refusal(table, refusal))
            status = HTTPStatus.CONFLICT if isinstance(refusal, NotTheLatest | RecordedSince) else status
        else:
            return _led_on(after, onward, after.seq)
    return drawn_again(table, reader, again, sheet, status)


def _led_on(
    table: Table[Game, Happened],
    onward: Callable[[Table[Game, Happened]], str] | None,
    booked: int | None = None,
) -> ResponseReturnValue:
    address = onward(table) if onward else ""
    return redirect(address, HTTPStatus.SEE_OTHER) if address else on_board(table, booked)


def _asker(table: AnyTable) -> tuple[int, ...] | None:
    """The seats of the phone that asks; None where no other phone plays along, which could have been it."""
    me = viewer(table.id)
    others = places_at(table.id).seats - me.seats
    return tuple(sorted(me.seats)) if others or not me.bank else None


def to_board(table: AnyTable, sheet: str) -> ResponseReturnValue:
    """From a sheet on which nothing can be done any more to the board."""
    return redirect(way_to_board(table, sheet))


def way_to_board(table: AnyTable, sheet: str) -> str:
    """The address of the board that says why nothing can be done any more on a sheet, until more happens."""
    return url_for("table.board", game=table.id, over=sheet, seen=mark(table, talk_at(table)))


def drawn_again(
    table: Table[Game, Happened],
    reader: Reader,
    again: Again[Game, Happened],
    sheet: str = "",
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> ResponseReturnValue:
    """The answer to what is refused: on the table as it is now, for somebody else may have been first."""
    now = held_again(table)
    return over_on_board(now, sheet) or refused(again(now, reader), status)


def over_on_board(now: Table[Game, Happened], sheet: str) -> ResponseReturnValue | None:
    """The board instead of a form that can never be booked, since somebody else was first; None if it can."""
    reader, pages = Reader(MultiDict()), pages_of(now)
    why = pages.over(now, sheet)
    if not why:
        return None
    reader.refuse("", why)
    response = make_response(pages.board(now, reader, None), HTTPStatus.UNPROCESSABLE_ENTITY)
    response.headers["HX-Replace-Url"] = board_address(now)
    return response


def refused(page: str, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """A page with what is wrong, at the address of the page it was sent from."""
    response = make_response(page, status)
    response.headers["HX-Push-Url"] = "false"
    return response
