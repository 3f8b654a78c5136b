"""An offer before it is made: whose bag, who gives whom what, and what is left to give."""

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from companion.rules import proposals, saying
from companion.rules.bags import Decision
from companion.rules.game import Game
from companion.rules.refusals import EmptyDeal, Refusal
from companion.rules.talk import Change, Proposal
from companion.web.deal_form import deal_as_drawn
from companion.web.language import gettext as _
from companion.web.screens.bag import DealFields, deal_fields, decisions
from companion.web.screens.parts import Seat, Stock, kind_of, seat_of, seats_of
from companion.web.sight import Sight
from companion.web.talk_form import OfferForm, givers_of
from companion.web.talk_words import left_to_give, offered
from companion.web.words import Words


@dataclass(frozen=True, slots=True)
class OfferScreen:
    """What offer/_offer.html shows. `number` is of the offer that is changed; then its sides stay."""

    game: str
    number: int | None
    bags: tuple[Seat, ...]
    bag: int
    givers: tuple[Seat, ...]
    giver: Seat
    receivers: tuple[Seat, ...]
    receiver: Seat
    declared: Stock | None
    left: Markup | str
    deal: DealFields
    of_bag: str
    line: Markup | str


def offer(
    game_id: str, game: Game, sight: Sight, form: OfferForm, proposal: Proposal | None = None
) -> OfferScreen:
    """The form with what was typed."""
    givers = (proposal.deal.giver,) if proposal else givers_of(game, sight)
    form = replace(form, deal=deal_as_drawn(game, form.merchant, form.deal, givers))
    deal = deal_fields(game, form.merchant, form.deal, asked=form.asked)
    parts = deal.opening or ("gold",)
    said = sight.talk.declarations.get(form.merchant)
    return OfferScreen(
        game=game_id,
        number=proposal.number if proposal else None,
        bags=seats_of(game, game.waiting),
        bag=form.merchant,
        givers=seats_of(game, givers_of(game, sight)),
        giver=seat_of(game, deal.giver),
        receivers=seats_of(game, game.here),
        receiver=seat_of(game, deal.receiver),
        declared=Stock(said.good, said.number, kind_of(game, said.good)) if said else None,
        left=_left(game, sight, deal.giver, proposal),
        deal=replace(deal, opening=parts, **_decision(deal, proposal)),
        of_bag=_("out of the bag, as you call them; only what is there when it is shown"),
        line=_line(game, sight, form, proposal),
    )


def _decision(deal: DealFields, proposal: Proposal | None) -> dict[str, Any]:
    """A new offer is asked for which decision it is, whoever makes it: its sides may still change."""
    if proposal is not None or deal.decisions:
        return {}
    return {"decisions": decisions(), "decision": Decision.PASSES.value}


def _left(game: Game, sight: Sight, giver: int, proposal: Proposal | None) -> Markup | str:
    if game.options.coins_on_table:
        return ""
    on_the_table = proposals.on_the_table(
        game, sight.talk, giver, besides=proposal.number if proposal else None
    )
    mine = giver in sight.me.seats
    return left_to_give(game.gold(giver), on_the_table.gold, mine=mine, words=Words(game.seats), giver=giver)


def _line(game: Game, sight: Sight, form: OfferForm, proposal: Proposal | None) -> Markup | str:
    """What would be offered, or why it cannot be."""
    words = Words(game.seats)
    ask = Change(proposal.number, form.deal) if proposal else form.propose()
    said = saying.preview(game, sight.talk, ask, sight.phones)
    if isinstance(said, Refusal):
        return "" if isinstance(said, EmptyDeal) else words.refusal(said)
    number = proposal.number if proposal else said.proposals[-1].number
    return offered(words, next(one.deal for one in said.proposals if one.number == number))
