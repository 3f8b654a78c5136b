"""Offers over a bag: what stands for passing, what for opening, and what a phone may do with each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff import declaring, proposals, saying
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.deals import is_bribe
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import Answer, Change, Propose, Reopen, Withdraw
from companion.rules.sheriff.talk import Ask, Proposal, ProposalState, Talk, decision_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import Seat, Status, say, seat_of
from companion.web.sheriff import talk_words
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.talk_words import Brief, in_brief, put
from companion.web.sheriff.words import Words


@dataclass(frozen=True, slots=True)
class Offered:
    """A proposal, `brief` as a line, and its `answer` if there is one; `asks` if this phone is to give it;
    `why` says why it cannot be accepted now, or that it was and is no longer, or can no longer be paid. It is
    a `price` if it asks this phone's player for nothing but gold, to let their own bag pass.
    """

    proposal: Proposal
    sentence: Markup
    brief: Brief
    answer: Status | None
    asks: bool = False
    accepts: bool = False
    change: bool = False
    withdraws: bool = False
    reopens: bool = False
    why: Markup | str = ""
    price: Markup | str = ""

    @property
    def acts(self) -> bool:
        """Whether this phone can do something about it besides answering, or reads why nobody can."""
        return bool(self.change or self.withdraws or self.reopens or self.why)


def open_over(game: Game, phone: PhoneContext, merchant: int) -> tuple[Offered, ...]:
    """The open offers over a bag, to be answered before it is booked, or void then."""
    return tuple(_offered(game, phone, one) for one in phone.talk.over(merchant) if one.is_open)


def asks_of(game: Game, phone: PhoneContext) -> tuple[Offered, ...]:
    """The offers that wait for this phone's answer, over any bag: most gold first, of as much the newest."""
    open_ones = [one for one in reversed(phone.talk.proposals) if one.is_open]
    most_first = sorted(open_ones, key=lambda one: one.deal.gold, reverse=True)
    offers = (_offered(game, phone, proposal) for proposal in most_first)
    return tuple(offer for offer in offers if offer.asks)


def mark_of(talk: Talk, merchant: int) -> str:
    """A word that changes whenever the open or accepted offers over a bag do; never ""."""
    standing = (one for one in talk.over(merchant) if one.stands)
    return "-".join(f"{one.number}.{one.changes}{one.state.value[0]}" for one in standing) or "0"


def lapsed(game: Game, phone: PhoneContext) -> Iterator[Markup]:
    """The offers that came to nothing with the last bag, shown to both sides and the bank, and to all where
    a deal that all know of was not paid; news only while that bag is the latest thing booked or said.
    """
    if phone.just_dealt is None:
        return
    words = Words(game.seats)
    for proposal in proposals.lapsed(phone.talk, phone.just_dealt):
        deal, unpaid = proposal.deal, proposals.was_unpaid(proposal, phone.just_dealt)
        kept = deal.gold <= game.gold(deal.giver) and game.stand(deal.giver).overlap(deal.stand) == deal.stand
        if unpaid or phone.me.bank or phone.me.seats & {*proposal.sides}:
            yield talk_words.lapsed(words, proposal, phone.own_seat, unpaid=unpaid, kept=kept)


def offers_over(game: Game, phone: PhoneContext, merchant: int) -> tuple[Offered, ...]:
    """What is offered over a bag or was accepted; of what was refused, the latest between two players."""
    about = phone.talk.over(merchant)
    latest = {one.sides: one for one in about}
    refused = [one for one in latest.values() if one.state is ProposalState.REFUSED]
    return tuple(_offered(game, phone, one) for one in about if one.stands or one in refused)


def _offered(game: Game, phone: PhoneContext, proposal: Proposal) -> Offered:
    number, talk = proposal.number, phone.talk
    makes = phone.speaks_for(proposal.maker)
    asks = phone.speaks_for(proposal.asked) and phone.says(Answer(number, accepts=False))
    refusal = Answer(number, accepts=True).may(game, talk) if asks else None
    (me,) = phone.me.seats if len(phone.me.seats) == 1 else (None,)
    words = Words(game.seats)
    sentence = put(words, proposal, phone.own_seat)
    brief = in_brief(words, proposal, sheriffs=game.sheriffs, me=me, asks=asks)
    if asks and proposal.by_receiver:  # in full, so that it is not taken for a gift
        brief = Brief(Markup(), 0, sentence, Markup())
    return Offered(
        proposal=proposal,
        sentence=sentence,
        brief=brief,
        answer=_answer(game, phone, proposal),
        asks=asks,
        accepts=asks and refusal is None,
        change=makes and not proposal.by_receiver and phone.says(Change(number, proposal.deal)),
        withdraws=makes and phone.says(Withdraw(number)),
        reopens=not phone.late and phone.says(Reopen(number)),
        why=_why(game, phone, proposal, refusal),
        price=_price_asked(game, phone, proposal) if asks else "",
    )


def _price_asked(game: Game, phone: PhoneContext, proposal: Proposal) -> Markup | str:
    deal, own = proposal.deal, phone.own_seat
    is_gold = deal == Deal(deal.giver, deal.receiver, deal.gold, decision=deal.decision)
    if not (proposal.demanded and is_gold and is_bribe(game, proposal.merchant, deal) and deal.giver == own):
        return ""
    gold = ngettext("%(num)s gold", "%(num)s gold", deal.gold)
    return say(
        _("%(name)s wants %(gold)s to let you pass"), name=Words(game.seats).name(deal.receiver), gold=gold
    )


def _answer(game: Game, phone: PhoneContext, proposal: Proposal) -> Status | None:
    talk, decided = phone.talk, decision_of(phone.talk, proposal.merchant)
    match proposal.state:
        case ProposalState.ACCEPTED if decided is not None and not proposal.deal.is_for(decided):
            return Status(_("lapsed"), "ui-close")
        case ProposalState.ACCEPTED:
            is_own = phone.own_seat in proposal.sides and decided is None
            if _is_torn(game, talk, proposal):
                said = _if_decided(proposal)
            elif is_own and not proposals.is_broken(game, talk, proposal):
                # Else the Sheriff may still open it, or pass it, or the other Deputy alone may (I9, E11).
                meant, shut = proposal.deal.decision, proposals.stays_shut(game, talk, proposal.merchant)
                binds = meant is None or (shut and meant is Decision.PASSES)
                said = _("accepted: it is binding") if binds else _if_decided(proposal)
            else:
                said = _("accepted")
            return Status(said, "ui-check")
        case ProposalState.REFUSED:
            return Status(_("refused"), "ui-close")
        case ProposalState.OPEN if proposals.still_counts(game, talk, proposal.merchant):
            return Status(_("no answer") if proposal.by_receiver else _("nobody took it"), "ui-close")
        case _:
            return None


def _if_decided(proposal: Proposal) -> str:
    opens = proposal.deal.decision is Decision.OPENS
    return _("accepted: counts if it is opened") if opens else _("accepted: counts if it passes")


def _is_torn(game: Game, talk: Talk, proposal: Proposal) -> bool:
    """Whether one of its two sides agreed on the other decision as well, while nobody has decided: only one
    of both deals comes to anything (I9).
    """
    if decision_of(talk, proposal.merchant) is not None:
        return False

    def wish(deal: Deal) -> Decision | None:
        return Decision.PASSES if is_bribe(game, proposal.merchant, deal) else deal.decision

    sides, wished = {*proposal.sides}, wish(proposal.deal)
    others = (one for one in proposals.deals_of(game, talk, proposal.merchant) if wish(one) != wished)
    return wished is not None and any(
        wish(one) is not None and not sides.isdisjoint({one.giver, one.receiver}) for one in others
    )


def _why(game: Game, phone: PhoneContext, proposal: Proposal, refusal: Refusal | None) -> Markup | str:
    if proposals.is_broken(game, phone.talk, proposal):
        return _("can no longer be paid")
    if refusal:
        return Words(game.seats).refusal(refusal)
    return _("no longer accepted") if phone.talk.latest == ("reopened", proposal.number) else ""


STEPS = (1, 2, 5)
"""The gold by which a tap raises a bid, or names a price above the best one."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's gold for the Sheriff over the bag of `merchant`: the `offer` that stands, if any, its `gold`
    and `decision`, and by how much each tap `raises` it. With two Deputies (`of_two`) it says for which one.
    For letting the own bag pass the Sheriff `asked` for so much, at which the taps stop once; 0 for nothing.
    """

    seat: Seat
    merchant: Seat
    receiver: Seat
    of_two: bool
    offer: Offered | None
    gold: int
    decision: str
    raises: tuple[int, ...]
    asked: int = 0

    @property
    def chooses(self) -> bool:
        """Whether a tap still says what the gold is for."""
        return self.seat != self.merchant and not self.offer

    @property
    def excess(self) -> int:
        """How much more it is than was asked for."""
        return max(0, self.gold - self.asked) if self.asked else 0


def bids_over(game: Game, phone: PhoneContext, merchant: int) -> Iterator[Bid]:
    """The bids on a player's own phone: over their own bag, once declared, and over the next to be decided
    on, once all have declared; until the Sheriff has taken the merchant's bribe, decided, or run out of time
    (T7). A player who is asked something answers first, but bids on against a price for the own bag. With two
    Deputies, a bid for each.
    """
    talk = phone.talk
    if phone.late or len(phone.me.seats) != 1 or merchant not in talk.declarations:
        return
    (bidder,) = phone.me.seats
    asks = (one for one in talk.proposals if one.is_open and one.asked == bidder)
    if bidder in game.sheriffs or any(not one.demanded or one.merchant != bidder for one in asks):
        return
    is_next = merchant == game.waiting[0] and declaring.next_speaker(game, talk, phone.awake) is None
    if merchant != bidder and not is_next:
        return
    if proposals.may_propose(game, talk, bidder, merchant):
        return
    yield from filter(None, (_bid(game, phone, bidder, merchant, deputy) for deputy in game.sheriffs))


def _bid(game: Game, phone: PhoneContext, bidder: int, merchant: int, receiver: int) -> Bid | None:
    talk, deputy = phone.talk, receiver if game.deputies else None
    if proposals.is_bribed(game, talk, merchant, deputy):
        return None
    standing = proposals.bid_of(talk, merchant, bidder, receiver)
    offered = standing.deal.gold if standing else 0
    decision = (standing and standing.deal.decision) or Decision.PASSES
    asked = _asked(talk, merchant, receiver) if bidder == merchant else 0
    steps = (step for step in STEPS if not offered < asked < offered + step)
    more = {step: Deal(bidder, receiver, offered + step, decision=decision) for step in steps}
    asks = {step: proposals.bid(talk, merchant, said) for step, said in more.items()}
    raises = _possible(game, phone, asks)
    if not raises and (standing is None or bidder == merchant):
        return None
    seats = seat_of(game, bidder), seat_of(game, merchant), seat_of(game, receiver)
    offer = _offered(game, phone, standing) if standing else None
    return Bid(*seats, bool(game.deputies), offer, offered, decision, raises, asked)


def _asked(talk: Talk, merchant: int, receiver: int) -> int:
    """The price that is wanted of a merchant; 0 if there is none."""
    prices = (one for one in talk.over(merchant) if one.demanded and one.sides == (merchant, receiver))
    return next((one.deal.gold for one in prices if one.is_open), 0)


def _possible(game: Game, phone: PhoneContext, asks: Mapping[int, Ask]) -> tuple[int, ...]:
    """Those of these amounts of gold with which the rules allow what is asked."""
    said = {gold: saying.preview(game, phone.talk, ask, phone.awake) for gold, ask in asks.items()}
    return tuple(gold for gold, after in said.items() if not isinstance(after, Refusal))


@dataclass(frozen=True, slots=True)
class Price:
    """What this phone's Sheriff, or one of two Deputies (`of_two`), may ask the merchant for to let the bag
    pass: each of the `sums` is a tap. What was `asked` waits for the merchant's answer; 0 if nothing was.
    """

    merchant: Seat
    receiver: Seat
    of_two: bool
    asked: int
    sums: tuple[int, ...]


def price_over(game: Game, phone: PhoneContext, merchant: int) -> Price | None:
    """The prices for a bag, the best offer over it and a little more; None if its merchant cannot answer on
    their own phone, or has nothing to pay with.
    """
    mine, talk = tuple(filter(phone.speaks_for, game.sheriffs)), phone.talk
    if len(mine) != 1 or merchant not in phone.phones - phone.me.seats:
        return None
    (receiver,) = mine
    if proposals.is_bribed(game, talk, merchant, receiver if game.deputies else None):
        return None
    asked = _asked(talk, merchant, receiver)
    to_me = (one for one in talk.over(merchant) if one.stands and one.deal.receiver == receiver)
    best = max((one.deal.gold for one in to_me if not one.demanded), default=0)
    wants = (Propose(merchant, Deal(merchant, receiver, best + step), demanded=True) for step in STEPS)
    sums = _possible(game, phone, {ask.deal.gold: ask for ask in wants})
    if not sums and not asked:
        return None
    seats = seat_of(game, merchant), seat_of(game, receiver)
    return Price(*seats, bool(game.deputies), asked, sums)
