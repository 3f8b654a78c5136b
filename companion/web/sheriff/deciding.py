"""What the Sheriff decides on a bag that was declared by phone, and how that is told."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.idempotency import knows
from companion.records import Members
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.rights import Recording
from companion.rules.sheriff import deciding
from companion.rules.sheriff.bags import Deal, Decision, besides
from companion.rules.sheriff.conflicts import another_round
from companion.rules.sheriff.deals import may_strike
from companion.rules.sheriff.decide import preview
from companion.rules.sheriff.deciding import AskPayer, Decide, DecideAgain, TurnOver
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.opened import OpenBag, opened_as
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import bag_waits, due, in_time
from companion.rules.sheriff.refusals import BagTalkChanged, NothingDecided
from companion.rules.sheriff.talk import Ask, Talk, decision_of
from companion.web.booking import Beside, above, asker, book, drawn_again, led_on, on_board, refuse, spoken
from companion.web.current import action_id, held_again, next_id, service, speakers, viewer
from companion.web.reader import Reader
from companion.web.sheriff.badge import way_to_end
from companion.web.sheriff.bag_form import alone_of
from companion.web.sheriff.request import (
    held_table,
    is_late,
    judge,
    noted_to_show,
    permit,
    start_clock,
    talk_at,
    this_phone,
)
from companion.web.sheriff.stage import board_page
from companion.web.sheriff.table import Table


def board_again(table: Table, reader: Reader) -> str:
    """The board with all errors at its top, because it has no fields but who acts and the price."""
    beside = {field: reader.errors.pop(field) for field in ("alone", "price") if field in reader.errors}
    sentences = tuple(sentence for said in reader.errors.values() for sentence in said)
    reader.errors.clear()
    reader.errors |= beside or {"": sentences}
    return board_page(table, reader)


def tell(  # noqa: PLR0913 - as `book`, and an id
    table: Table,
    reader: Reader,
    ask: Ask,
    beside: Beside = above,
    conflict: Callable[[Talk], Refusal | None] = lambda _said: None,
    *,
    key: str = "",
) -> bool:
    """Say something at the table; whether it was `spoken`. `conflict` refuses a form whose basis has changed
    since it was drawn.
    """
    late = is_late(table)

    def may(now: Table, said: Talk, members: Members) -> Refusal | None:
        # Not every form names its own round.
        over = another_round(said, reader.hidden("in_round")) if "in_round" in reader.form else None
        silent = over or conflict(said) or permit(now, members).why_silent(said, ask)
        return silent or in_time(now.game, said, ask, late=late)

    told = spoken(table, reader, ask, may, beside, key=key)
    if told and isinstance(ask, Declare):
        start_clock(held_again(table))
    return told


def speak(
    table: Table,
    reader: Reader,
    ask: Ask,
    beside: Beside = above,
    conflict: Callable[[Talk], Refusal | None] = lambda _said: None,
) -> ResponseReturnValue:
    """Say something from the board, and go back there."""
    told = tell(table, reader, ask, beside, conflict)
    return on_board(table) if told else drawn_again(table, reader, board_again)


def speaking_table(game: str) -> Table:
    """The table with this id, if this phone is the bank or has a seat there; else 404 or 403."""
    table, me = held_table(game), viewer(game)
    if not me.bank and not me.seats:
        abort(403)
    return table


LONGEST_WORDS = 300
DECISIONS = {"passed": Decision.PASSES, "opened": Decision.OPENS}

blueprint = Blueprint("deciding", __name__)


@blueprint.post("/g/<game>/decisions/<int:seat>")
def decide(game: str, seat: int) -> ResponseReturnValue:
    """Let a bag pass or open it, as the Sheriff. Then its note is read, and what it allows is booked."""
    table, reader = speaking_table(game), Reader(request.form)
    chosen = reader.choice("decision", DECISIONS)
    decision = DECISIONS.get(chosen, Decision.PASSES)
    words, alone = reader.form.get("on", "")[:LONGEST_WORDS], alone_of(table.game, reader)
    late = decision is Decision.PASSES and is_late(table)
    ask = Decide(seat, decision, words, alone, late=late)
    stood = decided_before(table, seat)
    if not decide_on(table, reader, ask):
        return drawn_again(table, reader, board_again)
    return by_note(table, reader, ask, stood=stood) or to_sheet(table, seat)


@dataclass(frozen=True, slots=True)
class BagSheet:
    """A bag's sheet that says "as declared", from which the Sheriff decides: the `bag` by that sheet, and
    what was `typed` of deals and the fine.
    """

    bag: PassBag | OpenBag
    typed: Mapping[str, str]

    def agreed_aloud(self, table: Table) -> tuple[Deal, ...]:
        """The deals that nobody accepted on a phone."""
        bag, said = self.bag, talk_at(table)
        decision = Decision.OPENS if isinstance(bag, OpenBag) else Decision.PASSES
        return besides(bag.deals, due(table.game, said, bag.merchant, decision, bag.alone))

    def says_more(self, table: Table) -> bool:
        """Whether it says what the note and the cards do not: a fine, or deals agreed aloud."""
        fined = isinstance(self.bag, OpenBag) and self.bag.fine is not None
        return fined or bool(self.agreed_aloud(table))

    def refusal(self, table: Table, said: Talk) -> Refusal | None:
        """Why the bag cannot be booked, whatever is in it: told before the decision, it reveals no note."""
        bag, decision = self.bag, Decision.OPENS if isinstance(self.bag, OpenBag) else Decision.PASSES
        mine = permit(table).refusal(bag, said, late=is_late(table))
        return mine or may_strike(table.game, bag.merchant, bag.deals, decision, bag.alone)


def decided_before(table: Table, merchant: int) -> bool:
    """Whether a bag was decided on, by another tap than this one."""
    said = talk_at(table)
    return decision_of(said, merchant) is not None and not knows(said, action_id())


def decide_on(
    table: Table, reader: Reader, ask: Decide, sheet: BagSheet | None = None, beside: Beside = above
) -> bool:
    """Store the decision, made on the board or on the bag's `sheet`; whether it was, as in `tell`."""
    me = this_phone(table).own_seat
    if ask.alone is None and me in table.game.deputies:
        ask = replace(ask, said_by=me)
    return tell(table, reader, ask, beside, lambda said: sheet.refusal(table, said) if sheet else None)


def by_note(
    table: Table, reader: Reader, ask: Decide, sheet: BagSheet | None = None, *, stood: bool
) -> ResponseReturnValue | None:
    """Read the merchant's note, only now that the decision is stored, and do what follows from it; None if
    the bag waits to be booked as its sheet says. `stood` if it was decided on before.
    """
    now, seat = held_again(table), ask.merchant
    if bag_waits(now.game, seat) or deciding.cards_of(talk_at(now), seat):
        return on_board(now)  # the same tap once more: the bag is booked, or its cards lie open already
    if not (stood or (sheet and sheet.says_more(now))) and _is_shown_by_merchant(now, seat):
        return on_board(now)
    noted = service().notes(now.id, seat).get(now.game.round, Goods())
    if noted:
        with suppress(Refusal):  # without a reason: it would tell what was noted
            if ask.decision is Decision.PASSES:
                return _passed(now, reader, seat, noted, sheet)
            return _opened(now, seat, noted, sheet)
    return to_sheet(now, seat, sheet) if noted and not stood else None


def _is_shown_by_merchant(table: Table, merchant: int) -> bool:
    """Whether an opened bag has a note, and another phone, its merchant's, is awake to turn the cards."""
    phone = this_phone(table)
    speaks = phone.permit.recording is not Recording.BANK and merchant in phone.awake - phone.me.seats
    return speaks and bool(noted_to_show(table, merchant))


@blueprint.post("/g/<game>/decisions/<int:seat>/turns")
def turns(game: str, seat: int) -> ResponseReturnValue:
    """Turn an opened bag's cards over as they were noted, on all phones: its merchant does, and the Sheriff,
    who waits for nobody. If no note fits, its sheet asks what was in it.
    """
    table, reader = speaking_table(game), Reader(request.form)
    if deciding.cards_of(talk_at(table), seat):
        return on_board(table)
    if not this_phone(table).says(TurnOver(seat, Goods())):
        return speak(table, reader, TurnOver(seat, Goods()))
    noted = noted_to_show(table, seat)
    return speak(table, reader, TurnOver(seat, noted)) if noted else to_sheet(table, seat)


@blueprint.post("/g/<game>/decisions/<int:seat>/cards")
def cards(game: str, seat: int) -> ResponseReturnValue:
    """Confirm that the cards turned over are what lies there, and book the opened bag; if its payer is short,
    its sheet asks for the goods. If another phone confirmed it first, go to the board.
    """
    table, reader = speaking_table(game), Reader(request.form)
    said, seen = talk_at(table), reader.form.get("on", "")
    if _was_confirmed(table, seat, seen):
        return on_board(table)
    bag = deciding.opening(table.game, said, seat)
    if bag is None:
        refuse(table, reader, bag_waits(table.game, seat) or NothingDecided(seat))
    elif seen != deciding.cards_of(said, seat):
        refuse(table, reader, BagTalkChanged(seat))
    after = book(table, reader, bag)
    return on_board(after) if after else drawn_again(table, reader, board_again)


def _was_confirmed(table: Table, merchant: int, seen: str) -> bool:
    """Whether the bag is already recorded with the open cards that this phone has `seen`."""
    decided = talk_at(table).decisions.get(merchant)
    was = opened_as(table.game, (line.event for line in table.standing), merchant)
    if decided is None or was is None or was.contents != decided.turned:
        return False
    return deciding.cards_of(talk_at(table), merchant) == seen


@blueprint.post("/g/<game>/decisions/<int:seat>/payers")
def payers(game: str, seat: int) -> ResponseReturnValue:
    """Confirm that the cards turned over lie there, and ask the payer who is short which goods go; a payer
    of this phone is asked at once.
    """
    table, reader = speaking_table(game), Reader(request.form)
    seen = reader.form.get("on")
    told = tell(
        table,
        reader,
        AskPayer(seat),
        conflict=lambda said: None if seen == deciding.cards_of(said, seat) else BagTalkChanged(seat),
    )
    if not told:
        return drawn_again(table, reader, board_again)
    now = held_again(table)
    return to_sheet(now, seat) if permit(now).pays(talk_at(now), seat) else on_board(now)


@blueprint.post("/g/<game>/decisions/<int:seat>/withdrawals")
def withdrawals(game: str, seat: int) -> ResponseReturnValue:
    """The merchant lets the Sheriff decide again, or the Deputy does whom nobody asked."""
    table, reader = speaking_table(game), Reader(request.form)
    said_by = reader.hidden("by") if "by" in reader.form else None
    return speak(table, reader, DecideAgain(seat, said_by))


def ask_for_goods(table: Table, reader: Reader, opens: Decide, bag: OpenBag) -> bool:
    """Open a bag and turn over what its sheet says, for all to see; ask who is short which goods go (D2).
    Whether all of that was said, as in `tell`.
    """
    turned = TurnOver(bag.merchant, bag.contents)
    return (
        tell(table, reader, opens)
        and tell(table, reader, turned, key=next_id())
        and tell(table, reader, AskPayer(bag.merchant), key=next_id("asks"))
    )


def as_noted(table: Table, merchant: int, deals: tuple[Deal, ...] = ()) -> PassBag | None:
    """A bag that was let pass and is not recorded, as its note says, with these deals besides; None if there
    is no note or it cannot be booked, without saying which.
    """
    game, said = table.game, talk_at(table)
    if bag_waits(game, merchant) or decision_of(said, merchant) is not Decision.PASSES:
        return None
    noted = service().notes(table.id, merchant).get(game.round, Goods())
    bag = deciding.passing(game, said, merchant, noted, deals)
    fits = preview(game, replace(bag, deals=(), there=Goods()))
    return None if isinstance(fits, Refusal) else bag


def _passed(
    table: Table, reader: Reader, merchant: int, noted: Goods, sheet: BagSheet | None
) -> ResponseReturnValue:
    """Book the bag as it was noted, with what was agreed aloud; if oil may have been shown, its sheet asks
    only that. Raises a Refusal.
    """
    aloud = sheet.agreed_aloud(table) if sheet else ()
    command = deciding.passing(table.game, talk_at(table), merchant, noted, aloud)
    if deciding.may_raid(table.game, command) and as_noted(table, merchant):
        return to_sheet(table, merchant, sheet)
    after = service().play(table.id, command, next_id(), judge(command), asker(table), speakers())
    to_end = way_to_end(reader, table.id)
    return led_on(after, to_end) if to_end else on_board(after, after.seq)


def _opened(table: Table, merchant: int, noted: Goods, sheet: BagSheet | None) -> ResponseReturnValue:
    """Turn the noted cards over on all phones. What was agreed aloud, and what a law asks for, is booked with
    them on the bag's sheet. Raises a Refusal.
    """
    service().say(
        table.id,
        TurnOver(merchant, noted),
        next_id(),
        lambda _members: frozenset(),
        lambda _now, _said, _members: None,
    )
    says_more = sheet is not None and sheet.says_more(table)
    return to_sheet(table, merchant, sheet) if says_more else on_board(table)


def to_sheet(table: Table, merchant: int, sheet: BagSheet | None = None) -> ResponseReturnValue:
    """Go to the sheet that asks what was in the bag, with the typed deals and fine."""
    address = url_for("bags.bag", game=table.id, seat=merchant)
    typed = urlencode(sheet.typed) if sheet and sheet.says_more(table) else ""
    return redirect(f"{address}?{typed}" if typed else address, HTTPStatus.SEE_OTHER)
