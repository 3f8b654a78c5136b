"""Every command has its row of facts, and the unions of commands, events and asks leave nothing out."""

from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import get_args

import pytest

from companion.rules.entries import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.refusals import NoSuchSeat, OnlyTheBank
from companion.rules.rights import Recording
from companion.rules.sheriff import commands, events, expansion_events, talk
from companion.rules.sheriff import commands as ask
from companion.rules.sheriff.commands import Action, Command, Opening
from companion.rules.sheriff.events import Debt, Event, Fine, FineLine, Twice
from companion.rules.sheriff.recorders import may_record
from companion.rules.sheriff.steps import FACTS, Step, may
from companion.rules.sheriff.talk import Ask, Decided, Proposal, Talk
from tests.rules.asking import TAKING
from tests.rules.given import DOV, given
from tests.rules.test_evenings import plain_commands
from tests.rules.test_rights import at


def kinds_in(module: ModuleType) -> set[type]:
    """The dataclasses that a module defines."""
    found = vars(module).values()
    return {kind for kind in found if is_dataclass(kind) and kind.__module__ == module.__name__}  # type: ignore[misc]


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_command_has_its_row(kind: type[Command]) -> None:
    assert kind in FACTS, f"FACTS in companion/rules/sheriff/steps.py has no row for {kind.__name__}"


def test_the_rows_are_in_the_order_of_the_union() -> None:
    """As a reader looks them up: FACTS in steps.py as `Command` in commands.py."""
    union = get_args(Command)
    assert [kind.__name__ for kind in FACTS] == [kind.__name__ for kind in union if kind in FACTS]


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_command_is_played_in_random_evenings(kind: type[Command]) -> None:
    assert kind in TAKING, f"TAKING in tests/rules/asking.py has no row for {kind.__name__}"


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_command_has_its_plain_form(kind: type[Command]) -> None:
    plain = {type(command) for command in plain_commands(given(4).game)}
    assert kind in plain, f"plain_commands in tests/rules/test_evenings.py has no {kind.__name__}"


def test_only_commands_have_a_row_and_are_played() -> None:
    assert {*FACTS, *TAKING, *map(type, plain_commands(given(4).game))} <= {*get_args(Command)}


@pytest.mark.parametrize("kind", FACTS)
def test_a_row_names_the_field_of_the_seat(kind: type[Command]) -> None:
    seats = {field.name for field in fields(kind)} & {"seat", "merchant"}
    assert {FACTS[kind].seat} - {""} == seats


UNIONS = {
    "Action of companion/rules/sheriff/commands.py": (
        kinds_in(commands) | {TakeBack, PutBack},
        {*get_args(Action), *get_args(Opening)},
    ),
    "Event of companion/rules/sheriff/events.py": (
        kinds_in(events) | kinds_in(expansion_events) | {TakenBack, EntryPutBack},
        {*get_args(Event), Fine, FineLine, Debt, Twice},
    ),
    "Ask of companion/rules/sheriff/talk.py": (kinds_in(talk), {*get_args(Ask), Talk, Proposal, Decided}),
}


@pytest.mark.parametrize("union", UNIONS)
def test_every_kind_is_in_its_union(union: str) -> None:
    kinds, named = UNIONS[union]
    left_out = sorted(kind.__name__ for kind in kinds - named)
    assert not left_out, f"{union} leaves out {', '.join(left_out)}"
    assert not named - kinds


def test_a_step_that_leaves_its_seat_out_is_nobodys() -> None:
    game = given(4).game
    assert may(game, Step(ask.Leave)) == NoSuchSeat(-1)
    assert may_record(Recording.OWN, at(DOV), game, Step(ask.Leave)) == OnlyTheBank()
