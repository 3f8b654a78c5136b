"""Opening a table: who plays, with what, from where (T1 to T3, T6, T7)."""

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import NameRepeated, PlayersOutOfRange, Refusal, UnknownShield
from companion.rules.seats import SHIELDS, Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.setup import OpenTable
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, command_for, given, opened, refused


def not_opened(command: OpenTable, refusal: Refusal) -> None:
    """The table is refused in exactly these words with these values."""
    refused(command.begin, refusal)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t1_everybody_starts_with_50_gold_from_the_bank_and_an_empty_stand(players: int) -> None:
    given(players).holds(purses=[50] * players, stands=[{}] * players)


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_t1_e6_three_to_five_play_and_six_with_deputies(players: int) -> None:
    names = tuple(f"Player {number}" for number in range(players))
    not_opened(command_for(names=names, shields=SHIELDS[:players]), PlayersOutOfRange(3, 6))


@pytest.mark.parametrize("sheriff", [-1, 4, 10**9])
def test_t2_the_first_sheriff_is_one_of_the_players(sheriff: int) -> None:
    not_opened(command_for(4, sheriff=sheriff), no.NoSheriff())


def test_t2_a_drawn_sheriff_is_remembered_as_drawn() -> None:
    table = given(4, sheriff=DOV, drawn=True)
    assert table.game.sheriff == table.game.first_sheriff == DOV
    assert table.event.drawn


@pytest.mark.parametrize(
    "begun",
    [{"round": 2}, {"purses": (50,) * 4}, {"stands": (Goods(),) * 4}],
    ids=["a later round", "purses", "stands"],
)
def test_t2_of_a_running_game_the_sheriff_is_known_and_not_drawn(begun: dict[str, object]) -> None:
    not_opened(command_for(4, drawn=True, **begun), no.SheriffIsKnown())
    assert command_for(4, drawn=False, **begun).begin().sheriff == ANN


@pytest.mark.parametrize("players, rounds", [(3, 9), (4, 8), (5, 10)])
def test_t3_rounds_for_3_4_and_5_players(players: int, rounds: int) -> None:
    game = given(players).game
    assert (game.round, game.rounds) == (1, rounds)
    sheriffs = [game.sheriff, *game.badge_order]
    assert [sheriffs.count(seat) for seat in range(players)] == [rounds // players] * players


def test_t3_fewer_rounds_may_be_agreed_on_at_the_start() -> None:
    game = given(5, sheriff=EVE, rounds=4).game
    assert game.rounds == 4
    assert game.badge_order == (ANN, BO, CLEO)
    assert given(4, rounds=1).game.rounds == 1


@pytest.mark.parametrize("rounds", [-1, 0, 9, 10**9])
def test_t3_not_more_rounds_than_the_rule_book_gives(rounds: int) -> None:
    not_opened(command_for(4, rounds=rounds), no.RoundsOutOfRange(1, 8))


@pytest.mark.parametrize("number", [-1, 0, 9])
def test_t3_a_game_begins_in_one_of_its_rounds(number: int) -> None:
    not_opened(command_for(4, round=number), no.RoundOutOfRange(8))


def test_t3_a_game_begins_in_one_of_the_rounds_agreed_on() -> None:
    not_opened(command_for(4, rounds=5, round=6), no.RoundOutOfRange(5))


@pytest.mark.parametrize("word", ["third", ""])
def test_an_edition_is_one_of_the_editions(word: str) -> None:
    not_opened(command_for(edition=word), no.UnknownEdition())


def test_e1_the_second_edition_starts_alike() -> None:
    given(4, edition="second").holds(purses=[50] * 4)


@pytest.mark.parametrize(
    "shields",
    [(), SHIELDS[:3], SHIELDS[:5], ("leaf", "stag", "arrow", "leaf"), ("leaf", "stag", "arrow", "dragon")],
)
def test_every_player_has_a_shield_of_their_own(shields: tuple[str, ...]) -> None:
    not_opened(command_for(4, shields=shields), UnknownShield())


def test_names_are_kept_trimmed_and_differ() -> None:
    table = given(3, names=("  Ann ", "Bo", "Cleo"))
    assert [seat.name for seat in table.game.seats] == ["Ann", "Bo", "Cleo"]
    not_opened(command_for(3, names=("Ann", "Bo", "aNN")), NameRepeated(2, "aNN"))


class TestCardsInPlay:
    def test_t6_with_three_players_there_is_no_bread(self) -> None:
        table = given(3)
        assert table.game.legal_goods == ("apples", "cheese", "chickens")
        table.refuses(opened(BO, "bread", 1), no.NotDeclarable())
        table.refuses(opened(BO, "apples", 1, bread=1), no.GoodNotInPlay("bread"))

    def test_t6_with_four_players_all_of_it_is_there(self) -> None:
        game = given(4).game
        assert game.legal_goods == ("apples", "cheese", "bread", "chickens")
        assert game.contraband == ("pepper", "mead", "silk", "crossbow")
        assert [game.copies(word) for word in game.contraband] == [22, 21, 12, 5]

    def test_t6_with_three_players_there_is_less_contraband(self) -> None:
        game = given(3, royal_goods=True).game
        assert [game.copies(word) for word in ("pepper", "mead", "silk", "crossbow")] == [18, 16, 9, 5]
        royal = ("green_apples", "golden_apples", "gouda_cheese", "royal_rooster")
        assert tuple(word for word in game.contraband if edition("first").good(word).kind == "royal") == royal

    def test_t7_royal_goods_are_in_play_only_if_the_table_says_so(self) -> None:
        given(4).refuses(opened(BO, "apples", 1, green_apples=1), no.GoodNotInPlay("green_apples"))
        assert given(4, royal_goods=True).when(opened(BO, "apples", 1, green_apples=1)).game.gold(BO) == 47

    def test_t7_promo_cards_are_in_play_as_often_as_the_table_says(self) -> None:
        given(4).refuses(opened(BO, "apples", 1, olive_oil=1), no.GoodNotInPlay("olive_oil"))
        table = given(4, promo={"olive_oil": 2})
        table.refuses(opened(BO, "apples", 3, olive_oil=3), no.SupplyExceeded("olive_oil", 3, 2))
        assert table.when(opened(BO, "apples", 2, olive_oil=2)).game.gold(BO) == 40

    def test_t7_the_other_options_change_no_number_of_the_bank(self) -> None:
        options = Options(timer=True, ten_cards_out=True, hand_of_seven=True)
        game = given(4).game
        other = command_for(4, options=options).begin()
        assert other.options.ten_cards_out
        assert [game.copies(word) for word in game.goods_in_play] == [48, 36, 36, 24, 22, 21, 12, 5]

    def test_t7_only_promo_cards_have_their_copies_set(self) -> None:
        for word in ("apples", "crossbow", "dragons", FACE_DOWN):
            options = Options(promo=Goods({word: 1}))
            not_opened(command_for(options=options), no.GoodNotInPlay(word))

    def test_t7_copies_of_a_promo_card_are_1_to_9(self) -> None:
        options = Options(promo=Goods({"olive_oil": 10}))
        not_opened(command_for(options=options), no.PromoOutOfRange("olive_oil", 9))
        assert given(4, promo={"olive_oil": 9}).game.copies("olive_oil") == 9


class TestStartInMidGame:
    def test_purses_and_stands_are_as_they_lie(self) -> None:
        table = given(
            5,
            sheriff=CLEO,
            round=4,
            gold={ANN: 0, BO: 73},
            stands={BO: {"apples": 4, FACE_DOWN: 2}, EVE: {"silk": 1}},
        )
        table.holds(purses=[0, 73, 50, 50, 50], stands=[{}, {"apples": 4, FACE_DOWN: 2}, {}, {}, {"silk": 1}])
        assert (table.game.round, table.game.rounds) == (4, 10)
        assert table.game.badge_order == (DOV, EVE, ANN, BO, CLEO, DOV)

    def test_t3_who_was_sheriff_before_is_told_by_the_badge(self) -> None:
        game = given(5, sheriff=CLEO, round=9).game
        assert game.first_sheriff == EVE
        assert game.turns == (2, 2, 1, 1, 2)
        assert [game.turns[seat] + [game.sheriff, *game.badge_order].count(seat) for seat in range(5)] == [
            2
        ] * 5

    def test_a_game_from_its_first_round_has_no_turns_yet(self) -> None:
        game = given(5, sheriff=CLEO).game
        assert (game.first_sheriff, game.turns) == (CLEO, (0, 0, 0, 0, 0))

    def test_in_the_last_round_it_ends_with_the_badge(self) -> None:
        game = given(3, sheriff=BO, round=9).game
        assert (game.badge_order, game.rounds, game.stage) == ((), 9, Stage.ROUNDS)

    @pytest.mark.parametrize("gold", [-1, 10_000, 10**308])
    def test_no_purse_below_0_or_beyond_any_evening(self, gold: int) -> None:
        refused(lambda: given(3, gold={BO: gold}), no.GoldOutOfRange(9_999))

    def test_purses_and_stands_of_everybody_or_of_nobody(self) -> None:
        not_opened(command_for(3, purses=(1, 2)), no.PurseSplit())
        not_opened(command_for(3, purses=()), no.PurseSplit())
        not_opened(command_for(3, stands=(Goods(),)), no.PurseSplit())

    def test_stands_hold_cards_of_this_table_only(self) -> None:
        refused(lambda: given(3, stands={ANN: {"bread": 1}}), no.GoodNotInPlay("bread"))
        refused(lambda: given(3, stands={ANN: {"gold": 1}}), no.GoodNotInPlay("gold"))

    def test_stands_hold_no_more_than_the_box(self) -> None:
        refused(
            lambda: given(4, stands={ANN: {"crossbow": 3}, DOV: {"crossbow": 3}}),
            no.SupplyExceeded("crossbow", 6, 5),
        )


class TestCoinsOnTheTable:
    """A table that keeps its coins tracks stands alone."""

    def test_no_purse_holds_anything(self) -> None:
        given(4, coins_on_table=True).holds(purses=[0] * 4)

    def test_purses_are_not_typed_before_the_end(self) -> None:
        refused(lambda: given(4, coins_on_table=True, gold={ANN: 10}), no.NoCoinsHere())

    def test_purses_left_at_0_in_mid_game_count_as_not_given(self) -> None:
        given(4, coins_on_table=True, round=2, gold=dict.fromkeys(range(4), 0)).holds(purses=[0] * 4)


def test_refusals_of_an_opening_are_refusals() -> None:
    """The guards look at one thing after the other: a table with every fault has one of them told."""
    faulty = OpenTable("none", Options(), ("", ""), (), 7, rounds=0, round=0)
    with pytest.raises(Refusal):
        faulty.begin()
