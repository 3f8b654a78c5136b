"""What a command leads to: an event, or a refusal raised. One match; each rule lives with its subject."""

from collections.abc import Callable
from typing import assert_never

from companion.rules.refusals import Refusal
from companion.rules.sheriff import (
    booty,
    ending,
    inspection,
    market,
    orders,
    other_cards,
    payments,
    rotation,
    round_laws,
    seating,
    switching,
)
from companion.rules.sheriff.commands import (
    CheckStand,
    ChoosePlates,
    CloseCount,
    ComeBack,
    Command,
    CountGold,
    EndGame,
    FillOrder,
    Join,
    Leave,
    MendSheriff,
    OpenBag,
    Opening,
    OpenTable,
    PassBadge,
    PassBag,
    Pay,
    ProclaimLaws,
    Rename,
    RevealContraband,
    SetOptions,
    SetRounds,
    ShareBooty,
    SitOut,
    SkipTurn,
    TakeMarketCard,
    TakeOtherCard,
)
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.events import Event, SheetCounted, TableOpened
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import DebtOpen, KindsNeeded
from companion.rules.sheriff.setup import open_table
from companion.rules.sheriff.steps import Step, may
from companion.rules.sheriff.tally import count_out

Outcome = Event | OpenDebt | Refusal
"""What a command leads to: an event, a debt for which goods are still to be chosen or told, or a refusal."""


def opening(command: Opening) -> TableOpened | SheetCounted:
    """The event that begins a game. Raises a Refusal."""
    return open_table(command) if isinstance(command, OpenTable) else count_out(command)


def decide(game: Game, command: Command) -> Event:  # noqa: C901, PLR0911, PLR0912 - a case for each command
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
        case ShareBooty():
            return booty.share(game, command)
        case PassBadge():
            return rotation.pass_badge(game, command)
        case Pay():
            return payments.pay(game, command)
        case TakeMarketCard():
            return market.take(game, command)
        case FillOrder():
            return orders.fill(game, command)
        case TakeOtherCard():
            return other_cards.take(game, command)
        case ProclaimLaws():
            return round_laws.proclaim(game, command)
        case Leave():
            return rotation.leave(game, command)
        case ComeBack():
            return seating.come_back(game, command)
        case Join():
            return seating.join(game, command)
        case SetRounds(rounds):
            return rotation.set_rounds(game, rounds)
        case Rename(seat, name):
            return seating.rename(game, seat, name)
        case SetOptions(options):
            return switching.set_options(game, options)
        case MendSheriff():
            return rotation.mend_sheriff(game, command)
        case SkipTurn():
            return rotation.skip_turn(game)
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


def preview(game: Game, command: Command) -> Outcome:
    """What booking a command would lead to, without booking it."""
    return outcome(lambda: decide(game, command), game, command)


def outcome(decided: Callable[[], Event], game: Game, command: Command) -> Outcome:
    """The outcome of a command as `decided` on this game, whether it is booked itself or as a correction."""
    try:
        return decided()
    except (DebtOpen, KindsNeeded) as refusal:
        debts = inspection.open_debts(game, command) if isinstance(command, OpenBag) else ()
        return next((debt for debt in debts if debt and debt.fine.payer == refusal.player), refusal)
    except Refusal as refusal:
        return refusal
