"""Corrections of cards that count at the end, and of bags for which they were taken (E18 to E24)."""

import pytest

from companion.rules.kinds import TakenBack
from companion.rules.ledger import BOX, GONE, Goods, Move
from companion.rules.refusals import CountIsClosed, NothingMoved, NotYours
from companion.rules.rights import Recording
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.cards import market
from companion.rules.sheriff.cards.market import MarketCardTaken, TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder, OrderFilled
from companion.rules.sheriff.cards.other_cards import OtherCardTaken, TakeOtherCard
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import Correct, Correction
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.recorders import may_correct_entry
from companion.rules.sheriff.rotation import EndGame, PassBadge
from tests.rules.given import ANN, BO, CLEO, DOV, DOWN, Table, given, opened, passing, paying
from tests.rules.test_rights import at

EVERY = ("black_market", "special_orders", "other_cards")
SILK, PEPPER = TakeMarketCard(BO, "silk", 34), TakeMarketCard(BO, "pepper", 30)
ORDER = FillOrder(BO, "apples", "pepper", 7)
JOHN = TakeOtherCard(BO, "Little John", 9)
STANDS = {BO: {"silk": 4, "pepper": 3, DOWN: 2}, CLEO: {"silk": 4, "mead": 3}}
BAG = passing(BO, "apples", 3, apples=1, face_down=2)


def right(seq: int, command: Correction) -> Correct:
    return Correct(seq, command, "Misread")


def taken() -> Table:
    """Bo's bag, entry 1, passed; entry 2 is the silk card that Bo took for it."""
    return given(4, expansions=EVERY, stands=STANDS).when(BAG, SILK)


def of_bo(table: Table) -> tuple[Extra, ...]:
    return table.game.extras(BO)


class TestOfACard:
    def test_e18_its_number(self) -> None:
        table = taken().when(right(2, TakeMarketCard(BO, "silk", 31)))
        assert of_bo(table) == (Extra("black_market:silk", 31),)
        assert {move.what for move in table.event.moves} == {"black_market:silk:34", "black_market:silk:31"}
        assert market.pile(table.game, "silk") == (34,)

    def test_e19_its_pile(self) -> None:
        table = taken().when(right(2, PEPPER))
        assert of_bo(table) == (Extra("black_market:pepper", 30),)
        assert table.game.out_of_game == {"pepper": 3}
        table.holds(stands={BO: {"silk": 4, DOWN: 4, "apples": 1}})

    def test_e20_what_was_turned_over_for_it_is_face_down_again(self) -> None:
        table = given(4, expansions=EVERY, stands={BO: {"silk": 1, DOWN: 2}}).when(BAG, SILK)
        table.holds(stands={BO: {DOWN: 2, "apples": 1}})
        table = table.when(right(2, TakeMarketCard(BO, "silk", 0)))
        table.holds(stands={BO: {"silk": 1, DOWN: 4, "apples": 1}})
        assert Move(GONE, BOX, "silk", 2) in table.event.moves

    @pytest.mark.parametrize("never", [TakeMarketCard(BO, "silk", 0), TakeOtherCard(CLEO, "", 0)])
    def test_that_it_was_never_taken(self, never: TakeMarketCard | TakeOtherCard) -> None:
        table = taken().when(right(2, never))
        assert of_bo(table) == ()
        assert table.game.out_of_game == {}
        assert table.event.now == MarketCardTaken(BO, "silk", 0, Goods(), ())
        assert table.game.this_round.marketed == frozenset()
        table.refuses(right(2, never), NothingMoved())
        assert of_bo(table.when(right(2, SILK))) == (Extra("black_market:silk", 34),)
        assert of_bo(table.when(TakeMarketCard(BO, "pepper", 30))) == (Extra("black_market:pepper", 30),)

    def test_that_it_was_another_sort_of_card(self) -> None:
        table = taken().when(right(2, ORDER))
        assert of_bo(table) == (Extra("special_order:apples:pepper", 7),)
        assert table.game.this_round.filled == {BO: (("apples", "pepper"),)}
        table.when(SILK)
        table = table.when(right(2, JOHN))
        assert of_bo(table) == (Extra("other:Little John", 9),)
        assert table.game.this_round.left(BO) == {"apples": 1, DOWN: 2}
        never = table.when(right(2, TakeOtherCard(BO, "Little John", 0)))
        assert of_bo(never) == ()

    def test_that_it_was_somebody_else_s(self) -> None:
        table = taken().when(SitOut(DOV))
        table.refuses(right(2, TakeMarketCard(CLEO, "silk", 34)), no.BagNotBack(CLEO))
        table = given(4, expansions=EVERY, stands=STANDS).when(passing(CLEO, "bread", 1), BAG, SILK)
        table = table.when(right(3, TakeMarketCard(CLEO, "silk", 34)))
        assert table.game.this_round.marketed == {CLEO}
        assert table.game.extras(CLEO) == (Extra("black_market:silk", 34),)

    def test_e19_of_an_older_round(self) -> None:
        """The present one is not touched by it."""
        table = taken().when(SitOut(CLEO), SitOut(DOV), PassBadge(), passing(CLEO, "bread", 1))
        table = table.when(TakeMarketCard(CLEO, "silk", 31), right(2, PEPPER))
        assert table.game.this_round.marketed == {CLEO}
        assert of_bo(table) == (Extra("black_market:pepper", 30),)

    def test_of_an_order(self) -> None:
        table = given(4, expansions=EVERY).when(BAG, ORDER)
        table.holds(stands={BO: {"apples": 1, DOWN: 1, "pepper": 1}})
        table = table.when(right(2, FillOrder(BO, "apples", "silk", 6)))
        table.holds(stands={BO: {"apples": 1, DOWN: 1, "silk": 1}})
        assert of_bo(table) == (Extra("special_order:apples:silk", 6),)
        table = table.when(right(2, FillOrder(BO, "apples", "silk", 0)))
        table.holds(stands={BO: {"apples": 1, DOWN: 2}})
        assert table.game.this_round.left(BO) == {"apples": 1, DOWN: 2}
        assert isinstance(table.event.was, OrderFilled)

    def test_of_another_card_in_the_count_and_not_under_a_result(self) -> None:
        table = given(3, expansions=EVERY).when(JOHN, EndGame(), right(1, TakeOtherCard(BO, "Much", 4)))
        assert of_bo(table) == (Extra("other:Much", 4),)
        assert isinstance(table.event.now, OtherCardTaken)
        table.when(CloseCount()).refuses(right(1, JOHN), CountIsClosed())

    def test_it_is_decided_by_the_same_rules(self) -> None:
        table = taken()
        table.refuses(right(2, SILK), NothingMoved())
        table.refuses(right(2, TakeMarketCard(BO, "silk", 100)), no.ExtraGoldOutOfRange(1, 99))
        table.refuses(right(2, paying(BO, ANN, 1)), no.NotCorrectable())
        table.refuses(right(2, SitOut(BO)), no.NotCorrectable())
        table.refuses(right(1, SILK), no.NotCorrectable())
        table.refuses(right(2, FillOrder(CLEO, "apples", "pepper", 7)), no.BagNotPassed(CLEO))

    def test_e19_as_the_bags_of_its_round_are_known_now(self) -> None:
        """Bo's bag was said to be Cleo's: once that is put right, so can be whose card it was."""
        table = given(4, expansions=EVERY, stands=STANDS).when(passing(CLEO, "bread", 1))
        table = table.when(passing(BO, "apples", 1), TakeMarketCard(CLEO, "silk", 34), SitOut(DOV))
        table = table.when(right(2, SitOut(BO)))
        table.refuses(right(3, SILK), no.BagNotBack(BO))
        table = table.when(right(2, opened(BO, "apples", 1)), right(3, SILK))
        assert of_bo(table) == (Extra("black_market:silk", 34),)

    def test_of_somebody_who_left_with_nothing(self) -> None:
        """What was there went back to the box, and goes there still."""
        table = taken().when(Leave(BO, counts=False), right(2, TakeMarketCard(BO, "silk", 0)))
        assert of_bo(table) == ()
        assert table.game.out_of_game == {}
        assert not table.game.stand(BO)
        assert table.event.moves == (Move(GONE, BOX, "silk", 3),)


class TestOfWhatItWasTakenFor:
    def test_e19_the_bag_came_back_otherwise(self) -> None:
        table = taken()
        table.when(right(1, opened(BO, "apples", 3, apples=1, silk=2)))
        table.refuses(right(1, SitOut(BO)), no.CorrectionBreaksCard(table.events[2]))
        table.refuses(right(1, passing(CLEO, "bread", 1)), no.CorrectionBreaksCard(table.events[2]))

    def test_e22_the_bag_had_other_goods(self) -> None:
        table = given(4, expansions=EVERY).when(BAG, ORDER)
        table.when(right(1, passing(BO, "apples", 2, apples=1, face_down=1)))
        breaks = no.CorrectionBreaksCard(table.events[2])
        table.refuses(right(1, passing(BO, "bread", 2, bread=1, face_down=1)), breaks)
        table.refuses(
            right(1, passing(BO, "apples", 2)), no.CorrectionBreaksStand(table.events[2], BO, DOWN, 1)
        )

    def test_e22_enough_cards_lie_there_from_before(self) -> None:
        table = given(4, expansions=EVERY, stands={BO: {DOWN: 2}}).when(BAG, ORDER)
        breaks = no.CorrectionBreaksCard(table.events[2])
        table.refuses(right(1, passing(BO, "apples", 2)), breaks)
        table.refuses(right(1, opened(BO, "apples", 2)), breaks)

    def test_e19_the_cards_that_were_given_up_came_with_it(self) -> None:
        table = given(4, expansions=EVERY, stands={BO: {"silk": 1}}).when(BAG, SILK)
        fewer = right(1, passing(BO, "apples", 2, apples=1, face_down=1))
        table.refuses(fewer, no.CorrectionBreaksStand(table.events[2], BO, DOWN, 1))


class TestWhatWasTakenLater:
    def test_e18_a_pile_has_two_cards(self) -> None:
        table = given(4, expansions=EVERY, stands={**STANDS, DOV: {"silk": 3}})
        table = table.when(BAG, passing(CLEO, "bread", 1), passing(DOV, "bread", 1))
        table = table.when(PEPPER, TakeMarketCard(CLEO, "silk", 34), TakeMarketCard(DOV, "silk", 31))
        table.refuses(right(4, SILK), no.CorrectionBreaksCard(table.events[6]))

    def test_e18_who_left_with_nothing_laid_theirs_back(self) -> None:
        stands = {**STANDS, DOV: {"silk": 3}}
        table = given(4, expansions=EVERY, stands=stands).when(BAG, passing(CLEO, "bread", 1), PEPPER)
        table = table.when(TakeMarketCard(CLEO, "silk", 34), Leave(CLEO, counts=False))
        table = table.when(passing(DOV, "bread", 1), TakeMarketCard(DOV, "silk", 34))
        table = table.when(right(3, SILK))
        assert market.pile(table.game, "silk") == ()

    def test_e19_one_a_round(self) -> None:
        stands = {BO: {"silk": 3}, CLEO: {"silk": 3, "mead": 3}}
        table = given(4, expansions=EVERY, stands=stands).when(BAG, passing(CLEO, "bread", 1), SILK)
        table = table.when(TakeMarketCard(CLEO, "mead", 32))
        theirs = right(3, TakeMarketCard(CLEO, "silk", 34))
        table.refuses(theirs, no.CorrectionBreaksCard(table.events[4]))
        table.refuses(right(4, TakeMarketCard(BO, "mead", 32)), no.MarketVisited(BO))

    def test_e22_an_order_is_there_once(self) -> None:
        bag = passing(BO, "apples", 4, apples=2, face_down=2)
        table = given(4, expansions=EVERY).when(bag, ORDER, FillOrder(BO, "apples", "silk", 6))
        table.refuses(right(2, FillOrder(BO, "apples", "silk", 6)), no.CorrectionBreaksCard(table.events[3]))

    def test_any_number_of_other_cards_is_there(self) -> None:
        table = given(3, expansions=EVERY).when(JOHN, JOHN, JOHN, right(1, TakeOtherCard(BO, "Much", 1)))
        assert len(of_bo(table)) == 3


def test_what_could_never_have_been_taken_stays_as_it_is() -> None:
    """By other rules perhaps, in an evening of before: nobody has to put it right first."""
    table = given(4, expansions=EVERY)
    order = OrderFilled(BO, "apples", "pepper", 7, Goods(), ())
    table = Table.after((*table.events, order)).when(BAG, right(2, passing(BO, "apples", 1)))
    table.holds(stands={BO: {"apples": 1}})


class TestRights:
    def test_a_card_is_its_taker_s_to_take_back_and_to_correct(self) -> None:
        table = taken()
        assert table.event.owners(table.states[-2]) == (BO,)
        for actor, refusal in ((at(BO), None), (at(ANN), NotYours((BO,)))):
            assert may_correct_entry(Recording.OWN, actor, table.event, PEPPER) == refusal

    def test_nobody_makes_it_somebody_else_s(self) -> None:
        event, theirs = taken().event, TakeMarketCard(CLEO, "silk", 34)
        assert may_correct_entry(Recording.OWN, at(BO), event, theirs) == NotYours((CLEO,))
        assert may_correct_entry(Recording.OWN, at(BO, CLEO), event, theirs) is None
        assert may_correct_entry(Recording.EVERYBODY, at(BO), event, theirs) is None

    def test_a_correction_of_two_people_s_cards_is_nobody_s_alone(self) -> None:
        table = given(4, expansions=EVERY, stands=STANDS).when(passing(CLEO, "bread", 1), BAG, SILK)
        table = table.when(right(3, TakeMarketCard(CLEO, "silk", 34)))
        assert table.event.owners(table.states[-2]) == ()

    def test_a_take_back_leaves_no_trace(self) -> None:
        table = taken()
        assert not isinstance(table.event, TakenBack)
        again = Table(table.events[:-1], table.states[:-1])
        assert again.game.this_round.marketed == frozenset()
        assert again.game.out_of_game == {}
        assert again.when(SILK).game == table.game
