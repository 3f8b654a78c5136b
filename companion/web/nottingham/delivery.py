"""A delivery: typed, shown, booked, corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from companion.rules.kinds import Step
from companion.rules.nottingham.box import BOX, Item, Numbers
from companion.rules.nottingham.corrections import Correct, EntryCorrected, NeverHappened, Struck
from companion.rules.nottingham.deliveries import Deliver, Delivered, already_delivered
from companion.rules.nottingham.game import Correctable, Correction, Entry, Game
from companion.rules.nottingham.missions import Fulfil, Fulfilled, may_take
from companion.rules.nottingham.refusals import NumbersNeeded
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.refusals import NothingMoved, Refusal
from companion.web.booking import book, drawn_again, leave_if_over, on_board
from companion.web.correcting import Correcting, EntryForm, corrections_at
from companion.web.current import here
from companion.web.http.language import gettext as _
from companion.web.nottingham.hands import hands, sheriff
from companion.web.nottingham.request import held_table, known_numbers, permit, proposed_numbers
from companion.web.nottingham.sheets import DELIVERY
from companion.web.nottingham.table import Table, preview
from companion.web.nottingham.turns import playing
from companion.web.nottingham.words import Words
from companion.web.parts import Seat, say, seats_of
from companion.web.reader import Reader, field_of

MORE = "more"
TILES = range(BOX.fewest_cards, BOX.fewest_cards + 3)
"""The numbers of cards that have a tile; a larger one is typed."""
DELIVERY_FIELDS = ("what", "cards", "ambushes", "numbers", "reason")


@dataclass(frozen=True, slots=True)
class DeliveryForm:
    """The sheet as typed: the `seat` is -1 and `what` is "" until they are chosen. `ambushes` has a number
    for each seat that laid any; `numbers` are both numbers of the chosen mission, if they are typed. A
    correction may say that the entry `never` happened.
    """

    seat: int
    what: str
    cards: int
    ambushes: Mapping[int, int]
    numbers: Numbers | None
    never: bool = False

    @property
    def is_mission(self) -> bool:
        """Whether a mission is chosen."""
        return self.what in BOX.mission_words

    @property
    def is_ready(self) -> bool:
        """Whether everything required is chosen."""
        return self.never or not self.missing

    @property
    def missing(self) -> str:
        """What is still to be chosen."""
        if self.seat < 0:
            return _("Who delivers? Choose a player.")
        return "" if self.what else _("Choose an object or a mission.")

    def corrected(self) -> Deliver | Fulfil | NeverHappened:
        """What an entry is corrected to."""
        return NeverHappened() if self.never else self.command()

    def command(self) -> Deliver | Fulfil:
        """The command that the form asks for."""
        if self.is_mission:
            return Fulfil(self.seat, self.what, self.numbers)
        ambushers = tuple(seat for seat, number in self.ambushes.items() for _each in range(number))
        return Deliver(self.seat, self.what, self.cards, ambushers)


def read_delivery(reader: Reader, game: Game, *, asks: bool = True) -> DeliveryForm:
    """Read the sheet; a form that is booked, not only drawn, `asks` for what is missing."""
    words = (*BOX.item_words, *BOX.mission_words)
    form, seats = reader.form, [str(seat) for seat in range(len(game.seats))]
    if asks:
        reader.choice("seat", seats, _("Who delivers? Choose a player."))
        reader.choice("what", words, _("Choose an object or a mission."))
    seat = int(form["seat"]) if form.get("seat") in seats else -1
    what = form["what"] if form.get("what") in words else ""
    return DeliveryForm(
        seat=seat,
        what=what,
        cards=_cards(reader),
        ambushes=_ambushes(reader, game),
        numbers=_numbers(reader, what),
        never=reader.ticked("never"),
    )


def delivery_of_entry(was: Delivered | Fulfilled, *, never: bool = False) -> MultiDict[str, str]:
    """The form's fields for a booked entry."""
    form = MultiDict({"seat": str(was.seat)})
    if never:
        form["never"] = "1"
    if isinstance(was, Fulfilled):
        form["what"] = was.mission
        form[f"alone-{was.mission}"] = str(was.numbers.alone)
        form[f"shared-{was.mission}"] = str(was.numbers.shared)
        return form
    form["what"] = was.item
    form["cards"] = str(was.cards) if was.cards in TILES else MORE
    form[MORE] = "" if was.cards in TILES else str(was.cards)
    for seat in was.ambushers:
        form[f"ambush-{seat}"] = str(was.ambushers.count(seat))
    return form


def with_known(form: DeliveryForm, known: Mapping[str, Numbers]) -> DeliveryForm:
    """The form, with the `known` numbers of its mission if none are typed."""
    return replace(form, numbers=form.numbers or known.get(form.what))


def misread_in(reader: Reader) -> str:
    """What is wrong with what is typed; of a mission's two numbers the one still to come says nothing."""
    said = reader.errors.items()
    return next((why[0] for field, why in said if field == MORE or reader.form.get(field, "").strip()), "")


def delivery_field(refusal: Refusal, form: DeliveryForm) -> str:
    """The field that a refusal is shown beside."""
    field = field_of(DELIVERY_FIELDS, refusal)
    return f"alone-{form.what}" if field == "numbers" else field


def _cards(reader: Reader) -> int:
    """The number of cards: three unless another is chosen; a typed one counts only if `more` is chosen."""
    chosen = reader.form.get("cards", str(BOX.fewest_cards))
    if chosen != MORE:
        return int(chosen) if chosen in map(str, TILES) else 0
    return reader.number(MORE, BOX.copies, BOX.fewest_cards, blank=None)


def _ambushes(reader: Reader, game: Game) -> dict[int, int]:
    """How many ambushes each seat laid, if any."""
    numbers = {seat: reader.number(f"ambush-{seat}", BOX.copies) for seat in range(len(game.seats))}
    return {seat: number for seat, number in numbers.items() if number}


def _numbers(reader: Reader, what: str) -> Numbers | None:
    """Both numbers of the chosen mission; None if nothing is typed."""
    names = [f"{which}-{what}" for which in ("alone", "shared")]
    if what not in BOX.mission_words or not any(reader.form.get(name, "").strip() for name in names):
        return None
    alone, shared = (reader.number(name, BOX.highest_number, 1, blank=None) for name in names)
    return Numbers(alone, shared)


@dataclass(frozen=True, slots=True)
class MissionTile:
    """A mission to tap, and what it would be worth, None if nobody knows; `out` where the player cannot take
    it, because of its `takers`, `full` where nobody can. It `asks` for the `numbers` on its cards, as typed
    or known.
    """

    word: str
    worth: int | None
    takers: tuple[Seat, ...]
    out: bool
    full: bool
    asks: bool
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class DeliverySum:
    """What booking the sheet would do, in `lines`, or why it is `refused`; neither while `misread`, or while
    something is `missing`.
    """

    lines: tuple[Markup, ...] = ()
    refused: Markup | str = ""
    misread: str = ""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class DeliverySheet:
    """What nottingham/delivery/_delivery.html shows: the `form` as typed, the `seats` that this phone may
    book for, the objects, those that are `out`, and tiles with `numbers` of cards. The table's latest entry
    was `seen` when the sheet was opened.
    """

    game: str
    form: DeliveryForm
    seats: tuple[Seat, ...]
    out: tuple[str, ...]
    ambushers: tuple[Seat, ...]
    missions: tuple[MissionTile, ...]
    sum: DeliverySum
    correcting: Correcting | None = None
    seen: int = 0
    items: tuple[Item, ...] = BOX.items
    numbers: tuple[int, ...] = tuple(TILES)
    most: int = BOX.copies


def delivery_screen(  # noqa: PLR0913, PLR0917 - a table, a form, and what it comes to
    table: str,
    game: Game,
    form: DeliveryForm,
    seats: Iterable[int],
    known: Mapping[str, Numbers],
    total: DeliverySum,
    correcting: Correcting | None = None,
    seen: int = 0,
) -> DeliverySheet:
    """The sheet as typed, for a game as it was before the entry; numbers that are `known` are proposed."""
    others = (seat for seat in game.here if seat != form.seat or seat in form.ambushes)
    asks = correcting is not None
    return DeliverySheet(
        game=table,
        form=form,
        seats=seats_of(game, seats),
        out=tuple(word for word in BOX.item_words if word != form.what and not game.most_cards(word)),
        ambushers=seats_of(game, others),
        missions=tuple(_mission(game, form, word, known, asks=asks) for word in BOX.mission_words),
        sum=total,
        correcting=correcting,
        seen=seen,
    )


def sum_of(
    game: Game, form: DeliveryForm, outcome: Entry | Refusal | None, me: int | None, misread: str = ""
) -> DeliverySum:
    """What booking the sheet would do, told to the player at seat `me` if this is their own phone; what is
    missing until everything is chosen and typed. Nothing else is told of what is `misread`.
    """
    words = Words(game.seats)
    if misread:
        return DeliverySum(misread=misread)
    if outcome is None or isinstance(outcome, NothingMoved | NumbersNeeded):
        return DeliverySum(missing="" if form.never else form.missing)
    if isinstance(outcome, Refusal):
        return DeliverySum(refused=words.refusal(outcome))
    told = hands(words, game, outcome, me)
    if isinstance(outcome, EntryCorrected) and not told:
        told = (words.booked(outcome.now),)  # a correction that leaves all loot where it is
    if isinstance(outcome, Delivered) and outcome.is_called_off:
        told = (*told, *filter(None, (sheriff(words, game, outcome, me),)))
    elif isinstance(outcome, Delivered | Fulfilled) and outcome.step >= game.options.home:
        told = (*told, escape(_("By the count here, the Sheriff comes home")))
    elif isinstance(outcome, Fulfilled) and game.taken + 1 == BOX.mission_cards * len(BOX.missions):
        told = (*told, escape(_("By the count here, it is the eighth mission card")))
    return DeliverySum(told)


def _mission(
    game: Game, form: DeliveryForm, word: str, known: Mapping[str, Numbers], *, asks: bool
) -> MissionTile:
    chosen = word == form.what
    refused = form.seat >= 0 and may_take(game, form.seat, word) is not None
    full = len(game.takers(word)) >= BOX.mission_cards
    out = (refused or full) and not chosen
    return MissionTile(
        word=word,
        worth=game.worth_to_next(word) or (known[word].alone if word in known else None),
        takers=seats_of(game, game.takers(word)) if out else (),
        out=out,
        full=full and not chosen,
        asks=word not in game.numbers or asks,
        numbers=(form.numbers if chosen else None) or game.numbers.get(word) or known.get(word),
    )


blueprint = Blueprint("nottingham_delivering", __name__)
corrections_at(blueprint, NOTTINGHAM, "nottingham/corrections")


@blueprint.get("/g/<game>/nottingham/delivery")
def delivery(game: str) -> ResponseReturnValue:
    """The sheet of a delivery or a mission, as far as it is filled in."""
    table = held_table(game)
    leave_if_over(table, DELIVERY)
    return delivery_page(table, Reader(request.args))


@blueprint.post("/g/<game>/nottingham/deliveries")
def deliveries(game: str) -> ResponseReturnValue:
    """Book a delivery or a fulfilled mission."""
    table, reader = held_table(game), Reader(request.form)
    form = read_delivery(reader, table.game)
    after = book(
        table,
        reader,
        form.command(),
        partial(delivery_field, form=form),
        lambda now, _said: _delivered_since(now, form, reader),
    )
    return on_board(after) if after else drawn_again(table, reader, delivery_page, DELIVERY)


def delivery_page(table: Table, reader: Reader) -> str:
    """The sheet with what was typed, and what is wrong. At first it is about the player whose turn it is,
    else about the phone's own player, or about the only one it may book for.
    """
    words, own, plays = Words(table.game.seats), here(table).own_seat, playing(table)
    was_sent = bool(reader.errors)
    seats = permit(table).seats(Deliver)
    form, known = read_delivery(reader, table.game, asks=False), proposed_numbers(table)
    at_first = (plays, own, *seats[: len(seats) == 1])
    if form.seat < 0 and (deliverer := next((seat for seat in at_first if seat in seats), None)) is not None:
        reader.form = MultiDict([*reader.form.items(), ("seat", str(deliverer))])
        form = read_delivery(reader, table.game, asks=False)
    is_typed, misread = was_sent or not reader.errors, "" if was_sent else misread_in(reader)
    since = _delivered_since(table, form, reader)
    if since:
        reader.refuse("", words.refusal(since))  # said once, it counts as seen
    seen = table.seq if since or "seen" not in reader.form else reader.hidden("seen")
    # Numbers that another phone typed first stand; the fields of those that were refused are gone.
    settled = was_sent and form.what in table.game.numbers
    form = with_known(replace(form, numbers=None) if settled else form, known)
    outcome = preview(table, form.command()) if form.is_ready and is_typed else None
    total = sum_of(table.game, form, outcome, own, misread)
    if total.lines and plays not in {None, form.seat}:
        whose = say(_("%(name)s’s turn"), name=words.name(plays))
        total = replace(total, lines=(whose, *total.lines))
    return _sheet(delivery_screen(table.id, table.game, form, seats, known, total, seen=seen), reader)


class _DeliveryForm(EntryForm[Correctable]):
    """The sheet of an older delivery or mission, or of one that was corrected to never have happened."""

    def read(self) -> Correction:
        self.form = read_delivery(self.reader, self.before, asks=not self.reader.ticked("never"))
        return self.form.corrected()

    def beside(self, refusal: Refusal) -> str:
        return delivery_field(refusal, self.form)

    def page(self) -> str:
        table, before, reader, words = self.table, self.before, self.reader, Words(self.table.game.seats)
        never, said = isinstance(self.was, Struck), self._said()
        correcting = self.correcting(words.struck(said) if never else words.booked(self.was))
        if "what" not in reader.form:
            reader.form = delivery_of_entry(said, never=never or reader.ticked("never"))
        form = read_delivery(reader, before, asks=False)
        is_typed, misread = self.sent or not reader.errors, "" if self.sent else misread_in(reader)
        mine = permit(table)
        seats = [seat for seat in before.here if mine.lets(Step(Deliver, seat))]
        asked = Correct(self.entry, form.corrected(), correcting.reason)
        outcome = preview(table, asked) if form.is_ready and is_typed else None
        total = sum_of(table.game, form, outcome, here(table).own_seat, misread)
        view = delivery_screen(table.id, before, form, seats, known_numbers(), total, correcting)
        return _sheet(view, reader)

    def _said(self) -> Delivered | Fulfilled:
        """What the entry says, or said until it was corrected to nothing."""
        if isinstance(self.was, Delivered | Fulfilled):
            return self.was
        latest = self.table.lines[(self.table.latest_of(self.entry) or self.entry) - 1].event
        if not isinstance(latest, EntryCorrected) or not isinstance(latest.was, Delivered | Fulfilled):
            abort(404)  # pragma: no cover - nothing is struck twice in a row
        return latest.was


def _sheet(view: DeliverySheet, reader: Reader) -> str:
    return render_template(
        "nottingham/delivery/delivery.html", sheet=view, errors=reader.errors, game_path=view.game
    )


def _delivered_since(table: Table, form: DeliveryForm, reader: Reader) -> Refusal | None:
    """Whether another phone recorded the same since this sheet was opened."""
    if "seen" not in reader.form or not form.is_ready:
        return None
    since = (line.event for line in table.standing if line.seq > reader.hidden("seen"))
    return already_delivered(since, form.command())
