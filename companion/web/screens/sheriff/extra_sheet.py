"""Taking a card that counts at the end: which there are, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.refusals import NotInRounds, Refusal
from companion.rules.sheriff import market, orders
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.market import TakeMarketCard
from companion.rules.sheriff.orders import FillOrder
from companion.rules.sheriff.other_cards import TakeOtherCard
from companion.rules.sheriff.refusals import NoSuchOrder, NothingMoved, NotInBag, PileEmpty
from companion.web.forms.sheriff.extra_form import MARKET, ORDER, ExtraForm, ordered, piles
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.permit import Permit
from companion.web.screens.parts import Link, Seat, link, seat_of
from companion.web.screens.sheriff.bag import Correcting
from companion.web.screens.sheriff.sums import lines
from companion.web.words.sheriff.sentences import Words


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
        pays=link("sheriff.pay", giver=form.seat) if pays else None,
        purpose=purpose,
        correcting=correcting,
    )


def may_take(permit: Permit, seat: int) -> bool:
    """Whether rules and rights now let a seat take any card."""
    return permit.allows(TakeOtherCard, seat) or is_due(permit, seat)


def is_due(permit: Permit, seat: int) -> bool:
    """Whether this seat's bag lets it take a card now, which it cannot later (E19, E22)."""
    return permit.allows(TakeMarketCard, seat) or permit.allows(FillOrder, seat)


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
