"""What a faulty disk might do to stored entries."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path


def spoil(path: Path, game: str, seq: int, body: str) -> None:
    """Write something else into an entry."""
    with closing(sqlite3.connect(path)) as file:
        triggers = file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE entries SET body = ? WHERE game = ? AND seq = ?", (body, game, seq))
        file.commit()


def body_of(path: Path, game: str, seq: int) -> dict[str, object]:
    """An entry's body, as decoded JSON."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT body FROM entries WHERE game = ? AND seq = ?", (game, seq)).fetchall()
    return dict(json.loads(rows[0][0]))
