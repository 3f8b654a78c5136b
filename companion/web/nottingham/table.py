"""A table as one phone sees it, and what it may do."""

from companion import tables
from companion.rules.nottingham.corrections import Correct, may_correct, may_correct_entry
from companion.rules.nottingham.game import Correctable, Entry, Event, Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.nottingham.ruleset import Action
from companion.rules.refusals import Refusal
from companion.web import permits

Table = tables.Table[Game, Event]
Line = tables.Line[Entry]


def as_corrected(table: Table, entry: int) -> Correctable | None:
    """What a standing delivery or mission says after its latest correction; None for any other entry."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Correctable) else None


def preview(table: Table, action: Action) -> Entry | Refusal:
    """What booking an action would lead to."""
    try:
        return tables.decided(table, action)
    except Refusal as refusal:
        return refusal


class Permit(permits.Permit[Game, Event]):
    """What one phone may do at one table of this game."""

    __slots__ = ()

    def why_not_correct(self, entry: int) -> Refusal | None:
        """Why rules or rights forbid correcting an entry; None if they do not."""
        was = as_corrected(self.table, entry)
        if was is None:
            return NeitherSetNorMission()
        return may_correct(self.table.game, was) or may_correct_entry(self.recording, self.actor, was)

    def refusal(self, action: Action, _said: object = None) -> Refusal | None:
        """Why this phone may not have an action booked; None if it may."""
        if not isinstance(action, Correct):
            return super().refusal(action)
        was = as_corrected(self.table, action.seq)
        if was is None:
            return NeitherSetNorMission()
        return may_correct_entry(self.recording, self.actor, was, action.command)
