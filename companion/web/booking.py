"""How an action is booked: once, or refused with its sentence beside the field and what was typed kept."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.clerk import Action, Table
from companion.rules.refusals import NotTheLatest, Refusal
from companion.rules.rights import may_say
from companion.rules.talk import Ask
from companion.web.desk import action_id, clerk, doorkeeper
from companion.web.forms import Reader
from companion.web.permits import permit
from companion.web.words import Words

Fields = Callable[[Refusal], str]
Again = Callable[[Reader], str]


def board_address(table: Table) -> str:
    """The board, knowing which entry was just booked."""
    return url_for("table.board", game=table.id, booked=table.seq)


def book(  # noqa: PLR0913, PLR0917 - what every action needs
    table: Table,
    reader: Reader,
    action: Callable[[], Action],
    again: Again,
    field: Fields = lambda refusal: refusal.field,
    onward: Callable[[Table], str] = board_address,
) -> ResponseReturnValue:
    """Play the action and go on to the board (or `onward`), or show the form `again` with what is wrong."""
    key, status = action_id(), HTTPStatus.UNPROCESSABLE_ENTITY
    if not reader.errors:
        try:
            asked, mine = action(), permit(table)
            after = clerk().play(table.id, asked, key, lambda now: replace(mine, table=now).refusal(asked))
        except Refusal as refusal:
            reader.refuse(field(refusal), Words(table.game.seats).refusal(refusal))
            status = HTTPStatus.CONFLICT if isinstance(refusal, NotTheLatest) else status
        else:
            return redirect(onward(after), HTTPStatus.SEE_OTHER)
    return refused(again(reader), status)


def speak(
    table: Table,
    reader: Reader,
    ask: Callable[[], Ask],
    again: Again,
    field: Fields = lambda refusal: refusal.field,
) -> ResponseReturnValue:
    """Say something at the table and go back to the board, or show the form `again` with what is wrong."""
    key = action_id()
    if not reader.errors:
        try:
            asked = ask()
            actor = permit(table).actor
            clerk().say(
                table.id,
                asked,
                key,
                doorkeeper().seats_held(table.id),
                lambda now, said: may_say(actor, now.game, said, asked),
            )
        except Refusal as refusal:
            reader.refuse(field(refusal), Words(table.game.seats).refusal(refusal))
        else:
            return redirect(url_for("table.board", game=table.id), HTTPStatus.SEE_OTHER)
    return refused(again(reader))


def refused(page: str, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """A page with what is wrong; its address is that of the page it was sent from."""
    response = make_response(page, status)
    response.headers["HX-Push-Url"] = "false"
    return response
