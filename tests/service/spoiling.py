"""What a faulty disk might do to stored entries."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.chain import BEGINNING, linked
from companion.records import Entry


def spoil(path: Path, game: str, seq: int, body: str) -> None:
    """Write something else into an entry."""
    with closing(sqlite3.connect(path)) as file:
        triggers = file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE entries SET body = ? WHERE game = ? AND seq = ?", (body, game, seq))
        file.commit()


def chained_again(path: Path, game: str) -> None:
    """Make the chain of a game fit what is stored, as whoever may write the database can."""
    with closing(sqlite3.connect(path)) as file:
        chain, rows = BEGINNING, file.execute("SELECT * FROM entries WHERE game = ? ORDER BY seq", (game,))
        for entry in [Entry(*row) for row in rows]:
            chain = linked(chain, entry)
            where = (chain, game, entry.seq)
            file.execute("UPDATE entries SET chain = ? WHERE game = ? AND seq = ?", where)
        file.commit()


def body_of(path: Path, game: str, seq: int) -> dict[str, object]:
    """An entry's body, as decoded JSON."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT body FROM entries WHERE game = ? AND seq = ?", (game, seq)).fetchall()
    return dict(json.loads(rows[0][0]))
