"""The badge goes round: rounds, turns, leaving, ending early, fewer rounds (T3)."""

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import (
    CountIsClosed,
    LastOneHere,
    NoSuchSeat,
    NotInRounds,
    PlayerHasLeft,
    TooFewLeft,
)
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.ending import CheckStand, CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave, PlayerLeft, lapsing, turns_at_end
from companion.rules.sheriff.refusals import BagsLeft, BagsOut, RoundsOutOfRange
from companion.rules.sheriff.rotation import BadgePassed, CountBegun, EndGame, PassBadge, SetRounds, bags_out
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, Table, deal, given, opened, passing, paying


def round_over(table: Table) -> Table:
    """Everybody else sits out, and the badge goes on."""
    return table.when(*(SitOut(merchant) for merchant in table.game.waiting), PassBadge())


def rounds_over(table: Table, number: int) -> Table:
    """So many rounds later."""
    for _ in range(number):
        table = round_over(table)
    return table


class TestTheBadge:
    def test_t3_goes_to_the_left(self) -> None:
        table = round_over(given(4, sheriff=CLEO))
        assert table.event == BadgePassed(DOV, 2)
        assert (table.game.sheriff, table.game.round, table.game.done) == (DOV, 2, {})
        assert round_over(table).game.sheriff == ANN

    @pytest.mark.parametrize("players, rounds, turns", [(3, 9, 3), (4, 8, 2), (5, 10, 2)])
    def test_t3_the_game_lasts_until_everybody_was_sheriff_as_often(
        self, players: int, rounds: int, turns: int
    ) -> None:
        table = given(players, sheriff=BO)
        assert rounds_over(table, rounds - 1).game.stage is Stage.ROUNDS
        table = rounds_over(table, rounds)
        assert table.event == CountBegun((turns,) * players, early=False)
        assert table.game.stage is Stage.COUNT
        assert table.game.turns == (turns,) * players

    def test_i2_it_waits_for_every_bag(self) -> None:
        table = given(4).when(opened(CLEO, "apples", 1))
        table.refuses(PassBadge(), BagsLeft((BO, DOV)))

    def test_after_the_rounds_nothing_of_a_round_can_be_recorded(self) -> None:
        table = given(3).when(EndGame())
        for command in (PassBadge(), opened(BO, "apples", 1), SitOut(BO), SetRounds(5), EndGame()):
            table.refuses(command, NotInRounds())


class TestEndingNow:
    def test_the_last_train_in_round_1_with_nothing_done(self) -> None:
        table = given(4).when(EndGame())
        assert table.event == CountBegun((0, 0, 0, 0), early=True)
        assert turns_at_end(table.event) == (0, 0, 0, 0)
        assert turns_at_end(table.events[0]) == ()

    def test_the_unequal_turns_are_told(self) -> None:
        table = rounds_over(given(4), 5).when(passing(CLEO, "apples", 1), SitOut(DOV), SitOut(ANN), EndGame())
        assert table.event == CountBegun((2, 2, 1, 1), early=True)
        assert table.game.turns == (2, 2, 1, 1)

    def test_a_round_without_a_bag_is_no_turn(self) -> None:
        assert rounds_over(given(4), 4).when(EndGame()).game.turns == (1, 1, 1, 1)
        assert rounds_over(given(4), 4).when(SitOut(BO), EndGame()).game.turns == (1, 1, 1, 1)

    def test_i2_no_bag_that_is_out_is_forgotten(self) -> None:
        """What is left when the inspection ends has passed: it is recorded before the end."""
        table = given(4).when(opened(CLEO, "apples", 1))
        table.refuses(EndGame(), BagsOut((BO, DOV)))
        ended = table.when(EndGame(no_more_bags=True))
        assert ended.event == CountBegun((1, 0, 0, 0), early=True, absent=(BO, DOV))
        table = table.when(passing(BO, "apples", 2), SitOut(DOV), EndGame())
        assert table.game.turns == (1, 0, 0, 0)

    def test_i2_before_the_first_bag_only_the_declared_are_out(self) -> None:
        """Who only packs, or sits out, has nothing at stake; who declared has."""
        game = given(4).when(SitOut(BO)).game
        assert bags_out(game) == ()
        assert bags_out(game, {BO, DOV}) == (DOV,)

    def test_i2_with_bags_out_the_game_can_still_be_made_shorter(self) -> None:
        table = given(4).when(opened(CLEO, "apples", 1), SetRounds(1))
        assert round_over(table).game.stage is Stage.COUNT

    def test_from_mid_game_the_earlier_turns_count(self) -> None:
        assert given(4, sheriff=CLEO, round=7).when(EndGame()).game.turns == (2, 2, 1, 1)


class TestFewerRounds:
    def test_the_game_ends_with_the_round_that_was_set(self) -> None:
        table = given(4).when(SetRounds(2))
        assert (table.game.rounds, table.game.badge_order) == (2, (BO,))
        table = rounds_over(table, 2)
        assert table.event == CountBegun((1, 1, 0, 0), early=False)

    def test_it_may_end_with_this_round(self) -> None:
        table = rounds_over(given(4), 2).when(SetRounds(3))
        assert round_over(table).game.stage is Stage.COUNT

    def test_and_be_lengthened_again(self) -> None:
        table = rounds_over(given(4), 1).when(SetRounds(2), SetRounds(8))
        assert table.game.badge_order == (CLEO, DOV, ANN, BO, CLEO, DOV)

    @pytest.mark.parametrize("rounds", [-1, 0, 2, 17, 10**9])
    def test_not_fewer_than_were_begun_nor_more_than_twice_the_rule_books(self, rounds: int) -> None:
        rounds_over(given(4), 2).refuses(SetRounds(rounds), RoundsOutOfRange(3, 16))

    def test_t3_after_a_leaver_everybody_left_still_has_the_same_turns(self) -> None:
        """Of five, Eve leaves in the second round without a turn: eight turns of the others are left."""
        table = round_over(given(5)).when(Leave(EVE, counts=True))
        assert table.game.rounds == 8
        table = table.when(SetRounds(3), SetRounds(8))
        assert table.game.badge_order == (CLEO, DOV, ANN, BO, CLEO, DOV)

    def test_t3_after_a_leaver_who_had_a_turn(self) -> None:
        table = round_over(given(5)).when(Leave(ANN, counts=True))
        assert table.game.rounds == 9
        table.refuses(SetRounds(21), RoundsOutOfRange(2, 20))
        assert table.when(SetRounds(12)).game.badge_order[-3:] == (BO, CLEO, DOV)


class TestMoreRounds:
    def test_the_badge_goes_round_as_often_as_the_table_wants(self) -> None:
        """A third turn each for four, where the rule book has two."""
        table = rounds_over(given(4).when(SetRounds(12)), 12)
        assert table.event == CountBegun((3, 3, 3, 3), early=False)


class TestLeaving:
    def test_a_merchants_purse_and_stand_stay_for_the_count(self) -> None:
        table = given(4, stands={DOV: {"apples": 2}}).when(Leave(DOV, counts=True))
        table.holds(purses=[50] * 4, stands={DOV: {"apples": 2}})
        assert table.game.seats[DOV].presence is Presence.LEFT
        assert table.game.merchants == (BO, CLEO)
        assert table.game.badge_order == (BO, CLEO, ANN, BO, CLEO)

    def test_or_go_back(self) -> None:
        table = given(4, gold={DOV: 31}, stands={DOV: {"apples": 2, FACE_DOWN: 1}}).when(
            Leave(DOV, counts=False)
        )
        table.holds(purses=[50, 50, 50, 0], stands={DOV: {}})
        assert table.game.seats[DOV].presence is Presence.GONE

    def test_who_left_takes_part_no_more(self) -> None:
        for counts in (True, False):
            table = given(4).when(Leave(DOV, counts=counts))
            for command in (opened(DOV, "apples", 1), SitOut(DOV), Leave(DOV, counts=True)):
                table.refuses(command, PlayerHasLeft(DOV))
            table.refuses(passing(BO, "apples", 1, deal(DOV, ANN, 1)), PlayerHasLeft(DOV))
            table.refuses(passing(BO, "apples", 1, deal(BO, DOV, 1)), PlayerHasLeft(DOV))

    def test_with_a_bag_already_recorded(self) -> None:
        table = given(4).when(passing(DOV, "apples", 3), Leave(DOV, counts=True), SitOut(BO), SitOut(CLEO))
        table.holds(stands={DOV: {"apples": 3}})
        assert DOV not in table.game.done
        table.when(PassBadge())

    def test_a_leavers_open_bag_is_not_waited_for(self) -> None:
        table = given(4).when(SitOut(BO), SitOut(CLEO))
        table.refuses(PassBadge(), BagsLeft((DOV,)))
        table.when(Leave(DOV, counts=False), PassBadge())

    def test_a_sheriffs_badge_goes_left_at_once_and_the_round_goes_on(self) -> None:
        table = given(5, sheriff=BO).when(passing(DOV, "apples", 1), passing(CLEO, "apples", 2))
        table = table.when(Leave(BO, counts=True))
        assert table.game.sheriff == table.event.sheriff == CLEO
        assert table.game.round == 1
        assert table.game.done == {DOV: "passed"}
        assert table.game.waiting == (EVE, ANN)
        assert table.game.badge_order == (DOV, EVE, ANN, CLEO, DOV, EVE, ANN)
        table = rounds_over(table, 8)
        assert table.event == CountBegun((2, 0, 2, 2, 2), early=False)

    @pytest.mark.parametrize("counts", [True, False])
    def test_t3_a_sheriff_in_the_last_round_leaves_nobody_a_third_turn(self, *, counts: bool) -> None:
        table = rounds_over(given(4), 7).when(
            passing(ANN, "apples", 1), SitOut(BO), opened(CLEO, "bread", 1), Leave(DOV, counts=counts)
        )
        assert table.game.stage is Stage.COUNT
        assert table.game.turns == turns_at_end(table.event) == (2, 2, 2, 2)
        assert table.game.seats[DOV].presence is (Presence.LEFT if counts else Presence.GONE)
        table.when(CloseCount())

    def test_t3_before_the_first_bag_it_was_no_turn(self) -> None:
        table = rounds_over(given(4), 7).when(Leave(DOV, counts=True))
        assert table.game.stage is Stage.COUNT
        assert table.game.turns == (2, 2, 2, 1)

    def test_i2_the_last_sheriff_leaves_no_bag_behind(self) -> None:
        table = rounds_over(given(4), 7).when(passing(ANN, "apples", 1), SitOut(BO))
        table.refuses(Leave(DOV, counts=True), BagsOut((CLEO,)))
        table.when(Leave(CLEO, counts=True))

    def test_t3_in_a_shorter_game_the_next_one_has_a_turn_left(self) -> None:
        table = rounds_over(given(4), 2).when(SetRounds(3), opened(BO, "bread", 1), Leave(CLEO, counts=True))
        assert (table.game.sheriff, table.game.stage) == (DOV, Stage.ROUNDS)
        assert round_over(table).event == CountBegun((1, 1, 0, 1), early=False)

    def test_t3_as_it_was_recorded_before_a_third_turn_stands(self) -> None:
        """An evening of an older release, in which the badge went on: what happened is not decided again."""
        table = rounds_over(given(4), 7)
        left = PlayerLeft(DOV, counts=True, sheriff=ANN, badge_order=(), moves=())
        table = round_over(Table.after((*table.events, left)))
        assert table.event == CountBegun((3, 2, 2, 1), early=False)

    def test_a_merchant_in_the_last_round(self) -> None:
        table = round_over(rounds_over(given(4), 7).when(Leave(BO, counts=False)))
        assert table.event == CountBegun((2, 2, 2, 2), early=False)

    def test_two_after_each_other(self) -> None:
        table = given(5).when(Leave(ANN, counts=True), Leave(BO, counts=False))
        assert (table.game.sheriff, table.game.merchants) == (CLEO, (DOV, EVE))
        assert rounds_over(table, 6).event == CountBegun((0, 0, 2, 2, 2), early=False)

    def test_t1_three_are_needed_to_play_on(self) -> None:
        given(3).refuses(Leave(BO, counts=True), TooFewLeft())
        table = given(5).when(Leave(ANN, counts=True), Leave(BO, counts=True))
        table.refuses(Leave(CLEO, counts=True), TooFewLeft())

    def test_once_the_count_has_begun_anybody_may_go_but_the_last(self) -> None:
        table = given(3).when(EndGame(), Leave(BO, counts=True), Leave(ANN, counts=False))
        for counts in (True, False):
            table.refuses(Leave(CLEO, counts=counts), LastOneHere())
        assert table.game.here == (CLEO,)
        assert table.game.sheriff == ANN
        table.holds(purses=[0, 50, 50])

    @pytest.mark.parametrize("seat", [-1, 4])
    def test_nobody_sits_elsewhere(self, seat: int) -> None:
        given(4).refuses(Leave(seat, counts=True), NoSuchSeat(seat))

    def test_t6_the_box_stays_as_it_was(self) -> None:
        table = given(4).when(Leave(DOV, counts=True))
        table.when(passing(BO, "bread", 3)).holds(stands={BO: {"bread": 3}})

    def test_i10_a_leavers_promises_are_no_longer_pinned(self) -> None:
        """Nobody can keep them, and nobody can be reminded of what was promised to somebody gone."""
        table = given(5).when(
            passing(BO, "apples", 1, deal(BO, EVE, promise="To Eve"), deal(BO, ANN, promise="To Ann")),
            passing(CLEO, "apples", 1, deal(EVE, BO, promise="By Eve")),
        )
        assert len(table.game.promises) == 3
        table = table.when(Leave(EVE, counts=True))
        assert table.game.promises == (Promise(1, BO, ANN, "To Ann"),)
        assert table.event.lapsed == (Promise(1, BO, EVE, "To Eve"), Promise(1, EVE, BO, "By Eve"))

    def test_i10_a_promise_whose_giver_was_sheriff_since_lapses_no_more(self) -> None:
        """Nobody waits for it any longer: Bo's after the second round, Dov's after the fourth."""
        deals = deal(BO, DOV, promise="Bo's"), deal(DOV, BO, promise="Dov's")
        table = given(4).when(passing(BO, "apples", 1, *deals))
        both, dovs = ["Bo's", "Dov's"], ["Dov's"]
        for number, lapses in ((1, both), (2, both), (3, dovs), (4, dovs), (5, [])):
            assert table.game.round == number
            assert [given.text for given in lapsing(table.game, DOV)] == lapses
            table = table.when(*map(SitOut, table.game.waiting), PassBadge())

    def test_who_left_with_nothing_gets_nothing_any_more(self) -> None:
        table = given(4, gold={DOV: 31}).when(Leave(DOV, counts=False))
        table.refuses(paying(BO, DOV, 1), PlayerHasLeft(DOV))
        table.refuses(paying(None, DOV, apples=1), PlayerHasLeft(DOV))
        table.refuses(RevealContraband(DOV, Goods({"silk": 1})), PlayerHasLeft(DOV))
        table.when(EndGame()).refuses(CheckStand(DOV, Goods({"apples": 1})), PlayerHasLeft(DOV))

    def test_stands_that_still_count_can_be_corrected(self) -> None:
        table = given(4, stands={DOV: {FACE_DOWN: 1}}).when(Leave(DOV, counts=True))
        table = table.when(
            paying(BO, DOV, 1),
            RevealContraband(DOV, Goods({"silk": 1})),
            EndGame(),
            CheckStand(DOV, Goods({"silk": 2})),
        )
        table.holds(purses={BO: 49, DOV: 51}, stands={DOV: {"silk": 2}})

    def test_of_coins_counted_already_nothing_stays(self) -> None:
        table = given(4, coins_on_table=True).when(EndGame(), CountGold(DOV, 44), Leave(DOV, counts=False))
        table.holds(purses=[0] * 4)
        table.refuses(CountGold(DOV, 1), PlayerHasLeft(DOV))

    def test_nobody_leaves_a_closed_count(self) -> None:
        given(3).when(EndGame(), CloseCount()).refuses(Leave(BO, counts=True), CountIsClosed())
