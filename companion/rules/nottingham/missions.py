"""Missions, and what they are worth (N13, N14)."""

from dataclasses import dataclass, replace

from companion.rules.kinds import Moves, Recorder, may_act
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.game import Command, Correctable, Correction, Game, Taken, taking
from companion.rules.refusals import Refusal, allow


def may_take(game: Game, seat: int, mission: str) -> Refusal | None:
    """Whether a player can still take a card of this mission (N13)."""
    if mission not in BOX.mission_words:
        return no.UnknownMission()
    takers = game.takers(mission)
    if seat in takers:
        return no.MissionTwice(seat, mission)
    return no.MissionTaken(mission, takers) if len(takers) >= BOX.mission_cards else None


def check_number(number: int) -> None:
    """Refuse what no card prints (N14)."""
    if not 1 <= number <= BOX.highest_number:
        raise no.NumberOutOfRange(1, BOX.highest_number)


def check_falling(numbers: Numbers) -> None:
    """Refuse numbers unless the one for two players is the smaller (N14)."""
    if numbers.alone <= numbers.shared:
        raise no.NumbersNotFalling


@dataclass(frozen=True, slots=True)
class Fulfil(Command, Correction):
    """A player fulfils a mission (N13); `numbers` are typed where nobody has done so yet (N14)."""

    word = "fulfil"
    recorder = Recorder.SEAT
    seat: int
    mission: str
    numbers: Numbers | None = None

    may = staticmethod(Deliver.may)

    def decide(self, game: Game) -> "Fulfilled":
        """A mission card is taken, and the Sheriff moves (N13, N15). Numbers already known cannot change."""
        known, event = game.numbers.get(self.mission), self._fulfilled(game)
        if known is not None and event.numbers != known:
            raise no.NumbersKnown(self.mission, known.alone, known.shared)
        return event

    def instead_of(self, then: Game) -> "Fulfilled":
        """Decide the mission, of a player who was here then. The table's numbers apply unless typed (N14)."""
        allow(may_act(then, self.seat))
        return self._fulfilled(then)

    def _fulfilled(self, game: Game) -> "Fulfilled":
        allow(may_take(game, self.seat, self.mission))
        numbers = self.numbers or game.numbers.get(self.mission)
        if numbers is None:
            raise no.NumbersNeeded(self.mission)
        for number in (numbers.alone, numbers.shared):
            check_number(number)
        check_falling(numbers)
        step = game.step + 1
        return Fulfilled(
            seat=self.seat,
            mission=self.mission,
            numbers=numbers,
            each=numbers.worth(len(game.takers(self.mission)) + 1),
            step=step,
            printed=game.options.printed_at(step),
            moves=taking(self.seat, self.mission),
        )


@dataclass(frozen=True, slots=True)
class Fulfilled(Correctable):
    """A player fulfilled a mission (N13), worth `each` to everybody who now has it, by the `numbers` of its
    cards (N14). The Sheriff moved, as in Delivered.
    """

    word = "fulfilled"
    recorder = Recorder.SEAT
    seat: int
    mission: str
    numbers: Numbers
    each: int
    step: int
    printed: int | None
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """Put the Sheriff at `step`, and keep the numbers."""
        return replace(game, step=self.step, numbers={**game.numbers, self.mission: self.numbers})

    def says(self, now: Correctable, game: Game) -> bool:
        """Whether player and mission are the same, and the table's numbers, which may be corrected by now."""
        if not isinstance(now, Fulfilled) or (now.seat, now.mission) != (self.seat, self.mission):
            return False
        return now.numbers == game.numbers.get(now.mission)

    def broken_by(self, taken: Taken) -> Refusal | None:
        """A mission taken twice by one player, or by a third (N13)."""
        seats = taken[self.mission]
        broken = seats[self.seat] or seats.total() >= BOX.mission_cards
        return no.CorrectionBreaksMission(self, self.mission) if broken else None
