"""Proposals: deals offered, changed, withdrawn and answered before a bag is booked (I6, I7, I9)."""

from abc import abstractmethod
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules.kinds import may_act
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import MOST_DEALS, Deal, Decision, besides
from companion.rules.sheriff.deals import as_kept, binds, check_deals, is_bribe, unpaid
from companion.rules.sheriff.deputies import on_booty
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import Brought, SatOut, SitOut, may_inspect
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.talk import (
    FIRST_OF_ROUND,
    Ask,
    Proposal,
    ProposalState,
    Talk,
    decided_in_time,
    decision_of,
    proposal_of,
)

MOST_OPEN = 12
"""The most open proposals of one giver, and the most that came to nothing and are remembered."""


@dataclass(frozen=True, slots=True)
class OnTheTable:
    """What a seat has offered and not taken back: gold, and cards of its stand."""

    gold: int
    goods: Goods


def bag_waits(game: Game, merchant: int) -> Refusal | None:
    """Whether this merchant's bag can still be talked about: not booked, and not sitting out (T4)."""
    return SitOut.may(game, merchant)


def still_undecided(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether what is said of this bag can still matter: it waits, and the Sheriff has not decided (I2)."""
    if refusal := bag_waits(game, merchant):
        return refusal
    return no.DecisionStands(merchant) if merchant in talk.decisions else None


def undecided(game: Game, talk: Talk) -> tuple[int, ...]:
    """The merchants over whose bags something can still be offered."""
    return tuple(seat for seat in game.waiting if still_undecided(game, talk, seat) is None)


def still_counts(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether an offer over this bag can still come to anything (I9)."""
    refusal = still_undecided(game, talk, merchant)
    return (
        no.BagSettled(merchant)
        if isinstance(refusal, no.BagAlreadyDone | no.DecisionStands | no.SitsOutAlready)
        else refusal
    )


def on_the_table(game: Game, talk: Talk, seat: int, *, besides: int | None = None) -> OnTheTable:
    """What a seat offers over bags still waiting, open or accepted, without the proposal `besides` and
    without what others only ask for.
    """
    own = (one for one in _pending(game, talk) if one.deal.giver == seat and one.number != besides)
    deals = [one.deal for one in own if one.is_accepted or not one.demanded]
    return OnTheTable(sum(deal.gold for deal in deals), sum((deal.stand for deal in deals), Goods()))


def deals_of(game: Game, talk: Talk, merchant: int) -> tuple[Deal, ...]:
    """The accepted deals about this bag between players who are here, by number: they are booked with it."""
    over = talk.over(merchant)
    return tuple(one.deal for one in over if one.is_accepted and _both_here(game, one.deal))


def is_bribed(game: Game, talk: Talk, merchant: int, alone: int | None = None) -> bool:
    """Whether somebody who acts accepted a bribe from the bag's own merchant, so that the bag passes (I7,
    E12); a bribe that can no longer be paid binds nobody.
    """
    return binds(game, merchant, due(game, talk, merchant, Decision.PASSES, alone), alone)


def stays_shut(game: Game, talk: Talk, merchant: int) -> bool:
    """Whether nobody can open this bag any more: the Sheriff accepted a bribe, or both Deputies did (I7)."""
    return all(is_bribed(game, talk, merchant, seat) for seat in game.sheriffs)


def due(
    game: Game, talk: Talk, merchant: int, decision: Decision, alone: int | None = None
) -> tuple[Deal, ...]:
    """The accepted deals booked with this decision: made for it, and they can still be paid (I6, I7, I9)."""
    made = tuple(deal for deal in deals_of(game, talk, merchant) if deal.is_for(decision))
    unable = unpaid(Posting(game), made, on_booty(game, decision, alone)) if made else ()
    return besides(made, (deal for deal, _ in unable))


def payable(game: Game, talk: Talk, merchant: int) -> tuple[Deal, ...]:
    """The accepted deals about this bag that can still be paid, whatever the Sheriff decides."""
    either = [deal for decision in Decision for deal in due(game, talk, merchant, decision)]
    return tuple(deal for deal in deals_of(game, talk, merchant) if deal in either)


def decided_alone(game: Game, talk: Talk, merchant: int) -> int | None:
    """Which Deputy decided over this bag alone and still has a badge; None for both, for one who left since,
    and where one Sheriff serves (E11, E16).
    """
    decided = talk.decisions.get(merchant)
    return decided.alone if decided and decided.alone in game.deputies else None


def is_broken(game: Game, talk: Talk, proposal: Proposal) -> bool:
    """Whether an accepted deal can no longer be paid, so that it binds nobody."""
    is_due = proposal.is_accepted and proposal.merchant in game.waiting
    return is_due and proposal.deal not in payable(game, talk, proposal.merchant)


def may_settle(game: Game, talk: Talk, bag: PassBag | OpenBag, *, late: bool = False) -> Refusal | None:
    """Refuse unless a bag is booked as decided and with all that was accepted over it, as it was accepted
    (I7, I9); once the inspection's time is up, only what was decided before, or as passed and with nothing
    else (T7).
    """
    if may_inspect(game, bag.merchant) is not None:
        return None  # this bag cannot be decided now at all, and is refused for that elsewhere
    opens, stands = isinstance(bag, OpenBag), decision_of(talk, bag.merchant)
    decision = Decision.OPENS if opens else Decision.PASSES
    decided = stands, decided_alone(game, talk, bag.merchant)
    if stands is not None and decided != (decision, bag.alone):
        return no.DecisionStands(bag.merchant)
    late = late and not decided_in_time(talk, bag.merchant)
    agreed = due(game, talk, bag.merchant, decision, bag.alone)
    if late and (opens or besides(bag.deals, agreed)):
        return no.TimeIsUp()
    if opens and binds(game, bag.merchant, agreed, bag.alone):
        return no.BribeMeansPass(bag.merchant)
    left_out = besides(agreed, bag.deals)
    return no.AcceptedStands((left_out[0].giver, left_out[0].receiver)) if left_out else None


def lapsed(talk: Talk, dealt: Brought) -> tuple[Proposal, ...]:
    """Proposals that came to nothing when this bag was dealt with: unanswered, or accepted and not booked
    with it, being for the other decision (I9) or more than their giver had left.
    """
    over, booked = talk.over(dealt.merchant), dealt.deals
    return tuple(one for one in over if one.is_open or (one.is_accepted and one.deal not in booked))


def was_unpaid(proposal: Proposal, dealt: Brought) -> bool:
    """Whether a lapsed proposal was accepted for what was done with the bag, and so could not be paid."""
    if isinstance(dealt, SatOut) or not proposal.is_accepted:
        return False
    return proposal.deal.is_for(Decision.OPENS if isinstance(dealt, BagOpened) else Decision.PASSES)


def unanswered(game: Game, talk: Talk, merchant: int) -> tuple[Proposal, ...]:
    """The offers over this bag that those who decide on it did not answer (I7, I9)."""
    over = (one for one in _pending(game, talk) if one.merchant == merchant)
    return tuple(one for one in over if one.is_open and one.deal.receiver in game.sheriffs)


def may_propose(game: Game, talk: Talk, giver: int, merchant: int) -> Refusal | None:
    """Whether this seat can offer something over this merchant's bag (I9)."""
    return still_counts(game, talk, merchant) or may_act(game, giver) or _room_for_more(talk, giver)


def _may_strike(game: Game, talk: Talk, proposal: Proposal) -> Refusal | None:
    if len(deals_of(game, talk, proposal.merchant)) >= MOST_DEALS:
        return no.TooManyDeals(MOST_DEALS)
    if proposal.deal.decision is Decision.OPENS and stays_shut(game, talk, proposal.merchant):
        return no.BribeMeansPass(proposal.merchant)
    if refusal := _outlived(game, talk, proposal):
        return refusal
    sides = may_act(game, proposal.deal.giver) or may_act(game, proposal.deal.receiver)
    left = _without_rivals(game, talk, proposal)
    return sides or _covered(game, left, proposal.deal, proposal.number)


def _outlived(game: Game, talk: Talk, proposal: Proposal) -> Refusal | None:
    """Refuse if the same two already have a deal for the same purpose: it stands, and nobody pays twice."""
    accepted = (rival for rival in _rivals(talk, proposal) if rival.is_accepted)
    stands = any(not is_broken(game, talk, rival) for rival in accepted)
    return no.DealStands(proposal.deal.giver) if stands else None


def _rivals(talk: Talk, proposal: Proposal) -> Iterator[Proposal]:
    """The other proposals between the same two for the same purpose."""
    return (
        rival
        for rival in talk.proposals
        if rival.number != proposal.number and rival.purpose == proposal.purpose
    )


def in_place_of(talk: Talk, proposal: Proposal) -> Proposal | None:
    """The open proposal of the same player for the same purpose, whose place this one takes."""
    own = (rival for rival in _rivals(talk, proposal) if rival.maker == proposal.maker)
    return next((rival for rival in own if rival.is_open), None)


def in_time(game: Game, talk: Talk, ask: Ask, *, late: bool) -> Refusal | None:
    """Whether this can still be said: once the inspection's time is up, nobody haggles over a bag without a
    decision, because it passes (T7).
    """
    over = ask.haggles_over(talk)
    passes = late and over is not None and still_counts(game, talk, over) is None
    return no.TimeIsUp() if passes else None


def once_late(game: Game, talk: Talk) -> Talk:
    """The talk once the inspection's time is up: without a threat, and without open offers over bags that
    pass because of it; what was accepted in time stays (T7).
    """
    passing = undecided(game, talk)
    left = tuple(one for one in talk.proposals if not (one.is_open and one.merchant in passing))
    return replace(talk, threatened=None, proposals=left)


def _without_rivals(game: Game, talk: Talk, proposal: Proposal, *, haggles: bool = False) -> Talk:
    """The talk with all other waiting proposals for the same purpose withdrawn: the sum named last is
    answered, and nobody pays twice. While the two haggle, what one asks for and what the other offers stay
    side by side. A deal that can no longer be paid goes too, so that it does not come back to life.
    """
    for rival in _rivals(talk, proposal):
        if haggles and rival.maker != proposal.maker and (rival.demanded or proposal.demanded):
            continue
        if rival.is_open or is_broken(game, talk, rival):
            talk = _with(talk, replace(rival, state=ProposalState.WITHDRAWN))
    return talk


def _in_place_of_rivals(game: Game, talk: Talk, proposal: Proposal) -> Talk:
    """The talk ready for this proposal, without its rivals. Refuses if one for the same purpose stands, or if
    the giver does not have it.
    """
    allow(_outlived(game, talk, proposal))
    allow(_covered(game, _without_rivals(game, talk, proposal), proposal.deal, proposal.number))
    return _without_rivals(game, talk, proposal, haggles=True)


def _struck(game: Game, talk: Talk, proposal: Proposal) -> Talk:
    allow(_may_strike(game, talk, proposal))
    before = _without_rivals(game, talk, proposal)
    accepted = _with(before, replace(proposal, state=ProposalState.ACCEPTED))
    passes = talk.threatened == proposal.merchant and is_bribe(game, proposal.merchant, proposal.deal)
    return replace(accepted, threatened=None) if passes else accepted


def _covered(game: Game, talk: Talk, deal: Deal, besides: int | None = None) -> Refusal | None:
    """Whether purse and stand cover this deal on top of all else its giver has on the table (I6, D5).

    What others offer the giver does not count: it is not there until their deal is booked.
    """
    offered, giver = on_the_table(game, talk, deal.giver, besides=besides), deal.giver
    has, elsewhere = game.gold(giver), offered.gold
    if deal.gold and not game.options.coins_on_table and deal.gold + elsewhere > has:
        if elsewhere:
            return no.GoldOnTheTable(giver, has, elsewhere, deal.gold)
        return no.PurseTooSmall(giver, has, deal.gold)
    for good, asked in deal.stand.items():
        has, elsewhere = game.stand(giver).get(good, 0), offered.goods.get(good, 0)
        if elsewhere and asked + elsewhere > has:
            return no.GoodsOnTheTable(giver, good, has, elsewhere, asked)
        if asked > has:
            return no.StandTooSmall(giver, good, has, asked)
    return None


def _room_for_more(talk: Talk, giver: int) -> Refusal | None:
    count = sum(one.is_open and one.deal.giver == giver for one in talk.proposals)
    return no.TooManyProposals(giver, MOST_OPEN) if count >= MOST_OPEN else None


def _remembered(talk: Talk, giver: int) -> tuple[Proposal, ...]:
    """The proposals less the giver's oldest that came to nothing, so that a round's talk stays short."""
    over = [one for one in talk.proposals if one.deal.giver == giver and not one.stands]
    return tuple(one for one in talk.proposals if one not in over[:-MOST_OPEN])


def _pending(game: Game, talk: Talk) -> Iterator[Proposal]:
    """Those that still matter: open or accepted, over a bag still waiting, between players who are here."""
    over = (one for one in talk.proposals if one.stands and one.merchant in game.waiting)
    return (one for one in over if _both_here(game, one.deal))


def _both_here(game: Game, deal: Deal) -> bool:
    return {deal.giver, deal.receiver} <= {*game.here}


def _known(talk: Talk, number: int) -> Proposal:
    """The proposal. Raises NoSuchProposal."""
    proposal = proposal_of(talk, number)
    if proposal is None:
        raise no.NoSuchProposal
    return proposal


def _with(talk: Talk, changed: Proposal) -> Talk:
    """The talk with the changed proposal in place of the old one."""
    return replace(
        talk,
        proposals=tuple(
            changed if proposal.number == changed.number else proposal for proposal in talk.proposals
        ),
    )


@dataclass(frozen=True, slots=True)
class Propose(Ask):
    """Somebody offers a deal about the bag of this merchant, notes what was agreed `aloud`, or asks for what
    is `demanded` (I6, I9).
    """

    merchant: int
    deal: Deal
    aloud: bool = False
    demanded: bool = False

    def speakers(self, _game: Game, _talk: Talk, _phones: AbstractSet[int]) -> tuple[int, ...]:
        """The proposal's maker."""
        return (self.deal.receiver if self.aloud or self.demanded else self.deal.giver,)

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it if the giver can offer something over this bag."""
        return may_propose(game, talk, self.deal.giver, self.merchant)

    def said(self, game: Game, talk: Talk, phones: AbstractSet[int]) -> Talk:
        """Add the proposal, in place of an older one for the same purpose. What was agreed aloud is accepted
        at once if the giver has no phone to answer.
        """
        check_deals(game, self.merchant, (self.deal,))
        last = max((proposal.number for proposal in talk.proposals), default=game.round * FIRST_OF_ROUND)
        deal = as_kept(game, self.merchant, self.deal)
        new = Proposal(last + 1, self.merchant, deal, aloud=self.aloud, demanded=self.demanded)
        before = _in_place_of_rivals(game, talk, new)
        said = replace(before, proposals=(*_remembered(before, deal.giver), new))
        return _struck(game, said, new) if self.aloud and deal.giver not in phones else said

    def latest(self, after: Talk) -> tuple[str, int]:
        """The newest offer."""
        return "offered", after.proposals[-1].number

    def haggles_over(self, _talk: Talk) -> int:
        """The proposal's bag."""
        return self.merchant


class _Again(Ask):
    """Something about a proposal that was made before."""

    __slots__ = ()
    number: int

    def speakers(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> tuple[int, ...]:
        """The proposal's maker. Raises NoSuchProposal."""
        return (_known(talk, self.number).maker,)

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it while its bag waits and is undecided."""
        proposal = proposal_of(talk, self.number)
        if proposal is None:
            return no.NoSuchProposal()
        return still_counts(game, talk, proposal.merchant) or self.fits(game, talk, proposal)

    @abstractmethod
    def fits(self, game: Game, talk: Talk, proposal: Proposal, /) -> Refusal | None:
        """Why this cannot be said of the proposal in its present state; None if it can."""

    def haggles_over(self, talk: Talk) -> int | None:
        """The proposal's bag."""
        proposal = proposal_of(talk, self.number)
        return proposal.merchant if proposal else None


@dataclass(frozen=True, slots=True)
class Change(_Again):
    """The giver offers more, less or something else. A refused or withdrawn proposal is open again, between
    the same two players, and the receiver has to answer again.
    """

    word = "offered"
    number: int
    deal: Deal

    def fits(self, _game: Game, talk: Talk, proposal: Proposal) -> Refusal | None:
        """Not once it was accepted (I7)."""
        if proposal.is_accepted:
            return no.ProposalAccepted()
        return None if proposal.is_open else _room_for_more(talk, proposal.deal.giver)

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Set the new terms."""
        proposal = _known(talk, self.number)
        if (self.deal.giver, self.deal.receiver) != proposal.sides:
            raise no.SidesStay(proposal.sides)
        check_deals(game, proposal.merchant, (self.deal,))
        deal = as_kept(game, proposal.merchant, self.deal)
        changed = replace(proposal, deal=deal, state=ProposalState.OPEN, changes=proposal.changes + 1)
        return _with(_in_place_of_rivals(game, talk, changed), changed)


@dataclass(frozen=True, slots=True)
class Withdraw(_Again):
    """The maker withdraws a proposal."""

    word = "withdrawn"
    number: int

    def fits(self, game: Game, talk: Talk, proposal: Proposal) -> Refusal | None:
        """Allow it for a proposal that is open, or accepted but unpayable."""
        is_free = proposal.is_open or is_broken(game, talk, proposal)
        return None if is_free else no.ProposalNotOpen()

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """The proposal is off the table."""
        return _with(talk, replace(_known(talk, self.number), state=ProposalState.WITHDRAWN))

    def haggles_over(self, _talk: Talk) -> None:
        """Nobody's bag: withdrawing costs nobody time."""


@dataclass(frozen=True, slots=True)
class Reopen(_Again):
    """Take back an acceptance: the proposal waits for an answer again (I7)."""

    word = "reopened"
    number: int

    def speakers(self, _game: Game, talk: Talk, phones: AbstractSet[int]) -> tuple[int, ...]:
        """The player who was asked; if that player has no phone and agreed aloud, the one who noted it."""
        proposal = _known(talk, self.number)
        is_noted = proposal.aloud and proposal.asked not in phones
        return (proposal.maker if is_noted else proposal.asked,)

    def fits(self, _game: Game, _talk: Talk, proposal: Proposal) -> Refusal | None:
        """Refuse it unless it was accepted (I7)."""
        return None if proposal.is_accepted else no.ProposalNotAccepted()

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Open the proposal again; those it replaced stay withdrawn."""
        return _with(talk, replace(_known(talk, self.number), state=ProposalState.OPEN))


@dataclass(frozen=True, slots=True)
class Answer(_Again):
    """The player who was asked accepts or refuses; with `changes`, only that version."""

    number: int
    accepts: bool
    changes: int | None = None

    def speakers(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> tuple[int, ...]:
        """The player who was asked."""
        return (_known(talk, self.number).asked,)

    def fits(self, game: Game, talk: Talk, proposal: Proposal) -> Refusal | None:
        """Allow it while it waits for an answer; accept only if both are here and have all they offer."""
        if not proposal.is_open:
            return no.ProposalNotOpen()
        if self.changes not in {None, proposal.changes}:
            return no.ProposalChanged()
        return _may_strike(game, talk, proposal) if self.accepts else None

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Accept or refuse; accepting the merchant's bribe ends a threat to open the bag (I7)."""
        proposal = _known(talk, self.number)
        if not self.accepts:
            return _with(talk, replace(proposal, state=ProposalState.REFUSED))
        return _struck(game, talk, proposal)

    def latest(self, _after: Talk) -> tuple[str, int]:
        """Which answer it is."""
        return "accepted" if self.accepts else "refused", self.number

    def haggles_over(self, talk: Talk) -> int | None:
        """The proposal's bag if it is accepted; refusing is always in time."""
        return _Again.haggles_over(self, talk) if self.accepts else None


def answerable(game: Game, talk: Talk) -> tuple[Proposal, ...]:
    """The proposals that wait for an answer, and can still be answered."""
    return tuple(one for one in talk.proposals if Answer(one.number, accepts=False).may(game, talk) is None)


def bid_of(talk: Talk, merchant: int, giver: int, receiver: int) -> Proposal | None:
    """The open offer to a `receiver` with a badge: by the bag's merchant for letting it pass (I6), by anybody
    else for one decision or the other (I9).
    """
    offers = (one for one in talk.over(merchant) if one.is_open and not one.by_receiver)
    theirs = (one for one in offers if one.sides == (giver, receiver))
    return next((one for one in theirs if giver == merchant or one.deal.decision is not None), None)


def bid(talk: Talk, merchant: int, said: Deal) -> Propose | Change:
    """What a player who says "five!" asks for: this much gold in the standing offer to the Sheriff, or to a
    Deputy, whose goods and promises stay, or else in a new offer (I6, I9).
    """
    standing = bid_of(talk, merchant, said.giver, said.receiver)
    kept = standing.deal if standing else replace(said, decision=None)
    deal = replace(kept, gold=said.gold, decision=kept.decision if said.giver == merchant else said.decision)
    return Change(standing.number, deal) if standing else Propose(merchant, deal)
