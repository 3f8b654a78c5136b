"""A table is opened: who plays, with which pawns, on which way (N1, N16, N19)."""

import pytest

from companion.rules.nottingham.box import BOX, PAWNS, SHIELDS, Numbers, proposed
from companion.rules.nottingham.game import Options, evolve
from companion.rules.nottingham.refusals import PrintedMissing, PrintedOutOfRange, SpacesOutOfRange
from companion.rules.nottingham.ruleset import COMMANDS as FACTS
from companion.rules.nottingham.seating import OpenTable
from companion.rules.nottingham.way import PlayedOn
from companion.rules.refusals import NameEmpty, NameRepeated, PlayersOutOfRange, Refusal, UnknownShield
from companion.rules.seats import EVERY_SHIELD, Seat, Stage
from tests.rules.nottingham.given import NAMES, command_for, given

WAY = tuple(2 + space % 7 for space in range(22))


def not_opened(command: OpenTable, refusal: Refusal) -> None:
    with pytest.raises(type(refusal)) as raised:
        command.begin()
    assert raised.value == refusal
    assert "%" not in str(raised.value)


class TestTheBox:
    def test_n1_seven_objects_of_twelve_cards_are_worth_seven_to_thirteen(self) -> None:
        assert {item.word: item.value for item in BOX.items} == {
            "copper_coin": 7,
            "candlestick": 8,
            "gold": 9,
            "pearls": 10,
            "jewels": 11,
            "necklace": 12,
            "chest": 13,
        }
        assert BOX.copies == 12

    def test_n2_n3_there_are_four_missions_with_two_cards_each(self) -> None:
        assert BOX.mission_words == ("one_of_each", "five_of_one", "four_pairs", "three_pairs")
        assert BOX.mission_cards == 2

    def test_n3_n14_only_five_of_one_is_known_by_its_numbers(self) -> None:
        assert proposed("five_of_one") == Numbers(30, 25)
        others = ("one_of_each", "four_pairs", "three_pairs", "six_of_one")
        assert [proposed(mission) for mission in others] == [None] * 4

    def test_n1_seven_pawns_have_seven_shields(self) -> None:
        colours = ("red", "yellow", "green", "blue", "purple", "white", "grey")
        assert tuple(colour for colour, _ in PAWNS) == colours
        assert sorted(SHIELDS) == sorted(EVERY_SHIELD)

    def test_n8_n9_nothing_but_deliveries_missions_and_the_way_is_asked(self) -> None:
        """Hands, piles, actions and ambush cards stay on the table."""
        asked = {command.__name__ for command in FACTS}
        of_play = {"Deliver", "Fulfil", "StepByHand", "GameOver", "PlayOn", "EndGame"}
        of_people = {"Leave", "ComeBack", "Rename", "SetOptions"}
        assert asked == of_play | of_people | {"CheckLoot", "CloseCount"}


class TestOpening:
    @pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
    def test_n1_three_to_seven_sit_down_and_have_nothing(self, players: int) -> None:
        game = given(players).game
        assert [seat.name for seat in game.seats] == list(NAMES[:players])
        assert game.here == tuple(range(players))
        assert not any(game.loot(seat) or game.missions(seat) for seat in game.here)
        assert (game.step, game.stage, game.due) == (0, Stage.ROUNDS, None)

    @pytest.mark.parametrize("players", [0, 2, 8])
    def test_n1_n22_fewer_and_more_do_not_play(self, players: int) -> None:
        """Two players: silent everywhere."""
        names = tuple(f"Player {place}" for place in range(players))
        not_opened(command_for(names=names, shields=SHIELDS[:players]), PlayersOutOfRange(3, 7))

    @pytest.mark.parametrize(
        "shields", [(), SHIELDS[:3], ("stag", "bell", "leaf", "stag"), ("lion", *SHIELDS[:3])]
    )
    def test_n1_every_player_has_a_pawn_of_their_own(self, shields: tuple[str, ...]) -> None:
        not_opened(command_for(4, shields=shields), UnknownShield())

    def test_names_are_those_of_any_game(self) -> None:
        not_opened(command_for(names=("Ann", "Bo", "ann"), shields=SHIELDS[:3]), NameRepeated(2, "ann"))
        not_opened(command_for(names=("Ann", " ", "Bo"), shields=SHIELDS[:3]), NameEmpty(1))

    def test_a_place_can_wait_for_a_name(self) -> None:
        seats = command_for(3, unnamed=(2,)).begin().seats
        assert seats[2] == Seat("Cleo", "leaf", named=False)
        assert seats[1].named

    def test_n16_the_way_has_22_spaces_and_home_is_the_23rd_step(self) -> None:
        assert (Options().spaces, Options().home, Options().printed) == (22, 23, ())

    @pytest.mark.parametrize("spaces", [10, 40])
    def test_n16_a_table_says_how_many_spaces_its_board_has(self, spaces: int) -> None:
        assert given(spaces=spaces).game.options.home == spaces + 1

    @pytest.mark.parametrize("spaces", [-1, 0, 9, 41])
    def test_n16_but_not_any_number_of_them(self, spaces: int) -> None:
        not_opened(command_for(options=Options(spaces=spaces)), SpacesOutOfRange(10, 40))

    def test_n16_numbers_are_typed_for_every_space_or_for_none(self) -> None:
        options = given(printed=WAY).game.options
        assert [options.printed_at(step) for step in (1, 2, 22)] == [2, 3, 2]
        not_opened(command_for(options=Options(printed=WAY[1:])), PrintedMissing(22, 21))

    def test_n22_the_city_prints_nothing_that_is_known(self) -> None:
        options = given(printed=WAY).game.options
        assert options.printed_at(0) is options.printed_at(23) is options.printed_at(24) is None
        assert given().game.options.printed_at(1) is None

    @pytest.mark.parametrize("number", [0, 10, -3])
    def test_n16_a_number_is_a_digit_and_no_0(self, number: int) -> None:
        not_opened(command_for(options=Options(printed=(*WAY[1:], number))), PrintedOutOfRange(9))

    def test_n19_sums_are_covered_unless_the_table_says_otherwise(self) -> None:
        assert not Options().open_sums
        assert given(open_sums=True).game.options.open_sums


class TestReplay:
    def test_only_an_opening_begins_a_game(self) -> None:
        with pytest.raises(ValueError, match="PlayedOn"):
            evolve(None, PlayedOn(22))
