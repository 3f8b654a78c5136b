"""Rules for what people type: names, lines of words, and when two names count as the same.

They apply only when something is typed. Python's character tables grow with each release, but a log must read
the same on every machine, so a log is only checked with `has_hidden`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence

from companion.rules import refusals as no
from companion.rules.refusals import Refusal

LONGEST_NAME = 24
LONGEST_REASON = 140
MOST_MARKS, MOST_PILED = 4, 2
"""The most marks on one letter, and the most of those that pile up and cover the lines above or below."""
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""The flag of England, Scotland or Wales: a black flag followed by letters that nobody sees."""
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U0010ffff"
)
"""Controls, marks of direction and format, and code points that are not characters."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Invisible characters that Unicode calls letters, symbols or marks."""
_SHAPES = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0d\U000e0100-\U000e01ef]")
"""Variation selectors, which change the shape of the letter before them, not the letter."""
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Joiners that emoji and many scripts need."""
_LETTER = re.compile(f"{_FLAG}|.", re.DOTALL)
_FLAG_OR_HIDDEN = re.compile(f"{_FLAG}|([{_HIDDEN}])")
_FLAG_OR_UNSEEN = re.compile(f"({_FLAG})|[{_HIDDEN}{_BLANK}]")
_AT_AN_END = re.compile(f"[{_HIDDEN}{_BLANK}{_JOINERS}\\s]")
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u04cf"
    "\u0432\u043a\u043c\u043d\u0442"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c5\u03c7\u03c4\u03b7\u03b2\u03b5\u03b6\u03bc"
    "\u2019\u2018\u02bc`"
    "\u2010\u2013\u2014\u2212",
    "aeopcyxijsdqwlbkmhtaopnikyxthbezm''''----",
)
"""Cyrillic and Greek letters that look like a Latin one in either case, and other ways to type ' and -."""


def has_hidden(text: str) -> bool:
    """Whether the text has characters that nobody can see and that change how the rest is shown."""
    return any(found[1] for found in _FLAG_OR_HIDDEN.finditer(text))


def clean_line(text: str) -> str:
    """The line as it is kept: composed and trimmed, without invisible characters and marks that pile up."""
    visible = _FLAG_OR_UNSEEN.sub(r"\1", " ".join(_SHAPES.sub("", text).split()))
    return _without_piles(_trimmed(unicodedata.normalize("NFC", " ".join(visible.split()))))


def clean_name(name: str, player: int = 0) -> str:
    """The name as it is kept: composed, trimmed, 1 to 24 characters, all of them visible."""
    text = unicodedata.normalize("NFC", " ".join(_trimmed(_SHAPES.sub("", name)).split()))
    if not text:
        raise no.NameInvisible(player) if name.split() else no.NameEmpty(player)
    if len(text) > LONGEST_NAME:
        raise no.NameTooLong(player, LONGEST_NAME)
    if clean_line(text) != text:
        raise no.NameInvisible(player)
    return text


def check_reason(reason: str) -> None:
    """Refuse a reason that is longer than a line."""
    if len(reason) > LONGEST_REASON:
        raise no.ReasonTooLong(LONGEST_REASON)


def check_names(names: Collection[str]) -> tuple[str, ...]:
    """All names cleaned. Raises a Refusal, also where two are the same."""
    for fault in name_faults(names):
        raise fault
    return tuple(map(clean_name, names))


def new_name(name: str, player: int, others: Iterable[str]) -> str:
    """Return one player's cleaned name. Raises a Refusal, also if one of the `others` has it."""
    cleaned = clean_name(name, player)
    if folded(cleaned) in map(folded, others):
        raise no.NameRepeated(player, cleaned)
    return cleaned


def name_faults(names: Iterable[str]) -> Iterator[Refusal]:
    """Yield what is wrong with each name; a name that occurs twice is the later player's fault."""
    known: set[str] = set()
    for player, typed in enumerate(names):
        try:
            name = clean_name(typed, player)
        except Refusal as refusal:
            yield refusal
            continue
        if folded(name) in known:
            yield no.NameRepeated(player, name)
        known.add(folded(name))


def seat_faults(
    names: Sequence[str], shields: Sequence[str], known: Sequence[str], numbers: range
) -> Iterator[Refusal]:
    """Yield what is wrong with the players who sit down: their names, how many they are, their shields."""
    yield from name_faults(names)
    if len(names) not in numbers:
        yield no.PlayersOutOfRange(numbers[0], numbers[-1])
    elif not len(names) == len(shields) == len(set(shields)) or not set(shields) <= set(known):
        yield no.UnknownShield()


def folded(name: str) -> str:
    """Return a form that is equal for two names if a reader could not tell them apart."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)
    return "".join(character for character in plain if character not in _JOINERS)


def _trimmed(text: str) -> str:
    """Without what nobody can see at either end."""
    letters = _LETTER.findall(text)
    seen = [place for place, letter in enumerate(letters) if not _AT_AN_END.fullmatch(letter)]
    if not seen:
        return ""
    end = seen[-1] + 1
    is_drawn = letters[end:] and letters[end] in "\ufe0e\ufe0f" and not letters[end - 1].isalnum()
    return "".join(letters[seen[0] : end + bool(is_drawn)])


def _without_piles(text: str) -> str:
    """Return the text without marks that have no letter, or are more than any script needs on one."""
    kept, marks, piled = "", 0, 0
    for character in text:
        if character in _JOINERS:
            pass
        elif unicodedata.category(character) in {"Mn", "Me"}:
            marks, piled = marks + 1, piled + (unicodedata.combining(character) > 0)
        else:
            marks = piled = 0
        if marks <= MOST_MARKS and piled <= MOST_PILED and (kept or not marks):
            kept += character
    return kept
