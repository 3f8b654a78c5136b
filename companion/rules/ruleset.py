"""What a game offers to all that is above the rules: one frozen record of functions and words.

A table knows by its opening which record is its own, and nobody hands it a state or an event of another game:
for that reason the records are covariant, though their functions take what they speak of.
"""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.entries import OfAnyGame
from companion.rules.goods import Goods
from companion.rules.ledger import Balances, Move
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.seats import Seat
from companion.rules.stages import Stage


class State(Protocol):
    """What every game tells of its table as it stands."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits there, clockwise from 0; they stay from the opening on."""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left."""

    @property
    def stage(self) -> Stage:
        """Where the evening is."""

    @property
    def balances(self) -> Balances:
        """What every purse and stand holds."""


class Event(Protocol):
    """What happened, with every move of gold and cards resolved."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, in their order."""


class Said(Protocol):
    """What was said at a table beside its log."""

    @property
    def action_ids(self) -> tuple[str, ...]:
        """The ids of the latest actions by which something was said."""


class Corrected(Protocol):
    """An event that corrects an older entry."""

    @property
    def seq(self) -> int:
        """The number of that entry."""

    @property
    def was(self) -> Any:  # noqa: ANN401 - an event of the game
        """What the entry said."""

    @property
    def now(self) -> Any:  # noqa: ANN401 - as above
        """What it says from now on."""


Game_co = TypeVar("Game_co", bound=State, covariant=True)
Event_co = TypeVar("Event_co", bound=Event, covariant=True)
Talk_co = TypeVar("Talk_co", bound=Said, covariant=True)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The fixed word of each kind of event and command. An event of `openings` begins a game, and its word is
    of no other game; all other words two games may share. A field of `later` is one that older lines do not
    have: with its default it is left out. `nested` holds the unions of kinds that lie in others.
    """

    openings: Mapping[str, type[Any]]
    events: Mapping[str, type[Any]]
    commands: Mapping[str, type[Any]]
    later: Mapping[type[Any], tuple[str, ...]] = field(default_factory=dict)
    nested: Mapping[Any, Mapping[str, type[Any]]] = field(default_factory=dict)


def _holds(*_: object) -> None:
    """A law that a game does not have."""


@dataclass(frozen=True, slots=True)
class Laws(Generic[Game_co, Event_co]):
    """What holds for the log of this game, besides what holds for any. Each raises BrokenLawError, or a
    Refusal: what is wrong with an opening, with an event as it comes upon a game, with the game after it.
    """

    opening: Callable[[Any], None] = _holds
    event: Callable[[Game_co, Event_co], None] = _holds
    game: Callable[[Game_co], None] = _holds


@dataclass(frozen=True, slots=True)
class Correcting(Generic[Game_co, Event_co]):
    """How an older entry is corrected: the `command`, which names it as `seq`, the event of it, and the kinds
    of entries that can be. `correct` decides on the game as it is and as it was right before the entry, from
    what that says now; it raises a Refusal.
    """

    command: type[Any]
    event: type[Corrected]
    kinds: tuple[type[Any], ...]
    correct: Callable[[Game_co, Game_co, Any, Any], Event_co]

    def said(self, log: Iterable[tuple[int, object]], seq: int) -> Event_co | None:
        """What an entry of these numbered events says by its latest correction; None if it cannot be
        corrected, or there is no such entry.
        """
        says: Any = None
        for number, event in log:
            if number == seq:
                says = event
            elif isinstance(event, self.event) and event.seq == seq:
                says = event.now
        return says if isinstance(says, self.kinds) else None

    def latest(self, log: Iterable[tuple[int, object]], seq: int) -> int:
        """The number of the event that corrects an entry last; of the entry itself where none does."""
        saying = (number for number, event in log if isinstance(event, self.event) and event.seq == seq)
        return max(saying, default=seq)


@dataclass(frozen=True, slots=True)
class Talking(Generic[Game_co, Talk_co]):
    """What is said beside the log. `talk_of` is what was said in the round that is played, from what was kept
    of any. `say` is the talk after somebody asked for something by an action's id, while these seats have a
    phone of their own, after the entry of this number; it raises a Refusal.
    """

    kind: type[Talk_co]
    talk_of: Callable[[Game_co, Any], Talk_co]
    say: Callable[[Game_co, Any, Any, str, AbstractSet[int], int], Talk_co]


def _nothing_is_so(_game: object, _events: object, _command: object) -> bool:
    return False


def _untimed(_game: object) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset(Generic[Game_co, Event_co]):
    """One game. All functions are pure; those that answer `Refusal | None` say why not.

    - `opening`: the event that begins a game, of a command. Raises a Refusal.
    - `decide`: the event that a command leads to. Raises a Refusal.
    - `evolve`: the game after an event; only an opening begins one.
    - `may`: whether the rules allow a command now.
    - `may_book`: whether this phone may have a command booked that the rules allow.
    - `owners`: whose own action an entry was, decided on the game before it: their phones may take it back.
    - `is_so`: whether what is asked for is what already is, after these standing events.
    - `is_timed`: whether anything is left that runs out of time.
    - `check_note`: raises a Refusal of what a player alone noted of a round; None where nothing is noted.
    """

    word: str
    kinds: Kinds
    opening: Callable[[Any], Event_co]
    decide: Callable[[Game_co, Any], Event_co]
    evolve: Callable[[Game_co | None, Event_co], Game_co]
    may: Callable[[Game_co, Any], Refusal | None]
    may_book: Callable[[Recording, Actor, Game_co, Any], Refusal | None]
    owners: Callable[[Game_co, Event_co], tuple[int, ...]]
    laws: Laws[Game_co, Event_co] = field(default_factory=Laws)
    is_so: Callable[[Game_co, Iterable[Event_co | OfAnyGame], Any], bool] = _nothing_is_so
    is_timed: Callable[[Game_co], bool] = _untimed
    correcting: Correcting[Game_co, Event_co] | None = None
    talking: Talking[Game_co, Said] | None = None
    check_note: Callable[[Game_co, int, Goods], None] | None = None


AnyRuleset = Ruleset[State, Event]
"""A game of which only what all share is known."""
