"""The history of the journal's tables, applied when a database is opened.
A new step is the next number in versions/, and the same change in schema.py; a test compares the two.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect

NEWEST = max(step.name for step in (Path(__file__).parent / "versions").glob("[0-9]*.py"))[:4]


def upgrade(connection: Connection) -> str:
    """Bring the database to the newest revision inside the caller's write transaction; the revision's word.
    Raises StorageRefused("newer") where the database knows a revision that this code does not.
    """
    if revision(connection) == NEWEST:
        return NEWEST
    from companion.journal.migrations import history  # noqa: PLC0415 - Alembic takes long to load

    return history.upgrade(connection)


def revision(connection: Connection) -> object:
    """The one that the database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
