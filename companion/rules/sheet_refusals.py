"""Refusals of a count sheet of any game: like all others, but with the place in the sheet."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.rules.refusals import N_, NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal


def place_of(refusal: Refusal) -> str:
    """Where in a count sheet the fault is, as `players[0].name`; "" for any other refusal."""
    match refusal:
        case SheetRefusal():
            return refusal.place
        case NameEmpty() | NameTooLong() | NameInvisible() | NameRepeated():
            return f"players[{refusal.place}].name"
        case _:
            return next(iter(getattr(refusal, "__notes__", ())), "")


@contextmanager
def at(place: str) -> Iterator[None]:
    """Add this place in the sheet to any refusal raised inside."""
    try:
        yield
    except Refusal as refusal:
        refusal.add_note(place)
        raise


class SheetRefusal(Refusal):
    """A count sheet that cannot be counted; `place` is the path to the fault, `sheet` the whole."""

    place: str


class WordUnknown(SheetRefusal):
    """A word that means nothing here; `meant` is the closest one that does, if any."""

    given: str
    meant: str = ""


class NotAnObject(SheetRefusal):
    given: str
    sentence = N_("%(given)s is not an object.")


class NotAList(SheetRefusal):
    given: str
    sentence = N_("%(given)s is not a list.")


class NotText(SheetRefusal):
    given: str
    sentence = N_("%(given)s is not text.")


class NotWhole(SheetRefusal):
    """An integer was expected: no fraction, nothing that merely counts as one."""

    given: str
    sentence = N_("%(given)s is not a whole number.")


class TextForNumber(SheetRefusal):
    """An integer was expected; `given` is what was typed instead, short and without its quotes."""

    given: str
    sentence = N_("“%(given)s” is not a whole number.")


class KeyUnknown(WordUnknown):
    """A key that the format does not have; a misspelt one must not be dropped silently."""

    sentence = N_("There is no key %(given)s here.")


class KeyRepeated(SheetRefusal):
    """A key comes twice in one object, and only one of the values could be counted."""

    key: str
    sentence = N_("The key %(key)s appears twice.")


class KeyMissing(SheetRefusal):
    key: str
    sentence = N_("The key %(key)s is missing.")


class CountOutOfRange(SheetRefusal):
    """A game has limits for the number of players."""

    count: int
    fewest: int
    most: int
    sentence = N_("Players: %(count)s. A count is for %(fewest)s to %(most)s.")


class LessThanNone(SheetRefusal):
    given: str
    sentence = N_("A number of cards cannot be negative: %(given)s.")


class GameUnknown(WordUnknown):
    """A game that cannot be counted here."""

    sentence = N_("%(given)s is not a game.")
