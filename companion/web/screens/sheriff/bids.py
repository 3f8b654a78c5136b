"""What a player offers the Sheriff by single taps."""

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
    """A player's gold for the Sheriff over the bag of `merchant`, by one tap each: by how much it is raised,
    and to how much in all; `standing` is the number of the offer of so much `gold` that this changes, 0 for a
    new one, and `decision` what that is for.
    """

    seat: Seat
    merchant: Seat
    standing: int
    gold: int
    decision: str
    raises: tuple[tuple[int, int], ...]

    @property
    def chooses(self) -> bool:
        """Whether a tap still says what the gold is for."""
        return self.seat != self.merchant and not self.standing


def bid_over(game: Game, phone: PhoneContext, merchant: int, *, late: bool) -> Bid | None:
    """On a player's own phone over the own bag, once declared, and over the one that is decided on next, once
    all have declared; until the Sheriff has taken the merchant's bribe, decided, or has no time left (T7).
    Who is asked something answers first.
    """
    talk = phone.talk
    if late or len(phone.me.seats) != 1 or merchant not in talk.declarations:
        return None
    (bidder,) = phone.me.seats
    if bidder == game.sheriff or _is_asked(phone, bidder):
        return None
    is_next = merchant == game.waiting[0] and declaring.next_speaker(game, talk, phone.phones) is None
    if merchant != bidder and not is_next:
        return None
    if proposals.may_propose(game, talk, bidder, merchant) or proposals.is_bribed(game, talk, merchant):
        return None
    standing = proposals.bid_of(game, talk, bidder, merchant)
    offered = standing.deal.gold if standing else 0
    decision = (standing and standing.deal.decision) or Decision.PASSES
    asks = {step: proposals.bid(game, talk, bidder, merchant, offered + step, decision) for step in STEPS}
    said = ((step, saying.preview(game, talk, asks[step], phone.phones)) for step in reversed(STEPS))
    most = next((step for step, after in said if not isinstance(after, Refusal)), 0)  # who may more, may less
    raises = tuple((step, offered + step) for step in STEPS if step <= most)
    if not raises:
        return None
    number = standing.number if standing else 0
    seats = seat_of(game, bidder), seat_of(game, merchant)
    return Bid(*seats, number, offered, decision, raises)


def _is_asked(phone: PhoneContext, seat: int) -> bool:
    return any(
        proposal.state is ProposalState.OPEN and proposal.asked == seat for proposal in phone.talk.proposals
    )
