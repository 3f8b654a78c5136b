"""What a form sent, checked for its shape; whether the table allows it is for the rules to say.
Beside which field a refusal is shown, and what a form means after others changed the same numbers.

Which fields there are depends on the game (its goods, its seats, its deals), so the fields are read by name.
"""

import re
from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from companion.rules.ledger import HIGHEST_GOLD, Goods
from companion.rules.names import clean_line
from companion.rules.refusals import Refusal
from companion.web.http.language import gettext as _
from companion.web.parts import say, written

_DIGITS = re.compile(r"[0-9]{1,7}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,7}|[0-9]{1,3}(?: [0-9]{3}){1,2}", re.ASCII)
LONGEST_NUMBER = 99  # characters
LONGEST_TEXT = 2_000


def whole(text: str) -> int | None:
    """The whole number that was typed or pasted: in digits of any script, perhaps in groups of three, or as a
    sum of such; None for anything ambiguous.
    """
    if len(text) > LONGEST_NUMBER:
        return None
    plain = "".join(str(int(letter)) if letter.isdecimal() else letter for letter in clean_line(text))
    parts = [part.strip() for part in plain.replace("\N{FULLWIDTH PLUS SIGN}", "+").split("+")]
    if not all(map(_NUMBER.fullmatch, parts)):
        return None
    return sum(int(part.replace(" ", "")) for part in parts)


class Errors(dict[str, tuple[str, ...]]):
    """Sentences by field; `typed` holds what was sent, so that a wrong field shows its text again."""

    def __init__(self, typed: MultiDict[str, str]) -> None:
        super().__init__()
        self.typed = typed

    def under(self, prefix: str) -> bool:
        """Whether anything is wrong with a field whose name begins like this."""
        return any(field.startswith(prefix) for field in self)

    def of(self, ending: str) -> str:
        """What is wrong with the first field whose name ends like this; "" if nothing is."""
        return next((sentences[0] for field, sentences in self.items() if field.endswith(ending)), "")


class Reader:
    """Reads the fields of one form and keeps a sentence for each wrong one; the `refusal` of the rules, if
    they are what refused it.
    """

    def __init__(self, form: MultiDict[str, str]) -> None:
        self.form = form
        self.errors = Errors(form)
        self.refusal: Refusal | None = None

    def refuse(self, field: str, sentence: str) -> None:
        """Keep a sentence beside a field; once, however often the field is read."""
        known = self.errors.get(field, ())
        self.errors[field] = known if sentence in known else (*known, sentence)

    def number(
        self, field: str, most: int = HIGHEST_GOLD, fewest: int = 0, blank: int | None = 0, what: str = ""
    ) -> int:
        """A whole number; an empty field is `blank`, or refused when that is None. The refusal says `what` it
        is that is typed there, if that is given.
        """
        text = self.form.get(field, "")
        if not clean_line(text) and blank is not None:
            return blank
        number = whole(text)
        if number is None or not fewest <= number <= most:
            self.refuse(field, _not_within(fewest, most, what))
            return blank or 0
        return number

    def hidden(self, field: str) -> int:
        """The number in a hidden field; -1, which the rules refuse, if it is not a number."""
        text = self.form.get(field, "")
        return int(text) if _DIGITS.fullmatch(text) else -1

    def choice(self, field: str, allowed: Iterable[str], sentence: str = "") -> str:
        """One of the allowed words, or "" with a refusal."""
        given = self.form.get(field, "")
        if given in allowed:
            return given
        self.refuse(field, sentence or _("Choose one from the list."))
        return ""

    def seat(self, field: str, count: int) -> int:
        """A seat's number; -1 with a refusal."""
        unnamed = "" if self.form.get(field) else _("Choose a player.")
        chosen = self.choice(field, [str(seat) for seat in range(count)], unnamed)
        return int(chosen) if chosen else -1

    def text(self, field: str, longest: int = LONGEST_TEXT) -> str:
        """A line of text, without invisible characters."""
        text = clean_line(self.form.get(field, ""))
        if len(text) > longest:
            self.refuse(field, _("At most %(longest)s characters.", longest=longest))
        return text[:longest]

    def ticked(self, field: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.form.get(field))

    def has(self, prefix: str) -> bool:
        """Whether any field's name begins like this."""
        return any(name.startswith(prefix) for name in self.form)

    def goods(self, prefix: str, words: Iterable[str], most: int = 99, beside: str = "") -> Goods:
        """How many of each good, from the fields named by prefix and word; other words are refused."""
        known = tuple(words)
        self.known(prefix, known, beside or prefix.rstrip("-"))
        return Goods({word: self.number(prefix + word, most) for word in known if prefix + word in self.form})

    def known(self, prefix: str, words: Iterable[str], beside: str) -> None:
        """Refuse a filled field of a good that is none of these."""
        names = {prefix + word for word in words}
        others = {name for name in self.form if name.startswith(prefix)} - names
        if any(self.form[name].strip() for name in others):
            self.refuse(beside, _("There is no such good in this game."))


def _not_within(fewest: int, most: int, what: str) -> str:
    if what:
        sentence = _("%(what)s: a whole number from %(fewest)s to %(most)s, in digits.")
        return say(sentence, what=what, fewest=fewest, most=most)
    return _("A whole number from %(fewest)s to %(most)s, in digits.", fewest=fewest, most=most)


def gold_of(reader: Reader, field: str, name: str) -> int:
    """Somebody's gold, which must be typed; the refusal names the player, because many fields are alike."""
    if not clean_line(reader.form.get(field, "")):
        reader.refuse(field, say(_("How much gold does %(name)s have?"), name=written(name)))
    return reader.number(field, HIGHEST_GOLD, what=written(name))


_CARDS = re.compile(r"(\w+):(\d{1,4})", re.ASCII)


def field_of(names: Iterable[str], refusal: Refusal) -> str:
    """The field, of these names, that a refusal is shown beside; "" for above the form."""
    return next((name for name in refusal.beside if name in names), "")


def as_seen(booked: Goods) -> str:
    """What is booked, for the form's field `seen`."""
    return " ".join(f"{word}:{count}" for word, count in booked.items())


def was_seen(reader: Reader) -> Goods | None:
    """What was booked when the form was drawn; None if it does not say."""
    if "seen" not in reader.form:
        return None
    return Goods({word: int(count) for word, count in _CARDS.findall(reader.form["seen"])})


def on_top(typed: Goods, was: Goods | None, booked: Goods) -> Goods:
    """What is booked now, with the numbers that the form changed."""
    if was is None:
        return typed
    changed = {word: typed.get(word, 0) for word in {*typed, *was} if typed.get(word, 0) != was.get(word, 0)}
    return Goods({**booked, **changed})
