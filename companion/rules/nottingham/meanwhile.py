"""A request for what is already so is not refused: somebody else asked for the same first."""

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
from companion.rules.stages import Stage


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
