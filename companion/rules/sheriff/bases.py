"""What every command and every event of this game has, besides those of any."""

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
    """Whose phone records a command where each seat records its own; the bank's records them all."""

    SHERIFF = "the Sheriff, or either Deputy (E14)"
    SEAT = "the seat that it is about"
    SEAT_OR_SHERIFF = "the seat that it is about, or the Sheriff"
    GIVER = "whoever's gold and goods it gives away"

    def seats(self, game: Game, about: int | None) -> tuple[int, ...]:
        """The seats whose phones record what is about this seat; none where that is the bank's alone, or up
        to what is given.
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
        """What its round is remembered for after it."""
        return now

    def told_by(self, _seat: int, /) -> Goods:
        """The face-down cards whose kinds this seat told in it."""
        return Goods()


Entry = Event | OfAnyGame
"""Whatever a log has."""


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
        """Whose gold and goods it gives away, where it is these who record it; None is the bank."""
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
        """Who may correct it."""
        return self.makers

    @property
    def by_hand(self) -> Moves:
        """The gold that hands moved where the table keeps its coins: entries name it but move none (T7)."""
        return ()

    def forgotten(self, now: ThisRound, /) -> ThisRound:
        """What its round is remembered for without it."""
        return now

    def corrected(self, game: Game, _now: "Correctable", _round: int, /) -> Game:
        """The game after this entry of a round says something else from now on."""
        return game


class Correction(Command):
    """A command that may also say what an older entry should have been."""

    __slots__ = ()

    @abstractmethod
    def decide(self, game: Game, /) -> Correctable:
        """As for any command."""

    @abstractmethod
    def instead_of(self, was: Correctable, then: Game, /) -> Correctable:
        """What an entry is corrected to, decided as things were then. Raises NotCorrectable for an entry of
        another sort, or any other Refusal.
        """
