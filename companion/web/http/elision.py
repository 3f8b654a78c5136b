"""French cuts *de* short before a vowel or a mute h: le sac de Zoé, le sac d’Anne, combien d’arbalètes.

Italian joins *a* and *da* with an article, and says *ad* before another a: a Zoe, ad Anna, alla banca.
Spanish says *e* and *u* for *y* and *o* before their own sound: Ana e Inés, Bo u Olga, leche y hielo.
"""

import re
import unicodedata
from collections.abc import Mapping

DE = re.compile(r"\b([Dd])e %\((\w+)\)s")
A = re.compile(r"\b([Aa]|[Dd]a) %\((\w+)\)s")
Y_OR_O = re.compile(r"\b([yo]) %\((\w+)\)s")
SOUNDS_AS = {"y": re.compile("h?i(?![ae])"), "o": re.compile("h?o")}
OTHERWISE = {"y": "e", "o": "u"}
TAG = re.compile("<[^>]*>")
VOWELS = ("a", "e", "i", "o", "u", "æ", "œ")
Y_AS_A_VOWEL = re.compile("y[^aeiouy]")  # Yves, not Yann
GLIDE = re.compile("iou|ou[aei]")  # Iouri, Ouassim: the first sound is no vowel
BREATHED = re.compile(
    r"""(?x)
    haakon | hacene | hadi | hadjar | hafid | hafida | hafsa | haidar | hajar | hakan | hakeem | hakim |
    hakima | halil | halim | halima | hamed | hamid | hamida | hamidou | hamou | hamza | hanan | hanane
    | hani | hans | hansel | haris | harold | haroun | harouna | harrison | harry | haruka | haruki |
    haruto | harvey | hasan | hasna | hassan | hassen | hatem | hatice | hayat | hayden | heather | hedi
    | heidi | heiko | heinrich | heinz | helge | helmut | hendrik | henning | hiba | hicham | hichem |
    hikaru | hilary | hind | hiro | hiroshi | hocine | hoda | holger | holly | hong | horst | houcine |
    houda | houria | housni | houssam | houssem | houssine | howard | hudson | hung | hunter | hussein |
    huy | hye
    """
)
"""Names with an aspirated h, before which nothing is cut; the h of Hélène, Henri and hydromel is mute."""


def elided(sentence: str, values: Mapping[str, object]) -> str:
    """Put *d’* into a French sentence, written with *de* throughout, where the following value needs it."""
    if "e %(" not in sentence:
        return sentence
    return DE.sub(lambda found: _fitting(found, values), sentence)


def _fitting(found: re.Match[str], values: Mapping[str, object]) -> str:
    is_cut = elides(str(values.get(found[2], "")))
    return f"{found[1]}’%({found[2]})s" if is_cut else found[0]


def elides(word: str) -> bool:
    """Whether *de* is cut short before this name or good; markup around it is not read."""
    letters = _letters(word)
    if letters.startswith("h"):
        return letters[1:2].isalpha() and not BREATHED.fullmatch(re.split(r"\W", letters)[0])
    if GLIDE.match(letters):
        return False
    return letters.startswith(VOWELS) or bool(Y_AS_A_VOWEL.match(letters))


def _letters(word: str) -> str:
    """A word as it is heard: without markup, accents and capitals."""
    spelled = unicodedata.normalize("NFD", TAG.sub("", word).casefold())
    return "".join(letter for letter in spelled if not unicodedata.combining(letter))


def joined(sentence: str, values: Mapping[str, object]) -> str:
    """Join *a* and *da* of an Italian sentence with the article of the following value, or with its a."""
    return A.sub(lambda found: _joined(found, values), sentence)


def _joined(found: re.Match[str], values: Mapping[str, object]) -> str:
    preposition, name = found.groups()
    word = unicodedata.normalize("NFD", TAG.sub("", str(values.get(name, ""))))
    if word.startswith("la "):
        return f"{preposition}l%({name})s"
    return f"{preposition}d %({name})s" if preposition in "Aa" and word[:1] in ("a", "A") else found[0]


def conjoined(sentence: str, values: Mapping[str, object]) -> str:
    """Replace the *y* and *o* of a Spanish sentence with *e* and *u* where the following value needs it."""

    def fitting(found: re.Match[str]) -> str:
        conjunction, name = found.groups()
        return f"{conjunction_before(conjunction, str(values.get(name, '')))} %({name})s"

    return Y_OR_O.sub(fitting, sentence)


def conjunction_before(conjunction: str, word: str) -> str:
    """*y* or *o* as it is said before this word."""
    return OTHERWISE[conjunction] if SOUNDS_AS[conjunction].match(_letters(word)) else conjunction
