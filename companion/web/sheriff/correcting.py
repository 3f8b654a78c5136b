"""An older entry is corrected: its form once more, and the difference that is booked."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.names import LONGEST_REASON
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.corrected import Correct, EntryCorrected
from companion.rules.sheriff.corrections import may_correct
from companion.rules.sheriff.deals import binds
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import Brought, SatOut, SitOut
from companion.rules.sheriff.meanwhile import corrected_meanwhile
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.taking import CardTaken
from companion.web.booking import Again, Meanwhile, book, refused_on_board, to_board
from companion.web.parts import seat_of, seats_of
from companion.web.reader import Reader
from companion.web.sheriff.bag import Correcting, bag_screen
from companion.web.sheriff.bag_form import (
    BagForm,
    ask_what_was_there,
    ask_which_deputy,
    bag_as_drawn,
    bag_field,
    bag_of_entry,
    held_to,
    of_another,
    open_for_debt,
    read_bag,
)
from companion.web.sheriff.bag_pages import asks_for_goods
from companion.web.sheriff.deal import asked_of
from companion.web.sheriff.extras import correct_card_page, extra_field, extra_of_entry, read_extra
from companion.web.sheriff.pay import (
    givers_at,
    pay_screen,
    pay_sheet,
    payment_as_drawn,
    payment_field,
    payment_of_entry,
    payment_sent,
    read_payment,
)
from companion.web.sheriff.reports import told
from companion.web.sheriff.request import held_table, permit, timer_at
from companion.web.sheriff.sheets import why_over
from companion.web.sheriff.table import Table, as_corrected, preview
from companion.web.sheriff.words import Words
from companion.web.undone import Report

blueprint = Blueprint("corrections", __name__)


@blueprint.get("/g/<game>/corrections/<int:entry>")
def correct(game: str, entry: int) -> ResponseReturnValue:
    """The form of an older entry, prefilled, to correct it."""
    table = held_table(game)
    was = as_corrected(table, entry)
    if was is not None and why_over(table, f"corrections/{entry}"):
        return to_board(table, f"corrections/{entry}")
    return correct_page(table, entry, Reader(request.args))


@blueprint.post("/g/<game>/corrections")
def corrections(game: str) -> ResponseReturnValue:
    """An older entry is corrected."""
    table, reader = held_table(game), Reader(request.form)
    entry = reader.hidden("entry")
    was, before = as_corrected(table, entry), table.known_before(entry)
    sheet = f"corrections/{entry}"
    if was is None or before is None:
        return refused_on_board(table, reader, NotCorrectable())
    reason = _why_corrected(was, reader)
    again: Again[Game, Event] = lambda now, reader: correct_page(now, entry, reader)  # noqa: E731 - one line says it
    meanwhile: Meanwhile[Game, Event] = lambda now, _said: _corrected_since(now, entry, reader)  # noqa: E731 - as above
    if isinstance(was, CardTaken):
        never = reader.ticked("never")
        card = extra_of_entry(before, was) if never else read_extra(reader, was.seat)
        return book(
            table,
            reader,
            lambda: Correct(entry, card.never(before) if never else card.command(before), reason),
            again,
            extra_field,
            sheet=sheet,
            meanwhile=meanwhile,
        )
    if isinstance(was, Paid):
        paid = payment_sent(before, reader)
        return book(
            table,
            reader,
            lambda: Correct(entry, paid.pay(), reason),
            again,
            lambda refusal: payment_field(refusal, paid),
            sheet=sheet,
            meanwhile=meanwhile,
        )
    form = read_bag(before, _corrected_merchant(before, was, reader), reader)
    outcome = reader.form.get("outcome") or reader.form.get("refused") or form.contents
    opened = outcome == "opened"
    if outcome != "out":
        ask_what_was_there(form, reader)
    if opened:
        ask_which_deputy(before, form, reader)
    return book(
        table,
        reader,
        lambda: Correct(entry, _as_said(before, form, outcome), reason),
        lambda now, reader: correct_page(now, entry, reader, opened=opened),
        lambda refusal: bag_field(refusal, form),
        sheet=sheet,
        meanwhile=meanwhile,
    )


def correct_page(table: Table, entry: int, reader: Reader, *, opened: bool = False) -> str:
    """The form of an older entry: as it was booked, or as it was typed since. A bag that was `opened` shows
    its debt, if there is one, below its contents.
    """
    was, before = as_corrected(table, entry), table.known_before(entry)
    if was is None or before is None:
        abort(404)
    refusal = may_correct(table.game, was)
    if refusal is not None:
        reader.refuse("", Words(table.game.seats).refusal(refusal))
    if since := _corrected_since(table, entry, reader):
        reader.refuse("", Words(table.game.seats).refusal(since))  # said once, it counts as seen
    stands = Words(table.game.seats).booked(was)
    correcting = Correcting(entry, _why_corrected(was, reader), stands, table.latest_of(entry))
    if isinstance(was, CardTaken):
        return correct_card_page(table, before, was, correcting, reader)
    if isinstance(was, Paid):
        return _correct_payment(table, before, was, correcting, reader)
    return _correct_bag(table, before, was, correcting, reader, opened=opened)


def _correct_payment(table: Table, before: Game, was: Paid, correcting: Correcting, reader: Reader) -> str:
    form = payment_of_entry(was)
    givers = tuple(dict.fromkeys((*givers_at(table, before), form.giver)))
    if reader.form:
        form = payment_as_drawn(before, read_payment(before, reader), givers)
    outcome = preview(table, Correct(correcting.entry, form.pay(), correcting.reason))
    view = pay_screen(table.id, before, form, outcome, correcting, givers=givers)
    return pay_sheet(table, view, reader)


def _correct_bag(  # noqa: PLR0913 - an entry, what it was decided on, and what was typed
    table: Table,
    before: Game,
    was: Brought,
    correcting: Correcting,
    reader: Reader,
    *,
    opened: bool,
) -> str:
    mine, merchant = permit(table), _corrected_merchant(before, was, reader)
    if any(name != "seat" for name in reader.form):
        bag = of_another(read_bag(before, merchant, reader), _corrected_to(before, reader))
    else:
        bag = bag_of_entry(before, was, merchant)
        bag = held_to(bag, partial(mine.may_give, merchant=merchant))
    merchant = bag.merchant
    may_give = partial(mine.may_give, merchant=merchant)
    as_declared = opened and asks_for_goods(reader, bag)
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
    sheet = bag_screen(
        table.id,
        before,
        bag_as_drawn(before, bag, givers),
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


def _corrected_merchant(before: Game, was: Brought, reader: Reader) -> int:
    """Whose bag it was, if somebody else is named; whose it was booked for otherwise."""
    named = reader.hidden("seat")
    return named if named in before.merchants else was.merchant


def _corrected_to(before: Game, reader: Reader) -> int | None:
    """Who is said only now to be the one whose bag it was."""
    named = reader.hidden("whose")
    return named if named in before.merchants else None


def _corrected_since(table: Table, entry: int, reader: Reader) -> Refusal | None:
    """Whether an entry was corrected since its form was opened; older pages do not name their version."""
    return corrected_meanwhile(table.latest_of(entry), reader.hidden("on")) if "on" in reader.form else None


def _why_corrected(was: Event, reader: Reader) -> str:
    """The reason for a correction. A payment's form also has the payment's own reason."""
    return reader.text("correction" if isinstance(was, Paid) else "reason", LONGEST_REASON)


def _as_said(before: Game, form: BagForm, outcome: str) -> PassBag | OpenBag | SitOut:
    """What an older entry really was."""
    if outcome == "out":
        return SitOut(form.merchant)
    return open_for_debt(before, form) if outcome == "opened" else form.pass_command()


@told.register
def _corrected(event: EntryCorrected, words: Words) -> Report:
    return Report("ui-pencil", words.corrected(event))
