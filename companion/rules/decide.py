"""What becomes of a command: events, or a refusal raised. One match; every rule lives with its matter."""

from typing import assert_never

from companion.rules import ending, inspection, payments, rotation
from companion.rules.commands import (
    CheckStand,
    ChoosePlates,
    CloseCount,
    Command,
    CountGold,
    EndGame,
    Leave,
    OpenBag,
    Opening,
    OpenTable,
    PassBadge,
    PassBag,
    Pay,
    RevealContraband,
    SetRounds,
    SitOut,
)
from companion.rules.events import Event, SheetCounted, TableOpened
from companion.rules.game import Game
from companion.rules.setup import open_table
from companion.rules.steps import Step, may
from companion.rules.tally import count_out


def opening(command: Opening) -> TableOpened | SheetCounted:
    """The event that begins a game. Raises a Refusal."""
    return open_table(command) if isinstance(command, OpenTable) else count_out(command)


def decide(game: Game, command: Command) -> Event:  # noqa: C901, PLR0911, PLR0912 - one straight line per command
    """The event that a command leads to. Raises a Refusal when the rules say no."""
    refusal = may(game, Step.of(command))
    if refusal is not None:
        raise refusal
    match command:
        case PassBag():
            return inspection.pass_bag(game, command)
        case OpenBag():
            return inspection.open_bag(game, command)
        case SitOut(merchant):
            return inspection.sit_out(merchant)
        case PassBadge():
            return rotation.pass_badge(game)
        case Pay():
            return payments.pay(game, command)
        case Leave(seat, counts):
            return rotation.leave(game, seat, counts=counts)
        case SetRounds(rounds):
            return rotation.set_rounds(game, rounds)
        case EndGame():
            return rotation.end_game(game)
        case RevealContraband():
            return ending.reveal(game, command)
        case CheckStand():
            return ending.check_stand(game, command)
        case CountGold():
            return ending.count_gold(game, command)
        case ChoosePlates():
            return ending.choose_plates(game, command)
        case CloseCount():
            return ending.close(game)
        case _:
            assert_never(command)
