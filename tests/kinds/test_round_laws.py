"""The laws of a round (E25 to E27)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.refusals import NothingMoved, NotInRounds
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.game import Correct, EntryCorrected, Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.past import before
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge, SkipTurn
from companion.rules.sheriff.round_laws import LONGEST_LAW, LawsProclaimed, ProclaimLaws, laws_typed
from companion.rules.sheriff.switching import SetOptions
from tests.rules.asking import takes
from tests.rules.dice import Dice
from tests.rules.given import (
    ANN,
    APPLE,
    BO,
    CLEO,
    DOV,
    SILK,
    Table,
    given,
    open_debt,
    opened,
    passing,
    paying,
)
from tests.tables import merry_table
from tests.web.merry import proclaims
from tests.web.scene import Scene, scene

TAX, DUTY = "Declared apples are taxed", "Chickens are contraband"
LAWS = ProclaimLaws((TAX,))
SAMPLES = (
    ProclaimLaws(("Apples are taxed", "“No” gold")),
    LawsProclaimed(("Apples are taxed", "“No” gold")),
)


@takes
def some_laws(game: Game, _: int, dice: Dice) -> ProclaimLaws:
    """Up to three laws, others than before."""
    every = [("Chickens are contraband",), ("Apples are taxed", "No gold"), ("One", "Two", "Three"), ()]
    return ProclaimLaws(dice.pick([laws for laws in every if laws != game.this_round.laws]))


def laws(app: Flask) -> Scene:
    """One law that stands, and a new one."""
    phone = merry_table(app).phone()
    proclaims(phone, TAX)
    phone.open(f"/g/{phone.page.game}/laws")
    return scene(phone, "Record the laws", {"line-0": "Chickens are contraband"})


def court(
    players: int = 4,
    *,
    gold: Mapping[int, int] | None = None,
    stands: Mapping[int, Mapping[str, int]] | None = None,
    coins_on_table: bool = False,
) -> Table:
    """A table with laws."""
    return given(players, gold=gold, stands=stands, coins_on_table=coins_on_table, expansions=("laws",))


def ruled(bag: OpenBag, fine: int) -> OpenBag:
    return replace(bag, fine=fine)


class TestProclaiming:
    def test_e26_up_to_three_stand_instead_of_those_before(self) -> None:
        table = court().when(LAWS)
        assert table.event == LawsProclaimed((TAX,))
        assert table.game.this_round.laws == (TAX,)
        table = table.when(ProclaimLaws((DUTY, TAX, "No gold")))
        assert table.game.this_round.laws == (DUTY, TAX, "No gold")
        table = table.when(ProclaimLaws(()))
        assert table.game.this_round.laws == ()

    def test_e26_an_empty_line_and_one_typed_twice_are_left_out(self) -> None:
        table = court().when(ProclaimLaws((" ", f"  {TAX} ", TAX, "", DUTY)))
        assert table.game.this_round.laws == (TAX, DUTY)

    def test_e26_no_more_than_three_of_140_characters(self) -> None:
        court().refuses(ProclaimLaws(("1", "2", "3", "4")), no.TooManyLaws(3))
        court().refuses(ProclaimLaws(("x" * 141,)), no.LawTooLong(140))
        court().when(ProclaimLaws(("x" * LONGEST_LAW,)))

    def test_something_changes(self) -> None:
        court().refuses(ProclaimLaws(()), NothingMoved())
        court().when(LAWS).refuses(LAWS, NothingMoved())

    def test_where_there_are_none_and_once_the_rounds_are_over(self) -> None:
        given(4).refuses(LAWS, no.NotPlayedHere())
        court().when(EndGame()).refuses(LAWS, NotInRounds())

    def test_e26_what_was_typed_is_known_the_latest_first(self) -> None:
        table = court().when(LAWS, SkipTurn(ANN), ProclaimLaws((DUTY,)), SkipTurn(BO))
        assert laws_typed(table.when(ProclaimLaws((TAX, "No gold"))).log) == ("No gold", TAX, DUTY)
        assert laws_typed(court().log) == ()

    def test_e26_what_was_taken_away_before_the_badge_moved_was_mistyped(self) -> None:
        """In whichever round it was typed first, unless it is typed again."""
        table = court().when(ProclaimLaws((TAX, "No glod")), SkipTurn(ANN), ProclaimLaws(("No glod",)))
        assert laws_typed(table.log) == ("No glod", TAX)
        table = table.when(ProclaimLaws(("No gold",)))
        assert laws_typed(table.log) == ("No gold", TAX)
        assert laws_typed(table.when(ProclaimLaws(("No glod",))).log) == ("No glod", TAX)


class TestUntilTheBadgeMoves:
    def test_e26_they_end_with_the_round(self) -> None:
        table = court(3).when(LAWS, SitOut(BO), SitOut(CLEO))
        assert table.game.this_round.laws == (TAX,)
        assert table.when(PassBadge()).game.this_round.laws == ()
        assert table.when(EndGame()).game.this_round.laws == ()

    def test_e26_they_end_when_the_sheriff_leaves_or_is_passed_by(self) -> None:
        table = court().when(LAWS)
        assert table.when(Leave(BO, counts=True)).game.this_round.laws == (TAX,)
        assert table.when(Leave(ANN, counts=True)).game.this_round.laws == ()
        assert table.when(SkipTurn(ANN)).game.this_round.laws == ()

    def test_the_badge_has_not_moved_where_the_sheriff_was_said_wrong(self) -> None:
        assert court().when(LAWS, MendSheriff(BO)).game.this_round.laws == (TAX,)

    def test_they_end_when_the_table_plays_without(self) -> None:
        table = court().when(LAWS, SetOptions(Options(crowns=True)))
        assert table.game.this_round.laws == ()
        kept = court().when(LAWS, SetOptions(Options(crowns=True, laws=True)))
        assert kept.game.this_round.laws == (TAX,)


class TestFines:
    BAG = opened(BO, "apples", 2, apples=1, silk=1)

    def test_e27_a_law_changes_no_sum_by_itself(self) -> None:
        court().when(LAWS, self.BAG).holds(purses=[50 + SILK, 50 - SILK, 50, 50])

    def test_e27_a_fine_can_be_overtyped_while_one_stands(self) -> None:
        table = court().when(LAWS, ruled(self.BAG, 11)).holds(purses=[61, 39, 50, 50])
        fine = table.event.fine
        assert (fine.typed, fine.amount, sum(line.amount for line in fine.lines)) == (11, 11, SILK)
        assert table.event.coins == 11

    def test_e27_the_sheriff_s_too(self) -> None:
        table = court().when(LAWS, ruled(opened(BO, "apples", 2), 1))
        table.holds(purses=[49, 51, 50, 50])

    def test_e27_to_nothing_at_all(self) -> None:
        court().when(LAWS, ruled(self.BAG, 0)).holds(purses=[50, 50, 50, 50], stands={BO: {"apples": 1}})

    def test_e27_what_the_cards_cost_is_no_other_fine(self) -> None:
        typed, plain = court().when(LAWS, ruled(self.BAG, SILK)), court().when(LAWS, self.BAG)
        assert typed.event == plain.event

    @pytest.mark.parametrize("fine", [-1, 1_000])
    def test_e27_from_0_to_999(self, fine: int) -> None:
        court().when(LAWS).refuses(ruled(self.BAG, fine), no.FineOutOfRange(999))

    def test_e27_only_while_one_stands(self) -> None:
        court().refuses(ruled(self.BAG, 4), no.NoLawStands())
        given(4).refuses(ruled(self.BAG, 4), no.NoLawStands())

    def test_d1_what_coins_do_not_cover_is_a_debt_of_that_much(self) -> None:
        table = court(gold={BO: 5}, stands={BO: {"bread": 2}}).when(LAWS)
        bag = ruled(self.BAG, 9)
        table.refuses(bag, no.DebtOpen(BO, 9, 5))
        debt = open_debt(table.game, bag)
        assert debt
        assert debt.rest == 4
        assert debt.proposal == {"apples": 1, "bread": 1}
        table.when(replace(bag, payment=debt.proposal)).holds(purses=[55, 0, 50, 50])

    def test_e27_a_correction_is_under_the_laws_of_its_round(self) -> None:
        """Also if they were typed after the bag; a bag of a round without any is not."""
        table = (
            court(3)
            .when(self.BAG, LAWS, Correct(1, ruled(self.BAG, 7), "The law"))
            .holds(purses=[57, 43, 50])
        )
        assert isinstance(table.event, EntryCorrected)
        later = table.when(SitOut(CLEO), PassBadge(), opened(CLEO, "apples", 1), SitOut(ANN), PassBadge())
        later.when(Correct(1, ruled(self.BAG, 0), "No")).holds(purses=[50, 50 - APPLE, 50 + APPLE])
        of_second = ruled(opened(CLEO, "apples", 1), APPLE + 1)
        later.refuses(Correct(6, of_second, "No"), no.NoLawStands())
        assert before(later.log, 1).this_round.laws == (TAX,)
        assert before(later.log, 6).this_round.laws == ()

    def test_e27_gold_is_moved_with_the_law_as_its_reason(self) -> None:
        law = "x" * LONGEST_LAW
        table = court().when(ProclaimLaws((law,)), paying(BO, None, 3, law)).holds(purses=[50, 47, 50, 50])
        table.when(passing(BO, "apples", 1), paying(None, DOV, 2, law)).holds(purses=[50, 47, 50, 52])

    def test_t7_a_table_that_keeps_its_coins_types_it_too(self) -> None:
        table = court(coins_on_table=True, stands={BO: {"bread": 3}}).when(LAWS)
        bag = replace(ruled(self.BAG, 9), payment=Goods({"bread": 2}))
        table = table.when(bag)
        assert table.event.coins == 3
