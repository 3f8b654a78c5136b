"""Refusals about entries: empty ones, and those taken back or corrected."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class NothingMoved(Refusal):
    """An entry that changes nothing is none."""

    sentence = N_("Nothing would change.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksPurse(Refusal):
    """A correction may not take gold that was spent since."""

    player: int
    short: int
    sentence = N_(
        "%(player)s has spent that gold since and lacks %(short)s. Move gold by hand first, or correct less."
    )


@dataclass(unsafe_hash=True)
class CorrectionBreaksStand(Refusal):
    """A correction may not take goods that moved on since."""

    player: int
    good: str
    sentence = N_(
        "%(good)s from %(player)s’s stand went elsewhere since. Move them by hand first, or correct less."
    )


@dataclass(unsafe_hash=True)
class ReasonTooLong(Refusal):
    """A reason is a line."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
