"""How a table is made anew with all it holds, since SQLite cannot change a column."""

from alembic import op
from sqlalchemy import text

KEYS = "SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass) AND contype IN ('p', 'u')"


def set_aside(table: str, name: str) -> None:
    """Rename a table, so that another can have its name. On a server the names of its keys have to be free
    too: there they are unique among all tables.
    """
    op.rename_table(table, name)
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        for key in connection.execute(text(KEYS), {"table": name}).scalars().all():
            op.execute(f"ALTER TABLE {name} RENAME CONSTRAINT {key} TO {key}_before")
