"""What is said at the table in a round before it is booked: declarations, a threat, proposals, marks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from companion.rules.goods import Goods
from companion.rules.kinds import Records
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Promise
from companion.rules.sheriff.bases import Recorder
from companion.rules.sheriff.game import Game

FIRST_OF_ROUND = 1_000
"""Proposals of round 3 are numbered from 3001: an answer that comes a round too late finds nothing."""
SILENT = "", 0
"""What was said last where nothing was."""
OF_A_SEAT = (
    "declared",
    "unsaid",
    "threatened",
    "passed",
    "opened",
    "turned",
    "asked",
    "again",
    "nudged",
    "broken",
)
"""What was said last about a seat, and not about a proposal."""


class ProposalState(StrEnum):
    """What became of a proposal."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deal that was offered; `merchant` is whose bag it is about, who may be neither side (I9).

    `changes` counts how often it was changed, so that an answer can name the version it answers. One that was
    agreed `aloud` was noted by its receiver, one that is `demanded` its receiver asks for: its giver answers.
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
        """Whether it was put on the table by who gets it."""
        return self.aloud or self.demanded

    @property
    def maker(self) -> int:
        """Who put it on the table."""
        return self.deal.receiver if self.by_receiver else self.deal.giver

    @property
    def asked(self) -> int:
        """Who answers."""
        return self.deal.giver if self.by_receiver else self.deal.receiver

    @property
    def stands(self) -> bool:
        """Whether it is open or accepted."""
        return self.state in {ProposalState.OPEN, ProposalState.ACCEPTED}

    @property
    def sides(self) -> tuple[int, int]:
        """Who gives, and who gets it."""
        return self.deal.giver, self.deal.receiver

    @property
    def purpose(self) -> tuple[int, int, int, Decision | None]:
        """Who gives to whom, over whose bag, and for which decision: of two such offers one counts."""
        return self.merchant, *self.sides, self.deal.decision


@dataclass(frozen=True, slots=True)
class Decided:
    """What the Sheriff said of a bag before anybody knew what was in it; once it is open, the cards that were
    turned over, empty as long as nobody showed any, and whether its payer was asked which goods go. One of
    two Deputies may have decided `alone`; None for both, or where one Sheriff serves (E11). It was `late`
    once the inspection's time was up, so that the bag passed by that (T7).
    """

    decision: Decision
    turned: Goods = field(default_factory=Goods)
    asked: bool = False
    alone: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said in a round: declarations by merchant in the order they were made, whose bag the Sheriff
    threatens to open, proposals by number, promises marked as kept, the ids of the latest actions; what was
    said last, in a word, with the seat or the proposal it was about; after which entry that was; what the
    Sheriff decided of which merchant's bag; what a merchant is ready to declare in turn, which no other phone
    may learn before (T4); how often somebody was nudged; the ids of the actions that only their own phone
    noticed, with those of earlier rounds; which of two Deputies threatened last, None for both; promises
    marked as broken; and those that were marked, either way, in an earlier round.
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
        """The seats that can say so, besides the bank; `_phones` are those that have one of their own."""
        return self.by.seats(game, self.about)

    @abstractmethod
    def may(self, game: Game, talk: Talk, phones: AbstractSet[int] = frozenset(), /) -> Refusal | None:
        """Why the rules forbid it now; None if they do not. It draws the buttons and judges the requests."""

    @abstractmethod
    def said(self, game: Game, talk: Talk, phones: AbstractSet[int], /) -> Talk:
        """The talk after it, where it may be said. Raises a Refusal for what only its content tells."""

    def latest(self, _after: Talk, /) -> tuple[str, int]:
        """What was said by it, in a word, and about which seat or proposal."""
        return self.word, self.about

    def haggles_over(self, _talk: Talk, /) -> int | None:
        """Over whose bag it haggles, which has to be in time (T7); None if it does not."""
        return None


def silence(game: Game) -> Talk:
    """The talk of a round in which nothing has been said yet."""
    return Talk(game.round, {}, None, (), (), (), SILENT)


def talk_of(game: Game, stored: Talk | None) -> Talk:
    """What was said in the game's round, the very talk that is stored while nothing of it is over: all that
    of another round is but the marks of promises, which may be due for more than one (I10), and what
    was said with a player whose coming was taken back.
    """
    if stored is None:
        return silence(game)
    if stored.round != game.round:
        marked = (*stored.kept, *stored.broken)
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
    """What the Sheriff decided of this merchant's bag; None while that is open."""
    decided = talk.decisions.get(merchant)
    return decided.decision if decided else None


def decided_in_time(talk: Talk, merchant: int) -> bool:
    """Whether the Sheriff decided of this merchant's bag before the inspection's time was up (T7)."""
    decided = talk.decisions.get(merchant)
    return decided is not None and not decided.late
