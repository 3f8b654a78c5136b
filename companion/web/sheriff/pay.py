"""A payment by hand: its form, its page, and what it books."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.ledger import Goods
from companion.rules.names import LONGEST_REASON
from companion.rules.past import known_now
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import LONGEST_PROMISE, Promise
from companion.rules.sheriff.booty import may_put_there
from companion.rules.sheriff.conflicts import promise_paid
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.declaring import MarkKept
from companion.rules.sheriff.game import FACE_DOWN, Correct, EntryCorrected, Game
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.refusals import BootyGivesNothing, MarkedKept, PurseTooSmall, StandTooSmall
from companion.web.booking import book, drawn_again, leave_if_over, led_on, on_board
from companion.web.correcting import Correcting, EntryForm
from companion.web.current import held_again, next_id, service, speakers
from companion.web.http.language import LANGUAGES, language, spoken
from companion.web.http.language import gettext as _
from companion.web.menu import MenuLine
from companion.web.parts import Choice, Seat, capitalized, say, seats_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.deal import Gift, gift, short_of
from companion.web.sheriff.menu import menu_line
from companion.web.sheriff.promises import gold_in
from companion.web.sheriff.request import form_page, held_table, permit, this_phone
from companion.web.sheriff.stocks import Tally, tallies
from companion.web.sheriff.sums import lines
from companion.web.sheriff.table import PhoneContext, Table, preview
from companion.web.sheriff.words import EntryReport, Words, things

BANK, BOOTY = "bank", "booty"
KEPT = 512  # how many reasons to remember as read in a language


LAW = "law-"


PAY_FIELDS = ("receiver", "back", "gold", "goods", "reason")


def reasons(laws: Sequence[str] = ()) -> dict[str, str]:
    """The usual reasons, as chips; first the laws that stand (E27)."""
    return {
        **{f"{LAW}{index}": law for index, law in enumerate(laws)},
        "deal": _("A deal"),
        "mistake": _("A mistake put right"),
        "house": _("House rule"),
        "other": _("Something else"),
    }


@lru_cache(KEPT)
def _as_read(_reader: str, reason: str) -> str:
    """A reason as it was written, but a usual one in the reader's language, with the note behind it."""
    own = reasons()
    for written in LANGUAGES:
        with spoken(written):
            theirs = reasons()
        for usual, said in theirs.items():
            if reason == said or reason.startswith(f"{said}: "):
                return own[usual] + reason.removeprefix(said)
    return reason


@dataclass(frozen=True, slots=True)
class PayForm:
    """What was typed so far, under the `laws` of the round. A side that is None is the bank, or as a receiver
    the Booty, if it goes `onto_booty`; the `unnamed` sides are not chosen yet.
    """

    giver: int | None = None
    receiver: int | None = None
    gold: int = 0
    goods: Goods = field(default_factory=Goods)
    reason: str = ""
    note: str = ""
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    laws: tuple[str, ...] = ()
    onto_booty: bool = False
    unnamed: tuple[str, ...] = ()

    def pay(self) -> Pay:
        """The command; the reason is the note or else the chip. If only the receiver gives, sides change."""
        said = reasons(self.laws)[self.reason] if self.reason not in {"", "other"} else ""
        words = f"{said}: {self.note}" if said and self.note else said or self.note
        gives, returns = self.gold or self.goods or self.onto_booty, self.back_gold or self.back_goods
        if returns and not gives:
            return Pay(self.receiver, self.giver, self.back_gold, self.back_goods, words)
        back = (self.back_gold, self.back_goods, self.onto_booty)
        return Pay(self.giver, self.receiver, self.gold, self.goods, words, *back)


def read_payment(game: Game, reader: Reader) -> PayForm:
    """The form that the fields describe."""
    goods = (*game.goods_in_play, FACE_DOWN)
    reason, laws = reader.form.get("reason", ""), game.this_round.laws
    if reason.startswith(LAW) and reason not in reasons(laws):
        reader.refuse("reason", _("Choose one from the list."))
    return PayForm(
        giver=_side(game, reader, "giver"),
        receiver=_side(game, reader, "receiver"),
        gold=reader.number("gold"),
        goods=reader.goods("good-", goods, beside="goods"),
        reason=reason if reason and reason in reasons(laws) else "",
        note=reader.text("note", LONGEST_REASON),
        back_gold=reader.number("back_gold"),
        back_goods=reader.goods("back-", goods, beside="back"),
        laws=laws,
        onto_booty=reader.form.get("receiver") == BOOTY,
        unnamed=tuple(name for name in ("giver", "receiver") if name not in reader.form),
    )


def whom(side: str) -> str:
    """The request to choose a side."""
    return _("Choose who gives.") if side == "giver" else _("Choose who gets it.")


def payment_sent(game: Game, reader: Reader) -> PayForm:
    """The form as it was sent: both sides must be chosen."""
    form = read_payment(game, reader)
    for side in form.unnamed:
        reader.refuse(side, whom(side))
    return form


def within_reach(game: Game, giver: int | None) -> Goods:
    """The most goods a giver can give: those on the stand, or all in the box for the bank."""
    if giver is not None:
        return game.stand(giver)
    box = {word: game.copies(word) for word in game.goods_in_play}
    return Goods({**box, FACE_DOWN: sum(box[word] for word in game.contraband)})


def payment_as_drawn(game: Game, form: PayForm, givers: Sequence[int | None]) -> PayForm:
    """The form as it is shown and sent next: a single giver is chosen, one who is not among the `givers` is
    not, and goods that a side does not have get no field.
    """
    receiver = tuple(side for side in form.unnamed if side != "giver")
    if len(givers) == 1:
        form = replace(form, giver=givers[0], unnamed=receiver)
    elif form.giver not in givers:
        form = replace(form, giver=None, unnamed=("giver", *receiver))
    given, back = within_reach(game, form.giver), within_reach(game, form.receiver)
    return replace(
        form,
        goods=Goods({word: count for word, count in form.goods.items() if word in given}),
        back_goods=Goods({word: count for word, count in form.back_goods.items() if word in back}),
    )


def payment_of_entry(event: Paid) -> PayForm:
    """The form as it would have been filled in for a booked payment."""
    return PayForm(
        event.giver,
        event.receiver,
        event.gold,
        event.goods,
        "",
        event.reason,
        event.back_gold,
        event.back_goods,
        onto_booty=event.onto_booty,
    )


def payment_field(refusal: Refusal, form: PayForm) -> str:
    """The field a refusal is shown beside: in a trade, of the side that it is about."""
    if isinstance(refusal, PurseTooSmall | StandTooSmall) and refusal.player == form.receiver:
        return "back_gold" if isinstance(refusal, PurseTooSmall) else "back"
    return field_of(PAY_FIELDS, refusal)


def _side(game: Game, reader: Reader, name: str) -> int | None:
    seats = [str(seat) for seat in range(len(game.seats))]
    if name not in reader.form:
        return None
    nobody = (BANK, BOOTY) if name == "receiver" and may_put_there(game) is None else (BANK,)
    chosen = reader.choice(name, (*nobody, *seats))
    return int(chosen) if chosen in seats else None


@dataclass(frozen=True, slots=True)
class PayScreen:
    """What sheriff/pay/_pay.html shows: giver and receiver are seats or "bank", "" until they are chosen, the
    receiver also "booty" where there is one; the goods are those of the giver's stand, or of the box. This
    phone may give away what the `givers` have: one gives to all others, two or more may trade. In a trade
    something comes `back`, of what the receiver has. A half-filled form is kept until its `purpose` changes.
    `own` if the giver is the player whose own phone this is. It leads back to the `bag` from whose sheet it
    was opened, if any, or else to a card that counts at the end, if the giver `takes` any. It `keeps` the
    promise that it was opened for, if any. It is `refused` if its lines say why it cannot be booked.
    """

    game: str
    seats: tuple[Seat, ...]
    givers: tuple[Seat, ...]
    bank_gives: bool
    giver: int | str
    receiver: int | str
    gold: str
    gift: Gift
    goods: tuple[Tally, ...]
    reasons: tuple[Choice, ...]
    reason: str
    note: str
    back_gold: str
    back_gift: Gift
    back: tuple[Tally, ...]
    lines: tuple[Markup, ...]
    correcting: Correcting | None
    purpose: str
    own: bool
    booty: bool
    bag: int | None = None
    takes: int | None = None
    keeps: Promise | None = None
    refused: bool = False

    @property
    def only_giver(self) -> bool:
        """Whether nobody else can give."""
        return len(self.givers) + self.bank_gives == 1


def pay_screen(  # noqa: PLR0913 - an entry that is corrected, or a player who pays
    table: Table,
    game: Game,
    form: PayForm,
    outcome: Outcome,
    correcting: Correcting | None = None,
    *,
    givers: Collection[int | None],
    own: int | None = None,
    bag: int | None = None,
    takes: bool = False,
    keeps: Promise | None = None,
) -> PayScreen:
    """The form as typed, and what booking it would lead to; the giver's goods, or the box's for the bank.
    `own` is the seat whose own phone this is, if any.
    """
    words = Words(table.game.seats)
    short = short_of(words, outcome, own)
    comes_back = isinstance(outcome, PurseTooSmall) and outcome.player == form.receiver
    if form.unnamed:
        given = back = Gift(whom(form.unnamed[0]))
    else:
        refused = "" if comes_back else short
        given = gift(game, form.giver, form.receiver, refused, shared=form.onto_booty)
        back = gift(game, form.receiver, form.giver, short if comes_back else "")
    if form.onto_booty:
        back = Gift(words.refusal(BootyGivesNothing()))
    return PayScreen(
        game=table.id,
        seats=seats_of(game, (seat for seat in game.circle if tuple(givers) != (seat,))),
        givers=seats_of(game, (seat for seat in givers if seat is not None)),
        bank_gives=None in givers,
        giver="" if "giver" in form.unnamed else BANK if form.giver is None else form.giver,
        receiver=_receiver(form),
        gold=str(form.gold or ""),
        gift=given,
        goods=tallies(game, form.goods, _reach(game, form, "giver")),
        reasons=tuple(Choice(value, label) for value, label in reasons(game.this_round.laws).items()),
        reason=form.reason,
        note=form.note,
        back_gold=str(form.back_gold or ""),
        back_gift=back,
        back=tallies(game, form.back_goods, _reach(game, form, "receiver")),
        lines=(escape(short),) if short else lines(words, outcome) if _says_anything(form) else (),
        correcting=correcting,
        purpose=correcting.purpose if correcting else str(game.round),
        own=own is not None and form.giver == own,
        booty=may_put_there(game) is None,
        bag=bag,
        takes=form.giver if takes else None,
        keeps=keeps,
        refused=_says_anything(form) and isinstance(outcome, Refusal),
    )


def _receiver(form: PayForm) -> int | str:
    if "receiver" in form.unnamed:
        return ""
    if form.onto_booty:
        return BOOTY
    return BANK if form.receiver is None else form.receiver


def _says_anything(form: PayForm) -> bool:
    typed = form.gold or form.goods or form.back_gold or form.back_goods
    return bool(typed) and not form.unnamed


def _reach(game: Game, form: PayForm, side: str) -> Goods:
    if side in form.unnamed:
        return Goods()
    return within_reach(game, form.giver if side == "giver" else form.receiver)


@menu_line(10)
def _line(table: Table, phone: PhoneContext) -> MenuLine | None:
    if not any(map(phone.permit.may_pay, (*table.game.circle, None))):
        return None
    under = _("gold or goods between any two players")
    return MenuLine("ui-swap", _("Pay by hand"), under, url_for("pay.pay", game=table.id))


blueprint = Blueprint("pay", __name__)


@blueprint.get("/g/<game>/pay")
def pay(game: str) -> ResponseReturnValue:
    """The form of a payment by hand."""
    table = held_table(game)
    leave_if_over(table, "pay")
    return pay_page(table, Reader(request.args))


@blueprint.post("/g/<game>/payments")
def payments(game: str) -> ResponseReturnValue:
    """Book gold or goods moved by hand."""
    table, reader = held_table(game), Reader(request.form)
    form = payment_sent(table.game, reader)
    keeps, asked = promise_kept(form, reader), form.pay()

    def is_paid(now: Table, _said: object) -> Refusal | None:
        if keeps is None:
            return None
        alike = [given for given in now.game.promises if replace(given, round=keeps.round) == keeps]
        promised = gold_in(keeps.text) * max(1, len(alike))
        return promise_paid(known_now(now.log).values(), asked, promised)

    after = book(table, reader, asked, partial(payment_field, form=form), is_paid)
    if isinstance(reader.refusal, MarkedKept):
        return on_board(held_again(table))
    if after is None:
        return drawn_again(table, reader, pay_page, "pay")
    if keeps is not None:
        in_full = form.gold == gold_in(keeps.text) and not (form.back_gold or form.back_goods)
        _say_kept(after, MarkKept(keeps, kept=True), in_full=in_full)
    seat = paid_from(table, reader)
    return on_board(after) if seat is None else led_on(after, url_for("bags.bag", game=game, seat=seat))


def pay_page(table: Table, reader: Reader) -> str:
    """The form of a payment with what was typed, and what is wrong."""
    givers = givers_at(table, table.game)
    form = payment_as_drawn(table.game, read_payment(table.game, reader), givers)
    outcome, own = preview(table, form.pay()), this_phone(table).own_seat
    bag = paid_from(table, reader)
    takes = bag is None and form.giver is not None and permit(table).may_take_card(form.giver)
    view = pay_screen(
        table,
        table.game,
        form,
        outcome,
        givers=givers,
        own=own,
        bag=bag,
        takes=takes,
        keeps=promise_kept(form, reader),
    )
    return form_page("sheriff/pay/pay.html", table, reader, pay=view)


def givers_at(table: Table, game: Game) -> tuple[int | None, ...]:
    """Whose gold and goods this phone may give away; None is the bank."""
    return tuple(filter(permit(table).may_pay, (*game.circle, None)))


def paid_from(table: Table, reader: Reader) -> int | None:
    """The merchant from whose bag's sheet a payment was begun, while that bag waits (E27)."""
    seat = reader.hidden("bag")
    return seat if seat in table.game.waiting else None


def promise_kept(form: PayForm, reader: Reader) -> Promise | None:
    """The promise that a payment keeps, between its two players."""
    words = reader.form.get("promise", "")[:LONGEST_PROMISE]
    if not words or form.giver is None or form.receiver is None:
        return None
    return Promise(reader.hidden("round"), form.giver, form.receiver, words)


def _say_kept(table: Table, ask: MarkKept, *, in_full: bool) -> None:
    """Mark a promise by the tap that paid it; if nothing is to be marked, the payment stands. Paid `in_full`
    it is kept whoever paid: no word is judged by that, the payment shows it.
    """
    with suppress(Refusal):
        service().say(
            table.id,
            ask,
            next_id("kept"),
            speakers(),
            lambda now, said, members: None if in_full else permit(now, members).why_silent(said, ask),
        )


class _PaymentForm(EntryForm[Paid]):
    reason = "correction"  # a payment has a reason of its own

    def read(self) -> Pay:
        self.form = payment_sent(self.before, self.reader)
        return self.form.pay()

    def beside(self, refusal: Refusal) -> str:
        return payment_field(refusal, self.form)

    def page(self) -> str:
        table, before = self.table, self.before
        correcting = self.correcting(Words(table.game.seats).report(self.was).sentence())
        form = payment_of_entry(self.was)
        givers = tuple(dict.fromkeys((*givers_at(table, before), form.giver)))
        if self.reader.form:
            form = payment_as_drawn(before, read_payment(before, self.reader), givers)
        outcome = preview(table, Correct(self.entry, form.pay(), correcting.reason))
        view = pay_screen(table, before, form, outcome, correcting, givers=givers)
        return form_page("sheriff/pay/pay.html", table, self.reader, pay=view)


class _Paid(EntryReport[Paid]):
    icon = "ui-swap"

    def sentence(self) -> Markup:
        event, words = self.event, self.words
        if not (event.gold or event.goods or event.trades):
            said = escape(_("Nothing was paid."))
        elif event.onto_booty:
            puts = _("%(giver)s puts %(things)s in the Booty.")
            said = say(puts, giver=words.name(event.giver), things=things(event.gold, event.goods))
        else:
            trade = _("%(giver)s gives %(receiver)s %(things)s and gets %(back)s.")
            said = say(
                trade if event.trades else _("%(giver)s gives %(receiver)s %(things)s."),
                giver=words.name(event.giver),
                receiver=words.name(event.receiver),
                things=things(event.gold, event.goods),
                back=things(event.back_gold, event.back_goods),
            )
        reason = _as_read(language(), event.reason)
        if event.giver is not None:  # a promise that it keeps
            reason = words.promised(event.giver, reason)
        return words.within(capitalized(said), reason)

    def corrected(self, _seat: int) -> Markup:
        return escape(_("A payment was corrected."))

    def correction(self, event: EntryCorrected) -> Markup:
        was = self.words.report(event.was).sentence()
        sentence = _("Payment of round %(round)s corrected: %(now)s Before: “%(was)s”")
        return say(sentence, round=event.round, now=self.sentence(), was=was)
