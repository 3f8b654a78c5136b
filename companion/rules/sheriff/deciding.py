"""What the Sheriff decides of a bag before anybody but its merchant knows what is in it (I2, I3).

A note is its merchant's word, and it is read only once the decision is stored: nobody decides by it. The
cards on the table overrule it.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Deal, Decision, Paying
from companion.rules.sheriff.bases import Event, Recorder
from companion.rules.sheriff.deals import promised_kinds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.deputies import may_act_alone
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import check_bag
from companion.rules.sheriff.opened import BagOpened, OpenBag, open_debts
from companion.rules.sheriff.passed import BagPassed, PassBag, as_passed, most_raids, raids
from companion.rules.sheriff.proposals import bag_waits, decided_alone, due, is_bribed
from companion.rules.sheriff.refusals import (
    BribeMeansPass,
    DecidedOn,
    DecisionStands,
    LiesOpen,
    NoDebt,
    NothingDecided,
    NothingDeclared,
    OtherMayOpen,
    SaidMeanwhile,
)
from companion.rules.sheriff.talk import Ask, Decided, ProposalState, Talk, decision_of


def words_of(game: Game, talk: Talk, merchant: int) -> str:
    """All that a decision is made on, in a word that changes when any of it does: what was declared, and the
    accepted deals that are booked with the one decision or the other, as they can be paid now. Whatever else
    is said of the bag changes nothing.
    """
    said = talk.declarations.get(merchant)
    declared = f"{said.good}-{said.number}" if said else "-"
    deals = (f"{decision}-{deal}" for decision in Decision for deal in _due(game, talk, merchant, decision))
    return " ".join((declared, *deals))


def _due(game: Game, talk: Talk, merchant: int, decision: Decision) -> Iterator[str]:
    """The accepted deals that are booked with this decision, each in its version; of equal ones the first."""
    left = list(due(game, talk, merchant, decision))
    for proposal in talk.proposals:
        is_accepted = proposal.state is ProposalState.ACCEPTED and proposal.merchant == merchant
        if is_accepted and proposal.deal in left:
            left.remove(proposal.deal)
            yield f"{proposal.number}.{proposal.changes}"


def _why_shut(game: Game, talk: Talk, merchant: int) -> Refusal:
    """Why a bribe keeps this bag shut, and which Deputy may open it all the same (E12)."""
    bound = [seat for seat in game.deputies if is_bribed(game, talk, merchant, seat)]
    free = [seat for seat in game.deputies if seat not in bound]
    return OtherMayOpen(bound[0], free[0]) if bound and free else BribeMeansPass(merchant)


def may_be_away(game: Game, talk: Talk, seat: int) -> Refusal | None:
    """Whether no decision keeps a player here: that on the own bag does until the bag is recorded (I4), and a
    Sheriff's own decisions do.
    """
    decided = (merchant for merchant in talk.decisions if bag_waits(game, merchant) is None)
    kept = next((merchant for merchant in decided if seat == merchant or seat in game.sheriffs), None)
    return None if kept is None else DecidedOn(kept)


def as_booked(talk: Talk, event: Event) -> Talk:
    """The talk once an entry is booked: a bag that was declared is decided on by that, and stays so where the
    entry is taken back. The very talk it got if nothing was decided.
    """
    if not isinstance(event, BagPassed | BagOpened) or event.merchant not in talk.declarations:
        return talk
    if event.merchant in talk.decisions:
        return talk
    decision = Decision.OPENS if isinstance(event, BagOpened) else Decision.PASSES
    return _as_decided(talk, event.merchant, Decided(decision, alone=event.alone))


def cards_of(talk: Talk, merchant: int) -> str:
    """The cards of an opened bag that were turned over, in a word; "" if none were."""
    decided = talk.decisions.get(merchant)
    return " ".join(f"{word}-{number}" for word, number in decided.turned.items()) if decided else ""


def may_pack(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether it still matters what this merchant packs: not while the bag lies open."""
    opens = decision_of(talk, merchant) is Decision.OPENS and bag_waits(game, merchant) is None
    return LiesOpen(merchant) if opens else None


def owed(game: Game, talk: Talk, merchant: int) -> OpenDebt | None:
    """The debt that the cards which lie there make (D1), with nothing told of those face down; None if there
    are no such cards, or coins cover it. Where both Deputies are short nobody is asked alone: what both pay
    is booked at once (E9).
    """
    command = opening(game, talk, merchant)
    debts = [debt for debt in open_debts(game, command) if debt] if command else []
    return debts[0] if len(debts) == 1 else None


def next_bag(game: Game, talk: Talk) -> int:
    """Whose bag is dealt with next, of those that wait: one decided on out of turn, else the first."""
    decided = (merchant for merchant in game.waiting if decision_of(talk, merchant) is not None)
    return next(decided, game.waiting[0])


def asked_payer(game: Game, talk: Talk, merchant: int) -> int | None:
    """Who was asked which goods pay for this bag, and owes still; None if nobody."""
    decided = talk.decisions.get(merchant)
    debt = owed(game, talk, merchant) if decided and decided.asked else None
    return debt.fine.payer if debt else None


def is_answer(game: Game, talk: Talk, bag: OpenBag) -> bool:
    """Whether this books the cards that lie there, and says nothing else than which goods pay for them."""
    lies_there = replace(bag, told=Goods(), payment=None, discarded=False, other=Paying())
    return opening(game, talk, bag.merchant) == lies_there


def passing(game: Game, talk: Talk, merchant: int, noted: Goods, aloud: tuple[Deal, ...] = ()) -> PassBag:
    """The bag as it passes by its merchant's note (I2, I8), with what was agreed `aloud`."""
    alone = decided_alone(game, talk, merchant)
    deals = (*due(game, talk, merchant, Decision.PASSES, alone), *aloud)
    there, contents = noted.overlap(promised_kinds(game, deals)), as_passed(game, noted)
    return PassBag(merchant, talk.declarations[merchant], contents, deals, there=there, alone=alone)


def may_raid(game: Game, bag: PassBag) -> bool:
    """Whether it is still to be asked if oil was shown: of every merchant who keeps a card face down, while
    anybody has something that Brimstone Oil could discard.
    """
    return bool(most_raids(game, bag.contents) and raids(game, bag.merchant))


def opening(game: Game, talk: Talk, merchant: int) -> OpenBag | None:
    """The bag as it is opened with the cards that lie there (I3, I4); None if none do, or it is done."""
    decided = talk.decisions.get(merchant)
    if decided is None or not decided.turned or bag_waits(game, merchant) is not None:
        return None
    alone = decided_alone(game, talk, merchant)
    deals = due(game, talk, merchant, Decision.OPENS, alone)
    return OpenBag(merchant, talk.declarations[merchant], decided.turned, deals, alone=alone)


@dataclass(frozen=True, slots=True)
class Decide(Ask):
    """The Sheriff lets a bag pass or opens it, having read these `words`: see `words_of`. One of two Deputies
    may do so `alone`; None for both (E11). `late` once time is up: the bag passes by that (T7).
    """

    by = Recorder.SHERIFF
    merchant: int
    decision: Decision
    words: str
    alone: int | None = None
    late: bool = False

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """On a declared bag that waits, if no bribe means the other (I7, E11, E12)."""
        if refusal := bag_waits(game, self.merchant) or may_act_alone(game, self.alone):
            return refusal
        stands = decision_of(talk, self.merchant)
        if stands is not None:
            is_so = (stands, decided_alone(game, talk, self.merchant)) == (self.decision, self.alone)
            return None if is_so else DecisionStands(self.merchant)
        if self.merchant not in talk.declarations:
            return NothingDeclared(self.merchant)
        bribed = self.decision is Decision.OPENS and is_bribed(game, talk, self.merchant, self.alone)
        return _why_shut(game, talk, self.merchant) if bribed else None

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """The decision stands, and nothing threatens this bag any more. The same again changes nothing."""
        if self.merchant in talk.decisions:
            return talk
        if self.words != words_of(game, talk, self.merchant):
            raise SaidMeanwhile(self.merchant)
        threatened = None if talk.threatened == self.merchant else talk.threatened
        decided = Decided(self.decision, alone=self.alone, late=self.late)
        return replace(_as_decided(talk, self.merchant, decided), threatened=threatened)

    def latest(self, _after: Talk) -> tuple[str, int]:
        """Which decision it is."""
        return "passed" if self.decision is Decision.PASSES else "opened", self.merchant


@dataclass(frozen=True, slots=True)
class TurnOver(Ask):
    """The cards of a bag that is to be opened lie on the table."""

    word = "turned"
    by = Recorder.SEAT_OR_SHERIFF
    merchant: int
    cards: Goods

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Of a bag that is not booked yet, if nobody showed any."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        decided = talk.decisions.get(self.merchant)
        if decided is None or decided.decision is not Decision.OPENS:
            return NothingDecided(self.merchant)
        return DecisionStands(self.merchant) if decided.turned else None

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """The cards lie open; they can be booked as a bag with this declaration. Raises a Refusal if not."""
        check_bag(game, talk.declarations[self.merchant], self.cards)
        return _as_decided(talk, self.merchant, replace(talk.decisions[self.merchant], turned=self.cards))


@dataclass(frozen=True, slots=True)
class AskPayer(Ask):
    """The cards of an opened bag lie there; who has to pay for them is short, and is to choose the goods."""

    word = "asked"
    by = Recorder.SHERIFF
    merchant: int

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """If this bag's cards lie there, and coins are short."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        command = opening(game, talk, self.merchant)
        if command is None:
            return NothingDecided(self.merchant)
        if owed(game, talk, self.merchant):
            return None
        try:
            return NoDebt(command.decide(game).fine.payer)
        except Refusal as refusal:
            return refusal

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """It is up to the payer which goods go (D2). The same again changes nothing."""
        return _as_decided(talk, self.merchant, replace(talk.decisions[self.merchant], asked=True))


@dataclass(frozen=True, slots=True)
class DecideAgain(Ask):
    """The merchant lets the Sheriff decide once more."""

    word = "again"
    merchant: int

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """If there is a decision on this bag to take back, and its cards were not seen."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        decided = talk.decisions.get(self.merchant)
        if decided is None:
            return NothingDecided(self.merchant)
        return DecisionStands(self.merchant) if decided.turned else None

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """The bag is undecided again."""
        left = {seat: decided for seat, decided in talk.decisions.items() if seat != self.merchant}
        return replace(talk, decisions=left)


def _as_decided(talk: Talk, merchant: int, decided: Decided) -> Talk:
    return replace(talk, decisions={**talk.decisions, merchant: decided})
