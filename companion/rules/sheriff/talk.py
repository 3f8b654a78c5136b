"""What is said at the table in a round before it is booked: declarations, a threat, proposals, marks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from companion.rules.kinds import Records
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Promise
from companion.rules.sheriff.game import Game, Recorder

FIRST_OF_ROUND = 1_000
"""Proposals of round 3 are numbered from 3001: an answer that comes a round too late finds nothing."""
SILENT = "", 0
"""The `latest` of a talk in which nothing was said."""
OF_A_SEAT = (
    "declared",
    "unsaid",
    "threatened",
    "passed",
    "opened",
    "turned",
    "asked",
    "again",
    "disagreed",
    "nudged",
    "broken",
)
"""The words of `latest` that are about a seat, and not about a proposal."""


class ProposalState(StrEnum):
    """What became of a proposal."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deal that was offered over the bag of this `merchant`, who may be neither side (I9).

    `changes` counts how often it was changed, so that an answer can name the version it answers. A deal
    agreed `aloud` was noted by its receiver, and one that is `demanded` is asked for by its receiver: its
    giver answers.
    """

    number: int
    merchant: int
    deal: Deal
    state: ProposalState = ProposalState.OPEN
    changes: int = 0
    aloud: bool = False
    demanded: bool = False

    @property
    def by_receiver(self) -> bool:
        """Whether its receiver put it on the table."""
        return self.aloud or self.demanded

    @property
    def maker(self) -> int:
        """The seat that put it on the table."""
        return self.deal.receiver if self.by_receiver else self.deal.giver

    @property
    def asked(self) -> int:
        """The seat that answers."""
        return self.deal.giver if self.by_receiver else self.deal.receiver

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.state is ProposalState.OPEN

    @property
    def is_accepted(self) -> bool:
        """Whether it is a deal, which is booked with its bag."""
        return self.state is ProposalState.ACCEPTED

    @property
    def stands(self) -> bool:
        """Whether it is open or accepted."""
        return self.is_open or self.is_accepted

    @property
    def sides(self) -> tuple[int, int]:
        """The giver and the receiver."""
        return self.deal.giver, self.deal.receiver

    @property
    def purpose(self) -> tuple[int, int, int, Decision | None]:
        """Its merchant, giver, receiver and decision: of two offers alike in all four, only one counts."""
        return self.merchant, *self.sides, self.deal.decision


@dataclass(frozen=True, slots=True)
class Decided:
    """What the Sheriff decided on a bag before anybody knew what was in it. Once it is open, `turned` are the
    cards that were turned over, empty as long as nobody showed any, and `asked` says whether its payer was
    asked which goods go. One of two Deputies may have decided `alone`; None for both, or where one Sheriff
    serves (E11). `late` if the bag passed because the inspection's time was up (T7). It was `said_by` the
    Deputy from whose own phone it came, if it came from one. `booked` says whether its bag was recorded
    since, even if that was taken back: all know then what was in it.
    """

    decision: Decision
    turned: Goods = field(default_factory=Goods)
    asked: bool = False
    alone: int | None = None
    late: bool = False
    said_by: int | None = None
    booked: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said in a round: `declarations` by merchant in the order they were made; the merchant whose
    bag is `threatened`; proposals by number; promises marked as `kept`; the ids of the latest actions.
    `latest` is what was said last, in a word, with the seat or the proposal it was about, and `said_on` the
    entry after which that was. `decisions` are the Sheriff's, by merchant; `ready` is what merchants will
    declare in turn, which no other phone may learn before (T4); `nudges` counts the nudges. `other_ids` are
    those of actions that only their own phone noticed, and of earlier rounds; `threatens` is the Deputy who
    threatened last, None for both. `broken` are promises marked as broken, `marked_earlier` those marked in
    an earlier round.
    """

    round: int
    declarations: Mapping[int, Declaration]
    threatened: int | None
    proposals: tuple[Proposal, ...]
    kept: tuple[Promise, ...]
    action_ids: tuple[str, ...]
    latest: tuple[str, int]
    said_on: int = 0
    decisions: Mapping[int, Decided] = field(default_factory=dict)
    ready: Mapping[int, Declaration] = field(default_factory=dict)
    nudges: int = 0
    other_ids: tuple[str, ...] = ()
    threatens: int | None = None
    broken: tuple[Promise, ...] = ()
    marked_earlier: tuple[Promise, ...] = ()

    def over(self, merchant: int) -> tuple[Proposal, ...]:
        """The proposals over this merchant's bag, by number."""
        return tuple(proposal for proposal in self.proposals if proposal.merchant == merchant)

    def mark(self, promise: Promise) -> bool | None:
        """Whether a promise is marked as kept or as broken; None while nobody marked it (I10)."""
        return True if promise in self.kept else False if promise in self.broken else None


class Ask(ABC):
    """Something that can be said: a frozen dataclass, whole in the module of its subject. It is said `by`
    these seats or by the bank, and `word` is what was said then.
    """

    __slots__ = ()
    word: ClassVar[str]
    by: ClassVar[Records] = Recorder.SEAT

    @property
    def about(self) -> int:
        """The seat or the proposal that it is about; 0 if it is about none."""
        names = ("merchant", "number", "player")
        return next((getattr(self, name) for name in names if hasattr(self, name)), 0)

    def speakers(self, game: Game, _talk: Talk, _phones: AbstractSet[int], /) -> tuple[int, ...]:
        """The seats that can say so, besides the bank; `_phones` are those with a phone of their own."""
        return self.by.seats(game, self.about)

    @abstractmethod
    def may(self, game: Game, talk: Talk, phones: AbstractSet[int] = frozenset(), /) -> Refusal | None:
        """Why the rules forbid it now; None if they do not. Buttons and requests alike depend on it."""

    @abstractmethod
    def said(self, game: Game, talk: Talk, phones: AbstractSet[int], /) -> Talk:
        """The talk after it, if `may` allows it. Raises a Refusal for what only its content tells."""

    def latest(self, _after: Talk, /) -> tuple[str, int]:
        """What was said by it, in a word, and about which seat or proposal."""
        return self.word, self.about

    def haggles_over(self, _talk: Talk, /) -> int | None:
        """The merchant whose bag it haggles over, which has to be in time (T7); None if it does not."""
        return None


def silence(game: Game) -> Talk:
    """The talk of a round in which nothing has been said yet."""
    return Talk(game.round, {}, None, (), (), (), SILENT)


def talk_of(game: Game, stored: Talk | None) -> Talk:
    """What was said in the game's round. Of another round's talk only the marks of promises remain, because
    those may be due for more than one (I10); after a round that was taken back any of them may be of this
    one. What was said with a player whose coming was taken back is left out. Returns `stored` itself if
    nothing of it is over.
    """
    if stored is None:
        return silence(game)
    if stored.round != game.round:
        marked = (*stored.kept, *stored.broken) if stored.round < game.round else ()
        return replace(silence(game), kept=stored.kept, broken=stored.broken, marked_earlier=marked)
    kept = _among({*range(len(game.seats))}, stored)
    return stored if kept == stored else kept


def _among(there: set[int], talk: Talk) -> Talk:
    """What was said between these seats."""
    what, of = talk.latest
    is_of_others = what in OF_A_SEAT and of not in there
    return replace(
        talk,
        declarations={seat: said for seat, said in talk.declarations.items() if seat in there},
        decisions={seat: decided for seat, decided in talk.decisions.items() if seat in there},
        ready={seat: said for seat, said in talk.ready.items() if seat in there},
        threatened=talk.threatened if talk.threatened in there else None,
        proposals=tuple(one for one in talk.proposals if {one.merchant, *one.sides} <= there),
        latest=SILENT if is_of_others else talk.latest,
    )


UNTOLD = Declaration("", 0)


def as_all_know(talk: Talk) -> Talk:
    """The talk without what those who are ready are going to declare (T4)."""
    return replace(talk, ready=dict.fromkeys(talk.ready, UNTOLD), other_ids=())


def proposal_of(talk: Talk, number: int) -> Proposal | None:
    """The proposal of this number, if there is one."""
    return next((proposal for proposal in talk.proposals if proposal.number == number), None)


def decision_of(talk: Talk, merchant: int) -> Decision | None:
    """What the Sheriff decided on this merchant's bag; None while that is open."""
    decided = talk.decisions.get(merchant)
    return decided.decision if decided else None


def decided_in_time(talk: Talk, merchant: int) -> bool:
    """Whether the Sheriff decided on this merchant's bag before the inspection's time was up (T7)."""
    decided = talk.decisions.get(merchant)
    return decided is not None and not decided.late
