"""Refusals about a bag: whose turn it is, what was declared, what can be in it."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class SheriffBringsNoBag(Refusal):
    """The Sheriff takes no part in market and declaration (T4)."""

    player: int
    sentence = N_("%(player)s is the Sheriff and brings no bag this round.")


@dataclass(unsafe_hash=True)
class BagAlreadyDone(Refusal):
    """One bag for each merchant and round."""

    player: int
    sentence = N_("%(player)s’s bag is already recorded this round. It can be taken back or corrected.")


@dataclass(unsafe_hash=True)
class SitsOutAlready(Refusal):
    """A merchant without a bag this round; one that is brought after all is recorded in its place (docs/rulings.md)."""

    player: int
    sentence = N_("%(player)s sits this round out. That can be taken back.")


@dataclass(unsafe_hash=True)
class BagsLeft(Refusal):
    """The badge goes on when every bag was dealt with (I2)."""

    players: tuple[int, ...]
    sentence = N_("Still to do before the badge moves on: %(players)s.")


@dataclass(unsafe_hash=True)
class BagsOut(Refusal):
    """The rounds end once every bag left over is recorded: it has passed (I2)."""

    players: tuple[int, ...]
    sentence = N_(
        "Still out: %(players)s. Bags left over have passed: record what was in them. Players without a bag sit out."
    )


@dataclass(unsafe_hash=True)
class NotDeclarable(Refusal):
    """Only a legal good in play can be declared (I1)."""

    sentence = N_("Choose the declared good: one of the legal goods.")


@dataclass(unsafe_hash=True)
class Undeclared(Refusal):
    """A bag is booked with all that was declared (I1)."""

    sentence = N_("Choose the declared good, and how many cards.")


@dataclass(unsafe_hash=True)
class NumberOutOfBag(Refusal):
    """A bag holds 1 to 5 cards (T5)."""

    fewest: int
    most: int
    sentence = N_("A bag holds %(fewest)s to %(most)s cards.")


@dataclass(unsafe_hash=True)
class ContentsMismatch(Refusal):
    """The declared number is exact (I1)."""

    declared: int
    found: int
    sentence = N_("Declared: %(declared)s. In the bag: %(found)s. One of the two must change.")


@dataclass(unsafe_hash=True)
class GoodNotInPlay(Refusal):
    """A card that is not in this table's box."""

    good: str
    sentence = N_("%(good)s is not in this game.")


@dataclass(unsafe_hash=True)
class KindUntold(Refusal):
    """An opened bag shows every card."""

    sentence = N_("The bag is open: say what each card is.")


@dataclass(unsafe_hash=True)
class KindTold(Refusal):
    """Contraband that passes stays face down (I2)."""

    good: str
    sentence = N_("Contraband that passes stays face down: record it as a face-down card, not as %(good)s.")


@dataclass(unsafe_hash=True)
class SupplyExceeded(Refusal):
    """The box holds only so many."""

    good: str
    count: int
    copies: int
    sentence = N_("%(good)s: the box has %(copies)s, this would make %(count)s on the stands and in the bag.")


@dataclass(unsafe_hash=True)
class ContrabandExceeded(Refusal):
    """The box holds only so much contraband in all."""

    count: int
    copies: int
    sentence = N_("Contraband: the box has %(copies)s cards, this would make %(count)s.")


@dataclass(unsafe_hash=True)
class NoRaider(Refusal):
    """There is one card of Brimstone Oil to show for each time it is used."""

    sentence = N_("No Brimstone Oil can be in this bag.")


@dataclass(unsafe_hash=True)
class RaidNotPossible(Refusal):
    """Brimstone Oil takes up to two of one legal good of an opponent."""

    player: int
    good: str
    most: int
    sentence = N_(
        "Brimstone Oil takes 1 to %(most)s of a legal good off another stand, not %(good)s off %(player)s’s."
    )


@dataclass(unsafe_hash=True)
class PromisedNotFaceDown(Refusal):
    """Promised contraband that was there passed face down with the rest (I8, I11)."""

    count: int
    face_down: int
    sentence = N_(
        "There cannot have been %(count)s of the promised cards with %(face_down)s face down in the bag. Change one of the two."
    )
