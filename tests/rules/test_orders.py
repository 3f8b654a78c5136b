"""Special orders (E22, E23) and any other card that counts at the end (E24)."""

from collections.abc import Mapping

import pytest

from companion.rules.ledger import BOX, Goods, Move, extras
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NotInRounds, PlayerHasLeft
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Raid
from companion.rules.sheriff.cards import orders
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder
from companion.rules.sheriff.cards.other_cards import OtherCardTaken, TakeOtherCard
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import EntryCorrected
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.switching import SetOptions
from tests.rules.given import ANN, BO, CLEO, DOV, DOWN, Table, deal, given, opened, passing, paying

PEPPER = FillOrder(BO, "apples", "pepper", 7)
SILK = FillOrder(BO, "apples", "silk", 6)


def ordering(
    *expansions: str,
    stands: Mapping[int, Mapping[str, int]] | None = None,
    promo: Mapping[str, int] | None = None,
) -> Table:
    """A table with special orders."""
    return given(4, expansions=("special_orders", *expansions), stands=stands, promo=promo)


def brought(table: Table, apples: int = 2, down: int = 2) -> Table:
    """The table after Bo's bag passed with so many apples and cards face down."""
    return table.when(passing(BO, "apples", apples + down, apples=apples, face_down=down))


class TestFilling:
    def test_e22_a_bag_that_passed_with_both_earns_the_card_and_the_goods_stay(self) -> None:
        table = brought(ordering()).when(PEPPER)
        moves = (Move(BOX, extras(BO), "special_order:apples:pepper:7", 1),)
        assert table.event.told == {"pepper": 1}
        assert (table.event.gold, table.event.moves[-1:]) == (7, moves)
        table.holds(stands={BO: {"apples": 2, DOWN: 1, "pepper": 1}})
        assert table.game.extras(BO) == (Extra("special_order:apples:pepper", 7),)
        assert table.game.out_of_game == {}

    def test_a_file_may_correct_an_order_that_the_bag_never_filled(self) -> None:
        table = brought(ordering())
        filled = table.when(PEPPER).event
        assert evolve(table.game, EntryCorrected(2, 1, "", filled, filled.never(), ())).this_round.left(BO)

    def test_e23_what_was_shown_is_told_from_then_on(self) -> None:
        table = brought(ordering()).when(PEPPER)
        assert table.event.told_by(BO) == {"pepper": 1}
        assert table.event.told_by(ANN) == {}

    def test_e22_each_card_of_a_bag_serves_one_order(self) -> None:
        table = brought(ordering(), apples=1, down=2).when(PEPPER)
        table.refuses(SILK, no.NothingOrdered(BO))
        table = brought(ordering(), apples=2, down=1).when(PEPPER)
        table.refuses(SILK, no.NothingOrdered(BO))
        table = brought(ordering(), apples=2, down=2).when(PEPPER, SILK)
        assert [extra.gold for extra in table.game.extras(BO)] == [7, 6]
        table.holds(stands={BO: {"apples": 2, "pepper": 1, "silk": 1}})

    def test_e22_any_legal_good_of_the_bag_serves(self) -> None:
        table = ordering().when(passing(BO, "apples", 3, apples=1, cheese=1, face_down=1))
        table.when(FillOrder(BO, "cheese", "pepper", 6))

    def test_e23_the_number_is_proposed_and_can_be_typed(self) -> None:
        assert orders.proposed("apples", "pepper") == 7
        assert orders.proposed("chickens", "crossbow") == 0
        table = brought(ordering()).when(FillOrder(BO, "apples", "pepper", 12))
        assert table.game.extras(BO) == (Extra("special_order:apples:pepper", 12),)

    @pytest.mark.parametrize("gold", [-1, 0, 100])
    def test_e23_from_1_to_99(self, gold: int) -> None:
        brought(ordering()).refuses(FillOrder(BO, "apples", "pepper", gold), no.ExtraGoldOutOfRange(1, 99))

    def test_e23_a_card_of_the_bag_that_was_turned_over_before_is_shown_again(self) -> None:
        table = brought(ordering(), down=1).when(RevealContraband(BO, Goods({"pepper": 1})), PEPPER)
        assert table.event.told == {}
        table.holds(stands={BO: {"apples": 2, "pepper": 1}})

    def test_e21_it_counts_at_the_end_on_a_line_of_its_own(self) -> None:
        table = brought(ordering(), down=1).when(PEPPER, SitOut(CLEO), SitOut(DOV), EndGame(), CloseCount())
        assert table.game.result
        bo = table.game.result.players[BO]
        assert (bo.extras, bo.lines[-1].what) == (7, "special_order:apples:pepper")
        assert bo.total == bo.gold + bo.goods + bo.bonuses + 7


class TestRefusals:
    def test_where_they_are_not_in_play(self) -> None:
        brought(given(4)).refuses(PEPPER, no.NotPlayedHere())

    def test_e22_a_bag_that_did_not_pass(self) -> None:
        ordering().refuses(PEPPER, no.BagNotPassed(BO))
        ordering().when(SitOut(BO)).refuses(PEPPER, no.BagNotPassed(BO))
        table = ordering().when(opened(BO, "apples", 3, apples=2, pepper=1))
        table.refuses(PEPPER, no.BagNotPassed(BO))
        table.refuses(FillOrder(ANN, "apples", "pepper", 7), no.BagNotPassed(ANN))

    def test_e22_once_the_badge_has_moved_or_the_rounds_are_over(self) -> None:
        table = brought(ordering()).when(SitOut(CLEO), SitOut(DOV))
        table.when(PassBadge()).refuses(PEPPER, no.BagNotPassed(BO))
        table.when(EndGame()).refuses(PEPPER, NotInRounds())

    def test_who_is_not_there(self) -> None:
        table = brought(ordering())
        table.refuses(FillOrder(9, "apples", "pepper", 7), NoSuchSeat(9))
        table.when(Leave(BO, counts=True)).refuses(PEPPER, PlayerHasLeft(BO))

    def test_e22_a_bag_without_its_goods(self) -> None:
        brought(ordering()).refuses(FillOrder(BO, "bread", "pepper", 6), no.NotInBag(BO, "bread"))
        table = ordering().when(passing(BO, "apples", 2))
        table.refuses(PEPPER, no.NothingOrdered(BO))
        assert orders.may_fill(table.game, BO, "apples", "pepper") == no.NoContrabandInBag(BO)

    def test_e22_cards_of_the_stand_are_not_of_the_bag(self) -> None:
        table = ordering(stands={BO: {"bread": 2, "pepper": 2, DOWN: 2}})
        table = table.when(passing(BO, "apples", 2))
        table.refuses(PEPPER, no.NothingOrdered(BO))

    def test_e22_there_is_no_such_order(self) -> None:
        wrong = FillOrder(BO, "apples", "golden_silk", 7)
        brought(ordering()).refuses(wrong, no.NoSuchOrder("apples"))

    def test_e22_every_card_of_it_is_taken(self) -> None:
        table = brought(ordering(), apples=2, down=2).when(FillOrder(BO, "apples", "crossbow", 6))
        table.refuses(FillOrder(BO, "apples", "crossbow", 6), no.OrderTaken("apples", 1))
        twice = brought(ordering(), apples=2, down=3).when(PEPPER, PEPPER)
        twice.refuses(PEPPER, no.NothingOrdered(BO))

    def test_e22_who_goes_home_with_nothing_lays_it_back(self) -> None:
        table = brought(ordering()).when(FillOrder(BO, "apples", "crossbow", 6), Leave(BO, counts=False))
        table = table.when(passing(CLEO, "apples", 2, apples=1, face_down=1))
        table.when(FillOrder(CLEO, "apples", "crossbow", 6))

    def test_e23_contraband_that_is_no_longer_there_cannot_be_shown(self) -> None:
        table = brought(ordering(), down=1).when(paying(BO, ANN, face_down=1))
        assert orders.may_fill(table.game, BO, "apples", "pepper") == no.NothingToShow(BO, "pepper")
        table.refuses(PEPPER, no.NothingOrdered(BO))

    def test_e23_more_of_it_than_the_box_has(self) -> None:
        table = brought(ordering(stands={CLEO: {"crossbow": 5}}))
        table.refuses(FillOrder(BO, "apples", "crossbow", 6), no.SupplyExceeded("crossbow", 6, 5))

    def test_e22_brimstone_oil_that_was_shown_serves_no_order(self) -> None:
        table = ordering(promo={"brimstone_oil": 1}, stands={CLEO: {"bread": 2}})
        raid = Raid(CLEO, "bread", 2)
        table = table.when(passing(BO, "apples", 2, raids=(raid,), apples=1, face_down=1))
        table.refuses(PEPPER, no.NothingOrdered(BO))

    def test_e22_what_was_promised_out_of_the_bag_was_in_it(self) -> None:
        table = ordering().when(
            passing(BO, "apples", 2, deal(BO, ANN, bag={"apples": 1}), apples=1, face_down=1)
        )
        table.when(PEPPER).holds(stands={ANN: {"apples": 1}, BO: {"pepper": 1}})

    def test_e20_cards_given_up_on_the_market_are_no_longer_shown(self) -> None:
        table = ordering("black_market").when(passing(BO, "apples", 4, apples=1, face_down=3))
        table = table.when(TakeMarketCard(BO, "pepper", 30))
        table.refuses(PEPPER, no.NothingOrdered(BO))


class TestOtherCards:
    JOHN = TakeOtherCard(BO, "Little John", 9)

    def cards(self) -> Table:
        return given(3, expansions=("other_cards",))

    def test_e24_by_its_name_and_number(self) -> None:
        table = self.cards().when(TakeOtherCard(BO, "  Little   John ", 9))
        moves = (Move(BOX, extras(BO), "other:Little John:9", 1),)
        assert table.event == OtherCardTaken(BO, "Little John", 9, moves)
        assert table.game.extras(BO) == (Extra("other:Little John", 9),)

    def test_e24_as_many_as_there_are_at_any_time_before_the_result(self) -> None:
        table = self.cards().when(self.JOHN, self.JOHN, EndGame(), TakeOtherCard(ANN, "Little: John", 1))
        assert len(table.game.extras(BO)) == 2
        table = table.when(CloseCount())
        assert table.game.result
        assert [line.what for line in table.game.result.players[BO].lines][-2:] == ["other:Little John"] * 2
        assert [player.extras for player in table.game.result.players] == [1, 18, 0]
        table.refuses(self.JOHN, CountIsClosed())

    def test_e24_a_name_has_1_to_24_characters_and_a_number_is_1_to_99(self) -> None:
        for name in ("", " ", "x" * 25, "\u200b", "a\u0000b"):
            self.cards().refuses(TakeOtherCard(BO, name, 9), no.CardNameRefused(24))
        self.cards().when(TakeOtherCard(BO, "x" * 24, 99))
        for gold in (0, 100):
            self.cards().refuses(TakeOtherCard(BO, "Much", gold), no.ExtraGoldOutOfRange(1, 99))

    def test_where_they_are_not_in_play_and_who_is_not_there(self) -> None:
        given(3).refuses(self.JOHN, no.NotPlayedHere())
        self.cards().refuses(TakeOtherCard(9, "Much", 1), NoSuchSeat(9))
        gone = given(4, expansions=("other_cards",)).when(Leave(BO, counts=False))
        gone.refuses(self.JOHN, PlayerHasLeft(BO))


def test_t7_nothing_is_switched_off_while_its_cards_lie_there() -> None:
    table = given(3, expansions=("other_cards", "black_market")).when(TestOtherCards.JOHN)
    table.refuses(SetOptions(Options()), no.ExtraLiesThere(BO))
    table.when(SetOptions(Options(other_cards=True)))
    table.when(SetOptions(Options(other_cards=True, special_orders=True, laws=True)))
