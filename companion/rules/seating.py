"""Who sits at the table of any game, who goes home and comes back, and what each player is called."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.kinds import Command, Event, Game, Moves
from companion.rules.names import check_names, new_name
from companion.rules.refusals import (
    CountIsClosed,
    IsHere,
    LastOneHere,
    NoSuchSeat,
    NothingMoved,
    NotInRounds,
    PlayerHasLeft,
    Refusal,
    TooFewLeft,
)
from companion.rules.ruleset import State
from companion.rules.seats import Presence, Seat, Stage


def seated(names: Sequence[str], shields: Sequence[str], unnamed: Collection[int]) -> tuple[Seat, ...]:
    """The seats of the players who sit down; the names of `unnamed` places are placeholders. Raises a
    Refusal.
    """
    places = enumerate(zip(check_names(names), shields, strict=True))
    return tuple(Seat(name, shield, named=place not in unnamed) for place, (name, shield) in places)


def reseated(game: Game, seat: int, **changes: Any) -> Game:  # noqa: ANN401 - whatever a seat has
    """The game with these fields of a seat changed."""
    state: Any = game
    changed = replace(game.seats[seat], **changes)
    after: Game = replace(state, seats=(*game.seats[:seat], changed, *game.seats[seat + 1 :]))
    return after


def may_be(game: State, seat: int) -> Refusal | None:
    """Whether there is such a seat."""
    return None if 0 <= seat < len(game.seats) else NoSuchSeat(seat)


def may_act(game: State, seat: int) -> Refusal | None:
    """Whether somebody sits there and has not left."""
    if refusal := may_be(game, seat):
        return refusal
    return None if game.seats[seat].presence is Presence.HERE else PlayerHasLeft(seat)


def may_leave(game: State, seat: int, fewest: int) -> Refusal | None:
    """Whether a player can go home: at least `fewest` must stay to play on, or one during the count."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    if refusal := may_act(game, seat):
        return refusal
    if game.stage is Stage.COUNT:
        return LastOneHere() if game.here == (seat,) else None
    return TooFewLeft() if len(game.here) <= fewest else None


def may_come_back(game: State, seat: int) -> Refusal | None:
    """Whether somebody who went home can play on: while rounds are played."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return may_be(game, seat) or (IsHere(seat) if seat in game.here else None)


@dataclass(frozen=True, slots=True)
class Renaming(Command[Any, Any]):
    """Give a player another name; each game defines its own event."""

    word = "rename"
    happens: ClassVar[type["Renamed"]]
    seat: int
    name: str

    @staticmethod
    def may(game: State, seat: int) -> Refusal | None:
        """Whether a player, even one who has left, can still be renamed: until the result is final."""
        return CountIsClosed() if game.stage is Stage.CLOSED else may_be(game, seat)

    def decide(self, game: State) -> Any:  # noqa: ANN401 - the game's own event
        """Rename the player, also in what is told of the evening so far. A player who had no name `was` ""
        until now.
        """
        others = (who.name for other, who in enumerate(game.seats) if other != self.seat)
        called, was = new_name(self.name, self.seat, others), game.seats[self.seat]
        if called == was.name:
            raise NothingMoved
        return self.happens(self.seat, was.name if was.named else "", called)

    def is_so(self, game: State, _standing: object) -> bool:
        """Whether the player already has this name."""
        return may_be(game, self.seat) is None and game.seats[self.seat].name == self.name


@dataclass(frozen=True, slots=True)
class Renamed(Event[Any]):
    """A player who was called `was` has another name; "" for one who had none yet."""

    word = "renamed"
    seat: int
    was: str
    name: str
    moves: Moves = ()

    def evolved(self, game: Any) -> Any:  # noqa: ANN401 - of any game
        """The seat has this name."""
        return reseated(game, self.seat, name=self.name, named=True)
