"""Six players have two Deputies a round: who serves, for how long, and who follows (E6, E7, E15 to E17)."""

from collections import Counter

import pytest

from companion.rules.refusals import NothingMoved, NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.deputies import first_pairs, follows, heirs, next_pairs, present_pairs
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave, PlayerLeft
from companion.rules.sheriff.rotation import (
    BadgePassed,
    CountBegun,
    EndGame,
    MendSheriff,
    PassBadge,
    SetRounds,
    SheriffMended,
    SkipTurn,
)
from companion.rules.sheriff.seating import ComeBack, Join
from companion.rules.sheriff.setup import OpenTable, TableOpened
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, FLO, Table, command_for, given, passing, refused

ALL = (ANN, BO, CLEO, DOV, EVE, FLO)


def over(table: Table, *pair: int, drawn: bool = False) -> Table:
    """Everybody sits out, and these two are Deputies next."""
    return table.when(*(SitOut(merchant) for merchant in table.game.waiting), PassBadge(pair, drawn=drawn))


def without(*leavers: int, table: Table | None = None) -> Table:
    """A table of six in its first round, once some went home."""
    return (table or given(6)).when(*(Leave(seat, counts=True) for seat in leavers))


def not_opened(command: OpenTable, refusal: Refusal) -> None:
    refused(command.begin, refusal)


class TestSix:
    def test_e6_a_round_has_two_deputies_and_four_merchants(self) -> None:
        game = given(6).game
        assert (game.deputies, game.sheriffs, game.sheriff) == ((ANN, BO), (ANN, BO), ANN)
        assert game.merchants == (CLEO, DOV, EVE, FLO)

    def test_e6_a_deputy_brings_no_bag(self) -> None:
        given(6).refuses(passing(BO, "apples", 1), no.DeputyBringsNoBag(BO))

    def test_e15_merchants_begin_on_the_left_of_the_deputy_drawn_first(self) -> None:
        game = given(6, sheriff=DOV, deputies=(DOV, ANN)).game
        assert game.merchants == (EVE, FLO, BO, CLEO)

    def test_e6_cards_and_purses_are_those_of_four(self) -> None:
        six = given(6)
        six.holds(purses=[50] * 6)
        assert six.game.box.copies == given(4).game.box.copies

    def test_e6_three_to_five_have_one_sheriff_and_no_deputies(self) -> None:
        for players in (3, 4, 5):
            game = given(players).game
            assert (game.deputies, game.sheriffs, game.planned) == ((), (ANN,), 0)
            assert not game.has_deputies
            assert next_pairs(game) == present_pairs(game) == ()

    @pytest.mark.parametrize("named", [{"deputies": (ANN, BO)}, {"served": (ANN, BO)}], ids=str)
    def test_e6_nobody_names_deputies_for_five(self, named: dict[str, tuple[int, ...]]) -> None:
        not_opened(command_for(5, **named), no.NoDeputiesHere())

    def test_e6_nobody_makes_six_of_five_by_joining_late(self) -> None:
        given(5).refuses(Join("Flo", ANN, 1), no.TableFull(5))
        without(FLO).refuses(Join("Gil", ANN, 1), no.TableFull(6))


class TestTheDraw:
    def test_e7_the_first_pair_is_drawn_or_named(self) -> None:
        table = given(6, sheriff=FLO, deputies=(FLO, CLEO), drawn=True)
        assert (table.event.deputies, table.event.drawn, table.event.rounds) == ((FLO, CLEO), True, 9)
        not_opened(command_for(6, deputies=()), no.DeputiesUnnamed())

    @pytest.mark.parametrize("pair", [(ANN,), (ANN, BO, CLEO), (ANN, 6), (-1, BO)])
    def test_e7_they_are_two_of_the_six(self, pair: tuple[int, ...]) -> None:
        not_opened(command_for(6, deputies=pair), no.WrongDeputies(ALL))

    def test_e7_they_are_two_different_players(self) -> None:
        not_opened(command_for(6, deputies=(ANN, ANN)), no.DeputyTwice())
        given(6).refuses(MendSheriff(BO, (BO, BO)), no.DeputyTwice())
        waiting = given(6).when(*(SitOut(seat) for seat in (CLEO, DOV, EVE, FLO)))
        waiting.refuses(PassBadge((CLEO, CLEO)), no.DeputyTwice())

    def test_e7_the_first_of_them_is_the_games_first_sheriff(self) -> None:
        not_opened(command_for(6, sheriff=BO), no.WrongDeputies((ANN, BO)))

    def test_e7_whoever_has_not_served_yet_can_be_drawn_next(self) -> None:
        table = given(6)
        assert len(next_pairs(table.game)) == 12
        assert {seat for pair in next_pairs(table.game) for seat in pair} == {CLEO, DOV, EVE, FLO}
        table = over(table, EVE, CLEO, drawn=True)
        assert table.event == BadgePassed(EVE, 2, deputies=(EVE, CLEO), drawn=True)
        assert table.game.merchants == (FLO, ANN, BO, DOV)

    @pytest.mark.parametrize("pair", [(ANN, CLEO), (CLEO,), (CLEO, DOV, EVE)])
    def test_e7_nobody_serves_twice_before_all_have(self, pair: tuple[int, ...]) -> None:
        waiting = given(6).when(*(SitOut(seat) for seat in (CLEO, DOV, EVE, FLO)))
        waiting.refuses(PassBadge(pair), no.WrongDeputies((CLEO, DOV, EVE, FLO)))
        waiting.refuses(PassBadge(), no.DeputiesUnnamed())

    def test_e7_the_third_pair_follows_by_itself(self) -> None:
        table = over(over(given(6), EVE, CLEO))
        assert table.event == BadgePassed(FLO, 3, deputies=(FLO, DOV))
        named = over(over(given(6), EVE, CLEO), DOV, FLO)
        assert named.game.deputies == (DOV, FLO)

    def test_e7_a_second_draw_is_what_was_asked_for_and_another_pair_is_not(self) -> None:
        drawn, named = over(given(6), EVE, CLEO, drawn=True), over(given(6), EVE, CLEO)
        assert PassBadge((DOV, FLO), drawn=True).is_so(drawn.game, drawn.events)
        assert not PassBadge((EVE, CLEO)).is_so(drawn.game, drawn.events)
        assert PassBadge((EVE, CLEO)).is_so(named.game, named.events)
        assert not PassBadge((DOV, FLO)).is_so(named.game, named.events)
        third = over(named)
        assert PassBadge().is_so(third.game, third.events)

    def test_e7_then_the_cards_are_shuffled_and_anybody_can_be_drawn(self) -> None:
        table = over(over(given(6), EVE, CLEO))
        assert len(next_pairs(table.game)) == 30
        assert not follows(next_pairs(table.game))
        assert over(table, FLO, ANN).game.deputies == (FLO, ANN)

    def test_e7_nine_rounds_and_everybody_serves_three_times(self) -> None:
        table, served = given(6), Counter((ANN, BO))
        assert table.game.rounds == 9
        for _ in range(8):
            table = over(table, *next_pairs(table.game)[-1])
            served.update(table.game.deputies)
        assert (table.game.round, table.game.stage) == (9, Stage.ROUNDS)
        assert served == Counter(dict.fromkeys(ALL, 3))
        table = over(table)
        assert table.event == CountBegun((3,) * 6, early=False)
        table.refuses(PassBadge(), NotInRounds())

    def test_e6_a_round_with_one_sheriff_takes_no_pair(self) -> None:
        waiting = given(4).when(*(SitOut(seat) for seat in (BO, CLEO, DOV)))
        waiting.refuses(PassBadge((BO, CLEO)), no.NoDeputiesHere())

    def test_t3_the_table_can_play_fewer_rounds_or_more(self) -> None:
        table = given(6, rounds=4)
        assert table.game.rounds == 4
        table = table.when(SetRounds(18))
        assert (table.game.rounds, table.game.badge_order) == (18, ())
        table.refuses(SetRounds(19), no.RoundsOutOfRange(1, 18))
        early = over(table.when(SetRounds(1)))
        assert early.event == CountBegun((1, 1, 0, 0, 0, 0), early=False)

    def test_t3_a_game_that_ends_in_mid_round_counts_it_for_both(self) -> None:
        table = given(6).when(passing(CLEO, "apples", 1), *(SitOut(seat) for seat in (DOV, EVE, FLO)))
        assert table.when(EndGame()).event == CountBegun((1, 1, 0, 0, 0, 0), early=True)


class TestMidGame:
    def test_e7_it_names_who_served_since_the_last_shuffle(self) -> None:
        table = given(6, round=6, sheriff=DOV, deputies=(DOV, FLO), served=(EVE, BO, CLEO, ANN))
        assert (table.game.round, table.game.rounds, table.game.opened_in) == (6, 9, 6)
        assert table.game.turns == (2, 2, 2, 1, 2, 1)
        assert table.game.terms == (2,) * 6

    def test_e17_the_first_who_served_is_the_games_first_deputy_as_far_as_is_known(self) -> None:
        begun = given(6, round=2, sheriff=DOV, deputies=(DOV, FLO), served=(EVE, BO))
        assert begun.game.first_sheriff == EVE
        shuffled = given(6, round=4, sheriff=DOV, deputies=(DOV, FLO))
        assert (shuffled.game.first_sheriff, shuffled.game.turns) == (DOV, (1,) * 6)

    @pytest.mark.parametrize(
        "round_, served, number",
        [(1, (ANN, BO), 0), (2, (), 2), (2, (CLEO,), 2), (3, (CLEO, CLEO, DOV, EVE), 4), (2, (CLEO, 6), 2)],
    )
    def test_e7_as_many_as_served_since(self, round_: int, served: tuple[int, ...], number: int) -> None:
        not_opened(command_for(6, round=round_, served=served), no.ServedMismatch(number))

    def test_e7_who_served_is_not_drawn_again(self) -> None:
        command = command_for(6, round=2, served=(BO, CLEO))
        not_opened(command, no.WrongDeputies((ANN, DOV, EVE, FLO)))
        assert len(first_pairs(6, (BO, CLEO))) == 12

    def test_e7_the_last_pair_follows_by_itself(self) -> None:
        command = command_for(6, round=3, served=(BO, CLEO, EVE, FLO), deputies=())
        event = command.begin()
        assert isinstance(event, TableOpened)
        assert event.deputies == (ANN, DOV)


class TestPutRight:
    """Other Deputies than were said: the table's cards showed them."""

    def test_e7_before_a_bag_is_booked(self) -> None:
        table = given(6).when(SitOut(EVE), MendSheriff(EVE, (EVE, BO)))
        assert table.event == SheriffMended(EVE, 1, (), deputies=(EVE, BO))
        assert (table.game.sheriff, table.game.first_sheriff, table.game.done) == (EVE, EVE, {})
        assert table.game.rounds == 9

    def test_e7_the_other_one_alone_can_be_put_right(self) -> None:
        assert given(6).when(MendSheriff(ANN, (ANN, FLO))).game.deputies == (ANN, FLO)

    def test_e7_in_mid_game_the_first_deputy_and_the_terms_stay(self) -> None:
        table = given(6, round=2, sheriff=DOV, deputies=(DOV, FLO), served=(EVE, BO))
        mended = table.when(MendSheriff(CLEO, (CLEO, FLO))).game
        assert (mended.first_sheriff, mended.turns) == (EVE, table.game.turns)
        table.refuses(MendSheriff(EVE, (EVE, FLO)), no.WrongDeputies((ANN, CLEO, DOV, FLO)))

    def test_e16_where_four_are_left_one_serves_after_them(self) -> None:
        table = without(FLO, EVE).when(MendSheriff(CLEO, (CLEO, BO)))
        assert table.game.deputies == (CLEO, BO)
        assert table.game.badge_order[:4] == (DOV, ANN, BO, CLEO)

    def test_it_names_another_pair_whose_first_is_named(self) -> None:
        table = given(6)
        table.refuses(MendSheriff(ANN, (ANN, BO)), NothingMoved())
        third = given(6, round=3, served=(CLEO, DOV, EVE, FLO))
        third.refuses(MendSheriff(ANN, (ANN, BO)), no.IsSheriff(ANN))
        third.refuses(MendSheriff(CLEO, (CLEO, BO)), no.WrongDeputies((ANN, BO)))
        assert third.when(MendSheriff(BO, (BO, ANN))).game.deputies == (BO, ANN)
        table.refuses(MendSheriff(BO, (CLEO, BO)), no.WrongDeputies((CLEO, BO)))
        table.refuses(MendSheriff(BO), no.DeputiesUnnamed())
        booked = table.when(passing(CLEO, "apples", 1))
        booked.refuses(MendSheriff(ANN, (ANN, FLO)), no.BagsBooked())
        given(4).refuses(MendSheriff(BO, (BO, CLEO)), no.NoDeputiesHere())

    def test_what_is_already_so(self) -> None:
        game = given(6).game
        assert MendSheriff(ANN, (ANN, BO)).is_so(game, ())
        assert not MendSheriff(ANN, (ANN, CLEO)).is_so(game, ())
        assert MendSheriff(ANN).is_so(given(4).game, ())

    def test_e16_one_who_serves_alone_since_the_other_left(self) -> None:
        table = without(FLO, BO)
        assert table.game.sheriffs == (ANN,)
        table.refuses(MendSheriff(ANN), no.IsSheriff(ANN))
        mended = table.when(MendSheriff(DOV)).game
        assert (mended.sheriffs, mended.first_sheriff, mended.rounds) == ((DOV,), DOV, 9)
        assert mended.badge_order[:4] == (EVE, ANN, CLEO, DOV)


class TestGoingHome:
    def test_e16_five_left_pairs_go_on(self) -> None:
        table = without(FLO)
        assert (table.game.deputies, table.game.rounds) == ((ANN, BO), 9)
        assert table.game.merchants == (CLEO, DOV, EVE)
        assert over(table, EVE, DOV).game.deputies == (EVE, DOV)

    def test_e16_always_those_with_the_fewest_terms(self) -> None:
        """After two rounds Cleo has not served yet, and one of the four others is drawn."""
        table = over(without(FLO), EVE, DOV)
        assert {frozenset(pair) for pair in next_pairs(table.game)} == {
            frozenset({CLEO, other}) for other in (ANN, BO, DOV, EVE)
        }
        assert over(table, BO, CLEO).game.deputies == (BO, CLEO)

    def test_e16_a_deputys_badge_is_drawn_among_those_with_the_fewest_terms(self) -> None:
        table = over(given(6), CLEO, DOV)
        assert heirs(table.game, DOV) == (EVE, FLO)
        table.refuses(Leave(DOV, counts=True), no.HeirUnnamed((EVE, FLO)))
        table.refuses(Leave(DOV, counts=True, heir=ANN), no.HeirUnnamed((EVE, FLO)))
        left = table.when(Leave(DOV, counts=True, heir=FLO))
        assert left.event == PlayerLeft(
            DOV, counts=True, sheriff=CLEO, badge_order=(), moves=(), deputies=(CLEO, FLO), heir=FLO
        )
        assert left.game.merchants == (EVE, ANN, BO)

    def test_e16_the_heir_follows_by_itself_where_only_one_can(self) -> None:
        table = over(over(without(FLO), EVE, DOV), CLEO, ANN).when(ComeBack(FLO, 0))
        assert table.game.terms == (2, 1, 1, 1, 1, 0)
        assert table.when(Leave(ANN, counts=True)).game.deputies == (CLEO, FLO)

    def test_e16_who_takes_over_brings_no_bag_any_more(self) -> None:
        table = given(6).when(passing(CLEO, "apples", 1), Leave(ANN, counts=True, heir=CLEO))
        assert (table.game.deputies, table.game.sheriff) == ((BO, CLEO), BO)
        assert (table.game.done, table.game.merchants) == ({}, (DOV, EVE, FLO))

    def test_e16_nobody_takes_over_from_a_merchant(self) -> None:
        given(6).refuses(Leave(FLO, counts=True, heir=CLEO), no.NobodyFollows())
        given(4).refuses(Leave(BO, counts=True, heir=CLEO), no.NobodyFollows())

    def test_e16_four_left_the_pair_ends_its_round_and_then_one_serves(self) -> None:
        table = without(FLO, EVE)
        assert (table.game.deputies, table.game.merchants) == ((ANN, BO), (CLEO, DOV))
        assert table.game.badge_order == (CLEO, DOV, ANN, BO, CLEO, DOV, ANN, BO)
        table = over(table)
        assert (table.game.sheriffs, table.game.round, table.game.rounds) == ((CLEO,), 2, 9)
        waiting = table.when(*(SitOut(seat) for seat in table.game.waiting))
        waiting.refuses(PassBadge((DOV, ANN)), no.NoDeputiesHere())

    def test_e16_fewest_terms_first_then_clockwise(self) -> None:
        table = over(over(given(6), CLEO, EVE), DOV, FLO)
        table = over(table, CLEO, BO).when(Leave(FLO, counts=True), Leave(EVE, counts=True))
        assert table.game.terms[:4] == (1, 2, 2, 1)
        assert table.game.badge_order == (DOV, ANN, BO, CLEO, DOV)

    def test_e16_four_left_a_deputy_whose_partner_leaves_serves_alone(self) -> None:
        table = without(FLO, ANN)
        assert (table.game.sheriffs, table.game.merchants) == ((BO,), (CLEO, DOV, EVE))

    def test_e16_three_left_rounds_stay_as_planned(self) -> None:
        table = over(without(FLO, EVE))
        assert table.game.sheriffs == (CLEO,)
        table = table.when(Leave(CLEO, counts=False))
        assert (table.game.sheriffs, table.game.rounds) == ((DOV,), 9)
        assert table.game.badge_order == (ANN, BO, DOV, ANN, BO, DOV, ANN)

    def test_e16_the_last_round_is_played_whoever_leaves(self) -> None:
        table = without(FLO, EVE, table=given(6, rounds=1))
        assert table.when(Leave(BO, counts=True)).game.stage is Stage.ROUNDS

    def test_during_the_count_nobody_takes_over(self) -> None:
        table = given(6, rounds=1)
        table = over(table).when(Leave(ANN, counts=True))
        assert (table.game.stage, table.game.deputies) == (Stage.COUNT, ())

    def test_e16_no_round_is_skipped(self) -> None:
        given(6).refuses(SkipTurn(ANN), no.NoTurnSkipped())
        without(FLO, EVE, BO).refuses(SkipTurn(ANN), no.NoTurnSkipped())

    def test_e16_the_rounds_are_set_for_one_sheriff_too(self) -> None:
        table = without(FLO, EVE).when(SetRounds(3))
        assert (table.game.rounds, table.game.badge_order) == (3, (CLEO, DOV))


class TestComingBack:
    def test_e16_five_again_draw_pairs_again(self) -> None:
        table = over(without(FLO, EVE))
        table = table.when(ComeBack(EVE, 2))
        assert (table.game.sheriffs, table.game.badge_order, table.game.rounds) == ((CLEO,), (), 9)
        assert {seat for pair in next_pairs(table.game) for seat in pair} == {DOV, EVE}

    def test_e16_four_again_have_one_sheriff_a_round(self) -> None:
        table = over(without(FLO, EVE, DOV)).when(ComeBack(DOV, 0))
        assert table.game.badge_order[:4] == (DOV, ANN, BO, CLEO)
        assert table.game.rounds == 9
