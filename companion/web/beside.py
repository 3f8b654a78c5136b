"""Where a refusal is shown on a form, and what a form means after others changed the same numbers."""

import re
from collections.abc import Iterable

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.web.reader import Reader

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
