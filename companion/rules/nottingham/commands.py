"""What the table asks for; `decide` returns the event it leads to, or raises a Refusal. Hands, piles, actions
and ambush cards are never asked for (N8, N9).
"""

from dataclasses import dataclass, field

from companion.rules.entries import PutBack, TakeBack
from companion.rules.goods import Goods
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.options import Options
from companion.rules.nottingham.sheet import CountSheet


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A new game. `unnamed` are the places whose names only stand for whoever sits down there."""

    names: tuple[str, ...]
    shields: tuple[str, ...]
    options: Options = field(default_factory=Options)
    unnamed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CountOut:
    """A game counted from a sheet; `replaces` names the count it corrects."""

    sheet: CountSheet
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Deliver:
    """A player delivers so many cards of an object (N11). `ambushers` has a seat for each ambush, and one
    twice that laid two (N12).
    """

    seat: int
    item: str
    cards: int
    ambushers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fulfil:
    """A player fulfils a mission (N13); `numbers` are typed where nobody has done so yet (N14)."""

    seat: int
    mission: str
    numbers: Numbers | None = None


@dataclass(frozen=True, slots=True)
class StepByHand:
    """The Sheriff moves one space without a delivery or a mission (N17)."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """Asked whether the game is over: the Sheriff is home, or the eighth mission card taken (N18)."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Asked whether the game is over: not yet (N18)."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """Somebody has a last train to catch: the count begins now."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home, and stays in the count (N20)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Somebody who went home plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A player is called otherwise."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The table plays with these options from now on."""

    options: Options


@dataclass(frozen=True, slots=True)
class CheckLoot:
    """The loot cards that a player really has, checked at the end."""

    seat: int
    loot: Goods


@dataclass(frozen=True, slots=True)
class CloseCount:
    """The result is final."""


@dataclass(frozen=True, slots=True)
class NeverHappened:
    """What an entry is corrected to that nobody did."""


@dataclass(frozen=True, slots=True)
class Correct:
    """An older delivery or mission was different; the difference is booked now, with a reason."""

    seq: int
    command: Deliver | Fulfil | NeverHappened
    reason: str = ""


Opening = OpenTable | CountOut
Command = (
    Deliver
    | Fulfil
    | StepByHand
    | GameOver
    | PlayOn
    | EndGame
    | Leave
    | ComeBack
    | Rename
    | SetOptions
    | CheckLoot
    | CloseCount
)
Action = Command | TakeBack | PutBack | Correct
