"""The cards of a count sheet that are no goods and count at the end (E18, E20, E22, E24)."""

from copy import deepcopy
from typing import Any

import pytest

from companion.laws import follow
from companion.rules.refusals import Refusal
from companion.rules.sheet_refusals import (
    KeyMissing,
    KeyUnknown,
    NotAList,
    NotAnObject,
    NotText,
    NotWhole,
    TextForNumber,
    place_of,
)
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.refusals import CardNameRefused
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.sheet_refusals import (
    BoxExceededByGone,
    ExtraNotPossible,
    ExtrasExceeded,
    ExtraUnknown,
)
from companion.rules.sheriff.tally import CountOut
from tests.rules.given import ANN, BO, CLEO, refused

SHEET: dict[str, Any] = {"players": [{"name": name, "gold": 5} for name in ("Ann", "Bo", "Cleo")]}
SILK = {"what": "black_market:silk", "gold": 34}
ORDER = {"what": "special_order:apples:pepper", "gold": 7}
JOHN = {"what": "other", "name": " Little  John ", "gold": 9}
PLACE = "players[0].extras[0]"


def sheet(*extras: object, **keys: object) -> dict[str, Any]:
    """A sheet of three in which Ann has these cards, and other keys."""
    changed = deepcopy(SHEET)
    changed["players"][ANN] |= {"extras": list(extras), **keys}
    return changed


def test_what_a_sheet_holds_in_the_order_in_which_it_says_so() -> None:
    parsed = parse(sheet(JOHN, SILK, ORDER))
    cards = (
        Extra("other:Little John", 9),
        Extra("black_market:silk", 34),
        Extra("special_order:apples:pepper", 7),
    )
    assert parsed.extras == (cards, (), ())
    assert [player.extras for player in parsed.result().players] == [50, 0, 0]


def test_a_sheet_in_which_nobody_has_any_is_as_before() -> None:
    assert parse(sheet()) == parse(SHEET)
    assert parse(SHEET).extras == ()


def test_a_count_is_a_game_in_which_they_lie_there() -> None:
    event = CountOut(parse(sheet(SILK, JOHN, JOHN))).begin()
    game = SHERIFF.evolve(None, event)
    assert [extra.gold for extra in game.extras(ANN)] == [34, 9, 9]
    assert game.extras(BO) == game.extras(CLEO) == ()
    options = event.options
    assert (options.black_market, options.special_orders, options.other_cards) == (True, False, True)
    assert follow(SHERIFF, [(1, event)]) == game


@pytest.mark.parametrize(
    "given, refusal",
    [
        ("silk", NotAnObject(PLACE, "'silk'")),
        ({"gold": 9}, KeyMissing(PLACE, "what")),
        ({"what": 9}, NotText(f"{PLACE}.what", "9")),
        ({"what": "other", "gold": 9}, KeyMissing(PLACE, "name")),
        ({"what": "black_market:silk"}, KeyMissing(PLACE, "gold")),
        (
            {**SILK, "what": "black_market:crossbow"},
            ExtraUnknown(f"{PLACE}.what", "'black_market:crossbow'", "black_market:silk"),
        ),
        ({**SILK, "gold": "34"}, TextForNumber(f"{PLACE}.gold", "34")),
        ({**SILK, "gold": 3.5}, NotWhole(f"{PLACE}.gold", "3.5")),
        ({**SILK, "gold": 0}, ExtraNotPossible(f"{PLACE}.gold", 1, 99)),
        ({**SILK, "gold": 100}, ExtraNotPossible(f"{PLACE}.gold", 1, 99)),
        ({**SILK, "name": "Silk"}, KeyUnknown(PLACE, "'name'")),
        ({**JOHN, "nmae": "John"}, KeyUnknown(PLACE, "'nmae'", "name")),
        ({**JOHN, "name": 9}, NotText(f"{PLACE}.name", "9")),
        (
            {**SILK, "what": "black market:Silk"},
            ExtraUnknown(f"{PLACE}.what", "'black market:Silk'", "black_market:silk"),
        ),
    ],
)
def test_a_card_that_cannot_be_is_refused_with_its_place(given: object, refusal: Refusal) -> None:
    refused(lambda: parse(sheet(given)), refusal)


@pytest.mark.parametrize("name", ["x" * 25, "\u200b"])
def test_a_name_that_nobody_can_read_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(CardNameRefused) as raised:
        parse(sheet({**JOHN, "name": name}))
    assert place_of(raised.value) == f"{PLACE}.name"


def test_they_are_a_list() -> None:
    wrong = sheet()
    wrong["players"][BO]["extras"] = SILK
    refused(lambda: parse(wrong), NotAList("players[1].extras", "an object"))


def test_e18_e22_no_card_is_there_more_often_than_it_exists() -> None:
    """Whoever has them; any number of other cards."""
    two = sheet(SILK, SILK, *[JOHN] * 5)
    parse(two)
    two["players"][CLEO]["extras"] = [ORDER, SILK]
    refused(lambda: parse(two), ExtrasExceeded("players[2].extras[1].what", "black_market:silk", 2))
    once = {"what": "special_order:apples:silk", "gold": 6}
    wrong = sheet(once, once)
    refused(lambda: parse(wrong), ExtrasExceeded("players[0].extras[1].what", "special_order:apples:silk", 1))


def test_e20_cards_on_all_stands_and_those_gone_never_exceed_the_box() -> None:
    """Nine silk with three players; six of them were given up."""
    parse(sheet(SILK, SILK, stand={"silk": 3}))
    wrong = sheet(SILK, SILK, stand={"silk": 4})
    refused(lambda: parse(wrong), BoxExceededByGone("players[0].stand.silk", "silk", 4, 9, 6))
