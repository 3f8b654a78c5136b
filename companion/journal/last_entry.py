"""A note of the last confirmed entry, in a file beside the database. The entry itself is on disk already, in
the write-ahead log. If that log is lost or damaged after a kill, SQLite silently goes on without it; the
noted entry then shows what is missing.
"""

import os
from contextlib import suppress
from pathlib import Path

from companion.records import Entry

LAST, LOST = "-last", "-lost"
"""File name suffixes: for the entry noted last, and for one that was found missing."""


def note(database: Path, entry: Entry) -> None:
    """Note this entry, once it is stored. Not synced: the note outlives the process, and after a power cut an
    older one is true as well. A failure to write it is ignored, because the entry is stored.
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


def forget(database: Path, name: str = LAST) -> None:
    """Clear a note, for example because its entry was removed on purpose."""
    with suppress(OSError):
        os.truncate(_beside(database, name), 0)


def set_aside(database: Path) -> None:
    """Move the note to the file of missing entries, which the person who runs the app removes."""
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
