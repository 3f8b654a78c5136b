"""Missions are fulfilled, once by each and twice at most (N3, N13, N14)."""

import pytest

from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Move, stand
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.missions import Fulfilled, may_take
from companion.rules.nottingham.seating import Leave
from companion.rules.nottingham.way import EndGame
from companion.rules.refusals import NoSuchSeat, NotInRounds, PlayerHasLeft
from tests.rules.nottingham.given import ANN, BO, CLEO, FIVE, THREE, delivering, fulfilling, given


def test_n13_n15_a_mission_card_is_taken_and_the_sheriff_moves() -> None:
    """No ambush and no loot card."""
    table = given(printed=(7,) * 22).when(fulfilling(ANN, "five_of_one", FIVE))
    assert table.event == Fulfilled(
        ANN, "five_of_one", FIVE, 30, 1, 7, (Move(REST, stand(ANN), "five_of_one", 1),)
    )
    assert table.event.steps == 1
    assert (table.game.missions(ANN), table.game.takers("five_of_one")) == (("five_of_one",), (ANN,))
    table.holds({}, step=1)


def test_n3_n14_alone_it_is_worth_the_one_pawn_number_then_both_have_the_other() -> None:
    table = given()
    assert (table.game.worth("five_of_one"), table.game.worth_to_next("five_of_one")) == (None, 30)
    assert (table.game.worth("three_pairs"), table.game.worth_to_next("three_pairs")) == (None, None)
    table = table.when(fulfilling(ANN, "three_pairs", THREE))
    assert (table.game.worth("three_pairs"), table.game.worth_to_next("three_pairs")) == (17, 12)
    table = table.when(fulfilling(BO, "three_pairs"))
    assert (table.game.worth("three_pairs"), table.game.worth_to_next("three_pairs")) == (12, None)
    assert (table.event.each, table.event.numbers, table.game.taken) == (12, THREE, 2)


def test_n3_n13_nobody_fulfils_the_same_twice_and_no_third_does() -> None:
    table = given().when(fulfilling(ANN, "five_of_one", FIVE))
    table.refuses(fulfilling(ANN, "five_of_one"), no.MissionTwice(ANN, "five_of_one"))
    table = table.when(fulfilling(CLEO, "five_of_one"))
    table.refuses(fulfilling(BO, "five_of_one"), no.MissionTaken("five_of_one", (ANN, CLEO)))
    table.refuses(fulfilling(CLEO, "five_of_one"), no.MissionTwice(CLEO, "five_of_one"))
    assert may_take(table.game, BO, "three_pairs") is None


def test_n13_a_player_may_fulfil_several_missions() -> None:
    table = given().when(fulfilling(ANN, "three_pairs", THREE), fulfilling(ANN, "five_of_one", FIVE))
    assert table.game.missions(ANN) == ("five_of_one", "three_pairs")


def test_n14_numbers_are_typed_when_the_first_card_is_taken() -> None:
    """Nothing is filled in by itself, not even what one source knows."""
    for mission in ("three_pairs", "five_of_one"):
        given().refuses(fulfilling(ANN, mission), no.NumbersNeeded(mission))


def test_n14_who_comes_second_types_no_others() -> None:
    table = given().when(fulfilling(ANN, "three_pairs", THREE))
    table.refuses(fulfilling(BO, "three_pairs", Numbers(17, 11)), no.NumbersKnown("three_pairs", 17, 12))
    assert table.when(fulfilling(BO, "three_pairs", THREE)).game.worth("three_pairs") == 12


def test_n14_numbers_go_with_a_card_that_is_taken_back() -> None:
    table = given().when(fulfilling(ANN, "three_pairs", THREE))
    assert table.game.numbers == {"three_pairs": THREE}
    assert table.back().when(fulfilling(BO, "three_pairs", Numbers(20, 15))).game.worth("three_pairs") == 20


@pytest.mark.parametrize("alone, shared", [(0, -1), (100, 25), (30, 0), (-3, -4)])
def test_n14_a_mission_is_worth_1_to_99(alone: int, shared: int) -> None:
    given().refuses(fulfilling(ANN, "four_pairs", Numbers(alone, shared)), no.NumberOutOfRange(1, 99))


@pytest.mark.parametrize("alone, shared", [(12, 17), (12, 12)])
def test_n14_the_first_number_is_the_higher(alone: int, shared: int) -> None:
    given().refuses(fulfilling(ANN, "four_pairs", Numbers(alone, shared)), no.NumbersNotFalling())


def test_n2_a_mission_is_one_of_four_and_of_somebody_who_is_here() -> None:
    given().refuses(fulfilling(ANN, "six_of_one", FIVE), no.UnknownMission())
    given().refuses(fulfilling(7, "five_of_one", FIVE), NoSuchSeat(7))
    given().when(Leave(BO)).refuses(fulfilling(BO, "five_of_one", FIVE), PlayerHasLeft(BO))
    given().when(EndGame()).refuses(fulfilling(BO, "five_of_one", FIVE), NotInRounds())


def test_n13_a_mission_uses_up_no_loot() -> None:
    table = given().when(delivering(ANN, "pearls"), fulfilling(ANN, "five_of_one", FIVE))
    assert table.game.most_cards("pearls") == 11
