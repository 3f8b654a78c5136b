"""French cuts *de* short before a vowel or a mute h: le sac de Zoé, le sac d’Anne, combien d’arbalètes."""

import re
import unicodedata
from collections.abc import Mapping

DE = re.compile(r"\b([Dd])e %\((\w+)\)s")
TAG = re.compile("<[^>]*>")
VOWELS = ("a", "e", "i", "o", "u", "æ", "œ")
Y_AS_A_VOWEL = re.compile("y[^aeiouy]")  # Yves, not Yann
BREATHED = {
    "hakim",
    "hamid",
    "hamza",
    "hans",
    "harold",
    "harry",
    "hassan",
    "hicham",
    "holly",
    "houria",
    "howard",
}
"""Names whose h is breathed, so that nothing is cut; that of Hélène, Henri and hydromel is mute."""


def elided(sentence: str, values: Mapping[str, object]) -> str:
    """A French sentence, written with *de* throughout, with *d’* where the value that follows wants it."""
    if "e %(" not in sentence:
        return sentence
    return DE.sub(lambda found: _fitting(found, values), sentence)


def _fitting(found: re.Match[str], values: Mapping[str, object]) -> str:
    is_cut = elides(str(values.get(found[2], "")))
    return f"{found[1]}’%({found[2]})s" if is_cut else found[0]


def elides(word: str) -> bool:
    """Whether *de* is cut short before this name or good; markup around it is not read."""
    spelled = unicodedata.normalize("NFD", TAG.sub("", word).casefold())
    letters = "".join(letter for letter in spelled if not unicodedata.combining(letter))
    if letters.startswith("h"):
        return letters[1:2].isalpha() and re.split(r"\W", letters)[0] not in BREATHED
    return letters.startswith(VOWELS) or bool(Y_AS_A_VOWEL.match(letters))
