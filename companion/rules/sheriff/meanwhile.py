"""What a form was drawn on, held against what is by now: nobody undoes unseen what another just did."""

from dataclasses import replace

from companion.rules.refusals import CorrectedMeanwhile, Refusal
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.commands import OpenBag
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import open_debt
from companion.rules.sheriff.refusals import (
    AnotherDebt,
    BadgeMovedOn,
    DeclaredMeanwhile,
    DeclaresOtherwise,
    NoLongerDeclares,
    UnsaidMeanwhile,
)
from companion.rules.sheriff.talk import Declare, TakeBackDeclaration, Talk


def badge_moved_on(game: Game, seen: int) -> Refusal | None:
    """Whether the badge still is where it was in the round that was `seen`."""
    return None if game.round == seen else BadgeMovedOn()


def corrected_meanwhile(latest: int | None, seen: int) -> Refusal | None:
    """Whether what an entry says was last said by the one that was `seen`; None where there is no such entry,
    which others refuse.
    """
    return None if latest in {None, seen} else CorrectedMeanwhile()


def declared_meanwhile(
    talk: Talk, asked: Declare | TakeBackDeclaration, seen: Declaration | None
) -> Refusal | None:
    """Whether the declaration still is as it was `seen`, or already as it is `asked` for."""
    merchant = asked.merchant
    wanted = asked.declaration if isinstance(asked, Declare) else None
    now = talk.declarations.get(merchant)
    if now in (seen, wanted):
        return None
    return DeclaredMeanwhile(merchant, now.number, now.good) if now else UnsaidMeanwhile(merchant)


def declares_otherwise(
    talk: Talk, merchant: int, asked: Declaration, seen: Declaration | None
) -> Refusal | None:
    """Whether a bag is booked on a declaration as it was `seen`, or as it is `asked` for (I1): what was said
    at the table alone is booked by whoever saw what was declared.
    """
    now = talk.declarations.get(merchant)
    if now in (seen, asked):
        return None
    return DeclaresOtherwise(merchant, now.number, now.good) if now else NoLongerDeclares(merchant)


def for_this_debt(game: Game, command: OpenBag, basis: str) -> OpenBag:
    """An opened bag whose goods were chosen for the debt of this `basis`; for another debt than there is now
    they are asked for again (D2). Raises AnotherDebt where the table keeps its coins and would book these
    instead (T7).
    """
    debt = open_debt(game, command)
    if debt is None or debt.basis == basis:
        return command
    if debt.coins is None and (command.payment or command.told):
        raise AnotherDebt(debt.fine.payer)
    return replace(command, payment=None)
