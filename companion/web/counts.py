"""Quick counts among the tables: which table is one, and which count replaced another."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from companion.tables import AnyTable, Listed


@runtime_checkable
class Counted(Protocol):
    """The one entry of a quick count; `replaces` is the id of the count that it replaced, or ""."""

    @property
    def replaces(self) -> str:
        """The id of the count before it."""


def is_count(table: AnyTable) -> bool:
    """Whether it is a quick count and not a game played here."""
    return isinstance(table.lines[0].event, Counted)


def counts_now(count: str, others: Sequence[Listed]) -> str:
    """The id of the count among these, newest first, that finally replaced this one; its own if none did."""
    for _other in others:  # at most this often, so that game files that name each other cannot loop
        count = next((other.id for other in others if other.summary.replaces == count), count)
    return count


def same_count(count: str, others: Sequence[Listed]) -> list[str]:
    """The id of a count, with those of all among these that it replaced or that replaced it."""
    last = counts_now(count, others)
    return [
        count,
        *(other.id for other in others if other.id != count and counts_now(other.id, others) == last),
    ]
