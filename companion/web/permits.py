"""What one phone may do at one table of any game: it draws the buttons and judges the requests."""

from dataclasses import dataclass
from typing import Any, Generic

from companion.rules.kinds import Command, Correct, PutBack, Step, TakeBack, may, may_record
from companion.rules.refusals import CountIsClosed, Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Event_co, Game_co
from companion.rules.seats import Stage
from companion.tables import Table, why_not_back, why_not_put_back


@dataclass(frozen=True, slots=True)
class Permit(Generic[Game_co, Event_co]):
    """What one phone may do at one table, as it is now; `speakers` are the seats that have a phone."""

    table: Table[Game_co, Event_co]
    actor: Actor
    recording: Recording
    speakers: frozenset[int] = frozenset()

    def allows(self, command: type[Command[Any, Any]], seat: int | None = None) -> bool:
        """Whether rules and rights now allow a kind of command, about this seat if it is about one."""
        return self.why_not(Step(command, seat)) is None

    def seats(self, command: type[Command[Any, Any]]) -> tuple[int, ...]:
        """The seats about which rules and rights now allow a kind of command."""
        return tuple(seat for seat in range(len(self.table.game.seats)) if self.allows(command, seat))

    def lets(self, step: Step) -> bool:
        """Whether this phone has the right to a step, whatever the rules say now."""
        return self.may_record(step) is None

    def why_not(self, step: Step) -> Refusal | None:
        """Why rules or rights forbid a step now; None if they do not."""
        return may(self.table.game, step) or self.may_record(step)

    def why_for_nobody(self, command: type[Command[Any, Any]]) -> Refusal | None:
        """Why a kind of command is forbidden about every seat; None if it is allowed about one."""
        seats = range(len(self.table.game.seats))
        refusals = [self.why_not(Step(command, seat)) for seat in seats]
        return refusals[0] if all(refusals) else None

    def may_record(self, step: Step) -> Refusal | None:
        """Why this phone has no right to a step; None if it has."""
        return may_record(self.recording, self.actor, self.table.game, step)

    def why_not_correct(self, was: Any, now: Any = None) -> Refusal | None:  # noqa: ANN401 - of any game
        """Why this phone has no right to correct what an entry says, `now` to what once that is known; None
        if it has. What `was` said is None for an entry that cannot be corrected.
        """
        raise NotImplementedError

    def why_not_correctable(self, entry: int) -> Refusal | None:
        """Why rules or rights forbid correcting an entry; None if they do not."""
        was = self.table.as_corrected(entry)
        closed = was is not None and self.table.game.stage is Stage.CLOSED
        return CountIsClosed() if closed else self.why_not_correct(was)

    def may_take_back(self, said: object = None) -> bool:
        """Whether this phone may take the latest entry back, given what was `said` in the round."""
        latest = self.table.latest
        return latest is not None and self.refusal(TakeBack(latest.seq), said) is None

    def may_put_back(self, said: object = None) -> bool:
        """Whether this phone may put back what can be put back next, given what was `said` in the round."""
        return self.refusal(PutBack(self.table.restores), said) is None

    def refusal(self, action: Any, _said: Any = None) -> Refusal | None:  # noqa: ANN401 - of any game
        """Why this phone may not have an action booked, given what was said in the round; None if it may."""
        if isinstance(action, TakeBack):
            return why_not_back(self.table, self.recording, self.actor, action.seq)
        if isinstance(action, PutBack):
            return why_not_put_back(self.table, self.recording, self.actor, action.seq)
        if isinstance(action, Correct):
            return self.why_not_correct(self.table.as_corrected(action.seq), action.command)
        return self.table.rules.may_book(self.recording, self.actor, self.table.game, action)
