"""Deliveries and missions: their sheet, booking one, and correcting an older one."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.commands import Correct, Deliver
from companion.rules.nottingham.corrections import Correctable
from companion.rules.nottingham.events import Delivered, EntryCorrected, Fulfilled, Struck
from companion.rules.nottingham.meanwhile import delivered_meanwhile
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.refusals import CorrectedMeanwhile, Refusal
from companion.web.context.here import here
from companion.web.context.nottingham.at_table import held_table, known_numbers, permit, proposed_numbers
from companion.web.forms.nottingham import delivery_form
from companion.web.forms.reader import Reader
from companion.web.phone.nottingham.table import Table, as_corrected, preview
from companion.web.routes.booking import book, refused_on_board, to_board
from companion.web.routes.nottingham.sheets import DELIVERY, correction, why_over
from companion.web.screens.nottingham import delivery as screens
from companion.web.words.nottingham.sentences import Words

blueprint = Blueprint("nottingham_delivering", __name__)


@blueprint.get("/g/<game>/nottingham/delivery")
def delivery(game: str) -> ResponseReturnValue:
    """The sheet of a delivery or a mission, as far as it is filled in."""
    table = held_table(game)
    if why_over(table, DELIVERY):
        return to_board(table, DELIVERY)
    return delivery_page(table, Reader(request.args))


@blueprint.post("/g/<game>/nottingham/deliveries")
def deliveries(game: str) -> ResponseReturnValue:
    """A player delivers, or fulfils a mission."""
    table, reader = held_table(game), Reader(request.form)
    form = delivery_form.read(reader, table.game)
    return book(
        table,
        reader,
        form.command,
        delivery_page,
        lambda refusal: delivery_form.field_of(refusal, form),
        sheet=DELIVERY,
        meanwhile=lambda now, _said: _delivered_since(now, form, reader),
    )


@blueprint.get("/g/<game>/nottingham/corrections/<int:entry>")
def correct(game: str, entry: int) -> ResponseReturnValue:
    """The sheet of an older entry, prefilled, to correct it."""
    table = held_table(game)
    if as_corrected(table, entry) is not None and why_over(table, correction(entry)):
        return to_board(table, correction(entry))
    return correct_page(table, entry, Reader(request.args))


@blueprint.post("/g/<game>/nottingham/corrections")
def corrections(game: str) -> ResponseReturnValue:
    """An older entry is corrected."""
    table, reader = held_table(game), Reader(request.form)
    entry = reader.hidden("entry")
    before = table.known_before(entry)
    if as_corrected(table, entry) is None or before is None:
        return refused_on_board(table, reader, NeitherSetNorMission())
    form = delivery_form.read(reader, before, asks=not reader.ticked("never"))
    return book(
        table,
        reader,
        lambda: Correct(entry, form.corrected(), form.reason),
        lambda now, reader: correct_page(now, entry, reader),
        lambda refusal: delivery_form.field_of(refusal, form),
        sheet=correction(entry),
        meanwhile=lambda now, _said: _corrected_since(now, entry, reader),
    )


def delivery_page(table: Table, reader: Reader) -> str:
    """The sheet with what was typed, and what is wrong. A phone of one player among others is about that
    player until somebody else is chosen.
    """
    mine, own, words = permit(table), here(table).own_seat, Words(table.game.seats)
    was_sent = bool(reader.errors)
    seats = [seat for seat in table.game.here if mine.allows(Deliver, seat)]
    form, known = delivery_form.read(reader, table.game, asks=False), proposed_numbers(table)
    if form.seat < 0 and (own in seats or len(seats) == 1):
        reader.form = MultiDict([*reader.form.items(), ("seat", str(own if own in seats else seats[0]))])
        form = delivery_form.read(reader, table.game, asks=False)
    misread = "" if was_sent else reader.errors.of("")
    since = _delivered_since(table, form, reader)
    if since:
        reader.refuse("", words.refusal(since))  # said once, it counts as seen
    seen = table.seq if since or "seen" not in reader.form else reader.hidden("seen")
    form = delivery_form.with_known(form, known)
    outcome = preview(table, form.command()) if form.is_ready else None
    total = screens.sum_of(table.game, outcome, own, misread)
    return _sheet(screens.delivery(table.id, table.game, form, seats, known, total, seen=seen), reader)


def correct_page(table: Table, entry: int, reader: Reader) -> str:
    """The sheet of an older entry: as it was booked, or as it was typed since."""
    was, before = as_corrected(table, entry), table.known_before(entry)
    if was is None or before is None:
        abort(404)
    words, was_sent = Words(table.game.seats), bool(reader.errors)
    if since := _corrected_since(table, entry, reader):
        reader.refuse("", words.refusal(since))  # said once, it counts as seen
    never, said = isinstance(was, Struck), _said(table, entry, was)
    if "what" not in reader.form:
        reader.form = delivery_form.of_entry(said, never=never or reader.ticked("never"))
    form = delivery_form.read(reader, before, asks=False)
    misread = "" if was_sent else reader.errors.of("")
    mine = permit(table)
    seats = [seat for seat in before.here if mine.lets(Deliver, seat)]
    outcome = preview(table, Correct(entry, form.corrected(), form.reason)) if form.is_ready else None
    stands = words.struck(said) if never else words.booked(was)
    correcting = screens.CorrectedEntry(entry, table.latest_of(entry) or entry, stands)
    total = screens.sum_of(table.game, outcome, here(table).own_seat, misread)
    return _sheet(screens.delivery(table.id, before, form, seats, known_numbers(), total, correcting), reader)


def _said(table: Table, entry: int, was: Correctable) -> Delivered | Fulfilled:
    """What an entry says, or said until it was corrected to nothing."""
    if not isinstance(was, Struck):
        return was
    latest = table.lines[(table.latest_of(entry) or entry) - 1].event
    if not isinstance(latest, EntryCorrected) or isinstance(latest.was, Struck):
        abort(404)  # pragma: no cover - nothing is struck twice in a row
    return latest.was


def _sheet(view: screens.DeliverySheet, reader: Reader) -> str:
    return render_template(
        "nottingham/delivery/delivery.html", sheet=view, errors=reader.errors, game_path=view.game
    )


def _delivered_since(table: Table, form: delivery_form.DeliveryForm, reader: Reader) -> Refusal | None:
    """Whether another phone recorded the same since this sheet was opened."""
    if "seen" not in reader.form or not form.is_ready:
        return None
    since = (line.event for line in table.standing if line.seq > reader.hidden("seen"))
    return delivered_meanwhile(since, form.command())


def _corrected_since(table: Table, entry: int, reader: Reader) -> Refusal | None:
    """Whether an entry was corrected since its sheet was opened."""
    if "on" not in reader.form:
        return None
    return None if table.latest_of(entry) in {None, reader.hidden("on")} else CorrectedMeanwhile()
