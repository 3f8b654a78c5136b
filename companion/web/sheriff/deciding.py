"""What the Sheriff decides on a bag that was declared by phone, and how that is told."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.idempotency import knows
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
from companion.rules.sheriff.game import Event, Game
from companion.rules.sheriff.opened import OpenBag, opened_as
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import bag_waits, due, in_time
from companion.rules.sheriff.refusals import BagTalkChanged, DeclaresFirst, NothingDecided
from companion.rules.sheriff.talk import Ask, Talk, decision_of
from companion.web.booking import Again, Beside, asker, book, drawn_again, led_on, on_board
from companion.web.current import action_id, held_again, next_id, sent, service, speakers, viewer
from companion.web.reader import Reader
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
from companion.web.sheriff.words import Words


def board_again(table: Table, reader: Reader) -> str:
    """The board with all errors at its top, because it has no fields but who acts and the price."""
    beside = {field: reader.errors.pop(field) for field in ("alone", "price") if field in reader.errors}
    sentences = tuple(sentence for said in reader.errors.values() for sentence in said)
    reader.errors.clear()
    reader.errors |= beside or {"": sentences}
    return board_page(table, reader)


def speak(  # noqa: PLR0913, PLR0917 - as `booking.book`
    table: Table,
    reader: Reader,
    ask: Ask,
    again: Again[Game, Event] = board_again,
    beside: Beside = lambda _: "",
    sheet: str = "",
    conflict: Callable[[Talk], Refusal | None] = lambda _said: None,
    onward: str = "",
    then: Callable[[], ResponseReturnValue | None] = lambda: None,
    key: str = "",
) -> ResponseReturnValue:
    """Say something at the table, then go where `then` leads, or `onward`, or back to the board. If something
    is wrong, show the form `again`, or the board if the `sheet` that it came from has expired. `conflict`
    refuses a form whose basis has changed since it was drawn. `key` is the id of a second thing said by the
    same tap.
    """
    key = key or action_id()
    if not reader.errors:
        try:
            late = is_late(table)
            service().say(
                table.id,
                ask,
                key,
                speakers(),
                lambda now, said, members: (
                    # Not every form names its own round.
                    (another_round(said, reader.hidden("in_round")) if "in_round" in reader.form else None)
                    or conflict(said)
                    or permit(now, members).why_silent(said, ask)
                    or in_time(now.game, said, ask, late=late)
                ),
                sent(),
            )
        except Refusal as refusal:
            if isinstance(refusal, DeclaresFirst):
                sheet = ""  # the sheet has not expired: a merchant who has to wait will declare there
            reader.refuse(
                beside(refusal), Words(table.game.seats).refusal(refusal, this_phone(table).own_seat)
            )
        else:
            if isinstance(ask, Declare):
                start_clock(held_again(table))
            led = then()
            if led is not None:
                return led
            return redirect(onward, HTTPStatus.SEE_OTHER) if onward else on_board(table)
    return drawn_again(table, reader, again, sheet)


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
    return decide_on(table, reader, Decide(seat, decision, words, alone, late=late))


@dataclass(frozen=True, slots=True)
class BagSheet:
    """A bag's sheet that says "as declared", from which the Sheriff decides: the `bag` by that sheet, which
    `books` records if no note says more; what was `typed` of deals and the fine; how it is drawn `again`,
    with a refusal `beside` its field; and where it leads `onward` from a booked bag.
    """

    bag: PassBag | OpenBag
    books: Callable[[], ResponseReturnValue]
    typed: Mapping[str, str]
    again: Again[Game, Event]
    beside: Beside
    onward: Callable[[Table], str] | None

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


def decide_on(
    table: Table, reader: Reader, ask: Decide, sheet: BagSheet | None = None
) -> ResponseReturnValue:
    """Store the decision, made on the board or on the bag's `sheet`; only then read the merchant's note, and
    do what follows from it.
    """
    seat, said, me = ask.merchant, talk_at(table), this_phone(table).own_seat
    if ask.alone is None and me in table.game.deputies:
        ask = replace(ask, said_by=me)
    stood = decision_of(said, seat) is not None and not knows(said, action_id())

    def then() -> ResponseReturnValue | None:
        now = held_again(table)
        if bag_waits(now.game, seat) is not None:
            return None  # the same tap once more: the bag is already booked
        if deciding.cards_of(talk_at(now), seat):
            return None  # its cards already lie open
        if not (stood or (sheet and sheet.says_more(now))) and _is_shown_by_merchant(now, seat):
            return None
        noted = service().notes(now.id, seat).get(now.game.round, Goods())
        if noted and (led := _by_note(now, ask, noted, sheet)):
            return led
        if sheet and (stood or not noted):
            return sheet.books()
        return _to_sheet(now, seat, sheet)

    if sheet is None:
        return speak(table, reader, ask, then=then)
    return speak(
        table,
        reader,
        ask,
        sheet.again,
        sheet.beside,
        f"bags/{seat}",
        conflict=lambda said: sheet.refusal(table, said),
        then=then,
    )


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
    return speak(table, reader, TurnOver(seat, noted)) if noted else _to_sheet(table, seat, None)


@blueprint.post("/g/<game>/decisions/<int:seat>/cards")
def cards(game: str, seat: int) -> ResponseReturnValue:
    """Confirm that the cards turned over are what lies there, and book the opened bag; if its payer is short,
    its sheet asks for the goods. If another phone confirmed it first, go to the board.
    """
    table, reader = speaking_table(game), Reader(request.form)
    if _was_confirmed(table, seat, reader.form.get("on", "")):
        return on_board(table)

    def lies_there() -> OpenBag:
        said = talk_at(table)
        command = deciding.opening(table.game, said, seat)
        if command is None:
            raise bag_waits(table.game, seat) or NothingDecided(seat)
        if reader.form.get("on") != deciding.cards_of(said, seat):
            raise BagTalkChanged(seat)
        return command

    return book(table, reader, lies_there, board_again)


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
    seen, moved_on = reader.form.get("on"), BagTalkChanged(seat)

    def then() -> ResponseReturnValue | None:
        now = held_again(table)
        return _to_sheet(now, seat, None) if permit(now).pays(talk_at(now), seat) else None

    return speak(
        table,
        reader,
        AskPayer(seat),
        conflict=lambda said: None if seen == deciding.cards_of(said, seat) else moved_on,
        then=then,
    )


@blueprint.post("/g/<game>/decisions/<int:seat>/withdrawals")
def withdrawals(game: str, seat: int) -> ResponseReturnValue:
    """The merchant lets the Sheriff decide again."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, DecideAgain(seat))


def ask_for_goods(
    table: Table, reader: Reader, bag: OpenBag, again: Again[Game, Event]
) -> ResponseReturnValue:
    """Open a bag and turn over what its sheet says, for all to see; ask who is short which goods go (D2)."""
    seat, sheet = bag.merchant, f"bags/{bag.merchant}"
    opens = Decide(seat, Decision.OPENS, deciding.words_of(table.game, talk_at(table), seat), bag.alone)

    def asks() -> ResponseReturnValue:
        return speak(table, reader, AskPayer(seat), again, sheet=sheet, key=next_id("asks"))

    def turns() -> ResponseReturnValue:
        turned = TurnOver(seat, bag.contents)
        return speak(table, reader, turned, again, sheet=sheet, then=asks, key=next_id())

    return speak(table, reader, opens, again, sheet=sheet, then=turns)


def _by_note(table: Table, ask: Decide, noted: Goods, sheet: BagSheet | None) -> ResponseReturnValue | None:
    """Do what follows from a decision by the merchant's note; None if that is refused, without a reason."""
    with suppress(Refusal):
        passes = ask.decision is Decision.PASSES
        return (_passed if passes else _opened)(table, ask.merchant, noted, sheet)
    return None


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


def _passed(table: Table, merchant: int, noted: Goods, sheet: BagSheet | None) -> ResponseReturnValue:
    """Book the bag as it was noted, with what was agreed aloud; if oil may have been shown, its sheet asks
    only that. Raises a Refusal.
    """
    aloud = sheet.agreed_aloud(table) if sheet else ()
    command = deciding.passing(table.game, talk_at(table), merchant, noted, aloud)
    if deciding.may_raid(table.game, command) and as_noted(table, merchant):
        return _to_sheet(table, merchant, sheet)
    after = service().play(table.id, command, next_id(), judge(command), asker(table), speakers())
    return led_on(after, sheet.onward if sheet else None, after.seq)


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
    return _to_sheet(table, merchant, sheet) if says_more else on_board(table)


def _to_sheet(table: Table, merchant: int, sheet: BagSheet | None) -> ResponseReturnValue:
    """Go to the sheet that asks what was in the bag, with the typed deals and fine."""
    address = url_for("bags.bag", game=table.id, seat=merchant)
    typed = urlencode(sheet.typed) if sheet and sheet.says_more(table) else ""
    return redirect(f"{address}?{typed}" if typed else address, HTTPStatus.SEE_OTHER)
