"""Two quick taps on the same place, on every control of every screen that the shorter tests leave out."""

import pytest

from tests.browser.screens import SCREENS
from tests.browser.test_double_taps import REPRESENTATIVE, Taps, means_what_lay_there, taps

__all__ = ["taps"]


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in REPRESENTATIVE])
def test_a_quick_second_tap_means_what_lay_there_at_the_first(taps: Taps, name: str) -> None:
    means_what_lay_there(taps, name)
