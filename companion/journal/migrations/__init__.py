"""The history of the journal's tables, applied when a database is opened.
A new step is the next number in versions/, and the same change in schema.py; a test compares the two.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect

from companion.journal.storage import StorageRefused

# Alembic keeps its context in module globals. Between processes, the transaction that calls us is the lock.
_one_at_a_time = threading.Lock()


def upgrade(connection: Connection) -> str:
    """Bring the database to the newest revision within the caller's write transaction; returns that revision.
    Raises StorageRefused("newer") where the database has a revision that this code does not know.
    """
    if _revision(connection) == NEWEST:
        return NEWEST
    from companion.journal.migrations import history  # noqa: PLC0415 - Alembic takes long to load

    return history.upgrade(connection)


def _revision(connection: Connection) -> object:
    """The one that Alembic left there, if it was there."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
