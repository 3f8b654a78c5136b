"""What may be done now: the same guards draw the buttons and judge the requests."""

from dataclasses import dataclass

from companion.rules import commands as ask
from companion.rules import ending, inspection, payments, rotation
from companion.rules.commands import Command
from companion.rules.game import Game
from companion.rules.refusals import Refusal

_OF_A_SEAT: dict[type[Command], str] = {
    ask.PassBag: "merchant",
    ask.OpenBag: "merchant",
    ask.SitOut: "merchant",
    ask.Leave: "seat",
    ask.RevealContraband: "seat",
    ask.CheckStand: "seat",
    ask.CountGold: "seat",
    ask.ChoosePlates: "seat",
}
_OF_THE_TABLE: tuple[type[Command], ...] = (
    ask.PassBadge,
    ask.Pay,
    ask.SetRounds,
    ask.EndGame,
    ask.CloseCount,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of command, and the seat it is about if it is about one."""

    command: type[Command]
    seat: int | None = None

    @classmethod
    def of(cls, command: Command) -> "Offer":
        """The offer that a command takes up."""
        name = _OF_A_SEAT.get(type(command))
        return cls(type(command), getattr(command, name) if name else None)


def offers(game: Game) -> tuple[Offer, ...]:
    """Everything that may be done now."""
    seats = (Offer(command, seat) for command in _OF_A_SEAT for seat in range(len(game.seats)))
    every = (*seats, *(Offer(command) for command in _OF_THE_TABLE))
    return tuple(offer for offer in every if may(game, offer) is None)


def may(game: Game, offer: Offer) -> Refusal | None:
    """Why this cannot be done now; None when it can."""
    seat = -1 if offer.seat is None else offer.seat
    guards = {
        ask.PassBag: lambda: inspection.may_inspect(game, seat),
        ask.OpenBag: lambda: inspection.may_inspect(game, seat),
        ask.SitOut: lambda: inspection.may_sit_out(game, seat),
        ask.PassBadge: lambda: rotation.may_pass_badge(game),
        ask.Pay: lambda: payments.may_pay(game),
        ask.Leave: lambda: rotation.may_leave(game, seat),
        ask.SetRounds: lambda: rotation.may_set_rounds(game),
        ask.EndGame: lambda: rotation.may_end(game),
        ask.RevealContraband: lambda: ending.may_reveal(game, seat),
        ask.CheckStand: lambda: ending.may_check(game, seat),
        ask.CountGold: lambda: ending.may_count_gold(game, seat),
        ask.ChoosePlates: lambda: ending.may_choose_plates(game, seat),
        ask.CloseCount: lambda: ending.may_close(game),
    }
    return guards[offer.command]()
