"""Debts: coins first, then legal goods, then contraband, the rest forgiven (D1 to D5)."""

from dataclasses import replace
from math import ceil

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.debts import Debt, proposal, surplus
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.opened import OpenBag
from tests.rules.given import ANN, BO, CLEO, OWN_BOX, SILK, Table, deal, given, opened

FIRST = edition("first")
APPLE_PAYS, PEPPER_PAYS = FIRST.good("apples").value, FIRST.good("pepper").value
"""What one of them pays, in gold."""
SMUGGLED = opened(BO, "apples", 5, silk=5)
FINE = 5 * SILK
"""What Bo pays Ann for it; nothing comes in. With FINE - 5 gold, 5 are left to be paid in goods."""


def in_debt(
    gold: int = 0, edition: str = "first", promo: dict[str, int] | None = None, **stand: int
) -> Table:
    """Bo has so much gold and these goods; Ann is Sheriff."""
    return given(4, gold={BO: gold}, stands={BO: stand}, edition=edition, promo=promo, royal_goods=True)


def paying(command: OpenBag = SMUGGLED, *, told: dict[str, int] | None = None, **payment: int) -> OpenBag:
    """The bag is opened and the debtor has chosen these goods."""
    return replace(command, told=Goods(told or {}), payment=Goods(payment))


class TestCoinsFirst:
    def test_d1_coins_that_suffice_make_no_debt(self) -> None:
        table = in_debt(FINE, apples=5).when(SMUGGLED)
        table.holds(purses={ANN: 50 + FINE, BO: 0}, stands={BO: {"apples": 5}})
        assert table.event.debt is None

    def test_d1_then_no_goods_are_handed_over(self) -> None:
        in_debt(FINE, apples=5).refuses(paying(apples=1), no.NoDebt(BO))
        in_debt(FINE, face_down=1).refuses(paying(told={"silk": 1}), no.NoDebt(BO))

    def test_d1_all_coins_go_before_any_goods(self) -> None:
        table = in_debt(FINE - 5, apples=5).when(paying(apples=3))
        table.holds(purses={ANN: 50 + FINE - 5, BO: 0}, stands={ANN: {"apples": 3}, BO: {"apples": 2}})
        assert table.event.debt == Debt(FINE - 5, Goods(), Goods({"apples": 3}), discarded=False, forgiven=0)

    def test_d5_a_purse_is_never_below_0(self) -> None:
        table = in_debt(FINE - 1).when(SMUGGLED)
        table.holds(purses={ANN: 50 + FINE - 1, BO: 0})
        assert table.event.debt.forgiven == 1

    def test_the_debtor_is_asked(self) -> None:
        in_debt(FINE - 5, apples=5).refuses(SMUGGLED, no.DebtOpen(BO, FINE, FINE - 5))
        in_debt(FINE - 5, silk=1).refuses(SMUGGLED, no.DebtOpen(BO, FINE, FINE - 5))
        in_debt(FINE - 5, face_down=1).refuses(SMUGGLED, no.DebtOpen(BO, FINE, FINE - 5))

    def test_nobody_is_asked_who_has_nothing_that_could_pay(self) -> None:
        in_debt(FINE - 5).when(SMUGGLED).holds(purses={ANN: 50 + FINE - 5, BO: 0})
        table = in_debt(
            FINE - 5, promo={"feast_plate": 1, "royal_summons": 1}, feast_plate=1, royal_summons=1
        ).when(SMUGGLED)
        table.holds(purses={ANN: 50 + FINE - 5, BO: 0}, stands={BO: {"feast_plate": 1, "royal_summons": 1}})


class TestLegalGoods:
    def test_d1_they_are_worth_at_least_the_rest(self) -> None:
        table = in_debt(FINE - 5, apples=5)
        table.refuses(paying(apples=1), no.PaymentTooSmall(BO, APPLE_PAYS, 5))
        table.refuses(paying(), no.PaymentTooSmall(BO, 0, 5))

    def test_d1_no_change_is_given(self) -> None:
        table = in_debt(FINE - 1, chickens=1).when(paying(chickens=1))
        table.holds(purses={ANN: 50 + FINE - 1, BO: 0}, stands={ANN: {"chickens": 1}})
        assert table.event.debt.forgiven == 0

    def test_d2_the_debtor_chooses_which(self) -> None:
        table = in_debt(FINE - 4, apples=2, chickens=1, bread=2)
        for choice in ({"apples": 2}, {"chickens": 1}, {"bread": 2}, {"apples": 1, "bread": 1}):
            bag = replace(SMUGGLED, payment=Goods(choice))
            table.when(bag).holds(purses={ANN: 50 + FINE - 4, BO: 0}, stands={ANN: choice})

    def test_d1_not_with_goods_that_are_not_there(self) -> None:
        in_debt(FINE - 4, apples=2).refuses(paying(apples=3), no.StandTooSmall(BO, "apples", 2, 3))
        in_debt(FINE - 4, apples=2).refuses(paying(dragon=1), no.StandTooSmall(BO, "dragon", 0, 1))

    def test_d1_contraband_stays_when_legal_goods_suffice(self) -> None:
        table = in_debt(FINE - 4, apples=2, silk=1, face_down=1)
        table.refuses(paying(silk=1), no.LegalGoodsFirst(BO))
        table.refuses(paying(apples=1, silk=1), no.LegalGoodsFirst(BO))
        table.refuses(paying(apples=2, silk=1), no.LegalGoodsFirst(BO))
        table.when(paying(apples=2))

    def test_d1_contraband_is_not_even_told_when_legal_goods_suffice(self) -> None:
        table = in_debt(FINE - 4, apples=2, silk=1, face_down=1)
        table.refuses(paying(apples=2, told={"silk": 1}), no.LegalGoodsFirst(BO))

    def test_d1_all_legal_goods_go_when_they_do_not_suffice(self) -> None:
        owed = APPLE_PAYS + 2
        table = in_debt(FINE - owed, apples=1, bread=0).when(paying(apples=1))
        table.holds(purses={ANN: 50 + FINE - owed, BO: 0}, stands={ANN: {"apples": 1}, BO: {}})
        assert table.event.debt.forgiven == 2
        in_debt(FINE - owed, apples=1, bread=1).refuses(
            paying(apples=1), no.PaymentTooSmall(BO, APPLE_PAYS, owed)
        )


class TestContraband:
    def test_d1_pays_what_legal_goods_cannot(self) -> None:
        table = in_debt(FINE - 8, apples=2, silk=1, pepper=1)
        table.refuses(paying(apples=2), no.PaymentTooSmall(BO, 2 * APPLE_PAYS, 8))
        table.refuses(paying(silk=1), no.LegalGoodsFirst(BO))
        table.when(paying(apples=2, silk=1)).holds(stands={ANN: {"apples": 2, "silk": 1}, BO: {"pepper": 1}})
        table.when(paying(apples=2, pepper=1)).holds(
            stands={ANN: {"apples": 2, "pepper": 1}, BO: {"silk": 1}}
        )

    def test_d1_face_down_it_is_revealed_and_handed_over(self) -> None:
        table = in_debt(FINE - 8, apples=2, face_down=2)
        table.refuses(paying(apples=2), no.KindsNeeded(BO, 2))
        after = table.when(paying(apples=2, pepper=1, told={"pepper": 1}))
        after.holds(stands={ANN: {"apples": 2, "pepper": 1}, BO: {FACE_DOWN: 1}})
        assert after.event.debt == Debt(
            FINE - 8, Goods({"pepper": 1}), Goods({"apples": 2, "pepper": 1}), discarded=False, forgiven=0
        )

    def test_i11_paid_as_a_debt_its_kind_stays_known(self) -> None:
        table = in_debt(FINE - 8, face_down=1).when(paying(silk=1, told={"silk": 1}))
        table.holds(stands={ANN: {"silk": 1}, BO: {}})

    def test_d1_every_card_face_down_is_told_while_something_is_missing(self) -> None:
        table = in_debt(0, face_down=2)
        table.refuses(paying(pepper=1, told={"pepper": 1}), no.KindsNeeded(BO, 1))
        table.refuses(paying(told={"pepper": 1}), no.PaymentTooSmall(BO, 0, FINE))
        after = table.when(paying(pepper=2, told={"pepper": 2}))
        after.holds(purses={ANN: 50, BO: 0}, stands={ANN: {"pepper": 2}, BO: {}})

    def test_d1_what_is_still_missing_is_forgiven(self) -> None:
        owed = APPLE_PAYS + PEPPER_PAYS + 3
        table = in_debt(FINE - owed, apples=1, face_down=1)
        table = table.when(paying(apples=1, pepper=1, told={"pepper": 1}))
        table.holds(purses={ANN: 50 + FINE - owed, BO: 0}, stands={ANN: {"apples": 1, "pepper": 1}, BO: {}})
        assert table.event.debt.forgiven == 3

    def test_d2_royal_goods_pay_their_printed_value(self) -> None:
        table = in_debt(FINE - 9, golden_apples=1, green_apples=1, bleu_cheese=1)
        table.when(paying(bleu_cheese=1)).holds(stands={ANN: {"bleu_cheese": 1}})
        table.refuses(paying(golden_apples=1), no.PaymentTooSmall(BO, 6, 9))

    def test_d2_a_feast_plate_pays_nothing_and_is_kept(self) -> None:
        promo = {"feast_plate": 1}
        told = in_debt(FINE - 2, promo=promo, face_down=1)
        told.refuses(paying(), no.KindsNeeded(BO, 1))
        after = told.when(paying(told={"feast_plate": 1}))
        after.holds(purses={ANN: 50 + FINE - 2, BO: 0}, stands={ANN: {}, BO: {"feast_plate": 1}})
        assert after.event.debt.forgiven == 2

    def test_cards_face_down_pay_only_once_they_are_told(self) -> None:
        in_debt(FINE - 8, face_down=3).refuses(paying(face_down=2), no.KindsNeeded(BO, 3))
        in_debt(FINE - 8, silk=1).refuses(paying(face_down=1), no.StandTooSmall(BO, FACE_DOWN, 0, 1))

    def test_no_more_is_told_than_is_face_down(self) -> None:
        in_debt(FINE - 8, face_down=1).refuses(paying(told={"silk": 2}), no.NotFaceDown(BO, 1))

    @pytest.mark.parametrize(
        "word, refusal",
        [
            ("apples", no.OnlyContraband("apples")),
            (FACE_DOWN, no.OnlyContraband(FACE_DOWN)),
            ("dragon", no.GoodNotInPlay("dragon")),
        ],
    )
    def test_only_contraband_of_this_box_is_face_down(self, word: str, refusal: Refusal) -> None:
        in_debt(FINE - 8, face_down=1).refuses(paying(told={word: 1}), refusal)

    def test_cards_face_down_that_were_given_away_in_the_deal_are_not_there(self) -> None:
        bag = opened(BO, "apples", 5, deal(BO, CLEO, 0, face_down=1), silk=5)
        in_debt(FINE - 8, face_down=1).refuses(paying(bag, told={"silk": 1}), no.NotFaceDown(BO, 0))

    def test_cards_face_down_that_came_in_the_deal_are_there(self) -> None:
        """Cleo gives the Sheriff a card face down for opening; the bag is true and the Sheriff short."""
        table = given(4, gold={ANN: 0}, stands={CLEO: {FACE_DOWN: 1}})
        bag = opened(BO, "apples", 3, deal(CLEO, ANN, 0, face_down=1))
        table.when(paying(bag, pepper=1, told={"pepper": 1})).holds(
            stands={BO: {"apples": 3, "pepper": 1}, CLEO: {}}
        )

    def test_the_cards_just_confiscated_are_not_face_down(self) -> None:
        """Five crossbows are in the box and three of them lie open in the bag: two can be face down."""
        table = in_debt(0, face_down=3)
        bag = opened(BO, "apples", 3, crossbow=3)
        table.refuses(paying(bag, crossbow=2, told={"crossbow": 3}), no.SupplyExceeded("crossbow", 6, 5))
        table.when(paying(bag, crossbow=2, told={"crossbow": 2}))


class TestTheSheriff:
    def test_d4_it_holds_for_the_sheriff_too(self) -> None:
        table = given(4, gold={ANN: 3}, stands={ANN: {"bread": 3, "apples": 1}})
        bag, fine = opened(BO, "cheese", 5), 5 * FIRST.good("cheese").penalty
        table.refuses(bag, no.DebtOpen(ANN, fine, 3))
        table.refuses(paying(bag, apples=1), no.PaymentTooSmall(ANN, APPLE_PAYS, fine - 3))
        after = table.when(paying(bag, bread=3, apples=1))
        after.holds(purses={ANN: 0, BO: 53}, stands={ANN: {}, BO: {"cheese": 5, "bread": 3, "apples": 1}})

    def test_d4_a_summons_may_make_the_debt(self) -> None:
        table = given(4, gold={ANN: 3}, promo={"royal_summons": 1})
        table = table.when(opened(BO, "cheese", 1, royal_summons=1))
        table.holds(purses={ANN: 0, BO: 53})
        assert table.event.debt.forgiven == 5


class TestWhoKeepsThem:
    def test_d3_the_receiver_puts_them_on_the_own_stand(self) -> None:
        in_debt(FINE - 4, apples=2).when(paying(apples=2)).holds(stands={ANN: {"apples": 2}})
        in_debt(FINE - 4, "second", apples=2).when(paying(apples=2)).holds(stands={ANN: {"apples": 2}})

    def test_d3_in_the_first_edition_they_may_be_discarded(self) -> None:
        table = in_debt(FINE - 4, apples=2).when(replace(paying(apples=2), discarded=True))
        table.holds(stands={ANN: {}, BO: {}})
        assert table.event.debt.discarded

    def test_d3_in_the_second_edition_they_may_not(self) -> None:
        in_debt(FINE - 4, "second", apples=2).refuses(
            replace(paying(apples=2), discarded=True), no.ReceiverMustKeep()
        )

    def test_d3_where_nothing_is_handed_over_nothing_is_discarded(self) -> None:
        for word in ("first", "second"):
            table = in_debt(FINE - 4, word).when(replace(SMUGGLED, discarded=True))
            assert not table.event.debt.discarded


class TestProposal:
    @pytest.mark.parametrize(
        "stand, rest, proposed",
        [
            ({"apples": 3, "cheese": 2, "chickens": 2}, 4, {"chickens": 1}),
            ({"apples": 3, "cheese": 2}, 4, {"apples": 2}),
            ({"cheese": 2, "bread": 2}, 3, {"cheese": 1}),
            ({"bread": 2, "cheese": 2}, 6, {"cheese": 2}),
            ({"cheese": 1, "bread": 2}, 6, {"cheese": 1, "bread": 1}),
            ({"chickens": 1, "apples": 1, "bread": 1}, 5, {"apples": 1, "bread": 1}),
            ({"apples": 5}, 0, {}),
            ({"chickens": 3}, 5, {"chickens": 2}),
        ],
    )
    def test_d2_least_overpayment_then_fewest_cards_then_the_order_of_the_tables(
        self, stand: dict[str, int], rest: int, proposed: dict[str, int]
    ) -> None:
        assert proposal(OWN_BOX, Goods(stand), rest) == proposed

    @pytest.mark.parametrize(
        "stand, rest, proposed",
        [
            ({"apples": 1, "silk": 1, "pepper": 1}, 8, {"apples": 1, "pepper": 1}),
            ({"apples": 1, "silk": 1, "pepper": 1}, 9, {"apples": 1, "silk": 1}),
            ({"apples": 1, "silk": 1, FACE_DOWN: 1}, 20, {"apples": 1, "silk": 1}),
            ({"apples": 1, FACE_DOWN: 2}, 20, {"apples": 1}),
            ({FACE_DOWN: 2}, 20, {}),
            ({"golden_apples": 1, "pepper": 1}, 6, {"pepper": 1}),
            ({"feast_plate": 1, "royal_summons": 1, "olive_oil": 1}, 11, {"olive_oil": 1}),
            ({"feast_plate": 1, "olive_oil": 1}, 4, {"olive_oil": 1}),
        ],
    )
    def test_d1_contraband_only_for_what_all_legal_goods_leave(
        self, stand: dict[str, int], rest: int, proposed: dict[str, int]
    ) -> None:
        assert proposal(OWN_BOX, Goods(stand), rest) == proposed

    def test_d2_another_choice_is_accepted(self) -> None:
        owed = 2 * APPLE_PAYS
        table = in_debt(FINE - owed, apples=3, chickens=2)
        assert proposal(OWN_BOX, table.game.stand(BO), 4) == {"chickens": 1}
        table.when(paying(apples=2))


class TestCoinsOnTheTable:
    """The coins are not known here: the table says what was handed over, in the order of D1."""

    def table(self, **stand: int) -> Table:
        return given(4, coins_on_table=True, stands={BO: stand})

    def test_no_debt_is_asked_for(self) -> None:
        table = self.table(apples=3).when(SMUGGLED)
        table.holds(purses=[0] * 4, stands={ANN: {}, BO: {"apples": 3}})
        assert table.event.debt is None

    def test_goods_handed_over_are_moved(self) -> None:
        """Coins pay what three apples and a silk leave of the fine: nothing where they are worth more."""
        coins = max(0, FINE - 3 * FIRST.good("apples").value - FIRST.good("silk").value)
        table = self.table(apples=3, face_down=1).when(paying(apples=3, silk=1, told={"silk": 1}))
        table.holds(purses=[0] * 4, stands={ANN: {"apples": 3, "silk": 1}, BO: {}})
        assert table.event.debt == Debt(
            coins, Goods({"silk": 1}), Goods({"apples": 3, "silk": 1}), discarded=False, forgiven=0
        )

    def test_coins_paid_the_rest(self) -> None:
        debt = self.table(apples=3).when(paying(apples=3)).event.debt
        assert (debt.coins, debt.forgiven) == (FINE - 3 * APPLE_PAYS, 0)

    def test_legal_goods_go_first(self) -> None:
        self.table(apples=3, silk=1).refuses(paying(apples=1, silk=1), no.LegalGoodsFirst(BO))
        self.table(apples=3).refuses(paying(apples=4), no.StandTooSmall(BO, "apples", 3, 4))
        self.table(face_down=1).refuses(paying(face_down=1), no.KindsNeeded(BO, 1))

    def test_d1_contraband_stays_and_is_not_told_when_legal_goods_suffice(self) -> None:
        """As many apples as are worth the fine, whatever the coins."""
        enough = ceil(FINE / FIRST.good("apples").value)
        self.table(apples=enough, silk=1).refuses(paying(apples=enough, silk=1), no.LegalGoodsFirst(BO))
        self.table(apples=enough, face_down=1).refuses(
            paying(apples=1, told={"silk": 1}), no.LegalGoodsFirst(BO)
        )
        table = self.table(apples=enough, silk=1).when(paying(apples=1))
        table.holds(stands={BO: {"apples": enough - 1, "silk": 1}})

    def test_they_may_be_discarded_in_the_first_edition(self) -> None:
        self.table(apples=3).when(replace(paying(apples=3), discarded=True)).holds(stands={ANN: {}, BO: {}})


class TestMoreThanNeeded:
    def test_d1_whole_cards_that_nobody_needs(self) -> None:
        assert surplus(OWN_BOX, Goods({"chickens": 4}), 8) == {"chickens": 2}
        assert surplus(OWN_BOX, Goods({"apples": 3, "chickens": 1}), 4) == {"chickens": 1, "apples": 1}

    def test_d1_cards_that_no_change_is_given_for_are_not_among_them(self) -> None:
        assert surplus(OWN_BOX, Goods({"chickens": 2}), 5) == {}
        assert surplus(OWN_BOX, Goods({"apples": 1}), 5) == {}

    def test_d1_where_contraband_pays_too_every_legal_good_has_to_go(self) -> None:
        assert surplus(OWN_BOX, Goods({"apples": 1, "pepper": 1, "mead": 1}), 8) == {"mead": 1}
        assert surplus(OWN_BOX, Goods({"apples": 1, "silk": 1}), 8) == {}
