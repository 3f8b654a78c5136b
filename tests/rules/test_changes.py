"""What a table changes about itself while it plays: names, options, who is Sheriff."""

import pytest

from companion.rules.checks import BrokenLawError
from companion.rules.ledger import Goods
from companion.rules.refusals import (
    CountIsClosed,
    IsHere,
    NameEmpty,
    NameRepeated,
    NoSuchSeat,
    NothingMoved,
    NotInRounds,
)
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN, Correct
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.laws import check_event
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.rotation import (
    EndGame,
    MendSheriff,
    PassBadge,
    SetRounds,
    SheriffMended,
    SkipTurn,
    TurnSkipped,
    turns_due,
)
from companion.rules.sheriff.seating import ComeBack, PlayerReturned, Rename, Renamed
from companion.rules.sheriff.switching import (
    OptionsSet,
    SetOptions,
    options_changed,
    seen_as,
    with_switches,
)
from tests.rules.given import ANN, BO, CLEO, DOV, Table, given, opened, passing, paying

ROYAL = Options(royal_goods=True)


def round_over(table: Table) -> Table:
    """The rest of this round's merchants sat out, and the badge moved on."""
    return table.when(*map(SitOut, table.game.waiting), PassBadge())


class TestRenaming:
    def test_a_player_is_called_otherwise_from_now_on(self) -> None:
        table = given(3).when(Rename(BO, " Bob "))
        assert table.event == Renamed(BO, "Bo", "Bob")
        assert [who.name for who in table.game.seats] == ["Ann", "Bob", "Cleo"]

    def test_a_name_is_one_that_a_new_table_would_take(self) -> None:
        given(3).refuses(Rename(BO, "ann"), NameRepeated(BO, "ann"))
        given(3).refuses(Rename(CLEO, " "), NameEmpty(CLEO))
        given(3).refuses(Rename(BO, "Bo"), NothingMoved())
        given(3).refuses(Rename(3, "Dov"), NoSuchSeat(3))

    def test_capitals_can_be_put_right(self) -> None:
        assert given(3).when(Rename(BO, "BO")).game.seats[BO].name == "BO"

    def test_also_in_the_count_but_not_once_the_result_is_final(self) -> None:
        table = given(3).when(EndGame(), Rename(BO, "Bob"), CloseCount())
        table.refuses(Rename(BO, "Bo"), CountIsClosed())


class TestOptions:
    def test_t7_royal_goods_come_into_the_deck(self) -> None:
        table = given(4).when(SetOptions(ROYAL))
        assert table.event == OptionsSet(ROYAL)
        table.when(opened(BO, "apples", 1, green_apples=1)).holds(purses=[53, 47, 50, 50])

    def test_and_leave_it_again_while_none_lie_anywhere(self) -> None:
        table = given(4, royal_goods=True).when(SetOptions(Options()))
        table.refuses(opened(BO, "apples", 1, green_apples=1), no.GoodNotInPlay("green_apples"))

    def test_what_lies_on_a_stand_stays_in_the_deck(self) -> None:
        table = given(4, royal_goods=True, stands={BO: {"gouda_cheese": 1}})
        table.refuses(SetOptions(Options()), no.CardsLieThere(BO, "gouda_cheese"))
        table.when(paying(BO, None, gouda_cheese=1), SetOptions(Options()))

    def test_t8_what_may_lie_face_down_stays_too(self) -> None:
        """Whoever knows what lies there need not tell."""
        table = given(3, promo={"feast_plate": 2}).when(passing(BO, "apples", 1, face_down=1))
        table.refuses(SetOptions(Options()), no.MayLieFaceDown(BO, "feast_plate"))
        fewer = SetOptions(Options(promo=Goods({"feast_plate": 1})))
        assert table.when(fewer).game.copies("feast_plate") == 1
        told = table.when(SitOut(CLEO), EndGame(), RevealContraband(BO, Goods({"silk": 1})))
        assert not told.when(SetOptions(Options())).game.copies("feast_plate")

    def test_there_are_never_fewer_than_lie_there(self) -> None:
        table = given(3, promo={"feast_plate": 2}, stands={BO: {"feast_plate": 2}})
        fewer = Options(promo=Goods({"feast_plate": 1}))
        table.refuses(SetOptions(fewer), no.SupplyExceeded("feast_plate", 2, 1))

    def test_promo_cards_are_as_many_as_at_a_new_table(self) -> None:
        many = Options(promo=Goods({"feast_plate": 10}))
        given(3).refuses(SetOptions(many), no.PromoOutOfRange("feast_plate", 9))
        given(3).refuses(SetOptions(Options(promo=Goods({"apples": 1}))), no.GoodNotInPlay("apples"))

    def test_the_clock_can_be_switched_at_any_time(self) -> None:
        table = given(3, stands={BO: {FACE_DOWN: 1}}).when(SetOptions(Options(timer=True)))
        assert table.game.options.timer
        assert not table.when(SetOptions(Options())).game.options.timer

    def test_all_other_options_stay_as_they_are(self) -> None:
        """How a table keeps its gold cannot change."""
        table = given(3, coins_on_table=True)
        table.refuses(SetOptions(Options(hand_of_seven=True, ten_cards_out=True)), NothingMoved())
        assert table.when(SetOptions(ROYAL)).game.options.coins_on_table

    def test_switches_name_what_is_on(self) -> None:
        before = Options(timer=True, hand_of_seven=True)
        promo = Goods({"feast_plate": 1})
        after = Options(royal_goods=True, promo=promo, hand_of_seven=True)
        assert with_switches(before, promo, ["royal_goods"]) == after

    def test_two_phones_do_not_switch_back_what_the_other_switched(self) -> None:
        seen = seen_as(given(3).game.options)
        assert options_changed(given(3).game, seen) is None
        assert options_changed(given(3).when(SetOptions(ROYAL)).game, seen) == no.OptionsChanged()

    def test_not_once_the_result_is_final(self) -> None:
        given(3).when(EndGame(), CloseCount()).refuses(SetOptions(ROYAL), CountIsClosed())


class TestTheFirstSheriff:
    def test_t2_it_was_somebody_else(self) -> None:
        table = given(4).when(MendSheriff(CLEO))
        assert table.event == SheriffMended(CLEO, 1, (DOV, ANN, BO, CLEO, DOV, ANN, BO))
        assert (table.game.sheriff, table.game.first_sheriff) == (CLEO, CLEO)
        assert table.game.merchants == (DOV, ANN, BO)

    def test_whoever_sat_out_does_not_as_sheriff(self) -> None:
        table = given(4).when(SitOut(BO), SitOut(CLEO), MendSheriff(CLEO))
        assert table.game.done == {BO: "out"}

    def test_in_mid_game_the_earlier_turns_follow(self) -> None:
        table = given(4, sheriff=CLEO, round=3).when(MendSheriff(DOV))
        assert (table.game.first_sheriff, table.game.turns) == (BO, (0, 1, 1, 0))
        assert table.game.badge_order == (ANN, BO, CLEO, DOV, ANN)

    def test_no_bag_may_be_booked_before(self) -> None:
        table = given(4).when(passing(BO, "apples", 1))
        table.refuses(MendSheriff(CLEO), no.BagsBooked())
        round_over(table).refuses(MendSheriff(CLEO), no.BagsBooked())
        round_over(given(4)).refuses(MendSheriff(CLEO), no.BagsBooked())

    def test_it_is_somebody_else_who_is_here(self) -> None:
        given(4).refuses(MendSheriff(ANN), no.IsSheriff(ANN))
        given(4).refuses(MendSheriff(4), NoSuchSeat(4))
        given(4).when(EndGame()).refuses(MendSheriff(BO), NotInRounds())


class TestASkippedTurn:
    def test_t3_the_badge_goes_on_in_the_same_round(self) -> None:
        table = round_over(given(4)).when(SkipTurn(BO))
        assert table.event == TurnSkipped(BO, CLEO, (DOV, ANN, BO, CLEO, DOV))
        assert (table.game.round, table.game.rounds) == (2, 7)
        assert table.game.merchants == (DOV, ANN, BO)
        assert table.game.turns == (1, 0, 0, 0)

    def test_the_first_who_is_sheriff_is_the_first_sheriff(self) -> None:
        assert given(4).when(SkipTurn(ANN)).game.first_sheriff == BO
        assert round_over(given(4)).when(SkipTurn(BO)).game.first_sheriff == ANN

    def test_whoever_sat_out_does_not_as_sheriff(self) -> None:
        table = given(4).when(SitOut(BO), SitOut(CLEO), SkipTurn(ANN))
        assert table.game.done == {CLEO: "out"}

    def test_it_is_this_sheriffs_turn_without_a_bag(self) -> None:
        """Two thumbs skip one turn."""
        given(4).when(SkipTurn(ANN)).refuses(SkipTurn(ANN), no.BadgeMovedOn())
        given(4).when(passing(BO, "apples", 1)).refuses(SkipTurn(ANN), no.BagsBooked())
        given(4).when(EndGame()).refuses(SkipTurn(ANN), NotInRounds())
        given(4, rounds=1).refuses(SkipTurn(ANN), no.LastTurn())


class TestComingBack:
    def test_a_purse_that_stayed_is_still_there(self) -> None:
        table = given(4, stands={DOV: {"apples": 2}}).when(Leave(DOV, counts=True), ComeBack(DOV, 2))
        assert table.event == PlayerReturned(DOV, 0, (BO, CLEO, DOV, ANN, BO, CLEO, DOV), ())
        assert table.game.here == (ANN, BO, CLEO, DOV)
        table.holds(purses={DOV: 50}, stands={DOV: {"apples": 2}})
        assert table.game.waiting == (BO, CLEO, DOV)

    def test_who_left_with_nothing_gets_what_the_table_says(self) -> None:
        table = given(4).when(Leave(DOV, counts=False), ComeBack(DOV, 1, 35))
        table.holds(purses=[50, 50, 50, 35])
        assert table.game.opening_gold == 185

    def test_the_badge_passes_by_as_often_as_the_table_says(self) -> None:
        """On its way round; what is left when the way is over comes last."""
        table = round_over(given(4).when(Leave(DOV, counts=True)))
        assert table.game.badge_order == (CLEO, ANN, BO, CLEO)
        assert table.when(ComeBack(DOV, 0)).game.badge_order == (CLEO, ANN, BO, CLEO)
        assert table.when(ComeBack(DOV, 1)).game.badge_order == (CLEO, DOV, ANN, BO, CLEO)
        assert table.when(ComeBack(DOV, 2)).game.badge_order == (CLEO, DOV, ANN, BO, CLEO, DOV)

    def test_they_sit_where_the_table_says(self) -> None:
        """On the left of whomever it names, and the badge passes them there; otherwise in the old place."""
        table = given(4).when(Leave(DOV, counts=True))
        moved = table.when(ComeBack(DOV, 1, after=ANN))
        assert moved.event == PlayerReturned(DOV, 0, (DOV, BO, CLEO, ANN, BO, CLEO), (), after=ANN)
        assert moved.game.here == (ANN, DOV, BO, CLEO)
        assert moved.game.waiting == (DOV, BO, CLEO)
        same = table.when(ComeBack(DOV, 1, after=CLEO))
        assert same.event == table.when(ComeBack(DOV, 1)).event
        assert same.game.circle == (ANN, BO, CLEO, DOV)

    def test_nobody_sits_beside_themselves_or_beside_nobody(self) -> None:
        table = given(4).when(Leave(DOV, counts=True))
        for nowhere in (DOV, 4, -1):
            table.refuses(ComeBack(DOV, 1, after=nowhere), NoSuchSeat(nowhere))

    def test_no_game_file_seats_somebody_beside_themselves(self) -> None:
        table = given(4).when(Leave(DOV, counts=True))
        with pytest.raises(BrokenLawError):
            check_event(table.game, PlayerReturned(DOV, 0, (), (), after=DOV))

    def test_as_many_turns_are_proposed_as_make_up_for_those_missed(self) -> None:
        """Whoever was Sheriff before leaving was so as often as those who stayed, and no oftener (T3)."""
        table = given(4).when(Leave(DOV, counts=True))
        assert turns_due(table.game, DOV) == 2
        table = round_over(given(4)).when(Leave(ANN, counts=True))
        assert (table.game.turns[ANN], turns_due(table.game, ANN)) == (1, 1)
        table = table.when(SetRounds(3))
        assert turns_due(table.game, ANN) == 0

    def test_not_for_more_turns_than_a_game_has(self) -> None:
        table = given(4).when(Leave(DOV, counts=True))
        table.refuses(ComeBack(DOV, 3), no.TurnsOutOfRange(2))
        table.refuses(ComeBack(DOV, -1), no.TurnsOutOfRange(2))

    def test_t7_coins_on_the_table_stay_there(self) -> None:
        table = given(4, coins_on_table=True).when(Leave(DOV, counts=False))
        table.refuses(ComeBack(DOV, 1, 50), no.NoCoinsHere())
        assert table.when(ComeBack(DOV, 1)).game.here == (ANN, BO, CLEO, DOV)

    def test_t4_who_comes_back_brings_no_second_bag_in_the_round(self) -> None:
        for gone in (opened(DOV, "apples", 3), passing(DOV, "apples", 3)):
            table = given(4).when(gone, Leave(DOV, counts=True), ComeBack(DOV, 1))
            assert table.game.waiting == (BO, CLEO)
            table.refuses(passing(DOV, "cheese", 1), no.BagAlreadyDone(DOV))
        table = given(4).when(SitOut(DOV), Leave(DOV, counts=True), ComeBack(DOV, 1))
        assert table.game.waiting == (BO, CLEO, DOV)

    def test_t4_who_comes_back_to_a_round_that_is_done_plays_in_the_next(self) -> None:
        """It does not begin again: its badge goes on."""
        table = given(4).when(Leave(DOV, counts=True), passing(BO, "apples", 3), passing(CLEO, "apples", 3))
        table = table.when(ComeBack(DOV, 1))
        assert table.game.waiting == ()
        table = table.when(PassBadge())
        assert table.game.waiting == (CLEO, DOV, ANN)

    def test_only_who_left_comes_back_while_rounds_are_played(self) -> None:
        given(4).refuses(ComeBack(DOV, 1), IsHere(DOV))
        given(4).refuses(ComeBack(4, 1), NoSuchSeat(4))
        table = given(4).when(Leave(DOV, counts=True), EndGame())
        table.refuses(ComeBack(DOV, 1), NotInRounds())

    def test_what_an_older_entry_gave_went_home_with_who_left(self) -> None:
        """Corrected later, it changes what the bank got, and nothing of what Dov has now."""
        table = given(4).when(paying(DOV, BO, 5), Leave(DOV, counts=False), ComeBack(DOV, 1, 50))
        table.when(Correct(1, paying(DOV, BO, 7))).holds(purses=[50, 57, 50, 50])
