"""A bag on the stage while all look at it: what was declared, what is offered over it, its cards."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.seats import Stage
from companion.rules.sheriff import deciding, declaring
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.seating import Renamed
from companion.rules.sheriff.talk import OF_A_SEAT, SILENT, ProposalState, Talk, decision_of, proposal_of
from companion.web.http.language import gettext as _
from companion.web.parts import Seat, Sentence, Status, say, seat_of, sized
from companion.web.sheriff.offers import Offered, offers_over
from companion.web.sheriff.stocks import Card, key_of_bag, shown_cards
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.talk_words import decided, threatens
from companion.web.sheriff.tug import Tug, tug_over
from companion.web.sheriff.words import Words

LINE, ROOM, FACES = 58, 10, 4
"""How many letters of an offer make a line, and how many lines there is room for; each offer takes one more
than it has, and half the room is the rope's. The first offer is always shown. At either end of the rope there
is room for this many faces.
"""


@dataclass(frozen=True, slots=True)
class Haggle:
    """A bag before it is booked: what was declared, what pulls at it, in words what pulls without gold and
    what else is offered over it, the cards once it is open: first their `backs`. While nothing is offered,
    `also` is what others declared together with the latest declaration, or all of them with the last one.
    Somebody with a badge may have a hand on the bag: it `is_threatened`.
    """

    seat: Seat
    head: Sentence
    declared: Declaration | None
    cards: tuple[Card, ...]
    backs: int
    offers: tuple[Sentence, ...]
    more: int
    also: tuple[tuple[Seat, Declaration], ...]
    tug: Tug | None
    is_threatened: bool


def bag_on_stage(table: Table, phone: PhoneContext, *, gathers: bool) -> int | None:
    """The merchant whose bag all look at: the one whose cards lie open, else the one last talked about since
    the last entry or, once all have declared or time is up, the next to be dealt with: as long as something
    stands over it, whatever is said of others, but for a threat. Each declaration is seen as it comes; in
    place of a bag that nothing is said of, the last one that was declared. None if there is none, or neither
    talk nor the clock is newer than the last entry; of names only where the table still `gathers`.
    """
    game, talk = table.game, phone.talk
    entries = reversed(table.standing[1:])
    last = next((line for line in entries if gathers or not isinstance(line.event, Renamed)), None)
    if game.stage is not Stage.ROUNDS or not game.waiting:
        return None
    if phone.late_since is not None and (last is None or last.recorded_at < phone.late_since):
        return deciding.next_bag(game, talk)
    if talk.latest == SILENT or talk.said_on < (last.seq if last else 0):
        return None
    opened = [seat for seat in game.waiting if decision_of(talk, seat) is Decision.OPENS]
    if opened:
        return opened[0]
    what, of = talk.latest
    proposal = proposal_of(talk, of)
    merchant = of if what in OF_A_SEAT else proposal.merchant if proposal else None
    is_done = declaring.next_speaker(game, talk, phone.awake) is None
    declares, following = what in {"declared", "unsaid"}, deciding.next_bag(game, talk)
    is_haggled_over = any(one.stands for one in talk.over(following))
    leads = declares or (is_haggled_over and what != "threatened")
    is_due = merchant not in game.waiting or (is_done and leads)
    bag = following if is_due else merchant
    if bag is not None and (bag in talk.declarations or talk.threatened == bag or talk.over(bag)):
        return bag
    return next(reversed([*talk.declarations]), None)


def haggle(game: Game, phone: PhoneContext, merchant: int) -> Haggle:
    """What was said of this merchant's bag."""
    talk, said = phone.talk, phone.talk.decisions.get(merchant)
    tug = tug_over(game, talk, merchant)
    pulls = tug.numbers if tug else ()
    every = () if said else offers_over(game, phone, merchant)
    offers = [offer for offer in every if offer.proposal.number not in pulls or offer.brief.more]
    ranked = sorted(offers, key=_weight)[::-1]
    shown = _first(ranked, pulls, ROOM // 2 if tug else ROOM)
    at_once = () if every else declaring.said_at_once(talk)
    if at_once and declaring.next_speaker(game, talk, phone.awake) is None:
        at_once = game.waiting
    turned = said.turned if said else Goods()
    return Haggle(
        seat=seat_of(game, merchant),
        head=sized(_head(game, talk, merchant)),
        declared=talk.declarations.get(merchant),
        cards=tuple(shown_cards(game, key_of_bag(game, merchant), turned)),
        backs=deciding.faces_down(game, talk, merchant),
        offers=shown,
        more=sum(offer.proposal.number not in pulls for offer in ranked[len(shown) :]),
        also=tuple(
            (seat_of(game, seat), talk.declarations[seat])
            for seat in at_once
            if seat != merchant and seat in talk.declarations
        ),
        tug=tug.first(FACES) if tug else None,
        is_threatened=not said and declaring.threatened(game, talk) == merchant,
    )


def _weight(offer: Offered) -> tuple[bool, int]:
    """What the merchant gives or is asked for counts most until it is refused; of the others, what was
    accepted more than what is open, and that more than what was refused.
    """
    proposal, states = offer.proposal, (ProposalState.REFUSED, ProposalState.OPEN, ProposalState.ACCEPTED)
    is_own = proposal.deal.giver == proposal.merchant and proposal.state is not ProposalState.REFUSED
    return is_own, states.index(proposal.state)


def _first(offers: Sequence[Offered], pulls: Container[int], lines_free: int) -> tuple[Sentence, ...]:
    """The first of these offers, as many as fit, each with its answer, or why that no longer counts."""
    said = [_said(offer, pulls) for offer in offers]
    lines = accumulate(1 + -(-len(words.striptags()) // LINE) for words in said)
    room = sum(line <= lines_free for line in lines)
    return tuple(
        sized(words, Status(str(offer.why), "ui-alert") if offer.why else offer.answer)
        for words, offer in list(zip(said, offers, strict=True))[: max(1, room)]
    )


def _said(offer: Offered, pulls: Container[int]) -> Markup:
    """An offer in full or, if it `pulls` at the rope, which says all but what the icons there stand for, the
    words of its promise and the names of its goods.
    """
    if offer.proposal.number not in pulls:
        return offer.sentence
    return say(_("%(name)s: %(said)s"), name=offer.brief.who, said=offer.brief.more)


def _head(game: Game, talk: Talk, merchant: int) -> Markup:
    words, decision = Words(game.seats), decision_of(talk, merchant)
    if decision is not None:
        return decided(words, game, talk, merchant, opens=decision is Decision.OPENS)
    if declaring.threatened(game, talk) == merchant:
        return threatens(words, game, talk, merchant)
    sentence = _("%(name)s declares") if merchant in talk.declarations else _("%(name)s’s bag")
    return say(sentence, name=words.name(merchant))
