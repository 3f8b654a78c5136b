"""What stands for letting a bag pass against what stands for opening it: a rope with two ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log1p

from markupsafe import Markup

from companion.rules.sheriff import proposals
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.deals import is_bribe
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Talk
from companion.web.parts import Seat, seat_of
from companion.web.sheriff.talk_words import put_in_full
from companion.web.sheriff.words import Words

ALL_THE_WAY = 2_000
"""The gold that pulls an end all the way. By its logarithm, 5 more are seen among small bids, and two large
ones differ as well.
"""
LEAST = 0.06
"""How far an end reaches at which only cards or promises pull."""


@dataclass(frozen=True, slots=True)
class Pull:
    """What one offer, by its `number`, adds to an end: whose it is and for which of two Deputies (`to`), its
    `gold` and `cards`, whether there is a `promise` in it and whether it is `agreed`; all as a `sentence`.
    """

    number: int
    decision: Decision
    seat: Seat
    to: Seat | None
    gold: int
    cards: int
    promise: bool
    agreed: bool
    sentence: Markup


@dataclass(frozen=True, slots=True)
class End:
    """What pulls at one end, the merchant's own offer first, with its `gold` in all, and how far of its half
    it `reaches`. `more` is how many pulls there was no room for.
    """

    decision: Decision
    pulls: tuple[Pull, ...]
    gold: int
    reaches: float
    more: int = 0


@dataclass(frozen=True, slots=True)
class Tug:
    """The two ends over a bag, the one for passing first."""

    ends: tuple[End, ...]

    @property
    def numbers(self) -> frozenset[int]:
        """The offers that pull, by their numbers."""
        return frozenset(pull.number for end in self.ends for pull in end.pulls)

    def first(self, most: int) -> "Tug":
        """The same with no more than this many pulls at each end."""
        ends = (replace(end, pulls=end.pulls[:most], more=len(end.pulls[most:])) for end in self.ends)
        return replace(self, ends=(*ends,))


def tug_over(game: Game, talk: Talk, merchant: int, me: int | None = None) -> Tug | None:
    """What pulls at a bag that is not decided on, said to the player `me`; None if nothing does."""
    pulls = () if merchant in talk.decisions else (*_pulls(game, talk, merchant, me),)
    if not pulls:
        return None
    own_first = sorted(pulls, key=lambda pull: pull.seat.number != merchant)
    ends = {decision: [pull for pull in own_first if pull.decision is decision] for decision in Decision}
    gold = {decision: sum(pull.gold for pull in each) for decision, each in ends.items()}
    reaches = {
        decision: max(round(_reach(gold[decision]), 3), LEAST if each else 0)
        for decision, each in ends.items()
    }
    return Tug(
        tuple(
            End(decision, tuple(each), gold[decision], reaches[decision]) for decision, each in ends.items()
        ),
    )


def _reach(gold: int) -> float:
    return min(log1p(gold / 2) / log1p(ALL_THE_WAY / 2), 1)


def _pulls(game: Game, talk: Talk, merchant: int, me: int | None) -> Iterator[Pull]:
    """What is offered to those with a badge for one decision; not what they only ask for, what counts either
    way, and what can no longer be paid.
    """
    for proposal in talk.over(merchant):
        deal = proposal.deal
        decision = Decision.PASSES if is_bribe(game, merchant, deal) else deal.decision
        wished = (proposal.is_open and proposal.by_receiver) or proposals.is_broken(game, talk, proposal)
        if not proposal.stands or wished or decision is None or deal.receiver not in game.sheriffs:
            continue
        yield Pull(
            number=proposal.number,
            decision=decision,
            seat=seat_of(game, deal.giver),
            to=seat_of(game, deal.receiver) if game.deputies else None,
            gold=deal.gold,
            cards=deal.stand.total + deal.bag.total,
            promise=bool(deal.promise),
            agreed=proposal.is_accepted,
            sentence=put_in_full(Words(game.seats), game, proposal, me),
        )
