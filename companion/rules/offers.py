"""What may be done now: the same guards draw the buttons and judge the requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.rules import commands as ask
from companion.rules import ending, inspection, payments, rotation
from companion.rules.commands import Command
from companion.rules.game import Game
from companion.rules.refusals import Refusal

_SEAT_IN: Mapping[type[Command], str] = {
    ask.PassBag: "merchant",
    ask.OpenBag: "merchant",
    ask.SitOut: "merchant",
    ask.Leave: "seat",
    ask.RevealContraband: "seat",
    ask.CheckStand: "seat",
    ask.CountGold: "seat",
    ask.ChoosePlates: "seat",
}
_OF_A_SEAT: Mapping[type[Command], Callable[[Game, int], Refusal | None]] = {
    ask.PassBag: inspection.may_inspect,
    ask.OpenBag: inspection.may_inspect,
    ask.SitOut: inspection.may_sit_out,
    ask.Leave: rotation.may_leave,
    ask.RevealContraband: ending.may_reveal,
    ask.CheckStand: ending.may_check,
    ask.CountGold: ending.may_count_gold,
    ask.ChoosePlates: ending.may_choose_plates,
}
_OF_THE_TABLE: Mapping[type[Command], Callable[[Game], Refusal | None]] = {
    ask.PassBadge: rotation.may_pass_badge,
    ask.Pay: payments.may_pay,
    ask.SetRounds: rotation.may_set_rounds,
    ask.EndGame: rotation.may_end,
    ask.CloseCount: ending.may_close,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of command, and the seat it is about if it is about one."""

    command: type[Command]
    seat: int | None = None

    @classmethod
    def of(cls, command: Command) -> "Offer":
        """The offer that a command takes up."""
        name = _SEAT_IN.get(type(command))
        return cls(type(command), getattr(command, name) if name else None)


def offers(game: Game) -> tuple[Offer, ...]:
    """Everything that may be done now."""
    seats = (Offer(command, seat) for command in _OF_A_SEAT for seat in range(len(game.seats)))
    every = (*seats, *(Offer(command) for command in _OF_THE_TABLE))
    return tuple(offer for offer in every if may(game, offer) is None)


def may(game: Game, offer: Offer) -> Refusal | None:
    """Why this cannot be done now; None when it can."""
    if offer.seat is None:
        return _OF_THE_TABLE[offer.command](game)
    return _OF_A_SEAT[offer.command](game, offer.seat)
