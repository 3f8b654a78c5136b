"""Refusals about what players give each other."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class PurseTooSmall(Refusal):
    """Nobody gives gold that is not there (D5)."""

    player: int
    has: int
    asked: int
    sentence = N_("%(player)s has %(has)s gold and cannot give %(asked)s.")


@dataclass(unsafe_hash=True)
class StandTooSmall(Refusal):
    """Nobody gives goods that are not there (I6)."""

    player: int
    good: str
    has: int
    asked: int
    sentence = N_("%(good)s: %(player)s has %(has)s on the stand and cannot give %(asked)s.")


@dataclass(unsafe_hash=True)
class DealWithOneself(Refusal):
    """A deal has two sides."""

    sentence = N_("Giver and receiver are the same. Choose two different players.")


@dataclass(unsafe_hash=True)
class EmptyDeal(Refusal):
    """A deal moves gold or goods, or holds a promise."""

    sentence = N_("Nothing is given yet: gold, goods or a promise.")


@dataclass(unsafe_hash=True)
class PromiseTooLong(Refusal):
    """A promise is a line, not a letter."""

    longest: int
    sentence = N_("At most %(longest)s characters.")


@dataclass(unsafe_hash=True)
class BagGoodsFromOthers(Refusal):
    """Only the bag's merchant can give from the bag (I6)."""

    player: int
    sentence = N_("Only %(player)s can promise cards from this bag.")


@dataclass(unsafe_hash=True)
class PromisedOverBag(Refusal):
    """More cards are promised out of a bag than any bag holds (T5)."""

    most: int
    sentence = N_("A bag holds at most %(most)s cards.")


@dataclass(unsafe_hash=True)
class DealForOther(Refusal):
    """A deal is booked only with the decision it was made for (I9)."""

    player: int
    sentence = N_("%(player)s gives that only if the bag goes the other way.")


@dataclass(unsafe_hash=True)
class BribeMeansPass(Refusal):
    """An accepted bribe of the bag's merchant means that the bag passes (I7)."""

    player: int
    sentence = N_("%(player)s’s bribe stands, so the bag passes.")


@dataclass(unsafe_hash=True)
class BribeForOpening(Refusal):
    """A merchant's own bribe is for letting the bag pass, whatever was chosen (I7)."""

    player: int
    sentence = N_("%(player)s’s own bribe is for letting the bag pass, never for opening it.")


@dataclass(unsafe_hash=True)
class BribeToRemove(BribeMeansPass):
    """The same of a bribe that is typed on the sheet of the bag, where it can be removed."""

    sentence = N_("%(player)s’s bribe stands, so the bag passes. If it was refused, remove it.")


@dataclass(unsafe_hash=True)
class OtherMayOpen(Refusal):
    """The bribe of one of two Deputies binds that one and both, not the other alone (E12)."""

    player: int
    other: int
    sentence = N_(
        "%(player)s accepted the bribe. %(other)s did not, and can open the bag: choose “%(other)s alone”."
    )


@dataclass(unsafe_hash=True)
class GivesAlone(Refusal):
    """Where players record their own, nobody gives away what belongs to somebody else."""

    player: int
    sentence = N_("Only %(player)s or the bank can give that away, by an accepted offer.")
