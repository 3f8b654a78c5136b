"""What moves the whole game on: the Sheriff's step by hand, whether it is over, its end."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.game import Command
from companion.rules.nottingham.way import (
    EndGame,
    GameOver,
    PlayOn,
    StepByHand,
    asked_since,
    sheriff_moved_on,
)
from companion.web.booking import book, drawn_again, led_on, on_board
from companion.web.nottingham.board import board_page
from companion.web.nottingham.ending import onward
from companion.web.nottingham.request import held_table
from companion.web.nottingham.table import Table
from companion.web.reader import Reader

blueprint = Blueprint("nottingham_steering", __name__)


@blueprint.post("/g/<game>/nottingham/steps")
def steps(game: str) -> ResponseReturnValue:
    """Move the Sheriff by hand, from the step that the form was drawn on (N17)."""
    table, reader = held_table(game), Reader(request.form)
    seen = reader.hidden("step")
    after = book(table, reader, StepByHand(), conflict=lambda now, _said: sheriff_moved_on(now.game, seen))
    return on_board(after) if after else drawn_again(table, reader, board_page)


@blueprint.post("/g/<game>/nottingham/over")
def over(game: str) -> ResponseReturnValue:
    """Answer that the game is over (N18), and go on to the count."""
    table, reader = held_table(game), Reader(request.form)
    after = _answered(table, reader, GameOver())
    return led_on(after, onward(after)) if after else drawn_again(table, reader, board_page)


@blueprint.post("/g/<game>/nottingham/goes-on")
def goes_on(game: str) -> ResponseReturnValue:
    """Answer that the game is not over yet (N18)."""
    table, reader = held_table(game), Reader(request.form)
    after = _answered(table, reader, PlayOn())
    return on_board(after) if after else drawn_again(table, reader, board_page)


@blueprint.post("/g/<game>/nottingham/ending")
def ending(game: str) -> ResponseReturnValue:
    """End the game before its time."""
    table, reader = held_table(game), Reader(request.form)
    after = book(table, reader, EndGame())
    return on_board(after) if after else drawn_again(table, reader, board_page)


def _answered(table: Table, reader: Reader, answer: Command) -> Table | None:
    """Book the answer to the question that the form's field `asked` names."""
    asked = reader.form.get("asked", "")
    return book(table, reader, answer, conflict=lambda now, _said: asked_since(now.game, asked))
