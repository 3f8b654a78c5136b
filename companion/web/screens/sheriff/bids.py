"""What a player offers the Sheriff by single taps."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.refusals import Refusal
from companion.rules.sheriff import declaring, proposals, saying
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import ProposalState
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of

STEPS = (1, 2, 5)
"""The gold by which a tap raises a bid."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's gold for the Sheriff over the bag of `merchant`, and by how much each tap `raises` it;
    `standing` is the number of the offer of so much `gold` that this changes, 0 for a new one, and `decision`
    what that is for. Where two have badges, it says for which `deputy` it is.
    """

    seat: Seat
    merchant: Seat
    receiver: Seat
    deputy: Seat | None
    standing: int
    gold: int
    decision: str
    raises: tuple[int, ...]

    @property
    def chooses(self) -> bool:
        """Whether a tap still says what the gold is for."""
        return self.seat != self.merchant and not self.standing


def bids_over(game: Game, phone: PhoneContext, merchant: int) -> Iterator[Bid]:
    """On a player's own phone over the own bag, once declared, and over the one that is decided on next, once
    all have declared; until the Sheriff has taken the merchant's bribe, decided, or has no time left (T7).
    Who is asked something answers first. Where two Deputies serve, a bid for each of them.
    """
    talk = phone.talk
    if phone.late or len(phone.me.seats) != 1 or merchant not in talk.declarations:
        return
    (bidder,) = phone.me.seats
    if bidder in game.sheriffs or _is_asked(phone, bidder):
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
    standing = proposals.bid_of(game, talk, bidder, merchant, deputy)
    offered = standing.deal.gold if standing else 0
    decision = (standing and standing.deal.decision) or Decision.PASSES
    asks = {
        step: proposals.bid(game, talk, bidder, merchant, offered + step, decision, deputy) for step in STEPS
    }
    said = ((step, saying.preview(game, talk, asks[step], phone.awake)) for step in reversed(STEPS))
    most = next((step for step, after in said if not isinstance(after, Refusal)), 0)  # who may more, may less
    raises = tuple(step for step in STEPS if step <= most)
    if not raises:
        return None
    number = standing.number if standing else 0
    seats = seat_of(game, bidder), seat_of(game, merchant), seat_of(game, receiver)
    return Bid(*seats, seats[-1] if game.deputies else None, number, offered, decision, raises)


def _is_asked(phone: PhoneContext, seat: int) -> bool:
    return any(
        proposal.state is ProposalState.OPEN and proposal.asked == seat for proposal in phone.talk.proposals
    )
