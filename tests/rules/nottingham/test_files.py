"""How files tell an evening of Nottingham: a line a player."""

from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.files import FILES
from companion.rules.nottingham.sheet import CountOut, parse
from companion.rules.nottingham.way import EndGame
from tests.rules.nottingham.given import ANN, BO, Table, given
from tests.rules.nottingham.test_sheet import SHEET


def lines(table: Table) -> list[tuple[object, ...]]:
    """Each player's place, total, deliveries and ambushes."""
    of = FILES.tell(table.log, (), None)
    return [(who.place, who.total, who.deliveries, who.ambushes) for who in of.players]


def test_what_was_delivered_is_told_and_places_once_there_is_a_result() -> None:
    table = given(3).when(Deliver(ANN, "gold", 5, (BO,)))
    assert lines(table) == [(None, None, 1, 0), (None, None, 0, 1), (None, None, 0, 0)]
    table = table.when(EndGame(), CloseCount())
    assert [(place, deliveries) for place, _, deliveries, _ in lines(table)] == [(1, 1), (2, 0), (2, 0)]


def test_a_counted_sheet_has_its_sums_alone() -> None:
    of = FILES.tell(Table.after(CountOut(parse(SHEET)).begin()).log, (), None)
    assert of.counted
    assert all(who.total is not None and who.deliveries is None for who in of.players)
