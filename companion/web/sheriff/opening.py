"""A new table: its form and its page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.ledger import HIGHEST_GOLD, Goods
from companion.rules.refusals import PlayersOutOfRange, Refusal
from companion.rules.seats import EVERY_SHIELD
from companion.rules.sheriff.deputies import first_pairs
from companion.rules.sheriff.editions import DEFAULT, EDITIONS, Kind, common_cards
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.options import (
    FEWEST_PLAYERS,
    MOST_COPIES,
    MOST_PLAYERS,
    MOST_WITH_DEPUTIES,
    Options,
)
from companion.rules.sheriff.refusals import NoCoinsHere
from companion.rules.sheriff.rotation import rounds_of
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.setup import OpenTable, TableOpened, seat_faults
from companion.rules.sheriff.switching import EXPANSIONS
from companion.web import seat_lines
from companion.web.current import action_id, listed_of, sound
from companion.web.ended import way_to_rematch
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed_if
from companion.web.new_table import for_group, offer, opened
from companion.web.pages import last_box
from companion.web.parts import say
from companion.web.reader import Reader, field_of, gold_of
from companion.web.seat_lines import drawn as by_lot
from companion.web.sheriff.glossary import good_name
from companion.web.sheriff.table import Table
from companion.web.sheriff.words import EntryReport
from companion.web.token import is_newcomer

MOST_ROUNDS = 10
DRAW = "draw"
NUMBERS = tuple(str(number) for number in range(FEWEST_PLAYERS, MOST_WITH_DEPUTIES + 1))
NEW_TABLE_FIELDS = (
    "name-0",
    "charge-0",
    "first_sheriff",
    "second_deputy",
    "served",
    "edition",
    "promos",
    "rounds",
    "round",
    "stands",
)


@dataclass(frozen=True, slots=True)
class PromoChoice:
    """A promo card, whether it is in the deck, and how many times, as typed."""

    word: str
    on: bool
    copies: str


@dataclass(frozen=True, slots=True)
class New:
    """What sheriff/new/_new.html shows: six seats, and one more if another box seated seven, filled with the
    last evening's people. `rounds` is "" for all of them, `first_sheriff` a seat's index or "draw", `again`
    the table that this is the rematch of, or "". Six play with Deputies: then the first Sheriff is the one
    drawn first, `second_deputy` the index of the other, or "", and `served` are those who were Deputies
    before. What is typed says whether it is `mid_game`. `players` is how many play, if some of them type
    their own names as they come in, else "".
    """

    seats: tuple[seat_lines.SeatLine, ...]
    purses: tuple[str, ...]
    stands: tuple[Mapping[str, str], ...]
    charges: tuple[str, ...]
    legal: tuple[str, ...]
    editions: tuple[str, ...]
    edition: str
    royal_goods: bool
    promos: tuple[PromoChoice, ...]
    timer: bool
    crowns: bool
    expansions: Mapping[str, bool]
    ten_out: bool
    hand_of_seven: bool
    coins_on_table: bool
    rounds: str
    first_sheriff: str
    second_deputy: str
    served: frozenset[int]
    mid_game: bool
    round: str
    again: str
    players: str
    numbers: tuple[str, ...]


def new_as_typed(form: seat_lines.Form) -> New:
    """The form as it was typed, with seats moved up or down if that was asked for."""
    order = seat_lines.seat_order(form, _lines(form))
    cards = common_cards()
    return New(
        seats=seat_lines.lines_in(form, order, EVERY_SHIELD),
        purses=tuple(form.get(f"purse-{place}", "") for place in order),
        stands=tuple(_things(form, place) for place in order),
        charges=EVERY_SHIELD[: len(order)],
        legal=tuple(good.word for good in cards.of(Kind.LEGAL)),
        editions=EDITIONS,
        edition=form.get("edition", DEFAULT),
        royal_goods="royal_goods" in form,
        promos=tuple(
            PromoChoice(good.word, f"promo-{good.word}" in form, form.get(f"copies-{good.word}", ""))
            for good in cards.of(Kind.PROMO)
        ),
        timer="timer" in form,
        crowns="crowns" in form,
        expansions={field: field in form for field in EXPANSIONS},
        ten_out="ten_out" in form,
        hand_of_seven="hand_of_seven" in form,
        coins_on_table="coins_on_table" in form,
        rounds=form.get("rounds", ""),
        first_sheriff=_moved(form.get("first_sheriff", ""), order) or DRAW,
        second_deputy=_moved(form.get("second_deputy", ""), order),
        served=frozenset(index for index, place in enumerate(order) if _served(form, place)),
        mid_game=_is_mid_game(form),
        round=form.get("round", ""),
        again=form.get("again", "")[: seat_lines.LONGEST_TYPED],
        players=seat_lines.players_typed(form, NUMBERS),
        numbers=NUMBERS,
    )


def _moved(chosen: str, order: list[int]) -> str:
    """The index of a line that was chosen by its old place; "" if none was."""
    return str(order.index(int(chosen))) if chosen in map(str, order) else ""


def of_last_evening(table: Table | None, again: str | None = None) -> seat_lines.Form:
    """The form filled in for the same people, as a rematch if this is the table to be played `again`; empty
    if there was no last evening.
    """
    if table is None:
        return seat_lines.Form()
    game = table.game
    people = [game.seats[seat] for seat in game.circle[:MOST_WITH_DEPUTIES]]
    fields = [(f"name-{seat}", who.name) for seat, who in enumerate(people) if who.named]
    fields += [("players", str(len(people)))] if len(fields) < len(people) else []
    fields += [(f"charge-{seat}", who.shield) for seat, who in enumerate(people)]
    fields += [("edition", game.edition)]
    fields += [(f"promo-{word}", "1") for word in game.options.promo]
    fields += [(f"copies-{word}", str(copies)) for word, copies in game.options.promo.items()]
    ticked = {
        "royal_goods": game.options.royal_goods,
        "timer": game.options.timer,
        "crowns": game.options.crowns,
        "ten_out": game.options.ten_cards_out,
        "hand_of_seven": game.options.hand_of_seven,
        "coins_on_table": game.options.coins_on_table,
        **{field: getattr(game.options, field) for field in EXPANSIONS},
    }
    fields += [("again", table.id)] if table.id == again else []
    fields += [("rounds", str(rounds)) for rounds in _fewer_rounds(table)]
    return seat_lines.Form(fields + [(name, "1") for name, on in ticked.items() if on])


def _fewer_rounds(table: Table) -> Iterator[int]:
    """How many rounds the table was opened with, if that is fewer than the rule book has (T3). What a late
    evening took away later is nothing that the next one wants.
    """
    opened = table.states[0]
    if isinstance(table.lines[0].event, TableOpened) and opened.rounds < rounds_of(
        opened.cards, opened.began
    ):
        yield opened.rounds


def read_new(reader: Reader, action_id: str) -> OpenTable:
    """The command, from the lines in use. A draw is decided by the action's own random id, so that the same
    form sent twice draws the same Sheriff, or the same two Deputies.
    """
    form = reader.form
    seat_lines.refuse_fewer(reader, _lines(form), NUMBERS)
    seats = _taken(form)
    unnamed = seat_lines.unnamed_lines(form, seats, NUMBERS)
    drawn, mid_game = form.get("first_sheriff", DRAW) == DRAW, _is_mid_game(form)
    served = tuple(seat for seat, place in enumerate(seats) if _served(form, place)) if mid_game else ()
    deputies = _deputies(form, seats, served, action_id) if len(seats) > MOST_PLAYERS else ()
    return OpenTable(
        edition=reader.choice("edition", EDITIONS, _("Choose the edition of the box.")),
        options=_options(reader),
        names=seat_lines.names_typed(form, seats, EVERY_SHIELD, unnamed),
        shields=seat_lines.shields_of(form, seats, EVERY_SHIELD),
        unnamed=unnamed,
        sheriff=deputies[0] if deputies else _sheriff(form, seats, action_id),
        drawn=drawn,
        rounds=reader.number("rounds", MOST_ROUNDS, 1, blank=0, what=_("Rounds in all")) or None,
        round=reader.number("round", MOST_ROUNDS, 1, blank=1, what=_("Round")) if mid_game else 1,
        purses=tuple(_purse(reader, place) for place in seats) if mid_game else None,
        stands=tuple(_stand(reader, place) for place in seats) if mid_game else None,
        deputies=deputies,
        served=served,
    )


def _sheriff(form: seat_lines.Form, seats: list[int], action_id: str) -> int:
    chosen = form.get("first_sheriff", DRAW)
    return by_lot(range(len(seats) or 1), action_id) if chosen == DRAW else _place(chosen, seats)


def _deputies(
    form: seat_lines.Form, seats: list[int], served: tuple[int, ...], action_id: str
) -> tuple[int, ...]:
    """The first two Deputies of six, drawn or named by the table; empty if it names only one, unless the
    other follows by itself (E7).
    """
    possible = first_pairs(len(seats), served)
    if form.get("first_sheriff", DRAW) == DRAW:
        return by_lot(possible, action_id)
    first, second = (_place(form.get(field, ""), seats) for field in ("first_sheriff", "second_deputy"))
    if second < 0:
        following = [pair for pair in possible if pair[0] == first]
        return following[0] if len(following) == 1 else ()
    return first, second


def _served(form: seat_lines.Form, place: int) -> bool:
    return f"served-{place}" in form


def new_field(refusal: Refusal, form: seat_lines.Form) -> str:
    """The field of the form a refusal is shown beside; refusals number the names without the empty lines."""
    seats = _taken(form)
    if isinstance(refusal, NoCoinsHere):
        return next((f"purse-{seat}" for seat in seats if form.get(f"purse-{seat}", "").strip(" 0")), "")
    if isinstance(refusal, PlayersOutOfRange) and len(seats) > MOST_WITH_DEPUTIES:
        return f"name-{seats[-1]}"
    return (
        seat_lines.field_of_name(refusal, seats)
        or seat_lines.field_of_shield(refusal, form, seats, EVERY_SHIELD)
        or field_of(NEW_TABLE_FIELDS, refusal)
    )


def _taken(form: seat_lines.Form) -> list[int]:
    """The form's lines in use: those with a name, as many more as are to play and, once enough have a name,
    those with gold or goods.
    """
    named = seat_lines.in_use(form, _lines(form), NUMBERS)
    if len(named) < FEWEST_PLAYERS:
        return named
    return [place for place in range(_lines(form)) if place in named or _has_things(form, place)]


def _lines(form: seat_lines.Form) -> int:
    """Six lines, and one more for the name of a seventh player of another box, who has to stay out."""
    return MOST_WITH_DEPUTIES + seat_lines.is_named(form, MOST_WITH_DEPUTIES)


def _has_things(form: seat_lines.Form, place: int) -> bool:
    purse, stand = form.get(f"purse-{place}", ""), _things(form, place).values()
    return bool(purse.strip()) or any(number.strip(" 0") for number in stand)


def _is_mid_game(form: seat_lines.Form) -> bool:
    """Whether anything is typed about a game already under way: a later round, somebody's gold or goods."""
    begun = form.get("round", "").strip() not in {"", "1"}
    return begun or any(_has_things(form, place) for place in range(MOST_WITH_DEPUTIES))


def _place(chosen: str, seats: list[int]) -> int:
    """The seat of a line of the form, -1 for an unused line."""
    return next((seat for seat, place in enumerate(seats) if str(place) == chosen), -1)


def _options(reader: Reader) -> Options:
    words = [good.word for good in common_cards().of(Kind.PROMO)]
    reader.known("promo-", words, beside="promos")
    promo = {
        word: reader.number(f"copies-{word}", MOST_COPIES, 1, blank=1, what=good_name(word))
        for word in words
        if reader.ticked(f"promo-{word}")
    }
    return Options(
        royal_goods=reader.ticked("royal_goods"),
        promo=Goods(promo),
        timer=reader.ticked("timer"),
        crowns=reader.ticked("crowns"),
        ten_cards_out=reader.ticked("ten_out"),
        hand_of_seven=reader.ticked("hand_of_seven"),
        coins_on_table=reader.ticked("coins_on_table"),
        black_market=reader.ticked("black_market"),
        special_orders=reader.ticked("special_orders"),
        other_cards=reader.ticked("other_cards"),
        laws=reader.ticked("laws"),
    )


def _purse(reader: Reader, place: int) -> int:
    field = f"purse-{place}"
    if reader.ticked("coins_on_table"):
        return reader.number(field, HIGHEST_GOLD)
    name = reader.form.get(f"name-{place}", "")[: seat_lines.LONGEST_TYPED] or _(
        "Seat %(number)s", number=place + 1
    )
    return gold_of(reader, field, name)


def _stand(reader: Reader, place: int) -> Goods:
    words = tuple(good.word for good in common_cards().goods)
    return reader.goods(f"stand-{place}-", (*words, FACE_DOWN), beside="stands")


def _things(form: seat_lines.Form, place: int) -> dict[str, str]:
    prefix = f"stand-{place}-"
    return {name.removeprefix(prefix): value for name, value in form.items() if name.startswith(prefix)}


blueprint = Blueprint("opening", __name__)


@blueprint.get("/new")
@packed_if(is_newcomer)
def new_page() -> ResponseReturnValue:
    """Show the form as the address has it; at first with the people of last time, or of the table `again`."""
    if not request.args and (other := last_box(SHERIFF)):
        return redirect(other.new)
    if "edition" in request.args:
        return _new_page(Reader(request.args))
    tables = listed_of(SHERIFF)
    again = [table for table in tables if table.id == request.args.get("again")]
    if again and (rematch := way_to_rematch(again[0].id)):
        return redirect(rematch)
    last = next(sound(SHERIFF, (*again, *tables)), None)
    form = for_group(of_last_evening(last, request.args.get("again")), last.id if last else "")
    return _new_page(Reader(seat_lines.named_instead(form, request.args)))


@blueprint.post("/new")
def new() -> ResponseReturnValue:
    """Open a table; the buttons up and down only draw the form again."""
    reader = Reader(request.form)
    if seat_lines.is_moved(reader):
        return _new_page(reader)
    key = action_id()
    command = read_new(reader, key)
    beside = partial(new_field, form=reader.form)
    return opened(SHERIFF, reader, command, key, seat_faults(command), beside, _new_page)


def _new_page(reader: Reader) -> str:
    new = new_as_typed(reader.form)
    offered = offer(reader.form, new.seats)
    return render_template("sheriff/new/new.html", new=new, offer=offered, errors=reader.errors)


class _TableOpened(EntryReport[TableOpened]):
    icon = "ui-seat"

    def sentence(self) -> Markup:
        if self.event.deputies:
            drawn = _("The table opens. %(names)s are drawn as Deputies.")
            named = _("The table opens. %(names)s are Deputies.")
            return say(drawn if self.event.drawn else named, names=self.words.names(self.event.deputies))
        drawn = _("The table opens. %(name)s is drawn as Sheriff.")
        chosen = _("The table opens. %(name)s is Sheriff.")
        return say(drawn if self.event.drawn else chosen, name=self.words.name(self.event.sheriff))
