"""A player who comes late: a new seat in the circle, a purse, so many turns; the box stays as it was."""

from dataclasses import replace
from typing import Any

import pytest

from companion.laws import follow
from companion.rules.checks import BrokenLawError
from companion.rules.refusals import NameEmpty, NameRepeated, NoSuchSeat, NotInRounds, Refusal
from companion.rules.seats import SHIELDS, Seat
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare, TakeBackDeclaration, Threaten
from companion.rules.sheriff.ending import ChoosePlates, CloseCount
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.laws import check_event
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge, SetRounds, turns_left
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.seating import Join, PlayerJoined
from companion.rules.sheriff.talk import SILENT, talk_of
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, Table, deal, given, passing, paying
from tests.rules.voices import Voices


def eve(after: int = DOV, turns: int = 1, gold: int = 50) -> Join:
    return Join("Eve", after, turns, gold)


def round_over(table: Table) -> Table:
    """The round without a bag, and the badge moves on."""
    return table.when(*(SitOut(seat) for seat in table.game.waiting), PassBadge())


class TestTheSeat:
    def test_a_new_number_and_a_place_in_the_circle(self) -> None:
        table = given(4).when(eve(after=ANN))
        order = (EVE, BO, CLEO, DOV, ANN, BO, CLEO, DOV)
        moves = table.event.moves
        assert table.event == PlayerJoined(
            EVE, "Eve", SHIELDS[4], ANN, 50, sits_out=False, badge_order=order, moves=moves
        )
        assert table.game.seats[EVE] == Seat("Eve", SHIELDS[4])
        assert table.game.clockwise(CLEO) == (CLEO, DOV, ANN, EVE, BO)
        assert table.game.merchants == (EVE, BO, CLEO, DOV)
        table.holds(purses=[50, 50, 50, 50, 50])
        assert table.game.opening_gold == 250

    def test_two_who_join_at_one_place(self) -> None:
        table = given(3).when(Join("Dov", ANN, 1), Join("Eve", ANN, 1))
        assert table.game.circle == (ANN, EVE, DOV, BO, CLEO)

    def test_the_first_shield_that_nobody_has(self) -> None:
        shields = (SHIELDS[0], SHIELDS[2], SHIELDS[1], SHIELDS[5])
        assert given(4, shields=shields).when(eve()).game.seats[EVE].shield == SHIELDS[3]

    def test_a_name_as_all_others(self) -> None:
        given(4).refuses(Join("  ", ANN, 1), NameEmpty(4))
        given(4).refuses(Join("bo", ANN, 1), NameRepeated(4, "bo"))
        assert given(4).when(Join(" E  v ", ANN, 1)).game.seats[EVE].name == "E v"

    @pytest.mark.parametrize("after", [-1, 4])
    def test_beside_somebody(self, after: int) -> None:
        given(4).refuses(eve(after), NoSuchSeat(after))

    def test_t7_coins_on_the_table_stay_there(self) -> None:
        table = given(4, coins_on_table=True)
        table.refuses(eve(), no.NoCoinsHere())
        assert not table.when(eve(gold=0)).event.moves

    def test_gold_of_an_evening(self) -> None:
        given(4).refuses(eve(gold=10_000), no.GoldOutOfRange(9_999))
        given(4).refuses(eve(gold=-1), no.GoldOutOfRange(9_999))

    def test_t1_never_a_sixth_player_even_when_somebody_went_home(self) -> None:
        given(5).refuses(Join("Flo", ANN, 1), no.TableFull(5))
        given(4).when(eve(), Leave(DOV, counts=False)).refuses(Join("Flo", ANN, 1), no.TableFull(5))

    def test_only_while_rounds_are_played(self) -> None:
        given(4).when(EndGame()).refuses(eve(), NotInRounds())
        given(4).when(EndGame(), CloseCount()).refuses(eve(), NotInRounds())


class TestTheRound:
    def test_before_a_bag_is_dealt_with_the_newcomer_brings_one(self) -> None:
        assert given(4).when(SitOut(BO), eve(after=BO)).game.waiting == (EVE, CLEO, DOV)

    def test_once_bags_are_dealt_with_the_newcomer_sits_out(self) -> None:
        table = given(4).when(passing(BO, "apples", 1), eve())
        assert table.game.waiting == (CLEO, DOV)
        assert table.game.done[EVE] == "out"

    def test_but_may_bring_a_bag_all_the_same(self) -> None:
        table = given(4).when(passing(BO, "apples", 1), eve(), passing(EVE, "bread", 2))
        table.holds(stands={EVE: {"bread": 2}})

    def test_is_a_neighbour_like_any_other(self) -> None:
        """The badge of a Sheriff who leaves goes to the left."""
        assert given(4).when(eve(after=ANN), Leave(ANN, counts=True)).game.sheriff == EVE


class TestTheTurns:
    def test_t3_the_badge_passes_by_as_often_as_the_table_says(self) -> None:
        """On its way round; what is left when the way is over comes last."""
        table = round_over(given(4, rounds=5))
        assert table.game.badge_order == (CLEO, DOV, ANN)
        assert table.when(eve(turns=0)).game.badge_order == (CLEO, DOV, ANN)
        assert table.when(eve(turns=1)).game.badge_order == (CLEO, DOV, EVE, ANN)
        assert table.when(eve(turns=2)).game.badge_order == (CLEO, DOV, EVE, ANN, EVE)
        assert table.when(eve(after=BO, turns=2)).game.badge_order == (EVE, CLEO, DOV, ANN, EVE)

    def test_as_many_as_are_proposed_are_those_that_the_others_still_have(self) -> None:
        table = given(4)
        assert turns_left(table.game) == 2
        for left in (2, 2, 1, 1, 1, 1, 0):
            table = round_over(table)
            assert turns_left(table.game) == left

    def test_not_more_than_a_whole_game_has(self) -> None:
        given(4).refuses(eve(turns=3), no.TurnsOutOfRange(2))
        given(4).refuses(eve(turns=-1), no.TurnsOutOfRange(2))
        given(3).refuses(Join("Dov", ANN, 4), no.TurnsOutOfRange(3))

    def test_the_number_of_rounds_is_set_for_everybody(self) -> None:
        table = given(4).when(eve(after=ANN, turns=0), SetRounds(6))
        assert table.game.badge_order == (EVE, BO, CLEO, DOV, ANN)

    def test_counted_at_the_end(self) -> None:
        table = round_over(given(3, rounds=2).when(Join("Dov", ANN, 1)))
        assert table.game.sheriff == DOV
        event = round_over(round_over(table)).event
        assert event.turns == (1, 1, 0, 1)

    def test_who_joined_was_not_sheriff_before_the_table_opened(self) -> None:
        """The table opened in round 3; that the Sheriff was said wrong is put right afterwards."""
        table = given(4, sheriff=CLEO, round=3).when(eve(after=ANN), MendSheriff(BO))
        assert table.game.turns == (1, 0, 0, 1, 0)
        assert table.game.first_sheriff == DOV
        assert table.when(MendSheriff(EVE)).game.turns == (1, 0, 0, 1, 0)


class TestTheBox:
    def test_t6_stays_packed_for_those_who_began(self) -> None:
        table = given(3).when(Join("Dov", ANN, 2))
        assert "bread" not in table.game.legal_goods
        table.refuses(passing(DOV, "apples", 1, bread=1), no.GoodNotInPlay("bread"))
        table = given(3, stands={BO: {"apples": 47}}).when(Join("Dov", ANN, 2))
        table.refuses(passing(DOV, "apples", 2), no.SupplyExceeded("apples", 49, 48))

    def test_t6_and_has_no_king_of_bread(self) -> None:
        event = given(3).when(Join("Dov", ANN, 2, 7), EndGame(), CloseCount()).event
        assert [bonus.good for bonus in event.result.bonuses] == ["apples", "cheese", "chickens"]
        assert [player.total for player in event.result.players] == [50, 50, 50, 7]

    def test_s6_plates_are_served_in_the_circle(self) -> None:
        stands = {BO: {"feast_plate": 1}}
        table = given(4, promo={"feast_plate": 2}, stands=stands).when(eve(after=ANN))
        table = table.when(paying(None, EVE, feast_plate=1), EndGame())
        table.refuses(ChoosePlates(BO, ("apples",)), no.PlatesOutOfTurn(EVE))
        table.when(ChoosePlates(EVE, ("apples",)), ChoosePlates(BO, ("apples",)), CloseCount())


class TestTheLog:
    def test_an_entry_from_before_is_corrected_as_things_were_then(self) -> None:
        table = given(4).when(passing(BO, "apples", 1), eve(), paying(EVE, BO, 5))
        table = table.when(Correct(1, passing(BO, "apples", 2)))
        table.holds(purses=[50, 55, 50, 50, 45], stands={BO: {"apples": 2}})
        table.refuses(Correct(1, passing(EVE, "apples", 2)), NoSuchSeat(EVE))

    def test_the_laws_hold(self) -> None:
        table = given(4).when(eve(after=ANN), paying(EVE, BO, 5), EndGame(), CloseCount())
        assert follow(SHERIFF, list(enumerate(table.events, 1))) == table.game

    @pytest.mark.parametrize(
        "players, seat, after, badge_order",
        [(4, 3, 0, ()), (4, 5, 0, ()), (4, 4, 4, ()), (4, 4, -1, ()), (6, 6, 0, ()), (4, 4, 0, (5,))],
    )
    def test_nobody_joins_where_there_is_no_seat(
        self, players: int, seat: int, after: int, badge_order: tuple[int, ...]
    ) -> None:
        table = given(min(players, 5))
        if players > 5:
            table = Table.after((*table.events, joined(seat=5, name="Flo", shield=SHIELDS[5])))
        with pytest.raises(BrokenLawError):
            check_event(table.game, joined(seat=seat, after=after, badge_order=badge_order))

    @pytest.mark.parametrize("changes", [{"name": "bo"}, {"shield": SHIELDS[1]}, {"name": " Eve"}])
    def test_nobody_joins_with_what_another_has(self, changes: dict[str, str]) -> None:
        opened = given(4).events[0]
        with pytest.raises((BrokenLawError, Refusal)):
            follow(SHERIFF, [(1, opened), (2, joined(**changes))])


EVE_JOINS = PlayerJoined(
    seat=EVE, name="Eve", shield=SHIELDS[4], after=ANN, gold=0, sits_out=False, badge_order=(), moves=()
)


def joined(**changes: Any) -> PlayerJoined:  # noqa: ANN401 - any of its fields
    return replace(EVE_JOINS, **changes)


class TestWhatWasSaid:
    """A coming that is taken back takes along what was said with that player, and nothing else."""

    APPLES = Declaration("apples", 2)

    def test_of_the_others_is_kept(self) -> None:
        table = given(4)
        voices = Voices.at(table.when(eve(after=ANN)))
        voices = voices.when(Declare(EVE, self.APPLES), Declare(BO, self.APPLES))
        voices = voices.offered(BO, deal(BO, ANN, 3)).offered(BO, deal(EVE, ANN, 3))
        kept = talk_of(table.game, voices.talk)
        assert kept.declarations == {BO: self.APPLES}
        assert [proposal.deal.giver for proposal in kept.proposals] == [BO]
        assert kept.latest == voices.talk.latest

    def test_about_the_newcomer_is_not(self) -> None:
        table = given(4)
        voices = Voices.at(table.when(eve(after=ANN)))
        declared = voices.when(Declare(EVE, self.APPLES))
        for said in (declared, declared.when(TakeBackDeclaration(EVE)), declared.when(Threaten(EVE))):
            kept = talk_of(table.game, said.talk)
            assert (kept.declarations, kept.threatened, kept.latest) == ({}, None, SILENT)
