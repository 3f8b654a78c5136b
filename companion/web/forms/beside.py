"""Where a refusal is shown on a form: beside a field, or above them all. The rules know nothing of forms, so
each form has a table of the refusals that its command can get.
"""

from collections.abc import Mapping

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
