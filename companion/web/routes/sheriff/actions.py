"""POST only: one resource for each command."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.clerk import StorageTrouble
from companion.once import knows
from companion.places import PlaceLost
from companion.records import Company
from companion.rules.refusals import NoSuchSeat, Refusal
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.deciding import may_decide, words_of
from companion.rules.sheriff.deputies import Pair
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.meanwhile import badge_moved_on
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import BagsOut, NotCorrectable
from companion.rules.sheriff.rotation import BadgePassed, EndGame, SetRounds, bags_out
from companion.rules.sheriff.taking import CardTaken
from companion.rules.sheriff.talk import Decide, Talk
from companion.web.context.current import action_id, clerk
from companion.web.context.sheriff.at_table import held_table, talk_at
from companion.web.context.sheriff.inspection_clock import is_late
from companion.web.context.sheriff.permits import permit, permit_within
from companion.web.forms.beside import field_of
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import bag_fields, bag_form, deputy_form, extra_form, pay_form
from companion.web.forms.sheriff.bag_form import BagForm, open_for_debt
from companion.web.phone.sheriff.table import Table, as_corrected
from companion.web.routes.booking import Again, Meanwhile, board_address, book, refused_on_board
from companion.web.routes.sheriff.board_pages import board_page
from companion.web.routes.sheriff.deciding_pages import BagSheet, ask_for_goods, decide_on
from companion.web.routes.sheriff.deputy_pages import pair_page
from companion.web.routes.sheriff.onward import onward_to_end
from companion.web.routes.sheriff.table_pages import (
    bag_page,
    correct_page,
    corrected_merchant,
    corrected_since,
    declared_anew,
    declared_since,
    menu_page,
    paid_from,
    pay_page,
    why_corrected,
)
from companion.web.screens.sheriff.board import MILLISECONDS, timer_of

MOST_ROUNDS = 99  # as many as two digits say; the rules know how many there can be

SECONDS_A_MINUTE = 60
blueprint = Blueprint("actions", __name__)


@blueprint.post("/g/<game>/passes")
def passes(game: str) -> ResponseReturnValue:
    """A bag passed."""
    return _bag(held_table(game), lambda _game, form: form.pass_command(), opened=False)


@blueprint.post("/g/<game>/inspections")
def inspections(game: str) -> ResponseReturnValue:
    """A bag was opened."""
    return _bag(held_table(game), open_for_debt, opened=True)


@blueprint.post("/g/<game>/badge")
def badge(game: str) -> ResponseReturnValue:
    """The badge goes on, to the next two Deputies where two serve, or the count begins; the next round gets a
    fresh clock.
    """
    table, reader = held_table(game), Reader(request.form)
    before = clerk().decided_on(table, action_id())
    command = deputy_form.pass_badge(before, reader, action_id(), _drawn_before(table, before.round + 1))

    def onward(after: Table) -> str:
        with suppress(StorageTrouble):  # the badge has moved on, so no error may be shown
            if after.game.round != table.game.round:
                clerk().drop_clock(game)
        return board_address(after, after.seq)

    seen = reader.hidden("round") if "round" in request.form else None
    names = reader.ticked("named")
    return book(
        table,
        reader,
        lambda: command,
        pair_page if names else board_page,
        partial(field_of, deputy_form.PAIR_FIELDS) if names else lambda _: "",
        onward,
        sheet="deputies" if names else "",
        meanwhile=lambda now, _said: None if seen is None else badge_moved_on(now.game, seen),
    )


def _drawn_before(table: Table, of_round: int) -> tuple[Pair, ...]:
    """The Deputies that the app drew for a round; until it has begun, they were taken back."""
    events = (line.event for line in table.lines)
    return tuple(
        (event.deputies[0], event.deputies[1])
        for event in events
        if isinstance(event, BadgePassed) and event.drawn and event.round == of_round
    )


@blueprint.post("/g/<game>/absences")
def absences(game: str) -> ResponseReturnValue:
    """A merchant sits the round out."""
    table, reader = held_table(game), Reader(request.form)
    merchant = reader.seat("seat", len(table.game.seats))
    return _from_menu(table, reader, lambda: SitOut(merchant), "seat", onward_to_end(reader))


@blueprint.post("/g/<game>/departures")
def departures(game: str) -> ResponseReturnValue:
    """A player goes home; a Deputy's badge goes to who is drawn, or named (E16)."""
    table, reader = held_table(game), Reader(request.form)
    before = clerk().decided_on(table, action_id())
    leaver = reader.seat("leaver", len(table.game.seats))
    heir = deputy_form.read_heir(before, leaver, reader, action_id()) if leaver >= 0 else None
    leave = Leave(leaver, counts=not reader.ticked("gone"), heir=heir)
    beside = partial(field_of, deputy_form.LEAVING_FIELDS)
    return book(table, reader, lambda: leave, menu_page, lambda refusal: beside(refusal) or "leaver")


@blueprint.post("/g/<game>/rounds")
def rounds(game: str) -> ResponseReturnValue:
    """The game gets shorter or longer."""
    table, reader = held_table(game), Reader(request.form)
    number = reader.number("rounds", most=MOST_ROUNDS, fewest=1, blank=None)
    return _from_menu(table, reader, lambda: SetRounds(number), "rounds")


@blueprint.post("/g/<game>/ending")
def ending(game: str) -> ResponseReturnValue:
    """The last train: the game ends now."""
    table = held_table(game)

    def end() -> EndGame:
        if out := bags_out(table.game, talk_at(table).declarations):
            raise BagsOut(out)
        return EndGame()

    return _from_menu(table, Reader(request.form), end, "ending")


@blueprint.post("/g/<game>/payments")
def payments(game: str) -> ResponseReturnValue:
    """Gold or goods moved by hand."""
    table, reader = held_table(game), Reader(request.form)
    form = pay_form.sent(table.game, reader)
    seat = paid_from(table, reader)
    onward = None if seat is None else lambda after: url_for("sheriff.bag", game=after.id, seat=seat)
    return book(
        table,
        reader,
        form.pay,
        pay_page,
        lambda refusal: pay_form.field_of(refusal, form),
        onward,
        sheet="pay",
    )


@blueprint.post("/g/<game>/corrections")
def corrections(game: str) -> ResponseReturnValue:
    """An older entry is corrected."""
    table, reader = held_table(game), Reader(request.form)
    entry = reader.hidden("entry")
    was, before = as_corrected(table, entry), table.known_before(entry)
    sheet = f"corrections/{entry}"
    if was is None or before is None:
        return refused_on_board(table, reader, NotCorrectable())
    reason = why_corrected(was, reader)
    again: Again[Game, Event] = lambda now, reader: correct_page(now, entry, reader)  # noqa: E731 - one line says it
    meanwhile: Meanwhile[Game, Event] = lambda now, _said: corrected_since(now, entry, reader)  # noqa: E731 - as above
    if isinstance(was, CardTaken):
        never = reader.ticked("never")
        card = extra_form.of_entry(before, was) if never else extra_form.read(reader, was.seat)
        return book(
            table,
            reader,
            lambda: Correct(entry, card.never(before) if never else card.command(before), reason),
            again,
            extra_form.field_of,
            sheet=sheet,
            meanwhile=meanwhile,
        )
    if isinstance(was, Paid):
        paid = pay_form.sent(before, reader)
        return book(
            table,
            reader,
            lambda: Correct(entry, paid.pay(), reason),
            again,
            lambda refusal: pay_form.field_of(refusal, paid),
            sheet=sheet,
            meanwhile=meanwhile,
        )
    form = bag_form.read(before, corrected_merchant(before, was, reader), reader)
    outcome = reader.form.get("outcome") or reader.form.get("refused") or form.contents
    opened = outcome == "opened"
    return book(
        table,
        reader,
        lambda: Correct(entry, _as_said(before, form, outcome), reason),
        lambda now, reader: correct_page(now, entry, reader, opened=opened),
        lambda refusal: bag_fields.field_of(refusal, form),
        sheet=sheet,
        meanwhile=meanwhile,
    )


def _as_said(before: Game, form: BagForm, outcome: str) -> PassBag | OpenBag | SitOut:
    """What an older entry really was."""
    if outcome == "out":
        return SitOut(form.merchant)
    return open_for_debt(before, form) if outcome == "opened" else form.pass_command()


@blueprint.post("/g/<game>/timers")
def timers(game: str) -> ResponseReturnValue:
    """The inspection clock: start, pause, reset, a minute more. It is part of no entry, so it is not in the
    log.
    """
    table = held_table(game)
    if not permit(table).may_run_clock():
        abort(403)
    timer = timer_of(table.game, clerk().clock(game))
    asked = request.form.get("do")
    if asked not in {"start", "pause", "reset", "more"}:
        abort(400)
    if timer is not None:
        left = timer.whole if asked == "reset" else timer.remaining + SECONDS_A_MINUTE * (asked == "more")
        running = left > 0 and (asked == "start" or (asked == "more" and timer.runs))
        clerk().set_clock(game, left * MILLISECONDS, running=running, may=_may_run_clock)
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


def _may_run_clock(table: Table, _said: Talk, company: Company) -> Refusal | None:
    if not permit_within(table, company).may_run_clock():
        raise PlaceLost
    return None


def _bag(
    table: Table, command: Callable[[Game, BagForm], PassBag | OpenBag], *, opened: bool
) -> ResponseReturnValue:
    reader = Reader(request.form)
    merchant = reader.hidden("seat")
    if merchant not in range(len(table.game.seats)):
        return refused_on_board(table, reader, NoSuchSeat(merchant))
    game = clerk().decided_on(table, action_id())
    form = bag_form.read(game, merchant, reader)
    again: Again[Game, Event] = lambda now, reader: bag_page(  # noqa: E731 - one line says it
        now, merchant, declared_anew(now, form, reader), opened=opened
    )
    beside, onward = partial(bag_fields.field_of, form=form), onward_to_end(reader)
    asks = {"contents": "passed"} if reader.ticked("asks_there") and form.missing else {}

    def books() -> ResponseReturnValue:
        if asks and not reader.errors:  # somebody has to say what was there (I8)
            typed = urlencode({**bag_form.typed(reader), **asks})
            sheet = url_for("sheriff.bag", game=table.id, seat=merchant)
            return redirect(f"{sheet}?{typed}", HTTPStatus.SEE_OTHER)
        return book(
            table,
            reader,
            lambda: command(game, form),
            again,
            beside,
            onward,
            sheet=f"bags/{merchant}",
            meanwhile=lambda _now, said: declared_since(said, form, reader),
        )

    ask = Decide(
        merchant,
        Decision.OPENS if opened else Decision.PASSES,
        words_of(table.game, talk_at(table), merchant),
        form.alone,
    )
    if opened and reader.ticked("asks"):
        return ask_for_goods(table, reader, form.open_command(), again)
    if reader.errors or not _only_decides(table, form, reader, ask):
        return books()
    bag = form.open_command() if opened else form.pass_command()
    typed = bag_form.typed_beside(reader) | asks
    return decide_on(table, reader, ask, BagSheet(bag, books, typed, again, beside, onward))


def _only_decides(table: Table, form: BagForm, reader: Reader, ask: Decide) -> bool:
    """Whether a tap on the sheet says of a declared bag what the Sheriff decides, and of its contents no more
    than "as declared": then its note says what was in it, as after the board's two buttons (I2, I3). Where
    time ran out, or the game is to end, the declared cards lie on the sheet until somebody changes them (T7).
    """
    said = talk_at(table)
    is_said = said.declarations.get(ask.merchant) == form.declaration
    lies_declared = form.is_as_declared and (is_late(table) or reader.ticked("ending"))
    says_cards = bool(form.contents) and not lies_declared
    if says_cards or not is_said or declared_since(said, form, reader):
        return False
    refusal = may_decide(table.game, said, ask.merchant, ask.decision, ask.alone)
    stands = refusal is None or bool(knows(said, action_id()))
    return stands and permit(table).says(said, ask)


def _from_menu(
    table: Table,
    reader: Reader,
    action: Callable[[], Action],
    field: str,
    onward: Callable[[Table], str] | None = None,
) -> ResponseReturnValue:
    """An action of the menu; a refusal is shown beside its field."""
    return book(table, reader, action, menu_page, lambda _: field, onward)
