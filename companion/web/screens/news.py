"""What is told of a table to whoever looks at another page, or does not look: one short sentence."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.clerk import Table
from companion.web.words import Words


@dataclass(frozen=True, slots=True)
class News:
    """The latest entry, taken back or not: its number and its sentence."""

    game: str
    entry: int
    sentence: Markup


def news(table: Table) -> News:
    """What happened last."""
    return News(table.id, table.seq, Words(table.game.seats).sentence(table.lines[-1].event))
