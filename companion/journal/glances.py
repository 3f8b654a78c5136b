"""What a list says of each game, kept beside its log: JSON text that is never read here. It can be made from
the log at any time, so it holds only for the entry that it was made after and the release that made it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from sqlalchemy import ClauseElement

from companion.journal import statements
from companion.journal.schema import glances
from companion.journal.storage import Reads, row_of
from companion.machine.release import release
from companion.records import HeldGame, Holder, NewGlance

Run = Callable[[ClauseElement, Sequence[Mapping[str, object]]], None]


def keep(run: Run, made: Iterable[NewGlance]) -> None:
    """Store glances in place of those that were there."""
    rows = [{**row_of(glance), "release": release()} for glance in made]
    run(statements.DROP_GLANCE, [{"game": row["game"]} for row in rows])
    run(statements.ADD[glances], rows)


def games_held_by(token_hash: str, rows: Reads) -> tuple[HeldGame, ...]:
    """The games in which a device has a role, the newest first, in one statement."""
    found = rows(statements.GAMES_OF, token_hash=token_hash, release=release())
    return tuple(
        HeldGame(game, seq, recorded_at, glance, tuple(Holder(*row[4:]) for row in roles))
        for (game, seq, recorded_at, glance), roles in groupby(found, key=lambda row: row[:4])
    )
