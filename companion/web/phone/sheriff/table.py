"""A table of Sheriff of Nottingham: a game with its log, and what an action on it would come to."""

from collections.abc import Mapping

from companion import tables
from companion.rules.entries import TakenBack
from companion.rules.seats import Seat
from companion.rules.sheriff import decide
from companion.rules.sheriff.bases import Command, Entry, Event
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.corrections import correct
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import Brought
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.seating import PlayerJoined
from companion.rules.sheriff.taking import CardTaken

Table = tables.Table[Game, Event]
Line = tables.Line[Entry]


def as_corrected(table: Table, entry: int) -> Brought | Paid | CardTaken | None:
    """What a standing bag or payment says by its latest correction; None if the entry is no such one."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Brought | Paid | CardTaken) else None


def seats_at(table: Table, seq: int, undone: Mapping[range, PlayerJoined]) -> tuple[Seat, ...]:
    """Who sat there when an entry was made, by the names of now; those whose coming was `undone` since, by
    the name of then.
    """
    seats = table.game.seats
    for seen, event in undone.items():
        if seq in seen:
            seats = (*seats[: event.seat], Seat(event.name, event.shield), *seats[event.seat + 1 :])
    return seats


def undone_comings(table: Table) -> dict[range, PlayerJoined]:
    """Who joined and was taken back for good, by the numbers of the entries from the one to the other."""
    standing = {line.seq for line in table.standing}
    undone = {line.event.seq: line.seq for line in table.lines if isinstance(line.event, TakenBack)}
    return {
        range(line.seq, undone[line.seq] + 1): line.event
        for line in table.lines
        if isinstance(line.event, PlayerJoined) and line.seq not in standing
    }


def preview(table: Table, action: Command | Correct) -> Outcome:
    """What booking an action would come to; a correction is decided as things were before its entry."""
    if not isinstance(action, Correct):
        return decide.preview(table.game, action)
    was, before = as_corrected(table, action.seq), table.known_before(action.seq)
    if was is None or before is None:
        return NotCorrectable()
    return decide.outcome(lambda: correct(table.log, was, action), before, action.command)
