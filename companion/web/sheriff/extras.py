"""A card taken from the market, by a special order or by a rule of the table (E19, E21, E22)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.names import LONGEST_NAME
from companion.rules.refusals import (
    NoSuchSeat,
    NothingMoved,
    NotInRounds,
    Refusal,
)
from companion.rules.sheriff import market, orders
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.market import MarketCardTaken, TakeMarketCard
from companion.rules.sheriff.orders import FillOrder, OrderFilled
from companion.rules.sheriff.other_cards import OtherCardTaken, TakeOtherCard
from companion.rules.sheriff.refusals import (
    NoSuchOrder,
    NotInBag,
    PileEmpty,
)
from companion.rules.sheriff.taking import CardTaken, TakeCard
from companion.web.beside import field_of
from companion.web.booking import book, refused_on_board, to_board
from companion.web.http.language import gettext as _
from companion.web.parts import Link, Seat, link, seat_of
from companion.web.reader import Reader
from companion.web.sheriff.bag import Correcting
from companion.web.sheriff.reports import told
from companion.web.sheriff.request import held_table, permit, timer_at
from companion.web.sheriff.sheets import why_over
from companion.web.sheriff.stocks import purpose_of
from companion.web.sheriff.sums import lines
from companion.web.sheriff.table import Table, preview
from companion.web.sheriff.words import Words
from companion.web.undone import Report

MARKET, ORDER, OTHER = "market-", "order-", "other"
"""How the values of `take` begin."""
EXTRA_FIELDS = ("take", "contraband", "card", "gold", "reason")


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


def read_extra(reader: Reader, seat: int, *, asks: bool = True) -> ExtraForm:
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


def extra_of_entry(before: Game, was: CardTaken) -> ExtraForm:
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


def extra_field(refusal: Refusal) -> str:
    """The field that a refusal is shown beside."""
    return field_of(EXTRA_FIELDS, refusal)


@dataclass(frozen=True, slots=True)
class ExtraTile:
    """A choice: a pile or a good, its number if anybody knows it, and `under` it why it is `out`."""

    value: str
    word: str
    gold: int
    chosen: bool
    out: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class ExtraPart:
    """One sort of cards, if the table plays with it: the tiles to choose from, or `why` there are none."""

    tiles: tuple[ExtraTile, ...] = ()
    contraband: tuple[ExtraTile, ...] = ()
    why: Markup | str = ""

    @property
    def is_there(self) -> bool:
        """Whether the table plays with it."""
        return bool(self.tiles or self.why)


@dataclass(frozen=True, slots=True)
class ExtraSheet:
    """What sheriff/extra/_extra.html shows: one player's card, of a pile, for an order, or any `other` if the
    table plays with those. `gold` as typed, `proposed` is what counts where nothing is; `lines` are what
    comes of it, `refused` why it cannot be. `pays` leads to the payment by hand. `purpose` changes once what
    is half-filled is for nothing.
    """

    game: str
    seat: Seat
    round: int
    market: ExtraPart
    orders: ExtraPart
    other: bool
    is_other: bool
    card: str
    gold: str
    proposed: int
    lines: tuple[Markup, ...]
    refused: Markup | str
    pays: Link | None
    purpose: str
    correcting: Correcting | None = None

    @property
    def is_new(self) -> bool:
        """Whether it is no correction."""
        return self.correcting is None


def extra_sheet(  # noqa: PLR0913 - an entry that is corrected, or the rights of a phone
    game_id: str,
    game: Game,
    form: ExtraForm,
    outcome: Outcome | None,
    *,
    purpose: str,
    pays: bool = False,
    correcting: Correcting | None = None,
) -> ExtraSheet:
    """The sheet as far as it is filled in, and what booking it would lead to."""
    words = Words(game.seats)
    refused: Markup | str = ""
    if isinstance(outcome, Refusal) and not isinstance(outcome, NothingMoved):
        refused = words.refusal(outcome)
    options = game.options
    return ExtraSheet(
        game=game_id,
        seat=seat_of(game, form.seat),
        round=game.round,
        market=_market(game, form, correcting) if options.black_market else ExtraPart(),
        orders=_orders(game, form, correcting) if options.special_orders else ExtraPart(),
        other=options.other_cards,
        is_other=form.is_other,
        card=form.card,
        gold=str(form.gold or ""),
        proposed=form.proposed(game),
        lines=lines(words, outcome) if outcome is not None and not refused else (),
        refused=refused,
        pays=link("pay.pay", giver=form.seat) if pays else None,
        purpose=purpose,
        correcting=correcting,
    )


def _market(game: Game, form: ExtraForm, correcting: Correcting | None) -> ExtraPart:
    refused = None if correcting else TakeMarketCard.may(game, form.seat)
    if refused:
        return _nothing(game, refused)
    tiles = []
    for word in piles():
        why = None if correcting else market.may_take(game, form.seat, word)
        under = (_("none left") if isinstance(why, PileEmpty) else _("too few")) if why else ""
        tiles.append(_tile(form.take, MARKET + word, word, market.top(game, word), under))
    return ExtraPart(tuple(tiles))


def _orders(game: Game, form: ExtraForm, correcting: Correcting | None) -> ExtraPart:
    refused = None if correcting else FillOrder.may(game, form.seat)
    if refused:
        return _nothing(game, refused)

    def out(good: str, contraband: str) -> Refusal | None:
        if correcting:
            return None if orders.proposed(good, contraband) else NoSuchOrder(good)
        return orders.may_fill(game, form.seat, good, contraband)

    legal, contraband = ordered()
    tiles = (
        _tile(form.take, ORDER + word, word, 0, _under([out(word, other) for other in contraband]))
        for word in legal
    )
    return ExtraPart(tuple(tiles), tuple(_shown(form, word, out) for word in contraband))


def _under(refusals: Sequence[Refusal | None]) -> str:
    """Why none of the orders for a legal good can be filled, in a word; "" if one can."""
    if None in refusals:
        return ""
    is_missing = any(isinstance(refusal, NotInBag) for refusal in refusals)
    return _("not in the bag") if is_missing else _("not now")


def _nothing(game: Game, refused: Refusal) -> ExtraPart:
    """Why there is nothing to choose; once the rounds are over that goes without saying."""
    return (
        ExtraPart() if isinstance(refused, NotInRounds) else ExtraPart(why=Words(game.seats).refusal(refused))
    )


def _shown(form: ExtraForm, word: str, out: Callable[[str, str], Refusal | None]) -> ExtraTile:
    """A contraband, with the number of its card once the legal good is chosen."""
    if not form.is_order:
        return _tile(form.contraband, word, word, 0, "")
    number = orders.proposed(form.good, word)
    under = (_("not now") if number else _("no order")) if out(form.good, word) else ""
    return _tile(form.contraband, word, word, number, under)


def _tile(chosen: str, value: str, word: str, gold: int, under: str) -> ExtraTile:
    """What is chosen stays so: why it cannot be is said below."""
    is_chosen = chosen == value
    return ExtraTile(value, word, 0 if under else gold, is_chosen, bool(under) and not is_chosen, under)


blueprint = Blueprint("extras", __name__)


@blueprint.get("/g/<game>/extras/<int:seat>")
def extra(game: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player's card, as far as it is filled in."""
    table, sheet = held_table(game), f"extras/{seat}"
    if why_over(table, sheet):
        return to_board(table, sheet)
    return extra_page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/extras")
def extras(game: str) -> ResponseReturnValue:
    """A player takes a card."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if seat not in range(len(table.game.seats)):
        return refused_on_board(table, reader, NoSuchSeat(seat))
    form = read_extra(reader, seat)
    return book(
        table,
        reader,
        lambda: form.command(table.game),
        lambda now, reader: extra_page(now, seat, reader),
        extra_field,
        sheet=f"extras/{seat}",
    )


def extra_page(table: Table, seat: int, reader: Reader) -> str:
    """The sheet with what was typed, and what is wrong."""
    form, mine = read_extra(reader, seat, asks=False), permit(table)
    outcome = preview(table, form.command(table.game)) if form.is_ready else None
    view = extra_sheet(
        table.id,
        table.game,
        form,
        outcome,
        purpose=purpose_of(table, seat),
        pays=mine.may_pay(seat),
    )
    return _sheet(table, view, reader)


def correct_card_page(
    table: Table, before: Game, was: CardTaken, correcting: Correcting, reader: Reader
) -> str:
    """The sheet of an older card: as it was booked, or as it was typed since."""
    form = extra_of_entry(before, was)
    if any(name != "seat" for name in reader.form):
        form = read_extra(reader, was.seat, asks=False)
    command = Correct(correcting.entry, form.command(before), correcting.reason)
    outcome = preview(table, command) if form.is_ready else None
    view = extra_sheet(table.id, before, form, outcome, purpose=correcting.purpose, correcting=correcting)
    return _sheet(table, view, reader)


def _sheet(table: Table, view: ExtraSheet, reader: Reader) -> str:
    return render_template(
        "sheriff/extra/extra.html",
        extra=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


@told.register
def _card_taken(event: CardTaken, words: Words) -> Report:
    return Report("extra", words.booked(event))
