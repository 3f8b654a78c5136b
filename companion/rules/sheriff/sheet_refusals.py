"""Refusals of a count sheet of this game, with the place in the sheet."""

from companion.rules.refusals import N_
from companion.rules.sheet_refusals import SheetRefusal, WordUnknown


class GoldMissing(SheetRefusal):
    """Nobody's gold is guessed."""

    sentence = N_("The gold is missing; type 0 for none.")


class EditionUnknown(WordUnknown):
    sentence = N_("%(given)s is not an edition.")


class SheriffUnknown(SheetRefusal):
    """The first Sheriff is one of the players (T2)."""

    given: str
    sentence = N_("%(given)s is not one of the players.")


class GoodUnknown(WordUnknown):
    sentence = N_("unknown good %(given)s")


class BoxExceeded(SheetRefusal):
    """The stands hold more than the box has for this many players (T6); the place is the stand over it."""

    good: str
    count: int
    copies: int
    sentence = N_("%(good)s: the box has %(copies)s for this many players, the stands hold %(count)s.")


class BoxExceededByGone(SheetRefusal):
    """Cards given up on the Black Market are on no stand (E20)."""

    good: str
    count: int
    copies: int
    gone: int
    sentence = N_("%(good)s: the box has %(copies)s, the stands hold %(count)s, the market took %(gone)s.")


class ExtraUnknown(WordUnknown):
    sentence = N_("%(given)s is not a card that counts at the end.")


class ExtraNotPossible(SheetRefusal):
    """No card prints such a number (E18, E23)."""

    fewest: int
    most: int
    sentence = N_("A card counts %(fewest)s to %(most)s gold.")


class ExtrasExceeded(SheetRefusal):
    """The sheet has more of such cards than there are (E18, E22)."""

    what: str
    copies: int
    sentence = N_("%(what)s: cards of this kind: %(copies)s. The sheet has more.")


class NotPromo(WordUnknown):
    """The table chooses how many are in play only for promo cards (T7)."""

    sentence = N_("%(given)s is not a promo card.")


class PlatesNotChosen(SheetRefusal):
    """One legal good for each Feast Plate, no more and no fewer (S6)."""

    plates: int
    chosen: int
    sentence = N_("Feast Plates on the stand: %(plates)s; legal goods chosen for them: %(chosen)s.")


class PlateNotLegal(WordUnknown):
    """A Feast Plate becomes a legal good in play: no bread with three players (S6, D)."""

    sentence = N_("A Feast Plate cannot become %(given)s: it is not a legal good in this game.")
