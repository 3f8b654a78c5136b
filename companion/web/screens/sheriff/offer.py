"""An offer before it is made: whose bag, who gives whom what, and what is left to give."""

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff import proposals, saying
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.deals import as_kept
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import EmptyDeal
from companion.rules.sheriff.talk import Change, Proposal, Talk
from companion.web.forms.sheriff.deal_form import deal_as_drawn
from companion.web.forms.sheriff.talk_form import OfferForm, givers_of, receivers_of
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of, seats_of
from companion.web.screens.sheriff.deal import DealFields, deal_fields, decisions, short_of
from companion.web.words.people import say
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.talk_words import left_to_give, put_in_full


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


def offer(
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
        receiver=seat_of(game, deal.receiver),
        deal=replace(
            deal,
            gift=replace(deal.gift, purse=_left(game, phone, deal.giver, proposal)),
            **_fixed(deal, proposal, receivers_of(game, phone, deal.giver)),
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


def _fixed(deal: DealFields, proposal: Proposal | None, receivers: tuple[int, ...]) -> dict[str, Any]:
    """A changed offer stays between its two players; a new one always says which decision it is for, since
    its sides may still change: an own bribe is for the only one there is (I7).
    """
    if proposal is not None:
        return {"receivers": ()}
    passing = Decision.PASSES
    asked: dict[str, Any] = {"decisions": decisions([passing]), "decision": passing.value}
    others = tuple(seat for seat in deal.receivers if seat.number in receivers)
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
