"""What can be done at a table: each step draws a button and judges its requests."""

from dataclasses import dataclass

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bases import NO_SEAT, Command
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.kinds import COMMANDS


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of command, and the seat it is about if it is about one."""

    command: type[Command]
    seat: int | None = None

    @classmethod
    def of(cls, command: Command) -> "Step":
        """The step that a command takes."""
        return cls(type(command), command.about)


def steps(game: Game) -> tuple[Step, ...]:
    """Every step that can be taken now."""
    every = (
        Step(command, seat)
        for command in COMMANDS
        for seat in (range(len(game.seats)) if command.seat_field() else (None,))
    )
    return tuple(step for step in every if may(game, step) is None)


def may(game: Game, step: Step) -> Refusal | None:
    """Why this step cannot be taken now; None when it can."""
    return step.command.may(game, NO_SEAT if step.seat is None else step.seat)
