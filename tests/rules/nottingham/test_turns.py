"""Whose turn it is, and the ambushes that lie, for a table that likes to follow them (N8, N10)."""

import pytest

from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.seating import Leave
from companion.rules.nottingham.turns import MOST_AMBUSHES, LayAmbushes, NameTurn, Turns, say
from companion.rules.refusals import NoSuchSeat, PlayerHasLeft, Refusal
from tests.rules.nottingham.given import ANN, BO, CLEO, DOV, given

NOBODY: frozenset[int] = frozenset()


def said(game: Game, *asks: NameTurn | LayAmbushes) -> Turns:
    turns = Turns()
    for number, ask in enumerate(asks):
        turns = say(game, turns, ask, f"tap {number}", NOBODY, 0)
    return turns


def test_nobody_follows_the_turns_until_somebody_says_whose_it_is() -> None:
    assert Turns().turn(given().game, [(7, ANN)], {}) is None


def test_n8_a_delivery_ends_a_turn_and_the_left_goes_on() -> None:
    game = given().when(Leave(CLEO)).game
    turns = said(game, NameTurn(ANN, since=0))
    assert turns.turn(game, [], {}) == ANN
    assert turns.turn(game, [(5, ANN)], {}) == BO
    assert turns.turn(game, [(5, ANN), (6, BO)], {}) == DOV


def test_a_delivery_out_of_turn_takes_the_turn_from_nobody() -> None:
    """Dov's, made a turn ago, is recorded only now; then Bo, whose turn it is, delivers too."""
    game = given().game
    turns = said(game, NameTurn(BO, since=4))
    assert turns.turn(game, [(3, CLEO), (5, DOV)], {}) == BO
    assert turns.turn(game, [(3, CLEO), (5, DOV), (6, BO)], {}) == CLEO


def test_the_player_to_the_left_goes_on_after_a_turn_without_a_delivery() -> None:
    """Bo lays an ambush, which nobody records as a turn; then Cleo delivers."""
    game = given().game
    assert said(game, NameTurn(BO, since=4)).turn(game, [(5, CLEO)], {}) == DOV


def test_the_turn_goes_back_with_a_delivery_that_is_taken_back() -> None:
    """Ann delivered as entry 5, then Bo delivered nothing."""
    game = given().game
    turns = said(game, NameTurn(ANN, since=0), NameTurn(CLEO, since=5))
    assert turns.turn(game, [(5, ANN), (6, CLEO)], {}) == DOV
    assert turns.turn(game, [(5, ANN)], {}) == CLEO


def test_somebody_who_has_left_is_passed_over() -> None:
    table = given()
    turns = said(table.game, NameTurn(BO, since=0))
    assert turns.turn(table.when(Leave(BO)).game, [], {}) == CLEO


def test_who_comes_back_takes_the_turn_from_nobody() -> None:
    """Bo, whose turn it was, went home, and Cleo went on; after entry 8 Bo is back."""
    game = given().game
    turns = said(game, NameTurn(BO, since=5))
    assert turns.turn(game, [(5, ANN)], {BO: 8}) == CLEO
    assert turns.turn(game, [(5, ANN), (9, CLEO)], {BO: 8}) == DOV
    assert turns.turn(game, [(9, CLEO), (10, DOV), (11, ANN)], {BO: 8}) == BO
    assert said(game, NameTurn(BO, since=8)).turn(game, [(5, ANN)], {BO: 8}) == BO
    everybody = {ANN: 6, BO: 8, CLEO: 10, DOV: 12}
    assert turns.turn(game, [(5, ANN)], everybody) == BO


def test_the_same_tap_counts_once() -> None:
    game = given().game
    turns = say(game, Turns(), LayAmbushes(ANN, 1, met=2), "tap", NOBODY, 0)
    assert turns.laid == {ANN: 3}
    assert say(game, turns, LayAmbushes(ANN, 1, met=2), "tap", NOBODY, 0) == turns


def test_n10_each_of_several_taps_lays_one_ambush_more() -> None:
    """Also those of two phones that show the same number."""
    more, less = LayAmbushes(ANN, 1, met=1), LayAmbushes(ANN, -1, met=1)
    assert said(given().game, more, more, more, less).laid == {ANN: 3}


@pytest.mark.parametrize(
    "ask, refusal",
    [
        (LayAmbushes(ANN, MOST_AMBUSHES + 1, met=0), no.AmbushesOutOfRange(MOST_AMBUSHES)),
        (LayAmbushes(ANN, -1, met=0), no.NoAmbushLies(ANN)),
        (LayAmbushes(BO, -1, met=0), PlayerHasLeft(BO)),
        (LayAmbushes(4, 1, met=0), NoSuchSeat(4)),
        (NameTurn(BO, since=0), PlayerHasLeft(BO)),
    ],
)
def test_n10_what_cannot_be_is_refused(ask: NameTurn | LayAmbushes, refusal: Refusal) -> None:
    game = given().when(Leave(BO)).game
    with pytest.raises(type(refusal)) as raised:
        said(game, ask)
    assert raised.value == refusal
