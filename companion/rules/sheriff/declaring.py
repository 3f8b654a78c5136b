"""Declarations and threats before a bag is booked (T4, I1), promises marked as kept or broken (I10), and whom
the table waits for.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules import kinds
from companion.rules.refusals import NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import ending
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Decision, Declaration, Promise
from companion.rules.sheriff.deciding import asked_payer, next_bag
from companion.rules.sheriff.deputies import acting, may_act_alone
from companion.rules.sheriff.game import Event, Game, Recorder
from companion.rules.sheriff.inspection import check_declaration
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.proposals import answerable, bag_waits, deals_of, stays_shut, still_undecided
from companion.rules.sheriff.refusals import NotAwaited
from companion.rules.sheriff.talk import Ask, Talk, decision_of


def next_speaker(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """Who declares next, clockwise from the Sheriff's left, among those with a phone (T4)."""
    if game.stage is not Stage.ROUNDS:
        return None
    silent = (seat for seat in game.waiting if seat not in talk.declarations and seat in speakers)
    return next(silent, None)


def in_turn(game: Game, talk: Talk, speakers: AbstractSet[int]) -> Talk:
    """Return the talk with every ready declaration whose turn has come: it is said without another tap, even
    if its phone is asleep (T4). Returns `talk` itself if there is none, or no `speakers`. `latest` names the
    first of several, as the others follow at once.
    """
    speaker = next_speaker(game, talk, speakers | talk.ready.keys()) if speakers else None
    if speaker is None or speaker not in talk.ready:
        return talk
    said = in_turn(game, _declared(talk, speaker, talk.ready[speaker]), speakers)
    return replace(said, latest=("declared", speaker))


def said_at_once(talk: Talk) -> tuple[int, ...]:
    """The merchants who declared last: first the one who spoke, then those whose turn this was; none if
    something else was said last.
    """
    (what, of), order = talk.latest, (*talk.declarations,)
    return order[order.index(of) :] if what == "declared" and of in order else ()


def may_declare(game: Game, talk: Talk, merchant: int, speakers: AbstractSet[int]) -> Refusal | None:
    """Whether a merchant can declare: in turn, or again while no deal rests on the declaration (T4, I1)."""
    if refusal := bag_waits(game, merchant):
        return refusal
    if merchant in talk.declarations:
        return _still_open(game, talk, merchant)
    earlier = game.waiting[: game.waiting.index(merchant)]
    first = next_speaker(game, talk, speakers & {*earlier})
    return None if first is None else no.DeclaresFirst(first)


def declare_first(game: Game, talk: Talk, merchant: int, speakers: AbstractSet[int]) -> tuple[int, ...]:
    """For whom a declaration waits that is made before its turn (T4): what is ready is said by itself."""
    if not isinstance(may_declare(game, talk, merchant, speakers), no.DeclaresFirst):
        return ()
    earlier, said = game.waiting[: game.waiting.index(merchant)], talk.declarations.keys() | talk.ready.keys()
    return tuple(seat for seat in earlier if seat in speakers and seat not in said)


def threatened(game: Game, talk: Talk) -> int | None:
    """The merchant whose bag the Sheriff threatens to open, while it is still waiting."""
    return talk.threatened if talk.threatened in game.waiting else None


def threatening(game: Game, talk: Talk) -> tuple[int, ...]:
    """The players who threaten, or did last: the Sheriff, both Deputies, or the one who said so (E14)."""
    return acting(game, talk.threatens if talk.threatens in game.deputies else None)


def may_be_due(game: Game, given: Promise) -> bool:
    """Whether this round may show if a promise is kept (I10): it was given in this round or the last, or its
    giver is Sheriff for the first time since. In the count, which comes last, any may.
    """
    if game.stage is Stage.COUNT:
        return True
    is_first_since = game.last_served.get(given.giver, 0) <= given.round
    return game.round - given.round <= 1 or (given.giver in game.sheriffs and is_first_since)


def promises_of(game: Game, talk: Talk) -> tuple[Promise, ...]:
    """The promises that may be due: those booked with bags, then those accepted over bags still waiting, made
    either way or for what was decided since (I9).
    """
    booked = tuple(promise for promise in game.promises if may_be_due(game, promise))
    agreed = (promise for promise, _, condition in _agreed(game, talk) if condition is None)
    return (*booked, *agreed)


def promises_to_come(game: Game, talk: Talk) -> Iterator[tuple[Promise, int, Decision]]:
    """Yield the promises accepted over undecided bags for one decision only (I9), each with the bag's
    merchant and that decision: until then nothing is owed.
    """
    for promise, merchant, condition in _agreed(game, talk):
        if condition is not None:
            yield promise, merchant, condition


def _agreed(game: Game, talk: Talk) -> Iterator[tuple[Promise, int, Decision | None]]:
    """Yield each promise over a waiting bag with the bag's merchant and the decision that would make it due,
    None if it is due. One for the other decision came to nothing.
    """
    for merchant in game.waiting if game.stage is Stage.ROUNDS else ():
        decided = decision_of(talk, merchant)
        for deal in deals_of(game, talk, merchant):
            if deal.promise.strip() and (decided is None or deal.is_for(decided)):
                promise = Promise(game.round, deal.giver, deal.receiver, deal.promise)
                yield promise, merchant, None if decided else deal.decision


@dataclass(frozen=True, slots=True)
class Declare(Ask):
    """A merchant says what is in the bag (I1), in place of anything declared before, or will say it `in_turn`
    if others come first (T4).
    """

    word = "declared"
    merchant: int
    declaration: Declaration
    in_turn: bool = False

    def may(self, game: Game, talk: Talk, phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it in turn, or earlier if `in_turn` (T4)."""
        refusal = may_declare(game, talk, self.merchant, phones)
        return None if self.in_turn and isinstance(refusal, no.DeclaresFirst) else refusal

    def said(self, game: Game, talk: Talk, phones: AbstractSet[int]) -> Talk:
        """Say the declaration, or keep it for its turn."""
        check_declaration(game, self.declaration)
        if may_declare(game, talk, self.merchant, phones):
            return replace(talk, ready={**talk.ready, self.merchant: self.declaration})
        return _declared(talk, self.merchant, self.declaration)


@dataclass(frozen=True, slots=True)
class TakeBackDeclaration(Ask):
    """A merchant has not declared after all; it is their turn again."""

    word = "unsaid"
    merchant: int

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it until a deal or a decision rests on the declaration."""
        if refusal := bag_waits(game, self.merchant):
            return refusal
        if self.merchant in talk.ready:
            return None
        said = self.merchant in talk.declarations
        return _still_open(game, talk, self.merchant) if said else no.NothingDeclared(self.merchant)

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Drop the declaration, said or only ready."""
        said, ready = _without(talk.declarations, self.merchant), _without(talk.ready, self.merchant)
        return replace(talk, declarations=said, ready=ready)


@dataclass(frozen=True, slots=True)
class Threaten(Ask):
    """The Sheriff says: I'll open this bag unless ... One of two Deputies may have said so `alone`; None for
    both. One bag is threatened at a time.
    """

    word = "threatened"
    by = Recorder.SHERIFF
    merchant: int
    alone: int | None = None

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Refuse it after the merchant's accepted bribe (I7), unless one of two Deputies got none (E12)."""
        if refusal := still_undecided(game, talk, self.merchant):
            return refusal
        if stays_shut(game, talk, self.merchant):
            return no.BribeMeansPass(self.merchant)
        return may_act_alone(game, self.alone)

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Threaten this bag, in place of any other."""
        return replace(talk, threatened=self.merchant, threatens=self.alone)

    def haggles_over(self, _talk: Talk) -> int:
        """The bag that is threatened."""
        return self.merchant


@dataclass(frozen=True, slots=True)
class LetBe(Ask):
    """The Sheriff no longer threatens anybody."""

    word = "let_be"
    by = Recorder.SHERIFF

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it if there is a threat to end."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        return no.NobodyThreatened() if threatened(game, talk) is None else None

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """No bag is threatened."""
        return replace(talk, threatened=None)


@dataclass(frozen=True, slots=True)
class MarkKept(Ask):
    """A promise is marked as kept or broken; None removes the mark (I10). Marks of no promise are dropped."""

    promise: Promise
    kept: bool | None

    def speakers(self, game: Game, _talk: Talk, _phones: AbstractSet[int]) -> tuple[int, ...]:
        """To whom it was given, and the players with a badge: nobody judges their own word."""
        judges = dict.fromkeys((self.promise.receiver, *game.sheriffs))
        return tuple(seat for seat in judges if seat != self.promise.giver)

    def may(self, game: Game, talk: Talk, _phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Allow it if it was promised, with a bag or over one that still waits, until the result: also later
        than it was due, since that it was kept or broken may be settled at any time (I10).
        """
        if game.stage is Stage.CLOSED:
            return NotInRounds()
        given = (*game.promises, *promises_of(game, talk))
        return None if self.promise in given else no.NoSuchPromise()

    def said(self, game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Set the promise's mark, or remove it."""
        others, marked = {*game.promises, *promises_of(game, talk)} - {self.promise}, (self.promise,)
        return replace(
            talk,
            kept=_among(talk.kept, others) + marked * (self.kept is True),
            broken=_among(talk.broken, others) + marked * (self.kept is False),
            marked_earlier=_among(talk.marked_earlier, others),
        )

    def latest(self, _after: Talk) -> tuple[str, int]:
        """The mark, and who broke a broken promise."""
        if self.kept is False:
            return "broken", self.promise.giver
        return "kept" if self.kept else "unmarked", 0


def as_undone(talk: Talk, undone: Event | None) -> Talk:
    """Return the talk once an entry is taken back: a promise that was kept by a payment waits again (I10).
    Returns `talk` itself if that changes nothing.
    """
    if not isinstance(undone, Paid):
        return talk
    way = (undone.giver, undone.receiver, undone.reason)
    kept = tuple(given for given in talk.kept if (given.giver, given.receiver, given.text) != way)
    return talk if kept == talk.kept else replace(talk, kept=kept)


def _among(promises: tuple[Promise, ...], others: AbstractSet[Promise]) -> tuple[Promise, ...]:
    return tuple(promise for promise in promises if promise in others)


def _declared(talk: Talk, merchant: int, declaration: Declaration) -> Talk:
    return replace(
        talk,
        declarations={**_without(talk.declarations, merchant), merchant: declaration},
        ready=_without(talk.ready, merchant),
    )


def _without(said: Mapping[int, Declaration], merchant: int) -> dict[int, Declaration]:
    return {seat: declaration for seat, declaration in said.items() if seat != merchant}


def _still_open(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether neither a decision nor an accepted deal rests on the declaration: until then a slip of the
    thumb can be corrected.
    """
    if refusal := still_undecided(game, talk, merchant):
        return refusal
    return no.DeclarationStands(merchant) if deals_of(game, talk, merchant) else None


def awaited(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """The player all others wait for: asked which goods go (D2), else next to declare (T4), else to confirm
    what was agreed aloud, else the Sheriff, or a Deputy with a phone; in the count, next to turn cards over
    or to serve Feast Plates. None if that player is gone or has no phone, and so is asked aloud, and if it is
    up to the bank.
    """
    player = _due(game, talk, speakers)
    return player if player in speakers and player in game.here else None


def _due(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    if game.stage is Stage.ROUNDS:
        return _in_rounds(game, talk, speakers)
    return ending.next_in_turn(game) if game.stage is Stage.COUNT else None


def _in_rounds(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int:
    asked = asked_payer(game, talk, next_bag(game, talk)) if game.waiting else None
    first = (asked, next_speaker(game, talk, speakers), _confirms(game, talk, speakers))
    sheriffs = (seat for seat in game.sheriffs if seat in speakers)
    return next((player for player in (*first, *sheriffs) if player is not None), game.sheriff)


def _confirms(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """The player who has to confirm on their phone what was agreed aloud over a bag."""
    aloud = (one for one in answerable(game, talk) if one.aloud and one.asked in speakers)
    return next((one.asked for one in aloud), None)


@dataclass(frozen=True, slots=True)
class Nudge(Ask):
    """The bank asks the player all others wait for to go on: that player's phone vibrates again."""

    word = "nudged"
    by = kinds.Recorder.BANK
    player: int

    def may(self, game: Game, talk: Talk, phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Refuse unless all wait for the player."""
        return None if awaited(game, talk, phones) == self.player else NotAwaited(self.player)

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Count one more nudge."""
        return replace(talk, nudges=talk.nudges + 1)
