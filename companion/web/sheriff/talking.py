"""Declare, offer, answer, threaten, nudge, promise; and what was agreed aloud: forms, pages, addresses."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import proposals, saying
from companion.rules.sheriff.awaiting import Nudge
from companion.rules.sheriff.bags import MOST_CARDS, Deal, Decision, Declaration
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.deals import as_kept
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.meanwhile import declared_meanwhile
from companion.rules.sheriff.proposals import Change, Propose, Reopen, Withdraw, undecided
from companion.rules.sheriff.proposals import bid as bid_for
from companion.rules.sheriff.refusals import (
    EmptyDeal,
    NoSuchProposal,
)
from companion.rules.sheriff.talk import Proposal, Talk, proposal_of
from companion.service import ActionReused
from companion.web.beside import field_of
from companion.web.booking import Again, drawn_again, refused, to_board
from companion.web.http.language import gettext as _
from companion.web.parts import Choice, Seat, seat_of, seats_of
from companion.web.people import say
from companion.web.reader import Reader
from companion.web.sheriff.bag_form import as_sent
from companion.web.sheriff.bag_pages import bag_page
from companion.web.sheriff.deal import DealFields, deal_fields, decisions, short_of
from companion.web.sheriff.deal_form import deal_as_drawn
from companion.web.sheriff.deciding import board_again, speak, speaking_table
from companion.web.sheriff.own_bag_pages import keep_noted
from companion.web.sheriff.request import talk_at, this_phone, timer_at
from companion.web.sheriff.sheets import why_over
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.talk_panel import (
    PREFIX,
    OfferForm,
    check_receiver,
    declaration_field,
    declaration_screen,
    givers_of,
    of_proposal,
    offer_field,
    read_answer,
    read_change,
    read_declaration,
    read_declared,
    read_mark,
    read_offer,
    read_threat,
    receivers_of,
)
from companion.web.sheriff.talk_words import left_to_give, put_in_full
from companion.web.sheriff.words import Words

ALOUD_FIELDS = ("gold",)


@dataclass(frozen=True, slots=True)
class AloudForm:
    """What was typed so far: over whose bag, what for, how much gold, 0 before that; who of two Deputies
    agreed, None where one Sheriff serves.
    """

    merchant: int
    decision: Decision
    gold: int
    deputy: int | None = None

    def propose(self, game: Game, giver: int) -> Propose:
        """What it notes, once it says from whom."""
        receiver = game.sheriff if self.deputy is None else self.deputy
        return Propose(self.merchant, Deal(giver, receiver, self.gold, decision=self.decision), aloud=True)


def deputies_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The Deputies who note on this phone what they heard (E14); none where one Sheriff serves."""
    return tuple(filter(phone.speaks_for, game.deputies))


def read_aloud(game: Game, phone: PhoneContext, reader: Reader) -> AloudForm:
    """The form as the fields describe it; at first over the bag that is next, to let it pass."""
    talk, notes = phone.talk, [str(seat) for seat in deputies_of(game, phone)]
    deputy = reader.choice("deputy", notes) if "deputy" in reader.form else next(iter(notes), "")
    chosen = reader.choice("bag", [str(seat) for seat in game.merchants]) if "bag" in reader.form else ""
    decision = reader.choice("decision", [*Decision]) if "decision" in reader.form else ""
    more = reader.form.get("more", "").strip()
    return AloudForm(
        int(chosen) if chosen else next(iter(undecided(game, talk)), game.merchants[0]),
        Decision(decision) if decision else Decision.PASSES,
        reader.number("more" if more else "gold"),
        int(deputy) if deputy else None,
    )


def read_giver(game: Game, form: AloudForm, reader: Reader) -> int:
    """Who agreed to give it; by then there must be something to give."""
    if not form.gold and not reader.errors:
        reader.refuse("gold", _("How much gold?"))
    return reader.seat("giver", len(game.seats))


def aloud_field(refusal: Refusal) -> str:
    """The field a refusal is shown beside."""
    return field_of(ALOUD_FIELDS, refusal)


MOST_TAPPED = 10  # gold; more is typed


@dataclass(frozen=True, slots=True)
class Giver:
    """Somebody who may have agreed, and whether a phone asks them."""

    seat: Seat
    confirms: bool


@dataclass(frozen=True, slots=True)
class AloudScreen:
    """What sheriff/aloud/_aloud.html shows; `deputies` are those of whom this phone may say it. What is
    half-filled is kept until its `purpose` changes.
    """

    game: str
    round: int
    bags: tuple[Seat, ...]
    bag: int
    decisions: tuple[Choice, ...]
    decision: Decision
    numbers: range
    gold: int
    givers: tuple[Giver, ...]
    purpose: str
    deputies: tuple[Seat, ...] = ()
    deputy: int | None = None

    @property
    def over(self) -> Seat | None:
        """The bag, where there is only one that it can be about."""
        return self.bags[0] if len(self.bags) == 1 else None


def aloud_screen(game_id: str, game: Game, phone: PhoneContext, form: AloudForm) -> AloudScreen:
    """The form with what was typed."""
    open_bags = undecided(game, phone.talk)
    givers = seats_of(game, (seat for seat in game.merchants if seat in game.here))
    return AloudScreen(
        game=game_id,
        round=game.round,
        bags=seats_of(game, open_bags),
        bag=form.merchant,
        decisions=decisions(Decision),
        decision=form.decision,
        numbers=range(1, MOST_TAPPED + 1),
        gold=form.gold,
        givers=tuple(Giver(giver, giver.number in phone.awake) for giver in givers),
        purpose=f"{game.round}.{len(open_bags)}",
        deputies=seats_of(game, deputies_of(game, phone)),
        deputy=form.deputy,
    )


@dataclass(frozen=True, slots=True)
class OfferScreen:
    """What sheriff/offer/_offer.html shows. `number` is of an offer being changed; its sides are fixed.
    What is half-filled is kept until its `purpose` changes; the button that `offers` it says whether somebody
    is asked for it.
    """

    game: str
    round: int
    number: int | None
    bags: tuple[Seat, ...]
    bag: int
    over: Seat
    givers: tuple[Seat, ...]
    giver: Seat
    receiver: Seat
    deal: DealFields
    of_bag: str
    line: Markup | str
    counts: Markup
    purpose: str
    offers: str


def offer_screen(
    game_id: str, game: Game, phone: PhoneContext, form: OfferForm, proposal: Proposal | None = None
) -> OfferScreen:
    """The form with what was typed."""
    givers = (proposal.deal.giver,) if proposal else givers_of(game, phone)
    form = replace(form, deal=deal_as_drawn(game, form.merchant, form.deal, givers))
    form = form if proposal else _among_receivers(game, phone, form)
    said = _said(game, phone, form, proposal)
    deal = deal_fields(
        game,
        form.merchant,
        form.deal,
        asked=form.asked if proposal else form.asked | {"to"},
        refused=short_of(Words(game.seats), said),
    )
    return OfferScreen(
        game=game_id,
        round=game.round,
        number=proposal.number if proposal else None,
        bags=seats_of(game, proposals.undecided(game, phone.talk)),
        bag=form.merchant,
        over=seat_of(game, form.merchant),
        givers=seats_of(game, givers_of(game, phone)),
        giver=seat_of(game, deal.giver),
        receiver=seat_of(game, form.deal.receiver),
        deal=replace(
            deal,
            gift=replace(deal.gift, purse=_left(game, phone, deal.giver, proposal)),
            **_fixed(deal, proposal, givers, receivers_of(game, phone, deal.giver)),
        ),
        of_bag=_("from the bag, as you name them; only what is really in it counts"),
        line=_line(game, said, proposal),
        counts=_counts(game, phone, form),
        purpose=str(game.round),
        offers=_offers(phone, form, proposal),
    )


def _among_receivers(game: Game, phone: PhoneContext, form: OfferForm) -> OfferForm:
    """The form with somebody who can get it on this phone."""
    receivers = receivers_of(game, phone, form.deal.giver)
    if form.deal.receiver in receivers or not receivers:
        return form
    deal = as_kept(game, form.merchant, replace(form.deal, receiver=receivers[0]))
    return replace(form, deal=deal)


def _fixed(
    deal: DealFields, proposal: Proposal | None, givers: tuple[int, ...], receivers: tuple[int, ...]
) -> dict[str, Any]:
    """A changed offer stays between its two players; a new one always says which decision it is for, since
    its sides may still change: an own bribe is for the only one there is (I7). Of two who may both give,
    the giver gets it once the other gives.
    """
    if proposal is not None:
        return {"receivers": ()}
    passing = Decision.PASSES
    asked: dict[str, Any] = {"decisions": decisions([passing]), "decision": passing.value}
    sides = (*receivers, deal.giver) if len(givers) > 1 else receivers
    others = tuple(seat for seat in deal.receivers if seat.number in sides)
    return {"receivers": others, **({} if deal.decisions else asked)}


def _counts(game: Game, phone: PhoneContext, form: OfferForm) -> Markup:
    """With whose bag what is offered is paid; what both Deputies let pass for is never one's alone (E8)."""
    is_own, name = form.merchant == phone.own_seat, Words(game.seats).name(form.merchant)
    if form.deal.receiver in game.deputies and form.deal.decision is not Decision.OPENS:
        own = _("if accepted; to the Booty once both let your bag pass")
        return say(
            own if is_own else _("if accepted; to the Booty once both let %(name)s’s bag pass"), name=name
        )
    own = _("it counts with your bag, if accepted")
    return say(own if is_own else _("it counts with %(name)s’s bag, if accepted"), name=name)


def _offers(phone: PhoneContext, form: OfferForm, proposal: Proposal | None) -> str:
    """The words of the button that offers it."""
    if proposal:
        return _("Offer this instead")
    return _("Ask for it") if phone.asks(form.deal.giver) else _("Offer it")


def _left(game: Game, phone: PhoneContext, giver: int, proposal: Proposal | None) -> Markup | str:
    if game.options.coins_on_table:
        return ""
    on_the_table = proposals.on_the_table(
        game, phone.talk, giver, besides=proposal.number if proposal else None
    )
    mine = giver in phone.me.seats
    return left_to_give(game.gold(giver), on_the_table.gold, mine=mine, words=Words(game.seats), giver=giver)


def _said(game: Game, phone: PhoneContext, form: OfferForm, proposal: Proposal | None) -> Talk | Refusal:
    """The talk once this is offered, or why it cannot be."""
    ask = Change(proposal.number, form.deal) if proposal else form.propose(phone)
    return saying.preview(game, phone.talk, ask, phone.awake)


def _line(game: Game, said: Talk | Refusal, proposal: Proposal | None) -> Markup | str:
    """What would be offered, or why it cannot be."""
    words = Words(game.seats)
    if isinstance(said, Refusal):
        return "" if isinstance(said, EmptyDeal) else words.refusal(said)
    number = proposal.number if proposal else said.proposals[-1].number
    return put_in_full(words, game, next(one for one in said.proposals if one.number == number))


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
    ask = read_declaration(table.game, seat, reader, in_turn=is_own)
    again: Again[Game, Event] = lambda now, reader: _declaration_page(now, seat, reader)  # noqa: E731 - one line says it
    seen = read_declared(reader)

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
        declaration_field,
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
    people, sheriff = len(table.game.seats), table.game.sheriff
    said = Deal(
        seat, reader.seat("deputy", people) if "deputy" in reader.form else sheriff, gold, decision=decision
    )
    try:
        return speak(table, reader, lambda: bid_for(talk_at(table), merchant, said), board_again)
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
    form = read_aloud(table.game, this_phone(table), reader)
    giver = read_giver(table.game, form, reader)
    return speak(
        table,
        reader,
        lambda: form.propose(table.game, giver),
        _aloud_page,
        aloud_field,
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
    form = read_offer(table.game, phone, reader)
    check_receiver(table.game, phone, form, reader)
    return speak(table, reader, lambda: form.propose(phone), _offer_page, offer_field, "offers/new")


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
    form = read_change(table.game, proposal, reader)
    return speak(
        table,
        reader,
        lambda: Change(number, form.deal),
        lambda now, reader: _offer_page(now, reader, proposal_of(talk_at(now), number)),
        offer_field,
        f"offers/{number}",
    )


@blueprint.post("/g/<game>/offers/<int:number>/answers")
def answers(game: str, number: int) -> ResponseReturnValue:
    """An offer is accepted or refused, on the board or on the sheet of its bag."""
    table, reader = speaking_table(game), Reader(request.values)
    ask, seat = read_answer(number, reader), reader.hidden("bag")
    if seat not in range(len(table.game.seats)):
        return speak(table, reader, lambda: ask, board_again)
    again: Again[Game, Event] = lambda now, reader: bag_page(now, seat, reader)  # noqa: E731 - one line says it
    onward = f"{url_for('bags.bag', game=game, seat=seat)}?{urlencode(as_sent(reader))}"
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
    ask = read_threat(table.game, this_phone(table), reader)
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
    ask = read_mark(talk_at(table), reader)
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
    view = aloud_screen(table.id, table.game, me, read_aloud(table.game, me, Reader(reader.form)))
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
        form = read_offer(table.game, me, reader)
    elif reader.has(PREFIX):
        form = read_change(table.game, proposal, reader)
    else:
        form = of_proposal(proposal)
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
