"""What happened, with every move resolved: replay never asks a rule again."""

from dataclasses import dataclass, field

from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.goods import Goods
from companion.rules.ledger import Move
from companion.rules.seats import Seat
from companion.rules.sheriff.bags import Deal, Declaration, Promise, Raid, Share
from companion.rules.sheriff.expansion_events import (
    CardTaken,
    LawsProclaimed,
    MarketCardTaken,
    OrderFilled,
    OtherCardTaken,
)
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.scoring import Result

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is open; `badge_order` lists the Sheriffs after `sheriff`, round by round. A table of six has
    two `deputies` first, the `sheriff` and another, and so many `rounds`; `served` are those who were
    Deputies before, since the cards were shuffled (E7).
    """

    edition: str
    options: Options
    seats: tuple[Seat, ...]
    sheriff: int
    drawn: bool
    round: int
    badge_order: tuple[int, ...]
    moves: Moves
    deputies: tuple[int, ...] = ()
    served: tuple[int, ...] = ()
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class SheetCounted:
    """A game known only from its count sheet; it may replace a count in which a number was wrong."""

    edition: str
    options: Options
    seats: tuple[Seat, ...]
    sheriff: int
    plates: tuple[tuple[str, ...], ...]
    result: Result
    moves: Moves
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class BagPassed:
    """A bag passed (I2); goods promised from it went straight to their receivers, contraband promised by its
    kind as far as it was `there` (I8). Where `deputies` serve, one of them may have let it pass `alone`; else
    what they were given lies on the Booty (E8, E11).
    """

    merchant: int
    sheriff: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...]
    raids: tuple[Raid, ...]
    moves: Moves
    there: Goods = field(default_factory=Goods)
    deputies: tuple[int, ...] = ()
    alone: int | None = None

    @property
    def together(self) -> tuple[int, ...]:
        """The Deputies who acted together, so that what they were given lies on the Booty (E8)."""
        return self.deputies if self.alone is None else ()


@dataclass(frozen=True, slots=True)
class FineLine:
    """Cards of one good in a fine; `each` is what one of them costs in gold."""

    what: str
    count: int
    each: int

    @property
    def amount(self) -> int:
        """What these cards cost together, in gold."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Fine:
    """Who pays whom for an opened bag, card by card (I3, I4, I12), None being the Booty (E10); what was
    `typed` instead, under a law of the round (E27).
    """

    payer: int
    receiver: int | None
    lines: tuple[FineLine, ...]
    typed: int | None = None

    @property
    def amount(self) -> int:
        """The whole fine, in gold."""
        return sum(line.amount for line in self.lines) if self.typed is None else self.typed


@dataclass(frozen=True, slots=True)
class Debt:
    """How a fine was met when coins ran short (D1): cards told, goods handed over, the rest forgiven."""

    coins: int
    told: Goods
    handed: Goods
    discarded: bool
    forgiven: int


def coins_of(fine: Fine, debt: Debt | None) -> int:
    """How much of a fine was paid in gold."""
    return fine.amount if debt is None else debt.coins


@dataclass(frozen=True, slots=True)
class BagOpened:
    """A bag was opened: what came in, what was confiscated, what the Sheriff took to hand, who paid. Where
    `deputies` serve, one of them may have opened it `alone` (E11); else each paid half for an honest bag, the
    second drawn the `other_fine`, as that debt was met (E9). The `keeper` took to hand what went there; None
    for the Sheriff (E17).
    """

    merchant: int
    sheriff: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...]
    let_in: Goods
    confiscated: Goods
    to_hand: Goods
    fine: Fine
    debt: Debt | None
    moves: Moves
    deputies: tuple[int, ...] = ()
    alone: int | None = None
    other_fine: Fine | None = None
    other_debt: Debt | None = None
    keeper: int | None = None

    @property
    def together(self) -> tuple[int, ...]:
        """The Deputies who acted together (E9, E10)."""
        return self.deputies if self.alone is None else ()

    @property
    def fines(self) -> tuple[tuple[Fine, Debt | None], ...]:
        """What was paid, and the debt where coins ran short: one fine, or two halves (E9)."""
        halves = ((self.fine, self.debt), (self.other_fine, self.other_debt))
        return tuple((fine, debt) for fine, debt in halves if fine is not None)

    @property
    def hand(self) -> int:
        """Who takes to hand what goes there (E17)."""
        return self.sheriff if self.keeper is None else self.keeper

    @property
    def is_true(self) -> bool:
        """Whether the merchant told the truth, so that the Sheriff pays (I3, I12)."""
        return self.fine.payer != self.merchant

    @property
    def coins(self) -> int:
        """How much of the fine was paid in gold, of the first half where two pay (E9); by hand where the
        table keeps its coins (T7).
        """
        return coins_of(self.fine, self.debt)


@dataclass(frozen=True, slots=True)
class SatOut:
    """A merchant brought no bag."""

    merchant: int
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class BootyShared:
    """The Booty was shared by those who had badges: each `shares` in their order, and what was left went back
    to the bank and to a discard pile (E13).
    """

    sheriffs: tuple[int, ...]
    shares: tuple[Share, ...]
    gold_left: int
    goods_left: Goods
    moves: Moves

    @property
    def gold(self) -> int:
        """All the gold that lay there."""
        return sum(share.gold for share in self.shares) + self.gold_left

    @property
    def goods(self) -> Goods:
        """All the cards that lay there."""
        return sum((share.goods for share in self.shares), self.goods_left)


@dataclass(frozen=True, slots=True)
class BadgePassed:
    """A round ended and the next one began, where Deputies serve with these two, `drawn` by the app or by the
    table (E7).
    """

    sheriff: int
    round: int
    moves: Moves = ()
    deputies: tuple[int, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class CountBegun:
    """The rounds are over; `turns` says how often each seat was Sheriff, `early` that some were skipped."""

    turns: tuple[int, ...]
    early: bool
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """Gold or goods moved by hand; in a trade something came back. It went to nobody but the Booty where it
    went `onto_booty`. None of it: it never happened.
    """

    giver: int | None
    receiver: int | None
    gold: int
    goods: Goods
    reason: str
    moves: Moves
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    onto_booty: bool = False

    @property
    def trades(self) -> bool:
        """Whether the receiver gave something back."""
        return bool(self.back_gold or self.back_goods)


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player went home; a Sheriff's badge went to `sheriff`, and where Deputies serve on these have one
    (E16). If nobody is left with a turn to take, the rounds are over, and `turns` says how often each seat
    was Sheriff. The promises that `lapsed` are those to and from the player that might still have been due
    (I10).
    """

    seat: int
    counts: bool
    sheriff: int
    badge_order: tuple[int, ...]
    moves: Moves
    turns: tuple[int, ...] = ()
    lapsed: tuple[Promise, ...] = ()
    deputies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had gone home plays on, with this much gold from the bank if there was nothing left, and
    on the left of `after`; None in the old place. Who is back only after the round's last bag `sits_out`.
    """

    seat: int
    gold: int
    badge_order: tuple[int, ...]
    moves: Moves
    after: int | None = None
    sits_out: bool = False


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A player came late to a new `seat`, on the left of `after`, with this much gold from the bank, and
    `sits_out` where bags of the round were dealt with before.
    """

    seat: int
    name: str
    shield: str
    after: int
    gold: int
    sits_out: bool
    badge_order: tuple[int, ...]
    moves: Moves


@dataclass(frozen=True, slots=True)
class RoundsSet:
    """The game got shorter or longer."""

    rounds: int
    badge_order: tuple[int, ...]
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
class SheriffMended:
    """Somebody else is the first Sheriff, in `round`; the badge goes round from there. Or the first two
    `deputies` are these (E7).
    """

    sheriff: int
    round: int
    badge_order: tuple[int, ...]
    moves: Moves = ()
    deputies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """The turn of the Sheriff of this `seat` was skipped; the badge went to `sheriff`, in the same round."""

    seat: int
    sheriff: int
    badge_order: tuple[int, ...]
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class ContrabandRevealed:
    """Face-down cards were told."""

    seat: int
    goods: Goods
    moves: Moves


@dataclass(frozen=True, slots=True)
class StandChecked:
    """A stand was corrected to its real cards."""

    seat: int
    goods: Goods
    moves: Moves


@dataclass(frozen=True, slots=True)
class GoldCounted:
    """The coins of a player are known."""

    seat: int
    gold: int
    moves: Moves


@dataclass(frozen=True, slots=True)
class PlatesChosen:
    """What each Feast Plate of a player became."""

    seat: int
    goods: tuple[str, ...]
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class CountClosed:
    """The result is final, with every line of every sum."""

    result: Result
    moves: Moves = ()


Correctable = BagPassed | BagOpened | SatOut | Paid | CardTaken


@dataclass(frozen=True, slots=True)
class Twice:
    """Cards that a correction brings to a stand, or takes off it, as somebody did by hand before."""

    seat: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """An older entry, of `round`, was different: what it said, what it says now, the moves in between. Cards
    of stands that were mended since the entry may now count `twice`. What is `halved` of the Booty was
    shared otherwise before, as its Deputies agreed (E13). The `debtors` were short of coins since, and had
    more of them than was known then.
    """

    seq: int
    round: int
    reason: str
    was: Correctable
    now: Correctable
    moves: Moves
    twice: tuple[Twice, ...] = ()
    halved: Goods = field(default_factory=Goods)
    debtors: tuple[int, ...] = ()


Event = (
    TableOpened
    | SheetCounted
    | BagPassed
    | BagOpened
    | SatOut
    | BootyShared
    | BadgePassed
    | CountBegun
    | Paid
    | MarketCardTaken
    | OrderFilled
    | OtherCardTaken
    | LawsProclaimed
    | PlayerLeft
    | PlayerReturned
    | PlayerJoined
    | RoundsSet
    | Renamed
    | OptionsSet
    | SheriffMended
    | TurnSkipped
    | ContrabandRevealed
    | StandChecked
    | GoldCounted
    | PlatesChosen
    | CountClosed
    | EntryCorrected
    | TakenBack
    | EntryPutBack
)
