"""Who may record what in this game where everybody has a phone: the bank everything, players their own."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from companion.rules import kinds
from companion.rules.kinds import Step
from companion.rules.refusals import NotYours, OnlyWatching, Refusal
from companion.rules.rights import (
    Actor,
    Recording,
    may_record_for,
    may_record_here,
    must_be_one_of,
    records_everything,
)
from companion.rules.sheriff.bags import Deal, Decision, besides
from companion.rules.sheriff.deciding import DecideAgain
from companion.rules.sheriff.game import Command, Correctable, Correction, Entry, Game, Recorder
from companion.rules.sheriff.inspection import Bring, Brought, SitOut
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.refusals import GivesAlone, MerchantAgrees, NoSuchProposal
from companion.rules.sheriff.talk import Ask, Talk


def may_record(recording: Recording, actor: Actor, game: Game, step: Step) -> Refusal | None:
    """Whether this phone may take a step. If its givers record it, `may_book` says whose phone that is."""
    if step.command.recorder is Recorder.GIVER:
        return may_record_here(recording, actor)
    return kinds.may_record(recording, actor, game, step)


def may_pay_for(recording: Recording, actor: Actor, giver: int | None) -> Refusal | None:
    """Whether this phone may give away this seat's gold and goods; None means the bank's."""
    return may_record_for(recording, actor, () if giver is None else (giver,))


def _may_move(recording: Recording, actor: Actor, command: Command) -> Refusal | None:
    """Whether this phone may give away all that a command gives."""
    return next(filter(None, (may_pay_for(recording, actor, giver) for giver in command.givers)), None)


def may_book(  # noqa: PLR0913, PLR0917 - who asks for what, and what the others agreed to
    recording: Recording,
    actor: Actor,
    game: Game,
    command: Command,
    agreed: Iterable[Deal] = (),
    speakers: AbstractSet[int] = frozenset(),
) -> Refusal | None:
    """Whether this phone may have this command booked: its step, and the gold and goods it takes. Over a bag
    others give only what they `agreed` to; `speakers` are the seats that can agree, on a phone of their own.
    """
    refusal = may_record(recording, actor, game, Step.of(command))
    if refusal is not None:
        return refusal
    if command.recorder is Recorder.GIVER:
        return _may_move(recording, actor, command)
    if isinstance(command, PassBag | OpenBag):
        given = besides(command.deals, agreed)
        return _may_give(recording, actor, command.merchant, given, speakers)
    return None


def may_give(
    recording: Recording, actor: Actor, giver: int, merchant: int, speakers: AbstractSet[int]
) -> Refusal | None:
    """Whether this phone may decide alone what a seat gives over this merchant's bag: for its own seats, and
    for the merchant if they have no phone to offer it with.
    """
    if records_everything(recording, actor) or giver in actor.seats:
        return None
    return None if giver == merchant and giver not in speakers else GivesAlone(giver)


def may_correct_entry(
    recording: Recording,
    actor: Actor,
    was: Entry,
    now: Correction | None = None,
    speakers: AbstractSet[int] = frozenset(),
) -> Refusal | None:
    """Whether this phone may correct an entry and, once it is known, correct it to `now`. What that takes
    from others, by a payment or another deal over a bag, is up to them, and so is whether it was opened, and
    what they took. A merchant says what was in a bag that passed.
    """
    refusal = may_record_here(recording, actor) or _may_open_or_shut(actor, was, now, speakers)
    if refusal or records_everything(recording, actor) or _says_own_contents(actor, was, now):
        return refusal
    if refusal := must_be_one_of(actor, was.makers if isinstance(was, Correctable) else ()):
        return refusal
    if isinstance(now, Bring) and isinstance(was, Brought):
        return _may_change_deals(recording, actor, was, now, speakers)
    if now is None:
        return None
    if now.recorder is Recorder.GIVER:
        return _may_move(recording, actor, now)
    return must_be_one_of(actor, () if now.about is None else (now.about,))


def may_turn(actor: Actor, merchant: int, speakers: AbstractSet[int]) -> Refusal | None:
    """Whether this phone may change the Sheriff's decision on this merchant's bag: a merchant with a phone of
    their own has to agree (I2).
    """
    return MerchantAgrees(merchant) if merchant in speakers - actor.seats else None


def _may_open_or_shut(
    actor: Actor, was: Entry, now: Correction | None, speakers: AbstractSet[int]
) -> Refusal | None:
    """Whether a bag may be corrected to an opened one, or from one."""
    if isinstance(was, BagOpened):
        return may_turn(actor, was.merchant, speakers) if isinstance(now, PassBag | SitOut) else None
    return may_turn(actor, now.merchant, speakers) if isinstance(now, OpenBag) else None


def _says_own_contents(actor: Actor, was: Entry, now: Correction | None) -> bool:
    """Whether a merchant says what was in their own bag that passed, and nothing else (I2)."""
    if not isinstance(was, BagPassed) or not isinstance(now, PassBag) or was.merchant not in actor.seats:
        return False
    deals, raids = was.deals, was.raids
    return now == PassBag(was.merchant, was.declaration, now.contents, deals, raids, now.there, was.alone)


def _may_change_deals(
    recording: Recording,
    actor: Actor,
    was: Brought,
    now: Bring,
    speakers: AbstractSet[int],
) -> Refusal | None:
    """A new deal takes from its giver, a deleted one from its receiver. A deal made for the other decision
    goes with that decision (I9).
    """
    decision = Decision.OPENS if isinstance(now, OpenBag) else Decision.PASSES
    gone = (deal for deal in besides(was.deals, now.deals) if deal.is_for(decision))
    takers = (may_give(recording, actor, deal.receiver, now.merchant, speakers) for deal in gone)
    given = besides(now.deals, was.deals)
    return next(filter(None, takers), None) or _may_give(recording, actor, now.merchant, given, speakers)


def _may_give(
    recording: Recording, actor: Actor, merchant: int, deals: Iterable[Deal], speakers: AbstractSet[int]
) -> Refusal | None:
    refusals = (may_give(recording, actor, deal.giver, merchant, speakers) for deal in deals)
    return next(filter(None, refusals), None)


def may_say(
    actor: Actor, game: Game, said: Talk, ask: Ask, speakers: AbstractSet[int] = frozenset()
) -> Refusal | None:
    """Whether this phone may say this at the table, whoever records: each seat speaks for itself, and only a
    merchant among the `speakers`, who have a phone, lets the own bag be decided again, or the Deputy for whom
    the other decided.
    """
    if isinstance(ask, DecideAgain) and (
        refusal := None if ask.said_by in actor.seats else may_turn(actor, ask.merchant, speakers)
    ):
        return refusal
    if actor.bank:
        return None
    if not actor.seats:
        return OnlyWatching()
    try:
        return must_be_one_of(actor, ask.speakers(game, said, speakers))
    except NoSuchProposal as gone:
        return gone


def may_run_clock(recording: Recording, actor: Actor, game: Game) -> Refusal | None:
    """Whether this phone may start and stop the inspection's clock (T7): the Sheriff always may, and either
    Deputy (E14).
    """
    if actor.bank or actor.seats.intersection(game.sheriffs):
        return None
    return may_record_here(recording, actor) or (
        None if recording is Recording.EVERYBODY else NotYours(game.sheriffs)
    )
