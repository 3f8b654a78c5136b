"""Refusals about what the count still waits for."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class CardsUnknown(Refusal):
    """The count waits until every face-down card is told (S1)."""

    player: int
    count: int
    sentence = N_("%(player)s still has face-down cards: %(count)s.")


@dataclass(unsafe_hash=True)
class StandChanged(Refusal):
    """A stand is put right as it was read; somebody else has changed it since (S1)."""

    player: int
    sentence = N_(
        "%(player)s’s stand changed in the meantime. Compare these numbers with the cards, then record them."
    )


@dataclass(unsafe_hash=True)
class CountedMeanwhile(Refusal):
    """Two who count a player's coins have to agree (T7)."""

    player: int
    gold: int
    sentence = N_(
        "%(player)s’s gold was just recorded as %(gold)s. If your number is right, record it again."
    )


@dataclass(unsafe_hash=True)
class GoldUnknown(Refusal):
    """The count waits for everybody's coins."""

    player: int
    sentence = N_("How much gold does %(player)s have?")


@dataclass(unsafe_hash=True)
class PlatesUnknown(Refusal):
    """The count waits for every Feast Plate (S6)."""

    player: int
    sentence = N_("%(player)s has Feast Plates to choose for.")


@dataclass(unsafe_hash=True)
class PlatesOutOfTurn(Refusal):
    """Feast Plates are chosen first Sheriff first, then clockwise (S6)."""

    player: int
    sentence = N_("%(player)s chooses first.")


@dataclass(unsafe_hash=True)
class PlatesServed(Refusal):
    """A choice of Feast Plates is final once the next player has chosen (S6)."""

    player: int
    sentence = N_("%(player)s has chosen since. Take that back first.")


@dataclass(unsafe_hash=True)
class PlatesMismatch(Refusal):
    """One legal good in play for each Feast Plate (S6)."""

    count: int
    sentence = N_("Choose a legal good for each Feast Plate: %(count)s.")
