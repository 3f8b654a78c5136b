"""Which database keeps the journal."""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection

from companion.journal import migrations
from companion.journal.sqlite import SqliteStore
from companion.journal.storage import Store
from companion.journal.trouble import StorageRefused


def store_at(
    place: Path | str, patience: float, prepare: Callable[[Connection], str] = migrations.upgrade
) -> Store:
    """Open the file at this path, or the server at this address. `prepare` brings its tables to the newest
    revision and returns that, all in one write.
    """
    if isinstance(place, Path):
        return SqliteStore(place, prepare, patience)
    try:
        from companion.journal.postgres import PostgresStore  # noqa: PLC0415 - its driver is an extra
    except ImportError as missing:
        raise StorageRefused("unsuited", f"{missing}: pip install 'counting-house[postgres]'") from missing
    return PostgresStore(place, prepare, patience)
