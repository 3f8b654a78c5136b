"""Every command has its row of facts, and the unions of commands, events and asks leave nothing out."""

from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import get_args

import pytest

from companion.rules.entries import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.refusals import NoSuchSeat, OnlyTheBank
from companion.rules.rights import Recording
from companion.rules.sheriff import commands, events, talk
from companion.rules.sheriff import commands as ask
from companion.rules.sheriff.commands import Action, Command, Opening
from companion.rules.sheriff.events import Debt, Event, Fine, FineLine
from companion.rules.sheriff.recorders import may_record
from companion.rules.sheriff.steps import FACTS, Step, may
from companion.rules.sheriff.talk import Ask, Proposal, Talk
from tests.rules.asking import TAKING
from tests.rules.given import DOV, given
from tests.rules.test_evenings import plain_commands
from tests.rules.test_rights import at


def kinds_in(module: ModuleType) -> set[type]:
    """The dataclasses that a module defines."""
    found = vars(module).values()
    return {kind for kind in found if is_dataclass(kind) and kind.__module__ == module.__name__}  # type: ignore[misc]


def test_every_command_has_its_row_in_the_order_of_the_union() -> None:
    assert tuple(FACTS) == get_args(Command)


def test_every_command_is_played_in_random_evenings_and_in_its_plain_form() -> None:
    assert TAKING.keys() == FACTS.keys()
    assert {type(command) for command in plain_commands(given(4).game)} == FACTS.keys()


@pytest.mark.parametrize("kind", FACTS)
def test_a_row_names_the_field_of_the_seat(kind: type[Command]) -> None:
    seats = {field.name for field in fields(kind)} & {"seat", "merchant"}
    assert {FACTS[kind].seat} - {""} == seats


def test_every_command_is_in_a_union() -> None:
    assert kinds_in(commands) | {TakeBack, PutBack} == {*get_args(Action), *get_args(Opening)}


def test_every_event_is_in_the_union() -> None:
    assert kinds_in(events) | {TakenBack, EntryPutBack} == {*get_args(Event), Fine, FineLine, Debt}


def test_whatever_can_be_said_is_in_the_union() -> None:
    assert kinds_in(talk) == {*get_args(Ask), Talk, Proposal}


def test_a_step_that_leaves_its_seat_out_is_nobodys() -> None:
    game = given(4).game
    assert may(game, Step(ask.Leave)) == NoSuchSeat(-1)
    assert may_record(Recording.OWN, at(DOV), game, Step(ask.Leave)) == OnlyTheBank()
