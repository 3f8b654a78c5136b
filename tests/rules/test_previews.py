"""What a command would come to before it is booked: an event, a debt that is still open, or a refusal."""

from dataclasses import replace

import pytest
from hypothesis import given as examples

from companion.rules.ledger import GOLD, Goods, Move, difference, purse
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff import saying
from companion.rules.sheriff.bags import MOST_CARDS, Deal, Decision, Raid
from companion.rules.sheriff.deals import as_kept, binds, choices, promisable
from companion.rules.sheriff.debts import OpenDebt, turned_over
from companion.rules.sheriff.decide import outcome, preview
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.game import FACE_DOWN, Correct, EntryCorrected
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import BagPassed, as_passed, most_raids, raids
from companion.rules.sheriff.proposals import Propose
from companion.rules.sheriff.talk import Talk, silence
from tests.rules.asking import opened_bag
from tests.rules.dice import Dice
from tests.rules.evenings import opened_table, throws
from tests.rules.given import (
    ANN,
    APPLE,
    BO,
    CLEO,
    DOV,
    SILK,
    Table,
    deal,
    given,
    open_debt,
    opened,
    passing,
    paying,
)

FIRST = edition("first")
SMUGGLED = opened(BO, "apples", 5, silk=5)
FINE = 5 * SILK
"""What Bo pays Ann for it; nothing comes in. With FINE - 5 gold, 5 are left to be paid in goods."""


def worth(*cards: str) -> int:
    """What these cards pay of a debt."""
    return sum(FIRST.good(card).value for card in cards)


def short(gold: int = 0, word: str = "first", *, coins_on_table: bool = False, **stand: int) -> Table:
    """Bo has so much gold and these goods; Ann is Sheriff."""
    purses = None if coins_on_table else {BO: gold}
    return given(4, gold=purses, stands={BO: stand}, edition=word, coins_on_table=coins_on_table)


def debt_of(table: Table, bag: OpenBag = SMUGGLED, **told: int) -> OpenDebt:
    found = open_debt(table.game, replace(bag, told=Goods(told)))
    assert found is not None
    return found


class TestOutcome:
    def test_it_is_the_event_that_would_be_booked(self) -> None:
        table = given(4)
        assert preview(table.game, SMUGGLED) == table.decided(SMUGGLED)
        assert preview(table.game, SitOut(BO)) == SatOut(BO)

    def test_it_is_the_refusal(self) -> None:
        table = given(4).when(SitOut(BO))
        assert preview(table.game, SitOut(BO)) == no.SitsOutAlready(BO)
        bribed = replace(SMUGGLED, deals=(deal(BO, ANN, 60),))
        assert preview(table.game, bribed) == no.BribeToRemove(BO)

    def test_d1_it_is_the_debt_for_which_goods_are_to_be_chosen_or_told(self) -> None:
        for table in (short(FINE - 5, apples=5), short(FINE - 5, face_down=1)):
            assert preview(table.game, SMUGGLED) == debt_of(table)
        unpaid = replace(SMUGGLED, payment=Goods())
        assert preview(short(FINE - 5, face_down=1).game, unpaid) == debt_of(short(FINE - 5, face_down=1))

    def test_d1_of_a_correction_it_is_decided_as_things_were_before(self) -> None:
        before = short(FINE - 5, apples=5).game

        def asks() -> BagOpened:
            raise no.KindsNeeded(BO, 1)

        assert outcome(asks, before, SMUGGLED) == debt_of(short(FINE - 5, apples=5))
        assert outcome(asks, before, SitOut(BO)) == no.KindsNeeded(BO, 1)

    def test_of_words_it_is_the_talk_or_the_refusal(self) -> None:
        game = given(4).game
        said = saying.preview(game, silence(game), Propose(BO, deal(BO, ANN, 5)), frozenset({BO}))
        assert isinstance(said, Talk)
        assert said.proposals[0].deal == deal(BO, ANN, 5)
        refused = saying.preview(game, silence(game), Propose(BO, deal(BO, ANN)), frozenset({BO}))
        assert refused == no.EmptyDeal()


class TestOpenDebt:
    def test_d1_there_is_none_where_coins_cover_the_fine_or_nothing_is_owed(self) -> None:
        assert open_debt(short(FINE, apples=5).game, SMUGGLED) is None
        summons = opened(BO, "apples", 1, royal_summons=1)
        assert open_debt(given(4, promo={"royal_summons": 1}).game, summons) is None
        lie = opened(BO, "apples", 2, feast_plate=1, royal_summons=1)
        free = given(4, gold={BO: 0}, promo={"feast_plate": 1, "royal_summons": 1})
        assert debt_of(free, lie).rest == 2

    def test_there_is_none_if_the_bag_cannot_be_opened_like_this(self) -> None:
        table = short(0, apples=5)
        for bag in (replace(SMUGGLED, deals=(deal(BO, ANN, 1),)), opened(BO, "apples", 2, face_down=2)):
            assert open_debt(table.game, bag) is None

    def test_d1_coins_first_then_the_goods_that_are_proposed(self) -> None:
        owed = worth("apples", "chickens")
        debt = debt_of(short(FINE - owed, apples=5, chickens=1, silk=1))
        assert (debt.coins, debt.rest, debt.fine.amount) == (FINE - owed, owed, FINE)
        assert debt.payable == {"apples": 5, "chickens": 1}
        assert debt.proposal == {"apples": 1, "chickens": 1}
        assert (debt.missing, debt.takes_all, debt.kinds, debt.tellable) == (0, False, (), {})

    def test_d1_everything_goes_and_cards_face_down_are_asked_for(self) -> None:
        debt = debt_of(short(FINE - worth("apples", "mead") - 2, apples=1, mead=1, face_down=2))
        assert debt.proposal == debt.payable == {"apples": 1, "mead": 1}
        assert (debt.takes_all, debt.missing, debt.face_down) == (True, 2, 2)
        assert debt.tellable["silk"] == 2

    def test_d1_what_was_told_counts_while_it_is_needed_and_there(self) -> None:
        coins = FINE - worth("apples", "silk") - 1
        table = short(coins, apples=1, face_down=2)
        debt = debt_of(table, silk=1)
        assert debt.proposal == {"apples": 1, "silk": 1}
        assert (debt.missing, debt.tellable["silk"], debt.tellable["mead"]) == (1, 2, 1)
        assert debt_of(table, silk=3).told == {}
        assert debt_of(short(coins, apples=9, face_down=2), silk=1).told == {}

    def test_d1_nothing_is_missing_that_nobody_can_turn_over(self) -> None:
        assert debt_of(short(FINE - 11, apples=1)).missing == 0
        assert debt_of(short(0, face_down=1), silk=1).missing == 0

    def test_i9_a_deal_for_opening_is_struck_first(self) -> None:
        bag = replace(SMUGGLED, deals=(deal(CLEO, BO, 4, bread=1),))
        table = given(4, gold={BO: 0}, stands={CLEO: {"bread": 1}})
        assert debt_of(table, bag).coins == 4
        assert debt_of(table, bag).payable == {"bread": 1}

    def test_i4_what_was_true_may_pay(self) -> None:
        bag = opened(BO, "apples", 4, apples=1, cheese=1, mead=2)
        assert debt_of(short(), bag).payable == {"apples": 1}

    def test_d3_whether_the_receiver_may_do_without(self) -> None:
        assert debt_of(short(apples=1)).may_discard
        assert not debt_of(short(0, "second", apples=1)).may_discard

    def test_d4_the_sheriff_owes_as_well(self) -> None:
        table = given(4, gold={ANN: 3}, stands={ANN: {"bread": 3}})
        assert debt_of(table, opened(BO, "cheese", 5)).fine.payer == ANN

    def test_t7_at_a_table_that_keeps_its_coins_none_are_known(self) -> None:
        table = short(coins_on_table=True, apples=1, face_down=1)
        debt = debt_of(table)
        assert (debt.coins, debt.rest, debt.takes_all) == (None, FINE, False)
        assert debt.proposal == {}
        assert debt_of(table, silk=1).proposal == {"apples": 1, "silk": 1}

    def test_d2_its_basis_is_another_one_for_another_debt_and_for_other_goods(self) -> None:
        tables = (
            short(FINE - 5, apples=5),
            short(FINE - 6, apples=5),
            short(FINE - 5, apples=4),
            short(FINE - 5, bread=1, face_down=2),
        )
        found = [debt_of(table).basis for table in tables]
        assert len({*found, debt_of(tables[3], silk=1).basis}) == 5
        assert debt_of(short(FINE - 5, apples=5)).basis == found[0]


class TestTurnedOver:
    def test_d1_all_cards_go_that_do_not_suffice(self) -> None:
        debt = debt_of(short(FINE - 11, face_down=3))
        assert turned_over(FIRST, debt, Goods({"mead": 1})) == {"mead": 1}

    def test_d2_the_best_handful_goes_that_suffices(self) -> None:
        debt = debt_of(short(FINE - 7, face_down=3))
        assert turned_over(FIRST, debt, Goods({"mead": 2, "silk": 1})) == {"mead": 1}

    def test_none_where_nothing_is_missing_or_the_notes_are_wrong(self) -> None:
        assert turned_over(FIRST, debt_of(short(FINE - 7, apples=9)), Goods({"mead": 1})) == {}
        assert turned_over(FIRST, debt_of(short(FINE - 7, face_down=1)), Goods({"mead": 2})) == {}

    def test_t7_none_at_a_table_that_keeps_its_coins(self) -> None:
        debt = debt_of(short(coins_on_table=True, face_down=1))
        assert turned_over(FIRST, debt, Goods({"mead": 1})) == {}


class TestDeals:
    def test_i7_a_bribe_binds_and_no_other_deal(self) -> None:
        game = given(4).game
        others = (deal(CLEO, ANN, 5), deal(ANN, BO, 5), deal(BO, CLEO, 5))
        assert not binds(game, BO, others)
        assert binds(game, BO, (*others, deal(BO, ANN, promise="Lunch")))

    def test_i7_of_a_bribe_it_goes_without_saying_that_it_is_for_passing(self) -> None:
        game = given(4).game
        said = Deal(BO, ANN, 5, decision=Decision.PASSES)
        assert as_kept(game, BO, said) == deal(BO, ANN, 5)
        for other in (replace(said, giver=CLEO), replace(said, decision=Decision.OPENS)):
            assert as_kept(game, BO, other) == other

    def test_i7_a_bribe_that_was_offered_for_passing_still_binds(self) -> None:
        game = given(4).game
        said = saying.preview(
            game, silence(game), Propose(BO, Deal(BO, ANN, 5, decision=Decision.PASSES)), frozenset()
        )
        assert isinstance(said, Talk)
        assert said.proposals[0].deal.decision is None

    def test_i7_i9_a_bribe_has_no_choice_of_a_decision(self) -> None:
        game = given(4).game
        assert choices(game, BO, deal(BO, ANN, 5)) == ()
        assert choices(game, BO, deal(CLEO, ANN, 5)) == (None, Decision.PASSES, Decision.OPENS)

    def test_i6_the_merchant_alone_promises_cards_of_the_bag(self) -> None:
        game = given(3).game
        assert promisable(game, BO, CLEO) == {}
        assert promisable(game, BO, BO) == dict.fromkeys(
            (*game.legal_goods, FACE_DOWN, *game.contraband), MOST_CARDS
        )

    def test_i8_what_was_promised_is_delivered_as_far_as_it_is_there(self) -> None:
        promised = (deal(BO, ANN, bag={"apples": 2}), deal(BO, ANN, bag={"apples": 2}), deal(BO, CLEO, 3))
        event = given(4).when(passing(BO, "apples", 3, *promised)).event
        assert isinstance(event, BagPassed)
        assert [given.bag for given in event.delivered()] == [{"apples": 2}, {"apples": 1}, {}]

    def test_i8_out_of_an_opened_bag_nothing_is_delivered(self) -> None:
        event = given(4).when(opened(BO, "apples", 3, deal(BO, CLEO, 2, bag={"apples": 2}))).event
        assert isinstance(event, BagOpened)
        assert event.delivered() == (deal(BO, CLEO, 2),)


class TestCoins:
    def test_i3_i4_who_was_true_and_what_was_paid_in_gold(self) -> None:
        true = given(4).when(opened(BO, "apples", 3)).event
        false = short(FINE - 5).when(SMUGGLED).event
        assert (true.is_true, true.coins) == (True, 3 * APPLE)
        assert (false.is_true, false.coins) == (False, FINE - 5)

    def test_t7_hands_move_the_gold_of_a_table_that_keeps_it(self) -> None:
        table = short(coins_on_table=True, apples=1)
        paid = replace(SMUGGLED, payment=Goods({"apples": 1}), deals=(deal(CLEO, DOV, 4), deal(CLEO, ANN)))
        event = table.when(replace(paid, deals=paid.deals[:1])).event
        assert isinstance(event, BagOpened)
        gold = (
            Move(purse(CLEO), purse(DOV), GOLD, 4),
            Move(purse(BO), purse(ANN), GOLD, FINE - worth("apples")),
        )
        assert event.by_hand == gold
        assert difference(event.by_hand, event.by_hand) == ()
        passed = table.when(passing(BO, "apples", 1, deal(BO, ANN, 4))).event
        assert isinstance(passed, BagPassed)
        assert passed.by_hand == (Move(purse(BO), purse(ANN), GOLD, 4),)

    def test_t7_hands_move_what_a_correction_of_such_gold_changes(self) -> None:
        table = given(4, coins_on_table=True).when(passing(BO, "apples", 1, deal(BO, ANN, 4)))
        more = table.when(Correct(1, passing(BO, "apples", 1, deal(BO, ANN, 7)), "")).event
        assert isinstance(more, EntryCorrected)
        assert more.by_hand == (Move(purse(BO), purse(ANN), GOLD, 3),)
        assert more.moves == ()

    def test_where_gold_is_booked_hands_move_no_other(self) -> None:
        for command in (opened(BO, "apples", 3), paying(BO, CLEO, 3)):
            assert given(4).when(command).event.by_hand == ()


class TestBrimstoneOil:
    def test_what_can_be_discarded_of_whom(self) -> None:
        table = given(
            4, promo={"brimstone_oil": 2}, stands={ANN: {"apples": 1}, CLEO: {"bread": 3, "silk": 1}}
        )
        found = (Raid(CLEO, "bread", 1), Raid(CLEO, "bread", 2), Raid(ANN, "apples", 1))
        assert raids(table.game, BO) == found
        for raid in found:
            table.when(passing(BO, "apples", 1, raids=(raid,), face_down=1))

    def test_nothing_of_who_went_home(self) -> None:
        table = given(4, promo={"brimstone_oil": 2}, stands={CLEO: {"bread": 3}})
        assert raids(table.when(Leave(CLEO, counts=True)).game, BO) == ()

    def test_as_many_as_lie_face_down_and_are_in_play(self) -> None:
        game = given(4, promo={"brimstone_oil": 2}).game
        assert [most_raids(game, Goods({FACE_DOWN: number})) for number in (0, 1, 3)] == [0, 1, 2]
        assert most_raids(given(4).game, Goods({FACE_DOWN: 3})) == 0
        assert raids(given(4, stands={CLEO: {"bread": 3}}).game, BO) == ()


def test_i2_contraband_that_passes_is_a_number() -> None:
    assert as_passed(given(4).game, Goods({"apples": 2, "silk": 1, FACE_DOWN: 1})) == {
        "apples": 2,
        FACE_DOWN: 2,
    }


@pytest.mark.parametrize("gold", [0, 5])
def test_i6_what_a_purse_does_not_hold_is_refused_before_a_debt_is_asked_for(gold: int) -> None:
    bag = replace(SMUGGLED, deals=(deal(BO, CLEO, 6),))
    assert preview(short(gold, apples=5).game, bag) == no.PurseTooSmall(BO, gold, 6)


@examples(dice=throws())
def test_d1_d2_what_is_proposed_for_a_debt_pays_it_or_asks_for_cards_face_down(dice: Dice) -> None:
    """As far as coins, goods and cards told go: booked is what the debt said."""
    game = opened_table(dice).game
    bag = replace(opened_bag(game, game.merchants[0], dice), payment=None, discarded=False)
    debt = open_debt(game, bag)
    if debt is None:
        assert isinstance(preview(game, replace(bag, told=Goods())), BagOpened)
        return
    came = preview(game, replace(bag, told=debt.told, payment=debt.proposal))
    if isinstance(came, OpenDebt):
        assert came.missing > 0
        return
    assert isinstance(came, BagOpened)
    assert came.fine == debt.fine
    if debt.coins is not None:
        assert came.debt is not None
        assert (came.coins, came.debt.handed, came.debt.told) == (debt.coins, debt.proposal, debt.told)
        assert debt.missing == 0
