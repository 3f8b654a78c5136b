"""What the table asks for; `decide` returns the event it leads to, or raises a Refusal."""

from dataclasses import dataclass, field

from companion.rules.entries import PutBack, TakeBack
from companion.rules.goods import Goods
from companion.rules.sheriff.bags import Deal, Declaration, Paying, Raid, Share
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.sheet import CountSheet


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A new game; one already under way when `round` is above 1, with the purses and stands as they are.

    `rounds` is how many are played; None for the rule book's number (T3). `unnamed` are the places whose
    names only stand for whoever sits down there. With six names `deputies` are the first two, the `sheriff`
    being the first of them, and in mid-game `served` are those who were Deputies since the cards were
    shuffled, in the order in which they were (E7).
    """

    edition: str
    options: Options
    names: tuple[str, ...]
    shields: tuple[str, ...]
    sheriff: int
    drawn: bool = False
    rounds: int | None = None
    round: int = 1
    purses: tuple[int, ...] | None = None
    stands: tuple[Goods, ...] | None = None
    unnamed: tuple[int, ...] = ()
    deputies: tuple[int, ...] = ()
    served: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CountOut:
    """A game played without the bank, counted from a sheet; `replaces` names the count it corrects."""

    sheet: CountSheet
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class PassBag:
    """The Sheriff lets a bag pass (I2). `contents` holds legal goods by kind and contraband face down;
    `there` are the cards of contraband promised by their kind that were in it, as the merchant says (I8). One
    of two Deputies may do so `alone` (E11); None for both, or where one Sheriff serves.
    """

    merchant: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...] = ()
    raids: tuple[Raid, ...] = ()
    there: Goods = field(default_factory=Goods)
    alone: int | None = None


@dataclass(frozen=True, slots=True)
class OpenBag:
    """The Sheriff opens a bag (I3, I4). A debtor tells cards and pays the rest in goods (D1, D2).

    `payment` is None until the debtor has chosen; `told` names the kinds of the debtor's face-down cards;
    `discarded` says that the receiver does not keep the goods (D3). `fine` is what the fine is under a law of
    the round, in gold; None for what the cards cost (E27).

    One of two Deputies may open it `alone` (E11); None for both, or where one Sheriff serves. Where both pay
    a half each, `other` is how the second drawn does (E9). The `keeper` takes a TableTop Trophy to hand; None
    for the Sheriff, or the Deputy drawn first (E17).
    """

    merchant: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...] = ()
    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    discarded: bool = False
    fine: int | None = None
    alone: int | None = None
    other: Paying = field(default_factory=Paying)
    keeper: int | None = None

    @property
    def payings(self) -> tuple[Paying, Paying]:
        """How each debtor pays: the only one or the Deputy drawn first, then the other (E9)."""
        return Paying(self.told, self.payment, self.discarded), self.other


@dataclass(frozen=True, slots=True)
class SitOut:
    """A merchant brings no bag this round."""

    merchant: int


@dataclass(frozen=True, slots=True)
class PassBadge:
    """The round is over: the badge goes left, or the count begins after the last round (T3). Where Deputies
    are drawn, these two are next, in this order, `drawn` by the app or by the table's own cards; none where
    they follow by themselves (E7).
    """

    deputies: tuple[int, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class ShareBooty:
    """The Deputies share the Booty, in the order they were drawn; what neither takes goes back to the bank
    and to a discard pile. No shares: evenly, where that leaves no choice (E13).
    """

    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Pay:
    """Gold or goods moved by hand, with a reason. None means the bank and the box, or as a receiver the Booty
    where it goes `onto_booty` (E27). In a trade the receiver gives something back at once.
    """

    giver: int | None
    receiver: int | None
    gold: int = 0
    goods: Goods = field(default_factory=Goods)
    reason: str = ""
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    onto_booty: bool = False

    @property
    def trades(self) -> bool:
        """Whether the receiver gives something back."""
        return bool(self.back_gold or self.back_goods)

    @property
    def is_nothing(self) -> bool:
        """Whether nobody gives anything: only a correction says so, of a payment that never happened."""
        return not (self.gold or self.goods or self.trades)


@dataclass(frozen=True, slots=True)
class TakeMarketCard:
    """A merchant gives three cards of this good up for the top card of its pile, which prints so much gold
    (E18, E19); 0 in a correction alone: it was never taken.
    """

    seat: int
    good: str
    gold: int

    @property
    def is_nothing(self) -> bool:
        """Whether no card was taken."""
        return not self.gold


@dataclass(frozen=True, slots=True)
class FillOrder:
    """A merchant's bag that passed fills the special order for a legal good and contraband, whose card prints
    so much gold (E22, E23); 0 in a correction alone: it was never filled.
    """

    seat: int
    good: str
    contraband: str
    gold: int

    @property
    def is_nothing(self) -> bool:
        """Whether no order was filled."""
        return not self.gold


@dataclass(frozen=True, slots=True)
class TakeOtherCard:
    """A player has another card that counts at the end, by its name and number (E24); 0 in a correction
    alone: there was none.
    """

    seat: int
    card: str
    gold: int

    @property
    def is_nothing(self) -> bool:
        """Whether there was no such card."""
        return not self.gold


TakeCard = TakeMarketCard | FillOrder | TakeOtherCard


@dataclass(frozen=True, slots=True)
class ProclaimLaws:
    """The laws of this round, instead of those that stand; none to end them (E26)."""

    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home. With `counts` their purse and stand stay for the count; otherwise they go back. A
    Deputy's badge goes to the `heir`, who is drawn; None where nobody follows, or only one can (E16).
    """

    seat: int
    counts: bool
    heir: int | None = None


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Somebody who went home plays on, and is Sheriff so often yet. Purse and stand are those that stayed in
    the count; who left with nothing gets this much `gold` from the bank. The place is the left neighbour's
    `after` another, None for the old one.
    """

    seat: int
    turns: int
    gold: int = 0
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody who comes late plays on at a new seat, the left neighbour `after` another, and is Sheriff so
    often yet, with this much `gold` from the bank.
    """

    name: str
    after: int
    turns: int
    gold: int = 0


@dataclass(frozen=True, slots=True)
class SetRounds:
    """The game lasts this many rounds in all."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A player is called otherwise."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The table plays with these options from now on; those that cannot be switched later stay."""

    options: Options


@dataclass(frozen=True, slots=True)
class MendSheriff:
    """Somebody else is the first Sheriff, or the first `deputies` are these: it was said wrong. The first of
    the Deputies is the `seat` (E7).
    """

    seat: int
    deputies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SkipTurn:
    """The turn of this Sheriff is skipped."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndGame:
    """Somebody has a last train to catch: no more rounds, the count begins now."""


@dataclass(frozen=True, slots=True)
class RevealContraband:
    """A player tells the kinds of face-down cards (S1)."""

    seat: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class CheckStand:
    """The real cards of a stand, checked at the end; any difference is corrected."""

    seat: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class CountGold:
    """A player's coins, at a table that kept its own."""

    seat: int
    gold: int


@dataclass(frozen=True, slots=True)
class ChoosePlates:
    """A legal good for each Feast Plate of a player (S6)."""

    seat: int
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseCount:
    """Everything is told: the result is final."""


Correction = PassBag | OpenBag | SitOut | Pay | TakeCard


@dataclass(frozen=True, slots=True)
class Correct:
    """An older bag, sit-out, payment or card that counts at the end was different; the difference is booked
    now, with a reason.
    """

    seq: int
    command: Correction
    reason: str = ""


Opening = OpenTable | CountOut
Command = (
    PassBag
    | OpenBag
    | SitOut
    | ShareBooty
    | PassBadge
    | Pay
    | TakeMarketCard
    | FillOrder
    | TakeOtherCard
    | ProclaimLaws
    | Leave
    | ComeBack
    | Join
    | SetRounds
    | Rename
    | SetOptions
    | MendSheriff
    | SkipTurn
    | EndGame
    | RevealContraband
    | CheckStand
    | CountGold
    | ChoosePlates
    | CloseCount
)
Action = Command | TakeBack | PutBack | Correct
