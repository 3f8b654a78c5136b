"""The base of every command and event of any game. Each kind is one class, whole in its subject's module.
Those of every game are here: taking back and putting back, who goes home, comes back and is called what.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, replace
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from companion.rules import refusals as no
from companion.rules.ledger import Move
from companion.rules.names import check_names, new_name
from companion.rules.refusals import Refusal, allow
from companion.rules.rights import Actor, Recording, may_record_for
from companion.rules.ruleset import Kinds, State
from companion.rules.seats import Presence, Seat, Stage


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the latest standing entry, as if it had never happened."""

    seq: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put back the entry that the take back with this number left out."""

    seq: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An entry was taken back: every replay leaves it out. `by` are the seats of the phone that asked, empty
    for a bank without a seat; None if one phone is the whole table, or in older logs, which did not record
    it.
    """

    seq: int
    by: tuple[int, ...] | None = None
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryPutBack:
    """An entry that was taken back stands again, unchanged and under its own number. `seq` is the number of
    its take back: the latest one not yet undone, with nothing else booked since. `by` is as in TakenBack.
    """

    seq: int
    by: tuple[int, ...] | None
    moves: tuple[Move, ...] = ()


OfAnyGame = TakenBack | EntryPutBack
"""The entries that only say which others stand; every game has their words."""


Moves = tuple[Move, ...]
NO_SEAT = -1
"""The seat of a step that names none; a guard that needs one refuses it."""
Game = TypeVar("Game", bound=State)
Happens = TypeVar("Happens")


class Records(Protocol):
    """Who records a kind at a table where each seat records its own; the bank's phone records every kind."""

    def seats(self, game: Any, about: int | None) -> tuple[int, ...]:  # noqa: ANN401 - of the game
        """The seats whose phones record what is about this seat; none if only the bank does."""


class Recorder(Enum):
    """The recorders that every game has."""

    SEAT = "the seat that it is about"
    TABLE = "any seat of a player who is here"
    BANK = "the bank alone"

    def seats(self, game: State, about: int | None) -> tuple[int, ...]:
        """As in Records."""
        if self is Recorder.TABLE:
            return game.here
        return () if self is Recorder.BANK or about is None else (about,)


class Kind(ABC):
    """A kind is stored under its `word`, which never changes. `later` names the fields that older lines do
    not have: each has a default, and is not written while it has that value. The first of the fields
    `seats_by` that it has names the seat it is about.
    """

    __slots__: tuple[str, ...] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    word: ClassVar[str]
    later: ClassVar[tuple[str, ...]] = ()
    recorder: ClassVar[Records] = Recorder.BANK
    seats_by: ClassVar[tuple[str, ...]] = ("seat",)

    @classmethod
    def seat_field(cls) -> str:
        """Which of its fields names the seat that it is about; "" if it is about none."""
        return next((name for name in cls.seats_by if name in cls.__dataclass_fields__), "")

    @property
    def about(self) -> int | None:
        """The seat that it is about; None if it is about none."""
        seat: int | None = getattr(self, self.seat_field(), None)
        return seat


class Event(Kind, Generic[Game]):
    """What happened, with every move resolved: replay never asks a rule again."""

    __slots__ = ()
    moves: Moves

    def evolved(self, game: Game, /) -> Game:
        """The game after this event, whose moves are already posted to `game`."""
        return game

    def owners(self, before: Game, /) -> tuple[int, ...]:
        """The seats whose action this was, which may take it back; none if it was the bank's."""
        return self.recorder.seats(before, self.about)


class Begun(Event[Game]):
    """An event that begins a game. Its word belongs to this game alone."""

    __slots__ = ()
    seats: tuple[Seat, ...]

    @abstractmethod
    def begun(self) -> Game:
        """The game that this begins. Raises LookupError for what this version does not know."""


class Correctable(Event[Game]):
    """An event that can be corrected later; a correction holds the event as it was and as it is now."""

    __slots__ = ()

    @property
    def makers(self) -> tuple[int, ...]:
        """The seats who may correct it where each records its own; none where that is up to the bank."""
        return () if self.about is None else (self.about,)

    def owners(self, _before: Game, /) -> tuple[int, ...]:
        """The seats that may correct it."""
        return self.makers


class Corrects(Event[Game]):
    """A correction of the older entry `seq`: what it said until then (`was`), and what it says `now`."""

    __slots__ = ()
    seq: int
    was: Any
    now: Any


class Command(Kind, Generic[Game, Happens]):
    """What the table asks for; `by_absent` if a player who went home may ask for it."""

    __slots__ = ()
    by_absent: ClassVar[bool] = False

    @staticmethod
    @abstractmethod
    def may(game: Game, seat: int, /) -> Refusal | None:
        """Why this cannot be asked now about a seat, NO_SEAT if about none; None if it can. Buttons and
        requests alike depend on it.
        """

    @abstractmethod
    def decide(self, game: Game, /) -> Happens:
        """The event that it leads to if `may` allows it. Raises a Refusal when the rules say no."""

    def is_so(self, _game: Game, _standing: Iterable[Any], /) -> bool:
        """Whether what it asks for is already so after these events: somebody else asked for it first."""
        return False


@dataclass(frozen=True, slots=True)
class Correct(Kind):
    """An older entry, of the number `seq`, was different; the difference is booked now, with a reason. Each
    game says which commands it can be corrected to.
    """

    word = "correct"
    seq: int
    command: Any
    reason: str = ""


class Opening(Kind, Generic[Happens]):
    """A command that begins a game."""

    __slots__ = ()

    @abstractmethod
    def begin(self) -> Happens:
        """The event that begins the game. Raises a Refusal."""


def in_rounds(game: State, _seat: int = NO_SEAT) -> Refusal | None:
    """Refuse unless rounds are being played."""
    return None if game.stage is Stage.ROUNDS else no.NotInRounds()


def in_count(game: State, _seat: int = NO_SEAT) -> Refusal | None:
    """Refuse unless the count is being made."""
    return None if game.stage is Stage.COUNT else no.NotInCount()


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of command, and the seat it is about if it is about one."""

    command: type[Command[Any, Any]]
    seat: int | None = None

    @classmethod
    def of(cls, command: Command[Any, Any]) -> "Step":
        """The step that a command takes."""
        return cls(type(command), command.about)


def may(game: State, step: Step) -> Refusal | None:
    """Why this step cannot be taken now; None when it can."""
    return step.command.may(game, NO_SEAT if step.seat is None else step.seat)


def may_record(recording: Recording, actor: Actor, game: State, step: Step) -> Refusal | None:
    """Whether this phone may take a step, whatever the rules say now."""
    if step.command.by_absent:
        actor = replace(actor, seats=actor.seats | actor.away)
    refusal = may_record_for(recording, actor, step.command.recorder.seats(game, step.seat))
    if isinstance(refusal, no.NotYours) and step.seat is not None and step.seat not in range(len(game.seats)):
        return no.NoSuchSeat(step.seat)
    return refusal


def decide(game: Game, command: Command[Game, Happens]) -> Happens:
    """The event that a command leads to. Raises a Refusal when the rules say no."""
    allow(may(game, Step.of(command)))
    return command.decide(game)


def kinds_in(package: str, but: Collection[str] = ()) -> tuple[type[Kind], ...]:
    """Every kind that a package's modules define, in the order of their names, without the modules in `but`,
    which stand above all kinds and call this.
    """
    names = (found.name for found in walk_packages(import_module(package).__path__, f"{package}."))
    modules = [import_module(name) for name in names if name.rpartition(".")[2] not in but]
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Kind) and kind.__module__ == module.__name__
        if hasattr(kind, "word")
    )


def words(kinds: Iterable[type[Kind]], of: type[Kind] = Kind) -> dict[str, type[Kind]]:
    """Kinds by the words under which they are stored."""
    return {kind.word: kind for kind in kinds if issubclass(kind, of)}


def stored(
    kinds: Iterable[type[Kind]],
    correctable: type[Kind],
    correction: type[Kind],
    later: Mapping[type[Any], tuple[str, ...]],
) -> Kinds:
    """A game's kinds as they are stored; an event that is `correctable`, and a command that says to what, are
    fields of others too. `later` is as in Kinds.
    """
    asked = [kind for kind in kinds if not issubclass(kind, Event)]
    begun = [kind for kind in kinds if issubclass(kind, Begun)]
    happened = [kind for kind in kinds if issubclass(kind, Event) and kind not in begun]
    nested = {correctable: words(happened, correctable), correction: words(asked, correction)}
    return Kinds(words(begun), words(happened), words(asked), later, nested)


def seated(names: Sequence[str], shields: Sequence[str], unnamed: Collection[int]) -> tuple[Seat, ...]:
    """The seats of those who sit down; the names of `unnamed` places are placeholders. Raises a Refusal."""
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
    return None if 0 <= seat < len(game.seats) else no.NoSuchSeat(seat)


def may_act(game: State, seat: int) -> Refusal | None:
    """Whether somebody sits there and has not left."""
    if refusal := may_be(game, seat):
        return refusal
    return None if game.seats[seat].presence is Presence.HERE else no.PlayerHasLeft(seat)


def may_leave(game: State, seat: int, fewest: int) -> Refusal | None:
    """Whether a player can go home: at least `fewest` must stay to play on, or one during the count."""
    if game.stage is Stage.CLOSED:
        return no.CountIsClosed()
    if refusal := may_act(game, seat):
        return refusal
    if game.stage is Stage.COUNT:
        return no.LastOneHere() if game.here == (seat,) else None
    return no.TooFewLeft() if len(game.here) <= fewest else None


def may_come_back(game: State, seat: int) -> Refusal | None:
    """Whether somebody who went home can play on: while rounds are played."""
    if game.stage is not Stage.ROUNDS:
        return no.NotInRounds()
    return may_be(game, seat) or (no.IsHere(seat) if seat in game.here else None)


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
        return no.CountIsClosed() if game.stage is Stage.CLOSED else may_be(game, seat)

    def decide(self, game: State) -> Any:  # noqa: ANN401 - the game's own event
        """Rename the player, also in what was told so far. A player who had no name `was` "" until now."""
        others = (who.name for other, who in enumerate(game.seats) if other != self.seat)
        called, was = new_name(self.name, self.seat, others), game.seats[self.seat]
        if called == was.name:
            raise no.NothingMoved
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
