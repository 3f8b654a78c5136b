"""Corrections: an older bag or payment was otherwise, and the difference is booked now, with a reason."""

from dataclasses import replace

import pytest

from companion.rules.ledger import BANK, GOLD, Goods, Move, difference, pay, purse
from companion.rules.names import LONGEST_REASON
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NothingMoved, PlayerHasLeft, ReasonTooLong
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.ending import CheckStand, CloseCount, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN, Command, Correct, EntryCorrected, Twice
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import EndGame, PassBadge, SetRounds
from tests.rules.given import (
    ANN,
    APPLE,
    BO,
    CLEO,
    DOV,
    EVE,
    SILK,
    Table,
    deal,
    given,
    opened,
    passing,
    paying,
)


def right(seq: int, command: PassBag | OpenBag | SitOut | Pay, reason: str = "Misread") -> Correct:
    return Correct(seq, command, reason)


class TestOfABag:
    def test_only_the_difference_is_moved(self) -> None:
        """Three apples, not four: Ann gets the fine for one back and an apple leaves Bo's stand."""
        table = given(4).when(opened(BO, "apples", 4), right(1, opened(BO, "apples", 3)))
        table.holds(purses=[50 - 3 * APPLE, 50 + 3 * APPLE, 50, 50], stands={BO: {"apples": 3}})
        event = table.event
        assert (event.seq, event.round, event.reason) == (1, 1, "Misread")
        assert Move(purse(BO), purse(ANN), GOLD, APPLE) in event.moves
        assert len(event.moves) == 2
        assert isinstance(event.was, BagOpened)
        assert isinstance(event.now, BagOpened)
        assert event.was.contents == {"apples": 4}
        assert event.now.contents == {"apples": 3}

    def test_in_a_later_round_it_is_decided_as_things_were(self) -> None:
        """Ann was Sheriff when Bo's bag was opened, and pays now although Bo has the badge."""
        table = given(3).when(
            opened(BO, "apples", 2), SitOut(CLEO), PassBadge(), right(1, opened(BO, "apples", 5))
        )
        table.holds(purses=[50 - 5 * APPLE, 50 + 5 * APPLE, 50], stands={BO: {"apples": 5}})
        assert table.event.round == 1
        assert table.game.done == {}

    def test_twice(self) -> None:
        """The second one starts from what the first one said."""
        table = given(4).when(
            opened(BO, "apples", 5),
            right(1, opened(BO, "apples", 3)),
            right(1, opened(BO, "apples", 4), "Counted again"),
        )
        table.holds(purses=[50 - 4 * APPLE, 50 + 4 * APPLE, 50, 50], stands={BO: {"apples": 4}})
        was = table.event.was
        assert isinstance(was, BagOpened)
        assert was.contents == {"apples": 3}

    def test_of_a_payment_that_never_happened(self) -> None:
        table = given(3).when(paying(BO, ANN, 5), paying(None, CLEO, 2), right(1, paying(BO, ANN)))
        table.holds(purses=[50, 50, 52])
        now = table.event.now
        assert isinstance(now, Paid)
        assert (now.giver, now.receiver, now.gold, now.moves) == (BO, ANN, 0, ())
        table.refuses(right(1, paying(BO, ANN)), NothingMoved())
        table.when(right(1, paying(BO, ANN, 4))).holds(purses=[54, 46, 52])

    def test_of_a_payment_that_was_spent_since(self) -> None:
        table = given(3).when(paying(BO, ANN, 50), paying(ANN, CLEO, 90))
        spent = no.CorrectionBreaksPurse(table.event, ANN, 40)
        table.refuses(right(1, paying(BO, ANN)), spent)

    def test_of_a_debt_the_goods_come_back(self) -> None:
        """Bo cannot pay for five silk without two apples, but for three."""
        table = given(4, gold={BO: 5 * SILK - 4}, stands={BO: {"apples": 3}})
        smuggled = opened(BO, "apples", 5, silk=5)
        paid = OpenBag(
            smuggled.merchant, smuggled.declaration, smuggled.contents, payment=Goods({"apples": 2})
        )
        table = table.when(paid, right(1, opened(BO, "apples", 5, apples=2, silk=3)))
        table.holds(purses={ANN: 50 + 3 * SILK, BO: 2 * SILK - 4}, stands={ANN: {}, BO: {"apples": 5}})

    def test_d1_of_a_payment_a_later_debt_in_goods_is_mentioned(self) -> None:
        """Bo paid for five silk in goods too; without the payment to Ann it would have been in gold."""
        table = given(4, gold={BO: 5 * SILK}, stands={BO: {"apples": 3}}).when(paying(BO, ANN, 4))
        smuggled = opened(BO, "apples", 5, silk=5)
        paid = OpenBag(
            smuggled.merchant, smuggled.declaration, smuggled.contents, payment=Goods({"apples": 2})
        )
        table = table.when(paid)
        assert table.when(right(1, paying(BO, ANN, 3))).event.debtors == (BO,)
        assert table.when(right(1, paying(BO, ANN))).event.debtors == (BO,)
        assert table.when(right(1, paying(BO, ANN, 4, apples=1))).event.debtors == ()

    def test_of_a_deal_the_promises_change_too(self) -> None:
        table = given(3).when(
            passing(BO, "apples", 1, deal(BO, ANN, 1, "One")),
            passing(CLEO, "apples", 1, deal(CLEO, BO, 1, "Two")),
        )
        table = table.when(right(1, passing(BO, "apples", 1, deal(BO, ANN, 1, "Another"))))
        assert table.game.promises == (Promise(1, CLEO, BO, "Two"), Promise(1, BO, ANN, "Another"))

    def test_of_a_deal_equal_promises_are_two(self) -> None:
        same = deal(DOV, ANN, 0, "Lunch")
        table = given(4).when(passing(BO, "apples", 1, same), passing(CLEO, "apples", 1, same))
        table = table.when(right(1, passing(BO, "apples", 1)))
        assert table.game.promises == (Promise(1, DOV, ANN, "Lunch"),)

    def test_of_words_alone_moves_nothing(self) -> None:
        table = given(3).when(passing(BO, "apples", 1), right(1, passing(BO, "cheese", 1, apples=1)))
        assert table.event.moves == ()

    def test_a_bag_that_sat_out_before_the_correction_is_as_it_was(self) -> None:
        table = given(3).when(SitOut(BO), opened(BO, "apples", 1), right(2, passing(BO, "apples", 1)))
        assert table.game.done == {BO: "passed"}

    def test_while_the_count_is_made(self) -> None:
        table = given(3).when(
            opened(BO, "apples", 2), SitOut(CLEO), EndGame(), right(1, opened(BO, "apples", 1))
        )
        table.holds(purses=[50 - APPLE, 50 + APPLE, 50], stands={BO: {"apples": 1}})

    def test_the_rules_hold_for_what_it_says_now(self) -> None:
        table = given(3).when(passing(BO, "apples", 2))
        table.refuses(right(1, passing(BO, "apples", 1, silk=1)), no.KindTold("silk"))
        table.refuses(right(1, passing(BO, "apples", 1, deal(BO, ANN, 51))), no.PurseTooSmall(BO, 50, 51))


class TestOfAPayment:
    def test_other_sides(self) -> None:
        table = given(4, stands={BO: {"apples": 1}, DOV: {"apples": 1}})
        table = table.when(paying(BO, CLEO, 12, apples=1), right(1, paying(DOV, ANN, 12, apples=1)))
        table.holds(
            purses=[62, 50, 50, 38], stands={ANN: {"apples": 1}, BO: {"apples": 1}, CLEO: {}, DOV: {}}
        )

    def test_another_reason(self) -> None:
        table = given(4).when(paying(BO, CLEO, 12, "Bet"), right(1, paying(BO, CLEO, 12, "Lunch")))
        assert table.event.moves == ()


class TestRefused:
    def test_where_a_purse_would_break(self) -> None:
        """Bo spent all but 1 of the fine for four since, and of that for three nobody can; not even if he has
        more by now. Once that entry is put right, or for less, it can be corrected.
        """
        spent = 4 * APPLE - 1
        table = given(3, gold={BO: 0}).when(opened(BO, "apples", 4), paying(BO, CLEO, spent))
        breaks = no.CorrectionBreaksPurse(table.event, BO, APPLE - 1)
        three = right(1, opened(BO, "apples", 3))
        table.refuses(three, breaks)
        table.when(paying(CLEO, BO, 1)).refuses(three, breaks)
        table.when(paying(BO, CLEO, 1)).refuses(three, breaks)
        right_since = table.when(right(2, paying(BO, CLEO, 3 * APPLE)), three)
        right_since.holds(purses=[50 - 3 * APPLE, 0, 50 + 3 * APPLE])

    def test_where_a_stand_would_break(self) -> None:
        table = given(3).when(opened(BO, "chickens", 4), paying(BO, CLEO, chickens=4))
        breaks = no.CorrectionBreaksStand(table.event, BO, "chickens", 1)
        table.refuses(right(1, opened(BO, "chickens", 3)), breaks)

    def test_where_a_card_was_told_since(self) -> None:
        table = given(3).when(passing(BO, "apples", 1, face_down=1), RevealContraband(BO, Goods({"silk": 1})))
        table.refuses(
            right(1, passing(BO, "apples", 1)), no.CorrectionBreaksStand(table.event, BO, FACE_DOWN, 1)
        )

    def test_where_the_box_would_not_suffice(self) -> None:
        """There were cards enough when the bag passed, but the box has given them since."""
        table = given(4, stands={CLEO: {"chickens": 10}, DOV: {"chickens": 9}})
        table = table.when(passing(BO, "chickens", 1), paying(None, ANN, chickens=4))
        breaks = no.CorrectionBreaksBox(table.event, "chickens", 2)
        table.refuses(right(1, passing(BO, "chickens", 3)), breaks)
        table.when(paying(ANN, None, chickens=4)).refuses(right(1, passing(BO, "chickens", 3)), breaks)

    def test_where_there_would_be_more_contraband_than_there_is(self) -> None:
        held = {CLEO: {FACE_DOWN: 30}, DOV: {FACE_DOWN: 28}}
        table = given(4, stands=held).when(passing(BO, "apples", 1), paying(None, ANN, face_down=2))
        breaks = no.CorrectionBreaksBox(table.event, FACE_DOWN, 1)
        table.refuses(right(1, passing(BO, "apples", 1, face_down=1)), breaks)

    def test_where_nothing_would_change(self) -> None:
        table = given(3).when(opened(BO, "apples", 1))
        table.refuses(right(1, opened(BO, "apples", 1)), NothingMoved())

    def test_where_goods_are_only_named_in_another_order(self) -> None:
        table = given(3).when(passing(BO, "apples", 2, cheese=1, apples=1))
        table.refuses(right(1, passing(BO, "apples", 2, apples=1, cheese=1)), NothingMoved())

    def test_where_it_is_another_matter(self) -> None:
        table = given(3).when(opened(BO, "apples", 1), paying(BO, ANN, 1))
        table.refuses(right(1, paying(BO, ANN, 1)), no.NotCorrectable())
        table.refuses(right(2, opened(BO, "apples", 1)), no.NotCorrectable())
        table.refuses(right(2, passing(BO, "apples", 1)), no.NotCorrectable())
        table.refuses(right(2, SitOut(CLEO)), no.NotCorrectable())

    def test_where_it_is_no_bag_no_sit_out_and_no_payment(self) -> None:
        table = given(3).when(SetRounds(2), paying(BO, ANN, 1), right(2, paying(BO, ANN, 2)))
        table.refuses(right(0, paying(BO, ANN, 1)), no.NotCorrectable())
        table.refuses(right(1, paying(BO, ANN, 1)), no.NotCorrectable())
        table.refuses(right(3, paying(BO, ANN, 3)), no.NotCorrectable())

    def test_under_a_result(self) -> None:
        table = given(3).when(paying(BO, ANN, 1), EndGame(), CloseCount())
        table.refuses(right(1, paying(BO, ANN, 2)), CountIsClosed())

    def test_a_reason_is_a_line(self) -> None:
        table = given(3).when(paying(BO, ANN, 1))
        long = "x" * (LONGEST_REASON + 1)
        table.refuses(right(1, paying(BO, ANN, 2), long), ReasonTooLong(LONGEST_REASON))


class TestWhoseBagItWas:
    def test_it_was_somebody_elses(self) -> None:
        """Bo still has to bring one, and Cleo has brought hers."""
        table = given(4).when(opened(BO, "apples", 3), right(1, opened(CLEO, "apples", 3)))
        table.holds(purses=[50 - 3 * APPLE, 50, 50 + 3 * APPLE, 50], stands={BO: {}, CLEO: {"apples": 3}})
        assert table.game.done == {CLEO: "opened"}
        assert table.game.waiting == (BO, DOV)

    def test_of_a_round_that_is_over_too(self) -> None:
        table = given(3).when(passing(BO, "apples", 3), SitOut(CLEO), PassBadge())
        table = table.when(right(1, passing(CLEO, "apples", 3)))
        table.holds(stands={BO: {}, CLEO: {"apples": 3}})
        assert table.game.done == {}

    def test_a_bag_that_was_forgotten_is_one_of_somebody_who_sat_out(self) -> None:
        """The badge has moved on: Ann was Sheriff, and pays what Cleo's honest bag cost."""
        table = given(3).when(passing(BO, "apples", 3), SitOut(CLEO), PassBadge())
        table = table.when(right(2, opened(CLEO, "apples", 2)))
        table.holds(purses=[50 - 2 * APPLE, 50, 50 + 2 * APPLE], stands={CLEO: {"apples": 2}})

    def test_there_was_no_bag(self) -> None:
        table = given(3).when(passing(BO, "apples", 2, deal(BO, ANN, 5, "Lunch")), right(1, SitOut(BO)))
        table.holds(purses=[50, 50, 50], stands={BO: {}})
        assert table.game.done == {BO: "out"}
        assert table.game.promises == ()

    def test_somebody_else_sat_out(self) -> None:
        table = given(3).when(SitOut(BO), right(1, SitOut(CLEO)))
        assert table.game.done == {CLEO: "out"}

    def test_who_sat_out_and_then_brought_a_bag_brought_it(self) -> None:
        table = given(4).when(SitOut(BO), passing(BO, "apples", 1), right(1, SitOut(CLEO)))
        assert table.game.done == {BO: "passed", CLEO: "out"}
        table.refuses(right(1, SitOut(BO)), no.SecondBag(table.events[2], BO))

    def test_it_was_somebodys_who_has_left_since(self) -> None:
        table = given(4).when(passing(BO, "apples", 1), Leave(DOV, counts=True))
        table = table.when(right(1, passing(DOV, "apples", 1)))
        assert table.game.done == {}
        table.holds(stands={BO: {}, DOV: {"apples": 1}})

    def test_nobody_brings_two_bags_in_a_round(self) -> None:
        table = given(4).when(passing(BO, "apples", 1), passing(CLEO, "apples", 2), SitOut(DOV), PassBadge())
        second = no.SecondBag(table.events[2], CLEO)
        table.refuses(right(1, passing(CLEO, "apples", 1)), second)
        table.refuses(right(3, SitOut(CLEO)), second)
        exchanged = (
            right(2, SitOut(CLEO)),
            right(1, passing(CLEO, "apples", 1)),
            right(2, passing(BO, "apples", 2)),
        )
        table.when(*exchanged).holds(stands={BO: {"apples": 2}, CLEO: {"apples": 1}})

    def test_a_bag_of_another_round_is_another_matter(self) -> None:
        """Ann was the first Sheriff, Bo the second."""
        table = given(3).when(SitOut(BO), SitOut(CLEO), PassBadge(), passing(CLEO, "apples", 1))
        table = table.when(right(4, passing(ANN, "apples", 1)))
        assert table.game.done == {ANN: "passed"}

    def test_it_was_somebody_who_brought_one(self) -> None:
        table = given(4).when(passing(BO, "apples", 1))
        table.refuses(right(1, passing(ANN, "apples", 1)), no.SheriffBringsNoBag(ANN))
        table.refuses(right(1, passing(4, "apples", 1)), NoSuchSeat(4))
        gone = given(4).when(Leave(DOV, counts=True), passing(BO, "apples", 1))
        gone.refuses(right(2, passing(DOV, "apples", 1)), PlayerHasLeft(DOV))


class TestThePastAsItIsKnownNow:
    def test_a_correction_knows_what_earlier_ones_gave(self) -> None:
        """Bo was paid 10, not 1, before his bag: so there were 60 gold for the bribe."""
        table = given(3).when(paying(CLEO, BO, 1), passing(BO, "apples", 2), right(1, paying(CLEO, BO, 10)))
        table = table.when(right(2, passing(BO, "apples", 2, deal(BO, ANN, 60))))
        table.holds(purses=[110, 0, 40], stands={BO: {"apples": 2}})

    def test_and_what_they_took(self) -> None:
        table = given(3).when(paying(CLEO, BO, 10), passing(BO, "apples", 2), right(1, paying(CLEO, BO, 1)))
        bribe = right(2, passing(BO, "apples", 2, deal(BO, ANN, 60)))
        table.refuses(bribe, no.PurseTooSmall(BO, 51, 60))

    def test_nothing_was_given_that_was_not_there(self) -> None:
        """Bo could give 140 because he had got 90; that he has got more since does not help him then."""
        table = given(4, gold={BO: 50, CLEO: 200, DOV: 200}).when(
            paying(CLEO, BO, 90), paying(BO, ANN, 140), paying(DOV, BO, 150)
        )
        table.refuses(right(1, paying(CLEO, BO, 1)), no.CorrectionBreaksPurse(table.events[2], BO, 89))
        table = table.when(right(2, paying(BO, ANN, 40)), right(1, paying(CLEO, BO, 1)))
        table.holds(purses=[90, 161, 199, 50])

    def test_a_past_that_never_stood_can_be_put_right(self) -> None:
        """As older versions let it be booked: Bo gave 140 out of 51. What it lacks may become less."""
        table = given(4, gold={BO: 50, CLEO: 200, DOV: 200}).when(
            paying(CLEO, BO, 90), paying(BO, ANN, 140), paying(DOV, BO, 150)
        )
        was = table.events[1]
        assert isinstance(was, Paid)
        now = replace(was, gold=1, moves=pay(purse(CLEO), purse(BO), 1))
        old = EntryCorrected(1, 1, "", was, now, pay(purse(BO), purse(CLEO), 89))
        table = Table.after((*table.events, old))
        table.refuses(right(2, paying(BO, ANN, 52)), no.PurseTooSmall(BO, 51, 52))
        table.when(right(3, paying(DOV, BO, 151))).holds(purses={BO: 62})
        table.when(right(1, paying(CLEO, BO, 2))).holds(purses={BO: 62})
        table.when(right(2, paying(BO, ANN, 51))).holds(purses={BO: 150})

    def test_who_left_with_nothing_left_all_there_was(self) -> None:
        """What Dov would have had more went to the bank with the rest, and nobody is short for it."""
        table = given(4).when(paying(DOV, BO, 5), Leave(DOV, counts=False), paying(BO, CLEO, 55))
        table.refuses(right(1, paying(DOV, BO, 4)), no.CorrectionBreaksPurse(table.event, BO, 1))
        table.when(right(1, paying(DOV, BO, 9))).holds(purses=[50, 4, 105, 0])


class TestOfAMendedStand:
    """Whoever put a stand right by hand has the card already: it is told, and the table decides."""

    def test_a_card_that_was_given_by_hand_counts_twice(self) -> None:
        table = given(3).when(passing(BO, "apples", 3), paying(None, BO, reason="Forgotten", apples=1))
        table = table.when(right(1, passing(BO, "apples", 4)))
        assert table.event.twice == (Twice(BO, Goods({"apples": 1})),)
        table.holds(stands={BO: {"apples": 5}})

    def test_so_does_one_that_was_found_as_the_stand_was_checked(self) -> None:
        checked: list[Command] = [
            passing(BO, "apples", 3),
            SitOut(CLEO),
            EndGame(),
            CheckStand(BO, Goods({"apples": 1, "cheese": 1})),
        ]
        table = given(3).when(*checked)
        fewer = table.when(right(1, passing(BO, "apples", 2))).event
        assert fewer.twice == (Twice(BO, Goods({"apples": 1})),)
        assert table.when(right(1, passing(BO, "apples", 4))).event.twice == ()

    def test_contraband_may_have_been_told_since(self) -> None:
        table = given(3).when(passing(BO, "apples", 2), paying(None, BO, silk=2))
        table = table.when(right(1, passing(BO, "apples", 2, apples=1, face_down=1)))
        assert table.event.twice == (Twice(BO, Goods({FACE_DOWN: 1})),)

    def test_what_was_mended_before_the_entry_is_another_matter(self) -> None:
        table = given(3).when(paying(None, BO, apples=1), passing(BO, "apples", 3), paying(BO, CLEO, 5))
        assert table.when(right(2, passing(BO, "apples", 4))).event.twice == ()


class TestAfterSomebodyLeft:
    def test_who_counts_pays_and_gets_the_difference(self) -> None:
        table = given(4).when(
            opened(DOV, "apples", 4), Leave(DOV, counts=True), right(1, opened(DOV, "apples", 5))
        )
        table.holds(purses=[50 - 5 * APPLE, 50, 50, 50 + 5 * APPLE], stands={DOV: {"apples": 5}})

    def test_for_who_left_with_nothing_the_bank_and_the_box_stand_in(self) -> None:
        table = given(4).when(opened(DOV, "apples", 4), Leave(DOV, counts=False))
        table.when(right(1, opened(DOV, "apples", 5))).holds(
            purses={ANN: 50 - 5 * APPLE, DOV: 0}, stands={DOV: {}}
        )
        table.when(right(1, opened(DOV, "apples", 1))).holds(
            purses={ANN: 50 - APPLE, DOV: 0}, stands={DOV: {}}
        )
        table.when(right(1, passing(DOV, "apples", 5))).holds({ANN: 50, DOV: 0}, {DOV: {}})

    def test_between_two_who_left_with_nothing_only_words_change(self) -> None:
        table = given(5).when(paying(DOV, EVE, 5), Leave(DOV, counts=False), Leave(EVE, counts=False))
        table = table.when(right(1, paying(DOV, EVE, 7)))
        assert table.event.moves == ()

    def test_a_leaver_is_not_a_merchant_again(self) -> None:
        table = given(4).when(
            passing(DOV, "apples", 4), Leave(DOV, counts=True), right(1, passing(DOV, "apples", 1))
        )
        assert table.game.done == {}

    def test_nor_is_who_took_the_badge_over(self) -> None:
        table = given(4).when(
            passing(BO, "apples", 4), Leave(ANN, counts=True), right(1, passing(BO, "apples", 1))
        )
        assert table.game.sheriff == BO
        assert table.game.done == {}

    def test_i10_a_leavers_promises_are_not_pinned_again(self) -> None:
        table = given(4).when(
            passing(BO, "apples", 1, deal(DOV, ANN, promise="Lunch")), Leave(DOV, counts=True)
        )
        table = table.when(right(1, passing(BO, "apples", 2, deal(DOV, ANN, promise="Lunch"))))
        assert table.game.promises == ()


def test_the_difference_leads_straight_from_where_there_is_too_much() -> None:
    was = (Move(purse(ANN), purse(BO), GOLD, 8),)
    now = (Move(purse(CLEO), purse(BO), GOLD, 3), Move(BANK, purse(DOV), GOLD, 1))
    assert difference(was, was) == ()
    assert sorted(difference(was, now), key=repr) == sorted(
        [
            Move(purse(BO), purse(ANN), GOLD, 5),
            Move(purse(CLEO), purse(ANN), GOLD, 3),
            Move(BANK, purse(DOV), GOLD, 1),
        ],
        key=repr,
    )


@pytest.mark.parametrize(
    "command", [opened(BO, "cheese", 3), passing(BO, "cheese", 3, cheese=1, face_down=2)]
)
def test_a_corrected_bag_is_as_if_it_had_been_booked_so_at_once(command: OpenBag | PassBag) -> None:
    for first in (
        opened(BO, "apples", 4, apples=2, silk=2),
        passing(BO, "apples", 4),
        opened(BO, "bread", 2),
    ):
        corrected = given(4).when(first, right(1, command))
        at_once = given(4).when(command)
        assert (corrected.purses, corrected.stands) == (at_once.purses, at_once.stands)
        assert corrected.game.done == at_once.game.done


def test_a_file_that_makes_a_payment_of_a_bag_changes_nothing_of_the_round() -> None:
    bag = given(3).when(passing(BO, "apples", 2))
    odd = EntryCorrected(1, 1, "", bag.event, bag.when(paying(ANN, BO, 5)).event, ())
    assert evolve(bag.game, odd).done == bag.game.done
