"""The sheet of a card that counts at the end: one of the Black Market, of a special order, or any other.

Fields: seat; take (a pile, an order's legal good, or "other"); contraband, of an order; card, the name of any
other; gold, what it prints where that is not what is proposed; in a correction reason instead of the seat.
"""

from dataclasses import dataclass, replace

from companion.rules.names import LONGEST_NAME
from companion.rules.refusals import CorrectedMeanwhile, Refusal
from companion.rules.sheriff import market, orders
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.market import MarketCardTaken, TakeMarketCard
from companion.rules.sheriff.orders import FillOrder, OrderFilled
from companion.rules.sheriff.other_cards import OtherCardTaken, TakeOtherCard
from companion.rules.sheriff.refusals import (
    BagNotBack,
    BagNotPassed,
    CardNameRefused,
    ContrabandExceeded,
    CorrectionBreaksBox,
    CorrectionBreaksCard,
    CorrectionBreaksPurse,
    CorrectionBreaksStand,
    DeputyBringsNoBag,
    ExtraGoldOutOfRange,
    GoneExceedsSupply,
    MarketVisited,
    NoContrabandInBag,
    NoSuchOrder,
    NotCorrectable,
    NothingMoved,
    NothingOrdered,
    NothingToShow,
    NothingToTrade,
    NotInBag,
    NotOnMarket,
    NotPlayedHere,
    OrderTaken,
    PileEmpty,
    ReasonTooLong,
    SheriffBringsNoBag,
    SupplyExceeded,
    TooFewForMarket,
)
from companion.rules.sheriff.taking import CardTaken, TakeCard
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _

MARKET, ORDER, OTHER = "market-", "order-", "other"
"""How the values of `take` begin."""
FIELDS = fields(
    {
        "take": (
            BagNotBack,
            BagNotPassed,
            DeputyBringsNoBag,
            GoneExceedsSupply,
            MarketVisited,
            NoContrabandInBag,
            NothingOrdered,
            NothingToTrade,
            NotInBag,
            NotOnMarket,
            NotPlayedHere,
            PileEmpty,
            SheriffBringsNoBag,
            TooFewForMarket,
        ),
        "contraband": (ContrabandExceeded, NoSuchOrder, NothingToShow, OrderTaken, SupplyExceeded),
        "card": (CardNameRefused,),
        "gold": (ExtraGoldOutOfRange, NothingMoved),
        "reason": (ReasonTooLong,),
        "": (
            CorrectedMeanwhile,
            CorrectionBreaksBox,
            CorrectionBreaksCard,
            CorrectionBreaksPurse,
            CorrectionBreaksStand,
            NotCorrectable,
        ),
    }
)
"""The field each refusal is shown beside."""


@dataclass(frozen=True, slots=True)
class ExtraForm:
    """What was typed so far: `take` is "" until it is chosen, `gold` None while it is what is proposed."""

    seat: int
    take: str = ""
    contraband: str = ""
    card: str = ""
    gold: int | None = None

    @property
    def is_order(self) -> bool:
        """Whether a special order is chosen."""
        return self.take.startswith(ORDER)

    @property
    def is_other(self) -> bool:
        """Whether any other card is chosen."""
        return self.take == OTHER

    @property
    def good(self) -> str:
        """The pile, or the order's legal good."""
        return self.take.removeprefix(MARKET).removeprefix(ORDER)

    @property
    def is_ready(self) -> bool:
        """Whether all is chosen that has to be."""
        if self.is_order:
            return bool(self.contraband)
        return bool(self.card and self.gold) if self.is_other else bool(self.take)

    def proposed(self, game: Game) -> int:
        """The number of the card as far as anybody knows it; 0 where nobody does (E18, E22)."""
        if self.is_order:
            return orders.proposed(self.good, self.contraband)
        return 0 if self.is_other else market.top(game, self.good)

    def command(self, game: Game) -> TakeCard:
        """What is asked for. Where no number is typed and none known, there is no such card, whatever it
        would print: the rules say so.
        """
        gold = self.proposed(game) or FEWEST_GOLD if self.gold is None else self.gold
        if self.is_order:
            return FillOrder(self.seat, self.good, self.contraband, gold)
        if self.is_other:
            return TakeOtherCard(self.seat, self.card, gold)
        return TakeMarketCard(self.seat, self.good, gold)

    def never(self, game: Game) -> TakeCard:
        """What a correction asks for that says there was no such card."""
        return replace(self.command(game), gold=0)


def piles() -> tuple[str, ...]:
    """The goods that the Black Market has cards for."""
    return tuple(MERRY_MEN.piles)


def ordered() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The legal goods and the contraband that orders are for."""
    legal = dict.fromkeys(order.good for order in MERRY_MEN.orders)
    contraband = {order.contraband: None for order in MERRY_MEN.orders}
    return tuple(legal), tuple(contraband)


def read(reader: Reader, seat: int, *, asks: bool = True) -> ExtraForm:
    """What is chosen; where it is booked, and not only drawn, the form `asks` for what is missing."""
    legal, contraband = ordered()
    choices = (*(MARKET + word for word in piles()), *(ORDER + word for word in legal), OTHER)
    of_order = bool(reader.form.get("contraband"))
    missing = _("Which legal good is the order for?") if of_order else _("Which card? Choose one.")
    take = _chosen(reader, "take", choices, missing if asks else "")
    is_order = take.startswith(ORDER)
    shown = _chosen(reader, "contraband", contraband, _("Which contraband?") if asks and is_order else "")
    is_needed = asks and take == OTHER
    return ExtraForm(
        seat,
        take,
        shown,
        " ".join(reader.form.get("card", "").split())[: LONGEST_NAME + 1],
        _gold(reader, is_needed=is_needed),
    )


def _chosen(reader: Reader, field: str, words: tuple[str, ...], missing: str) -> str:
    """One of these words; what is `missing` is said where it is asked for."""
    given = reader.form.get(field, "")
    if given and given not in words:
        reader.refuse(field, _("Choose one from the list."))
    elif not given and missing:
        reader.refuse(field, missing)
    return given if given in words else ""


def _gold(reader: Reader, *, is_needed: bool) -> int | None:
    if not is_needed and not reader.form.get("gold", "").strip(" "):
        return None
    return reader.number("gold", MOST_GOLD, FEWEST_GOLD, blank=None)


def of_entry(before: Game, was: CardTaken) -> ExtraForm:
    """The form as it would have been filled in for a booked card, on the game before it."""
    match was:
        case MarketCardTaken():
            form = ExtraForm(was.seat, MARKET + was.good)
        case OrderFilled():
            form = ExtraForm(was.seat, ORDER + was.good, was.contraband)
        case OtherCardTaken():
            form = ExtraForm(was.seat, OTHER, card=was.card)
        case _:
            raise TypeError(was)
    return form if was.gold in {0, form.proposed(before)} else replace(form, gold=was.gold)


def field_of(refusal: Refusal) -> str:
    """The field that a refusal is shown beside."""
    return beside.field_of(FIELDS, refusal)
