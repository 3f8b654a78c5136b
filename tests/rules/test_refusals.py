"""Every refusal has its sentence, and values for every place in it."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import get_type_hints

import pytest

from companion.rules.kinds import TakenBack
from companion.rules.nottingham import refusals as _of_nottingham  # noqa: F401 - so that every refusal is loaded
from companion.rules.refusals import NameTooLong, Refusal
from companion.rules.ruleset import Event
from companion.rules.sheriff import decide, sheet  # noqa: F401 - as above
from companion.rules.sheriff.refusals import PurseTooSmall

EXAMPLES = {int: 3, str: "apples", tuple[int, ...]: (1, 2), Event: TakenBack(3)}
PLACE = re.compile(r"%\((\w+)\)")


def subclasses(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    """Every kind of refusal that has a sentence."""
    for below in kind.__subclasses__():
        if hasattr(below, "sentence"):
            yield below
        yield from subclasses(below)


REFUSALS = sorted(set(subclasses(Refusal)), key=lambda kind: kind.__name__)


def example(kind: type[Refusal]) -> Refusal:
    """A refusal of this kind with some value in every field."""
    hints = get_type_hints(kind)
    values = {field.name: EXAMPLES[hints[field.name]] for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)


@pytest.mark.parametrize("kind", REFUSALS)
def test_every_refusal_renders(kind: type[Refusal]) -> None:
    refusal = example(kind)
    assert str(refusal) == refusal.sentence % refusal.values
    assert "%" not in str(refusal)
    assert kind.__doc__


@pytest.mark.parametrize("kind", REFUSALS)
def test_every_place_is_a_field_and_none_a_count_that_needs_a_plural(kind: type[Refusal]) -> None:
    named = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    assert set(PLACE.findall(kind.sentence)) <= named


def test_there_are_no_two_of_one_name() -> None:
    names = [kind.__name__ for kind in REFUSALS]
    assert len(names) == len(set(names))


def test_equal_values_make_equal_refusals() -> None:
    assert PurseTooSmall(1, 7, 10) == PurseTooSmall(1, 7, 10)
    assert PurseTooSmall(1, 7, 10) != PurseTooSmall(1, 7, 11)
    assert hash(PurseTooSmall(1, 7, 10)) == hash(PurseTooSmall(1, 7, 10))
    assert str(NameTooLong(0, 24)) == "A name has at most 24 characters."
