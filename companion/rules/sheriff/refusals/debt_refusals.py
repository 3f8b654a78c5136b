"""Refusals about a fine that coins do not cover, and about cards face down."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class DebtOpen(Refusal):
    """Somebody is short of coins and has not chosen goods yet (D1)."""

    player: int
    owed: int
    coins: int
    sentence = N_(
        "%(player)s owes %(owed)s and has %(coins)s gold. Goods pay the rest: look which, then record it."
    )


@dataclass(unsafe_hash=True)
class NoDebt(Refusal):
    """Goods pay only what coins cannot (D1)."""

    player: int
    sentence = N_("%(player)s’s coins cover it: no goods are handed over.")


@dataclass(unsafe_hash=True)
class PaymentTooSmall(Refusal):
    """The goods must be worth the rest, as far as there are any (D1)."""

    player: int
    worth: int
    rest: int
    sentence = N_("These goods are worth %(worth)s, %(rest)s is owed. %(player)s has more to give.")


@dataclass(unsafe_hash=True)
class LegalGoodsFirst(Refusal):
    """Contraband pays only when all legal goods together are not enough (D1)."""

    player: int
    sentence = N_("Legal goods first: contraband pays only what %(player)s’s legal goods cannot.")


@dataclass(unsafe_hash=True)
class KindsNeeded(Refusal):
    """Face-down cards that have to pay are told first (D1)."""

    player: int
    count: int
    sentence = N_(
        "%(player)s still owes gold and has face-down cards (%(count)s): turn over as many as it takes to pay."
    )


@dataclass(unsafe_hash=True)
class AnotherDebt(Refusal):
    """Goods pay only the debt they were chosen for (D2)."""

    player: int
    sentence = N_("What %(player)s has to pay has changed: look at the goods again.")


@dataclass(unsafe_hash=True)
class ReceiverMustKeep(Refusal):
    """In the second edition the receiver takes the goods (D3)."""

    sentence = N_("In this edition the receiver keeps the goods.")


@dataclass(unsafe_hash=True)
class NotFaceDown(Refusal):
    """No more cards can be told than are face down."""

    player: int
    count: int
    sentence = N_("Face down on %(player)s’s stand: %(count)s. No more than that can be turned over.")


@dataclass(unsafe_hash=True)
class OnlyContraband(Refusal):
    """A face-down card is contraband."""

    good: str
    sentence = N_("%(good)s is not contraband; only contraband is face down.")


@dataclass(unsafe_hash=True)
class NothingTold(Refusal):
    """At least one card is told."""

    sentence = N_("Say what at least one card is.")
