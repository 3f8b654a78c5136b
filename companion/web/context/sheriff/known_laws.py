"""The laws that were typed before, to be offered again (E26)."""

from itertools import islice

from companion.rules.sheriff.round_laws import laws_typed
from companion.rules.sheriff.ruleset import SHERIFF
from companion.web.context.listed import listed_of, sound
from companion.web.phone.sheriff.table import Table

MOST_TABLES, MOST_OFFERED = 8, 12
"""How far back to look, and how many a thumb looks through."""


def known_laws(table: Table) -> tuple[str, ...]:
    """Those of this table, then those of this phone's latest others, each once."""
    others = (other for other in listed_of(SHERIFF) if other.id != table.id)
    tables = (table, *islice(sound(SHERIFF, others), MOST_TABLES))
    every = (law for each in tables for law in laws_typed(line.event for line in each.standing))
    return tuple(islice(dict.fromkeys(every), MOST_OFFERED))
