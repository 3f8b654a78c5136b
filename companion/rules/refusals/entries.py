"""Refusals about entries: empty ones, and those taken back or corrected."""

from dataclasses import dataclass

from companion.rules.refusals.base import N_, Refusal


@dataclass(unsafe_hash=True)
class NothingMoved(Refusal):
    """An entry that changes nothing is none."""

    sentence = N_("Nothing would change.")


@dataclass(unsafe_hash=True)
class NotTheLatest(Refusal):
    """Only the latest standing entry can be taken back."""

    sentence = N_("Something was recorded since. Only the latest entry can be taken back.")


@dataclass(unsafe_hash=True)
class NotCorrectable(Refusal):
    """Bags and payments are corrected; everything else is taken back."""

    sentence = N_("Only bags and payments can be corrected.")


@dataclass(unsafe_hash=True)
class CorrectedMeanwhile(Refusal):
    """A correction mends what was read, not what another made of it since."""

    sentence = N_("This entry has been corrected meanwhile. See what it says now, then book yours again.")


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
