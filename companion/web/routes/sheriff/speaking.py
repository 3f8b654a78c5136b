"""How something is said at a table: once, or refused with its sentence beside the field."""

from collections.abc import Callable
from http import HTTPStatus

from flask import abort, redirect
from flask.typing import ResponseReturnValue

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.meanwhile import another_round
from companion.rules.sheriff.proposals import in_time
from companion.rules.sheriff.refusals import DeclaresFirst
from companion.rules.sheriff.talk import Ask, Talk
from companion.web.context.current import action_id, clerk, speakers, viewer
from companion.web.context.sheriff.at_table import held_table
from companion.web.context.sheriff.inspection_clock import is_late
from companion.web.context.sheriff.permits import permit_within
from companion.web.forms.reader import Reader
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import Again, Beside, drawn_again, on_board
from companion.web.routes.sheriff.board_pages import board_page
from companion.web.words.sheriff.sentences import Words


def speak(  # noqa: PLR0913, PLR0917 - as `booking.book`
    table: Table,
    reader: Reader,
    ask: Callable[[], Ask],
    again: Again[Game, Event],
    beside: Beside = lambda _: "",
    sheet: str = "",
    meanwhile: Callable[[Talk], Refusal | None] = lambda _said: None,
    onward: str = "",
    then: Callable[[], ResponseReturnValue | None] = lambda: None,
    key: str = "",
) -> ResponseReturnValue:
    """Say something at the table, do what follows from it `then`, and go where that leads (or `onward`, or
    back to the board), or show the form `again` with what is wrong; the board, if the `sheet` that it came
    from has expired. `meanwhile` refuses a form whose basis has changed since it was drawn. `key` is for what
    follows from another thing said by the same tap.
    """
    key = key or action_id()
    if not reader.errors:
        try:
            asked, late = ask(), is_late(table)
            clerk().say(
                table.id,
                asked,
                key,
                speakers(),
                lambda now, said, company: (
                    _said_too_late(reader, said)
                    or meanwhile(said)
                    or permit_within(now, company).why_silent(said, asked)
                    or in_time(now.game, said, asked, late=late)
                ),
            )
        except Refusal as refusal:
            if isinstance(refusal, DeclaresFirst):
                sheet = ""  # who has to wait will declare there
            reader.refuse(beside(refusal), Words(table.game.seats).refusal(refusal))
        else:
            led = then()
            if led is not None:
                return led
            return redirect(onward, HTTPStatus.SEE_OTHER) if onward else on_board(table)
    return drawn_again(table, reader, again, sheet)


def _said_too_late(reader: Reader, said: Talk) -> Refusal | None:
    """Whether what a form says was for an earlier round; not every form names its own."""
    return another_round(said, reader.hidden("in_round")) if "in_round" in reader.form else None


def speaking_table(game: str) -> Table:
    """The table with this id, if this phone has a voice at it; else 404 or 403."""
    table, me = held_table(game), viewer(game)
    if not me.bank and not me.seats:
        abort(403)
    return table


def board_again(table: Table, reader: Reader) -> str:
    """The board has no fields: whatever is wrong is said at its top."""
    sentences = tuple(sentence for said in reader.errors.values() for sentence in said)
    reader.errors.clear()
    reader.errors[""] = sentences
    return board_page(table, reader)
