"""A card taken from the market, by a special order or by a rule of the table (E19, E21, E22)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, cast

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.ledger import Goods
from companion.rules.names import LONGEST_NAME
from companion.rules.refusals import NoSuchSeat, NothingMoved, NotInRounds, Refusal
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.cards import CARDS, market, orders
from companion.rules.sheriff.cards.market import MarketCardTaken
from companion.rules.sheriff.cards.orders import OrderFilled
from companion.rules.sheriff.cards.other_cards import OtherCardTaken
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD
from companion.rules.sheriff.game import Correct, Game
from companion.rules.sheriff.taking import CardTaken, TakeCard
from companion.web.booking import book, drawn_again, leave_if_over, on_board, refused_on_board
from companion.web.correcting import Correcting, EntryForm
from companion.web.http.language import gettext as _
from companion.web.parts import Link, Seat, joined, link, say, seat_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.glossary import CARD, extra_name, good_name
from companion.web.sheriff.hands import out_of_game
from companion.web.sheriff.request import form_page, held_table, permit
from companion.web.sheriff.stocks import purpose_of
from companion.web.sheriff.sums import lines
from companion.web.sheriff.table import Table, preview
from companion.web.sheriff.words import EntryReport, Hand, Words, cards, things

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
    def sort(self) -> "Sort":
        """The sort of card that is chosen; the first until one is."""
        return next((sort for sort in SORTS if self.take.startswith(sort.prefix)), SORTS[0])

    @property
    def good(self) -> str:
        """The pile, or the order's legal good."""
        return self.take.removeprefix(self.sort.prefix)

    @property
    def is_ready(self) -> bool:
        """Whether everything required is chosen."""
        sort = self.sort
        return all(getattr(self, part) for part in sort.card.parts) and bool(sort.card.printed or self.gold)

    def proposed(self, game: Game) -> int:
        """The number of the card, 0 if nobody knows it (E18, E22)."""
        return self.sort.proposed(game, self)

    def command(self, game: Game) -> TakeCard:
        """The command that the form asks for. If no number is typed or known, the lowest stands in: the rules
        say that there is no such card.
        """
        gold = self.proposed(game) or FEWEST_GOLD if self.gold is None else self.gold
        takes, parts = cast("Callable[..., TakeCard]", self.sort.card.takes), self.sort.card.parts
        return takes(self.seat, *(getattr(self, part) for part in parts), gold)

    def never(self, game: Game) -> TakeCard:
        """The command of a correction that says there was no such card."""
        return replace(self.command(game), gold=0)


def read_extra(reader: Reader, seat: int, *, asks: bool = True) -> ExtraForm:
    """Read the sheet; a form that is booked, not only drawn, `asks` for what is missing."""
    choices = tuple(sort.prefix + word for sort in SORTS for word in sort.words)
    of_order = bool(reader.form.get("contraband"))
    missing = _("Which legal good is the order for?") if of_order else _("Which card? Choose one.")
    take = _chosen(reader, "take", choices, missing if asks else "")
    sort = ExtraForm(seat, take).sort
    asked = _("Which contraband?") if asks and isinstance(sort, _Order) else ""
    return ExtraForm(
        seat,
        take,
        _chosen(reader, "contraband", _Order.contraband, asked),
        " ".join(reader.form.get("card", "").split())[: LONGEST_NAME + 1],
        _gold(reader, is_needed=asks and not sort.card.printed),
    )


def _chosen(reader: Reader, field: str, words: tuple[str, ...], missing: str) -> str:
    """The chosen one of these words, or ""; what is `missing` is said if one has to be chosen."""
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
    sort = CARD_SORTS[was.head]
    typed = {part: getattr(was, part) for part in was.parts}
    form = ExtraForm(was.seat, sort.prefix + typed.pop("good", ""), **typed)
    return form if was.gold in {0, form.proposed(before)} else replace(form, gold=was.gold)


@dataclass(frozen=True, slots=True)
class ExtraTile:
    """A choice: a pile, a good or a card, its number if anybody knows it, and `under` it why it is `out`."""

    value: str
    word: str
    name: Markup | str
    gold: int
    chosen: bool
    out: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class ExtraPart:
    """One sort of cards that the table plays with: the tiles to choose from, in a grid of that name, or `why`
    there are none. Only an order asks for `contraband` too.
    """

    title: str
    hint: str
    grid: str
    tiles: tuple[ExtraTile, ...] = ()
    contraband: tuple[ExtraTile, ...] | None = None
    why: Markup | str = ""


@dataclass(frozen=True, slots=True)
class ExtraSheet:
    """What sheriff/extra/_extra.html shows: one player's card, of one of these `parts`, or any `other` if the
    table plays with those. `gold` is as typed, `proposed` counts if nothing is; `lines` are what comes of it,
    `refused` why it cannot be. `pays` leads to the payment by hand. `purpose` changes once anything
    half-filled is obsolete.
    """

    game: str
    seat: Seat
    round: int
    parts: tuple[ExtraPart, ...]
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


def extra_sheet(  # noqa: PLR0913 - an entry that is corrected, or the rights of a phone
    table: Table,
    game: Game,
    form: ExtraForm,
    outcome: Outcome | None,
    *,
    purpose: str,
    pays: bool = False,
    correcting: Correcting | None = None,
) -> ExtraSheet:
    """The sheet as far as it is filled in, and what booking it would lead to."""
    words = Words(table.game.seats)
    refused: Markup | str = ""
    if isinstance(outcome, Refusal) and not isinstance(outcome, NothingMoved):
        refused = words.refusal(outcome)
    return ExtraSheet(
        game=table.id,
        seat=seat_of(game, form.seat),
        round=game.round,
        parts=tuple(filter(None, (sort.part(game, form, correcting) for sort in SORTS))),
        other=game.options.other_cards,
        is_other=isinstance(form.sort, _Other),
        card=form.card,
        gold=str(form.gold or ""),
        proposed=form.proposed(game),
        lines=lines(words, outcome) if outcome is not None and not refused else (),
        refused=refused,
        pays=link("pay.pay", giver=form.seat) if pays else None,
        purpose=purpose,
        correcting=correcting,
    )


class Sort:
    """One sort of card on the sheet; its values of `take` are the `prefix` and one of the `words`. This class
    is for cards that are all alike. The form has the `parts` of the other sorts by the same names.
    """

    words: ClassVar[tuple[str, ...]] = ("",)

    def __init__(self, card: type[CardTaken]) -> None:
        self.card = card

    @property
    def prefix(self) -> str:
        """How its values of `take` begin."""
        return self.card.head

    def proposed(self, _game: Game, _form: ExtraForm) -> int:
        """The number of the card, 0 if nobody knows it (E18, E22)."""
        return self.card.printed[0].gold

    def shows(self, game: Game, form: ExtraForm, _correcting: Correcting | None) -> ExtraPart | None:
        """The sort's tiles, under its title; None if it has none."""
        tile = _tile(form.take, self.prefix, CARD, self.proposed(game, form), "", extra_name(self.card.head))
        return ExtraPart(_("A card that counts at the end"), "", "tiles-goods", (tile,))

    def part(self, game: Game, form: ExtraForm, correcting: Correcting | None) -> ExtraPart | None:
        """The sort's tiles if it is played with, or why none; None once the rounds are over."""
        shown = self.shows(game, form, correcting) if getattr(game.options, self.card.option) else None
        refused = None if correcting or shown is None else self.card.takes.may(game, form.seat)
        if shown is None or refused is None:
            return shown
        if isinstance(refused, NotInRounds):
            return None
        why = Words(game.seats).refusal(refused)
        return replace(shown, tiles=(), contraband=shown.contraband and (), why=why)


class _Market(Sort):
    prefix, words = "market-", tuple(MERRY_MEN.piles)

    def proposed(self, game: Game, form: ExtraForm) -> int:
        return market.top(game, form.good)

    def shows(self, game: Game, form: ExtraForm, correcting: Correcting | None) -> ExtraPart:
        tiles = []
        for word in self.words:
            why = None if correcting else market.may_take(game, form.seat, word)
            under = (_("none left") if isinstance(why, no.PileEmpty) else _("too few")) if why else ""
            tiles.append(_tile(form.take, self.prefix + word, word, market.top(game, word), under))
        return ExtraPart(_("Black Market"), _("for three of a kind"), "extra-piles", tuple(tiles))


class _Order(Sort):
    prefix, words = "order-", tuple(dict.fromkeys(order.good for order in MERRY_MEN.orders))
    contraband = tuple(dict.fromkeys(order.contraband for order in MERRY_MEN.orders))

    def proposed(self, _game: Game, form: ExtraForm) -> int:
        return orders.proposed(form.good, form.contraband)

    def shows(self, game: Game, form: ExtraForm, correcting: Correcting | None) -> ExtraPart:
        def out(good: str, contraband: str) -> Refusal | None:
            if correcting:
                return None if orders.proposed(good, contraband) else no.NoSuchOrder(good)
            return orders.may_fill(game, form.seat, good, contraband)

        tiles = (
            _tile(form.take, self.prefix + word, word, 0, _under([out(word, it) for it in self.contraband]))
            for word in self.words
        )
        return ExtraPart(
            _("Special order"),
            _("both were in the bag"),
            "tiles-goods",
            tuple(tiles),
            tuple(_shown(form, word, out) for word in self.contraband),
        )


class _Other(Sort):
    def proposed(self, _game: Game, _form: ExtraForm) -> int:
        return 0

    def shows(self, _game: Game, _form: ExtraForm, _correcting: Correcting | None) -> None:
        """Show no tiles: such a card is typed below them."""


_ASKS_MORE = {MarketCardTaken: _Market, OrderFilled: _Order, OtherCardTaken: _Other}
CARD_SORTS = {head: _ASKS_MORE.get(card, Sort)(card) for head, card in CARDS.items()}
SORTS = tuple(CARD_SORTS.values())


def _under(refusals: Sequence[Refusal | None]) -> str:
    """Why none of the orders for a legal good can be filled, in a word; "" if one can."""
    if None in refusals:
        return ""
    is_missing = any(isinstance(refusal, no.NotInBag) for refusal in refusals)
    return _("not in the bag") if is_missing else _("not now")


def _shown(form: ExtraForm, word: str, out: Callable[[str, str], Refusal | None]) -> ExtraTile:
    """A contraband, with the number of its card once the legal good is chosen."""
    if not isinstance(form.sort, _Order):
        return _tile(form.contraband, word, word, 0, "")
    number = orders.proposed(form.good, word)
    under = (_("not now") if number else _("no order")) if out(form.good, word) else ""
    return _tile(form.contraband, word, word, number, under)


def _tile(  # noqa: PLR0913, PLR0917 - what is chosen, and what a tile shows
    chosen: str, value: str, word: str, gold: int, under: str, name: Markup | str = ""
) -> ExtraTile:
    """A tile; a chosen one is never `out`: the sheet says below why it cannot be."""
    is_chosen = chosen == value
    name = name or good_name(word)
    return ExtraTile(value, word, name, 0 if under else gold, is_chosen, bool(under) and not is_chosen, under)


blueprint = Blueprint("extras", __name__)


@blueprint.get("/g/<game>/extras/<int:seat>")
def extra(game: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player's card, as far as it is filled in."""
    table, sheet = held_table(game), f"extras/{seat}"
    leave_if_over(table, sheet)
    return extra_page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/extras")
def extras(game: str) -> ResponseReturnValue:
    """Book that a player takes a card."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if seat not in range(len(table.game.seats)):
        return refused_on_board(table, reader, NoSuchSeat(seat))
    form = read_extra(reader, seat)
    after = book(table, reader, form.command(table.game), partial(field_of, EXTRA_FIELDS))
    if after is None:
        return drawn_again(table, reader, lambda now, reader: extra_page(now, seat, reader), f"extras/{seat}")
    return on_board(after)


def extra_page(table: Table, seat: int, reader: Reader) -> str:
    """The sheet with what was typed, and what is wrong."""
    form, mine = read_extra(reader, seat, asks=False), permit(table)
    outcome = preview(table, form.command(table.game)) if form.is_ready else None
    view = extra_sheet(
        table,
        table.game,
        form,
        outcome,
        purpose=purpose_of(table, seat),
        pays=mine.may_pay(seat),
    )
    return form_page("sheriff/extra/extra.html", table, reader, extra=view)


class _CardForm(EntryForm[CardTaken]):
    fields = EXTRA_FIELDS

    def read(self) -> TakeCard:
        if self.reader.ticked("never"):
            return extra_of_entry(self.before, self.was).never(self.before)
        return read_extra(self.reader, self.was.seat).command(self.before)

    def page(self) -> str:
        table, before = self.table, self.before
        correcting = self.correcting(Words(table.game.seats).report(self.was).sentence())
        form = extra_of_entry(before, self.was)
        if any(name != "seat" for name in self.reader.form):
            form = read_extra(self.reader, self.was.seat, asks=False)
        command = Correct(self.entry, form.command(before), correcting.reason)
        outcome = preview(table, command) if form.is_ready else None
        view = extra_sheet(table, before, form, outcome, purpose=correcting.purpose, correcting=correcting)
        return form_page("sheriff/extra/extra.html", table, self.reader, extra=view)


class _CardTaken(EntryReport[CardTaken]):
    icon = "extra"

    def sentence(self) -> Markup:
        event, words = self.event, self.words
        if event.is_nothing:
            return say(_("%(name)s took no such card."), name=words.name(event.seat))
        said = say(
            _(event.said.taken),
            name=words.name(event.seat),
            gold=things(event.gold, Goods()),
            cards=cards(event.given),
            goods=" + ".join(good_name(word, 1) for word in event.shown),
            card=words.called(event.what.partition(":")[2]),
        )
        return joined((said, words.turned_over(event.seat, event.told) if event.told else ""))

    def hands(self) -> Iterable[Hand]:
        """Show the cards it is for, which leave the game (E19, E20) or stay (E22, E23), and take it."""
        event, words = self.event, self.words
        if not event.shown:
            return
        if event.told:
            yield Hand("back", words.turned_over(event.seat, event.told))
        if event.given:
            yield Hand("discard", out_of_game(words, event.seat, cards(event.given)))
        sentence = _("%(name)s takes the card: it counts %(gold)s")
        yield Hand("extra", say(sentence, name=words.name(event.seat), gold=event.gold))

    def head(self, _seat: int) -> Iterable[Markup]:
        card = self.words.called(self.event.what.partition(":")[2])
        yield say(_(self.event.said.owner), gold=self.event.gold, card=card)

    def back(self, seat: int) -> Iterable[Markup]:
        if self.event.seat == seat:
            yield say(_("Your card of %(gold)s goes back."), gold=self.event.gold)

    def corrected(self, seat: int) -> Markup:
        if self.event.seat == seat:
            return escape(_("Your card was corrected."))
        return say(_("%(name)s’s card was corrected."), name=self.words.name(self.event.seat))
