"""Where a refusal is shown on a form, and forms that put right what others may put right, too."""

import re
from collections.abc import Mapping

from companion.rules.goods import Goods
from companion.rules.refusals import (
    BankRecords,
    CountIsClosed,
    NoSuchSeat,
    NotInCount,
    NotInRounds,
    NotYours,
    OnlyTheBank,
    OnlyWatching,
    PlayerHasLeft,
    Refusal,
)
from companion.web.reader import Reader

Fields = Mapping[type[Refusal], str]
"""The field each refusal is shown beside, "" for above the form."""

_OF_ANY_FORM = (
    BankRecords,
    CountIsClosed,
    NoSuchSeat,
    NotInCount,
    NotInRounds,
    NotYours,
    OnlyTheBank,
    OnlyWatching,
    PlayerHasLeft,
)
"""About who may do it, and when: not about any field."""


def fields(beside: Mapping[str, tuple[type[Refusal], ...]]) -> Fields:
    """The table of a form, from the refusals beside each of its fields; under "" those that are not about a
    single field. The refusals that any form can get are added.
    """
    by_field = (("", _OF_ANY_FORM), *beside.items())
    return {kind: field for field, kinds in by_field for kind in kinds}


def field_of(table: Fields, refusal: Refusal) -> str:
    """The field a refusal is shown beside, "" for above the form."""
    return table.get(type(refusal), "")


_CARDS = re.compile(r"(\w+):(\d{1,4})", re.ASCII)


def stamp_of(booked: Goods) -> str:
    """What is booked, for the form's field `seen`."""
    return " ".join(f"{word}:{count}" for word, count in booked.items())


def seen_stamp(reader: Reader) -> Goods | None:
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
