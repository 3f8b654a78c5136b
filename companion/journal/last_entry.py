"""The last entry that was confirmed, noted beside the database. An entry is safely on disk before that, in
the write-ahead log; where that file was lost or damaged after a kill, SQLite goes on with what it has and
says nothing, but the entry that is noted here is then missing.
"""

import os
from contextlib import suppress
from pathlib import Path

from companion.records import Entry

LAST, LOST = "-last", "-lost"
"""What the names of both files add to that of the database: what was noted, and what was found missing."""


def note(database: Path, entry: Entry) -> None:
    """Note this entry, once it is stored. Not synced: the note outlives the process, and after a power cut an
    older one is as true. A disk that takes no note must not undo what is stored.
    """
    line = f"{entry.game} {entry.seq:07} {entry.chain}\n"  # as long as the one before, which it replaces
    with suppress(OSError):
        place = _beside(database, LAST)
        place.touch(0o600)
        with place.open("r+", encoding="ascii") as file:
            file.write(line)


def noted(database: Path, name: str = LAST) -> tuple[str, int, str] | None:
    """The game, the number and the chain of the entry that was noted; None if none was, or half of one."""
    with suppress(OSError, ValueError):
        game, seq, chain = _beside(database, name).read_text("ascii").split()
        return game, int(seq), chain
    return None


def forget(database: Path) -> None:
    """Nothing is noted: what was last confirmed has been removed on purpose."""
    with suppress(OSError):
        os.truncate(_beside(database, LAST), 0)


def set_aside(database: Path) -> None:
    """Keep word of an entry that is missing, until whoever runs the app has removed it."""
    with suppress(OSError):
        _beside(database, LOST).write_bytes(_beside(database, LAST).read_bytes())
    forget(database)


def missing(database: Path) -> str:
    """What is missing, in a sentence; "" if nothing is."""
    lost = noted(database, LOST)
    if lost is None:
        return ""
    game, seq, _chain = lost
    return (
        f"Entry {seq} of game {game} was confirmed and is missing, perhaps with others before it: "
        f"{database.name}-wal was lost or damaged when the app or the machine was last stopped. Record anew "
        f"what the table lacks, or restore a backup; then remove {_beside(database, LOST)}."
    )


def _beside(database: Path, name: str) -> Path:
    return database.with_name(f"{database.name}{name}")
