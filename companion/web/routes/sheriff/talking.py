"""What is said at a table before a bag is booked: declarations, threats, offers, answers, promises."""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clerk import ActionReused
from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import MOST_CARDS, Decision, Declaration
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.meanwhile import declared_meanwhile
from companion.rules.sheriff.proposals import bid as bid_for
from companion.rules.sheriff.refusals import NoSuchProposal
from companion.rules.sheriff.talk import Change, Declare, Nudge, Proposal, Reopen, Talk, Withdraw, proposal_of
from companion.web.context.sheriff.at_table import talk_at
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.this_phone import this_phone
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff import aloud_form, bag_form, talk_form
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.routes.booking import Again, drawn_again, refused, to_board
from companion.web.routes.sheriff.own_bag_pages import keep_noted
from companion.web.routes.sheriff.sheets import why_over
from companion.web.routes.sheriff.speaking import board_again, speak, speaking_table
from companion.web.routes.sheriff.table_pages import bag_page
from companion.web.screens.sheriff.aloud import aloud as aloud_screen
from companion.web.screens.sheriff.declaration import declaration as declaration_screen
from companion.web.screens.sheriff.offer import offer as offer_screen
from companion.web.words.sheriff.sentences import Words

blueprint = Blueprint("talking", __name__)


@blueprint.get("/g/<game>/declarations/<int:seat>")
def declaration(game: str, seat: int) -> ResponseReturnValue:
    """One tap for the good, one for the number."""
    table = speaking_table(game)
    if why_over(table, f"declarations/{seat}"):
        return to_board(table, f"declarations/{seat}")
    return _declaration_page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/declarations/<int:seat>")
def declare(game: str, seat: int) -> ResponseReturnValue:
    """A merchant declares, changes the declaration, or takes it back; on the own phone it is said when the
    turn comes (T4). Who came from the own bag to say it alone keeps no note.
    """
    table, reader = speaking_table(game), Reader(request.form)
    is_own = this_phone(table).me.seats == {seat}
    ask = talk_form.read_declaration(table.game, seat, reader, in_turn=is_own)
    again: Again[Game, Event] = lambda now, reader: _declaration_page(now, seat, reader)  # noqa: E731 - one line says it
    seen = talk_form.read_declared(reader)

    def meanwhile(said: Talk) -> Refusal | None:
        return declared_meanwhile(said, ask, seen) if "on" in reader.form else None

    def then() -> None:
        if is_own and reader.ticked("unnoted") and isinstance(ask, Declare):
            keep_noted(table, seat, Goods())

    return speak(
        table,
        reader,
        lambda: ask,
        again,
        talk_form.declaration_field,
        sheet=f"declarations/{seat}",
        meanwhile=meanwhile,
        then=then,
    )


@blueprint.post("/g/<game>/bids/<int:seat>")
def bid(game: str, seat: int) -> ResponseReturnValue:
    """A player raises what the Sheriff gets over a bag: by how much is said by the field of what it is for,
    `from` what the form showed. The same tap twice is one bid; of two different ones on the same form, as a
    phone without scripts sends them, the first counts, and the board says so.
    """
    table, reader = speaking_table(game), Reader(request.form)
    decision = next((one for one in Decision if one.value in request.form), Decision.PASSES)
    raised = reader.number(decision.value, fewest=1, blank=None)
    gold = reader.number("from") + raised
    merchant = reader.hidden("merchant")
    deputy = reader.seat("deputy", len(table.game.seats)) if "deputy" in reader.form else None
    try:
        return speak(
            table,
            reader,
            lambda: bid_for(table.game, talk_at(table), seat, merchant, gold, decision, deputy),
            board_again,
        )
    except ActionReused:
        reader.refuse("", _("Only the first of these taps counted. Look again."))
        return drawn_again(table, reader, board_again)


@blueprint.get("/g/<game>/aloud")
def agreed(game: str) -> ResponseReturnValue:
    """The form of what was agreed aloud."""
    table = speaking_table(game)
    if why_over(table, "aloud"):
        return to_board(table, "aloud")
    return _aloud_page(table, Reader(request.args))


@blueprint.post("/g/<game>/aloud")
def aloud(game: str) -> ResponseReturnValue:
    """The Sheriff notes what was agreed aloud."""
    table, reader = speaking_table(game), Reader(request.form)
    form = aloud_form.read(table.game, this_phone(table), reader)
    giver = aloud_form.read_giver(table.game, form, reader)
    return speak(
        table,
        reader,
        lambda: form.propose(table.game, giver),
        _aloud_page,
        aloud_form.field_of,
        "aloud",
    )


@blueprint.get("/g/<game>/offers/new")
def new_offer(game: str) -> ResponseReturnValue:
    """The form of an offer."""
    table = speaking_table(game)
    if why_over(table, "offers/new"):
        return to_board(table, "offers/new")
    return _offer_page(table, Reader(request.args))


@blueprint.post("/g/<game>/offers")
def offer(game: str) -> ResponseReturnValue:
    """Something is put on the table for another player."""
    table, reader = speaking_table(game), Reader(request.form)
    phone = this_phone(table)
    form = talk_form.read(table.game, phone, reader)
    talk_form.check_receiver(table.game, phone, form, reader)
    return speak(table, reader, lambda: form.propose(phone), _offer_page, talk_form.offer_field, "offers/new")


@blueprint.get("/g/<game>/offers/<int:number>")
def changed_offer(game: str, number: int) -> ResponseReturnValue:
    """The form of an existing offer, prefilled."""
    table = speaking_table(game)
    if why_over(table, f"offers/{number}"):
        return to_board(table, f"offers/{number}")
    return _offer_page(table, Reader(request.args), proposal_of(talk_at(table), number))


@blueprint.post("/g/<game>/offers/<int:number>")
def change_offer(game: str, number: int) -> ResponseReturnValue:
    """An offer is changed."""
    table, reader = speaking_table(game), Reader(request.form)
    proposal = proposal_of(talk_at(table), number)
    if proposal is None:
        return _refused_on_board(table, reader, NoSuchProposal())
    form = talk_form.read_change(table.game, proposal, reader)
    return speak(
        table,
        reader,
        lambda: Change(number, form.deal),
        lambda now, reader: _offer_page(now, reader, proposal_of(talk_at(now), number)),
        talk_form.offer_field,
        f"offers/{number}",
    )


@blueprint.post("/g/<game>/offers/<int:number>/answers")
def answers(game: str, number: int) -> ResponseReturnValue:
    """An offer is accepted or refused, on the board or on the sheet of its bag."""
    table, reader = speaking_table(game), Reader(request.values)
    ask, seat = talk_form.read_answer(number, reader), reader.hidden("bag")
    if seat not in range(len(table.game.seats)):
        return speak(table, reader, lambda: ask, board_again)
    again: Again[Game, Event] = lambda now, reader: bag_page(now, seat, reader)  # noqa: E731 - one line says it
    onward = f"{url_for('sheriff.bag', game=game, seat=seat)}?{urlencode(bag_form.typed(reader))}"
    return speak(table, reader, lambda: ask, again, lambda _: "deals", f"bags/{seat}", onward=onward)


@blueprint.post("/g/<game>/offers/<int:number>/withdrawals")
def withdrawals(game: str, number: int) -> ResponseReturnValue:
    """An offer is withdrawn."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, lambda: Withdraw(number), board_again)


@blueprint.post("/g/<game>/offers/<int:number>/reopenings")
def reopenings(game: str, number: int) -> ResponseReturnValue:
    """An offer was accepted by mistake."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, lambda: Reopen(number), board_again)


@blueprint.post("/g/<game>/threats")
def threats(game: str) -> ResponseReturnValue:
    """The Sheriff threatens to open a bag, or drops the threat."""
    table, reader = speaking_table(game), Reader(request.form)
    ask = talk_form.read_threat(table.game, this_phone(table), reader)
    return speak(table, reader, lambda: ask, board_again)


@blueprint.post("/g/<game>/nudges/<int:seat>")
def nudges(game: str, seat: int) -> ResponseReturnValue:
    """The bank nudges the player for whom all wait."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, lambda: Nudge(seat), board_again)


@blueprint.post("/g/<game>/promises")
def promises(game: str) -> ResponseReturnValue:
    """A promise is marked as kept, or unmarked."""
    table, reader = speaking_table(game), Reader(request.form)
    ask = talk_form.read_mark(talk_at(table), reader)
    return speak(table, reader, lambda: ask, board_again)


def _declaration_page(table: Table, seat: int, reader: Reader) -> str:
    good = reader.form.get("good", "")
    number = Reader(reader.form).number("number", MOST_CARDS)
    typed = Declaration(good if good in table.game.legal_goods else "", number)
    me = this_phone(table)
    view = declaration_screen(table.id, table.game, me, seat, typed)
    if reader.ticked("unnoted") and me.me.seats == {seat}:
        view = replace(view, unnoted=True)
    return render_template(
        "sheriff/declare/declare.html",
        declaration=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def _aloud_page(table: Table, reader: Reader) -> str:
    me = this_phone(table)
    view = aloud_screen(table.id, table.game, me, aloud_form.read(table.game, me, Reader(reader.form)))
    return render_template(
        "sheriff/aloud/aloud.html",
        aloud=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def _offer_page(table: Table, reader: Reader, proposal: Proposal | None = None) -> str:
    me = this_phone(table)
    if proposal is None:
        form = talk_form.read(table.game, me, reader)
    elif reader.has(talk_form.PREFIX):
        form = talk_form.read_change(table.game, proposal, reader)
    else:
        form = talk_form.of_proposal(proposal)
    view = offer_screen(table.id, table.game, me, form, proposal)
    return render_template(
        "sheriff/offer/offer.html",
        offer=view,
        timer=timer_at(table),
        errors=reader.errors,
        game_path=table.id,
    )


def _refused_on_board(table: Table, reader: Reader, refusal: Refusal) -> ResponseReturnValue:
    reader.refuse("", Words(table.game.seats).refusal(refusal))
    return refused(board_again(table, reader))
