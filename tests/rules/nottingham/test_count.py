"""The count: loot put right, every line, ranks (N1, N7, N14, N19, N21)."""

import pytest

from companion.rules.counting import Line
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Goods, Move, stand
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.ending import CheckLoot, CloseCount, CountClosed, LootChecked, sums
from companion.rules.nottingham.refusals import LootExceeded, UnknownItem
from companion.rules.nottingham.scoring import MissionCount, Result, count
from companion.rules.nottingham.way import EndGame, StepByHand
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NotInCount, NotInRounds
from companion.rules.seats import Stage
from tests.rules.nottingham.given import (
    ANN,
    BO,
    CLEO,
    FIVE,
    THREE,
    TYPED,
    Table,
    all_missions,
    delivering,
    fulfilling,
    given,
)


def case() -> Table:
    """The worked case; 17 and 12 are not the box's."""
    loot: dict[int, tuple[str, ...]] = {
        ANN: ("pearls", "pearls", "chest"),
        BO: ("copper_coin", "gold", "gold"),
    }
    loot[CLEO] = ("candlestick", "jewels", "jewels", "necklace")
    return given(3).when(
        *(delivering(seat, item) for seat, items in loot.items() for item in items),
        fulfilling(ANN, "five_of_one", FIVE),
        fulfilling(BO, "five_of_one"),
        fulfilling(BO, "three_pairs", THREE),
    )


def result_of(table: Table) -> Result:
    result = table.when(EndGame(), CloseCount()).game.result
    assert result
    return result


class TestTheSums:
    def test_n7_n21_the_worked_case(self) -> None:
        result = result_of(case())
        totals = [
            (player.total, player.loot, player.missions, player.loot_cards) for player in result.players
        ]
        assert totals == [(58, 33, 25, 3), (67, 25, 42, 3), (42, 42, 0, 4)]
        assert [player.rank for player in result.players] == [2, 1, 3]
        assert (result.winners, result.decided_by) == ((BO,), "total")
        assert result.missions == (
            MissionCount("five_of_one", (ANN, BO), 25),
            MissionCount("three_pairs", (BO,), 17),
        )

    def test_n21_every_line_is_kept_objects_by_their_values_then_missions(self) -> None:
        assert result_of(case()).players[BO].lines == (
            Line("copper_coin", 1, 7, 7),
            Line("gold", 2, 9, 18),
            Line("mission:five_of_one", 1, 25, 25),
            Line("mission:three_pairs", 1, 17, 17),
        )

    def test_n7_hand_and_ambush_cards_count_nothing(self) -> None:
        """A delivery that was called off leaves all its cards in hands."""
        result = result_of(given(3).when(delivering(ANN, "chest", 3, BO)))
        assert [player.total for player in result.players] == [0, 0, 0]

    def test_n14_all_eight_cards_are_shared(self) -> None:
        result = result_of(given(3).when(*all_missions()))
        shared = sum(numbers.shared for numbers in TYPED.values())
        assert [player.total for player in result.players] == [shared, shared, 0]

    def test_n19_sums_can_be_seen_all_along(self) -> None:
        table = case()
        assert sums(table.game) == result_of(table)


class TestRanks:
    def ranked(self, *loot: dict[str, int]) -> Result:
        return count([Goods(cards) for cards in loot], [()] * len(loot), {})

    def test_n7_n21_equal_totals_are_told_apart_by_loot_cards(self) -> None:
        """40 in four cards, 40 in four, 40 in two, the last with a mission."""
        two = {"copper_coin": 1, "chest": 1}  # 20, and a mission of 20
        result = count(
            [
                Goods({"pearls": 4}),
                Goods({"candlestick": 1, "gold": 1, "jewels": 1, "necklace": 1}),
                Goods(two),
            ],
            [(), (), ("four_pairs",)],
            {"four_pairs": Numbers(20, 10)},
        )
        assert [player.total for player in result.players] == [40, 40, 40]
        assert [player.rank for player in result.players] == [1, 1, 3]
        assert (result.winners, result.decided_by) == ((0, 1), "shared")

    def test_n21_more_loot_cards_win(self) -> None:
        result = self.ranked({"copper_coin": 3}, {"candlestick": 1, "chest": 1}, {})
        assert [player.total for player in result.players] == [21, 21, 0]
        assert (result.winners, result.decided_by) == ((0,), "loot_cards")
        assert [player.rank for player in result.players] == [1, 2, 3]

    def test_n21_who_is_behind_two_equals_is_third(self) -> None:
        ranks = [player.rank for player in self.ranked({"gold": 1}, {"chest": 1}, {"gold": 1}, {}).players]
        assert ranks == [2, 1, 2, 4]

    def test_nobody_with_anything_shares(self) -> None:
        assert self.ranked({}, {}, {}).winners == (0, 1, 2)


class TestLootPutRight:
    def test_n21_loot_becomes_what_the_real_cards_are(self) -> None:
        table = given(3).when(delivering(ANN, "pearls"), delivering(ANN, "gold"), EndGame())
        table = table.when(CheckLoot(ANN, Goods({"pearls": 1, "chest": 2})))
        assert table.event == LootChecked(
            ANN,
            Goods({"pearls": 1, "chest": 2}),
            (Move(stand(ANN), REST, "gold", 1), Move(REST, stand(ANN), "chest", 2)),
        )
        table.holds({ANN: {"pearls": 1, "chest": 2}})
        assert table.game.checked == {ANN}

    def test_loot_that_is_as_it_was_moves_nothing(self) -> None:
        table = given(3).when(delivering(ANN, "pearls"), EndGame(), CheckLoot(ANN, Goods({"pearls": 1})))
        assert table.event.moves == ()

    def test_n1_no_more_than_there_are_cards(self) -> None:
        table = given(3).when(delivering(ANN, "pearls"), EndGame())
        table.refuses(CheckLoot(BO, Goods({"pearls": 12})), LootExceeded("pearls", 13, 12))
        table.when(CheckLoot(BO, Goods({"pearls": 11})))

    def test_mission_cards_are_no_loot_and_stay(self) -> None:
        table = given(3).when(fulfilling(ANN, "five_of_one", FIVE), EndGame())
        table.refuses(CheckLoot(ANN, Goods({"five_of_one": 1})), UnknownItem())
        assert table.when(CheckLoot(ANN, Goods())).game.missions(ANN) == ("five_of_one",)

    def test_only_during_the_count(self) -> None:
        check = CheckLoot(ANN, Goods())
        given(3).refuses(check, NotInCount())
        table = given(3).when(EndGame())
        table.refuses(CheckLoot(3, Goods()), NoSuchSeat(3))
        table.when(CloseCount()).refuses(check, CountIsClosed())


class TestClosing:
    def test_the_result_is_final(self) -> None:
        table = case().when(EndGame(), CloseCount())
        assert isinstance(table.event, CountClosed)
        assert (table.game.stage, table.game.due) == (Stage.CLOSED, None)
        table.refuses(CloseCount(), NotInCount())
        table.refuses(StepByHand(), NotInRounds())
        given(3).refuses(CloseCount(), NotInCount())


@pytest.mark.parametrize("word", BOX.item_words)
def test_n1_a_loot_card_is_worth_its_value(word: str) -> None:
    [player, *_] = count([Goods({word: 2}), Goods(), Goods()], [()] * 3, {}).players
    assert player.total == 2 * BOX.item(word).value
