"""The end: stands checked, contraband revealed, coins and Feast Plates told, the result (S1, S6)."""

import pytest

from companion.rules.counting import Line
from companion.rules.ledger import GOLD, Goods
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NotInCount
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import (
    CheckStand,
    ChoosePlates,
    CloseCount,
    ContrabandRevealed,
    CountGold,
    GoldCounted,
    RevealContraband,
    StandChecked,
)
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.scoring import Result
from tests.rules.given import ANN, BO, CLEO, DOV, Table, given, passing, paying


def told(seat: int, **goods: int) -> RevealContraband:
    return RevealContraband(seat, Goods(goods))


def checked(seat: int, **goods: int) -> CheckStand:
    return CheckStand(seat, Goods(goods))


def result_of(table: Table) -> Result:
    assert table.game.result == table.event.result
    assert table.game.stage is Stage.CLOSED
    result: Result = table.event.result
    return result


class TestRevealing:
    def test_s1_cards_face_down_become_what_they_are(self) -> None:
        table = given(4, stands={BO: {"apples": 1, FACE_DOWN: 3}}).when(EndGame(), told(BO, silk=2, mead=1))
        table.holds(stands={BO: {"apples": 1, "silk": 2, "mead": 1}})
        assert isinstance(table.event, ContrabandRevealed)

    def test_one_by_one_and_during_the_rounds_too(self) -> None:
        table = given(4, stands={BO: {FACE_DOWN: 3}}).when(told(BO, silk=1))
        table.holds(stands={BO: {FACE_DOWN: 2, "silk": 1}})
        table.when(told(BO, silk=1), EndGame(), told(BO, crossbow=1)).holds(
            stands={BO: {"silk": 2, "crossbow": 1}}
        )

    def test_royal_goods_and_promo_cards_lay_face_down_as_well(self) -> None:
        table = given(4, royal_goods=True, promo={"olive_oil": 1}, stands={BO: {FACE_DOWN: 2}})
        table.when(told(BO, olive_oil=1, rye_bread=1)).holds(stands={BO: {"olive_oil": 1, "rye_bread": 1}})

    def test_no_more_than_lie_there(self) -> None:
        table = given(4, stands={BO: {FACE_DOWN: 1}})
        table.refuses(told(BO, silk=2), no.NotFaceDown(BO, 1))
        table.refuses(told(CLEO, silk=1), no.NotFaceDown(CLEO, 0))
        table.refuses(told(BO), no.NothingTold())

    def test_no_legal_goods_and_nothing_unknown(self) -> None:
        table = given(4, stands={BO: {FACE_DOWN: 1}})
        table.refuses(told(BO, apples=1), no.OnlyContraband("apples"))
        table.refuses(told(BO, face_down=1), no.OnlyContraband(FACE_DOWN))
        table.refuses(told(BO, dragon=1), no.GoodNotInPlay("dragon"))

    def test_no_more_than_the_box_has(self) -> None:
        table = given(4, stands={BO: {FACE_DOWN: 3}, CLEO: {"crossbow": 3}})
        table.refuses(told(BO, crossbow=3), no.SupplyExceeded("crossbow", 6, 5))
        table.when(told(BO, crossbow=2))

    def test_nobody_sits_elsewhere(self) -> None:
        given(4).refuses(told(4, silk=1), NoSuchSeat(4))


class TestCheckingStands:
    def test_the_stand_becomes_what_the_real_cards_are(self) -> None:
        table = given(4, stands={BO: {"apples": 3, "cheese": 1}}).when(
            EndGame(), checked(BO, apples=4, bread=1)
        )
        table.holds(stands={BO: {"apples": 4, "bread": 1}})
        assert isinstance(table.event, StandChecked)
        assert table.game.checked == {BO}

    def test_a_stand_that_is_right_is_known_to_be(self) -> None:
        table = given(4, stands={BO: {"apples": 3}}).when(EndGame(), checked(BO, apples=3), checked(CLEO))
        table.holds(stands={BO: {"apples": 3}, CLEO: {}})
        assert table.game.checked == {BO, CLEO}
        assert table.event.moves == ()

    def test_cards_face_down_are_checked_by_their_number_or_told(self) -> None:
        table = given(4, stands={BO: {"apples": 3, FACE_DOWN: 2}}).when(EndGame())
        table.when(checked(BO, apples=3, face_down=1)).holds(stands={BO: {"apples": 3, FACE_DOWN: 1}})
        table.when(checked(BO, apples=3, silk=2)).holds(stands={BO: {"apples": 3, "silk": 2}})
        table.when(checked(BO, apples=3, silk=1, face_down=1)).holds(
            stands={BO: {"apples": 3, "silk": 1, FACE_DOWN: 1}}
        )

    def test_no_more_than_the_box_has(self) -> None:
        table = given(4, stands={CLEO: {"crossbow": 3, FACE_DOWN: 50}}).when(EndGame())
        table.refuses(checked(BO, crossbow=3), no.SupplyExceeded("crossbow", 6, 5))
        table.refuses(checked(BO, pepper=8), no.ContrabandExceeded(61, 60))
        table.refuses(checked(BO, apples=10**9), no.SupplyExceeded("apples", 10**9, 48))
        table.refuses(checked(BO, dragon=1), no.GoodNotInPlay("dragon"))
        table.refuses(CheckStand(BO, Goods({GOLD: 1})), no.GoodNotInPlay(GOLD))

    def test_s1_while_rounds_are_played_no_stand_is_corrected(self) -> None:
        """Nobody puts twenty apples before himself in round 1: there is Correct, and Pay by hand."""
        table = given(4, stands={BO: {"apples": 3}})
        table.refuses(checked(BO, apples=20), NotInCount())
        table.refuses(checked(BO, apples=3), NotInCount())

    def test_nobody_sits_elsewhere(self) -> None:
        given(4).when(EndGame()).refuses(checked(-1), NoSuchSeat(-1))


class TestCountingCoins:
    def table(self) -> Table:
        return given(3, coins_on_table=True).when(EndGame())

    def test_t7_the_coins_become_the_purse(self) -> None:
        table = self.table().when(CountGold(ANN, 61), CountGold(BO, 0), CountGold(CLEO, 9_999))
        table.holds(purses=[61, 0, 9_999])
        assert isinstance(table.event, GoldCounted)
        assert table.game.gold_counted == {ANN, BO, CLEO}

    def test_t7_counted_again_the_last_number_stands(self) -> None:
        self.table().when(CountGold(ANN, 61), CountGold(ANN, 16), CountGold(ANN, 17)).holds(purses=[17, 0, 0])

    @pytest.mark.parametrize("gold", [-1, 10_000, 10**309])
    def test_gold_is_a_whole_number_that_a_purse_can_hold(self, gold: int) -> None:
        self.table().refuses(CountGold(ANN, gold), no.GoldOutOfRange(9_999))

    def test_t7_only_where_the_table_kept_them_and_only_at_the_end(self) -> None:
        given(3).when(EndGame()).refuses(CountGold(ANN, 1), NotInCount())
        given(3, coins_on_table=True).refuses(CountGold(ANN, 1), NotInCount())
        self.table().refuses(CountGold(3, 1), NoSuchSeat(3))

    def test_the_count_waits_for_everybodys_coins(self) -> None:
        table = self.table().when(CountGold(ANN, 61), CountGold(CLEO, 4))
        table.refuses(CloseCount(), no.GoldUnknown(BO))
        table = table.when(CountGold(BO, 5), CloseCount())
        assert [player.gold for player in result_of(table).players] == [61, 5, 4]

    def test_of_who_left_with_nothing_no_coins_are_asked(self) -> None:
        table = given(4, coins_on_table=True).when(Leave(DOV, counts=False), EndGame())
        table = table.when(CountGold(ANN, 1), CountGold(BO, 2), CountGold(CLEO, 3), CloseCount())
        assert [player.total for player in result_of(table).players] == [1, 2, 3, 0]

    def test_of_who_left_and_counts_they_are(self) -> None:
        table = given(4, coins_on_table=True).when(Leave(DOV, counts=True), EndGame())
        table = table.when(CountGold(ANN, 1), CountGold(BO, 2), CountGold(CLEO, 3))
        table.refuses(CloseCount(), no.GoldUnknown(DOV))
        assert result_of(table.when(CountGold(DOV, 4), CloseCount())).winners == (DOV,)


class TestFeastPlates:
    def table(self, *, sheriff: int = CLEO) -> Table:
        stands = {ANN: {"feast_plate": 1}, BO: {"feast_plate": 2, "apples": 1}, CLEO: {FACE_DOWN: 1}}
        return given(4, sheriff=sheriff, promo={"feast_plate": 4}, stands=stands).when(EndGame())

    def test_s6_chosen_first_sheriff_first_then_clockwise(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1))
        table.refuses(ChoosePlates(ANN, ("apples",)), no.PlatesOutOfTurn(BO))
        table = table.when(ChoosePlates(BO, ("bread", "bread")), ChoosePlates(ANN, ("chickens",)))
        assert table.game.plates == {BO: ("bread", "bread"), ANN: ("chickens",)}

    def test_s6_the_first_sheriff_of_the_game_not_the_last(self) -> None:
        stands = {ANN: {"feast_plate": 1}, BO: {"feast_plate": 1}}
        table = given(3, sheriff=CLEO, round=3, promo={"feast_plate": 2}, stands=stands).when(EndGame())
        table.refuses(ChoosePlates(BO, ("apples",)), no.PlatesOutOfTurn(ANN))
        table.when(ChoosePlates(ANN, ("apples",)), ChoosePlates(BO, ("apples",)))

    def test_s6_not_again_once_the_next_has_chosen(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")))
        table = table.when(ChoosePlates(ANN, ("chickens",)))
        table.refuses(ChoosePlates(BO, ("chickens", "chickens")), no.PlatesServed(ANN))
        table = table.when(ChoosePlates(ANN, ("bread",)))
        assert table.game.plates == {BO: ("bread", "bread"), ANN: ("bread",)}

    def test_s6_a_choice_that_ended_with_its_plate_is_made_again(self) -> None:
        """Correcting a stand undoes the choice; those who have chosen since keep theirs."""
        table = self.table(sheriff=BO).when(
            told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")), ChoosePlates(ANN, ("chickens",))
        )
        table = table.when(checked(BO, feast_plate=1), ChoosePlates(BO, ("apples",)))
        assert table.game.plates == {ANN: ("chickens",), BO: ("apples",)}

    def test_s6_only_when_all_contraband_is_told(self) -> None:
        self.table().refuses(ChoosePlates(ANN, ("apples",)), no.CardsUnknown(CLEO, 1))

    def test_s6_a_plate_told_last_is_chosen_in_its_turn(self) -> None:
        table = self.table(sheriff=CLEO).when(told(CLEO, feast_plate=1))
        table.refuses(ChoosePlates(ANN, ("apples",)), no.PlatesOutOfTurn(CLEO))

    @pytest.mark.parametrize(
        "goods",
        [
            (),
            ("apples",),
            ("apples",) * 3,
            ("apples", "silk"),
            ("apples", "feast_plate"),
            ("apples", FACE_DOWN),
        ],
    )
    def test_s6_a_legal_good_for_each(self, goods: tuple[str, ...]) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1))
        table.refuses(ChoosePlates(BO, goods), no.PlatesMismatch(2))

    def test_s6_with_three_players_bread_cannot_be_chosen(self) -> None:
        table = given(3, promo={"feast_plate": 1}, stands={ANN: {"feast_plate": 1}}).when(EndGame())
        table.refuses(ChoosePlates(ANN, ("bread",)), no.PlatesMismatch(1))

    def test_s6_not_against_the_supply_of_that_good(self) -> None:
        stands = {ANN: {"feast_plate": 1}, BO: {"chickens": 24}}
        table = given(4, promo={"feast_plate": 1}, stands=stands).when(EndGame())
        table = table.when(ChoosePlates(ANN, ("chickens",)), CloseCount())
        worth = edition("first").good("chickens").value
        assert Line("feast_plate:chickens", 1, worth, worth) in result_of(table).players[ANN].lines

    def test_s6_another_choice_may_replace_the_first(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")))
        table = table.when(ChoosePlates(BO, ("bread", "apples")), ChoosePlates(ANN, ("apples",)))
        assert table.game.plates[BO] == ("bread", "apples")

    def test_only_who_has_one(self) -> None:
        table = self.table().when(told(CLEO, silk=1))
        table.refuses(ChoosePlates(DOV, ()), no.PlatesMismatch(0))
        table.refuses(ChoosePlates(4, ()), NoSuchSeat(4))

    def test_only_at_the_end(self) -> None:
        given(3).refuses(ChoosePlates(ANN, ()), NotInCount())

    def test_the_count_waits_for_every_choice(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1))
        table.refuses(CloseCount(), no.PlatesUnknown(BO))
        table = table.when(ChoosePlates(BO, ("apples", "apples")))
        table.refuses(CloseCount(), no.PlatesUnknown(ANN))
        result = result_of(table.when(ChoosePlates(ANN, ("apples",)), CloseCount()))
        assert result.bonuses[0].counts == (1, 3, 0, 0)

    def test_a_choice_ends_with_its_plate(self) -> None:
        """A stand checked again leaves no choice behind for a plate that is not there."""
        table = self.table(sheriff=BO).when(told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")))
        table = table.when(ChoosePlates(ANN, ("apples",)), checked(ANN), checked(BO, apples=1, feast_plate=1))
        table.refuses(CloseCount(), no.PlatesUnknown(BO))
        result = result_of(table.when(ChoosePlates(BO, ("bread",)), CloseCount()))
        assert [player.legal_cards for player in result.players] == [0, 2, 0, 0]

    def test_a_plate_that_changes_hands_is_chosen_by_its_new_owner(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")))
        table = table.when(ChoosePlates(ANN, ("apples",)), paying(ANN, DOV, feast_plate=1))
        table.refuses(CloseCount(), no.PlatesUnknown(DOV))
        table = table.when(ChoosePlates(DOV, ("cheese",)), CloseCount())
        assert "feast_plate:cheese" in [line.what for line in result_of(table).players[DOV].lines]

    def test_a_plate_that_comes_back_is_chosen_for_again(self) -> None:
        table = self.table(sheriff=BO).when(told(CLEO, silk=1), ChoosePlates(BO, ("bread", "bread")))
        table = table.when(ChoosePlates(ANN, ("apples",)), checked(ANN), checked(ANN, feast_plate=1))
        table.refuses(CloseCount(), no.PlatesUnknown(ANN))


class TestClosing:
    def test_s1_gold_goods_and_bonuses(self) -> None:
        table = given(3, stands={ANN: {"apples": 3, "silk": 1}, BO: {"apples": 1}}).when(
            EndGame(), CloseCount()
        )
        result = result_of(table)
        cards = edition("first")
        apples, silk = cards.good("apples"), cards.good("silk").value
        assert [player.total for player in result.players] == [
            50 + 3 * apples.value + silk + apples.king,
            50 + apples.value + apples.queen,
            50,
        ]
        assert result.winners == (ANN,)

    def test_i2_it_waits_for_every_card_and_says_whose(self) -> None:
        table = given(3, sheriff=BO).when(passing(CLEO, "apples", 2, face_down=2), SitOut(ANN), EndGame())
        table.refuses(CloseCount(), no.CardsUnknown(CLEO, 2))
        assert result_of(table.when(told(CLEO, silk=2), CloseCount())).players[CLEO].contraband_cards == 2

    def test_only_once_the_rounds_are_over(self) -> None:
        given(3).refuses(CloseCount(), NotInCount())

    def test_under_a_result_nothing_changes(self) -> None:
        table = given(3, stands={BO: {FACE_DOWN: 1}}).when(EndGame(), told(BO, silk=1), CloseCount())
        for command in (checked(BO), told(BO, silk=1), paying(ANN, BO, 1), Leave(BO, counts=True)):
            table.refuses(command, CountIsClosed())
        table.refuses(CloseCount(), NotInCount())
        table.refuses(ChoosePlates(BO, ()), NotInCount())

    def test_who_left_with_goods_is_counted_who_left_with_nothing_is_last(self) -> None:
        table = given(5, stands={ANN: {"apples": 5}, BO: {"apples": 9}}).when(Leave(ANN, counts=True))
        table = table.when(Leave(BO, counts=False), EndGame(), CloseCount())
        result = result_of(table)
        assert [player.rank for player in result.players] == [1, 5, 2, 2, 2]
        assert result.bonuses[0].king == (ANN,)
