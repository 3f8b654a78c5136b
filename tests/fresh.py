"""An empty journal, migrated once for all tests of a process."""

import tempfile
from functools import cache
from pathlib import Path

from companion.journal import Journal


def journal_at(path: Path) -> Path:
    """Put an empty journal at this path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        Journal(path).close()
        return path.read_bytes()
