"""The base of this game's commands and events, besides what those of any game have."""

from abc import abstractmethod
from enum import Enum

from companion.rules import kinds
from companion.rules.entries import OfAnyGame
from companion.rules.goods import Goods
from companion.rules.kinds import Moves
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.this_round import ThisRound

SEATS_BY = ("merchant", "seat")


class Recorder(Enum):
    """Who records a command at a table where each seat records its own; the bank's phone records them all."""

    SHERIFF = "the Sheriff, or either Deputy (E14)"
    SEAT = "the seat that it is about"
    SEAT_OR_SHERIFF = "the seat that it is about, or the Sheriff"
    GIVER = "whoever's gold and goods it gives away"

    def seats(self, game: Game, about: int | None) -> tuple[int, ...]:
        """The seats whose phones record what is about this seat; none if only the bank does, or if it depends
        on what is given away.
        """
        seat = () if about is None else (about,)
        by = {
            Recorder.SHERIFF: game.sheriffs,
            Recorder.SEAT: seat,
            Recorder.SEAT_OR_SHERIFF: (*seat, *game.sheriffs),
        }
        return by.get(self, ())


class Event(kinds.Event[Game]):
    """What happened, with every move resolved: replay never asks a rule again."""

    __slots__ = ()
    seats_by = SEATS_BY

    def remembered(self, now: ThisRound, /) -> ThisRound:
        """What is remembered of the round after it."""
        return now

    def told_by(self, _seat: int, /) -> Goods:
        """The kinds that this seat told of its face-down cards in it."""
        return Goods()


Entry = Event | OfAnyGame
"""Any entry of a log."""


class Begun(kinds.Begun[Game], Event):
    """An event that begins a game."""

    __slots__ = ()
    edition: str
    options: Options
    sheriff: int


class Command(kinds.Command[Game, Event]):
    """What the table asks for."""

    __slots__ = ()
    seats_by = SEATS_BY

    @property
    def givers(self) -> tuple[int | None, ...]:
        """The seats whose gold and goods it gives away, if its givers record it; None is the bank."""
        return (None,)


Opening = kinds.Opening[Begun]


class Correctable(Event):
    """An event that can be corrected later."""

    __slots__ = ()

    @property
    def makers(self) -> tuple[int, ...]:
        """The seats who may correct it where each records its own; none where that is up to the bank."""
        return () if self.about is None else (self.about,)

    def owners(self, _before: Game) -> tuple[int, ...]:
        """The seats that may correct it."""
        return self.makers

    @property
    def by_hand(self) -> Moves:
        """The moves of gold made by hand at a table that keeps its coins: entries name that gold but move
        none (T7).
        """
        return ()

    def forgotten(self, now: ThisRound, /) -> ThisRound:
        """What is remembered of the round without it."""
        return now

    def corrected(self, game: Game, _now: "Correctable", _round: int, /) -> Game:
        """Return the game once this entry of a round says `_now` instead."""
        return game


class Correction(Command):
    """A command that may also say what an older entry should have been."""

    __slots__ = ()

    @abstractmethod
    def decide(self, game: Game, /) -> Correctable:
        """As for any command."""

    @abstractmethod
    def instead_of(self, was: Correctable, then: Game, /) -> Correctable:
        """Decide what an entry is corrected to, from the game as it was then. Raises NotCorrectable for an
        entry of another sort, or any other Refusal.
        """
