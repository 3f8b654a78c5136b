"""Whole random evenings in which entries are taken back and put back at any time."""

from itertools import takewhile

from hypothesis import given

from companion.laws import follow
from companion.rules.kinds import EntryPutBack, TakenBack
from companion.rules.sheriff.game import Entry, EntryCorrected, Event, Game
from companion.rules.sheriff.replaying import replay
from companion.rules.sheriff.ruleset import SHERIFF
from companion.tables import Line
from companion.tables import Table as TableOf
from tests.rules.dice import Dice
from tests.rules.evenings import SHORT, evenings, throws
from tests.rules.given import Table as Played

Table = TableOf[Game, Event]
MOST_UNDONE = 3


def told(table: Table, event: Entry) -> Table:
    """The table one entry later."""
    return table.with_lines([Line(len(table.lines) + 1, 0, event)])


def undone(table: Table, dice: Dice) -> Table:
    """The table after up to three take backs, of which any may be undone, over and over."""
    for _ in range(min(dice.below(MOST_UNDONE + 1), len(table.standing) - 1)):
        table = taken_back(table)
    while table.redo and dice.chance(2):
        *others, (seq, line, state) = table.redo
        table = told(table, EntryPutBack(seq, None))
        assert table.standing[-1] is line
        assert table.game is state
        assert table.redo == tuple(others)
        if dice.chance(2):
            table = taken_back(table)
    return table


def taken_back(table: Table) -> Table:
    latest = table.standing[-1]
    after = told(table, TakenBack(latest.seq))
    assert after.redo == (*table.redo, (after.seq, latest, table.game))
    return after


@given(evenings(), throws(SHORT))
def test_what_stands_makes_the_game(played: Played, dice: Dice) -> None:
    """What was taken back for good is booked again, so that the evening can go on. What corrects an entry
    names it by a number, which would be another one here.
    """
    events = tuple(takewhile(lambda event: not isinstance(event, EntryCorrected), played.events))
    table = TableOf("game", SHERIFF)
    while len(table.standing) < len(events) and len(table.lines) < 2 * len(events):
        table = undone(told(table, events[len(table.standing)]), dice)
    standing = [line.event for line in table.standing]
    assert standing == list(events[: len(table.standing)])
    assert table.game == replay(standing)
    assert table.game == follow(SHERIFF, [(line.seq, line.event) for line in table.lines])
    assert TableOf(table.id, SHERIFF).with_lines(table.lines) == table
