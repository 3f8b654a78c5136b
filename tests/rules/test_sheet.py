"""The count sheet: what is taken, and every way it is refused, with its place (T1, T6, T7, S6)."""

from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import sheet_refusals as shape
from companion.rules.ledger import Goods
from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong, NotInCount, Refusal
from companion.rules.shapes import Repeating, quoted, told
from companion.rules.sheet_refusals import SheetRefusal, place_of
from companion.rules.sheriff import sheet_refusals as no
from companion.rules.sheriff.editions import EDITIONS, Kind, edition
from companion.rules.sheriff.refusals import GoldOutOfRange, PromoOutOfRange
from companion.rules.sheriff.scoring import count
from companion.rules.sheriff.sheet import CountSheet, beyond_the_box, parse

FIRST = edition("first")

SHEET: dict[str, Any] = {
    "players": [
        {"name": "David", "gold": 42, "stand": {"apples": 4, "feast_plate": 1}, "feast_plates": ["bread"]},
        {"name": "Ann", "gold": 10, "stand": {"apples": 9, "chickens": 4}},
        {"name": "Bo", "gold": 0},
        {"name": "Cleo", "gold": 50, "stand": {}},
    ]
}


def sheet(**keys: object) -> dict[str, Any]:
    """A good sheet of four with other keys."""
    return {**deepcopy(SHEET), **keys}


def with_player(seat: int, **keys: object) -> dict[str, Any]:
    """A good sheet of four, in which one player has other keys."""
    changed = sheet()
    changed["players"][seat] |= keys
    return changed


def of(number: int, **keys: object) -> dict[str, Any]:
    """A sheet of this many players, the first of them with other keys."""
    players: list[dict[str, Any]] = [{"name": f"Player {seat}", "gold": 50} for seat in range(number)]
    players[0] |= keys
    return {"players": players}


class TestWhatASheetHolds:
    def test_every_value_by_seat(self) -> None:
        given = sheet(edition="second", first_sheriff="Bo", promo_copies={"feast_plate": 2})
        assert parse(given) == CountSheet(
            edition="second",
            first_sheriff=2,
            names=("David", "Ann", "Bo", "Cleo"),
            gold=(42, 10, 0, 50),
            stands=(
                Goods({"apples": 4, "feast_plate": 1}),
                Goods({"apples": 9, "chickens": 4}),
                Goods(),
                Goods(),
            ),
            plates=(("bread",), (), (), ()),
            promo_copies=Goods({"feast_plate": 2}),
        )

    def test_what_stands_in_for_what_is_absent(self) -> None:
        parsed = parse(sheet())
        assert (parsed.edition, parsed.first_sheriff, parsed.promo_copies) == ("first", 0, Goods())
        assert parsed.stands[2] == Goods()

    def test_a_zero_is_the_same_as_a_good_left_out(self) -> None:
        assert parse(with_player(1, stand={"apples": 9, "chickens": 4, "silk": 0})) == parse(sheet())

    def test_the_first_sheriff_changes_no_number(self) -> None:
        assert parse(sheet(first_sheriff="Cleo")).result() == parse(sheet()).result()

    def test_its_result_is_the_count(self) -> None:
        parsed = parse(sheet())
        assert parsed.result() == count(FIRST, parsed.stands, parsed.gold, parsed.plates)

    @pytest.mark.parametrize("number", [3, 4, 5, 6])
    def test_t1_three_to_six_are_counted(self, number: int) -> None:
        assert len(parse(of(number)).names) == number

    def test_names_are_trimmed_wherever_they_stand(self) -> None:
        parsed = parse(with_player(1, name="  Ann\t") | {"first_sheriff": " Ann "})
        assert (parsed.names[1], parsed.first_sheriff) == ("Ann", 1)

    @pytest.mark.parametrize("name", ["A", "A" * 24, "é" * 24, "e\u0301" * 24, "דוד", "🦌", "<b>Ann</b>"])
    def test_names_of_one_to_24_characters_in_any_script(self, name: str) -> None:
        assert len(parse(with_player(1, name=name)).names[1]) <= 24

    def test_gold_from_none_to_9999_and_never_refused_for_its_sum(self) -> None:
        assert parse(with_player(0, gold=9_999)).gold[0] == 9_999

    @pytest.mark.parametrize("word", EDITIONS)
    def test_t7_promo_cards_in_both_editions_in_as_many_copies_as_are_said(self, word: str) -> None:
        promo = [good.word for good in FIRST.of(Kind.PROMO) if good.word != "feast_plate"]
        full = of(3, stand=dict.fromkeys(promo, 9))
        parsed = parse(full | {"edition": word, "promo_copies": dict.fromkeys(promo, 9)})
        assert parsed.stands[0].total == 9 * len(promo)

    def test_s6_a_feast_plate_is_not_counted_against_the_supply_of_its_good(self) -> None:
        full = with_player(1, stand={"bread": 36})
        assert parse(full).plates[0] == ("bread",)

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_the_whole_box_can_lie_on_the_stands(self, players: int) -> None:
        box = {good.word: FIRST.copies(good.word, players) for good in FIRST.goods}
        assert parse(of(players, stand=box, feast_plates=["apples"])).stands[0].total == sum(box.values())


def over_the_box() -> list[tuple[int, str, int]]:
    words = [good.word for good in FIRST.goods]
    return [(players, word, FIRST.copies(word, players)) for players in (3, 4, 6) for word in words]


class TestTheBox:
    @pytest.mark.parametrize("players, good, copies", over_the_box())
    def test_t6_one_card_more_than_the_box_has_is_refused(self, players: int, good: str, copies: int) -> None:
        with pytest.raises(no.BoxExceeded) as refused:
            parse(of(players, stand={good: copies + 1}))
        assert refused.value == no.BoxExceeded(f"players[0].stand.{good}", good, copies + 1, copies)

    def test_the_place_is_the_stand_at_which_they_become_too_many(self) -> None:
        full = of(5, stand={"crossbow": 3})
        full["players"][1]["stand"] = {"crossbow": 2}
        full["players"][3]["stand"] = {"crossbow": 1}
        full["players"][4]["stand"] = {"crossbow": 1}
        with pytest.raises(no.BoxExceeded) as refused:
            parse(full)
        assert refused.value == no.BoxExceeded("players[3].stand.crossbow", "crossbow", 7, 5)
        assert str(refused.value) == "crossbow: the box has 5 for this many players, the stands hold 7."

    def test_t7_copies_of_a_promo_card_are_the_tables_own(self) -> None:
        full = of(3, stand={"olive_oil": 3})
        with pytest.raises(no.BoxExceeded):
            parse(full | {"promo_copies": {"olive_oil": 2}})
        assert parse(full | {"promo_copies": {"olive_oil": 3}}).stands[0] == {"olive_oil": 3}

    def test_all_goods_beyond_the_box_can_be_listed_at_once(self) -> None:
        stands = [Goods({"silk": 13, "bread": 1}), Goods(), Goods({"bread": 1})]
        assert [refusal.good for refusal in beyond_the_box(FIRST, stands, {})] == ["bread", "silk"]
        assert not list(beyond_the_box(FIRST, [Goods()] * 3, {}))


NUMBERS_THAT_ARE_NONE = [1.0, True, False, "2", "", None, float("nan"), float("inf"), [], {}]

PLATES = "players[0].feast_plates"
BAD_SHEETS: dict[str, tuple[object, type[Refusal], str]] = {
    "not an object": ([], shape.NotAnObject, "sheet"),
    "not an object but a word": ("sheet", shape.NotAnObject, "sheet"),
    "an unknown key": (sheet(Players=[]), shape.KeyUnknown, "sheet"),
    "no players": ({}, shape.KeyMissing, "sheet"),
    "players that are no list": (sheet(players={"name": "Ann"}), shape.NotAList, "players"),
    "nobody": (sheet(players=[]), shape.CountOutOfRange, "players"),
    "too few players": (of(2), shape.CountOutOfRange, "players"),
    "too many players": (of(7), shape.CountOutOfRange, "players"),
    "a player that is no object": (sheet(players=["Ann", "Bo", "Cleo"]), shape.NotAnObject, "players[0]"),
    "an unknown key of a player": (with_player(1, golds=3), shape.KeyUnknown, "players[1]"),
    "an unknown edition": (sheet(edition="third"), no.EditionUnknown, "edition"),
    "an expansion as the edition": (sheet(edition="promo"), no.EditionUnknown, "edition"),
    "an edition that is no word": (sheet(edition=1), shape.NotText, "edition"),
    "no edition by a null": (sheet(edition=None), shape.NotText, "edition"),
    "a first Sheriff who does not play": (sheet(first_sheriff="Eve"), no.SheriffUnknown, "first_sheriff"),
    "a first Sheriff without a name": (sheet(first_sheriff=" "), no.SheriffUnknown, "first_sheriff"),
    "a first Sheriff by number": (sheet(first_sheriff=0), shape.NotText, "first_sheriff"),
    "a name that is a number": (with_player(2, name=2), shape.NotText, "players[2].name"),
    "an empty name": (with_player(2, name=""), NameEmpty, "players[2].name"),
    "a blank name": (with_player(2, name=" \t\u00a0"), NameEmpty, "players[2].name"),
    "a name of 25 characters": (with_player(2, name="A" * 25), NameTooLong, "players[2].name"),
    "a name of 200 characters": (with_player(2, name="A" * 200), NameTooLong, "players[2].name"),
    "a name nobody can see": (with_player(2, name="\u200b"), NameInvisible, "players[2].name"),
    "a name that turns the line around": (with_player(2, name="B\u202eo"), NameInvisible, "players[2].name"),
    "half a character as a name": (with_player(2, name="\ud800"), NameInvisible, "players[2].name"),
    "a repeated name": (with_player(2, name="Ann"), NameRepeated, "players[2].name"),
    "a name repeated in capitals": (with_player(2, name="ANN "), NameRepeated, "players[2].name"),
    "less gold than none": (with_player(3, gold=-1), GoldOutOfRange, "players[3].gold"),
    "more gold than an evening holds": (with_player(3, gold=10_000), GoldOutOfRange, "players[3].gold"),
    "gold of 309 digits": (with_player(3, gold=10**308), GoldOutOfRange, "players[3].gold"),
    "a stand that is a list": (with_player(1, stand=["apples"]), shape.NotAnObject, "players[1].stand"),
    "a stand that is null": (with_player(1, stand=None), shape.NotAnObject, "players[1].stand"),
    "an unknown good": (with_player(1, stand={"apple": 1}), no.GoodUnknown, "players[1].stand"),
    "gold on a stand": (with_player(1, stand={"gold": 1}), no.GoodUnknown, "players[1].stand"),
    "a card face down": (with_player(1, stand={"face_down": 1}), no.GoodUnknown, "players[1].stand"),
    "less than no card": (with_player(1, stand={"silk": -1}), shape.LessThanNone, "players[1].stand.silk"),
    "cards of 5000 digits": (of(4, stand={"silk": 10**5000}), no.BoxExceeded, "players[0].stand.silk"),
    "bread with three players": (of(3, stand={"bread": 1}), no.BoxExceeded, "players[0].stand.bread"),
    "copies that are no object": (sheet(promo_copies=[]), shape.NotAnObject, "promo_copies"),
    "copies of an unknown card": (sheet(promo_copies={"joker": 1}), no.NotPromo, "promo_copies"),
    "copies of a card in the box": (sheet(promo_copies={"apples": 9}), no.NotPromo, "promo_copies"),
    "no copy": (sheet(promo_copies={"olive_oil": 0}), PromoOutOfRange, "promo_copies.olive_oil"),
    "ten copies": (sheet(promo_copies={"olive_oil": 10}), PromoOutOfRange, "promo_copies.olive_oil"),
    "plates that are no list": (with_player(0, feast_plates="bread"), shape.NotAList, PLATES),
    "a plate that is no word": (with_player(0, feast_plates=[1]), shape.NotText, f"{PLATES}[0]"),
    "a plate without a choice": (with_player(0, feast_plates=[]), no.PlatesNotChosen, PLATES),
    "a choice too many": (with_player(0, feast_plates=["bread"] * 2), no.PlatesNotChosen, PLATES),
    "a choice without a plate": (of(4, feast_plates=["bread"]), no.PlatesNotChosen, PLATES),
    "a plate of silk": (with_player(0, feast_plates=["silk"]), no.PlateNotLegal, f"{PLATES}[0]"),
    "a plate of nothing known": (with_player(0, feast_plates=["x"]), no.PlateNotLegal, f"{PLATES}[0]"),
    "a plate of bread with three": (
        of(3, stand={"feast_plate": 1}, feast_plates=["bread"]),
        no.PlateNotLegal,
        f"{PLATES}[0]",
    ),
}


def refused(decoded: object) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        parse(decoded)
    return refusal.value


def parsed_or_refused(decoded: object) -> CountSheet | Refusal:
    try:
        return parse(decoded)
    except Refusal as refusal:
        return refusal


class TestRefusals:
    @pytest.mark.parametrize("fault", BAD_SHEETS)
    def test_a_bad_sheet_is_refused_with_its_place(self, fault: str) -> None:
        bad, refusal, place = BAD_SHEETS[fault]
        found = refused(bad)
        assert type(found) is refusal
        assert place_of(found) == place
        assert str(found)

    @pytest.mark.parametrize("value", NUMBERS_THAT_ARE_NONE, ids=repr)
    def test_what_is_not_a_number_is_refused_wherever_it_is(self, value: object) -> None:
        for bad, place in (
            (with_player(1, gold=value), "players[1].gold"),
            (with_player(1, stand={"mead": value}), "players[1].stand.mead"),
            (sheet(promo_copies={"olive_oil": value}), "promo_copies.olive_oil"),
        ):
            expected = (
                shape.TextForNumber(place, quoted(value))
                if isinstance(value, str)
                else shape.NotWhole(place, told(value))
            )
            assert refused(bad) == expected

    @pytest.mark.parametrize("key, refusal", [("name", shape.KeyMissing), ("gold", no.GoldMissing)])
    def test_name_and_gold_are_not_guessed(self, key: str, refusal: type[Refusal]) -> None:
        bad = sheet()
        del bad["players"][1][key]
        assert type(refused(bad)) is refusal

    @pytest.mark.parametrize(
        "path, place",
        [
            ((), "sheet"),
            (("promo_copies",), "promo_copies"),
            (("players", 1), "players[1]"),
            (("players", 1, "stand"), "players[1].stand"),
        ],
    )
    def test_a_key_that_stands_twice_is_told_with_its_place(self, path: tuple[Any, ...], place: str) -> None:
        twice = Repeating()
        twice.key = "apples"
        bad: Any = sheet()
        holder = bad
        for step in path[:-1]:
            holder = holder[step]
        if path:
            holder[path[-1]] = twice
        assert refused(bad if path else twice) == shape.KeyRepeated(place, "'apples'")

    def test_a_refusal_is_like_every_other(self) -> None:
        refusal = refused(with_player(1, gold="2"))
        assert isinstance(refusal, SheetRefusal)
        assert refusal.values == {"place": "players[1].gold", "given": "2"}
        assert str(refusal) == "“2” is not a whole number."
        assert place_of(NotInCount()) == ""

    def test_every_refusal_has_a_sentence_that_its_values_fill(self) -> None:
        kinds = {*SheetRefusal.__subclasses__(), *shape.WordUnknown.__subclasses__()} - {shape.WordUnknown}
        for kind in kinds:
            values: dict[str, Any] = {field.name: f"<{field.name}>" for field in fields(kind)}
            assert "%" not in str(kind(**values))


@pytest.mark.parametrize(
    "value, words",
    [
        (None, "null"),
        (True, "true"),
        (1.0, "1.0"),
        (float("nan"), "NaN"),
        (-3, "-3"),
        (10**16, "such a number"),
        ("Ann", "'Ann'"),
        ("a\nb\u202e\ud800", r"'a\nb\u202e\ud800'"),
        ("x" * 41, "'" + "x" * 40 + "'…"),
        ([[]], "a list"),
        ({"a": 1}, "an object"),
    ],
)
def test_what_a_refusal_repeats_is_short_and_printable(value: object, words: str) -> None:
    assert told(value) == words


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
words = st.sampled_from([*(good.word for good in FIRST.goods), "gold", "x"])
numbers = st.integers(-1, 6) | st.just(1.0)
almost_players = st.fixed_dictionaries(
    {"name": st.sampled_from(["Ann", "Bo", "Cleo", "Dov", "Eve", "Guy", "ann", ""]), "gold": numbers},
    optional={
        "stand": st.dictionaries(words, numbers, max_size=4) | anything,
        "feast_plates": st.lists(words, max_size=2),
    },
)
almost_sheets = st.fixed_dictionaries(
    {"players": st.lists(almost_players, max_size=7)},
    optional={
        "edition": st.sampled_from([*EDITIONS, "third"]),
        "first_sheriff": st.text(max_size=3) | st.just("Ann"),
    },
)


class TestLaws:
    @given(anything | almost_sheets)
    @settings(deadline=None)
    def test_anything_is_either_counted_or_refused_in_one_line_with_a_place(self, decoded: object) -> None:
        outcome = parsed_or_refused(decoded)
        if isinstance(outcome, CountSheet):
            assert len(outcome.result().players) == len(outcome.names)
        else:
            assert place_of(outcome)
            assert f"{place_of(outcome)}: {outcome}".isprintable()

    @given(st.dictionaries(words, st.integers(0, 50), max_size=8), st.integers(3, 6))
    @settings(deadline=None)
    def test_a_stand_is_refused_exactly_when_the_box_could_not_fill_it(
        self, stand: dict[str, int], players: int
    ) -> None:
        known = {word: number for word, number in stand.items() if word not in {"gold", "x", "feast_plate"}}
        full = of(players, stand=known)
        if all(number <= FIRST.copies(word, players) for word, number in known.items()):
            assert parse(full).stands[0] == Goods(known)
        else:
            assert isinstance(refused(full), no.BoxExceeded)
