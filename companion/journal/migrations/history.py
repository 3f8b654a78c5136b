"""A database that is not at the newest revision, by Alembic."""

import threading
from functools import cache

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from companion.journal.storage import StorageRefused

# Alembic keeps its context in module globals. Between processes the transaction we are called in is the lock.
_one_at_a_time = threading.Lock()


def upgrade(connection: Connection) -> str:
    """Apply the steps that the database lacks; the revision's word. Raises StorageRefused("newer")."""
    with _one_at_a_time:
        config, scripts = _history()
        newest = scripts.get_current_head()
        present = MigrationContext.configure(connection).get_current_revision()
        if present is not None and present not in {script.revision for script in scripts.walk_revisions()}:
            raise StorageRefused("newer", f"revision {present}, this program knows up to {newest}")
        if present != newest:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    return str(newest)


@cache
def _history() -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", "companion.journal:migrations")
    return config, ScriptDirectory.from_config(config)
