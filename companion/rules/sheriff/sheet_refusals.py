"""How a count sheet is refused: like everything else, but with the place in the sheet."""

from dataclasses import dataclass

from companion.rules.refusals import N_, NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal
from companion.rules.sheriff.refusals import GoldOutOfRange, PromoOutOfRange

PLAYERS = "players"


def place_of(refusal: Refusal) -> str:
    """Where in a count sheet the fault is, as `players[0].stand.apples`; "" for any other refusal."""
    match refusal:
        case SheetRefusal():
            return refusal.place
        case NameEmpty() | NameTooLong() | NameInvisible() | NameRepeated():
            return f"{PLAYERS}[{refusal.place}].name"
        case _:
            return ""


@dataclass(unsafe_hash=True)
class SheetRefusal(Refusal):
    """A count sheet that cannot be counted; `place` is the path to the fault, `sheet` the whole."""

    place: str


@dataclass(unsafe_hash=True)
class WordUnknown(SheetRefusal):
    """A word that means nothing here; `meant` is the closest one that does, if any."""

    given: str
    meant: str = ""


@dataclass(unsafe_hash=True)
class NotAnObject(SheetRefusal):
    """An object was expected."""

    given: str
    sentence = N_("%(given)s is not an object.")


@dataclass(unsafe_hash=True)
class NotAList(SheetRefusal):
    """A list was expected."""

    given: str
    sentence = N_("%(given)s is not a list.")


@dataclass(unsafe_hash=True)
class NotText(SheetRefusal):
    """Text was expected."""

    given: str
    sentence = N_("%(given)s is not text.")


@dataclass(unsafe_hash=True)
class NotWhole(SheetRefusal):
    """An integer was expected: no fraction, no text, nothing that merely counts as one."""

    given: str
    sentence = N_("%(given)s is not a whole number.")


@dataclass(unsafe_hash=True)
class KeyUnknown(WordUnknown):
    """A key that the format does not have; a misspelt one must not be dropped silently."""

    sentence = N_("There is no key %(given)s here.")


@dataclass(unsafe_hash=True)
class KeyRepeated(SheetRefusal):
    """A key comes twice in one object, and only one of the values could be counted."""

    key: str
    sentence = N_("The key %(key)s appears twice.")


@dataclass(unsafe_hash=True)
class KeyMissing(SheetRefusal):
    """A value that has no default."""

    key: str
    sentence = N_("The key %(key)s is missing.")


@dataclass(unsafe_hash=True)
class GoldMissing(SheetRefusal):
    """Nobody's gold is guessed."""

    sentence = N_("The gold is missing; type 0 for none.")


@dataclass(unsafe_hash=True)
class GoldNotPossible(SheetRefusal):
    """More gold than any evening sees."""

    most: int
    sentence = GoldOutOfRange.sentence


@dataclass(unsafe_hash=True)
class EditionUnknown(WordUnknown):
    """No file describes this edition."""

    sentence = N_("%(given)s is not an edition.")


@dataclass(unsafe_hash=True)
class CountOutOfRange(SheetRefusal):
    """Three to six are counted (T1)."""

    count: int
    fewest: int
    most: int
    sentence = N_("Players: %(count)s. A count is for %(fewest)s to %(most)s.")


@dataclass(unsafe_hash=True)
class SheriffUnknown(SheetRefusal):
    """The first Sheriff is one of the players (T2)."""

    given: str
    sentence = N_("%(given)s is not one of the players.")


@dataclass(unsafe_hash=True)
class GoodUnknown(WordUnknown):
    """A word that no card has."""

    sentence = N_("unknown good %(given)s")


@dataclass(unsafe_hash=True)
class LessThanNone(SheetRefusal):
    """Nobody has a negative number of cards."""

    given: str
    sentence = N_("A number of cards cannot be negative: %(given)s.")


@dataclass(unsafe_hash=True)
class BoxExceeded(SheetRefusal):
    """More cards on all stands than the box has for this many players (T6), at the stand that goes over."""

    good: str
    count: int
    copies: int
    sentence = N_("%(good)s: the box has %(copies)s for this many players, the stands hold %(count)s.")


@dataclass(unsafe_hash=True)
class NotPromo(WordUnknown):
    """Only for promo cards does the table say how many are in play (T7)."""

    sentence = N_("%(given)s is not a promo card.")


@dataclass(unsafe_hash=True)
class CopiesOutOfRange(SheetRefusal):
    """A promo card is in play 1 to 9 times (T7)."""

    good: str
    most: int
    sentence = PromoOutOfRange.sentence


@dataclass(unsafe_hash=True)
class PlatesNotChosen(SheetRefusal):
    """One legal good for each Feast Plate, no more and no fewer (S6)."""

    plates: int
    chosen: int
    sentence = N_("Feast Plates on the stand: %(plates)s; legal goods chosen for them: %(chosen)s.")


@dataclass(unsafe_hash=True)
class PlateNotLegal(WordUnknown):
    """A Feast Plate becomes a legal good in play: no bread with three players (S6, D)."""

    sentence = N_("A Feast Plate cannot become %(given)s: it is not a legal good in this game.")
