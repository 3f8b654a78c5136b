"""A bag's sheet: its page, and what it books."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.idempotency import knows
from companion.rules.ledger import Goods
from companion.rules.past import known_now
from companion.rules.refusals import NoSuchSeat, Refusal, allow
from companion.rules.sheriff import debts, deciding
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.conflicts import another_round, declares_otherwise
from companion.rules.sheriff.deals import binds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.deciding import Decide, may_be_away, words_of
from companion.rules.sheriff.game import Correct, Game
from companion.rules.sheriff.inspection import Bag, Brought, SatOut, SitOut
from companion.rules.sheriff.opened import BagOpened, OpenBag, open_debts
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import MerchantAgrees
from companion.rules.sheriff.talk import Talk, decided_in_time, decision_of
from companion.tables import Line, decided
from companion.web.booking import (
    asker,
    book,
    drawn_again,
    in_place,
    leave_if_over,
    led_on,
    on_board,
    refused_on_board,
)
from companion.web.correcting import EntryForm
from companion.web.current import action_id, service, speakers
from companion.web.parts import Link, link, seat_of, seats_of
from companion.web.reader import Reader
from companion.web.sheriff import bag_form
from companion.web.sheriff.badge import way_to_end
from companion.web.sheriff.bag import Bag as BagScreen
from companion.web.sheriff.bag import CorrectingBag, bag_screen
from companion.web.sheriff.deal import asked_of, can_ask
from companion.web.sheriff.deciding import (
    BagSheet,
    as_noted,
    ask_for_goods,
    by_note,
    decide_on,
    decided_before,
)
from companion.web.sheriff.offers import open_over
from companion.web.sheriff.own_bag_pages import is_shared_phone, known_cards
from companion.web.sheriff.pay import BANK, LAW
from companion.web.sheriff.request import (
    WRONG,
    form_page,
    held_table,
    is_late,
    judge,
    permit,
    talk_at,
    this_phone,
)
from companion.web.sheriff.stocks import purpose_of, who_acts
from companion.web.sheriff.sums import Booked
from companion.web.sheriff.table import Table, preview
from companion.web.sheriff.talk_panel import UNSAID, declared, read_declared
from companion.web.sheriff.words import Words

blueprint = Blueprint("bags", __name__)


TELLS = ("told-", "basis", "other-told-", "other-basis")
"""Prefixes of the fields that say what is turned over for a debt."""


@blueprint.get("/g/<game>/bags/<int:seat>")
def bag(game: str, seat: int) -> ResponseReturnValue:
    """The sheet of one merchant's bag, as far as it is filled in."""
    table = held_table(game)
    leave_if_over(table, f"bags/{seat}")
    reader = Reader(request.args)
    if filled_in_before(talk_at(table), reader):
        reader = Reader(MultiDict())
    return in_place(bag_page(table, seat, reader))


@blueprint.post("/g/<game>/passes")
def passes(game: str) -> ResponseReturnValue:
    """Book that a bag passed."""
    return _bag(held_table(game), opened=False)


@blueprint.post("/g/<game>/inspections")
def inspections(game: str) -> ResponseReturnValue:
    """Book that a bag was opened."""
    return _bag(held_table(game), opened=True)


def bag_page(table: Table, seat: int, reader: Reader, *, opened: bool = False) -> str:
    """The sheet of a bag with what was said about it, what was typed, and what is wrong.

    An opened bag whose payer is short shows its debt, below its contents.
    """
    seen = this_phone(table)
    talk, mine = seen.talk, seen.permit
    decided = decision_of(talk, seat)
    late = is_late(table) and not decided_in_time(talk, seat)
    form = bag_form.as_said(table.game, bag_form.read_bag(table.game, seat, reader), talk, reader)
    form = bag_form.left_over(table.game, form) if late else bag_form.as_promised(table.game, form, reader)
    noted = as_noted(table, seat, tuple(deal for deal in form.given if deal.is_for(Decision.PASSES)))
    form = bag_form.form_as_noted(form, noted, reader) if noted else form
    lies_there = deciding.opening(table.game, talk, seat)
    if lies_there and not form.contents and not reader.form.get("as_declared"):
        form = replace(form, contents="opened", inside=lies_there.contents)
    pays = mine.pays(talk, seat)
    givers = tuple(giver for giver in table.game.here if mine.may_give(giver, seat))
    view = _drawn(
        table,
        table.game,
        form,
        reader,
        givers,
        opened=opened,
        knows=opened or pays,
        talk=talk,
        left_over=late,
    )
    heard = declared(talk.declarations.get(seat))
    view = replace(
        view,
        acting=who_acts(table.game, seen.beside_deputy(table.game)) if view.acting else (),
        purpose=f"{purpose_of(table, seat)}.{heard}",
        on=reader.form.get("on") or heard or UNSAID,
        offered=open_over(table.game, seen, seat),
        ending=reader.ticked("ending"),
        stays_shut=view.stays_shut or decided is Decision.PASSES,
        must_open=decided is Decision.OPENS,
        can_ask=can_ask(table.game, seen, form, view.sum.debts),
        pays=pays,
        reopens=_reopens(seat, reader) if late and decided is None and mine.may_run_clock() else None,
        noted=noted is not None and (view.form.contents, view.form.inside) == ("passed", noted.contents),
        may_sit_out=may_be_away(table.game, talk, seat) is None and mine.allows(SitOut, seat),
        by_law=_by_law(table, seat),
        paid_by_law=_paid_by_law(table),
    )
    return form_page("sheriff/bag/bag.html", table, reader, bag=view)


def _drawn(  # noqa: PLR0913 - the ways in which sheets differ
    table: Table,
    game: Game,
    form: bag_form.BagForm,
    reader: Reader,
    givers: tuple[int, ...],
    *,
    opened: bool,
    knows: bool = False,
    talk: Talk | None = None,
    left_over: bool = False,
    booked: Booked | None = None,
) -> BagScreen:
    """The sheet as its form draws it. If it was sent as `opened`, as declared, and that makes a debt, its
    panel asks for goods. If this phone `knows` cards that pay, they are filled in. The rest is as in
    `bag_screen`.
    """
    as_declared = opened and not form.contents and reader.errors.pop("debt", None) is not None
    if as_declared:
        form = replace(form, contents="opened", inside=form.in_bag)
    # A form that was drawn with the debt says how many cards are turned over, even if none are.
    known = knows and form.contents == "opened" and not any(map(reader.has, TELLS))
    if known:
        form = _as_known(table, form)
    form = bag_form.unfolded_beside(bag_form.bag_as_drawn(game, form, givers), reader.errors)
    words = Words(table.game.seats)
    view = bag_screen(words, table.id, game, form, givers, talk=talk, left_over=left_over, booked=booked)
    return replace(
        view,
        as_declared=as_declared,
        known=known,
        stays_shut=binds(game, form.merchant, form.agreed, form.alone),
        asks=asked_of(view.sum.debts, permit(table).actor.seats),
    )


def _by_law(table: Table, merchant: int) -> Link | None:
    """The payment by hand with a law as its reason (E27), by the merchant or the Sheriff, if allowed here."""
    laws, givers = table.game.this_round.laws, (merchant, table.game.sheriff)
    giver = next(filter(permit(table).may_pay, givers), None)
    if not laws or giver is None or table.game.options.coins_on_table:
        return None
    reason = LAW + "0" if len(laws) == 1 else ""
    return link("pay.pay", giver=giver, receiver=BANK, bag=merchant, reason=reason)


def _paid_by_law(table: Table) -> Markup | str:
    """What was moved just now with a law of the round as the reason (E27); "" if that is not the latest."""
    event, laws = table.standing[-1].event, table.game.this_round.laws
    if isinstance(event, Paid) and event.reason.startswith(laws):
        return Words(table.game.seats).report(event).sentence()
    return ""


def _reopens(seat: int, reader: Reader) -> Link:
    """The whole sheet, with all that was typed, for somebody who says that the clock was wrong (T7)."""
    typed = {name: value for name, value in bag_form.as_sent(reader).items() if name != "seat"}
    return link("bags.bag", seat=seat, clock=WRONG, **typed)


def filled_in_before(said: Talk, reader: Reader) -> Refusal | None:
    """Whether the sheet was filled in another round: the browser's Back leads to its address, too."""
    return another_round(said, reader.hidden("round")) if "round" in reader.form else None


def declared_since(said: Talk, form: bag_form.BagForm, reader: Reader) -> Refusal | None:
    """Whether the round or the declaration changed since the sheet was opened; older pages do not say."""
    if "on" not in reader.form:
        return None
    return filled_in_before(said, reader) or declares_otherwise(
        said, form.merchant, form.declaration, read_declared(reader)
    )


def declared_anew(table: Table, form: bag_form.BagForm, reader: Reader) -> Reader:
    """The fields, with the present declaration if it is new: once pointed out, it counts as seen."""
    said = talk_at(table)
    if before := filled_in_before(said, reader):
        reader = Reader(MultiDict())
        reader.refuse("", Words(table.game.seats).refusal(before))
    elif since := declared_since(said, form, reader):
        reader.refuse("", Words(table.game.seats).refusal(since))
        now = said.declarations.get(form.merchant)
        old = {"on", "good", "number"} if now else {"on"}
        reader.form = MultiDict((name, value) for name, value in reader.form.items() if name not in old)
    return reader


def _as_known(table: Table, form: bag_form.BagForm) -> bag_form.BagForm:
    """The form with what this phone's notes tell about each debt, if the payer alone is looking."""
    owes = open_debts(table.game, form.open_command())
    owed, other = (_known_to_payer(table, debt) for debt in (*owes, None, None)[:2])
    return replace(form, owed=replace(form.owed, told=owed), other=replace(form.other, told=other))


def _known_to_payer(table: Table, debt: OpenDebt | None) -> Goods:
    if debt is None or is_shared_phone(table):
        return Goods()
    return debts.turned_over(table.game.cards, debt, known_cards(table, debt.fine.payer))


def _bag(table: Table, *, opened: bool) -> ResponseReturnValue:
    reader = Reader(request.form)
    merchant = reader.hidden("seat")
    if merchant not in range(len(table.game.seats)):
        return refused_on_board(table, reader, NoSuchSeat(merchant))
    game = table.decided_on(action_id())
    form = bag_form.read_bag(game, merchant, reader)
    bag_form.ask_what_was_there(form, reader)
    bag_form.ask_which_deputy(game, form, reader, Decision.OPENS if opened else Decision.PASSES)
    if reader.errors:  # a bribe that this button refuses stays typed: another one may be tapped next
        reader.form = MultiDict((name, value) for name, value in reader.form.items() if name != "refused")
    led = None if reader.errors else _sent(table, game, form, reader, opened=opened)
    return led or drawn_again(
        table,
        reader,
        lambda now, reader: bag_page(now, merchant, declared_anew(now, form, reader), opened=opened),
        f"bags/{merchant}",
    )


def _sent(
    table: Table, game: Game, form: bag_form.BagForm, reader: Reader, *, opened: bool
) -> ResponseReturnValue | None:
    """Decide on a bag, book it, or ask what a sheet has to say besides; None if that is refused."""
    merchant, beside = form.merchant, partial(bag_form.bag_field, form=form)
    bag = form.open_command() if opened else form.pass_command()
    decision = Decision.OPENS if opened else Decision.PASSES
    said = talk_at(table)
    ask = Decide(merchant, decision, words_of(table.game, said, merchant), form.alone)
    if isinstance(bag, OpenBag) and reader.ticked("asks"):
        return on_board(table) if ask_for_goods(table, reader, ask, bag) else None
    asks = {"contents": "passed"} if reader.ticked("asks_there") and form.missing else {}
    if _only_decides(table, said, form, reader, ask):
        sheet, stood = BagSheet(bag, bag_form.sent_beside(reader) | asks), decided_before(table, merchant)
        if not decide_on(table, reader, ask, sheet, beside):
            return None
        if led := by_note(table, reader, ask, sheet, stood=stood):
            return led
    if asks:  # somebody has to say what was there (I8)
        address = url_for("bags.bag", game=table.id, seat=merchant)
        return led_on(table, f"{address}?{urlencode({**bag_form.as_sent(reader), **asks})}")
    command = bag_form.open_for_debt(game, form, reader) if opened else bag
    after = book(table, reader, command, beside, lambda _now, talk: declared_since(talk, form, reader))
    return led_on(after, way_to_end(reader, table.id)) if after else None


def _only_decides(table: Table, said: Talk, form: bag_form.BagForm, reader: Reader, ask: Decide) -> bool:
    """Whether a tap on the sheet only says what the Sheriff decides on a declared bag, and of its contents no
    more than "as declared": then the note says what was in it, as after the board's two buttons (I2, I3).
    Once time has run out, or to end the game, the sheet has the declared cards until somebody changes them
    (T7).
    """
    is_said = said.declarations.get(ask.merchant) == form.declaration
    lies_declared = form.is_as_declared and (is_late(table) or reader.ticked("ending"))
    says_cards = bool(form.contents) and not lies_declared
    if says_cards or not is_said or declared_since(said, form, reader):
        return False
    stands = ask.may(table.game, said) is None or bool(knows(said, action_id()))
    return stands and permit(table).why_silent(said, ask) is None


class _BroughtForm(EntryForm[Brought]):
    """The form of a bag, or of a sit-out that was a mistake."""

    def read(self) -> PassBag | OpenBag | SitOut:
        before, reader = self.before, self.reader
        form = self.form = bag_form.read_bag(before, self._merchant(), reader)
        outcome = self._outcome(form)
        if outcome != "out":
            bag_form.ask_what_was_there(form, reader)
            opened = outcome == "opened"
            bag_form.ask_which_deputy(before, form, reader, Decision.OPENS if opened else Decision.PASSES)
        if outcome == "opened":
            return bag_form.open_for_debt(before, form, reader)
        return SitOut(form.merchant) if outcome == "out" else form.pass_command()

    def beside(self, refusal: Refusal) -> str:
        return bag_form.bag_field(refusal, self.form)

    def booked(self, sheet: str) -> ResponseReturnValue:
        """As of any entry; if two bags of the round were each other's, both at once."""
        one, other = Correct(self.entry, self.read(), self.why()), self._swapped()
        if other is not None and not self.reader.errors:
            try:
                return self._swap(other, one)
            except Refusal as refusal:
                self.reader.refuse(self.beside(refusal), Words(self.table.game.seats).refusal(refusal))
        return super().booked(sheet)

    def _swap(self, other: Correct, one: Correct) -> ResponseReturnValue:
        """Book that two bags of a round were each other's, by way of a sit-out; nothing of it unless all is
        allowed. Raises a Refusal.
        """
        table, key = self.table, action_id()[:60]
        steps = [Correct(other.seq, SitOut(self.reader.hidden("seat")), other.reason), one, other]
        now = table
        for step in steps if table.line_of(f"{key}-0") is None else ():
            allow(permit(now).refusal(step))
            now = now.with_lines([Line(now.seq + 1, 0, decided(now, step))])
        for number, step in enumerate(steps):
            now = service().play(table.id, step, f"{key}-{number}", judge(step), asker(table), speakers())
        return on_board(now, now.seq)

    def _swapped(self) -> Correct | None:
        """The bag that the merchant whom the form names has in that round, as the first one's."""
        other = self._other(self._merchant())
        if other is None or other != self.reader.hidden("swaps"):
            return None
        was, before = self.table.as_corrected(other), self.table.known_before(other)
        if not isinstance(was, Bag) or before is None:
            return None
        bag = bag_form.bag_of_entry(before, was, self.was.merchant)
        command = bag.open_command() if isinstance(was, BagOpened) else bag.pass_command()
        return Correct(other, command, self.why())

    def _other(self, merchant: int) -> int | None:
        """The entry of the bag that this merchant has in the round, if this phone may exchange the two."""
        mine, rounds = permit(self.table), {number: state.round for number, _, state in self.table.log}
        of_round = (
            number
            for number, event in known_now(self.table.log).items()
            if isinstance(event, Bag) and event.merchant == merchant and rounds[number] == self.before.round
        )
        other = next(of_round, None)
        may = (
            isinstance(self.was, Bag) and merchant != self.was.merchant and mine.may_correct(SatOut(merchant))
        )
        return other if may else None

    def page(self) -> str:
        """A bag that was sent as opened shows its debt, if there is one, below its contents."""
        table, was, before, reader = self.table, self.was, self.before, self.reader
        mine, merchant = permit(table), self._merchant()
        opened = self.sent and self._outcome(bag_form.read_bag(before, merchant, reader)) == "opened"
        if any(name != "seat" for name in reader.form):
            bag = bag_form.of_another(bag_form.read_bag(before, merchant, reader), self._named("whose"))
        else:
            bag = bag_form.bag_of_entry(before, was, merchant)
            bag = bag_form.held_to(bag, partial(mine.may_give, merchant=merchant))
        merchant = bag.merchant
        givers = tuple(giver for giver in before.here if mine.may_give(giver, merchant))
        others = (seat for seat in before.merchants if seat != merchant)
        stays_open = isinstance(was, BagOpened) and not mine.may_turn(was.merchant)
        may_sit_out = was != SatOut(merchant) and not stays_open
        stays_shut = not isinstance(was, BagOpened) and not mine.may_turn(merchant)
        words = Words(table.game.seats)
        agrees = words.refusal(MerchantAgrees(was.merchant if stays_open else merchant))
        moves = merchant != was.merchant and not isinstance(was, SatOut)
        corrects = CorrectingBag(
            self.entry,
            self.why(),
            words.report(was).sentence(),
            table.latest_of(self.entry),
            others=seats_of(before, others),
            may_sit_out=may_sit_out,
            recorded_as=seat_of(before, was.merchant) if moves else None,
        )
        other = self._other(merchant)
        if other is not None and (exchanged := table.as_corrected(other)):
            told = words.report(exchanged).sentence()
            corrects = replace(corrects, swaps=other, swapped=told)
            aside = Correct(other, SitOut(merchant))
            with suppress(Refusal):
                table = table.with_lines([Line(table.seq + 1, 0, decided(table, aside))])
        view = _drawn(
            table,
            before,
            bag,
            reader,
            givers,
            opened=opened,
            booked=lambda command: preview(table, Correct(self.entry, command, corrects.reason)),
        )
        view = replace(
            view,
            correcting=corrects,
            purpose=corrects.purpose,
            stands=agrees if stays_open or stays_shut else "",
            stays_shut=view.stays_shut or stays_shut,
            must_open=stays_open,
        )
        return form_page("sheriff/bag/bag.html", table, reader, bag=view)

    def _outcome(self, form: bag_form.BagForm) -> str:
        return self.reader.form.get("outcome") or self.reader.form.get("refused") or form.contents

    def _named(self, field: str) -> int | None:
        named = self.reader.hidden(field)
        return named if named in self.before.merchants else None

    def _merchant(self) -> int:
        """The merchant whom the form names, else the one that the bag was booked for."""
        named = self._named("seat")
        return self.was.merchant if named is None else named
