"""Compares what a form was drawn on with the present state: two who see the same step book it once; and a
request for what is already so is not refused.
"""

from collections.abc import Iterable
from typing import assert_never

from companion.rules.nottingham.commands import (
    CheckLoot,
    CloseCount,
    ComeBack,
    Command,
    Correct,
    Deliver,
    EndGame,
    Fulfil,
    GameOver,
    Leave,
    PlayOn,
    Rename,
    SetOptions,
    StepByHand,
)
from companion.rules.nottingham.events import Event, PlayedOn
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import SheriffMovedOn
from companion.rules.refusals import Refusal
from companion.rules.stages import Stage


def sheriff_moved_on(game: Game, seen: int) -> Refusal | None:
    """Whether the Sheriff is elsewhere than at the step that was `seen` (N17)."""
    return None if game.step == seen else SheriffMovedOn()


def is_so(game: Game, standing: Iterable[Event], asked: Command | Correct) -> bool:
    """Whether what is asked for is already so after these standing events."""
    match asked:
        case GameOver() | EndGame():
            return game.stage is Stage.COUNT
        case PlayOn():
            *_, latest = standing
            return isinstance(latest, PlayedOn)
        case CloseCount():
            return game.stage is Stage.CLOSED
        case Rename(seat, name):
            return 0 <= seat < len(game.seats) and game.seats[seat].name == name
        case SetOptions(options):
            return game.options == options
        case Deliver() | Fulfil() | StepByHand() | Leave() | ComeBack() | CheckLoot() | Correct():
            return False
        case _:
            assert_never(asked)
