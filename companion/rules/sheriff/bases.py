"""What every command and every event has. A kind is one class, whole in the module of its subject."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import Field
from enum import Enum
from typing import Any, ClassVar

from companion.rules.entries import OfAnyGame
from companion.rules.goods import Goods
from companion.rules.ledger import Move
from companion.rules.refusals import Refusal
from companion.rules.seats import Seat
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.this_round import ThisRound

Moves = tuple[Move, ...]
NO_SEAT = -1
"""The seat of a step that names none; a guard that needs one refuses it."""


class Recorder(Enum):
    """Whose phone records a command where each seat records its own; the bank's records them all."""

    SHERIFF = "the Sheriff, or either Deputy (E14)"
    SEAT = "the seat that it is about"
    SEAT_OR_SHERIFF = "the seat that it is about, or the Sheriff"
    GIVER = "whoever's gold and goods it gives away"
    BANK = "the bank alone"

    def seats(self, game: Game, about: int | None) -> tuple[int, ...]:
        """The seats whose phones record what is about this seat; none where that is the bank's alone, or up
        to what is given.
        """
        seat = () if about is None else (about,)
        match self:
            case Recorder.SHERIFF:
                return game.sheriffs
            case Recorder.SEAT:
                return seat
            case Recorder.SEAT_OR_SHERIFF:
                return (*seat, *game.sheriffs)
            case _:
                return ()


class Kind(ABC):
    """A kind is stored under its `word`, which never changes. `later` names the fields that older lines do
    not have: each has a default, and while it has that, it is not written.
    """

    __slots__: tuple[str, ...] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    word: ClassVar[str]
    later: ClassVar[tuple[str, ...]] = ()
    recorder: ClassVar[Recorder] = Recorder.BANK

    @classmethod
    def seat_field(cls) -> str:
        """Which of its fields names the seat that it is about; "" if it is about none."""
        return next((name for name in ("merchant", "seat") if name in cls.__slots__), "")

    @property
    def about(self) -> int | None:
        """The seat that it is about; None if it is about none."""
        seat: int | None = getattr(self, self.seat_field(), None)
        return seat


class Event(Kind):
    """What happened, with every move resolved: replay never asks a rule again."""

    __slots__ = ()
    moves: Moves

    def evolved(self, game: Game, /) -> Game:
        """The game after it, on which its moves are posted already."""
        return game

    def remembered(self, now: ThisRound, /) -> ThisRound:
        """What its round is remembered for after it."""
        return now

    def owners(self, before: Game, /) -> tuple[int, ...]:
        """The seats whose own action it was, who may take it back; none where it was the bank's."""
        return self.recorder.seats(before, self.about)

    def told_by(self, _seat: int, /) -> Goods:
        """The face-down cards whose kinds this seat told in it."""
        return Goods()


Entry = Event | OfAnyGame
"""Whatever a log has."""


class Begun(Event):
    """An event that begins a game. Its word belongs to this game alone."""

    __slots__ = ()
    edition: str
    options: Options
    seats: tuple[Seat, ...]
    sheriff: int

    @abstractmethod
    def begun(self) -> Game:
        """The game that it begins. A LookupError for cards that this version does not know."""


class Command(Kind):
    """What the table asks for."""

    __slots__ = ()

    @staticmethod
    @abstractmethod
    def may(game: Game, seat: int, /) -> Refusal | None:
        """Why it cannot be given now about this seat, NO_SEAT if about none; None when it can. It draws the
        buttons and judges the requests.
        """

    @abstractmethod
    def decide(self, game: Game, /) -> Event:
        """The event that it leads to where it may be given. Raises a Refusal when the rules say no."""

    def is_so(self, _game: Game, _standing: Iterable[Event], /) -> bool:
        """Whether what it asks for is already so after these events, as somebody else asked for it first."""
        return False


class Opening(Kind):
    """A command that begins a game."""

    __slots__ = ()

    @abstractmethod
    def begin(self) -> Begun:
        """The event that begins the game. Raises a Refusal."""


class Correctable(Event):
    """An event that can be corrected later."""

    __slots__ = ()

    @property
    def makers(self) -> tuple[int, ...]:
        """The seats who may correct it where each records its own; none where that is up to the bank."""
        return ()

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
