"""Every way the rules of Nottingham say no, besides those of all games; in the end, of a count sheet."""

from companion.rules.refusals import N_, Refusal
from companion.rules.ruleset import Event
from companion.rules.sheet_refusals import SheetRefusal, WordUnknown


class SpacesOutOfRange(Refusal):
    """Nobody knows for sure how many spaces the way has, only these limits (N16)."""

    fewest: int
    most: int
    sentence = N_("The way has %(fewest)s to %(most)s spaces.")
    beside = ("spaces",)


class PrintedOutOfRange(Refusal):
    """A space prints one digit (N16)."""

    most: int
    sentence = N_("A space has a number from 1 to %(most)s.")
    beside = ("printed",)


class PrintedMissing(Refusal):
    """The numbers of all spaces are typed, or none (N16)."""

    spaces: int
    given: int
    sentence = N_("Numbers typed: %(given)s. Type one for each of the %(spaces)s spaces, or none at all.")
    beside = ("printed",)


class UnknownItem(Refusal):
    """One of the seven objects is delivered (N1)."""

    sentence = N_("Choose an object.")
    beside = ("what",)


class TooFewCards(Refusal):
    """A set is at least three cards of one object; two are not a set (N2, N11)."""

    fewest: int
    sentence = N_("A delivery is at least %(fewest)s cards of one object.")
    beside = ("cards",)


class MoreThanLeft(Refusal):
    """Cards that lie as loot are not delivered again (N11)."""

    item: str
    lying: int
    left: int
    sentence = N_("%(item)s: %(lying)s lie as loot, so at most %(left)s can be delivered.")
    beside = ("cards",)


class NoneLeft(Refusal):
    """With ten cards as loot two are left, and they are no set (N11)."""

    item: str
    lying: int
    sentence = N_("%(item)s: %(lying)s lie as loot, so there is no set left to deliver.")
    beside = ("what",)


class TooManyAmbushes(Refusal):
    """Three ambush cards fit an object: that of the pawn's colour, and two that name it (N10, N12)."""

    most: int
    sentence = N_("At most %(most)s ambushes meet one delivery.")
    beside = ("ambushes",)


class OneAmbush(Refusal):
    """No ambush card names gold, so only that of the pawn's colour fits (N10, N12)."""

    item: str
    sentence = N_("%(item)s: at most one ambush meets such a delivery.")
    beside = ("ambushes",)


class OwnAmbush(Refusal):
    """An ambush is for somebody else's delivery (N12)."""

    player: int
    sentence = N_("%(player)s delivers, so somebody else lies in ambush.")
    beside = ("ambushes",)


class UnknownMission(Refusal):
    """There are four missions (N2)."""

    sentence = N_("Choose a mission.")
    beside = ("what",)


class MissionTaken(Refusal):
    """Two players at most fulfil a mission (N13)."""

    mission: str
    players: tuple[int, ...]
    sentence = N_("%(mission)s: both cards are taken, by %(players)s.")
    beside = ("what",)


class MissionTwice(Refusal):
    """Nobody fulfils the same mission twice (N3, N13)."""

    player: int
    mission: str
    sentence = N_("%(player)s has fulfilled this mission already: %(mission)s.")
    beside = ("what",)


class NumbersNeeded(Refusal):
    """Nobody has typed these numbers yet: the cards print them (N14)."""

    mission: str
    sentence = N_("%(mission)s: type the numbers of both cards.")
    beside = ("numbers",)


class NumberOutOfRange(Refusal):
    """No card prints such a number (N14)."""

    least: int
    most: int
    sentence = N_("A mission is worth %(least)s to %(most)s.")
    beside = ("numbers",)


class AmbushesOutOfRange(Refusal):
    """The box has no more ambush cards (N10)."""

    most: int
    sentence = N_("The box has %(most)s ambush cards.")


class NoAmbushLies(Refusal):
    """Two who take the same ambush away at once take one (N10)."""

    player: int
    sentence = N_("No ambush of %(player)s lies there.")


class NumbersNotFalling(Refusal):
    """A player alone on a mission gets more (N14)."""

    sentence = N_("It must count more if one has it than if two have it.")
    beside = ("numbers",)


class NumbersKnown(Refusal):
    """Both cards of a mission are of one box: the second taker does not type other numbers (N14)."""

    mission: str
    alone: int
    shared: int
    sentence = N_(
        "%(mission)s is worth %(alone)s and %(shared)s at this table. If that is wrong, correct the entry of its first card."
    )


class HomeUndecided(Refusal):
    """If the Sheriff is home, the game ends at once (N18)."""

    sentence = N_("Is the Sheriff home? Answer that first.")


class EighthUndecided(Refusal):
    """If the eighth mission card is taken, the game ends at once (N18)."""

    sentence = N_("Is the last mission card taken? Answer that first.")


class SheriffMovedOn(Refusal):
    """Two who record the same step by hand make it once (N17)."""

    sentence = N_("The Sheriff has already moved on.")


class AlreadyDelivered(Refusal):
    """Two players who record the same delivery book it once; an equal one may follow later (N11)."""

    entry: Event
    sentence = N_("Recorded a moment ago: %(entry)s Was it delivered once more? Then record it again.")


class NothingAsked(Refusal):
    """The app is not asking whether the game is over (N18)."""

    sentence = N_("The Sheriff is still on the way.")


class LootExceeded(Refusal):
    """No more cards of an object lie as loot than there are (N1)."""

    item: str
    count: int
    copies: int
    sentence = N_("%(item)s: there are %(copies)s cards, and %(count)s would lie as loot.")
    beside = ("what",)


class LootChanged(Refusal):
    """Somebody else has changed this loot since it was read (N21)."""

    player: int
    sentence = N_(
        "%(player)s’s loot changed in the meantime. Compare these numbers with the cards, then record them."
    )


class NeitherSetNorMission(Refusal):
    sentence = N_("Only deliveries and missions can be corrected.")


class CorrectionBreaksDelivery(Refusal):
    """A correction may not leave fewer cards of an object than a later entry, `entry`, delivered."""

    entry: Event
    item: str
    sentence = N_(
        "%(item)s: too few cards would be left later: “%(entry)s” Put that right first, or correct otherwise."
    )


class CorrectionBreaksMission(Refusal):
    """A correction may not take a mission card that a later entry took."""

    entry: Event
    mission: str
    sentence = N_(
        "%(mission)s: its card is taken later: “%(entry)s” Put that right first, or correct otherwise."
    )


class ItemUnknown(WordUnknown):
    """A word that no object has (N1)."""

    sentence = N_("unknown object %(given)s")


class MissionUnknown(WordUnknown):
    """A word that no mission has (N2)."""

    sentence = N_("unknown mission %(given)s")


class NotTwoNumbers(SheetRefusal):
    """A mission has the number with one pawn and the number with two (N14)."""

    count: int
    sentence = N_("A mission has two numbers; here there are %(count)s.")


class NumbersMissing(SheetRefusal):
    """A mission that somebody has needs its numbers in the sheet; there is no default (N14)."""

    mission: str
    sentence = N_("The two numbers of %(mission)s are missing; they stand under “missions” of the sheet.")


class CopiesExceeded(SheetRefusal):
    """More cards of an object than there are (N1); the place is the loot that goes over."""

    item: str
    count: int
    copies: int
    sentence = N_("%(item)s: there are %(copies)s cards, the sheet has %(count)s.")


class MissionRepeated(SheetRefusal):
    """Nobody fulfils the same mission twice (N13)."""

    mission: str
    sentence = N_("%(mission)s stands there twice.")


class MissionBeyond(SheetRefusal):
    """At most two players fulfil a mission (N13); the place is the one too many."""

    mission: str
    most: int
    sentence = N_("%(mission)s: at most %(most)s players fulfil it.")
