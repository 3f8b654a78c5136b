"""What can be done at a table: each command's row of facts draws the buttons and judges the requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

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
from companion.rules.sheriff import commands as ask
from companion.rules.sheriff.commands import Command
from companion.rules.sheriff.game import Game

NO_SEAT = -1
"""The seat of a step that names none; a guard that needs one refuses it."""


class Recorder(Enum):
    """Whose phone records a command where each seat records its own; the bank's records them all."""

    SHERIFF = "the Sheriff, or either Deputy (E14)"
    SEAT = "the seat that it is about"
    SEAT_OR_SHERIFF = "the seat that it is about, or the Sheriff"
    GIVER = "whoever's gold and goods it gives away"
    BANK = "the bank alone"


Guard = Callable[[Game, int], Refusal | None]
"""Why a command about this seat (NO_SEAT if about none) cannot be given now; None when it can."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rules know of a kind of command: its guard, who records it, and which of its fields names the
    seat it is about, "" if it is about none.
    """

    guard: Guard
    recorder: Recorder
    seat: str = ""


def _of_table(guard: Callable[[Game], Refusal | None]) -> Guard:
    """The guard of a command that is about no seat."""
    return lambda game, _seat: guard(game)


FACTS: Mapping[type[Command], Facts] = {
    ask.PassBag: Facts(inspection.may_inspect, Recorder.SHERIFF, "merchant"),
    ask.OpenBag: Facts(inspection.may_inspect, Recorder.SHERIFF, "merchant"),
    # The Sheriff too: the badge waits for every bag, and not everybody has a phone.
    ask.SitOut: Facts(inspection.may_sit_out, Recorder.SEAT_OR_SHERIFF, "merchant"),
    ask.ShareBooty: Facts(_of_table(booty.may_share), Recorder.SHERIFF),
    ask.PassBadge: Facts(_of_table(rotation.may_pass_badge), Recorder.SHERIFF),
    ask.Pay: Facts(_of_table(payments.may_pay), Recorder.GIVER),
    ask.TakeMarketCard: Facts(market.may_visit, Recorder.SEAT, "seat"),
    ask.FillOrder: Facts(orders.may_fill_any, Recorder.SEAT, "seat"),
    ask.TakeOtherCard: Facts(other_cards.may_take, Recorder.SEAT, "seat"),
    ask.ProclaimLaws: Facts(_of_table(round_laws.may_proclaim), Recorder.SHERIFF),
    ask.Leave: Facts(rotation.may_leave, Recorder.SEAT, "seat"),
    ask.ComeBack: Facts(seating.may_come_back, Recorder.BANK, "seat"),
    ask.Join: Facts(_of_table(seating.may_join), Recorder.BANK),
    ask.SetRounds: Facts(_of_table(rotation.may_set_rounds), Recorder.BANK),
    ask.Rename: Facts(seating.may_rename, Recorder.SEAT, "seat"),
    ask.SetOptions: Facts(_of_table(switching.may_switch), Recorder.BANK),
    ask.MendSheriff: Facts(rotation.may_mend_sheriff, Recorder.BANK, "seat"),
    ask.SkipTurn: Facts(rotation.may_skip_turn, Recorder.SEAT, "seat"),
    ask.EndGame: Facts(_of_table(rotation.may_end), Recorder.BANK),
    ask.RevealContraband: Facts(ending.may_reveal, Recorder.SEAT, "seat"),
    ask.CheckStand: Facts(ending.may_check, Recorder.SEAT, "seat"),
    ask.CountGold: Facts(ending.may_count_gold, Recorder.SEAT, "seat"),
    ask.ChoosePlates: Facts(ending.may_choose_plates, Recorder.SEAT, "seat"),
    ask.CloseCount: Facts(_of_table(ending.may_close), Recorder.BANK),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of command, and the seat it is about if it is about one."""

    command: type[Command]
    seat: int | None = None

    @classmethod
    def of(cls, command: Command) -> "Step":
        """The step that a command takes."""
        field = FACTS[type(command)].seat
        return cls(type(command), getattr(command, field) if field else None)


def steps(game: Game) -> tuple[Step, ...]:
    """Every step that can be taken now."""
    every = (
        Step(command, seat)
        for command, facts in FACTS.items()
        for seat in (range(len(game.seats)) if facts.seat else (None,))
    )
    return tuple(step for step in every if may(game, step) is None)


def may(game: Game, step: Step) -> Refusal | None:
    """Why this step cannot be taken now; None when it can."""
    return FACTS[step.command].guard(game, NO_SEAT if step.seat is None else step.seat)
