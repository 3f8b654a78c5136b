"""Refusals about Deputies: who serves, who acts over a bag, and what lies on the Booty."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class DeputiesUnnamed(Refusal):
    """Two Deputies serve in each round (E7)."""

    sentence = N_("Draw the two Deputies, or say whose cards were drawn.")


@dataclass(unsafe_hash=True)
class WrongDeputies(Refusal):
    """Nobody serves again before everybody else has (E7)."""

    players: tuple[int, ...]
    sentence = N_("Two of these are Deputies next: %(players)s.")


@dataclass(unsafe_hash=True)
class DeputyTwice(Refusal):
    """One player has one badge (E7)."""

    sentence = N_("Both Deputies are the same. Choose two different players.")


@dataclass(unsafe_hash=True)
class NoDeputiesHere(Refusal):
    """Only six players have Deputies (E6)."""

    sentence = N_("One Sheriff serves here, and no Deputies.")


@dataclass(unsafe_hash=True)
class ServedMismatch(Refusal):
    """Two serve a round, and all six before the cards are shuffled (E7)."""

    number: int
    sentence = N_("Deputies since the cards were shuffled, before this round: choose %(number)s.")


@dataclass(unsafe_hash=True)
class HeirUnnamed(Refusal):
    """The badge of a Deputy who leaves is drawn among those with the fewest terms (E16)."""

    players: tuple[int, ...]
    sentence = N_("One of these takes over as Deputy: %(players)s. Draw, or choose.")


@dataclass(unsafe_hash=True)
class NobodyFollows(Refusal):
    """Who has no badge hands none on, and the other of two Deputies may serve alone (E16)."""

    sentence = N_("Nobody takes over a badge here.")


@dataclass(unsafe_hash=True)
class NoTurnSkipped(Refusal):
    """All rounds that were planned are played (E16)."""

    sentence = N_("With Deputies no round is skipped. Change the number of rounds instead.")


@dataclass(unsafe_hash=True)
class DeputyBringsNoBag(Refusal):
    """Two Deputies leave four merchants (E6)."""

    player: int
    sentence = N_("%(player)s is a Deputy and brings no bag this round.")


@dataclass(unsafe_hash=True)
class NotDeputy(Refusal):
    """One of the round's two Deputies acts alone (E11), and takes a card to hand (E17)."""

    player: int
    sentence = N_("%(player)s is not one of this round’s two Deputies.")


@dataclass(unsafe_hash=True)
class BootyLies(Refusal):
    """The round cannot end while something lies on the Booty (E13)."""

    sentence = N_("Something lies on the Booty. Share it first.")


@dataclass(unsafe_hash=True)
class BootyGivesNothing(Refusal):
    """It is shared, and nobody trades with it (E13)."""

    sentence = N_("The Booty gives nothing back: it is shared.")


@dataclass(unsafe_hash=True)
class BootyEmpty(Refusal):
    """Only what lies there is shared (E13)."""

    sentence = N_("Nothing lies on the Booty.")


@dataclass(unsafe_hash=True)
class BootyChanged(Refusal):
    """Nobody shares out what they have not seen."""

    sentence = N_("By now something else lies on the Booty, or others share it. Look again.")


@dataclass(unsafe_hash=True)
class BootyUneven(Refusal):
    """Which card goes to whom is theirs to say, and so is the odd coin (E13)."""

    sentence = N_("The Booty cannot be halved: say who takes what.")


@dataclass(unsafe_hash=True)
class SharesMismatch(Refusal):
    """Each of those who have badges takes a share (E13)."""

    number: int
    sentence = N_("Shares of the Booty: %(number)s.")


@dataclass(unsafe_hash=True)
class BootyTooSmall(Refusal):
    """No more is taken than lies there (E13)."""

    sentence = N_("Together that is more than lies on the Booty.")
