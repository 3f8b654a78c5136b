"""What a game offers to everything above the rules: one frozen record of functions and words,
with what lists and files tell of its tables.

A table's opening says which record is its own, and no state or event of another game is ever passed to it.
That is why the records can be covariant, although their functions take states and events as arguments.
"""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.evenings import Evening
from companion.rules.ledger import Balances, Goods, Move
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.seats import Seat, Stage


@dataclass(frozen=True, slots=True)
class Told:
    """An evening: which `edition` was played, "" for a game that has none; whether it was only `counted`; how
    many `rounds` and `minutes` it took, None where rounds are not told. Its players by seat, its `bags`, its
    `badges` (rounds with one) and everybody's `gold` after each round are values of the game's own, whose
    fields files name; empty where a game has none.
    """

    edition: str
    counted: bool
    rounds: int | None
    minutes: int
    players: tuple[Any, ...]
    gold: tuple[Any, ...] = ()
    badges: tuple[Any, ...] = ()
    bags: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Files:
    """How a game is told: `tell` takes the entries that stand, each with its number and the game after it,
    when they were recorded (milliseconds since 1970), and what was said, None if nothing was. `player` and
    `bag` are the kinds of its lines; None for a game without bags.
    """

    tell: Callable[[Any, Any, Any], Told]
    player: type[Any]
    bag: type[Any] | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A table at a glance: how far it has come and who sits there. `progress` has the numbers, by name, from
    which the game's pages say more; `winners` are seats; `replaces` is the id of the older table that this
    one replaces, "" for none.
    """

    stage: Stage
    seats: tuple[Seat, ...]
    progress: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    replaces: str = ""


class State(Protocol):
    """What every game's state has."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat number, which never changes: clockwise at the opening, then as they join."""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left."""

    @property
    def stage(self) -> Stage:
        """How far the game has come."""

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
        """The ids of the latest actions by which something was said to all."""

    @property
    def other_ids(self) -> tuple[str, ...]:
        """The ids of further actions that count once: from earlier rounds, or a secret."""


Game_co = TypeVar("Game_co", bound=State, covariant=True)
Event_co = TypeVar("Event_co", bound=Event, covariant=True)
Talk_co = TypeVar("Talk_co", bound=Said, covariant=True)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The fixed word of each kind of event and command. An event of `openings` begins a game, and its word
    must belong to this game alone; any other word may be shared with another game. `later` names fields that
    older lines do not have: while such a field has its default, it is not written. `nested` has the unions of
    kinds that are fields of other kinds.
    """

    openings: Mapping[str, type[Any]]
    events: Mapping[str, type[Any]]
    commands: Mapping[str, type[Any]]
    later: Mapping[type[Any], tuple[str, ...]] = field(default_factory=dict)
    nested: Mapping[Any, Mapping[str, type[Any]]] = field(default_factory=dict)


def _holds(*_: object) -> None:
    """The law of a game that has none."""


@dataclass(frozen=True, slots=True)
class Laws(Generic[Game_co, Event_co]):
    """What holds for the log of this game, besides what holds for any. Each checks and raises BrokenLawError
    or a Refusal: an opening, an event together with the game before it, the game after an event.
    """

    opening: Callable[[Any], None] = _holds
    event: Callable[[Game_co, Event_co], None] = _holds
    game: Callable[[Game_co], None] = _holds


@dataclass(frozen=True, slots=True)
class Correcting(Generic[Game_co, Event_co]):
    """How an older entry is corrected. `correct` takes all that stands, with the game after each, what the
    entry says now, and the command; it raises a Refusal. `before` is the game right before the entry of this
    number, as it is known now. `refusal` is the one for an entry that cannot be corrected.
    """

    correct: Callable[[Any, Any, Any], Event_co]
    before: Callable[[Any, int], Game_co]
    refusal: type[Refusal]


@dataclass(frozen=True, slots=True)
class Talking(Generic[Game_co, Talk_co]):
    """What is said beside the log. `talk_of` returns what was said in the present round, given the talk that
    was kept, of whichever round, and the seats that have a phone of their own. `say` returns the talk after
    something is said: it takes the game, the kept talk, what is said, its action's id, those seats, and the
    number of the latest entry; it raises a Refusal. `is_quiet` if nobody else may notice that the kept talk
    became this one, given those seats. `booked` returns the kept talk, of whichever round, once an event is
    booked on the game, given the event that it takes back, if any, and those seats. `passed_over` returns it
    with what is said because phones are asleep, given the seats whose phones are awake, all that have one,
    and the number of the latest entry.
    Both return the same object if nothing changes.
    """

    kind: type[Talk_co]
    talk_of: Callable[[Game_co, Any, AbstractSet[int]], Talk_co]
    say: Callable[[Game_co, Any, Any, str, AbstractSet[int], int], Talk_co]
    is_quiet: Callable[[Game_co, Any, Any, AbstractSet[int]], bool]
    booked: Callable[[Game_co, Any, Any, Any, AbstractSet[int]], Talk_co]
    passed_over: Callable[[Game_co, Any, AbstractSet[int], AbstractSet[int], int], Talk_co | None]


def _nothing_is_so(_game: object, _events: object, _command: object) -> bool:
    return False


def _untimed(_game: object) -> bool:
    return False


def _who_sits_there(game: State) -> Summary:
    return Summary(game.stage, game.seats)


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset(Generic[Game_co, Event_co]):
    """One game. All functions are pure; those that return `Refusal | None` say why not, None if allowed.

    - `opening`: the event with which a command begins a game. Raises a Refusal.
    - `decide`: the event that a command leads to. It alone judges whether the rules allow the command now,
      and raises a Refusal if they do not.
    - `evolve`: the game after an event; None before the opening.
    - `may_book`: whether this phone has the right to book a command; what the rules allow is up to `decide`.
    - `owners`: whose own action an entry was, given the game before it: their phones may take it back.
    - `is_so`: whether what is asked for is already so, after these standing events.
    - `is_timed`: whether the game has a clock that still has something to time.
    - `times`: what a clock of the game times: for anything else there is a fresh one.
    - `summary`: what a list of tables says of the game.
    - `check_note`: raises a Refusal for a player's private note of a round; None if the game has no notes.
    - `preludes`: the kinds of events that change only the table itself, so that the game has not begun yet.
    - `tells`: what a finished game tells the groups that keep it, by its log and when its entries were
      recorded; None if no group can keep one.
    - `naming`: the command by which a seat gets this name; None if seats keep the names they opened with.
    - `files`: how files tell an evening; None if they have its log alone.
    """

    word: str
    kinds: Kinds
    opening: Callable[[Any], Event_co]
    decide: Callable[[Game_co, Any], Event_co]
    evolve: Callable[[Game_co | None, Event_co], Game_co]
    may_book: Callable[[Recording, Actor, Game_co, Any], Refusal | None]
    owners: Callable[[Game_co, Event_co], tuple[int, ...]]
    laws: Laws[Game_co, Event_co] = field(default_factory=Laws)
    is_so: Callable[[Game_co, Iterable[Event_co], Any], bool] = _nothing_is_so
    is_timed: Callable[[Game_co], bool] = _untimed
    times: Callable[[Game_co], object] = _untimed
    summary: Callable[[Game_co], Summary] = _who_sits_there
    correcting: Correcting[Game_co, Event_co] | None = None
    talking: Talking[Game_co, Said] | None = None
    check_note: Callable[[Game_co, int, Goods], None] | None = None
    preludes: tuple[type[Any], ...] = ()
    naming: Callable[[int, str], object] | None = None
    files: Files | None = None
    tells: Callable[[Any, Iterable[int]], Evening] | None = None


AnyRuleset = Ruleset[State, Event]
"""The rules of some game: only what all games share is known of it."""
