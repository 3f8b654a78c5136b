"""What a command leads to: an event, or a refusal raised."""

from collections.abc import Callable

from companion.rules.kinds import decide
from companion.rules.refusals import Refusal
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.game import Command, Event, Game
from companion.rules.sheriff.opened import OpenBag, open_debts
from companion.rules.sheriff.refusals import DebtOpen, KindsNeeded

Outcome = Event | OpenDebt | Refusal
"""What a command leads to: an event, a debt for which goods are still to be chosen or told, or a refusal."""


def preview(game: Game, command: Command) -> Outcome:
    """What booking a command would lead to, without booking it."""
    return outcome(lambda: decide(game, command), game, command)


def outcome(decided: Callable[[], Event], game: Game, command: Command) -> Outcome:
    """The outcome of a command as `decided` on this game, whether it is booked itself or as a correction."""
    try:
        return decided()
    except (DebtOpen, KindsNeeded) as refusal:
        debts = open_debts(game, command) if isinstance(command, OpenBag) else ()
        return next((debt for debt in debts if debt and debt.fine.payer == refusal.player), refusal)
    except Refusal as refusal:
        return refusal
