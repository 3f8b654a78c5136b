"""Refusals about entries: empty ones, and those taken back or corrected."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal
from companion.rules.ruleset import Event


@dataclass(unsafe_hash=True)
class NotCorrectable(Refusal):
    """Some entries can be corrected; all others are taken back."""

    sentence = N_("Only bags, sit-outs and payments can be corrected.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksPurse(Refusal):
    """A correction may not take gold that a later entry, `entry`, gave away."""

    entry: Event
    player: int
    short: int
    sentence = N_(
        "%(player)s would lack %(short)s gold later: “%(entry)s” Put that right first, or correct less."
    )


@dataclass(unsafe_hash=True)
class CorrectionBreaksStand(Refusal):
    """A correction may not take goods that a later entry moved on."""

    entry: Event
    player: int
    good: str
    sentence = N_(
        "%(player)s’s stand would lack %(good)s later: “%(entry)s” Put that right first, or correct less."
    )


@dataclass(unsafe_hash=True)
class CorrectionBreaksBox(Refusal):
    """A correction may not bring in goods that the box has not got for a later entry."""

    entry: Event
    good: str
    sentence = N_("The box would lack %(good)s later: “%(entry)s” Put that right first, or correct less.")


@dataclass(unsafe_hash=True)
class SecondBag(Refusal):
    """One bag for each merchant and round, in a corrected past too."""

    entry: Event
    player: int
    sentence = N_("%(player)s has a bag in that round: “%(entry)s” Put that right first.")
