"""How an action is booked: once, or refused, with a sentence beside the field and what was typed kept."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from flask import make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.clerk import StorageTrouble
from companion.rules.refusals import NotTheLatest, Refusal
from companion.rules.sheriff.commands import Action
from companion.rules.sheriff.proposals import in_time
from companion.rules.sheriff.recorders import may_say
from companion.rules.sheriff.refusals import DeclaresFirst
from companion.rules.sheriff.talk import Ask, Talk
from companion.tables import is_so, mark
from companion.web.context.current import action_id, clerk, doorkeeper, places_at, viewer
from companion.web.context.sheriff.at_table import held_table, talk_at
from companion.web.context.sheriff.permits import judge, permit_within
from companion.web.forms.reader import Reader
from companion.web.phone.sheriff.table import Table
from companion.web.routes.sheriff.board_pages import board_page, is_late
from companion.web.routes.sheriff.sheets import why_over
from companion.web.words.sheriff.sentences import Words

Beside = Callable[[Refusal], str]
"""Names the field of a form that a refusal is shown beside, "" for above them all."""
Again = Callable[[Table, Reader], str]
"""Redraws a form with what is wrong, on the table as it is by then."""


Meanwhile = Callable[[Table, Talk], Refusal | None]
"""Judges whether what the form was drawn on still holds, by the table that would be changed and its talk."""


def board_address(table: Table, booked: int | None = None) -> str:
    """The board's address, naming the entry that was just booked."""
    return url_for("table.board", game=table.id, booked=booked)


def on_board(table: Table, booked: int | None = None) -> ResponseReturnValue:
    """The way to the board after an action. A script's request gets the board itself, since all other phones
    of the table ask for theirs at this moment. The board replaces the form in the history, so that Back does
    not lead to a filled form that would be booked again.
    """
    address = board_address(table, booked)
    if "HX-Request" in request.headers:
        with suppress(StorageTrouble):  # the action is booked, though it cannot be shown
            page = board_page(held_table(table.id), Reader(request.args), booked)
            return page, {"HX-Replace-Url": address}
    return redirect(address, HTTPStatus.SEE_OTHER)


def book(  # noqa: PLR0913, PLR0917 - what every action needs
    table: Table,
    reader: Reader,
    action: Callable[[], Action],
    again: Again,
    beside: Beside = lambda _: "",
    onward: Callable[[Table], str] | None = None,
    sheet: str = "",
    meanwhile: Meanwhile = lambda _now, _said: None,
) -> ResponseReturnValue:
    """Play the action and go on to the board (or `onward`), or show the form `again` with what is wrong; the
    board, if nothing can be done any more on the `sheet` that it came from. `meanwhile` refuses what was
    drawn on something that has changed since; a request for what is already so goes on as if it had been
    first.
    """
    key, status = action_id(), HTTPStatus.UNPROCESSABLE_ENTITY
    asked: Action | None = None
    if not reader.errors:
        try:
            asked, late = action(), is_late(table)
            may = judge(asked, late=late)
            after = clerk().play(
                table.id,
                asked,
                key,
                lambda now, said, company: meanwhile(now, said) or may(now, said, company),
                _asker(table),
            )
        except Refusal as refusal:
            now = held_table(table.id)
            if asked is not None and is_so(now, asked):
                return redirect(onward(now), HTTPStatus.SEE_OTHER) if onward else on_board(now)
            reader.refuse(beside(refusal), Words(table.game.seats).refusal(refusal))
            status = HTTPStatus.CONFLICT if isinstance(refusal, NotTheLatest) else status
        else:
            return redirect(onward(after), HTTPStatus.SEE_OTHER) if onward else on_board(after, after.seq)
    return drawn_again(table.id, reader, again, sheet, status)


def _asker(table: Table) -> tuple[int, ...] | None:
    """The seats of the requesting phone; None if no other phone takes part, so that it need not be said."""
    me = viewer(table.id)
    others = places_at(table.id).seats - me.seats
    return tuple(sorted(me.seats)) if others or not me.bank else None


def speak(  # noqa: PLR0913, PLR0917 - as `book`
    table: Table,
    reader: Reader,
    ask: Callable[[], Ask],
    again: Again,
    beside: Beside = lambda _: "",
    sheet: str = "",
    meanwhile: Callable[[Talk], Refusal | None] = lambda _said: None,
    onward: str = "",
) -> ResponseReturnValue:
    """Say something at the table and go back to the board (or `onward`), or show the form `again` with what
    is wrong; the board, if nothing can be said any more on the `sheet` that it came from. `meanwhile` refuses
    what was drawn on something that has changed since.
    """
    key = action_id()
    if not reader.errors:
        try:
            asked, keeper, late = ask(), doorkeeper(), is_late(table)
            clerk().say(
                table.id,
                asked,
                key,
                lambda company: keeper.places(company).seats,
                lambda now, said, company: (
                    meanwhile(said)
                    or may_say(permit_within(now, company).actor, now.game, said, asked)
                    or in_time(asked, late=late)
                ),
            )
        except Refusal as refusal:
            if isinstance(refusal, DeclaresFirst):
                sheet = ""  # a merchant who has to wait will declare there
            reader.refuse(beside(refusal), Words(table.game.seats).refusal(refusal))
        else:
            return redirect(onward, HTTPStatus.SEE_OTHER) if onward else on_board(table)
    return drawn_again(table.id, reader, again, sheet)


def to_board(table: Table, sheet: str) -> ResponseReturnValue:
    """Go from a sheet on which nothing can be done any more to the board."""
    return redirect(way_to_board(table, sheet))


def way_to_board(table: Table, sheet: str) -> str:
    """The address of the board that says, until more happens, why nothing can be done any more on a sheet."""
    return url_for("table.board", game=table.id, over=sheet, seen=mark(table, talk_at(table)))


def drawn_again(
    game: str,
    reader: Reader,
    again: Again,
    sheet: str = "",
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> ResponseReturnValue:
    """The response to a refused action: on the table as it is now, as somebody else may have been first."""
    now = held_table(game)
    return over_on_board(now, sheet) or refused(again(now, reader), status)


def over_on_board(now: Table, sheet: str) -> ResponseReturnValue | None:
    """The board instead of a form that can no longer be booked, as somebody was first; None if it can."""
    reader = Reader(MultiDict())
    why = why_over(now, sheet)
    if not why:
        return None
    reader.refuse("", why)
    response = make_response(board_page(now, reader), HTTPStatus.UNPROCESSABLE_ENTITY)
    response.headers["HX-Replace-Url"] = board_address(now)
    return response


def refused(page: str, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """A page with what is wrong, at the address of the page it was sent from."""
    response = make_response(page, status)
    response.headers["HX-Push-Url"] = "false"
    return response
