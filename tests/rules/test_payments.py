"""Gold and goods moved by hand, with a reason."""

import pytest

from companion.rules.ledger import Goods
from companion.rules.names import LONGEST_REASON
from companion.rules.refusals import CountIsClosed, NoSuchSeat, ReasonTooLong
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.game import FACE_DOWN, Correct
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.rotation import EndGame
from tests.rules.given import ANN, BO, CLEO, DOV, given, paying


def test_gold_between_two_players_with_its_reason() -> None:
    table = given(4).when(paying(CLEO, DOV, 12, "Lost a bet"))
    table.holds(purses=[50, 50, 38, 62])
    assert table.event.reason == "Lost a bet"


def test_goods_between_two_stands_and_gold_with_them() -> None:
    table = given(4, stands={BO: {"apples": 3, "silk": 1}}).when(paying(BO, ANN, 2, apples=2, silk=1))
    table.holds(purses={ANN: 52, BO: 48}, stands={ANN: {"apples": 2, "silk": 1}, BO: {"apples": 1}})


def test_from_the_bank_and_the_box() -> None:
    table = given(4).when(paying(None, BO, 5, bread=2))
    table.holds(purses={BO: 55}, stands={BO: {"bread": 2}})


def test_to_the_bank_and_the_box() -> None:
    table = given(4, stands={BO: {"apples": 3}}).when(paying(BO, None, 5, apples=3))
    table.holds(purses={BO: 45}, stands={BO: {}})


def test_i11_cards_face_down_move_face_down() -> None:
    table = given(4, stands={BO: {FACE_DOWN: 2}}).when(
        paying(BO, ANN, face_down=1), paying(None, CLEO, face_down=1)
    )
    table.holds(stands={ANN: {FACE_DOWN: 1}, BO: {FACE_DOWN: 1}, CLEO: {FACE_DOWN: 1}})


def test_d5_nobody_pays_gold_that_is_not_there() -> None:
    given(4).refuses(paying(BO, ANN, 51), no.PurseTooSmall(BO, 50, 51))
    given(4).refuses(paying(BO, None, 51), no.PurseTooSmall(BO, 50, 51))


@pytest.mark.parametrize("gold", [-1, 10_000, 10**309])
def test_gold_is_a_whole_number_that_a_purse_can_hold(gold: int) -> None:
    for giver in (None, BO):
        given(4).refuses(paying(giver, ANN, gold), no.GoldOutOfRange(9_999))


def test_no_purse_holds_more_than_a_count_takes() -> None:
    """Whether the bank pays or a player, and whatever is corrected later."""
    table = given(4).when(paying(None, BO, 9_900), paying(BO, ANN, 99), paying(None, BO, 148))
    table.holds(purses={BO: 9_999})
    for giver, gold in ((None, 1), (CLEO, 50)):
        table.refuses(paying(giver, BO, gold), no.PurseTooLarge(BO, 9_999))
    table.refuses(Correct(1, paying(None, BO, 9_910), ""), no.PurseTooLarge(BO, 9_999))
    table.when(paying(BO, ANN, 9), paying(None, BO, 9)).holds(purses={BO: 9_999})


def test_nobody_gives_goods_that_are_not_there() -> None:
    given(4, stands={BO: {"apples": 1}}).refuses(
        paying(BO, ANN, apples=2), no.StandTooSmall(BO, "apples", 1, 2)
    )
    given(4).refuses(paying(BO, ANN, face_down=1), no.StandTooSmall(BO, FACE_DOWN, 0, 1))


@pytest.mark.parametrize("good", ["dragon", "gold", "green_apples"])
def test_a_card_that_is_not_in_play_here(good: str) -> None:
    given(4).refuses(Pay(None, ANN, goods=Goods({good: 1})), no.GoodNotInPlay(good))


def test_the_box_has_no_more_than_it_has() -> None:
    given(4, stands={ANN: {"crossbow": 5}}).refuses(
        paying(None, BO, crossbow=1), no.SupplyExceeded("crossbow", 6, 5)
    )
    given(4, stands={ANN: {FACE_DOWN: 60}}).refuses(paying(None, BO, silk=1), no.ContrabandExceeded(61, 60))


def test_two_sides() -> None:
    given(4).refuses(paying(BO, BO, 1), no.DealWithOneself())
    given(4).refuses(paying(None, None, 1), no.DealWithOneself())
    for seat in (-1, 4):
        given(4).refuses(paying(seat, ANN, 1), NoSuchSeat(seat))
        given(4).refuses(paying(None, seat, 1), NoSuchSeat(seat))


def test_something_is_moved() -> None:
    given(4).refuses(paying(BO, ANN), no.NothingGiven())


def test_a_reason_is_a_line() -> None:
    given(4).when(paying(BO, ANN, 1, "x" * LONGEST_REASON))
    given(4).refuses(paying(BO, ANN, 1, "x" * (LONGEST_REASON + 1)), ReasonTooLong(LONGEST_REASON))


def test_t7_a_table_that_keeps_its_coins_moves_goods_alone() -> None:
    table = given(4, coins_on_table=True, stands={BO: {"apples": 1}})
    table.refuses(paying(BO, ANN, 1), no.NoCoinsHere())
    table.when(paying(BO, ANN, apples=1)).holds(stands={ANN: {"apples": 1}})


def test_while_the_count_is_made_too_but_not_under_a_result() -> None:
    table = given(3).when(EndGame(), paying(BO, ANN, 1))
    table.when(CloseCount()).refuses(paying(BO, ANN, 1), CountIsClosed())


class TestATrade:
    def test_both_give_at_once(self) -> None:
        """Gold for goods, and goods with it, in one entry."""
        table = given(4, stands={BO: {"apples": 3}, CLEO: {"silk": 1}})
        trade = Pay(BO, CLEO, 5, Goods({"apples": 2}), "Trade", 1, Goods({"silk": 1}))
        table = table.when(trade)
        stands = {BO: {"apples": 1, "silk": 1}, CLEO: {"apples": 2}}
        table.holds(purses=[50, 46, 54, 50], stands=stands)
        assert table.event.trades

    def test_with_the_bank_too(self) -> None:
        table = given(3, stands={BO: {"apples": 3}})
        table = table.when(Pay(BO, None, goods=Goods({"apples": 3}), back_gold=6))
        table.holds(purses=[50, 56, 50], stands={BO: {}})

    def test_i6_nobody_gives_back_what_is_not_there(self) -> None:
        """Nor what came with the same trade."""
        table = given(3, gold={CLEO: 3}, stands={BO: {"apples": 1}})
        table.refuses(Pay(BO, CLEO, 5, back_gold=4), no.PurseTooSmall(CLEO, 3, 4))
        same = Pay(BO, CLEO, goods=Goods({"apples": 1}), back_goods=Goods({"apples": 1}))
        table.refuses(same, no.StandTooSmall(CLEO, "apples", 0, 1))

    def test_something_has_to_be_given(self) -> None:
        given(3).refuses(Pay(BO, CLEO, back_gold=5), no.NothingGiven())

    def test_t7_coins_on_the_table_stay_there(self) -> None:
        table = given(3, coins_on_table=True, stands={BO: {"apples": 1}})
        table.refuses(Pay(BO, CLEO, goods=Goods({"apples": 1}), back_gold=5), no.NoCoinsHere())

    def test_it_is_corrected_as_any_payment(self) -> None:
        table = given(3, stands={CLEO: {"apples": 2}})
        table = table.when(Pay(BO, CLEO, 5, back_goods=Goods({"apples": 1})))
        table = table.when(Correct(1, Pay(BO, CLEO, 4, back_goods=Goods({"apples": 2}))))
        table.holds(purses=[50, 46, 54], stands={BO: {"apples": 2}, CLEO: {}})
