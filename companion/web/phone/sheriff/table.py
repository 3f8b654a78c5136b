"""A table of Sheriff of Nottingham: a game with its log, and what an action on it would come to."""

from collections.abc import Mapping

from companion import tables
from companion.rules.entries import TakenBack
from companion.rules.seats import Seat
from companion.rules.sheriff import decide
from companion.rules.sheriff.commands import Command, Correct
from companion.rules.sheriff.corrections import Correctable
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.events import Event, PlayerJoined
from companion.rules.sheriff.game import Game

Table = tables.Table[Game, Event]
Line = tables.Line[Event]


def as_corrected(table: Table, entry: int) -> Correctable | None:
    """What a standing bag or payment says by its latest correction; None if the entry is no such one."""
    says = table.as_corrected(entry)
    return says if isinstance(says, Correctable) else None


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
    before = table.known_before(action.seq) or table.game
    return decide.outcome(lambda: tables.decided(table, action), before, action.command)
