"""How a count sheet of Nottingham is refused, with the place in the sheet."""

from companion.rules.nottingham.refusals import NumberOutOfRange, NumbersNotFalling
from companion.rules.refusals import N_
from companion.rules.sheet_refusals import SheetRefusal, WordUnknown


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


class NumberNotPossible(SheetRefusal):
    """More than any card prints (N14)."""

    least: int
    most: int
    sentence = NumberOutOfRange.sentence


class NotFalling(SheetRefusal):
    """Who is alone gets more (N14)."""

    sentence = NumbersNotFalling.sentence


class NumbersMissing(SheetRefusal):
    """Nothing is filled in: a mission that somebody has needs its numbers (N14)."""

    mission: str
    sentence = N_("The two numbers of %(mission)s are missing; they stand under “missions” of the sheet.")


class CopiesExceeded(SheetRefusal):
    """More cards of an object than there are (N1), at the loot that goes over."""

    item: str
    count: int
    copies: int
    sentence = N_("%(item)s: there are %(copies)s cards, the sheet has %(count)s.")


class MissionRepeated(SheetRefusal):
    """Nobody fulfils the same mission twice (N13)."""

    mission: str
    sentence = N_("%(mission)s stands there twice.")


class MissionBeyond(SheetRefusal):
    """Two players at most fulfil a mission (N13), at the player who is one too many."""

    mission: str
    most: int
    sentence = N_("%(mission)s: at most %(most)s players fulfil it.")
