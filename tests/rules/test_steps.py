"""Every kind has a word of its own, and every command is played in random evenings."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from types import ModuleType

import pytest

from companion.rules import nottingham, sheriff
from companion.rules.kinds import Kind, Step, may
from companion.rules.nottingham import ruleset
from companion.rules.refusals import NoSuchSeat, OnlyTheBank
from companion.rules.rights import Recording
from companion.rules.sheriff.game import Command
from companion.rules.sheriff.kinds import COMMANDS, KINDS
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.recorders import may_record
from tests.kinds.subjects import subjects
from tests.rules.asking import TAKING
from tests.rules.given import DOV, given
from tests.rules.test_rights import at

EVERY = {
    sheriff: {*KINDS},
    nottingham: {*ruleset.KINDS},
}


def dataclasses_of(game: ModuleType, name: str) -> Iterator[type]:
    """The dataclasses that a module of a game defines."""
    module = import_module(f"{game.__name__}.{name}")
    classes = (kind for _, kind in getmembers(module, isclass) if kind.__module__ == module.__name__)
    return filter(is_dataclass, classes)


@pytest.mark.parametrize("game", EVERY, ids=["sheriff", "nottingham"])
def test_no_kind_is_left_without_a_word(game: ModuleType) -> None:
    every = {kind for module in iter_modules(game.__path__) for kind in dataclasses_of(game, module.name)}
    assert {kind for kind in every if issubclass(kind, Kind)} <= EVERY[game]


@pytest.mark.parametrize("game", EVERY, ids=["sheriff", "nottingham"])
def test_a_kind_has_a_word_of_its_own_and_names_fields_that_came_later(game: ModuleType) -> None:
    assert len({kind.word for kind in EVERY[game]}) == len(EVERY[game])
    for kind in EVERY[game]:
        assert {*kind.later} <= {field.name for field in fields(kind)}


@pytest.mark.parametrize("game", EVERY, ids=["sheriff", "nottingham"])
def test_a_kind_is_about_one_seat_at_most(game: ModuleType) -> None:
    for kind in EVERY[game]:
        seats = {field.name for field in fields(kind)} & {"seat", "merchant"}
        assert {kind.seat_field()} - {""} == seats


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_is_played_in_random_evenings(kind: type[Command]) -> None:
    *_, asked = *subjects(), {field.name for field in fields(kind) if field.default is MISSING}
    assert kind in TAKING or asked <= {kind.seat_field()}, f"nothing takes {kind.__name__}"


def test_a_step_that_leaves_its_seat_out_is_nobodys() -> None:
    game = given(4).game
    assert may(game, Step(Leave)) == NoSuchSeat(-1)
    assert may_record(Recording.OWN, at(DOV), game, Step(Leave)) == OnlyTheBank()
