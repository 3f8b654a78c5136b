"""Deals: bribes of gold, stand goods, bag goods and promises, between any two players (I6 to I11)."""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import NoSuchSeat
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import LONGEST_PROMISE, Deal, Decision, Promise
from companion.rules.sheriff.ending import RevealContraband
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.rotation import PassBadge
from tests.rules.given import ANN, APPLE, BO, CLEO, DOV, SILK, deal, given, opened, passing


class TestWorkedCases:
    def test_tuck_pays_8_gold_and_two_apples_from_the_stand_and_passes(self) -> None:
        table = given(4, stands={BO: {"apples": 3}}).when(passing(BO, "bread", 2, deal(BO, ANN, 8, apples=2)))
        table.holds(purses={ANN: 58, BO: 42}, stands={ANN: {"apples": 2}, BO: {"apples": 1, "bread": 2}})

    def test_richard_pays_20_to_pass_and_to_have_guys_bag_opened_whatever_guy_offers(self) -> None:
        """I10: the promise is pinned to its round; it binds people, the app refuses no decision for it."""
        promise = "Open Guy's bag whatever he offers"
        table = given(4).when(passing(BO, "apples", 3, deal(BO, ANN, 20, promise)))
        table.holds(purses={ANN: 70, BO: 30})
        assert table.game.promises == (Promise(1, BO, ANN, promise),)
        table.when(passing(CLEO, "apples", 1))


class TestWhatABribeMayHold:
    def test_i6_gold_in_the_purse_and_no_more(self) -> None:
        given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 50))).holds(purses={ANN: 100, BO: 0})
        given(4).refuses(passing(BO, "apples", 1, deal(BO, ANN, 51)), no.PurseTooSmall(BO, 50, 51))

    def test_d5_nobody_pays_the_same_gold_twice(self) -> None:
        deals = (deal(BO, ANN, 30), deal(BO, CLEO, 30))
        given(4).refuses(passing(BO, "apples", 1, *deals), no.PurseTooSmall(BO, 20, 30))

    def test_gold_just_received_can_be_given_on(self) -> None:
        deals = (deal(CLEO, BO, 30), deal(BO, ANN, 80))
        given(4).when(passing(BO, "apples", 1, *deals)).holds(purses=[130, 0, 20, 50])

    def test_a_loan_pays_a_bribe_that_was_typed_before_it(self) -> None:
        deals = (deal(BO, ANN, 80), deal(CLEO, BO, 30))
        given(4).when(passing(BO, "apples", 1, *deals)).holds(purses=[130, 0, 20, 50])

    def test_a_chain_of_loans_and_cards_pays_whatever_its_order(self) -> None:
        table = given(4, stands={DOV: {"silk": 1}})
        deals = (Deal(BO, ANN, 120, Goods({"silk": 1})), Deal(CLEO, BO, 70, Goods({"silk": 1})))
        table.when(passing(BO, "apples", 1, *deals, Deal(DOV, CLEO, 20, Goods({"silk": 1})))).holds(
            purses=[170, 0, 0, 30], stands={ANN: {"silk": 1}, DOV: {}}
        )

    def test_d5_a_loan_that_is_too_small_pays_nothing(self) -> None:
        deals = (deal(BO, ANN, 81), deal(CLEO, BO, 30))
        given(4).refuses(passing(BO, "apples", 1, *deals), no.PurseTooSmall(BO, 80, 81))

    @pytest.mark.parametrize("gold", [-1, -50, 10_000, 10**309])
    def test_d5_gold_is_a_whole_number_that_a_purse_can_hold(self, gold: int) -> None:
        for coins_on_table in (False, True):
            table = given(4, coins_on_table=coins_on_table)
            table.refuses(passing(BO, "apples", 1, deal(BO, ANN, gold)), no.GoldOutOfRange(9_999))
            table.refuses(opened(BO, "apples", 1, deal(CLEO, ANN, gold)), no.GoldOutOfRange(9_999))

    def test_i6_goods_on_the_stand_legal_or_contraband(self) -> None:
        stands = {BO: {"cheese": 1, "silk": 2, FACE_DOWN: 1}}
        bribe = deal(BO, ANN, cheese=1, silk=1, face_down=1)
        table = given(4, stands=stands).when(passing(BO, "apples", 1, bribe))
        table.holds(stands={ANN: {"cheese": 1, "silk": 1, FACE_DOWN: 1}, BO: {"apples": 1, "silk": 1}})

    @pytest.mark.parametrize("good, has", [("cheese", 1), ("bread", 0), ("silk", 0), (FACE_DOWN, 0)])
    def test_i6_no_goods_that_are_not_there(self, good: str, has: int) -> None:
        table = given(4, stands={BO: {"cheese": 1}})
        refusal = no.StandTooSmall(BO, good, has, has + 1)
        table.refuses(passing(BO, "bread", 1, Deal(BO, ANN, stand=Goods({good: has + 1}))), refusal)

    def test_i6_an_unknown_card(self) -> None:
        table = given(4)
        for good in ("dragon", "gold", "green_apples"):
            table.refuses(
                passing(BO, "apples", 1, Deal(BO, ANN, stand=Goods({good: 1}))), no.GoodNotInPlay(good)
            )
            table.refuses(passing(BO, "apples", 1, deal(BO, ANN, bag={good: 1})), no.GoodNotInPlay(good))

    def test_i6_something_is_given_or_promised(self) -> None:
        given(4).refuses(passing(BO, "apples", 1, deal(BO, ANN)), no.EmptyDeal())
        given(4).refuses(passing(BO, "apples", 1, deal(BO, ANN, promise=" \n ")), no.EmptyDeal())
        given(4).when(passing(BO, "apples", 1, deal(BO, ANN, promise="Lunch"))).holds(purses=[50] * 4)

    def test_i6_a_deal_has_two_sides(self) -> None:
        given(4).refuses(passing(BO, "apples", 1, deal(BO, BO, 1)), no.DealWithOneself())

    @pytest.mark.parametrize("giver, receiver", [(-1, ANN), (BO, 4), (9, 9)])
    def test_nobody_sits_elsewhere(self, giver: int, receiver: int) -> None:
        seat = next(seat for seat in (giver, receiver) if not 0 <= seat < 4)
        given(4).refuses(passing(BO, "apples", 1, deal(giver, receiver, 1)), NoSuchSeat(seat))

    def test_a_promise_is_a_line(self) -> None:
        given(4).when(passing(BO, "apples", 1, deal(BO, ANN, promise="x" * LONGEST_PROMISE)))
        given(4).refuses(
            passing(BO, "apples", 1, deal(BO, ANN, promise="x" * (LONGEST_PROMISE + 1))),
            no.PromiseTooLong(LONGEST_PROMISE),
        )


class TestWhatABribeMeans:
    def test_i7_the_merchants_accepted_bribe_means_that_the_bag_passes(self) -> None:
        for bribe in (deal(BO, ANN, 5), deal(BO, ANN, promise="Lunch"), deal(BO, ANN, bag={"apples": 1})):
            given(4).refuses(opened(BO, "apples", 1, bribe), no.BribeToRemove(BO))
            given(4).when(passing(BO, "apples", 1, bribe))

    def test_i7_a_refused_bribe_is_not_paid(self) -> None:
        given(4).when(opened(BO, "apples", 1)).holds(purses={ANN: 50 - APPLE, BO: 50 + APPLE})

    def test_i9_a_third_player_pays_for_opening_somebodys_bag(self) -> None:
        table = given(4).when(opened(BO, "apples", 2, deal(CLEO, ANN, 10), apples=1, silk=1))
        table.holds(purses=[50 + 10 + SILK, 50 - SILK, 50 - 10, 50])

    def test_i9_a_third_player_pays_for_passing_somebodys_bag(self) -> None:
        given(4).when(passing(BO, "apples", 2, deal(DOV, ANN, 7), deal(BO, DOV, 3))).holds(
            purses=[57, 47, 50, 46]
        )

    def test_i9_the_gold_of_a_deal_is_there_for_the_fine(self) -> None:
        """Cleo pays the Sheriff for opening; the bag is true, and the Sheriff pays from that."""
        table = given(4, gold={ANN: 0}).when(opened(BO, "apples", 5, deal(CLEO, ANN, 10)))
        table.holds(purses=[0, 60, 40, 50])


class TestTheDecisionADealIsFor:
    TO_OPEN = replace(deal(CLEO, ANN, 5), decision=Decision.OPENS)
    TO_PASS = replace(deal(CLEO, ANN, 5), decision=Decision.PASSES)

    def test_i9_what_is_paid_to_open_a_bag_is_not_paid_for_passing_it(self) -> None:
        given(4).when(opened(BO, "apples", 1, self.TO_OPEN)).holds(
            {ANN: 55 - APPLE, BO: 50 + APPLE, CLEO: 45}
        )
        given(4).refuses(passing(BO, "apples", 1, self.TO_OPEN), no.DealForOther(CLEO))

    def test_i9_what_is_paid_to_pass_a_bag_is_not_paid_for_opening_it(self) -> None:
        given(4).when(passing(BO, "apples", 1, self.TO_PASS)).holds({ANN: 55, CLEO: 45})
        given(4).refuses(opened(BO, "apples", 1, self.TO_PASS), no.DealForOther(CLEO))

    def test_i9_a_deal_that_names_none_goes_with_either(self) -> None:
        given(4).when(passing(BO, "apples", 1, deal(CLEO, ANN, 5))).holds({ANN: 55, CLEO: 45})
        given(4).when(opened(BO, "apples", 1, deal(CLEO, ANN, 5))).holds({ANN: 55 - APPLE, CLEO: 45})

    @pytest.mark.parametrize("decision", [None, *Decision])
    def test_i7_the_merchants_own_bribe_is_for_passing_whatever_it_says(
        self, decision: Decision | None
    ) -> None:
        bribe = replace(deal(BO, ANN, 5), decision=decision)
        given(4).refuses(opened(BO, "apples", 1, bribe), no.BribeToRemove(BO))
        if decision is Decision.OPENS:
            given(4).refuses(passing(BO, "apples", 1, bribe), no.BribeForOpening(BO))
        else:
            given(4).when(passing(BO, "apples", 1, bribe)).holds({ANN: 55, BO: 45})


class TestGoodsFromTheBag:
    def test_i8_due_as_far_as_they_are_there(self) -> None:
        """Promised 3, 2 there: 2."""
        promised = deal(BO, ANN, bag={"cheese": 3})
        table = given(4).when(passing(BO, "cheese", 4, promised, cheese=2, apples=1, face_down=1))
        table.holds(stands={ANN: {"cheese": 2}, BO: {"apples": 1, FACE_DOWN: 1}})

    def test_i8_several_promises_are_kept_in_their_order(self) -> None:
        deals = (deal(BO, ANN, bag={"cheese": 2}), deal(BO, CLEO, bag={"cheese": 2, FACE_DOWN: 1}))
        table = given(4).when(passing(BO, "cheese", 4, *deals, cheese=3, face_down=1))
        table.holds(stands={ANN: {"cheese": 2}, BO: {}, CLEO: {"cheese": 1, FACE_DOWN: 1}})

    def test_i8_only_if_the_bag_passes(self) -> None:
        table = given(4).when(opened(BO, "cheese", 2, deal(BO, CLEO, bag={"cheese": 2})))
        table.holds(stands={BO: {"cheese": 2}, CLEO: {}})
        assert isinstance(table.events[1], BagOpened)
        assert table.events[1].missing() == 0

    def test_i8_only_the_bags_merchant_gives_from_it(self) -> None:
        for command in (passing, opened):
            given(4).refuses(
                command(BO, "cheese", 2, deal(CLEO, ANN, bag={"cheese": 1})), no.BagGoodsFromOthers(BO)
            )

    def test_i8_no_more_is_promised_than_a_bag_holds(self) -> None:
        """T5: five cards."""
        promised = deal(BO, ANN, bag={"apples": 4, FACE_DOWN: 2})
        given(4).refuses(passing(BO, "cheese", 2, promised), no.PromisedOverBag(5))

    def test_i8_contraband_is_promised_by_its_kind_and_due_as_far_as_it_was_there(self) -> None:
        """The merchant says how much was there; it lies face down (I11)."""
        promised = deal(BO, ANN, bag={"silk": 2, "mead": 1})
        said = replace(passing(BO, "cheese", 4, promised, cheese=1, face_down=3), there=Goods({"silk": 1}))
        table = given(4).when(said)
        table.holds(stands={ANN: {FACE_DOWN: 1}, BO: {"cheese": 1, FACE_DOWN: 2}})
        assert isinstance(table.events[1], BagPassed)
        assert table.events[1].delivered() == (replace(promised, bag=Goods({FACE_DOWN: 1})),)
        assert table.events[1].missing() == 2

    def test_i8_contraband_that_nobody_says_was_there_is_not_due(self) -> None:
        promised = deal(BO, ANN, bag={"silk": 1})
        table = given(4).when(passing(BO, "cheese", 2, promised, cheese=1, face_down=1))
        table.holds(stands={ANN: {}, BO: {"cheese": 1, FACE_DOWN: 1}})
        assert isinstance(table.events[1], BagPassed)
        assert table.events[1].missing() == 1

    def test_i8_cards_by_kind_and_cards_face_down_are_different_cards(self) -> None:
        deals = (deal(BO, ANN, bag={"silk": 1}), deal(BO, CLEO, bag={FACE_DOWN: 2, "silk": 1}))
        said = replace(passing(BO, "cheese", 3, *deals, face_down=3), there=Goods({"silk": 2}))
        given(4).when(said).holds(stands={ANN: {FACE_DOWN: 1}, BO: {}, CLEO: {FACE_DOWN: 2}})

    def test_i8_no_more_was_there_than_lies_face_down(self) -> None:
        promised = deal(BO, ANN, bag={"silk": 2})
        said = replace(passing(BO, "cheese", 2, promised, cheese=1, face_down=1), there=Goods({"silk": 2}))
        given(4).refuses(said, no.PromisedNotFaceDown(2, 1))

    def test_i8_no_more_was_there_than_the_box_holds(self) -> None:
        table = given(4, stands={CLEO: {"crossbow": 5}})
        promised = deal(BO, ANN, bag={"crossbow": 1})
        said = replace(passing(BO, "cheese", 1, promised, face_down=1), there=Goods({"crossbow": 1}))
        table.refuses(said, no.SupplyExceeded("crossbow", 6, 5))

    def test_i2_contraband_that_passes_is_not_told(self) -> None:
        given(4).refuses(passing(BO, "cheese", 2, cheese=1, silk=1), no.KindTold("silk"))

    def test_i11_contraband_as_a_bribe_lies_face_down_on_the_receivers_stand(self) -> None:
        promised = deal(BO, ANN, bag={FACE_DOWN: 1})
        table = given(4).when(passing(BO, "cheese", 2, promised, cheese=1, face_down=1))
        table.holds(stands={ANN: {FACE_DOWN: 1}, BO: {"cheese": 1}})
        table.when(RevealContraband(ANN, Goods({"silk": 1}))).holds(stands={ANN: {"silk": 1}})

    def test_i11_contraband_whose_kind_is_known_stays_known(self) -> None:
        table = given(4, stands={BO: {"silk": 1}}).when(passing(BO, "cheese", 1, deal(BO, ANN, silk=1)))
        table.holds(stands={ANN: {"silk": 1}})


class TestPromises:
    def test_i10_they_are_pinned_to_their_round(self) -> None:
        table = given(3).when(
            passing(BO, "apples", 1, deal(BO, ANN, promise="First")),
            opened(CLEO, "apples", 1, deal(BO, ANN, promise="Second")),
            PassBadge(),
            passing(ANN, "apples", 1, deal(ANN, BO, 1), deal(CLEO, ANN, 1, "Third")),
        )
        assert table.game.promises == (
            Promise(1, BO, ANN, "First"),
            Promise(1, BO, ANN, "Second"),
            Promise(2, CLEO, ANN, "Third"),
        )

    def test_i10_the_event_keeps_the_whole_deal(self) -> None:
        bribe = deal(BO, ANN, 3, "Lunch", bag={"apples": 1})
        table = given(3).when(passing(BO, "apples", 1, bribe), opened(CLEO, "apples", 1, deal(BO, ANN, 2)))
        assert isinstance(table.events[1], BagPassed)
        assert table.events[1].deals == (bribe,)
        assert isinstance(table.events[2], BagOpened)
        assert table.events[2].deals == (deal(BO, ANN, 2),)


def test_t7_coins_on_the_table_move_there_the_goods_here() -> None:
    table = given(4, coins_on_table=True, stands={BO: {"apples": 1}})
    table = table.when(passing(BO, "cheese", 1, deal(BO, ANN, 400, apples=1)))
    table.holds(purses=[0] * 4, stands={ANN: {"apples": 1}, BO: {"cheese": 1}})
