"""What can be done at a table: each command's row of facts draws the buttons and judges the requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.rules.nottingham import commands as ask
from companion.rules.nottingham import ending, playing, seating
from companion.rules.nottingham.commands import Command
from companion.rules.nottingham.game import Game
from companion.rules.refusals import Refusal

NO_SEAT = -1
"""The seat of a step that names none; a guard that needs one refuses it."""


class Recorder(Enum):
    """Whose phone records a command where each seat records its own; the bank's records them all."""

    SEAT = "the seat that it is about"
    TABLE = "any seat of a player who is here"
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
    ask.Deliver: Facts(playing.may_deliver, Recorder.SEAT, "seat"),
    ask.Fulfil: Facts(playing.may_fulfil, Recorder.SEAT, "seat"),
    # The board in the middle is everybody's: whoever sees where the Sheriff is says so.
    ask.StepByHand: Facts(_of_table(playing.may_step), Recorder.TABLE),
    ask.GameOver: Facts(_of_table(playing.may_answer), Recorder.TABLE),
    ask.PlayOn: Facts(_of_table(playing.may_answer), Recorder.TABLE),
    ask.EndGame: Facts(_of_table(playing.may_end), Recorder.BANK),
    ask.Leave: Facts(seating.may_leave, Recorder.SEAT, "seat"),
    ask.ComeBack: Facts(seating.may_come_back, Recorder.BANK, "seat"),
    ask.Rename: Facts(seating.may_rename, Recorder.SEAT, "seat"),
    ask.SetOptions: Facts(_of_table(seating.may_switch), Recorder.BANK),
    ask.CheckLoot: Facts(ending.may_check, Recorder.SEAT, "seat"),
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
