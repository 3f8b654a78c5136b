"""Who would be King and Queen by what everybody sees: as in the count, of the cards that are known."""

from collections.abc import Mapping

from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import ChoosePlates, CloseCount, leading
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.seating import Join
from companion.rules.sheriff.switching import SetOptions
from tests.rules.given import ANN, BO, CLEO, DOV, Table, given

APPLES = edition("first").good("apples")
HALF = (APPLES.king + APPLES.queen) // 2
Titles = Mapping[str, tuple[tuple[int, ...], tuple[int, ...], Mapping[int, int]]]


def titles(table: Table) -> Titles:
    """Kings, Queens and what they are paid, of the goods that anybody has."""
    return {
        bonus.good: (bonus.king, bonus.queen, dict(bonus.paid)) for bonus in leading(table.game) if bonus.king
    }


def test_s2_most_and_second_most() -> None:
    table = given(4, stands={ANN: {"apples": 3}, BO: {"apples": 5}})
    assert titles(table) == {"apples": ((BO,), (ANN,), {BO: APPLES.king, ANN: APPLES.queen})}


def test_s3_ties_share() -> None:
    table = given(4, stands={ANN: {"apples": 2}, BO: {"apples": 2}, CLEO: {"apples": 1}})
    assert titles(table) == {"apples": ((ANN, BO), (), {ANN: HALF, BO: HALF})}


def test_s2_royal_goods_count_once_they_are_told() -> None:
    stands = {ANN: {"apples": 2}, BO: {"green_apples": 1, FACE_DOWN: 4}, CLEO: {"apples": 1, FACE_DOWN: 1}}
    table = given(4, royal_goods=True, stands=stands)
    assert titles(table) == {"apples": ((ANN, BO), (), {ANN: HALF, BO: HALF})}


def test_s5_who_has_the_scrolls_keeps_the_rank_and_is_paid_nothing() -> None:
    stands = {ANN: {"apples": 2, "arcane_scrolls": 1}, BO: {"apples": 1}}
    table = given(4, promo={"arcane_scrolls": 1}, stands=stands)
    assert titles(table) == {"apples": ((ANN,), (BO,), {BO: APPLES.queen})}


def test_s6_plates_count_once_they_are_served() -> None:
    stands = {ANN: {"apples": 1}, BO: {"feast_plate": 2}}
    table = given(4, promo={"feast_plate": 2}, stands=stands).when(EndGame())
    assert titles(table) == {"apples": ((ANN,), (), {ANN: APPLES.king})}
    table = table.when(ChoosePlates(BO, ("apples", "apples")))
    assert titles(table) == {"apples": ((BO,), (ANN,), {BO: APPLES.king, ANN: APPLES.queen})}


def test_t6_no_king_of_bread_where_three_began() -> None:
    table = given(3).when(Join("Dov", ANN, 0))
    assert [bonus.good for bonus in leading(table.game)] == ["apples", "cheese", "chickens"]


def test_it_is_what_the_count_says_in_the_end() -> None:
    stands = {ANN: {"apples": 3, "cheese": 1}, BO: {"apples": 5}, DOV: {"chickens": 2}}
    table = given(4, stands=stands).when(EndGame())
    assert leading(table.game) == CloseCount().decide(table.game).result.bonuses


def test_crowns_are_switched_on_and_off() -> None:
    table = given(4).when(SetOptions(Options(crowns=True)))
    assert table.game.options.crowns
    assert not table.when(SetOptions(Options())).game.options.crowns
