"""Laws over whole random evenings."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from companion.rules.kinds import Step, decide, may
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff.booty import BootyShared, lies
from companion.rules.sheriff.deputies import next_pairs
from companion.rules.sheriff.game import Command, Game
from companion.rules.sheriff.kinds import COMMANDS
from companion.rules.sheriff.replaying import replay
from companion.rules.sheriff.rotation import RoundsSet
from companion.rules.sheriff.seating import PlayerJoined, PlayerReturned
from tests.codec.samples import COMMANDS as SAMPLES
from tests.rules.asking import spoiled, taken
from tests.rules.dice import Dice, steps
from tests.rules.evenings import (
    SHORT,
    command_of_six,
    evenings,
    evenings_of_six,
    opening_command,
    refused_or_lawful,
    rendered,
    throws,
)
from tests.rules.given import Table
from tests.rules.laws import follow


@given(evenings())
def test_whatever_is_played_the_laws_hold(table: Table) -> None:
    """That value is moved and never made is checked after every event as it comes about (laws.py)."""
    the_events_alone_rebuild_the_game(table)
    an_event_carries_all_it_changed(table)
    after_a_take_back_the_game_is_the_one_before(table)
    the_badge_goes_round_and_the_rounds_go_up(table)
    a_result_waits_until_every_card_is_told(table)


@given(evenings_of_six())
def test_e6_whatever_six_play_the_laws_hold(table: Table) -> None:
    """As above, with Deputies: pairs are drawn as E7 and E16 say, and rounds stay as planned."""
    the_events_alone_rebuild_the_game(table)
    an_event_carries_all_it_changed(table)
    after_a_take_back_the_game_is_the_one_before(table)
    pairs_are_those_that_can_be_drawn(table)
    the_booty_is_shared_before_a_round_ends(table)
    a_result_waits_until_every_card_is_told(table)


def the_booty_is_shared_before_a_round_ends(table: Table) -> None:
    """E13."""
    for before, after in pairwise(table.states):
        if (before.round, before.stage) != (after.round, after.stage):
            assert not lies(before)
        assert after.stage is Stage.ROUNDS or not lies(after)
    for event in table.events:
        if isinstance(event, BootyShared):
            assert sum(move.amount for move in event.moves) == event.gold + event.goods.total


def pairs_are_those_that_can_be_drawn(table: Table) -> None:
    for (before, after), event in zip(pairwise(table.states), table.events[1:], strict=True):
        if after.round > before.round:
            assert after.deputies in (next_pairs(before) or ((),))
            assert after.deputies or after.sheriff == before.badge_order[0]
            assert sum(after.turns) == sum(before.turns) + len(before.sheriffs)
        assert isinstance(event, RoundsSet) or after.rounds == before.rounds
        if after.stage is Stage.ROUNDS and not after.draws_pairs:
            assert len(after.badge_order) == after.rounds - after.round


def the_events_alone_rebuild_the_game(table: Table) -> None:
    assert replay(table.events) == table.game


def an_event_carries_all_it_changed(table: Table) -> None:
    """Replay from any state on leads to the same game: no event looks back at another."""
    middle = len(table.events) // 2
    assert replay(table.events[middle + 1 :], table.states[middle]) == table.game


def after_a_take_back_the_game_is_the_one_before(table: Table) -> None:
    assert len(table.events) == 1 or replay(table.events[:-1]) == table.states[-2]


def came_back(table: Table) -> bool:
    """Whether somebody came back or joined, whom the badge may pass by."""
    return any(isinstance(event, PlayerReturned | PlayerJoined) for event in table.events)


def the_badge_goes_round_and_the_rounds_go_up(table: Table) -> None:
    for (before, after), event in zip(pairwise(table.states), table.events[1:], strict=True):
        assert after.round - before.round in {0, 1}
        back = {event.seat} if isinstance(event, PlayerReturned | PlayerJoined) else set()
        assert set(after.here) <= set(before.here) | back
        if after.round > before.round:
            assert after.sheriff == before.badge_order[0]
        if after.round > before.round and not came_back(table):
            clockwise = before.left_of(before.sheriff)
            assert after.sheriff == next(seat for seat in clockwise if seat in before.here)
            assert sum(after.turns) == sum(before.turns) + 1


def a_result_waits_until_every_card_is_told(table: Table) -> None:
    game = table.game
    if game.result is not None:
        assert not any(game.face_down(seat) for seat in range(len(game.seats)))
        assert [player.gold for player in game.result.players] == list(table.purses)


@given(evenings(SHORT) | evenings_of_six(SHORT), throws(SHORT))
def test_every_step_is_accepted_in_some_form(table: Table, dice: Dice) -> None:
    for step in steps(table.game, COMMANDS):
        command = taken(table.game, step, dice)
        assert Step.of(command) == step
        table.when(command)


@given(evenings(SHORT) | evenings_of_six(SHORT))
def test_nothing_but_the_steps_is_accepted(table: Table) -> None:
    game = table.game
    for command in plain_commands(game):
        if Step.of(command) not in steps(game, COMMANDS):
            with pytest.raises(Refusal) as raised:
                decide(game, command)
            assert raised.value == may(game, Step.of(command))


@given(evenings(SHORT) | evenings_of_six(SHORT), throws(SHORT))
def test_what_is_slightly_wrong_is_refused_with_a_sentence_or_lawful(table: Table, dice: Dice) -> None:
    for step in steps(table.game, COMMANDS):
        refused_or_lawful(table.game, spoiled(taken(table.game, step, dice), dice))


@given(throws(SHORT))
def test_an_opening_that_is_slightly_wrong_is_refused_with_a_sentence_or_lawful(dice: Dice) -> None:
    command = command_of_six(dice) if dice.chance(2) else opening_command(dice)
    for _ in range(8):
        try:
            follow([spoiled(command, dice).begin()])
        except Refusal as refusal:
            rendered(refusal)


def plain_commands(game: Game) -> list[Command]:
    """The sample of every kind of command, for every seat where it is about one, and for seats that are not
    there.
    """
    found: list[Command] = []
    for sample in SAMPLES.values():
        if not isinstance(sample, Command):
            continue
        field = sample.seat_field()
        seats = range(-1, len(game.seats) + 1) if field else ()
        found += [replace(sample, **{field: seat}) for seat in seats] or [sample]
    return found
