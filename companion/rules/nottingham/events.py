"""What happened, with every move resolved: replay never asks a rule again."""

from dataclasses import dataclass

from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.goods import Goods
from companion.rules.ledger import Move
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.options import Options
from companion.rules.nottingham.scoring import Result
from companion.rules.seats import Seat

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is open."""

    options: Options
    seats: tuple[Seat, ...]
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class SheetCounted:
    """A game known only from its count sheet, with the numbers of each mission that somebody has; it may
    replace a count in which a number was wrong.
    """

    seats: tuple[Seat, ...]
    numbers: tuple[tuple[str, Numbers], ...]
    result: Result
    moves: Moves
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A player delivered `cards` of an object (N11), less one for each of the `ambushers` (N12). Where enough
    were left, one lies as loot, worth `value`, the others are discarded, and the Sheriff has moved; else it
    was called off, and nothing moved. After it the Sheriff is at `step`, where this number is `printed`; None
    if that is not known (N15).
    """

    seat: int
    item: str
    cards: int
    ambushers: tuple[int, ...]
    value: int
    step: int
    printed: int | None
    moves: Moves

    @property
    def left(self) -> int:
        """The cards that the ambushes left."""
        return self.cards - len(self.ambushers)

    @property
    def is_called_off(self) -> bool:
        """Whether too few were left: no loot, no step, and they go back to the hand (N12)."""
        return not self.moves

    @property
    def discarded(self) -> int:
        """How many cards went to the discard pile."""
        return 0 if self.is_called_off else self.left - 1

    @property
    def steps(self) -> int:
        """How many spaces the Sheriff moved (N15)."""
        return int(not self.is_called_off)


@dataclass(frozen=True, slots=True)
class Fulfilled:
    """A player fulfilled a mission (N13), worth `each` to everybody who now has it, by the `numbers` of its
    cards (N14). The Sheriff moved, as in Delivered.
    """

    seat: int
    mission: str
    numbers: Numbers
    each: int
    step: int
    printed: int | None
    moves: Moves

    @property
    def steps(self) -> int:
        """How many spaces the Sheriff moved (N15)."""
        return 1


@dataclass(frozen=True, slots=True)
class Struck:
    """What a delivery or mission was corrected to that never happened; never an entry of its own."""

    moves: Moves = ()

    @property
    def steps(self) -> int:
        """How many spaces the Sheriff moved."""
        return 0


@dataclass(frozen=True, slots=True)
class Stepped:
    """The Sheriff moved by hand (N17)."""

    step: int
    printed: int | None
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The game was not over yet (N18): the Sheriff is at `step`, before Nottingham."""

    step: int
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class CountBegun:
    """The game is over; `early` if neither the Sheriff's way nor the missions had ended it."""

    early: bool
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player went home, and stays in the count (N20)."""

    seat: int
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had gone home plays on."""

    seat: int
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player who was called `was` has another name; "" for one who had none yet."""

    seat: int
    was: str
    name: str
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The table plays with these options from now on."""

    options: Options
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class LootChecked:
    """A player's loot was put right by the real cards."""

    seat: int
    loot: Goods
    moves: Moves


@dataclass(frozen=True, slots=True)
class CountClosed:
    """The result is final, with every line of every sum."""

    result: Result
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """An older entry was different: what it said, what it says now, where the Sheriff is by that, and the
    moves in between.
    """

    seq: int
    reason: str
    was: Delivered | Fulfilled | Struck
    now: Delivered | Fulfilled | Struck
    step: int
    moves: Moves


Event = (
    TableOpened
    | SheetCounted
    | Delivered
    | Fulfilled
    | Struck
    | Stepped
    | PlayedOn
    | CountBegun
    | PlayerLeft
    | PlayerReturned
    | Renamed
    | OptionsSet
    | LootChecked
    | CountClosed
    | EntryCorrected
    | TakenBack
    | EntryPutBack
)
