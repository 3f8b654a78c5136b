"""A table as one phone sees it, and what it may do."""

from dataclasses import dataclass

from companion import tables
from companion.rules.entries import PutBack, TakeBack
from companion.rules.kinds import Step, decide, may, may_record
from companion.rules.nottingham.bases import Command, Correctable, Entry, Event
from companion.rules.nottingham.corrections import Correct, correct, may_correct, may_correct_entry
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.nottingham.ruleset import Action, may_book
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.tables import why_not_back, why_not_put_back

Table = tables.Table[Game, Event]
Line = tables.Line[Entry]


def as_corrected(table: Table, entry: int) -> Correctable | None:
    """What a standing delivery or mission says by its latest correction; None if the entry is no such one."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Correctable) else None


def preview(table: Table, action: Command | Correct) -> Event | Refusal:
    """What booking an action would come to."""
    try:
        if not isinstance(action, Correct):
            return decide(table.game, action)
        was = as_corrected(table, action.seq)
        return correct(table.log, was, action) if was else NeitherSetNorMission()
    except Refusal as refusal:
        return refusal


@dataclass(frozen=True, slots=True)
class Permit:
    """What one phone may do at one table, as it is now."""

    table: Table
    actor: Actor
    recording: Recording

    def allows(self, command: type[Command], seat: int | None = None) -> bool:
        """Whether rules and rights now allow a kind of command, about this seat if it is about one."""
        return self.why_not(Step(command, seat)) is None

    def why_not(self, step: Step) -> Refusal | None:
        """Why rules or rights forbid a step now; None if they do not."""
        return may(self.table.game, step) or self._may_record(step)

    def lets(self, command: type[Command], seat: int | None = None) -> bool:
        """Whether this phone has the right, whatever the rules say now."""
        return self._may_record(Step(command, seat)) is None

    def may_take_back(self) -> bool:
        """Whether this phone may take the latest entry back."""
        latest = self.table.latest
        return latest is not None and self.refusal(TakeBack(latest.seq)) is None

    def may_put_back(self) -> bool:
        """Whether this phone may put back what can be put back next."""
        return self.refusal(PutBack(self.table.restores)) is None

    def may_correct(self, entry: int) -> bool:
        """Whether this phone may correct an entry now."""
        return self.why_not_correct(entry) is None

    def why_not_correct(self, entry: int) -> Refusal | None:
        """Why rules or rights forbid to correct an entry; None if they do not."""
        was = as_corrected(self.table, entry)
        if was is None:
            return NeitherSetNorMission()
        return may_correct(self.table.game, was) or self._may_correct(was)

    def refusal(self, action: Action) -> Refusal | None:
        """Why this phone may not have an action booked; None if it may."""
        if isinstance(action, TakeBack):
            return why_not_back(self.table, self.recording, self.actor, action.seq)
        if isinstance(action, PutBack):
            return why_not_put_back(self.table, self.recording, self.actor, action.seq)
        if not isinstance(action, Correct):
            return may_book(self.recording, self.actor, self.table.game, action)
        was = as_corrected(self.table, action.seq)
        if was is None:
            return NeitherSetNorMission()
        return may_correct_entry(self.recording, self.actor, was, action.command)

    def _may_correct(self, was: Correctable) -> Refusal | None:
        return may_correct_entry(self.recording, self.actor, was)

    def _may_record(self, step: Step) -> Refusal | None:
        return may_record(self.recording, self.actor, self.table.game, step)
