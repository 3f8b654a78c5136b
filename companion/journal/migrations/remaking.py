"""Ways for a step to make a table, or to remake one with its rows: SQLite cannot change a column."""

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import Column, text

from companion.journal.columns import limited

KEYS = "SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass) AND contype IN ('p', 'u')"


def make(
    table: str,
    *columns: Column[Any],
    key: Sequence[str],
    unique: Sequence[Sequence[str]] = (),
    sqlite_with_rowid: bool = True,
) -> None:
    """Create a table with these columns."""
    parts = limited(*columns, key=key, unique=unique)
    op.create_table(table, *parts, sqlite_strict=True, sqlite_with_rowid=sqlite_with_rowid)


def set_aside(table: str) -> str:
    """Rename a table, so that another can have its name, and return the new name. On a server its keys are
    renamed too: there the names of keys are unique among all tables.
    """
    name = f"{table}_before"
    op.rename_table(table, name)
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        for key in connection.execute(text(KEYS), {"table": name}).scalars().all():
            op.execute(f"ALTER TABLE {name} RENAME CONSTRAINT {key} TO {key}_before")
    return name


def remake(
    table: str,
    *columns: Column[Any],
    key: Sequence[str],
    unique: Sequence[Sequence[str]] = (),
    **added: int | str,
) -> None:
    """Remake a table with these columns, keeping its rows; each `added` column has this value, as SQL, in
    every row.
    """
    before = set_aside(table)
    make(table, *columns, key=key, unique=unique)
    kept = ", ".join(column.name for column in columns if column.name not in added)
    new = ", ".join((kept, *added))
    values = ", ".join((kept, *map(str, added.values())))
    op.execute(f"INSERT INTO {table} ({new}) SELECT {values} FROM {before}")  # noqa: S608 - our own names
    op.drop_table(before)
