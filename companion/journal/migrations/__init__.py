"""The history of the journal's tables, applied when a database is opened.
A new step is the next number in versions/, and the same change in schema.py; a test compares the two.
"""

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect

from companion.journal.trouble import StorageRefused

STEPS = sorted(step.name[:4] for step in (Path(__file__).parent / "versions").glob("[0-9]*.py"))
NEWEST = STEPS[-1]
# Alembic keeps its context in module globals. Between processes the transaction we are called in is the lock.
_one_at_a_time = threading.Lock()


def upgrade(connection: Connection) -> str:
    """Bring the database to the newest revision inside the caller's write transaction, and return it. Raises
    StorageRefused("newer") where the database knows a revision that this code does not.
    """
    present = revision(connection)
    if present not in {None, *STEPS}:
        raise StorageRefused("newer", f"revision {present}, this program knows up to {NEWEST}")
    if present != NEWEST:
        from alembic import command  # noqa: PLC0415 - it takes long to load
        from alembic.config import Config  # noqa: PLC0415 - as above

        with _one_at_a_time:
            config = Config()
            config.set_main_option("script_location", "companion.journal:migrations")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    return NEWEST


def revision(connection: Connection) -> str | None:
    """The revision of the database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found
