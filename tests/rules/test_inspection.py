"""Inspection: a bag passes or is opened (I1 to I5, I12), each ruling by its number."""

from collections.abc import Mapping
from functools import partial

import pytest

from companion.rules.ledger import BOX, Goods, carry, post, stand
from companion.rules.refusals import NoSuchSeat
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.debts import Fine, FineLine
from companion.rules.sheriff.editions import Good, Kind, edition
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.posting import check_supply
from companion.rules.sheriff.rotation import PassBadge
from tests.rules.given import ANN, APPLE, BO, CLEO, DOV, SILK, given, opened, passing, refused

FIRST = edition("first")
LIES = [good for good in FIRST.goods if good.word not in {"apples", "royal_summons"}]


class TestDeclaration:
    @pytest.mark.parametrize(
        "good", ["pepper", "crossbow", "green_apples", "olive_oil", "gold", FACE_DOWN, "", "dragon"]
    )
    def test_i1_only_a_legal_good_can_be_declared(self, good: str) -> None:
        table = given(4, royal_goods=True, promo={"olive_oil": 1})
        table.refuses(opened(BO, good, 1, apples=1), no.NotDeclarable())
        table.refuses(passing(BO, good, 1, apples=1), no.NotDeclarable())

    def test_i1_where_nothing_is_declared_the_refusal_names_both(self) -> None:
        given(4).refuses(passing(BO, "", 0), no.Undeclared())
        given(4).refuses(opened(BO, "", 2), no.NotDeclarable())

    @pytest.mark.parametrize("number", [-1, 0, 6, 10**9])
    def test_i1_a_bag_holds_1_to_5_cards(self, number: int) -> None:
        given(4).refuses(
            PassBag(BO, Declaration("apples", number), Goods({"apples": 1})), no.NumberOutOfBag(1, 5)
        )

    @pytest.mark.parametrize("declared, found", [(4, 3), (4, 5), (1, 2), (5, 10**9)])
    def test_i1_the_number_declared_is_exact(self, declared: int, found: int) -> None:
        given(4).refuses(opened(BO, "apples", declared, apples=found), no.ContentsMismatch(declared, found))
        given(4).refuses(passing(BO, "apples", declared, apples=found), no.ContentsMismatch(declared, found))

    def test_i1_an_empty_bag_is_not_a_bag(self) -> None:
        given(4).refuses(PassBag(BO, Declaration("apples", 1), Goods()), no.ContentsMismatch(1, 0))

    def test_i1_will_may_declare_four_chickens_with_two_a_cheese_and_a_silk(self) -> None:
        """A worked case of the book; three, five, or two and two he may not declare."""
        bag = {"chickens": 2, "cheese": 1, "silk": 1}
        given(4).when(opened(BO, "chickens", 4, **bag))
        given(4).refuses(opened(BO, "chickens", 3, **bag), no.ContentsMismatch(3, 4))
        given(4).refuses(opened(BO, "chickens", 5, **bag), no.ContentsMismatch(5, 4))


class TestPassing:
    def test_i2_legal_goods_of_any_kind_go_face_up_contraband_face_down(self) -> None:
        """Marian declares three cheese, passes without a bribe, shows two cheese and one face down."""
        table = given(4).when(passing(BO, "cheese", 3, cheese=2, face_down=1))
        table.holds(purses=[50] * 4, stands={BO: {"cheese": 2, FACE_DOWN: 1}})
        assert table.event.sheriff == ANN
        assert table.game.face_down(BO) == 1

    def test_i2_other_legal_goods_than_declared_come_in_too(self) -> None:
        table = given(4).when(passing(BO, "apples", 3, bread=2, chickens=1))
        table.holds(stands={BO: {"bread": 2, "chickens": 1}})

    def test_i2_the_kinds_that_passed_are_not_public(self) -> None:
        table = given(4, royal_goods=True)
        table.refuses(passing(BO, "apples", 2, apples=1, silk=1), no.KindTold("silk"))
        table.refuses(passing(BO, "apples", 1, green_apples=1), no.KindTold("green_apples"))

    def test_i2_a_bag_left_over_has_passed_and_the_badge_waits_for_its_contents(self) -> None:
        table = given(3).when(passing(BO, "apples", 1))
        table.refuses(PassBadge(), no.BagsLeft((CLEO,)))
        table.when(passing(CLEO, "apples", 5, face_down=5), PassBadge()).holds(stands={CLEO: {FACE_DOWN: 5}})


class TestOpenedAndTrue:
    @pytest.mark.parametrize("good, number", [("apples", 1), ("cheese", 2), ("bread", 3), ("chickens", 5)])
    def test_i3_the_sheriff_pays_for_each_card_and_the_goods_come_in(self, good: str, number: int) -> None:
        table, each = given(4).when(opened(CLEO, good, number)), FIRST.good(good).penalty
        table.holds(purses=[50 - each * number, 50, 50 + each * number, 50], stands={CLEO: {good: number}})
        assert table.event.fine == Fine(ANN, CLEO, (FineLine(good, number, each),))
        assert table.event.fine.amount == each * number
        assert not table.event.confiscated

    def test_i3_four_chickens_declared_and_true_cost_the_sheriff_8(self) -> None:
        given(4).when(opened(DOV, "chickens", 4)).holds(purses=[42, 50, 50, 58])


class TestOpenedAndFalse:
    def test_i4_the_books_case_apple_stays_and_10_is_paid(self) -> None:
        """Declared four apples, bag holds 1 apple, 1 cheese, 2 mead: apple stays, pays 2 + 4 + 4 = 10."""
        table = given(4).when(opened(BO, "apples", 4, apples=1, cheese=1, mead=2))
        table.holds(purses=[60, 40, 50, 50], stands={BO: {"apples": 1}})
        bag = table.event
        assert bag.fine == Fine(BO, ANN, (FineLine("cheese", 1, 2), FineLine("mead", 2, 4)))
        assert bag.let_in == {"apples": 1}
        assert bag.confiscated == {"cheese": 1, "mead": 2}
        assert not bag.to_hand
        assert bag.debt is None

    def test_i4_other_legal_goods_are_confiscated_too(self) -> None:
        table = given(4).when(opened(BO, "apples", 5, cheese=2, bread=2, chickens=1))
        fine = (
            2 * FIRST.good("cheese").penalty
            + 2 * FIRST.good("bread").penalty
            + FIRST.good("chickens").penalty
        )
        table.holds(purses=[50 + fine, 50 - fine, 50, 50], stands={BO: {}})

    def test_i4_the_sheriff_pays_nothing_for_the_true_cards(self) -> None:
        given(4).when(opened(BO, "apples", 5, apples=4, silk=1)).holds(purses={ANN: 50 + SILK, BO: 50 - SILK})

    def test_i4_the_cards_just_let_in_may_pay_the_debt(self) -> None:
        table = given(4, gold={BO: 3})
        bag = opened(BO, "apples", 5, apples=4, crossbow=1)
        settled = OpenBag(bag.merchant, bag.declaration, bag.contents, payment=Goods({"apples": 1}))
        table.when(settled).holds(purses={ANN: 53, BO: 0}, stands={ANN: {"apples": 1}, BO: {"apples": 3}})

    @pytest.mark.parametrize("good", LIES, ids=lambda good: good.word)
    def test_i4_each_card_costs_its_own_penalty(self, good: Good) -> None:
        """Royal goods and promo cards are contraband like any other; I12 says what a Summons is."""
        promo = {good.word: 1} if good.kind is Kind.PROMO else {}
        table = given(4, royal_goods=True, promo=promo).when(
            opened(BO, "apples", 2, **{"apples": 1, good.word: 1})
        )
        table.holds(purses={ANN: 50 + good.penalty, BO: 50 - good.penalty}, stands={BO: {"apples": 1}})

    def test_i5_green_apples_in_a_bag_of_apples_are_a_lie(self) -> None:
        table = given(4, royal_goods=True).when(opened(BO, "apples", 3, apples=2, green_apples=1))
        table.holds(purses={ANN: 53, BO: 47}, stands={BO: {"apples": 2}})

    def test_every_card_of_an_opened_bag_is_seen(self) -> None:
        given(4).refuses(opened(BO, "apples", 2, apples=1, face_down=1), no.KindUntold())


class TestWhoBringsABag:
    def test_t4_the_sheriff_brings_none(self) -> None:
        table = given(4, sheriff=CLEO)
        for command in (opened(CLEO, "apples", 1), passing(CLEO, "apples", 1), SitOut(CLEO)):
            table.refuses(command, no.SheriffBringsNoBag(CLEO))
        assert table.game.merchants == (DOV, ANN, BO)

    def test_one_bag_for_each_merchant_and_round(self) -> None:
        table = given(4).when(opened(BO, "apples", 1), passing(CLEO, "apples", 1))
        for merchant in (BO, CLEO):
            table.refuses(opened(merchant, "apples", 1), no.BagAlreadyDone(merchant))
            table.refuses(SitOut(merchant), no.BagAlreadyDone(merchant))
        assert table.game.done == {BO: "opened", CLEO: "passed"}
        assert table.game.waiting == (DOV,)

    def test_merchants_may_come_in_any_order(self) -> None:
        table = given(4).when(opened(DOV, "apples", 1), opened(BO, "apples", 1), opened(CLEO, "apples", 1))
        assert not table.game.waiting

    @pytest.mark.parametrize("seat", [-1, 4, 10**9])
    def test_nobody_sits_elsewhere(self, seat: int) -> None:
        for command in (opened(seat, "apples", 1), passing(seat, "apples", 1), SitOut(seat)):
            given(4).refuses(command, NoSuchSeat(seat))


class TestSittingOut:
    def test_a_merchant_brings_no_bag_and_the_badge_does_not_wait(self) -> None:
        table = given(3).when(SitOut(BO), opened(CLEO, "apples", 1))
        assert isinstance(table.events[1], SatOut)
        table.when(PassBadge()).holds(purses=[50 - APPLE, 50, 50 + APPLE])

    def test_not_twice(self) -> None:
        given(3).when(SitOut(BO)).refuses(SitOut(BO), no.SitsOutAlready(BO))

    def test_and_comes_back_within_the_round(self) -> None:
        table = given(3).when(SitOut(BO), opened(BO, "apples", 1))
        assert table.game.done == {BO: "opened"}

    def test_and_is_a_merchant_again_in_the_next_round(self) -> None:
        table = given(3).when(SitOut(BO), SitOut(CLEO), PassBadge())
        assert table.game.waiting == (CLEO, ANN)


class TestSupply:
    def test_an_opened_bag_cannot_hold_more_than_the_box(self) -> None:
        given(3).refuses(opened(BO, "apples", 5, crossbow=5, apples=1), no.ContentsMismatch(5, 6))
        stands = {CLEO: {"crossbow": 3}}
        given(3, stands=stands).refuses(
            opened(BO, "apples", 3, crossbow=3), no.SupplyExceeded("crossbow", 6, 5)
        )
        given(3, stands=stands).when(opened(BO, "apples", 2, crossbow=2))

    def test_a_passing_bag_cannot_hold_more_than_the_box(self) -> None:
        stands = {ANN: {"chickens": 12}, CLEO: {"chickens": 10}}
        given(4, stands=stands).refuses(passing(BO, "chickens", 3), no.SupplyExceeded("chickens", 25, 24))
        given(4, stands=stands).when(passing(BO, "chickens", 2))

    def test_cards_face_down_are_contraband_of_this_box(self) -> None:
        """With three players the box has 18 + 16 + 9 + 5 = 48 cards of contraband."""
        stands = {ANN: {FACE_DOWN: 40}, CLEO: {"pepper": 5}}
        given(3, stands=stands).refuses(passing(BO, "apples", 4, face_down=4), no.ContrabandExceeded(49, 48))
        given(3, stands=stands).refuses(opened(BO, "apples", 4, mead=4), no.ContrabandExceeded(49, 48))
        given(3, stands=stands).when(passing(BO, "apples", 3, face_down=3))

    def test_all_contraband_of_the_box_may_be_on_the_stands(self) -> None:
        table = given(3, stands={BO: {"pepper": 18, "mead": 16}, CLEO: {"silk": 9, "crossbow": 4}})
        table.refuses(passing(BO, "apples", 2, face_down=2), no.ContrabandExceeded(49, 48))
        table.when(passing(BO, "apples", 1, face_down=1))

    def test_a_stand_from_elsewhere_with_cards_not_in_this_box(self) -> None:
        game = given(4).game
        for word in ("rye_bread", "dragon"):
            assert game.copies(word) == 0
            balances = post(game.balances, carry(BOX, stand(BO), {word: 1}))
            refused(partial(check_supply, game, balances), no.SupplyExceeded(word, 1, 0))

    def test_an_unknown_card(self) -> None:
        given(4).refuses(opened(BO, "apples", 1, dragon=1), no.GoodNotInPlay("dragon"))
        given(4).refuses(passing(BO, "apples", 1, gold=1), no.GoodNotInPlay("gold"))


class TestRoyalSummons:
    SUMMONS: Mapping[str, int] = {"royal_summons": 2, "tabletop_trophy": 1}

    def test_i12_all_else_true_the_sheriff_pays_the_penalties_and_8(self) -> None:
        table = given(4, promo=self.SUMMONS).when(opened(BO, "apples", 3, apples=2, royal_summons=1))
        table.holds(purses={ANN: 42 - 2 * APPLE, BO: 58 + 2 * APPLE}, stands={BO: {"apples": 2}})
        bag = table.event
        assert bag.fine.lines == (FineLine("apples", 2, APPLE), FineLine("royal_summons", 1, 8))
        assert bag.confiscated == {"royal_summons": 1}

    def test_i12_alone_it_pays_8(self) -> None:
        given(4, promo=self.SUMMONS).when(opened(BO, "bread", 1, royal_summons=1)).holds(
            purses={ANN: 42, BO: 58}, stands={BO: {}}
        )

    def test_i12_two_pay_16(self) -> None:
        given(4, promo=self.SUMMONS).when(opened(BO, "bread", 2, royal_summons=2)).holds(
            purses={ANN: 34, BO: 66}
        )
        given(4, promo=self.SUMMONS).when(opened(BO, "apples", 3, apples=1, royal_summons=2)).holds(
            purses={ANN: 34 - APPLE, BO: 66 + APPLE}, stands={BO: {"apples": 1}}
        )

    def test_i12_with_anything_else_false_it_is_confiscated_and_costs_nothing(self) -> None:
        table = given(4, promo=self.SUMMONS).when(opened(BO, "apples", 3, apples=1, royal_summons=1, silk=1))
        table.holds(purses={ANN: 50 + SILK, BO: 50 - SILK}, stands={BO: {"apples": 1}})
        assert table.event.confiscated == {"royal_summons": 1, "silk": 1}

    def test_i12_passed_it_is_a_card_face_down(self) -> None:
        given(4, promo=self.SUMMONS).when(passing(BO, "apples", 1, face_down=1)).holds(purses=[50] * 4)


class TestTrophy:
    def test_the_sheriff_takes_it_to_hand(self) -> None:
        """In an opened bag the Sheriff takes it to hand instead of discarding it; and is paid for it."""
        promo = {"tabletop_trophy": 1}
        table = given(4, promo=promo).when(opened(BO, "apples", 3, apples=1, tabletop_trophy=1, silk=1))
        table.holds(purses={ANN: 55 + SILK, BO: 45 - SILK}, stands={ANN: {}, BO: {"apples": 1}})
        assert table.event.to_hand == {"tabletop_trophy": 1}
        assert table.event.confiscated == {"silk": 1}
