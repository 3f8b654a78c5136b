"""Players' names: what a name may be, and when two are the same."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong

KNOWN = 4_096  # names of those who play now: they are looked at with every entry
LONGEST_NAME = 24
MOST_MARKS = 2
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Unicode calls them letters and marks, but nobody can see them."""


@lru_cache(KNOWN)
def clean_name(name: str, player: int = 0) -> str:
    """The name as it is kept: composed, trimmed, 1 to 24 characters, all of them visible.

    Joiners stay, since emoji and many scripts need them.
    """
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if not text:
        raise NameEmpty(player)
    if len(text) > LONGEST_NAME:
        raise NameTooLong(player, LONGEST_NAME)
    if any(_invisible(character) for character in text) or _stacked(text) or not text.strip(_JOINERS + " "):
        raise NameInvisible(player)
    return text


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """All names cleaned; refused where two are the same apart from case."""
    cleaned = tuple(clean_name(name, player) for player, name in enumerate(names))
    known: set[str] = set()
    for player, name in enumerate(cleaned):
        if folded(name) in known:
            raise NameRepeated(player, name)
        known.add(folded(name))
    return cleaned


@lru_cache(KNOWN)
def folded(name: str) -> str:
    """The form that is equal for two names which a reader could not tell apart."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in plain if character not in _JOINERS)


def _invisible(character: str) -> bool:
    hidden = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return character in _BLANKS or (hidden and character not in _JOINERS)


def _stacked(text: str) -> bool:
    """Whether so many marks pile up on one letter that they cover the lines above."""
    marks = "".join("m" if unicodedata.combining(character) else " " for character in text)
    return "m" * (MOST_MARKS + 1) in marks
