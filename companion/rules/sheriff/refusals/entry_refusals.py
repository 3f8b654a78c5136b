"""Refusals about entries: empty ones, and those taken back or corrected."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class NotCorrectable(Refusal):
    """Some entries can be corrected; all others are taken back."""

    sentence = N_("Only bags and payments can be corrected.")


@dataclass(unsafe_hash=True)
class NothingMoved(Refusal):
    """An entry has to change something."""

    sentence = N_("Nothing would change.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksPurse(Refusal):
    """A correction may not take gold that has since been spent."""

    player: int
    short: int
    sentence = N_(
        "%(player)s has since spent that gold and is %(short)s short. Move gold by hand first, or correct less."
    )


@dataclass(unsafe_hash=True)
class CorrectionBreaksStand(Refusal):
    """A correction may not take goods that have since moved on."""

    player: int
    good: str
    sentence = N_(
        "%(good)s from %(player)s’s stand have since gone elsewhere. Move them by hand first, or correct less."
    )


@dataclass(unsafe_hash=True)
class ReasonTooLong(Refusal):
    """A reason fits on one line."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
