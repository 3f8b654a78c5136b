"""Quick counts: games of one entry, and which of them counts after a number was changed."""

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

from companion.tables import AnyTable


@runtime_checkable
class Counted(Protocol):
    """The one entry of a quick count; `replaces` is the id of the count that it replaced, or ""."""

    @property
    def replaces(self) -> str:
        """The id of the count before it."""


Count = TypeVar("Count", bound=AnyTable)


def is_count(table: AnyTable) -> bool:
    """Whether it is a quick count and not a game played here."""
    return isinstance(table.lines[0].event, Counted)


def replaced(table: AnyTable) -> str:
    """The id of the count that this one replaced; "" for none."""
    event = table.lines[0].event
    return event.replaces if isinstance(event, Counted) else ""


def counts_now(table: Count, others: Sequence[Count]) -> Count:
    """The count among these, newest first, that finally replaced this one; itself if none did."""
    for _other in others:  # at most this often, so that game files that name each other cannot loop
        table = next((other for other in others if replaced(other) == table.id), table)
    return table


def counted_again(game: str | None, tables: Sequence[Count]) -> Count | None:
    """The count among these that bears this id, or the one that took its place since."""
    counts = [table for table in (tables if game else ()) if is_count(table)]
    found = next((table for table in counts if table.id == game), None)
    return counts_now(found, counts) if found else None
