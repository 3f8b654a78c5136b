"""Columns with their limits, for the journal's tables and for every step of their history. Steps are run
years after they were written, so these functions must always make the same table.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

LATEST = 253_402_300_799_999  # the last millisecond of the year 9999
LONGEST_BODY = 1_048_576  # characters
MOST_ENTRIES = 1_000_000

# SQLite's STRICT tables have no BIGINT, and their INTEGER is 64 bits anyway.
MILLISECONDS = BigInteger().with_variant(Integer(), "sqlite")


def of_game(ondelete: str | None = None) -> Column[str]:
    """The game that a row belongs to."""
    return Column("game", Text, ForeignKey("games.id", ondelete=ondelete), nullable=False)


def of_group() -> Column[str]:
    """The group that a row belongs to."""
    return Column("group_id", Text, ForeignKey("groups.id"), nullable=False)


def text(name: str, least: int = 2, most: int = LONGEST_BODY, *, nullable: bool = False) -> Column[str]:
    """A text of limited length; a JSON text unless said otherwise."""
    limits = f"length({name}) BETWEEN {least} AND {most}"
    return Column(name, Text, nullable=nullable, info={"limits": limits})


def number(
    name: str,
    least: int,
    most: int,
    kind: TypeEngine[int] | type[Integer] = Integer,
    *,
    nullable: bool = False,
) -> Column[int]:
    """A number within limits."""
    return Column(name, kind, nullable=nullable, info={"limits": f"{name} BETWEEN {least} AND {most}"})


def moment(name: str, *, nullable: bool = False) -> Column[int]:
    """Milliseconds since 1970, UTC."""
    return number(name, 0, LATEST, MILLISECONDS, nullable=nullable)


def limited(
    *columns: Column[Any], key: Sequence[str], unique: Sequence[Sequence[str]] = ()
) -> tuple[SchemaItem, ...]:
    """The parts of a table with these columns: its keys, and a constraint for each column with limits."""
    keys = PrimaryKeyConstraint(*key), *(UniqueConstraint(*names) for names in unique)
    limits = ((column.info.get("limits"), column.name) for column in columns)
    return *columns, *keys, *(CheckConstraint(sql, name=name) for sql, name in limits if sql)
