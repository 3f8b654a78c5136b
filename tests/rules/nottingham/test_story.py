"""What an evening of Nottingham tells."""

from dataclasses import astuple

from hypothesis import given as throwing

from companion.rules.nottingham.corrections import EntryCorrected, NeverHappened
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.seating import Leave
from companion.rules.nottingham.story import PlayerTold, story
from companion.rules.nottingham.way import EndGame
from tests.rules.nottingham.evenings import evenings
from tests.rules.nottingham.given import ANN, BO, CLEO, DOV, FIVE, Table, given, right


def numbers(table: Table, seat: int) -> tuple[int, ...]:
    """Deliveries, those called off, missions and ambushes of a player."""
    return astuple(story(table.log, ()).players[seat])[1:]


@throwing(evenings())
def test_whatever_is_played_each_delivery_and_each_ambush_is_told_once(table: Table) -> None:
    """Every delivery that stayed and every mission left one card before its player, unless loot was put right
    by hand.
    """
    of = story(table.log, ())
    for seat, who in enumerate(of.players):
        assert who.missions == len(table.game.missions(seat))
        if not table.game.checked and not any(isinstance(event, EntryCorrected) for event in table.events):
            assert who.deliveries == table.game.loot(seat).total


def test_deliveries_missions_and_ambushes_that_hit() -> None:
    """N12: of three cards an ambush leaves too few; of six, two leave enough."""
    table = given(4).when(
        Deliver(ANN, "gold", 3, (BO,)),
        Deliver(ANN, "necklace", 6, (BO, CLEO)),
        Deliver(BO, "copper_coin", 3),
        Fulfil(CLEO, "five_of_one", FIVE),
        Fulfil(BO, "five_of_one"),
        Leave(DOV),
        EndGame(),
        CloseCount(),
    )
    assert [numbers(table, seat) for seat in (ANN, BO, CLEO, DOV)] == [
        (1, 1, 0, 0),
        (1, 0, 1, 2),
        (0, 0, 1, 1),
        (0, 0, 0, 0),
    ]
    counts = [who.count for who in story(table.log, ()).players]
    assert table.game.result is not None
    assert tuple(counts) == table.game.result.players


def test_a_corrected_delivery_is_told_as_corrected_and_one_that_never_happened_not_at_all() -> None:
    table = given(4).when(Deliver(ANN, "gold", 5, (BO,)), Deliver(ANN, "gold", 3))
    table = table.when(right(1, Deliver(CLEO, "gold", 5, (DOV,))), right(2, NeverHappened()))
    nothing = PlayerTold(None, 0, 0, 0, 0)
    assert story(table.log, (0, 60_000)).minutes == 1
    assert story(table.log, ()).players == (
        nothing,
        nothing,
        PlayerTold(None, 1, 0, 0, 0),
        PlayerTold(None, 0, 0, 0, 1),
    )
