"""A table as one phone sees it, and what it may do."""

from companion import tables
from companion.rules.nottingham.corrections import may_correct_entry
from companion.rules.nottingham.game import Correctable, Correction, Entry, Event, Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.nottingham.ruleset import Action
from companion.rules.refusals import Refusal
from companion.web import permits

Table = tables.Table[Game, Event]
Line = tables.Line[Entry]


def preview(table: Table, action: Action) -> Entry | Refusal:
    """What booking an action would lead to."""
    try:
        return tables.decided(table, action)
    except Refusal as refusal:
        return refusal


class Permit(permits.Permit[Game, Event]):
    """What one phone may do at one table of this game."""

    __slots__ = ()

    def why_not_correct(self, was: Correctable | None, now: Correction | None = None) -> Refusal | None:
        """As for any game."""
        if was is None:
            return NeitherSetNorMission()
        return may_correct_entry(self.recording, self.actor, was, now)
