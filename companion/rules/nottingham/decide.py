"""What a command leads to: an event, or a refusal raised. One match; each rule lives with its subject."""

from typing import assert_never

from companion.rules.nottingham import ending, playing, seating
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
    Opening,
    OpenTable,
    PlayOn,
    Rename,
    SetOptions,
    StepByHand,
)
from companion.rules.nottingham.corrections import Correctable, correct
from companion.rules.nottingham.events import Event, PlayerLeft, PlayerReturned, SheetCounted, TableOpened
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.past import Log
from companion.rules.nottingham.setup import count_out, open_table
from companion.rules.nottingham.steps import Step, may
from companion.rules.refusals import Refusal, allow


def opening(command: Opening) -> TableOpened | SheetCounted:
    """The event that begins a game. Raises a Refusal."""
    return open_table(command) if isinstance(command, OpenTable) else count_out(command)


def decide(game: Game, command: Command) -> Event:  # noqa: C901, PLR0911 - a case for each command
    """The event that a command leads to. Raises a Refusal when the rules say no."""
    allow(may(game, Step.of(command)))
    match command:
        case Deliver():
            return playing.deliver(game, command)
        case Fulfil():
            return playing.fulfil(game, command)
        case StepByHand():
            return playing.step_by_hand(game)
        case PlayOn():
            return playing.play_on(game)
        case GameOver() | EndGame():
            return playing.end_game(game)
        case Leave(seat):
            return PlayerLeft(seat)
        case ComeBack(seat):
            return PlayerReturned(seat)
        case Rename(seat, name):
            return seating.rename(game, seat, name)
        case SetOptions(options):
            return seating.set_options(game, options)
        case CheckLoot():
            return ending.check_loot(game, command)
        case CloseCount():
            return ending.close(game)
        case _:
            assert_never(command)


def preview(game: Game, command: Command) -> Event | Refusal:
    """What booking a command would lead to, without booking it."""
    try:
        return decide(game, command)
    except Refusal as refusal:
        return refusal


def preview_correction(log: Log, was: Correctable, command: Correct) -> Event | Refusal:
    """What booking a correction would lead to, without booking it."""
    try:
        return correct(log, was, command)
    except Refusal as refusal:
        return refusal
