"""What the Sheriff decides of a bag before anybody but its merchant knows what is in it (I2, I3).

A note is its merchant's word, and it is read only once the decision is stored: nobody decides by it. The
cards on the table overrule it.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Deal, Decision, Paying
from companion.rules.sheriff.deals import promised_kinds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.deputies import may_act_alone
from companion.rules.sheriff.game import Event, Game, Recorder
from companion.rules.sheriff.inspection import check_bag
from companion.rules.sheriff.opened import BagOpened, OpenBag, open_debts
from companion.rules.sheriff.passed import BagPassed, PassBag, as_passed, most_raids, raids
from companion.rules.sheriff.proposals import bag_waits, decided_alone, due, is_bribed
from companion.rules.sheriff.talk import Ask, Decided, Talk, decision_of


def words_of(game: Game, talk: Talk, merchant: int) -> str:
    """A word for all that a decision is made on, which changes when any of it does: what was declared, and
    the accepted deals booked with either decision, as far as they can be paid now. Nothing else said of the
    bag changes it.
    """
    said = talk.declarations.get(merchant)
    declared = f"{said.good}-{said.number}" if said else "-"
    deals = (f"{decision}-{deal}" for decision in Decision for deal in _due(game, talk, merchant, decision))
    return " ".join((declared, *deals))


def _due(game: Game, talk: Talk, merchant: int, decision: Decision) -> Iterator[str]:
    """Yield the accepted deals booked with this decision, each with its version; of equal ones, the first."""
    left = list(due(game, talk, merchant, decision))
    for proposal in talk.over(merchant):
        if proposal.is_accepted and proposal.deal in left:
            left.remove(proposal.deal)
            yield f"{proposal.number}.{proposal.changes}"


def _why_shut(game: Game, talk: Talk, merchant: int) -> Refusal:
    """Why a bribe keeps this bag shut, and which Deputy may still open it (E12)."""
    bound = [seat for seat in game.deputies if is_bribed(game, talk, merchant, seat)]
    free = [seat for seat in game.deputies if seat not in bound]
    return no.OtherMayOpen(bound[0], free[0]) if bound and free else no.BribeMeansPass(merchant)


def may_be_away(game: Game, talk: Talk, seat: int) -> Refusal | None:
    """Whether a player may be away: not a merchant whose bag is decided on but not recorded (I4), nor a
    Sheriff while there is any such bag.
    """
    decided = (merchant for merchant in talk.decisions if bag_waits(game, merchant) is None)
    kept = next((merchant for merchant in decided if seat == merchant or seat in game.sheriffs), None)
    return None if kept is None else no.DecidedOn(kept)


def as_booked(talk: Talk, event: Event) -> Talk:
    """Return the talk once an entry is booked: that decides on a bag that was declared, and the decision
    stays if the entry is taken back. Returns `talk` itself if that changes nothing.
    """
    if not isinstance(event, BagPassed | BagOpened) or event.merchant not in talk.declarations:
        return talk
    decision = Decision.OPENS if isinstance(event, BagOpened) else Decision.PASSES
    was = talk.decisions.get(event.merchant, Decided(decision, alone=event.alone))
    if was.booked:
        return talk
    return _as_decided(talk, event.merchant, replace(was, booked=True))


def unasked(game: Game, talk: Talk, merchant: int) -> int | None:
    """The Deputy for whom the other one decided over this bag (E14); None once it was recorded, since what
    lay in it would be known to whoever decides again.
    """
    decided = talk.decisions.get(merchant)
    if decided is None or decided.alone is not None or decided.booked or decided.said_by not in game.deputies:
        return None
    return next(seat for seat in game.deputies if seat != decided.said_by)


def cards_of(talk: Talk, merchant: int) -> str:
    """A word for the cards of an opened bag that were turned over; "" if none were."""
    decided = talk.decisions.get(merchant)
    return " ".join(f"{word}-{number}" for word, number in decided.turned.items()) if decided else ""


def may_pack(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether it still matters what this merchant packs: not while the bag lies open."""
    opens = decision_of(talk, merchant) is Decision.OPENS and bag_waits(game, merchant) is None
    return no.LiesOpen(merchant) if opens else None


def may_turn(game: Game, talk: Talk, merchant: int, noted: Goods) -> Refusal | None:
    """Whether these cards, as its merchant noted them, can be laid open as the bag."""
    if refusal := TurnOver(merchant, noted).may(game, talk):
        return refusal
    try:
        check_bag(game, talk.declarations[merchant], noted)
    except Refusal as refusal:
        return refusal
    return None


def faces_down(game: Game, talk: Talk, merchant: int) -> int:
    """How many cards of an opened bag still lie by their backs; 0 if it is shut, or its cards are up."""
    decided, said = talk.decisions.get(merchant), talk.declarations.get(merchant)
    opens = decided is not None and decided.decision is Decision.OPENS and not decided.turned
    return said.number if said and opens and bag_waits(game, merchant) is None else 0


def owed(game: Game, talk: Talk, merchant: int) -> OpenDebt | None:
    """The debt for the turned-over cards of a bag (D1), with none of the debtor's face-down cards told; None
    if no cards were turned over, or if coins cover it. Also None if both Deputies are short, because what
    both pay is booked at once (E9).
    """
    command = opening(game, talk, merchant)
    debts = [debt for debt in open_debts(game, command) if debt] if command else []
    return debts[0] if len(debts) == 1 else None


def next_bag(game: Game, talk: Talk) -> int:
    """The merchant whose bag comes next: one decided on out of turn, else the first that waits."""
    decided = (merchant for merchant in game.waiting if decision_of(talk, merchant) is not None)
    return next(decided, game.waiting[0])


def asked_payer(game: Game, talk: Talk, merchant: int) -> int | None:
    """The player who was asked which goods pay for this bag and still owes; None if nobody."""
    decided = talk.decisions.get(merchant)
    debt = owed(game, talk, merchant) if decided and decided.asked else None
    return debt.fine.payer if debt else None


def is_answer(game: Game, talk: Talk, bag: OpenBag) -> bool:
    """Whether this books the cards that were turned over, and adds only which goods pay for them."""
    lies_there = replace(bag, told=Goods(), payment=None, discarded=False, other=Paying())
    return opening(game, talk, bag.merchant) == lies_there


def passing(game: Game, talk: Talk, merchant: int, noted: Goods, aloud: tuple[Deal, ...] = ()) -> PassBag:
    """The bag as it passes by its merchant's note (I2, I8), with what was agreed `aloud`."""
    alone = decided_alone(game, talk, merchant)
    deals = (*due(game, talk, merchant, Decision.PASSES, alone), *aloud)
    there, contents = noted.overlap(promised_kinds(game, deals)), as_passed(game, noted)
    return PassBag(merchant, talk.declarations[merchant], contents, deals, there=there, alone=alone)


def may_raid(game: Game, bag: PassBag) -> bool:
    """Whether to ask if oil was shown: if the bag has a face-down card, and somebody has goods that Brimstone
    Oil could discard.
    """
    return bool(most_raids(game, bag.contents) and raids(game, bag.merchant))


def opening(game: Game, talk: Talk, merchant: int) -> OpenBag | None:
    """The bag as it is opened with its turned-over cards (I3, I4); None if there are none, or it is done."""
    decided = talk.decisions.get(merchant)
    if decided is None or not decided.turned or bag_waits(game, merchant) is not None:
        return None
    alone = decided_alone(game, talk, merchant)
    deals = due(game, talk, merchant, Decision.OPENS, alone)
    return OpenBag(merchant, talk.declarations[merchant], decided.turned, deals, alone=alone)


@dataclass(frozen=True, slots=True)
class Decide(Ask):
    """The Sheriff lets a bag pass or opens it, having read these `words`: see `words_of`. One of two Deputies
    may do so `alone`; None for both (E11). `late` if the bag passes because time is up (T7). `said_by` is the
    Deputy who says it for both on the own phone.
    """

    by = Recorder.SHERIFF
    merchant: int
    decision: Decision
    words: str
    alone: int | None = None
    late: bool = False
    said_by: int | None = None

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it on a declared bag that waits, unless a bribe forbids it (I7, E11, E12); and once more if
        it is so, even if the bag is booked.
        """
        stands = decision_of(talk, self.merchant)
        if (stands, decided_alone(game, talk, self.merchant)) == (self.decision, self.alone):
            return None
        if refusal := bag_waits(game, self.merchant) or may_act_alone(game, self.alone):
            return refusal
        if stands is not None:
            return no.DecisionStands(self.merchant)
        if self.merchant not in talk.declarations:
            return no.NothingDeclared(self.merchant)
        bribed = self.decision is Decision.OPENS and is_bribed(game, talk, self.merchant, self.alone)
        return _why_shut(game, talk, self.merchant) if bribed else None

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Store the decision, and end a threat to this bag. The same decision again changes nothing."""
        if self.merchant in talk.decisions:
            return talk
        if self.words != words_of(game, talk, self.merchant):
            raise no.BagTalkChanged(self.merchant)
        threatened = None if talk.threatened == self.merchant else talk.threatened
        decided = Decided(self.decision, alone=self.alone, late=self.late, said_by=self.said_by)
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
        """Allow it for an opened bag that is not booked, if nobody showed its cards."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        decided = talk.decisions.get(self.merchant)
        if decided is None or decided.decision is not Decision.OPENS:
            return no.NothingDecided(self.merchant)
        return no.DecisionStands(self.merchant) if decided.turned else None

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Lay the cards open. Raises a Refusal if they cannot be a bag with this declaration."""
        check_bag(game, talk.declarations[self.merchant], self.cards)
        return _as_decided(talk, self.merchant, replace(talk.decisions[self.merchant], turned=self.cards))


@dataclass(frozen=True, slots=True)
class AskPayer(Ask):
    """Ask the player who has to pay for an opened bag, and is short of coins, to choose the goods."""

    word = "asked"
    by = Recorder.SHERIFF
    merchant: int

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it if this bag's cards lie there and coins are short."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        command = opening(game, talk, self.merchant)
        if command is None:
            return no.NothingDecided(self.merchant)
        if owed(game, talk, self.merchant):
            return None
        try:
            return no.NoDebt(command.decide(game).fine.payer)
        except Refusal as refusal:
            return refusal

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Leave it to the payer which goods go (D2). Asking again changes nothing."""
        return _as_decided(talk, self.merchant, replace(talk.decisions[self.merchant], asked=True))


@dataclass(frozen=True, slots=True)
class DecideAgain(Ask):
    """The merchant lets the Sheriff decide once more; or it is `said_by` the Deputy for whom the other one
    decided (E14).
    """

    merchant: int
    said_by: int | None = None

    def speakers(self, _game: Game, _talk: Talk, _phones: AbstractSet[int]) -> tuple[int, ...]:
        """Whoever says it."""
        return (self.merchant if self.said_by is None else self.said_by,)

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it if there is a decision on this bag to take back, and its cards were not seen."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        decided = talk.decisions.get(self.merchant)
        if decided is None:
            return no.NothingDecided(self.merchant)
        if decided.turned:
            return no.DecisionStands(self.merchant)
        agrees = self.said_by in {None, unasked(game, talk, self.merchant)}
        return None if agrees else no.MerchantAgrees(self.merchant)

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """The bag is undecided again."""
        left = {seat: decided for seat, decided in talk.decisions.items() if seat != self.merchant}
        return replace(talk, decisions=left)

    def latest(self, _after: Talk) -> tuple[str, int]:
        """Who lets it be decided again."""
        return ("again", self.merchant) if self.said_by is None else ("disagreed", self.said_by)


def _as_decided(talk: Talk, merchant: int, decided: Decided) -> Talk:
    return replace(talk, decisions={**talk.decisions, merchant: decided})
