"""Declare, offer, answer, threaten, nudge, promise; and what was agreed aloud: forms, pages, addresses."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import declaring, proposals, saying
from companion.rules.sheriff.bags import (
    FEWEST_CARDS,
    LONGEST_PROMISE,
    MOST_CARDS,
    Deal,
    Decision,
    Declaration,
    Promise,
)
from companion.rules.sheriff.conflicts import declaration_changed, mark_changed
from companion.rules.sheriff.deals import as_kept
from companion.rules.sheriff.declaring import Declare, LetBe, MarkKept, Nudge, TakeBackDeclaration, Threaten
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import Answer, Change, Propose, Reopen, Withdraw, undecided
from companion.rules.sheriff.refusals import DeclaresFirst, EmptyDeal, NoSuchProposal
from companion.rules.sheriff.talk import Ask, Proposal, Talk, proposal_of
from companion.service import ActionReused
from companion.web.booking import drawn_again, leave_if_over, led_on, on_board, refused_on_board
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import Choice, Seat, say, seat_of, seats_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.bag_form import as_sent, as_told
from companion.web.sheriff.bag_pages import bag_page
from companion.web.sheriff.deal import DealFields, deal_fields, decisions, short_of
from companion.web.sheriff.deal_form import asked_for, deal_as_drawn, read_deal, usual_receiver
from companion.web.sheriff.deciding import board_again, speak, speaking_table, tell
from companion.web.sheriff.own_bag_pages import keep_noted
from companion.web.sheriff.request import form_page, talk_at, this_phone
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.talk_panel import declared, givers_of, read_declared, receivers_of
from companion.web.sheriff.talk_words import left_to_give, put_in_full, things_of
from companion.web.sheriff.words import Words

PREFIX = "offer-"
OFFER_FIELDS = ("offer-receiver", "offer-gold", "offer-goods", "offer-promise")


@dataclass(frozen=True, slots=True)
class DeclarationScreen:
    """What sheriff/declare/_declare.html shows; `unsay` if the declaration can be taken back, `on` carries it
    along, and `heard` says for whom it waits (T4). A bag that is only declared stays `unnoted`.
    """

    game: str
    round: int
    seat: Seat
    goods: tuple[str, ...]
    most: int
    good: str
    said: Declaration | None
    on: str
    unsay: bool
    heard: Markup | str
    unnoted: bool


@dataclass(frozen=True, slots=True)
class AloudScreen:
    """What sheriff/aloud/_aloud.html shows: over which of the `bags`, for which decision and how much, as
    typed so far; the `givers` who may have agreed, and the seats whose phone `confirms` it; the `deputies`
    for whom this phone may note it.
    """

    game: str
    round: int
    bags: tuple[Seat, ...]
    typed: Propose
    decisions: tuple[Choice, ...]
    givers: tuple[Seat, ...]
    confirms: frozenset[int]
    deputies: tuple[Seat, ...]

    @property
    def over(self) -> Seat | None:
        """The bag, where there is only one that it can be about."""
        return self.bags[0] if len(self.bags) == 1 else None


def read_aloud(game: Game, phone: PhoneContext, reader: Reader) -> Propose:
    """What was agreed aloud as the fields describe it; at first over the next bag, to let it pass."""
    form, noting = reader.form, [str(seat) for seat in deputies_of(game, phone)]
    deputy = reader.choice("deputy", noting) if "deputy" in form else next(iter(noting), "")
    chosen = reader.choice("bag", [str(seat) for seat in game.merchants]) if "bag" in form else ""
    decision = reader.choice("decision", [*Decision]) if "decision" in form else ""
    merchant = int(chosen) if chosen else next(iter(undecided(game, phone.talk)), game.merchants[0])
    receiver = int(deputy) if deputy else game.sheriff
    gold = reader.number("more" if form.get("more", "").strip() else "gold")
    deal = Deal(merchant, receiver, gold, decision=Decision(decision or Decision.PASSES))
    return Propose(merchant, deal, aloud=True)


def deputies_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The Deputies who note on this phone what they heard (E14); none where one Sheriff serves."""
    return tuple(filter(phone.speaks_for, game.deputies))


def read_offer(game: Game, phone: PhoneContext, reader: Reader) -> Propose:
    """A new offer as the fields describe it, at first over the likeliest bag. A player's phone offers that
    player's own things unless told otherwise, to the Deputy whose phone is awake, or who has one; whoever has
    a phone that is awake is asked there to give.
    """
    merchants = [str(seat) for seat in game.merchants]
    chosen = reader.choice("bag", merchants) if "bag" in reader.form else ""
    merchant = int(chosen) if chosen else _bag_at_first(game, phone)
    givers = givers_of(game, phone)
    speaks = [seat for seat in givers if seat in phone.me.seats] or givers
    giver = merchant if merchant in speaks else next(iter(speaks), merchant)
    receiver = usual_receiver(game, merchant, giver)
    if receiver in game.deputies:
        ready = (seat for there in (phone.awake, phone.phones) for seat in game.deputies if seat in there)
        receiver = next(ready, receiver)
    deal = read_terms(game, merchant, reader, (giver, receiver))
    if not reader.has(PREFIX):
        rival = deal.receiver in game.sheriffs and deal.giver != merchant
        deal = replace(deal, decision=Decision.OPENS if rival else Decision.PASSES)
    return Propose(merchant, deal, demanded=phone.asks(deal.giver))


def read_terms(game: Game, merchant: int, reader: Reader, sides: tuple[int, int]) -> Deal:
    """What an offer between these two gives."""
    return as_told(game, as_kept(game, merchant, read_deal(game, reader, PREFIX, sides)))


def _bag_at_first(game: Game, phone: PhoneContext) -> int:
    """The bag of a new offer at first: the one that the Sheriff threatens, else the phone's own until a bribe
    for it lies on the table (which is changed there), then the next one.
    """
    waiting, talk = undecided(game, phone.talk), phone.talk
    own = (seat for seat in waiting if seat in phone.me.seats and not _has_bid(game, talk, seat))
    likely: Iterable[int | None] = (declaring.threatened(game, talk), *own, *waiting, *game.merchants)
    return next(seat for seat in likely if seat is not None)


def _has_bid(game: Game, talk: Talk, merchant: int) -> bool:
    """Whether this merchant has offered the Sheriff, or each Deputy, something for their own bag."""
    own = (one for one in talk.over(merchant) if one.deal.giver == merchant and one.stands)
    return {one.deal.receiver for one in own} >= {*game.sheriffs}


@dataclass(frozen=True, slots=True)
class OfferScreen:
    """What sheriff/offer/_offer.html shows. `number` is of an offer being changed; its sides are fixed.
    `offers` is the button's label, which says whether somebody is asked for it.
    """

    game: str
    round: int
    number: int | None
    bags: tuple[Seat, ...]
    over: Seat
    givers: tuple[Seat, ...]
    giver: Seat
    receiver: Seat
    deal: DealFields
    lines: list[Markup]
    counts: Markup
    offers: str


def _counts(game: Game, phone: PhoneContext, merchant: int, deal: Deal) -> Markup:
    """With whose bag an offer is paid; gold and goods that both Deputies let a bag pass for are never one's
    alone (E8).
    """
    own, other = _("it counts with your bag, if accepted"), _("it counts with %(name)s’s bag, if accepted")
    given = bool(deal.gold or deal.stand or deal.bag)
    if given and deal.receiver in game.deputies and deal.decision is not Decision.OPENS:
        own = _("if accepted; to the Booty once both let your bag pass")
        other = _("if accepted; to the Booty once both let %(name)s’s bag pass")
    return say(own if merchant == phone.own_seat else other, name=Words(game.seats).name(merchant))


def _left(game: Game, phone: PhoneContext, giver: int, was: Proposal | None) -> Markup | str:
    if game.options.coins_on_table:
        return ""
    there = proposals.on_the_table(game, phone.talk, giver, besides=was.number if was else None)
    mine = giver in phone.me.seats
    return left_to_give(game.gold(giver), there.gold, mine=mine, words=Words(game.seats), giver=giver)


blueprint = Blueprint("talking", __name__)


@blueprint.get("/g/<game>/declarations/<int:seat>")
def declaration(game: str, seat: int) -> ResponseReturnValue:
    """One tap for the good, one for the number."""
    table = speaking_table(game)
    leave_if_over(table, f"declarations/{seat}")
    return _declaration_page(table, seat, Reader(request.args))


@blueprint.post("/g/<game>/declarations/<int:seat>")
def declare(game: str, seat: int) -> ResponseReturnValue:
    """Make, change or take back a merchant's declaration; on the merchant's own phone it is said when the
    turn comes (T4). A merchant who came from packing the bag only to say it keeps no note.
    """
    table, reader = speaking_table(game), Reader(request.form)
    is_own, seen = this_phone(table).me.seats == {seat}, read_declared(reader)
    ask: Declare | TakeBackDeclaration = TakeBackDeclaration(seat)
    if not reader.ticked("take_back"):
        good = reader.choice("good", table.game.legal_goods)
        number = reader.number("number", MOST_CARDS, FEWEST_CARDS, blank=None)
        ask = Declare(seat, Declaration(good, number), in_turn=is_own)
    told = tell(
        table,
        reader,
        ask,
        partial(field_of, ("good", "number")),
        lambda said: declaration_changed(said, ask, seen) if "on" in reader.form else None,
    )
    if not told:
        # The sheet of a merchant who has to wait has not expired: they will declare there.
        sheet = "" if isinstance(reader.refusal, DeclaresFirst) else f"declarations/{seat}"
        return drawn_again(table, reader, lambda now, reader: _declaration_page(now, seat, reader), sheet)
    if is_own and reader.ticked("unnoted") and isinstance(ask, Declare):
        keep_noted(table, seat, Goods())
    return on_board(table)


@blueprint.post("/g/<game>/bids/<int:seat>")
def bid(game: str, seat: int) -> ResponseReturnValue:
    """Raise what a player offers the Sheriff over a bag: the field of the decision it is for says by how
    much, `from` what the form showed. The same tap twice is one bid; of two different ones on the same form,
    as a phone without scripts sends them, the first counts, and the board says so.
    """
    table, reader = speaking_table(game), Reader(request.form)
    decision = next((one for one in Decision if one.value in request.form), Decision.PASSES)
    raised = reader.number(decision.value, fewest=1, blank=None)
    gold = reader.number("from") + raised
    merchant = reader.hidden("merchant")
    said = Deal(seat, _receiver(table.game, reader), gold, decision=decision)
    return _by_one_tap(table, reader, proposals.bid(talk_at(table), merchant, said))


def _receiver(game: Game, reader: Reader) -> int:
    """The Sheriff, or the Deputy whom the form names."""
    return reader.seat("deputy", len(game.seats)) if "deputy" in reader.form else game.sheriff


def _by_one_tap(table: Table, reader: Reader, ask: Ask, field: str = "") -> ResponseReturnValue:
    """Say what one of a form's buttons says; of two that were tapped on the same form the first counts. What
    is wrong with the gold stands beside the `field` in which it was typed.
    """
    try:
        return speak(table, reader, ask, beside=lambda refusal: field_of(("gold",), refusal) and field)
    except ActionReused:
        reader.refuse("", _("Only the first of these taps counted. Look again."))
        return drawn_again(table, reader, board_again)


@blueprint.post("/g/<game>/prices/<int:seat>")
def price(game: str, seat: int) -> ResponseReturnValue:
    """Ask a merchant for gold to let the bag pass, as the Sheriff or the Deputy of this phone: the sum of a
    button, or else the one that was typed.
    """
    table, reader = speaking_table(game), Reader(request.form)
    gold = reader.number("gold" if "gold" in reader.form else "price", fewest=1, blank=None)
    asked = Deal(seat, _receiver(table.game, reader), gold)
    return _by_one_tap(table, reader, Propose(seat, asked, demanded=True), "price")


@blueprint.get("/g/<game>/aloud")
def agreed(game: str) -> ResponseReturnValue:
    """The form of what was agreed aloud."""
    table = speaking_table(game)
    leave_if_over(table, "aloud")
    return _aloud_page(table, Reader(request.args))


@blueprint.post("/g/<game>/aloud")
def aloud(game: str) -> ResponseReturnValue:
    """Note for the Sheriff what was agreed aloud."""
    table, reader = speaking_table(game), Reader(request.form)
    noted = read_aloud(table.game, this_phone(table), reader)
    if not noted.deal.gold and not reader.errors:
        reader.refuse("gold", _("How much gold?"))
    giver = reader.seat("giver", len(table.game.seats))
    ask = replace(noted, deal=replace(noted.deal, giver=giver))
    told = tell(table, reader, ask, partial(field_of, ("gold",)))
    return on_board(table) if told else drawn_again(table, reader, _aloud_page, "aloud")


@blueprint.get("/g/<game>/offers/new")
def new_offer(game: str) -> ResponseReturnValue:
    """The form of an offer."""
    table = speaking_table(game)
    leave_if_over(table, "offers/new")
    return _offer_page(table, Reader(request.args))


@blueprint.post("/g/<game>/offers")
def offer(game: str) -> ResponseReturnValue:
    """Put an offer on the table for another player."""
    table, reader = speaking_table(game), Reader(request.form)
    phone = this_phone(table)
    ask = read_offer(table.game, phone, reader)
    giver, receiver = ask.deal.giver, ask.deal.receiver
    can_get = {giver, *receivers_of(table.game, phone, giver)}
    if receiver in table.game.here and receiver not in can_get:
        reader.refuse(PREFIX + "receiver", _("Only their own phone can ask for that."))
    told = tell(table, reader, ask, partial(field_of, OFFER_FIELDS))
    return on_board(table) if told else drawn_again(table, reader, _offer_page, "offers/new")


@blueprint.get("/g/<game>/offers/<int:number>")
def changed_offer(game: str, number: int) -> ResponseReturnValue:
    """The form of an existing offer, prefilled."""
    table = speaking_table(game)
    leave_if_over(table, f"offers/{number}")
    return _offer_page(table, Reader(request.args), proposal_of(talk_at(table), number))


@blueprint.post("/g/<game>/offers/<int:number>")
def change_offer(game: str, number: int) -> ResponseReturnValue:
    """Change an offer."""
    table, reader = speaking_table(game), Reader(request.form)
    proposal = proposal_of(talk_at(table), number)
    if proposal is None:
        return refused_on_board(table, reader, NoSuchProposal())
    ask = Change(number, read_terms(table.game, proposal.merchant, reader, proposal.sides))
    if tell(table, reader, ask, partial(field_of, OFFER_FIELDS)):
        return on_board(table)
    return drawn_again(
        table,
        reader,
        lambda now, reader: _offer_page(now, reader, proposal_of(talk_at(now), number)),
        f"offers/{number}",
    )


@blueprint.post("/g/<game>/offers/<int:number>/answers")
def answers(game: str, number: int) -> ResponseReturnValue:
    """Accept or refuse an offer, on the board or on the sheet of its bag."""
    table, reader = speaking_table(game), Reader(request.values)
    accepts, seat = reader.choice("accepts", ("1", "0")) == "1", reader.hidden("bag")
    ask = Answer(number, accepts, reader.hidden("changes"))
    if seat not in range(len(table.game.seats)):
        return speak(table, reader, ask)
    if not tell(table, reader, ask, lambda _: "deals"):
        return drawn_again(table, reader, lambda now, reader: bag_page(now, seat, reader), f"bags/{seat}")
    return led_on(table, f"{url_for('bags.bag', game=game, seat=seat)}?{urlencode(as_sent(reader))}")


@blueprint.post("/g/<game>/offers/<int:number>/withdrawals")
def withdrawals(game: str, number: int) -> ResponseReturnValue:
    """Withdraw an offer."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, Withdraw(number))


@blueprint.post("/g/<game>/offers/<int:number>/reopenings")
def reopenings(game: str, number: int) -> ResponseReturnValue:
    """Open an offer again that was accepted by mistake."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, Reopen(number))


@blueprint.post("/g/<game>/threats")
def threats(game: str) -> ResponseReturnValue:
    """Threaten to open a bag, as the Sheriff or the one Deputy of this phone, or drop the threat."""
    table, reader = speaking_table(game), Reader(request.form)
    if not reader.form.get("seat", ""):
        return speak(table, reader, LetBe())
    merchant, speaking = (
        reader.seat("seat", len(table.game.seats)),
        deputies_of(table.game, this_phone(table)),
    )
    return speak(table, reader, Threaten(merchant, speaking[0] if len(speaking) == 1 else None))


@blueprint.post("/g/<game>/nudges/<int:seat>")
def nudges(game: str, seat: int) -> ResponseReturnValue:
    """Nudge the player for whom all wait, as the bank."""
    table, reader = speaking_table(game), Reader(request.form)
    return speak(table, reader, Nudge(seat))


@blueprint.post("/g/<game>/promises")
def promises(game: str) -> ResponseReturnValue:
    """Mark a promise as kept or broken, or unmark it: one of this round, unless the form says which."""
    table, reader = speaking_table(game), Reader(request.form)
    marks = {"1": True, "0": False}
    kept, seen = marks.get(reader.choice("kept", ("1", "0", "-"))), marks.get(reader.form.get("seen", ""))
    words = reader.form.get("promise", "")[:LONGEST_PROMISE]
    number = reader.hidden("round") if "round" in reader.form else table.game.round
    sides = reader.hidden("giver"), reader.hidden("receiver")
    ask = MarkKept(Promise(number, *sides, words), kept)
    return speak(
        table,
        reader,
        ask,
        conflict=lambda said: mark_changed(said, ask, seen) if "seen" in reader.form else None,
    )


def _declaration_page(table: Table, seat: int, reader: Reader) -> str:
    """The goods and the numbers, with what was typed or else what was declared."""
    game, phone = table.game, this_phone(table)
    said, typed = phone.talk.declarations.get(seat), reader.form.get("good", "")
    view = DeclarationScreen(
        game=table.id,
        round=game.round,
        seat=seat_of(game, seat),
        goods=game.legal_goods,
        most=MOST_CARDS,
        good=typed if typed in game.legal_goods else said.good if said else "",
        said=said,
        on=declared(said),
        unsay=TakeBackDeclaration(seat).may(game, phone.talk) is None,
        heard=_heard(game, declaring.declare_first(game, phone.talk, seat, phone.awake)),
        unnoted=reader.ticked("unnoted") and phone.me.seats == {seat},
    )
    return form_page("sheriff/declare/declare.html", table, reader, declaration=view)


def _heard(game: Game, first: tuple[int, ...]) -> Markup | str:
    if not first:
        return ""
    waits = ngettext(
        "The others hear it as soon as %(names)s has declared.",
        "The others hear it as soon as %(names)s have declared.",
        len(first),
        names="%(names)s",
    )
    return say(waits, names=Words(game.seats).names(first))


def _aloud_page(table: Table, reader: Reader) -> str:
    game, phone = table.game, this_phone(table)
    view = AloudScreen(
        game=table.id,
        round=game.round,
        bags=seats_of(game, undecided(game, phone.talk)),
        typed=read_aloud(game, phone, Reader(reader.form)),
        decisions=decisions(Decision),
        givers=seats_of(game, (seat for seat in game.merchants if seat in game.here)),
        confirms=phone.awake,
        deputies=seats_of(game, deputies_of(game, phone)),
    )
    return form_page("sheriff/aloud/aloud.html", table, reader, aloud=view)


def _offer_page(table: Table, reader: Reader, was: Proposal | None = None) -> str:
    """The form with what was typed of a new offer, or of what it `was`."""
    game, phone, words = table.game, this_phone(table), Words(table.game.seats)
    if was is None:
        new = read_offer(game, phone, reader)
        merchant, deal = new.merchant, new.deal
    else:
        merchant, deal = was.merchant, was.deal
        if reader.has(PREFIX):
            deal = read_terms(game, merchant, reader, was.sides)
    asked = asked_for(reader, PREFIX)
    givers = (was.deal.giver,) if was else givers_of(game, phone)
    deal = deal_as_drawn(game, merchant, deal, givers)
    receivers = receivers_of(game, phone, deal.giver)
    if was is None and receivers and deal.receiver not in receivers:
        deal = as_kept(game, merchant, replace(deal, receiver=receivers[0]))
    demanded = phone.asks(deal.giver)
    offering = replace(was, deal=deal) if was else Proposal(0, merchant, deal, demanded=demanded)
    replaced = proposals.in_place_of(phone.talk, offering)
    if replaced and not was and not reader.has(PREFIX):
        deal = replaced.deal
    ask = Change(was.number, deal) if was else Propose(merchant, deal, demanded=demanded)
    said = saying.preview(game, phone.talk, ask, phone.awake)
    refused, lines = short_of(words, said, phone.own_seat), list[Markup]()
    if isinstance(said, Refusal):
        lines = [] if isinstance(said, EmptyDeal) else [words.refusal(said, phone.own_seat)]
    elif offered := proposal_of(said, was.number if was else said.proposals[-1].number):
        lines = [put_in_full(words, game, offered)]
        if replaced and replaced.deal != deal:
            lines.append(say(_("Replaces %(things)s"), things=things_of(words, replaced.deal)))
    fields = deal_fields(game, merchant, deal, asked=asked if was else asked | {"to"}, refused=refused)
    fields = replace(fields, gift=replace(fields.gift, purse=_left(game, phone, deal.giver, was or replaced)))
    # A changed offer stays between its two players. In a new one, the giver is among the receivers if others
    # may give too: for the case that one of them does.
    sides = () if was else (*receivers, deal.giver) if len(givers) > 1 else receivers
    fields = replace(fields, receivers=tuple(seat for seat in fields.receivers if seat.number in sides))
    if was is None and not fields.decisions:
        # A new offer always says which decision it is for, since its sides may still change: a merchant's own
        # bribe is for the only one there is (I7).
        passes = Decision.PASSES
        fields = replace(fields, decisions=decisions([passes]), decision=passes.value)
    view = OfferScreen(
        game=table.id,
        round=game.round,
        number=was.number if was else None,
        bags=seats_of(game, undecided(game, phone.talk)),
        over=seat_of(game, merchant),
        givers=seats_of(game, givers_of(game, phone)),
        giver=seat_of(game, deal.giver),
        receiver=seat_of(game, deal.receiver),
        deal=fields,
        lines=lines,
        counts=_counts(game, phone, merchant, deal),
        offers=_("Offer this instead") if was else _("Ask for it") if demanded else _("Offer it"),
    )
    return form_page("sheriff/offer/offer.html", table, reader, offer=view)
