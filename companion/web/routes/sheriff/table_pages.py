"""GET pages of a table. Nothing here changes anything."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import corrections, debts, deciding, payments
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.deals import binds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import Brought, SatOut
from companion.rules.sheriff.meanwhile import corrected_meanwhile, declares_otherwise
from companion.rules.sheriff.opened import BagOpened, open_debts
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.taking import CardTaken
from companion.rules.sheriff.talk import Talk, decided_in_time, decision_of
from companion.web.context.current import doorkeeper
from companion.web.context.sheriff.at_table import held_table, talk_at
from companion.web.context.sheriff.inspection_clock import WRONG, is_late, timer_at
from companion.web.context.sheriff.permits import permit
from companion.web.context.sheriff.this_phone import this_phone
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import bag_form, pay_form
from companion.web.forms.sheriff.bag_form import BagForm, held_to
from companion.web.forms.sheriff.talk_form import UNSAID, declared, read_declared
from companion.web.http.look import look
from companion.web.phone.sheriff.table import Table, as_corrected, preview
from companion.web.routes.booking import to_board
from companion.web.routes.sheriff.deciding_pages import as_noted
from companion.web.routes.sheriff.extra_pages import correct_card_page
from companion.web.routes.sheriff.own_bag_pages import is_shared_phone, known_cards
from companion.web.routes.sheriff.sheets import why_over
from companion.web.screens.log_entries import ends_before
from companion.web.screens.parts import Link, link, seat_of, seats_of
from companion.web.screens.preferences import preferences
from companion.web.screens.sheriff import bag as bag_screen
from companion.web.screens.sheriff import board as screens
from companion.web.screens.sheriff import log as log_screen
from companion.web.screens.sheriff import menu as menu_screen
from companion.web.screens.sheriff import pay as pay_screen
from companion.web.screens.sheriff.bag import Correcting
from companion.web.screens.sheriff.debt import asked_of, can_ask
from companion.web.screens.sheriff.extra_sheet import may_take
from companion.web.screens.sheriff.offers import open_over
from companion.web.screens.sheriff.promises import every_promise
from companion.web.screens.sheriff.stocks import purpose_of
from companion.web.words.sheriff.sentences import Words

TELLS = ("told-", "basis", "other-told-", "other-basis")
"""Prefixes of the fields that say what is turned over for a debt."""

blueprint = Blueprint("sheriff", __name__)


@blueprint.get("/g/<game>/bags/<int:seat>")
def bag(game: str, seat: int) -> ResponseReturnValue:
    """The sheet of one merchant's bag, as far as it is filled in."""
    table = held_table(game)
    if why_over(table, f"bags/{seat}"):
        return to_board(table, f"bags/{seat}")
    return bag_page(table, seat, Reader(request.args))


@blueprint.get("/g/<game>/pay")
def pay(game: str) -> ResponseReturnValue:
    """The form of a payment by hand."""
    table = held_table(game)
    if why_over(table, "pay"):
        return to_board(table, "pay")
    return pay_page(table, Reader(request.args))


@blueprint.get("/g/<game>/corrections/<int:entry>")
def correct(game: str, entry: int) -> ResponseReturnValue:
    """The form of an older entry, prefilled, to correct it."""
    table = held_table(game)
    was = as_corrected(table, entry)
    if was is not None and why_over(table, f"corrections/{entry}"):
        return to_board(table, f"corrections/{entry}")
    return correct_page(table, entry, Reader(request.args))


@blueprint.get("/g/<game>/log")
def log(game: str) -> ResponseReturnValue:
    """The evening as sentences."""
    table, before = held_table(game), ends_before(Reader(request.args))
    view = log_screen.log(table, permit(table), talk_at(table), doorkeeper().notices(game), before)
    view = replace(view, promises=every_promise(table.game, this_phone(table)))
    return render_template("sheriff/log/log.html", log=view, game_path=table.id, errors={})


@blueprint.get("/g/<game>/log/<int:entry>")
def entry(game: str, entry: int) -> ResponseReturnValue:
    """The board as it was right after an entry."""
    table = held_table(game)
    line = next((line for line in table.standing if line.seq == entry), None)
    state = table.state_after(entry)
    if line is None or state is None:
        abort(404)
    view = screens.board_as_it_was(table, line, state)
    return render_template("sheriff/board/board.html", board=view, errors={}, game_path=table.id)


@blueprint.get("/g/<game>/menu")
def menu(game: str) -> ResponseReturnValue:
    """What can be done at a table besides bags."""
    return menu_page(held_table(game), Reader(request.args))


def bag_page(table: Table, seat: int, reader: Reader, *, opened: bool = False) -> str:
    """The sheet of a bag with what was said about it, what was typed, and what is wrong.

    An opened bag whose payer is short shows its debt, below its contents.
    """
    seen = this_phone(table)
    talk, mine = seen.talk, seen.permit
    decided = decision_of(talk, seat)
    late = is_late(table) and not decided_in_time(talk, seat)
    form = bag_form.as_said(table.game, bag_form.read(table.game, seat, reader), talk, reader)
    form = bag_form.left_over(table.game, form) if late else bag_form.as_promised(table.game, form, reader)
    noted = as_noted(table, seat, tuple(deal for deal in form.given if deal.is_for(Decision.PASSES)))
    form = bag_form.as_noted(form, noted, reader) if noted else form
    lies_there = deciding.opening(table.game, talk, seat)
    if lies_there and not reader.form.get("contents") and not reader.form.get("as_declared"):
        form = replace(form, contents="opened", inside=lies_there.contents)
    as_declared = opened and _asks_for_goods(reader, form)
    if as_declared:
        form = replace(form, contents="opened", inside=form.in_bag)
    pays = mine.pays(talk, seat)
    # A form that was drawn with the debt says how many are turned over, none too.
    untold = not any(map(reader.has, TELLS))
    if (opened or pays) and form.contents == "opened" and untold:
        form = _as_known(table, form)
    givers = tuple(giver for giver in table.game.here if mine.may_give(giver, seat))
    view = bag_screen.bag(
        table.id,
        table.game,
        bag_form.as_drawn(table.game, form, givers),
        left_over=late,
        ending=reader.ticked("ending"),
        purpose=f"{purpose_of(table, seat)}.{declared(talk.declarations.get(seat))}",
        givers=givers,
        talk=talk,
        on=reader.form.get("on") or declared(talk.declarations.get(seat)) or UNSAID,
        offered=open_over(table.game, seen, seat),
    )
    view = replace(
        view,
        asks=asked_of(view.sum.debts, mine.actor.seats),
        can_ask=can_ask(table.game, seen, form, view.sum.debts),
        pays=pays,
        timer=timer_at(table),
        reopens=_reopens(seat, reader) if late and decided is None and mine.may_run_clock() else None,
        noted=noted is not None and (form.contents, form.inside) == ("passed", noted.contents),
        by_law=_by_law(table, seat),
        paid_by_law=_paid_by_law(table),
    )
    return render_template(
        "sheriff/bag/bag.html",
        bag=view,
        stays_shut=binds(table.game, seat, form.agreed, form.alone) or decided is Decision.PASSES,
        must_open=decided is Decision.OPENS,
        as_declared=as_declared,
        errors=reader.errors,
        game_path=table.id,
    )


def _by_law(table: Table, merchant: int) -> Link | None:
    """Where gold is moved by hand with a law as the reason (E27): the merchant's first, if this phone may."""
    laws, givers = table.game.this_round.laws, (merchant, table.game.sheriff)
    giver = next(filter(permit(table).may_pay, givers), None)
    if not laws or giver is None or table.game.options.coins_on_table:
        return None
    reason = pay_form.LAW + "0" if len(laws) == 1 else ""
    return link("sheriff.pay", giver=giver, receiver=pay_form.BANK, bag=merchant, reason=reason)


def _paid_by_law(table: Table) -> Markup | str:
    """What was moved just now with a law of the round as the reason (E27); "" if that is not the latest."""
    event, laws = table.standing[-1].event, table.game.this_round.laws
    if isinstance(event, Paid) and event.reason.startswith(laws):
        return Words(table.game.seats).booked(event)
    return ""


def _asks_for_goods(reader: Reader, form: BagForm) -> bool:
    """Whether a bag that was opened as declared made a debt. Then nothing is wrong: the next step is to
    choose goods, and the panel asks for them.
    """
    return not form.contents and reader.errors.pop("debt", None) is not None


def _reopens(seat: int, reader: Reader) -> Link:
    """Where the whole sheet is, with all that was typed, once somebody says that the clock was wrong (T7)."""
    typed = {name: value for name, value in bag_form.typed(reader).items() if name != "seat"}
    return link("sheriff.bag", seat=seat, clock=WRONG, **typed)


def declared_since(said: Talk, form: BagForm, reader: Reader) -> Refusal | None:
    """Whether the merchant changed the declaration since the sheet was opened; older pages do not say."""
    if "on" not in reader.form:
        return None
    return declares_otherwise(said, form.merchant, form.declaration, read_declared(reader))


def declared_anew(table: Table, form: BagForm, reader: Reader) -> Reader:
    """The fields with the present declaration if it was not seen yet: pointed out now, it counts as seen."""
    said = talk_at(table)
    if since := declared_since(said, form, reader):
        reader.refuse("", Words(table.game.seats).refusal(since))
        now = said.declarations.get(form.merchant)
        old = {"on", "good", "number"} if now else {"on"}
        reader.form = MultiDict((name, value) for name, value in reader.form.items() if name not in old)
    return reader


def _as_known(table: Table, form: BagForm) -> BagForm:
    """The form with what this phone's notes tell about each debt, if the payer alone is looking."""
    owes = open_debts(table.game, form.open_command())
    owed, other = (_known_to_payer(table, debt) for debt in (*owes, None, None)[:2])
    return replace(form, owed=replace(form.owed, told=owed), other=replace(form.other, told=other))


def _known_to_payer(table: Table, debt: OpenDebt | None) -> Goods:
    if debt is None or is_shared_phone(table):
        return Goods()
    return debts.turned_over(table.game.cards, debt, known_cards(table, debt.fine.payer))


def pay_page(table: Table, reader: Reader) -> str:
    """The form of a payment with what was typed, and what is wrong."""
    givers = _givers(table, table.game)
    form = pay_form.as_drawn(table.game, pay_form.read(table.game, reader), givers)
    outcome, own = preview(table, form.pay()), this_phone(table).own_seat
    takes = form.giver is not None and may_take(permit(table), form.giver)
    view = pay_screen.pay(
        table.id,
        table.game,
        form,
        outcome,
        givers=givers,
        own=own,
        bag=paid_from(table, reader),
        takes=takes,
    )
    return _pay_sheet(table, view, reader)


def _givers(table: Table, game: Game) -> tuple[int | None, ...]:
    """Whose gold and goods this phone may give away; None is the bank."""
    return tuple(filter(permit(table).may_pay, (*game.circle, None)))


def paid_from(table: Table, reader: Reader) -> int | None:
    """Whose bag's sheet a payment was begun from, while that waits (E27)."""
    seat = reader.hidden("bag")
    return seat if seat in table.game.waiting else None


def _pay_sheet(table: Table, view: pay_screen.PayScreen, reader: Reader) -> str:
    return render_template(
        "sheriff/pay/pay.html", pay=view, timer=timer_at(table), errors=reader.errors, game_path=table.id
    )


def menu_page(table: Table, reader: Reader) -> str:
    """The menu, and what is wrong with what was asked of it."""
    here = preferences(look(), url_for("sheriff.menu", game=table.id))
    ending = reader.ticked("ending") or "ending" in reader.errors
    return render_template(
        "sheriff/menu/menu.html",
        menu=menu_screen.menu(table, this_phone(table), ending=ending),
        preferences=here,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def correct_page(table: Table, entry: int, reader: Reader, *, opened: bool = False) -> str:
    """The form of an older entry: as it was booked, or as it was typed since. A bag that was `opened` shows
    its debt, if there is one, below its contents.
    """
    was, before = as_corrected(table, entry), table.known_before(entry)
    if was is None or before is None:
        abort(404)
    refusal = corrections.may_correct(table.game, was)
    if refusal is not None:
        reader.refuse("", Words(table.game.seats).refusal(refusal))
    if since := corrected_since(table, entry, reader):
        reader.refuse("", Words(table.game.seats).refusal(since))  # said once, it counts as seen
    stands = Words(table.game.seats).booked(was)
    correcting = Correcting(entry, why_corrected(was, reader), stands, table.latest_of(entry))
    if isinstance(was, CardTaken):
        return correct_card_page(table, before, was, correcting, reader)
    if isinstance(was, Paid):
        return _correct_payment(table, before, was, correcting, reader)
    return _correct_bag(table, before, was, correcting, reader, opened=opened)


def _correct_payment(table: Table, before: Game, was: Paid, correcting: Correcting, reader: Reader) -> str:
    form = pay_form.of_entry(was)
    givers = tuple(dict.fromkeys((*_givers(table, before), form.giver)))
    if reader.form:
        form = pay_form.as_drawn(before, pay_form.read(before, reader), givers)
    outcome = preview(table, Correct(correcting.entry, form.pay(), correcting.reason))
    view = pay_screen.pay(table.id, before, form, outcome, correcting, givers=givers)
    return _pay_sheet(table, view, reader)


def _correct_bag(  # noqa: PLR0913 - an entry, what it was decided on, and what was typed
    table: Table,
    before: Game,
    was: Brought,
    correcting: Correcting,
    reader: Reader,
    *,
    opened: bool,
) -> str:
    mine, merchant = permit(table), corrected_merchant(before, was, reader)
    if any(name != "seat" for name in reader.form):
        bag = bag_form.of_another(bag_form.read(before, merchant, reader), corrected_to(before, reader))
    else:
        bag = bag_form.of_entry(before, was, merchant)
        bag = held_to(bag, partial(mine.may_give, merchant=merchant))
    merchant = bag.merchant
    may_give = partial(mine.may_give, merchant=merchant)
    as_declared = opened and _asks_for_goods(reader, bag)
    if as_declared:
        bag = replace(bag, contents="opened", inside=bag.in_bag)
    givers = tuple(filter(may_give, before.here))
    others = (seat for seat in before.merchants if seat != merchant)
    stays_open = isinstance(was, BagOpened) and not mine.may_turn(was.merchant)
    may_sit_out = was != SatOut(merchant) and not stays_open
    stays_shut = not isinstance(was, BagOpened) and not mine.may_turn(merchant)
    moves = merchant != was.merchant and not isinstance(was, SatOut)
    correcting = replace(
        correcting,
        others=seats_of(before, others),
        may_sit_out=may_sit_out,
        recorded_as=seat_of(before, was.merchant) if moves else None,
    )
    sheet = bag_screen.bag(
        table.id,
        before,
        bag_form.as_drawn(before, bag, givers),
        correcting=correcting,
        purpose=correcting.purpose,
        givers=givers,
        booked=lambda command: preview(table, Correct(correcting.entry, command, correcting.reason)),
    )
    return render_template(
        "sheriff/bag/bag.html",
        bag=replace(sheet, asks=asked_of(sheet.sum.debts, mine.actor.seats), timer=timer_at(table)),
        stays_shut=stays_shut or binds(before, merchant, bag.agreed, bag.alone),
        must_open=stays_open,
        as_declared=as_declared,
        errors=reader.errors,
        game_path=table.id,
    )


def corrected_merchant(before: Game, was: Brought, reader: Reader) -> int:
    """Whose bag it was, if somebody else is named; whose it was booked for otherwise."""
    named = reader.hidden("seat")
    return named if named in before.merchants else was.merchant


def corrected_to(before: Game, reader: Reader) -> int | None:
    """Who is said only now to be the one whose bag it was."""
    named = reader.hidden("whose")
    return named if named in before.merchants else None


def corrected_since(table: Table, entry: int, reader: Reader) -> Refusal | None:
    """Whether an entry was corrected since its form was opened; older pages do not name their version."""
    return corrected_meanwhile(table.latest_of(entry), reader.hidden("on")) if "on" in reader.form else None


def why_corrected(was: Event, reader: Reader) -> str:
    """The reason for a correction. A payment's form also has the payment's own reason."""
    return reader.text("correction" if isinstance(was, Paid) else "reason", payments.LONGEST_REASON)
