"""Declarations and threats before a bag is booked (T4, I1), and promises marked as kept or broken (I10)."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.rules.refusals import NotInRounds, Refusal, allow
from companion.rules.sheriff.bags import Decision, Declaration, Promise
from companion.rules.sheriff.deputies import acting, may_act_alone
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import check_declaration
from companion.rules.sheriff.proposals import bag_waits, deals_of, stays_shut, still_undecided
from companion.rules.sheriff.refusals import (
    BribeMeansPass,
    DeclarationStands,
    DeclaresFirst,
    NobodyThreatened,
    NoSuchPromise,
    NothingDeclared,
)
from companion.rules.sheriff.talk import Declare, MarkKept, TakeBackDeclaration, Talk, Threaten, decision_of
from companion.rules.stages import Stage


def next_speaker(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """Whose turn it is to declare, clockwise from the Sheriff's left, among those with a phone (T4)."""
    if game.stage is not Stage.ROUNDS:
        return None
    silent = (seat for seat in game.waiting if seat not in talk.declarations and seat in speakers)
    return next(silent, None)


def in_turn(game: Game, talk: Talk, speakers: AbstractSet[int]) -> Talk:
    """The talk with what was ready and whose turn has come: it is said without another tap, and needs no
    phone that is awake (T4). The very talk it got if nothing was, or if nobody speaks. What was said last
    is the first of it: the others follow at once.
    """
    speaker = next_speaker(game, talk, speakers | talk.ready.keys()) if speakers else None
    if speaker is None or speaker not in talk.ready:
        return talk
    said = in_turn(game, _declared(talk, speaker, talk.ready[speaker]), speakers)
    return replace(said, latest=("declared", speaker))


def said_at_once(talk: Talk) -> tuple[int, ...]:
    """Who declared last: the one who said so, then those whose turn came by that; nobody if something else
    was said last.
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
    return None if first is None else DeclaresFirst(first)


def may_unsay(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether a merchant can take their declaration back, before a deal rests on it."""
    if refusal := bag_waits(game, merchant):
        return refusal
    if merchant in talk.ready:
        return None
    return _still_open(game, talk, merchant) if merchant in talk.declarations else NothingDeclared(merchant)


def may_threaten(game: Game, talk: Talk, merchant: int) -> Refusal | None:
    """Whether the Sheriff can threaten to open this bag: not after its merchant's accepted bribe (I7); one of
    two Deputies can while the other was not bribed (E12).
    """
    if refusal := still_undecided(game, talk, merchant):
        return refusal
    return BribeMeansPass(merchant) if stays_shut(game, talk, merchant) else None


def threatened(game: Game, talk: Talk) -> int | None:
    """The merchant whose bag the Sheriff threatens to open, while it is still waiting."""
    return talk.threatened if talk.threatened in game.waiting else None


def threatening(game: Game, talk: Talk) -> tuple[int, ...]:
    """Who threatens, or did last: the Sheriff, both Deputies, or the one of them who said so (E14)."""
    return acting(game, talk.threatens if talk.threatens in game.deputies else None)


def may_let_be(game: Game, talk: Talk) -> Refusal | None:
    """Whether there is a threat to end."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return NobodyThreatened() if threatened(game, talk) is None else None


def may_mark(game: Game, talk: Talk, promise: Promise) -> Refusal | None:
    """Whether this was promised, with a bag or over one that still waits, and may be due (I10)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return None if promise in promises_of(game, talk) else NoSuchPromise()


def may_be_due(game: Game, given: Promise) -> bool:
    """Whether this round may show if it is kept (I10): it was given in this one or the last, or its giver is
    Sheriff for the first time since.
    """
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
    """The promises accepted over bags that nobody has decided on yet, each with whose bag that is, and with
    the decision for which it was made (I9): nothing is owed before.
    """
    for promise, merchant, condition in _agreed(game, talk):
        if condition is not None:
            yield promise, merchant, condition


def _agreed(game: Game, talk: Talk) -> Iterator[tuple[Promise, int, Decision | None]]:
    """What was promised over a bag that waits, and the decision that would make it due; None if it is. One
    for the other decision came to nothing.
    """
    for merchant in game.waiting:
        decided = decision_of(talk, merchant)
        for deal in deals_of(game, talk, merchant):
            if deal.promise.strip() and (decided is None or deal.is_for(decided)):
                promise = Promise(game.round, deal.giver, deal.receiver, deal.promise)
                yield promise, merchant, None if decided else deal.decision


def declare(game: Game, talk: Talk, ask: Declare, speakers: AbstractSet[int]) -> Talk:
    """The merchant declares, in place of anything declared before; or is ready to, if others come first."""
    refusal = may_declare(game, talk, ask.merchant, speakers)
    waits = ask.in_turn and isinstance(refusal, DeclaresFirst)
    allow(None if waits else refusal)
    check_declaration(game, ask.declaration)
    if waits:
        return replace(talk, ready={**talk.ready, ask.merchant: ask.declaration})
    return _declared(talk, ask.merchant, ask.declaration)


def unsay(game: Game, talk: Talk, ask: TakeBackDeclaration) -> Talk:
    """The declaration is withdrawn; it is this merchant's turn again."""
    allow(may_unsay(game, talk, ask.merchant))
    return replace(
        talk,
        declarations=_without(talk.declarations, ask.merchant),
        ready=_without(talk.ready, ask.merchant),
    )


def threaten(game: Game, talk: Talk, ask: Threaten) -> Talk:
    """The Sheriff threatens one bag at a time."""
    allow(may_threaten(game, talk, ask.merchant) or may_act_alone(game, ask.alone))
    return replace(talk, threatened=ask.merchant, threatens=ask.alone)


def let_be(game: Game, talk: Talk) -> Talk:
    """No bag is threatened."""
    allow(may_let_be(game, talk))
    return replace(talk, threatened=None)


def mark(game: Game, talk: Talk, ask: MarkKept) -> Talk:
    """A promise with its mark, or without; marks of promises that are gone go too."""
    allow(may_mark(game, talk, ask.promise))
    others = {*game.promises, *promises_of(game, talk)} - {ask.promise}
    kept = tuple(promise for promise in talk.kept if promise in others)
    broken = tuple(promise for promise in talk.broken if promise in others)
    earlier = tuple(promise for promise in talk.marked_earlier if promise in others)
    marked = (ask.promise,)
    return replace(
        talk,
        kept=kept + marked * (ask.kept is True),
        broken=broken + marked * (ask.kept is False),
        marked_earlier=earlier,
    )


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
    return DeclarationStands(merchant) if deals_of(game, talk, merchant) else None
