"""Nobody undoes unseen what another just did: forms against what they were drawn on."""

from dataclasses import replace

from companion.rules.ledger import Goods
from companion.rules.past import entry_changed
from companion.rules.refusals import EntryChanged
from companion.rules.sheriff import conflicts
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Declaration, Promise
from companion.rules.sheriff.declaring import Declare, MarkKept, TakeBackDeclaration
from companion.rules.sheriff.ending import CountGold
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.rotation import EndGame
from tests.rules.given import BO, CLEO, deal, given, open_debt, opened, passing, paying, refused
from tests.rules.voices import Voices

APPLES, BREAD = Declaration("apples", 3), Declaration("bread", 2)


def test_t3_the_badge_moves_on_once_a_round() -> None:
    game = given(4).game
    assert conflicts.badge_moved_on(game, 1) is None
    assert conflicts.badge_moved_on(game, 2) == no.BadgeMovedOn()


def test_what_was_for_another_round_is_not_said_in_this_one() -> None:
    talk = Voices.at(given(4)).talk
    assert conflicts.another_round(talk, 1) is None
    assert conflicts.another_round(talk, 2) == no.SaidLastRound(2)


def test_a_correction_changes_what_was_read() -> None:
    assert entry_changed(4, 4) is None
    assert entry_changed(6, 4) == EntryChanged()
    assert entry_changed(None, 4) is None


def test_s1_a_stand_is_put_right_as_it_was_read() -> None:
    game = given(4, stands={BO: {"apples": 3}}).game
    assert conflicts.stand_changed(game, BO, Goods({"apples": 3})) is None
    assert conflicts.stand_changed(game, BO, Goods()) == no.StandChanged(BO)


def test_t7_coins_are_counted_once_unless_the_other_number_was_read() -> None:
    table = given(3, coins_on_table=True).when(SitOut(BO), SitOut(CLEO), EndGame(), CountGold(BO, 7))
    since = table.events[-1:]
    assert conflicts.counted_otherwise(since, CountGold(BO, 7)) is None
    assert conflicts.counted_otherwise(since, CountGold(CLEO, 8)) is None
    assert conflicts.counted_otherwise(table.events[:1], CountGold(BO, 8)) is None
    assert conflicts.counted_otherwise(since, CountGold(BO, 8)) == no.CountedOtherwise(BO, 7)


def test_i1_a_declaration_replaces_the_one_that_was_read() -> None:
    talk = Voices.at(given(4)).when(Declare(BO, APPLES)).talk
    assert conflicts.declaration_changed(talk, Declare(BO, BREAD), APPLES) is None
    assert conflicts.declaration_changed(talk, Declare(BO, APPLES), None) is None
    assert conflicts.declaration_changed(talk, Declare(BO, BREAD), None) == no.DeclarationChanged(
        BO, 3, "apples"
    )
    assert conflicts.declaration_changed(talk, TakeBackDeclaration(BO), BREAD) == no.DeclarationChanged(
        BO, 3, "apples"
    )
    assert conflicts.declaration_changed(talk, TakeBackDeclaration(BO), APPLES) is None


def test_i1_a_declaration_that_is_gone_is_not_replaced() -> None:
    silent = Voices.at(given(4)).talk
    assert conflicts.declaration_changed(silent, Declare(BO, BREAD), APPLES) == no.DeclarationTakenBack(BO)
    assert conflicts.declaration_changed(silent, TakeBackDeclaration(BO), APPLES) is None


def test_i1_a_bag_is_booked_on_the_declaration_that_was_read() -> None:
    silent = Voices.at(given(4))
    talk = silent.when(Declare(BO, APPLES)).talk
    assert conflicts.declares_otherwise(talk, BO, APPLES, BREAD) is None
    assert conflicts.declares_otherwise(talk, BO, BREAD, BREAD) == no.DeclaresOtherwise(BO, 3, "apples")
    assert conflicts.declares_otherwise(talk, BO, BREAD, None) == no.DeclaresOtherwise(BO, 3, "apples")
    assert conflicts.declares_otherwise(silent.talk, BO, BREAD, BREAD) == no.NoLongerDeclares(BO)


def test_i1_what_was_said_at_the_table_alone_is_booked() -> None:
    silent = Voices.at(given(4))
    assert conflicts.declares_otherwise(silent.talk, BO, APPLES, None) is None
    assert conflicts.declares_otherwise(silent.when(Declare(BO, APPLES)).talk, BO, BREAD, APPLES) is None


def test_i10_a_promise_is_judged_as_it_was_read() -> None:
    lunch = Promise(1, BO, CLEO, "Lunch")
    silent = Voices.at(given(4).when(passing(BO, "apples", 3, deal(BO, CLEO, promise="Lunch"))))
    kept, broken = MarkKept(lunch, kept=True), MarkKept(lunch, kept=False)
    assert conflicts.mark_changed(silent.talk, broken, None) is None
    said = silent.when(kept).talk
    assert conflicts.mark_changed(said, kept, None) is None
    assert conflicts.mark_changed(said, broken, True) is None  # noqa: FBT003 - a mark
    assert conflicts.mark_changed(said, broken, None) == no.MarkedKept()
    said = silent.when(broken).talk
    assert conflicts.mark_changed(said, kept, None) == no.MarkedBroken()


SMUGGLED = replace(opened(BO, "apples", 3, silk=3), payment=Goods({"apples": 2}))
"""Bo owes 12, and two apples were chosen for it."""


def test_i10_no_more_is_paid_for_a_promise_than_was_promised() -> None:
    """In parts, too; what was given for another reason, or by somebody else, is no part of it."""
    asked = paying(BO, CLEO, 6, "lunch")
    table = given(3).when(asked, paying(BO, CLEO, 4), paying(CLEO, BO, 4, "lunch"))
    assert conflicts.promise_paid(table.events, asked, 10) is None
    assert conflicts.promise_paid(table.events, asked, 0) is None
    assert conflicts.promise_paid(table.events, asked, 6) == no.MarkedKept()


def test_d2_goods_pay_the_debt_that_they_were_chosen_for() -> None:
    game = given(4, gold={BO: 8}, stands={BO: {"apples": 3}}).game
    debt = open_debt(game, SMUGGLED)
    assert debt is not None
    assert conflicts.for_this_debt(game, SMUGGLED, debt.basis) == SMUGGLED
    assert conflicts.for_this_debt(game, SMUGGLED, "") == replace(SMUGGLED, payment=None)


def test_d2_where_nobody_is_short_it_is_told_that_no_goods_are_needed() -> None:
    game = given(4, stands={BO: {"apples": 3}}).game
    assert conflicts.for_this_debt(game, SMUGGLED, "") == SMUGGLED


def test_t7_goods_for_another_debt_do_not_become_coins() -> None:
    game = given(4, coins_on_table=True, stands={BO: {"apples": 3}}).game
    refused(lambda: conflicts.for_this_debt(game, SMUGGLED, ""), no.AnotherDebt(BO))
    unpaid = replace(SMUGGLED, payment=None)
    assert conflicts.for_this_debt(game, unpaid, "") == unpaid
    told = replace(unpaid, told=Goods({"silk": 1}))
    refused(lambda: conflicts.for_this_debt(game, told, ""), no.AnotherDebt(BO))
