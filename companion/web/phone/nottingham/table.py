"""A table of Nottingham: a game with its log, and what an action on it would come to."""

from companion import tables
from companion.rules.nottingham import decide
from companion.rules.nottingham.commands import Command, Correct
from companion.rules.nottingham.corrections import Correctable
from companion.rules.nottingham.events import Event
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.refusals import Refusal

Table = tables.Table[Game, Event]
Line = tables.Line[Event]


def as_corrected(table: Table, entry: int) -> Correctable | None:
    """What a standing delivery or mission says by its latest correction; None if the entry is no such one."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Correctable) else None


def preview(table: Table, action: Command | Correct) -> Event | Refusal:
    """What booking an action would come to."""
    if not isinstance(action, Correct):
        return decide.preview(table.game, action)
    was = as_corrected(table, action.seq)
    return decide.preview_correction(table.log, was, action) if was else NeitherSetNorMission()
