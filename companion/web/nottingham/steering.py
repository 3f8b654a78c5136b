"""What moves the whole game on: the Sheriff's step by hand, whether it is over, its end."""

from collections.abc import Callable

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
from companion.web.booking import book
from companion.web.nottingham.board import board_page
from companion.web.nottingham.ending import onward
from companion.web.nottingham.request import held_table
from companion.web.nottingham.table import Table
from companion.web.reader import Reader

blueprint = Blueprint("nottingham_steering", __name__)


@blueprint.post("/g/<game>/nottingham/steps")
def steps(game: str) -> ResponseReturnValue:
    """Move the Sheriff by hand, from the step that the form was drawn on (N17)."""
    reader = Reader(request.form)
    seen = reader.hidden("step")
    return book(
        held_table(game),
        reader,
        StepByHand,
        board_page,
        conflict=lambda now, _said: sheriff_moved_on(now.game, seen),
    )


@blueprint.post("/g/<game>/nottingham/over")
def over(game: str) -> ResponseReturnValue:
    """Answer that the game is over (N18), and go on to the count."""
    return _answered(game, GameOver(), onward)


@blueprint.post("/g/<game>/nottingham/goes-on")
def goes_on(game: str) -> ResponseReturnValue:
    """Answer that the game is not over yet (N18)."""
    return _answered(game, PlayOn())


@blueprint.post("/g/<game>/nottingham/ending")
def ending(game: str) -> ResponseReturnValue:
    """End the game before its time."""
    return book(held_table(game), Reader(request.form), EndGame, board_page)


def _answered(game: str, answer: Command, leads: Callable[[Table], str] | None = None) -> ResponseReturnValue:
    """Book the answer to the question that the form's field `asked` names; it `leads` to the board, or
    elsewhere.
    """
    reader = Reader(request.form)
    asked = reader.form.get("asked", "")
    return book(
        held_table(game),
        reader,
        lambda: answer,
        board_page,
        onward=leads,
        conflict=lambda now, _said: asked_since(now.game, asked),
    )
