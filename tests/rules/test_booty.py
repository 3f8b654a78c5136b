"""Two Deputies over a bag: together or one alone, half a fine each, and the Booty they share (E8 to E13)."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.rules.ledger import BANK, BOOTY, BOX, GOLD, Goods, Move, purse
from companion.rules.refusals import NotInRounds, NotYours, Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Deal, Decision, Paying, Share
from companion.rules.sheriff.booty import BootyShared, ShareBooty, divides, even_shares, words_of
from companion.rules.sheriff.conflicts import another_booty, for_this_debt
from companion.rules.sheriff.deals import may_strike
from companion.rules.sheriff.debts import Debt, Fine, FineLine, OpenDebt
from companion.rules.sheriff.decide import preview
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.laws import check_game
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag, open_debts
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.recorders import may_book, may_correct_entry, may_run_clock
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.switching import SetOptions
from tests.rules.given import (
    ANN,
    APPLE,
    BO,
    CLEO,
    DOV,
    DOWN,
    EVE,
    FLO,
    SILK,
    Table,
    command_for,
    deal,
    given,
    open_debt,
    opened,
    passing,
    paying,
)


def alone(deputy: int, bag: PassBag | OpenBag) -> PassBag | OpenBag:
    """One of the two acts alone over this bag."""
    return replace(bag, alone=deputy)


def share(gold: int = 0, **goods: int) -> Share:
    """What one Deputy takes."""
    return Share(gold, Goods(goods))


def others_out(table: Table) -> Table:
    """Whoever still has a bag sits the round out."""
    return table.when(*(SitOut(seat) for seat in table.game.waiting))


def holds_booty(table: Table, gold: int = 0, **cards: int) -> Table:
    """The Booty is this."""
    assert (table.game.booty_gold, dict(table.game.booty_cards)) == (gold, cards)
    return table


def halved_by(table: Table) -> dict[str, int]:
    """What of the Booty the last correction halved, though it was shared otherwise."""
    return dict(table.event.halved)


class TestTogether:
    """Both let it pass, or both open it; that is so unless one acts alone."""

    def test_e8_a_bribe_of_either_lies_on_the_booty(self) -> None:
        table = given(6).when(passing(CLEO, "apples", 2, deal(CLEO, ANN, 8), deal(CLEO, BO, 4)))
        holds_booty(table, 12).holds(purses={ANN: 50, BO: 50, CLEO: 38})
        assert (table.event.deputies, table.event.alone, table.event.sheriff) == ((ANN, BO), None, ANN)

    def test_e8_goods_of_stand_and_bag_lie_there_too(self) -> None:
        table = given(6, stands={CLEO: {"cheese": 2, DOWN: 1}})
        bribe = Deal(CLEO, BO, 0, Goods({"cheese": 1, DOWN: 1}), Goods({"apples": 3, DOWN: 1}))
        table = table.when(passing(CLEO, "apples", 3, bribe, apples=2, face_down=1))
        holds_booty(table, cheese=1, face_down=2, apples=2).holds(stands={CLEO: {"cheese": 1}})
        assert isinstance(table.event, BagPassed)
        [given_] = table.event.delivered()
        assert given_.bag == {"apples": 2, DOWN: 1}

    def test_e8_whoever_gives_it(self) -> None:
        """D: a third player's deal (I9), and the other Deputy's."""
        table = given(6).when(passing(CLEO, "apples", 2, deal(DOV, ANN, 3), deal(ANN, BO, 2)))
        holds_booty(table, 5).holds(purses={ANN: 48, BO: 50, DOV: 47})

    def test_e8_what_others_are_given_is_theirs(self) -> None:
        table = given(6).when(passing(CLEO, "apples", 2, deal(ANN, CLEO, 3), deal(DOV, EVE, 4)))
        holds_booty(table).holds(purses={ANN: 47, CLEO: 53, DOV: 46, EVE: 54})

    def test_e8_nobody_pays_out_of_the_booty(self) -> None:
        """What lies there is nobody's: Ann cannot hand on what Cleo gave her."""
        table = given(6, gold={ANN: 0})
        table.refuses(
            passing(CLEO, "apples", 2, deal(CLEO, ANN, 8), deal(ANN, DOV, 5)), no.PurseTooSmall(ANN, 0, 5)
        )
        table.when(alone(ANN, passing(CLEO, "apples", 2, deal(CLEO, ANN, 8), deal(ANN, DOV, 5))))

    def test_e9_an_honest_bag_costs_each_half(self) -> None:
        table = given(6).when(opened(DOV, "chickens", 3))
        table.holds(purses=[47, 47, 50, 56, 50, 50], stands={DOV: {"chickens": 3}})
        event = table.event
        lines = (FineLine("chickens", 3, 1),)
        assert event.fines == ((Fine(ANN, DOV, lines), None), (Fine(BO, DOV, lines), None))
        assert event.is_true
        assert event.coins == 3

    def test_e9_a_summons_costs_each_4(self) -> None:
        """I12: 8 for a Summons whose bag is otherwise true."""
        table = given(6, promo={"royal_summons": 1}).when(opened(DOV, "apples", 3, apples=2, royal_summons=1))
        table.holds(purses=[44, 44, 50, 62])

    def test_e27_a_law_asks_for_a_sum_of_both_and_the_first_pays_the_odd_coin(self) -> None:
        table = Table.after((command_for(6, options=Options(laws=True)).begin(),))
        table = table.when(ProclaimLaws(("Chickens are dear",)))
        typed = replace(opened(DOV, "chickens", 3), fine=9)
        table.when(typed).holds(purses=[45, 46, 50, 59])
        table.when(replace(typed, fine=8)).holds(purses=[46, 46, 50, 58])
        lie = replace(opened(DOV, "chickens", 1, silk=1), fine=9)
        holds_booty(table.when(lie), 9).holds(purses={DOV: 41})

    def test_e26_laws_stand_while_one_of_the_two_stays(self) -> None:
        table = Table.after((command_for(6, options=Options(laws=True)).begin(),))
        table = table.when(ProclaimLaws(("Chickens are dear",)))
        left = table.when(Leave(ANN, counts=True, heir=FLO))
        assert left.game.this_round.laws == ("Chickens are dear",)
        over = others_out(left).when(PassBadge((CLEO, DOV)))
        assert over.game.this_round.laws == ()

    def test_e9_never_out_of_the_booty(self) -> None:
        table = given(6, gold={ANN: 0, BO: 0}).when(passing(CLEO, "apples", 1, deal(CLEO, ANN, 12)))
        table = table.when(opened(DOV, "apples", 2))
        holds_booty(table, 12).holds(purses={ANN: 0, BO: 0, DOV: 50})

    def test_e10_a_lie_is_paid_to_the_booty(self) -> None:
        table = given(6).when(opened(EVE, "apples", 3, apples=1, silk=2))
        holds_booty(table, 2 * SILK).holds(
            purses={ANN: 50, BO: 50, EVE: 50 - 2 * SILK}, stands={EVE: {"apples": 1}}
        )
        assert table.event.fine.receiver is None
        assert not table.event.is_true

    def test_e10_goods_for_what_is_missing_lie_there_too(self) -> None:
        table = given(6, gold={EVE: 3}, stands={EVE: {"cheese": 3}})
        lie = replace(opened(EVE, "apples", 1, mead=1), payment=Goods({"cheese": 1}))
        holds_booty(table.when(lie), 3, cheese=1).holds(purses={EVE: 0}, stands={EVE: {"cheese": 2}})
        discarded = table.when(replace(lie, discarded=True))
        holds_booty(discarded, 3).holds(stands={EVE: {"cheese": 2}})

    def test_e12_an_accepted_bribe_of_either_means_pass(self) -> None:
        given(6).refuses(opened(CLEO, "apples", 1, deal(CLEO, BO, 3)), no.BribeToRemove(CLEO))

    def test_i9_what_is_given_for_opening_is_the_receivers(self) -> None:
        """E8 speaks of a bag that passes, and of no other."""
        to_open = replace(deal(DOV, ANN, 6), decision=Decision.OPENS)
        table = given(6).when(opened(CLEO, "apples", 1, to_open))
        holds_booty(table).holds(purses={ANN: 55, BO: 49, DOV: 44})


class TestAlone:
    """They disagree: who wants to open acts alone."""

    def test_e11_takes_a_bribe_alone(self) -> None:
        table = given(6).when(alone(BO, passing(CLEO, "apples", 2, deal(CLEO, BO, 8))))
        holds_booty(table).holds(purses={ANN: 50, BO: 58, CLEO: 42})
        assert (table.event.sheriff, table.event.alone, table.event.together) == (BO, BO, ())

    def test_e11_takes_a_fine_alone(self) -> None:
        table = given(6).when(alone(BO, opened(CLEO, "apples", 1, silk=1)))
        holds_booty(table).holds(purses={ANN: 50, BO: 50 + SILK, CLEO: 50 - SILK})
        assert table.event.fine == Fine(CLEO, BO, (FineLine("silk", 1, SILK),))

    def test_e11_pays_alone(self) -> None:
        table = given(6).when(alone(BO, opened(CLEO, "apples", 2)))
        table.holds(purses={ANN: 50, BO: 50 - 2 * APPLE, CLEO: 50 + 2 * APPLE})
        assert table.event.other_fine is None

    def test_e11_what_the_other_is_given_goes_straight_there(self) -> None:
        """As a third player's (I9)."""
        passed = given(6).when(alone(BO, passing(CLEO, "apples", 2, deal(CLEO, ANN, 8))))
        holds_booty(passed).holds(purses={ANN: 58, BO: 50, CLEO: 42})
        cut = given(6).when(alone(BO, opened(CLEO, "apples", 2, deal(CLEO, ANN, 8))))
        holds_booty(cut).holds(purses={ANN: 58, BO: 50 - 2 * APPLE, CLEO: 42 + 2 * APPLE})

    def test_e11_what_was_for_passing_is_not_given_for_opening(self) -> None:
        to_pass = replace(deal(CLEO, ANN, 8), decision=Decision.PASSES)
        given(6).refuses(alone(BO, opened(CLEO, "apples", 2, to_pass)), no.DealForOther(CLEO))

    def test_who_asks_for_the_same_bag_of_the_other_asks_for_something_else(self) -> None:
        table = given(6).when(alone(BO, opened(CLEO, "apples", 1)))
        assert alone(BO, opened(CLEO, "apples", 1)).is_so(table.game, table.events)
        assert not opened(CLEO, "apples", 1).is_so(table.game, table.events)

    def test_e12_the_bribe_of_who_acts_means_pass(self) -> None:
        table = given(6)
        table.refuses(alone(BO, opened(CLEO, "apples", 1, deal(CLEO, BO, 3))), no.BribeToRemove(CLEO))
        bribe = (deal(CLEO, BO, 3),)
        assert may_strike(table.game, CLEO, bribe, Decision.OPENS) == no.BribeToRemove(CLEO)
        assert may_strike(table.game, CLEO, bribe, Decision.OPENS, BO) == no.BribeToRemove(CLEO)
        assert may_strike(table.game, CLEO, bribe, Decision.OPENS, ANN) is None

    @pytest.mark.parametrize("seat", [CLEO, 6, -1])
    def test_e11_only_one_of_the_two_acts_alone(self, seat: int) -> None:
        table = given(6)
        for bag in (passing(DOV, "apples", 1), opened(DOV, "apples", 1)):
            table.refuses(alone(seat, bag), no.NotDeputy(seat))
            given(4).refuses(alone(ANN, bag), no.NotDeputy(ANN))

    def test_i12_e17_a_trophy_goes_to_whom_the_table_names(self) -> None:
        lie = opened(CLEO, "apples", 1, tabletop_trophy=1)
        table = given(6, promo={"tabletop_trophy": 1})
        assert table.when(lie).event.hand == ANN
        assert table.when(replace(lie, keeper=BO)).event.hand == BO
        assert table.when(alone(BO, lie)).event.hand == BO
        table.refuses(replace(lie, keeper=CLEO), no.NotDeputy(CLEO))
        table.refuses(alone(BO, replace(lie, keeper=ANN)), no.NotDeputy(ANN))
        assert table.when(replace(opened(CLEO, "apples", 1), keeper=BO)).event.keeper is None


STANDS = {ANN: {"apples": 2}, BO: {"cheese": 1, DOWN: 1}}


class TestTwoDebts:
    """Each half is a debt of its own by D1 to D5 (E9)."""

    BAG = opened(DOV, "chickens", 5)
    """5 each."""

    @property
    def table(self) -> Table:
        return given(6, gold={ANN: 1, BO: 0}, stands=STANDS)

    def test_e9_one_after_the_other_is_asked(self) -> None:
        self.table.refuses(self.BAG, no.DebtOpen(ANN, 5, 1))
        first = replace(self.BAG, payment=Goods({"apples": 2}))
        self.table.refuses(first, no.DebtOpen(BO, 5, 0))
        self.table.refuses(replace(first, other=Paying(payment=Goods({"cheese": 1}))), no.KindsNeeded(BO, 1))

    def test_e9_both_are_booked_with_the_bag(self) -> None:
        told = Paying(Goods({"silk": 1}), Goods({"cheese": 1, "silk": 1}))
        table = self.table.when(replace(self.BAG, payment=Goods({"apples": 2}), other=told))
        table.holds(
            purses={ANN: 0, BO: 0, DOV: 51},
            stands={ANN: {}, BO: {}, DOV: {"chickens": 5, "apples": 2, "cheese": 1, "silk": 1}},
        )
        event = table.event
        assert event.debt == Debt(1, Goods(), Goods({"apples": 2}), discarded=False, forgiven=0)
        assert event.other_debt == Debt(
            0, Goods({"silk": 1}), Goods({"cheese": 1, "silk": 1}), discarded=False, forgiven=0
        )
        assert event.told_by(BO) == {"silk": 1}
        assert not event.told_by(ANN)

    def test_e9_one_may_be_short_and_the_other_not(self) -> None:
        table = given(6, gold={BO: 2}, stands={BO: {"cheese": 3}})
        table.refuses(self.BAG, no.DebtOpen(BO, 5, 2))
        table.refuses(replace(self.BAG, payment=Goods({"cheese": 1})), no.NoDebt(ANN))
        paid = table.when(replace(self.BAG, other=Paying(payment=Goods({"cheese": 1}), discarded=True)))
        paid.holds(purses={ANN: 45, BO: 0, DOV: 57}, stands={BO: {"cheese": 2}, DOV: {"chickens": 5}})

    def test_e9_there_is_no_other_debt_where_one_pays(self) -> None:
        other = Paying(payment=Goods({"cheese": 1}))
        self.table.refuses(replace(opened(EVE, "apples", 1, silk=1), other=other), no.NoDebt(BO))
        given(4, stands={}).refuses(replace(opened(BO, "apples", 1), other=other), no.NoDebt(ANN))

    def test_d1_what_nothing_can_pay_is_forgiven_each(self) -> None:
        event = given(6, gold={ANN: 1, BO: 0}).when(self.BAG).event
        assert [debt.forgiven for _, debt in event.fines if debt] == [4, 5]

    def test_the_preview_names_each_debt_in_its_turn(self) -> None:
        game = self.table.game
        assert [debt.rest for debt in open_debts(game, self.BAG) if debt] == [4, 5]
        first = preview(game, self.BAG)
        assert isinstance(first, OpenDebt)
        assert (first.fine.payer, first) == (ANN, open_debt(game, self.BAG))
        second = preview(game, replace(self.BAG, payment=Goods({"apples": 2})))
        assert isinstance(second, OpenDebt)
        assert second.fine.payer == BO
        assert second.proposal == {"cheese": 1}

    def test_d2_goods_pay_only_the_debt_they_were_chosen_for(self) -> None:
        game = self.table.game
        chosen = replace(self.BAG, payment=Goods({"apples": 2}), other=Paying(payment=Goods({"cheese": 1})))
        first, second = (debt.basis for debt in open_debts(game, chosen) if debt)
        assert for_this_debt(game, chosen, first, second) == chosen
        assert for_this_debt(game, chosen, second) == replace(chosen, payment=None)
        assert for_this_debt(game, chosen, first) == replace(chosen, other=Paying())
        unseen = given(6, coins_on_table=True, stands=STANDS)
        with pytest.raises(no.AnotherDebt):
            for_this_debt(unseen.game, chosen, "another")

    def test_t7_a_table_that_keeps_its_coins_says_who_paid_with_goods(self) -> None:
        unseen = given(6, coins_on_table=True, stands=STANDS)
        table = unseen.when(replace(self.BAG, other=Paying(payment=Goods({"cheese": 1}))))
        assert [move.amount for move in table.event.by_hand] == [5, 2]
        bribed = table.when(passing(CLEO, "apples", 1, deal(CLEO, ANN, 6)))
        assert isinstance(bribed.event, BagPassed)
        assert bribed.event.by_hand == (Move(purse(CLEO), BOOTY, GOLD, 6),)
        lie = table.when(opened(EVE, "apples", 1, silk=1))
        assert lie.event.by_hand == (Move(purse(EVE), BOOTY, GOLD, SILK),)


class TestSharing:
    def bribed(self, gold: int = 12, **goods: int) -> Table:
        """All bags are done, and this lies in the Booty."""
        table = given(6, stands={CLEO: goods})
        bribe = Deal(CLEO, ANN, gold, Goods(goods))
        return others_out(table.when(passing(CLEO, "apples", 1, bribe)))

    def test_e13_gold_is_halved(self) -> None:
        table = self.bribed()
        table.refuses(PassBadge((CLEO, DOV)), no.BootyLies())
        table.refuses(EndGame(), no.BootyLies())
        table = table.when(ShareBooty())
        holds_booty(table).holds(purses=[56, 56, 38])
        assert table.event == BootyShared(
            (ANN, BO),
            (share(6), share(6)),
            0,
            Goods(),
            (Move(BOOTY, purse(ANN), GOLD, 6), Move(BOOTY, purse(BO), GOLD, 6)),
        )
        assert table.when(PassBadge((CLEO, DOV))).game.round == 2

    def test_e13_only_the_booty_that_was_seen_is_shared(self) -> None:
        """What lies there, or who shares it, has changed since the form was drawn."""
        table = self.bribed(12, apples=2)
        seen = words_of(table.game)
        assert another_booty(table.game, seen) is None
        assert another_booty(self.bribed(12, apples=4).game, seen) == no.BootyChanged()
        shared = table.when(ShareBooty(), PassBadge((CLEO, DOV)))
        assert another_booty(shared.game, words_of(table.when(ShareBooty()).game)) == no.BootyChanged()

    def test_e13_cards_that_divide_are_shared_at_once(self) -> None:
        table = self.bribed(12, apples=2, face_down=4)
        assert divides(table.game)
        table.when(ShareBooty()).holds(stands={ANN: {"apples": 1, DOWN: 2}, BO: {"apples": 1, DOWN: 2}})

    @pytest.mark.parametrize(
        "gold, goods", [(7, {}), (6, {"apples": 1}), (6, {"apples": 1, "cheese": 1}), (6, {DOWN: 3})], ids=str
    )
    def test_e13_what_does_not_divide_is_assigned(self, gold: int, goods: dict[str, int]) -> None:
        table = self.bribed(gold, **goods)
        table.refuses(ShareBooty(), no.BootyUneven())
        assert not divides(table.game)

    def test_e13_the_odd_coin_goes_back_to_the_bank_and_the_odd_card_to_a_discard_pile(self) -> None:
        table = self.bribed(7, apples=2, cheese=1, face_down=2)
        shares = even_shares(table.game)
        assert shares == (
            Share(3, Goods({"apples": 1, "cheese": 1})),
            Share(3, Goods({"apples": 1, DOWN: 1})),
        )
        table = table.when(ShareBooty(shares))
        assert (table.event.gold_left, table.event.gold) == (1, 7)
        assert table.event.goods_left == {DOWN: 1}
        assert table.event.goods == {"apples": 2, "cheese": 1, DOWN: 2}
        assert {*table.event.moves} >= {Move(BOOTY, BANK, GOLD, 1), Move(BOOTY, BOX, DOWN, 1)}
        holds_booty(table).holds(purses={ANN: 53, BO: 53})

    def test_e13_unless_the_two_agree_otherwise(self) -> None:
        table = self.bribed(7, apples=3)
        table.when(ShareBooty((share(7), share(apples=3)))).holds(
            purses={ANN: 57, BO: 50}, stands={BO: {"apples": 3}}
        )

    @pytest.mark.parametrize(
        "shares, refusal",
        [
            ((share(7), share(6)), no.BootyTooSmall()),
            ((share(apples=2), share(apples=2)), no.BootyTooSmall()),
            ((share(silk=1), share()), no.BootyTooSmall()),
            ((share(12),), no.SharesMismatch(2)),
            ((share(-1), share(2)), no.GoldOutOfRange(9999)),
        ],
        ids=str,
    )
    def test_e13_no_more_than_lies_there(self, shares: tuple[Share, ...], refusal: Refusal) -> None:
        self.bribed(12, apples=3).refuses(ShareBooty(shares), refusal)

    def test_e13_once_all_bags_are_done(self) -> None:
        table = given(6)
        table.refuses(ShareBooty(), no.BootyEmpty())
        table = table.when(passing(CLEO, "apples", 1, deal(CLEO, ANN, 2)))
        table.refuses(ShareBooty(), no.BagsLeft((DOV, EVE, FLO)))
        given(4).refuses(ShareBooty(), no.BootyEmpty())
        given(4).when(EndGame()).refuses(ShareBooty(), NotInRounds())

    def test_e13_a_second_tap_finds_it_shared(self) -> None:
        table = self.bribed().when(ShareBooty())
        assert ShareBooty().is_so(table.game, table.events)
        assert not ShareBooty().is_so(table.game, table.events[:-1])

    def test_e13_who_would_have_shared_it_differently_is_told_so(self) -> None:
        table = self.bribed(12)
        evenly, all_of_it = ShareBooty(), ShareBooty((share(12), share()))
        halved, taken = table.when(evenly), table.when(all_of_it)
        assert all_of_it.is_so(taken.game, taken.events)
        assert ShareBooty((share(6), share(6))).is_so(halved.game, halved.events)
        assert not all_of_it.is_so(halved.game, halved.events)
        assert not evenly.is_so(taken.game, taken.events)

    def test_t7_no_card_leaves_the_deck_that_may_lie_there(self) -> None:
        table = given(6, stands={CLEO: {DOWN: 1}}, royal_goods=True)
        table = table.when(passing(CLEO, "apples", 1, deal(CLEO, ANN, face_down=1)))
        table.refuses(SetOptions(Options()), no.BootyLies())

    def test_e16_who_serves_alone_since_the_other_left_takes_all(self) -> None:
        table = self.bribed(7, apples=1).when(Leave(FLO, counts=True), Leave(ANN, counts=False))
        assert divides(table.game)
        table.when(ShareBooty()).holds(purses={BO: 57}, stands={BO: {"apples": 1}})

    def test_e16_an_heir_shares(self) -> None:
        table = self.bribed().when(Leave(ANN, counts=True, heir=FLO), ShareBooty())
        table.holds(purses={ANN: 50, BO: 56, FLO: 56})

    def test_a_game_file_in_which_something_was_left_there_is_refused(self) -> None:
        game = self.bribed().game
        with pytest.raises(ValueError, match="something lies in the Booty"):
            check_game(replace(game, stage=Stage.COUNT))


class TestByHand:
    """E27: a law may ask for gold that goes to the Booty."""

    def test_it_lies_there_and_is_shared(self) -> None:
        table = given(6, stands={CLEO: {"apples": 1}}).when(
            Pay(CLEO, None, 3, Goods({"apples": 1}), onto_booty=True)
        )
        holds_booty(table, 3, apples=1).holds(purses={CLEO: 47}, stands={CLEO: {}})
        holds_booty(table.when(Pay(None, None, 2, onto_booty=True)), 5, apples=1)

    def test_only_where_two_deputies_share_it(self) -> None:
        onto = Pay(CLEO, None, 3, onto_booty=True)
        given(4).refuses(onto, no.NoDeputiesHere())
        given(6, rounds=1).when(EndGame()).refuses(onto, NotInRounds())

    def test_e13_nothing_comes_back_for_it(self) -> None:
        given(6).refuses(Pay(CLEO, None, 3, back_gold=1, onto_booty=True), no.BootyGivesNothing())

    def test_e13_a_correction_after_it_was_shared_is_shared_too(self) -> None:
        table = others_out(given(6).when(Pay(CLEO, None, 4, onto_booty=True))).when(ShareBooty())
        table = table.when(Correct(1, Pay(CLEO, None, 8, onto_booty=True), "Misread"))
        holds_booty(table).holds(purses={ANN: 54, BO: 54, CLEO: 42})
        table = table.when(Correct(1, Pay(CLEO, None, onto_booty=True), "Never"))
        holds_booty(table).holds(purses={ANN: 50, BO: 50, CLEO: 50})

    def test_no_stand_was_put_right_by_it(self) -> None:
        table = given(6).when(
            passing(CLEO, "apples", 2), Pay(CLEO, None, 0, Goods({"apples": 1}), onto_booty=True)
        )
        table = table.when(Correct(1, passing(CLEO, "apples", 1), "Misread"))
        assert not table.event.twice

    def test_i2_bags_come_before_it_where_the_game_ends(self) -> None:
        """Though none was dealt with: it is shared once all are."""
        table = given(6).when(Pay(CLEO, None, 3, onto_booty=True))
        table.refuses(EndGame(), no.BagsOut((CLEO, DOV, EVE, FLO)))
        table.refuses(EndGame(no_more_bags=True), no.BagsOut((CLEO, DOV, EVE, FLO)))


class TestRights:
    """Either Deputy does what a Sheriff does on the own phone (E14)."""

    ANNS, BOS, CLEOS = (Actor(bank=False, seats=frozenset({seat})) for seat in (ANN, BO, CLEO))

    @pytest.mark.parametrize("command", [passing(CLEO, "apples", 1), opened(CLEO, "apples", 1), SitOut(CLEO)])
    def test_e14_either_records_a_bag(self, command: PassBag) -> None:
        game = given(6).game
        for actor in (self.ANNS, self.BOS):
            assert may_book(Recording.OWN, actor, game, command) is None

    def test_e14_either_shares_the_booty_and_ends_the_round(self) -> None:
        game = given(6).game
        for command in (ShareBooty(), PassBadge()):
            assert may_book(Recording.OWN, self.BOS, game, command) is None
            assert may_book(Recording.OWN, self.CLEOS, game, command) == NotYours((ANN, BO))

    def test_e14_either_runs_the_clock(self) -> None:
        game = given(6).game
        assert may_run_clock(Recording.OWN, self.BOS, game) is None
        assert may_run_clock(Recording.OWN, self.CLEOS, game) == NotYours((ANN, BO))

    def test_e14_either_takes_back_and_corrects(self) -> None:
        table = given(6)
        bag = table.decided(alone(ANN, passing(CLEO, "apples", 1)))
        assert bag.owners(table.game) == (ANN, BO)
        assert may_correct_entry(Recording.OWN, self.BOS, bag) is None
        assert SatOut(CLEO).owners(table.game) == (CLEO, ANN, BO)
        shared = BootyShared((ANN, BO), (share(1), share(1)), 0, Goods(), ())
        assert shared.owners(table.game) == (ANN, BO)

    def test_d2_e9_both_debtors_take_their_entry_back(self) -> None:
        poor = given(6, gold={ANN: 0, BO: 0}, stands={ANN: {"apples": 1}, BO: {"apples": 1}})
        apple = Goods({"apples": 1})
        event = poor.decided(replace(opened(DOV, "apples", 2), payment=apple, other=Paying(payment=apple)))
        assert event.owners(poor.game) == (ANN, BO, ANN, BO)


class TestCorrections:
    """A Booty that was shared since is shared as if the entry had been right at once."""

    def corrected(self, table: Table, command: PassBag | OpenBag, seq: int = 1) -> Table:
        return table.when(Correct(seq, command, "Misread"))

    def after(self, *bags: PassBag | OpenBag, share: Iterable[Share] = (), rounds: int = 1) -> Table:
        """These bags, then sharing what lies there, and so many rounds later."""
        table = others_out(given(6).when(*bags))
        if table.game.booty_gold or table.game.booty_cards:
            table = table.when(ShareBooty(tuple(share)))
        return table.when(*(PassBadge((CLEO, DOV)) for _ in range(rounds)))

    def bribe(self, gold: int, receiver: int = ANN) -> PassBag:
        return passing(CLEO, "apples", 1, deal(CLEO, receiver, gold))

    def test_e13_while_it_lies_there_the_booty_changes(self) -> None:
        table = given(6).when(self.bribe(12))
        holds_booty(self.corrected(table, self.bribe(9)), 9).holds(purses={CLEO: 41})
        holds_booty(self.corrected(table, self.bribe(15)), 15).holds(purses={CLEO: 35})

    @pytest.mark.parametrize("rounds", [0, 1])
    @pytest.mark.parametrize("gold, each", [(16, 58), (4, 52), (11, 55), (13, 56), (1, 50)])
    def test_e13_afterwards_the_purses_do(self, rounds: int, gold: int, each: int) -> None:
        table = self.corrected(self.after(self.bribe(12), rounds=rounds), self.bribe(gold))
        holds_booty(table).holds(purses={ANN: each, BO: each, CLEO: 50 - gold})

    def test_e13_what_was_agreed_otherwise_stays_as_far_as_it_is_the_same(self) -> None:
        bag = passing(CLEO, "apples", 2, deal(CLEO, ANN, 12, bag={"apples": 2}))
        table = self.after(bag, share=(share(12), share(apples=2)))
        changed = replace(bag, deals=(deal(CLEO, ANN, 14, bag={"apples": 2}),))
        table = self.corrected(table, changed)
        holds_booty(table).holds(purses={ANN: 57, BO: 57}, stands={ANN: {}, BO: {"apples": 2}})

    @pytest.mark.parametrize(
        "agreed, gold, halved",
        [
            ((share(12), share()), 14, {GOLD: 14}),
            ((share(8), share(4)), 11, {GOLD: 11}),
            ((share(6), share(5)), 14, {GOLD: 14}),
            ((share(6), share(6)), 14, {}),
        ],
    )
    def test_e13_an_agreed_share_that_no_longer_divides_is_named(
        self, agreed: tuple[Share, ...], gold: int, halved: dict[str, int]
    ) -> None:
        """What was halved is halved again, without a word."""
        table = self.corrected(self.after(self.bribe(12), share=agreed), self.bribe(gold))
        holds_booty(table).holds(purses={ANN: 50 + gold // 2, BO: 50 + gold // 2})
        assert halved_by(table) == halved

    def test_e13_what_was_agreed_and_stands_is_not_named(self) -> None:
        bag = passing(CLEO, "apples", 2, deal(CLEO, ANN, 12, bag={"apples": 2}))
        table = self.after(bag, share=(share(12), share(apples=2)))
        fewer = passing(CLEO, "apples", 2, deal(CLEO, ANN, 12, bag={"apples": 1}))
        assert halved_by(self.corrected(table, fewer)) == {"apples": 1}
        assert not halved_by(self.corrected(table, self.bribe(12)))
        nothing = self.corrected(table, passing(CLEO, "apples", 2))
        assert not halved_by(nothing)
        nothing.holds(purses={ANN: 50, BO: 50}, stands={BO: {}, CLEO: {"apples": 2}})

    def test_e13_a_share_is_named_once_and_stands_again_where_it_divides(self) -> None:
        table = self.after(self.bribe(12), share=(share(12), share()))
        table = self.corrected(table, self.bribe(14))
        assert halved_by(table) == {GOLD: 14}
        table = self.corrected(table, self.bribe(16))
        assert not halved_by(table)
        back = self.corrected(table, self.bribe(12))
        assert not halved_by(back)
        back.holds(purses={ANN: 62, BO: 50})

    def test_e13_cards_kind_by_kind_the_odd_one_to_a_discard_pile(self) -> None:
        none, three = self.bribe(2), passing(CLEO, "apples", 3, deal(CLEO, ANN, 2, bag={"apples": 3}))
        table = self.corrected(self.after(none), three)
        holds_booty(table).holds(stands={ANN: {"apples": 1}, BO: {"apples": 1}, CLEO: {}})
        back = self.corrected(table, none)
        holds_booty(back).holds(stands={ANN: {}, BO: {}, CLEO: {"apples": 1}})

    def test_e13_a_bag_opened_by_both_after_all(self) -> None:
        """Nothing lay in the Booty that round; what should have goes to the Deputies of then."""
        lie = opened(CLEO, "apples", 1, silk=1)
        table = self.corrected(self.after(alone(BO, lie)), lie)
        holds_booty(table).holds(purses={ANN: 50 + SILK // 2, BO: 50 + SILK // 2, CLEO: 50 - SILK})
        last = others_out(given(6, rounds=1).when(alone(BO, lie))).when(PassBadge())
        holds_booty(self.corrected(last, lie)).holds(
            purses={ANN: 50 + SILK // 2, BO: 50 + SILK // 2, CLEO: 50 - SILK}
        )

    def test_e9_a_half_each_instead_of_all(self) -> None:
        table = self.corrected(self.after(alone(BO, opened(CLEO, "apples", 3))), opened(CLEO, "apples", 3))
        table.holds(purses={ANN: 47, BO: 47, CLEO: 56})

    def test_a_correction_that_changes_nothing_on_the_booty_leaves_it_alone(self) -> None:
        table = self.corrected(self.after(self.bribe(12)), replace(self.bribe(12), contents=Goods({DOWN: 1})))
        assert all(BOOTY not in {move.source, move.target} for move in table.event.moves)
        table.holds(purses={ANN: 56, BO: 56}, stands={CLEO: {DOWN: 1}})

    def test_a_second_correction_starts_from_the_first(self) -> None:
        table = self.after(self.bribe(12))
        for gold in (13, 15, 12):
            table = self.corrected(table, self.bribe(gold))
        holds_booty(table).holds(purses={ANN: 56, BO: 56, CLEO: 38})

    def test_who_left_with_nothing_since_leaves_the_difference_to_the_bank(self) -> None:
        table = self.after(self.bribe(12)).when(Leave(ANN, counts=False))
        table = self.corrected(table, self.bribe(16))
        holds_booty(table).holds(purses={ANN: 0, BO: 58, CLEO: 34})

    def test_no_purse_falls_below_0_in_the_past(self) -> None:
        """D5: Bo spent what was shared; the entry that did so is named."""
        table = self.after(self.bribe(12)).when(paying(BO, DOV, 56))
        refusal = no.CorrectionBreaksPurse(table.event, BO, 4)
        table.refuses(Correct(1, self.bribe(4), "Misread"), refusal)
