"""The count sheet of Nottingham: what is taken, and how it is refused, with its place (N1, N13, N14)."""

from copy import deepcopy
from inspect import isclass
from typing import Any

import pytest

from companion.rules import sheet_refusals as shape
from companion.rules.ledger import Goods
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX, SHIELDS
from companion.rules.nottingham.sheet import CountOut, CountSheet, SheetCounted, parse
from companion.rules.refusals import NameEmpty, NameRepeated, NameTooLong, Refusal
from companion.rules.seats import Stage
from companion.rules.shapes import Repeating, game_of
from companion.rules.sheet_refusals import GameUnknown, SheetRefusal, WordUnknown, place_of
from tests.rules.nottingham.given import FIVE, THREE, Table

SHEET: dict[str, Any] = {
    "game": "nottingham",
    "missions": {"three_pairs": [17, 12], "five_of_one": [30, 25]},
    "players": [
        {"name": " Ann ", "loot": {"pearls": 2, "chest": 1}, "missions": ["five_of_one"]},
        {"name": "Bo", "loot": {"copper_coin": 1, "gold": 2}, "missions": ["five_of_one", "three_pairs"]},
        {"name": "Cleo", "loot": {"candlestick": 1, "jewels": 2, "necklace": 1, "chest": 0}},
    ],
}


def sheet(**keys: object) -> dict[str, Any]:
    """A good sheet of three with other keys."""
    return {**deepcopy(SHEET), **keys}


def with_player(seat: int, **keys: object) -> dict[str, Any]:
    """A good sheet of three, in which one player has other keys."""
    changed = sheet()
    changed["players"][seat] |= keys
    return changed


def of(number: int, **keys: object) -> dict[str, Any]:
    """A sheet of so many players, each of whom has this."""
    return sheet(players=[{"name": f"Player {seat}", **keys} for seat in range(number)])


def typed(numbers: object) -> dict[str, Any]:
    """A good sheet with these numbers of three pairs."""
    return sheet(missions={"five_of_one": [30, 25], "three_pairs": numbers})


class TestWhatASheetHolds:
    def test_every_value_by_seat(self) -> None:
        assert parse(SHEET) == CountSheet(
            names=("Ann", "Bo", "Cleo"),
            loot=(
                Goods({"pearls": 2, "chest": 1}),
                Goods({"copper_coin": 1, "gold": 2}),
                Goods({"candlestick": 1, "jewels": 2, "necklace": 1}),
            ),
            missions=(("five_of_one",), ("five_of_one", "three_pairs"), ()),
            numbers=(("five_of_one", FIVE), ("three_pairs", THREE)),
        )

    def test_loot_and_missions_may_be_absent(self) -> None:
        parsed = parse({"players": [{"name": name} for name in ("Ann", "Bo", "Cleo")]})
        assert (parsed.loot, parsed.missions, parsed.numbers) == ((Goods(),) * 3, ((),) * 3, ())
        assert parsed.result().winners == (0, 1, 2)

    @pytest.mark.parametrize("number", [3, 5, 7])
    def test_n1_three_to_seven_are_counted(self, number: int) -> None:
        assert len(parse(of(number)).names) == number

    def test_n1_all_twelve_of_an_object_may_lie_there(self) -> None:
        assert parse(of(3, loot={"gold": 4})).loot[2] == {"gold": 4}

    def test_numbers_that_nobody_needs_may_stand_there(self) -> None:
        assert dict(parse(of(3)).numbers) == {"five_of_one": FIVE, "three_pairs": THREE}


BAD_SHEETS: dict[str, tuple[object, type[Refusal], str]] = {
    "not an object": ([], shape.NotAnObject, "sheet"),
    "a key twice": (Repeating(SHEET), shape.KeyRepeated, "sheet"),
    "an unknown key": (sheet(promo_copies={}), shape.KeyUnknown, "sheet"),
    "no players": ({"game": "nottingham"}, shape.KeyMissing, "sheet"),
    "players that are no list": (sheet(players={}), shape.NotAList, "players"),
    "two players": (of(2), shape.CountOutOfRange, "players"),
    "eight players": (of(8), shape.CountOutOfRange, "players"),
    "a player that is no object": (sheet(players=["Ann", "Bo", "Cleo"]), shape.NotAnObject, "players[0]"),
    "a player with gold": (with_player(1, gold=5), shape.KeyUnknown, "players[1]"),
    "a player without a name": (sheet(players=[{}, {}, {}]), shape.KeyMissing, "players[0]"),
    "a name that is a number": (with_player(2, name=3), shape.NotText, "players[2].name"),
    "an empty name": (with_player(2, name=""), NameEmpty, "players[2].name"),
    "a long name": (with_player(2, name="A" * 25), NameTooLong, "players[2].name"),
    "a name twice": (with_player(2, name="ann"), NameRepeated, "players[2].name"),
    "loot that is a list": (with_player(0, loot=["pearls"]), shape.NotAnObject, "players[0].loot"),
    "an unknown object": (with_player(0, loot={"silk": 1}), no.ItemUnknown, "players[0].loot"),
    "a mission as loot": (with_player(0, loot={"four_pairs": 1}), no.ItemUnknown, "players[0].loot"),
    "half a card": (with_player(0, loot={"gold": 1.5}), shape.NotWhole, "players[0].loot.gold"),
    "true cards": (with_player(0, loot={"gold": True}), shape.NotWhole, "players[0].loot.gold"),
    "cards below none": (with_player(0, loot={"gold": -1}), shape.LessThanNone, "players[0].loot.gold"),
    "thirteen cards": (with_player(0, loot={"gold": 11}), no.CopiesExceeded, "players[1].loot.gold"),
    "no list of missions": (with_player(0, missions="four_pairs"), shape.NotAList, "players[0].missions"),
    "a mission by number": (with_player(0, missions=[1]), shape.NotText, "players[0].missions[0]"),
    "an unknown mission": (with_player(0, missions=["pairs"]), no.MissionUnknown, "players[0].missions[0]"),
    "a mission twice by one": (
        with_player(0, missions=["five_of_one", "five_of_one"]),
        no.MissionRepeated,
        "players[0].missions[1]",
    ),
    "a mission a third time": (
        with_player(2, missions=["three_pairs", "five_of_one"]),
        no.MissionBeyond,
        "players[2].missions[1]",
    ),
    "a mission without numbers": (
        with_player(2, missions=["four_pairs"]),
        no.NumbersMissing,
        "players[2].missions[0]",
    ),
    "missions that are a list": (sheet(missions=[]), shape.NotAnObject, "missions"),
    "numbers of no mission": (sheet(missions={"pairs": [17, 12]}), no.MissionUnknown, "missions"),
    "one number": (typed([17]), no.NotTwoNumbers, "missions.three_pairs"),
    "three numbers": (typed([17, 12, 9]), no.NotTwoNumbers, "missions.three_pairs"),
    "a number alone": (typed(17), shape.NotAList, "missions.three_pairs"),
    "a number as text": (typed([17, "12"]), shape.TextForNumber, "missions.three_pairs[1]"),
    "a number of 0": (typed([17, 0]), no.NumberOutOfRange, "missions.three_pairs[1]"),
    "a number of 100": (typed([100, 12]), no.NumberOutOfRange, "missions.three_pairs[0]"),
    "numbers that rise": (typed([12, 17]), no.NumbersNotFalling, "missions.three_pairs"),
    "numbers that are equal": (typed([12, 12]), no.NumbersNotFalling, "missions.three_pairs"),
}


class TestFaults:
    @pytest.mark.parametrize("fault", BAD_SHEETS)
    def test_a_bad_sheet_is_refused_with_its_place(self, fault: str) -> None:
        decoded, kind, place = BAD_SHEETS[fault]
        with pytest.raises(kind) as raised:
            parse(decoded)
        assert isinstance(raised.value, Refusal)
        assert (type(raised.value), place_of(raised.value)) == (kind, place)
        assert str(raised.value)

    def test_the_place_is_where_the_cards_become_too_many(self) -> None:
        with pytest.raises(no.CopiesExceeded) as raised:
            parse(of(4, loot={"chest": 5}))
        assert raised.value == no.CopiesExceeded("players[2].loot.chest", "chest", 20, BOX.copies)

    def test_what_was_probably_meant_is_told(self) -> None:
        with pytest.raises(no.ItemUnknown) as raised:
            parse(with_player(0, loot={"Copper coin": 1}))
        assert raised.value == no.ItemUnknown("players[0].loot", "'Copper coin'", "copper_coin")

    def test_every_refusal_of_a_sheet_is_among_the_faults(self) -> None:
        known = {kind for kind in vars(no).values() if isclass(kind) and issubclass(kind, SheetRefusal)}
        assert known - {SheetRefusal, WordUnknown} <= {kind for _, kind, _ in BAD_SHEETS.values()}


class TestWhichGame:
    GAMES = ("sheriff", "nottingham")

    def test_a_sheet_says_so_or_is_of_the_first(self) -> None:
        assert game_of(SHEET, self.GAMES) == "nottingham"
        assert game_of({"game": "sheriff"}, self.GAMES) == "sheriff"
        silent: list[object] = [{}, [], "game", Repeating(SHEET)]
        assert {game_of(decoded, self.GAMES) for decoded in silent} == {"sheriff"}

    @pytest.mark.parametrize(
        "game, kind", [("whist", GameUnknown), (1, shape.NotText), (None, shape.NotText)]
    )
    def test_or_it_is_refused(self, game: object, kind: type[Refusal]) -> None:
        with pytest.raises(kind) as raised:
            game_of({"game": game}, self.GAMES)
        assert place_of(raised.value) == "game"


class TestAQuickCount:
    def test_it_is_a_game_of_one_entry(self) -> None:
        event = CountOut(parse(SHEET), "bT2c").begin()
        assert isinstance(event, SheetCounted)
        game = Table.after(event).game
        assert (game.stage, game.result, event.replaces) == (Stage.CLOSED, parse(SHEET).result(), "bT2c")
        assert [seat.shield for seat in game.seats] == list(SHIELDS[:3])
        assert (dict(game.loot(1)), game.missions(1)) == (
            {"copper_coin": 1, "gold": 2},
            ("five_of_one", "three_pairs"),
        )
        assert game.worth("five_of_one") == 25

    def test_n1_seven_have_seven_shields(self) -> None:
        event = CountOut(parse(of(7))).begin()
        assert {seat.shield for seat in event.seats} == {*SHIELDS}
