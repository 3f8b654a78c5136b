"""Nobody else can tell what Bo noted (T8, I2, E20): many evenings of those that tests/web/test_two_worlds.py
plays a few of. That a leak shows in them is tested in test_leaks.py.
"""

from functools import partial

import pytest
from hypothesis import settings

from tests.web.worlds import Played, Worlds, evening, inspection, market, told_apart, two_worlds


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """Two for all tests of this file."""
    return two_worlds(tmp_path_factory)


def test_in_one_evening_each_route_is_asked_by_everybody(worlds: Worlds) -> None:
    assert told_apart(worlds, -1, partial(evening, everything=True)) == []


@pytest.mark.parametrize("seed", range(settings().max_examples))
@pytest.mark.parametrize("played", [evening, inspection, market])
def test_two_worlds_with_other_notes_are_one_for_everybody_else(
    worlds: Worlds, played: Played, seed: int
) -> None:
    first = 100_000 * (evening, inspection, market).index(played)  # of no other evening in these worlds
    assert told_apart(worlds, first + seed, played) == []
