"""The Sheriff's decision on a bag, and what follows from it: the merchant's note is read only once the
decision is stored (I2, I3, T8).
"""

from contextlib import suppress
from http import HTTPStatus

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import deciding
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.commands import OpenBag, PassBag
from companion.rules.sheriff.proposals import bag_waits
from companion.rules.sheriff.refusals import NothingDecided, SaidMeanwhile
from companion.rules.sheriff.talk import AskPayer, Decide, DecideAgain, Talk, TurnOver
from companion.web.context.current import action_id, clerk, held_again
from companion.web.context.sheriff.at_table import talk_at
from companion.web.context.sheriff.permits import judge
from companion.web.forms.reader import Reader
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import book, on_board
from companion.web.routes.sheriff.speaking import board_again, speak, speaking_table

LONGEST_ID = 58
LONGEST_WORDS = 200
DECISIONS = {"passed": Decision.PASSES, "opened": Decision.OPENS}

blueprint = Blueprint("deciding", __name__)


@blueprint.post("/g/<game>/decisions/<int:seat>")
def decide(game: str, seat: int) -> ResponseReturnValue:
    """The Sheriff lets a bag pass or opens it. Then its note is read, and what can be booked by it is."""
    table, reader = speaking_table(game), Reader(request.form)
    chosen = reader.choice("decision", DECISIONS)
    decision = DECISIONS.get(chosen, Decision.PASSES)
    return decide_on(table, reader, Decide(seat, decision, reader.form.get("on", "")[:LONGEST_WORDS]))


def decide_on(table: Table, reader: Reader, ask: Decide) -> ResponseReturnValue:
    """Store the decision; only then read the merchant's note, and do what follows from it."""
    seat, decision = ask.merchant, ask.decision

    def then() -> ResponseReturnValue | None:
        now = held_again(table)
        if bag_waits(now.game, seat) is not None:
            return None  # the same tap once more: the bag is booked
        if deciding.cards_of(talk_at(now), seat):
            return None  # and here its cards lie open
        noted = clerk().notes(now.id, seat).get(now.game.round, Goods())
        return _passed(now, seat, noted) if decision is Decision.PASSES else _opened(now, seat, noted)

    return speak(table, reader, lambda: ask, board_again, then=then)


@blueprint.post("/g/<game>/decisions/<int:seat>/cards")
def cards(game: str, seat: int) -> ResponseReturnValue:
    """What was turned over is what lies there: the opened bag is booked; if its payer is short, its sheet
    asks for the goods.
    """
    table, reader = speaking_table(game), Reader(request.form)

    def lies_there() -> OpenBag:
        said = talk_at(table)
        command = deciding.opening(table.game, said, seat)
        if command is None:
            raise NothingDecided(seat)
        if reader.form.get("on") != deciding.cards_of(said, seat):
            raise SaidMeanwhile(seat)
        return command

    return book(table, reader, lies_there, board_again)


@blueprint.post("/g/<game>/decisions/<int:seat>/payers")
def payers(game: str, seat: int) -> ResponseReturnValue:
    """What was turned over is what lies there, and who is short is asked which goods go."""
    table, reader = speaking_table(game), Reader(request.form)

    def meanwhile(said: Talk) -> Refusal | None:
        return None if reader.form.get("on") == deciding.cards_of(said, seat) else SaidMeanwhile(seat)

    return speak(table, reader, lambda: AskPayer(seat), board_again, meanwhile=meanwhile)


@blueprint.post("/g/<game>/decisions/<int:seat>/withdrawals")
def withdrawals(game: str, seat: int) -> ResponseReturnValue:
    """The merchant lets the Sheriff decide again."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, lambda: DecideAgain(seat), board_again)


def _passed(table: Table, merchant: int, noted: Goods) -> ResponseReturnValue:
    """Book the bag as it was noted; where there is nothing to book it by, ask on its sheet, and do not say
    why.
    """
    command = deciding.passing(table.game, talk_at(table), merchant, noted) if noted else None
    if command is not None:
        with suppress(Refusal):
            return on_board(table, _booked(table, command).seq)
    return redirect(url_for("sheriff.bag", game=table.id, seat=merchant), HTTPStatus.SEE_OTHER)


def _booked(table: Table, command: PassBag) -> Table:
    return clerk().play(table.id, command, _next_id(), judge(command))


def _opened(table: Table, merchant: int, noted: Goods) -> ResponseReturnValue | None:
    """Turn the noted cards over on all phones; where that cannot be, ask on the bag's sheet."""
    if noted:
        with suppress(Refusal):
            clerk().say(
                table.id,
                TurnOver(merchant, noted),
                _next_id(),
                lambda _company: frozenset(),
                lambda _now, _said, _company: None,
            )
            return None
    address = url_for("sheriff.bag", game=table.id, seat=merchant)
    return redirect(address, HTTPStatus.SEE_OTHER)


def _next_id() -> str:
    """The id of the action that follows from this one: a repeated tap leads to the same."""
    return f"{action_id()[:LONGEST_ID]}-note"
