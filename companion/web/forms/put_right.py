"""A player's cards, put right by the real ones: what the form was drawn on, and what it changes of that.

Fields: seen (what was booked then, as words and numbers).
"""

import re

from companion.rules.goods import Goods
from companion.web.forms.reader import Reader

_CARDS = re.compile(r"(\w+):(\d{1,4})", re.ASCII)


def stamp(booked: Goods) -> str:
    """What is booked, for the form's field `seen`."""
    return " ".join(f"{word}:{count}" for word, count in booked.items())


def seen(reader: Reader) -> Goods | None:
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
