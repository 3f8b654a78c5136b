"""The Sheriff's way, and whether the game is over (N4, N15 to N18)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import NO_SEAT, Moves, Recorder, in_rounds
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.game import Command, Due, Event, Game
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage


def may_step(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
    """Whether the Sheriff can move: while the game goes on and the app does not ask if it is over (N18)."""
    if refusal := in_rounds(game):
        return refusal
    return {None: None, Due.HOME: no.HomeUndecided(), Due.MISSIONS: no.EighthUndecided()}[game.due]


def sheriff_moved_on(game: Game, seen: int) -> Refusal | None:
    """Whether the Sheriff is no longer at the step that was `seen` (N17)."""
    return None if game.step == seen else no.SheriffMovedOn()


def asked_since(game: Game, answered: str) -> Refusal | None:
    """Whether the app now asks something else than was `answered`, which is a `Due` by its word (N18)."""
    return None if game.due is None or game.due == answered else may_step(game)


@dataclass(frozen=True, slots=True)
class StepByHand(Command):
    """The Sheriff moves one space without a delivery or a mission (N17). The board belongs to everybody, so
    any player who is here may record it.
    """

    word = "step_by_hand"
    recorder = Recorder.TABLE
    may = staticmethod(may_step)

    def decide(self, game: Game) -> "Stepped":
        """The Sheriff moves once (N17)."""
        return Stepped(game.step + 1, game.options.printed_at(game.step + 1))


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """The Sheriff moved by hand (N17)."""

    word = "stepped"
    recorder = Recorder.TABLE
    step: int
    printed: int | None
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """Put the Sheriff at `step`."""
        return replace(game, step=self.step)


@dataclass(frozen=True, slots=True)
class PlayOn(Command):
    """Answer that the game is not over yet (N18)."""

    word = "play_on"
    recorder = Recorder.TABLE

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether the app asks if the game is over (N18)."""
        return in_rounds(game) or (None if game.due else no.NothingAsked())

    def decide(self, game: Game) -> "PlayedOn":
        """The game is not over: a Sheriff who is not home is on the last space at most (N18)."""
        return PlayedOn(min(game.step, game.options.spaces))

    def is_so(self, _game: Game, standing: Iterable[Event]) -> bool:
        """Whether this was the latest answer."""
        *_, latest = standing
        return isinstance(latest, PlayedOn)


@dataclass(frozen=True, slots=True)
class PlayedOn(Event):
    """The game was not over yet (N18): the Sheriff is at `step`, before Nottingham."""

    word = "played_on"
    recorder = Recorder.TABLE
    step: int
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """Do not ask again about the last mission card."""
        return replace(game, step=self.step, played_on=game.played_on or game.due is Due.MISSIONS)


@dataclass(frozen=True, slots=True)
class GameOver(Command):
    """Answer that the game is over: the Sheriff is home, or the eighth mission card is taken (N18)."""

    word = "game_over"
    recorder = Recorder.TABLE
    may = staticmethod(PlayOn.may)

    def decide(self, game: Game) -> "CountBegun":
        """The count begins, wherever the Sheriff is."""
        return CountBegun(early=game.due is None)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the count began."""
        return game.stage is Stage.COUNT


@dataclass(frozen=True, slots=True)
class EndGame(GameOver):
    """End the game early, unasked: the count begins now."""

    word = "end_game"
    recorder = Recorder.BANK
    may = staticmethod(in_rounds)


@dataclass(frozen=True, slots=True)
class CountBegun(Event):
    """The game is over; `early` if neither the Sheriff's way nor the missions had ended it."""

    word = "count_begun"
    early: bool
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The game is in its count."""
        return replace(game, stage=Stage.COUNT)

    def owners(self, before: Game) -> tuple[int, ...]:
        """An answer belongs to everybody who is here."""
        return () if self.early else before.here
