"""Compares what a form was drawn from with the present, so that nobody undoes unseen what another did."""

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import booty
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare, MarkKept, TakeBackDeclaration
from companion.rules.sheriff.ending import CountGold, GoldCounted
from companion.rules.sheriff.game import Event, Game
from companion.rules.sheriff.opened import OpenBag, open_debts
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.talk import Talk


def badge_moved_on(game: Game, seen: int) -> Refusal | None:
    """Whether the badge has moved on since the round that was `seen`."""
    return None if game.round == seen else no.BadgeMovedOn()


def another_booty(game: Game, seen: str) -> Refusal | None:
    """Whether something else lies in the Booty, or others share it, than was `seen` (E13)."""
    return None if booty.words_of(game) == seen else no.BootyChanged()


def stand_changed(game: Game, seat: int, seen: Goods) -> Refusal | None:
    """Whether a stand is no longer as it was `seen` (S1)."""
    return None if game.stand(seat) == seen else no.StandChanged(seat)


def mark_changed(talk: Talk, asked: MarkKept, seen: bool | None) -> Refusal | None:  # noqa: FBT001 - a mark
    """Whether somebody marked a promise otherwise since it was `seen`, and not as it is `asked` for (I10)."""
    now = talk.mark(asked.promise)
    if now in {None, seen, asked.kept}:
        return None
    return no.MarkedKept() if now else no.MarkedBroken()


def promise_paid(standing: Iterable[Event], asked: Pay, promised: int) -> Refusal | None:
    """Whether as much gold as was `promised` has gone the same way for the same reason: who taps a payment
    that another phone has just booked does not pay twice (I10).
    """
    way = (asked.giver, asked.receiver, asked.reason)
    paid = (event for event in standing if isinstance(event, Paid))
    given = sum(event.gold for event in paid if (event.giver, event.receiver, event.reason) == way)
    return no.MarkedKept() if 0 < promised <= given else None


def counted_otherwise(since: Iterable[Event], asked: CountGold) -> Refusal | None:
    """Whether a different count of this player's coins was booked `since` the form was opened (T7)."""
    for event in since:
        if isinstance(event, GoldCounted) and event.seat == asked.seat and event.gold != asked.gold:
            return no.CountedOtherwise(event.seat, event.gold)
    return None


def another_round(talk: Talk, seen: int) -> Refusal | None:
    """Whether the round is no longer the one that was `seen`."""
    return None if talk.round == seen else no.SaidLastRound(seen)


def declaration_changed(
    talk: Talk, asked: Declare | TakeBackDeclaration, seen: Declaration | None
) -> Refusal | None:
    """Whether the declaration is neither as it was `seen` nor already as it is `asked` for."""
    merchant = asked.merchant
    wanted = asked.declaration if isinstance(asked, Declare) else None
    now = talk.declarations.get(merchant)
    if now in (seen, wanted):
        return None
    return no.DeclarationChanged(merchant, now.number, now.good) if now else no.DeclarationTakenBack(merchant)


def declares_otherwise(
    talk: Talk, merchant: int, asked: Declaration, seen: Declaration | None
) -> Refusal | None:
    """Whether the declaration is neither the one `seen` nor the one `asked` for (I1): one only said aloud may
    be booked by anybody who saw what was declared.
    """
    now = talk.declarations.get(merchant)
    if now in (seen, asked):
        return None
    return no.DeclaresOtherwise(merchant, now.number, now.good) if now else no.NoLongerDeclares(merchant)


def for_this_debt(game: Game, command: OpenBag, *bases: str) -> OpenBag:
    """Return the opened bag without goods that were chosen for a debt which has changed since: they are asked
    for again (D2). `bases` are the debts of that choice, two if each Deputy owes a half (E9). Raises
    AnotherDebt where the table keeps its coins and would book the old choice (T7).
    """
    payings = list(command.payings)
    for place, debt in enumerate(open_debts(game, command)):
        if debt is None or debt.basis in bases:
            continue
        if debt.coins is None and (payings[place].payment or payings[place].told):
            raise no.AnotherDebt(debt.fine.payer)
        payings[place] = replace(payings[place], payment=None)
    return replace(command, payment=payings[0].payment, other=payings[1])
