"""A table of Sheriff of Nottingham: a game with its log, and what an action on it would come to."""

from companion import tables
from companion.rules.sheriff import decide
from companion.rules.sheriff.commands import Command, Correct
from companion.rules.sheriff.corrections import Correctable
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.events import Event
from companion.rules.sheriff.game import Game

Table = tables.Table[Game, Event]
Line = tables.Line[Event]


def as_corrected(table: Table, entry: int) -> Correctable | None:
    """What a standing bag or payment says by its latest correction; None if the entry is no such one."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Correctable) else None


def preview(table: Table, action: Command | Correct) -> Outcome:
    """What booking an action would come to; a correction is decided as things were before its entry."""
    if not isinstance(action, Correct):
        return decide.preview(table.game, action)
    before = table.known_before(action.seq) or table.game
    return decide.outcome(lambda: tables.decided(table, action), before, action.command)
