"""The Black Market (E18 to E21)."""

import pytest

from companion.rules.ledger import BOX, GONE, Goods, Move, extras, stand
from companion.rules.refusals import NoSuchSeat, NotInRounds, PlayerHasLeft
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.cards import market
from companion.rules.sheriff.cards.market import MarketCardTaken, TakeMarketCard
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import CheckStand, CloseCount, RevealContraband
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.notes import check_note
from companion.rules.sheriff.rotation import EndGame, PassBadge
from tests.rules.given import ANN, BO, CLEO, DOV, DOWN, Table, deal, given, opened, passing, paying, refused

APPLES = edition("first").good("apples")
MARKET = ("black_market",)
SILK = TakeMarketCard(BO, "silk", 34)
PEPPER = TakeMarketCard(BO, "pepper", 30)


def shop(players: int = 4, stands: dict[int, dict[str, int]] | None = None) -> Table:
    """A table with the Black Market; Bo has three silk and three pepper, all told, unless said otherwise."""
    return given(players, expansions=MARKET, stands=stands or {BO: {"silk": 3, "pepper": 3}})


def back(table: Table, merchant: int = BO) -> Table:
    """The table after this merchant's bag of one apple passed."""
    return table.when(passing(merchant, "apples", 1))


class TestTaking:
    def test_e19_three_of_a_kind_leave_the_game_for_the_top_card(self) -> None:
        table = back(shop()).when(SILK)
        moves = (Move(stand(BO), GONE, "silk", 3), Move(BOX, extras(BO), "black_market:silk:34", 1))
        assert table.event == MarketCardTaken(BO, "silk", 34, Goods(), moves)
        table.holds(purses=[50, 50, 50, 50], stands={BO: {"pepper": 3, "apples": 1}})
        assert table.game.extras(BO) == (Extra("black_market:silk", 34),)
        assert table.game.out_of_game == {"silk": 3}

    def test_e19_those_just_brought_are_among_them(self) -> None:
        table = shop(stands={BO: {"mead": 1}}).when(passing(BO, "apples", 3, apples=1, face_down=2))
        table = table.when(TakeMarketCard(BO, "mead", 32))
        table.holds(stands={BO: {"apples": 1}})

    def test_e20_told_cards_go_first_and_the_rest_is_turned_over(self) -> None:
        table = back(shop(stands={BO: {"silk": 1, FACE_DOWN: 4}})).when(SILK)
        assert table.event.told == {"silk": 2}
        table.holds(stands={BO: {FACE_DOWN: 2, "apples": 1}})
        assert table.event.told_by(BO) == {"silk": 2}
        assert table.event.told_by(CLEO) == {}

    def test_e20_of_four_that_are_told_one_stays(self) -> None:
        table = back(shop(stands={BO: {"silk": 4, FACE_DOWN: 1}})).when(SILK)
        table.holds(stands={BO: {"silk": 1, FACE_DOWN: 1, "apples": 1}})

    def test_e19_an_opened_bag_is_back_too(self) -> None:
        shop().when(opened(BO, "apples", 1, silk=1), SILK)

    def test_e19_both_of_one_pile_but_one_a_round(self) -> None:
        table = back(shop(stands={BO: {"silk": 6}})).when(SILK)
        table.refuses(TakeMarketCard(BO, "silk", 31), no.MarketVisited(BO))
        table = table.when(SitOut(CLEO), SitOut(DOV), PassBadge(), SitOut(ANN), SitOut(CLEO))
        table = back(table.when(SitOut(DOV), PassBadge()))
        table = table.when(TakeMarketCard(BO, "silk", 31))
        assert [extra.gold for extra in table.game.extras(BO)] == [34, 31]
        assert table.game.out_of_game == {"silk": 6}

    def test_e19_each_merchant_takes_one(self) -> None:
        table = shop(stands={BO: {"silk": 3}, CLEO: {"silk": 3}})
        table = back(back(table), CLEO).when(SILK, TakeMarketCard(CLEO, "silk", 31))
        assert table.game.extras(CLEO) == (Extra("black_market:silk", 31),)


class TestNumbers:
    def test_e18_the_top_number_is_proposed(self) -> None:
        table = back(shop())
        assert market.pile(table.game, "silk") == (34, 31)
        assert market.pile(table.when(SILK).game, "silk") == (31,)
        assert [market.top(table.game, good) for good in ("silk", "crossbow")] == [34, 0]
        assert market.pile(table.game, "crossbow") == ()

    def test_e18_whoever_takes_it_may_type_what_it_prints(self) -> None:
        table = back(shop()).when(TakeMarketCard(BO, "silk", 18))
        assert market.pile(table.game, "silk") == (31,)
        assert table.game.extras(BO) == (Extra("black_market:silk", 18),)
        wrong = back(shop()).when(TakeMarketCard(BO, "silk", 31))
        assert market.pile(wrong.game, "silk") == (34,)

    @pytest.mark.parametrize("gold", [-1, 0, 100])
    def test_e18_from_1_to_99(self, gold: int) -> None:
        back(shop()).refuses(TakeMarketCard(BO, "silk", gold), no.ExtraGoldOutOfRange(1, 99))
        back(shop()).when(TakeMarketCard(BO, "silk", 99))


class TestRefusals:
    def test_where_it_is_not_in_play(self) -> None:
        table = back(given(4, stands={BO: {"silk": 3}}))
        table.refuses(SILK, no.NotPlayedHere())

    def test_e19_before_the_bag_is_back(self) -> None:
        shop().refuses(SILK, no.BagNotBack(BO))
        shop().when(SitOut(BO)).refuses(SILK, no.BagNotBack(BO))

    def test_e19_the_sheriff_has_no_bag(self) -> None:
        table = shop(stands={ANN: {"silk": 3}})
        table.refuses(TakeMarketCard(ANN, "silk", 34), no.SheriffBringsNoBag(ANN))

    def test_e6_neither_has_a_deputy(self) -> None:
        shop(6).refuses(SILK, no.DeputyBringsNoBag(BO))

    def test_e19_not_even_one_whose_bag_passed_before_the_badge_came(self) -> None:
        """Ann leaves in the middle of the round, and Bo is Sheriff."""
        table = back(shop()).when(Leave(ANN, counts=True))
        assert table.game.sheriff == BO
        table.refuses(SILK, no.BagNotBack(BO))

    def test_e19_once_the_badge_has_moved(self) -> None:
        table = back(shop()).when(SitOut(CLEO), SitOut(DOV), PassBadge())
        table.refuses(TakeMarketCard(BO, "silk", 34), no.SheriffBringsNoBag(BO))

    def test_e19_once_the_rounds_are_over(self) -> None:
        table = back(shop()).when(SitOut(CLEO), SitOut(DOV), EndGame())
        table.refuses(SILK, NotInRounds())

    def test_who_is_not_there(self) -> None:
        table = back(shop())
        table.refuses(TakeMarketCard(9, "silk", 34), NoSuchSeat(9))
        table.when(Leave(BO, counts=True)).refuses(SILK, PlayerHasLeft(BO))

    def test_e19_with_two_of_a_kind(self) -> None:
        table = back(shop(stands={BO: {"silk": 2, "pepper": 3}}))
        table.refuses(SILK, no.TooFewForMarket(BO, "silk", 3, 2))
        few = back(shop(stands={BO: {"silk": 2, "pepper": 2}}))
        few.refuses(SILK, no.NothingToTrade(BO))

    def test_e19_royal_and_promo_cards_are_not_of_the_kind(self) -> None:
        table = given(
            4, expansions=MARKET, promo={"golden_silk": 1}, stands={BO: {"silk": 2, "golden_silk": 1}}
        )
        back(table).refuses(SILK, no.NothingToTrade(BO))

    def test_e18_from_an_empty_pile(self) -> None:
        stands = {BO: {"silk": 3, "pepper": 3}, CLEO: {"silk": 3}, DOV: {"silk": 3}}
        table = back(back(back(shop(stands=stands)), CLEO), DOV)
        table = table.when(TakeMarketCard(CLEO, "silk", 34), TakeMarketCard(DOV, "silk", 31))
        table.refuses(SILK, no.PileEmpty("silk"))

    def test_e18_there_is_no_pile_for_crossbow(self) -> None:
        table = back(shop(stands={BO: {"crossbow": 3, "silk": 3}}))
        table.refuses(TakeMarketCard(BO, "crossbow", 34), no.NotOnMarket("crossbow"))

    def test_e20_with_more_silk_than_is_left(self) -> None:
        """Twelve in the box: six lie told, three are gone, and Cleo's four face down are not all silk."""
        stands = {BO: {"silk": 3}, DOV: {"silk": 7}, CLEO: {FACE_DOWN: 3, "pepper": 3}}
        table = back(back(shop(stands=stands)).when(SILK), CLEO)
        table.refuses(TakeMarketCard(CLEO, "silk", 31), no.GoneExceedsSupply("silk", 7, 12, 6))


class TestSupply:
    def test_e20_what_left_the_game_is_in_no_pile(self) -> None:
        table = back(shop(stands={BO: {"silk": 3}, DOV: {"silk": 9}})).when(SILK)
        table.refuses(paying(None, CLEO, silk=1), no.GoneExceedsSupply("silk", 10, 12, 3))
        table.refuses(paying(None, CLEO, apples=48), no.SupplyExceeded("apples", 49, 48))

    def test_e20_nor_can_it_be_noted(self) -> None:
        table = back(shop(stands={BO: {"silk": 3}, DOV: {"silk": 7}})).when(SILK)
        check_note(table.game, 1, Goods({"silk": 2}))
        refused(lambda: check_note(table.game, 1, Goods({"silk": 3})), no.SupplyExceeded("silk", 13, 12))

    def test_e20_nor_put_on_a_stand_in_the_count(self) -> None:
        table = back(shop(stands={BO: {"silk": 3}})).when(SILK, SitOut(CLEO), SitOut(DOV), EndGame())
        table.when(CheckStand(CLEO, Goods({"silk": 9})))
        table.refuses(CheckStand(CLEO, Goods({"silk": 10})), no.GoneExceedsSupply("silk", 10, 12, 3))

    def test_t6_with_three_players_there_is_less(self) -> None:
        table = back(shop(3, stands={BO: {"silk": 3}, CLEO: {"silk": 6}})).when(SILK)
        table.refuses(paying(None, CLEO, silk=1), no.GoneExceedsSupply("silk", 7, 9, 3))


class TestTheCard:
    def test_e21_it_pays_no_debt_and_cannot_be_offered(self) -> None:
        """It is not on the stand."""
        table = back(shop(stands={BO: {"silk": 3}})).when(SILK)
        table.holds(stands={BO: {"apples": 1}})
        assert all("market" not in word for word in table.game.goods_in_play)

    def test_e21_it_counts_on_a_line_of_its_own_and_breaks_no_tie(self) -> None:
        table = back(shop(stands={BO: {"silk": 3}, CLEO: {"silk": 4, "bread": 1}}))
        table = table.when(SILK, SitOut(CLEO), SitOut(DOV), EndGame(), CloseCount())
        assert table.game.result
        bo, cleo = table.game.result.players[BO], table.game.result.players[CLEO]
        assert (bo.total, bo.extras, bo.contraband_cards) == (50 + APPLES.value + APPLES.king + 34, 34, 0)
        assert (bo.lines[-1].what, bo.lines[-1].amount) == ("black_market:silk", 34)
        assert (cleo.extras, table.game.result.decided_by) == (0, "total")

    def test_e19_who_goes_home_with_nothing_lays_it_back(self) -> None:
        table = back(shop()).when(SILK, Leave(BO, counts=False))
        assert table.game.extras(BO) == ()
        assert table.game.out_of_game == {"silk": 3}
        assert market.pile(table.game, "silk") == (34, 31)

    def test_who_goes_home_and_counts_keeps_it(self) -> None:
        table = back(shop()).when(SILK, Leave(BO, counts=True), SitOut(CLEO), SitOut(DOV), EndGame())
        table = table.when(CloseCount())
        assert table.game.result
        assert table.game.result.players[BO].extras == 34

    def test_telling_three_cards_tells_no_others(self) -> None:
        """What may be taken is judged by what all can see: two of Bo's cards are face down and stay so."""
        table = back(shop(stands={BO: {FACE_DOWN: 5}}))
        assert [market.may_take(table.game, BO, good) for good in ("pepper", "mead", "silk")] == [None] * 3
        table = table.when(SILK)
        assert table.game.stand(BO) == {DOWN: 2, "apples": 1}

    def test_e20_goods_that_were_bribed_away_are_not_there(self) -> None:
        table = shop(stands={BO: {"silk": 3}}).when(passing(BO, "apples", 1, deal(BO, ANN, silk=1)))
        table.refuses(SILK, no.NothingToTrade(BO))

    def test_what_is_revealed_later_is_still_checked(self) -> None:
        table = back(shop(stands={BO: {"silk": 3}, DOV: {"silk": 9, FACE_DOWN: 1}})).when(SILK)
        reveal = RevealContraband(DOV, Goods({"silk": 1}))
        table.refuses(reveal, no.GoneExceedsSupply("silk", 10, 12, 3))
