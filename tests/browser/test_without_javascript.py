"""A phone whose browser runs no scripts: every page is a plain form, and everything can be done."""

from collections.abc import Mapping

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.telling import Evening, story_of
from tests.stories.book import Entry

ANN, BO, CLEO = NAMES = ("Ann", "Bo", "Cleo")
GOODS = ("apples", "cheese", "chickens")


class PlainEvening(Evening):
    """Types where a script would allow taps, and sees sums only when it requests a page."""

    def put(self, entry: Entry, found: Mapping[str, int]) -> None:
        """Type every number of the bag."""
        declared = sum(entry["cards"].values()) - sum(found.values())
        self.turn_over({entry["declares"]: declared, **found})

    def turn_over(self, hidden: Mapping[str, int]) -> None:
        """Type numbers of cards into a palette."""
        for word, count in hidden.items():
            self.bank.page.fill("#face_down" if word == "face_down" else f"#in-{word}", str(count))

    def offer(self, index: int, gold: int) -> None:
        """Type an amount of gold into a deal."""
        self.bank.page.fill(f"#deal-{index}-gold", str(gold))

    def give(self, field: str, count: int) -> None:
        """Type a number of cards."""
        if count:
            self.bank.page.fill(f"[name='{field}']", str(count))

    def add(self, field: str, more: int) -> None:
        """Type a number."""
        if more:
            self.bank.page.fill(f"#{field}", str(more))

    def foretells(self, place: str, entry: Entry) -> None:
        """Nothing is redrawn before the form is sent."""


@pytest.fixture
def plain_phone(open_phones: OpenPhone) -> Phone:
    """A phone without scripts."""
    return open_phones(script=False)


def test_a_small_evening_without_scripts(plain_phone: Phone) -> None:
    evening = PlainEvening(plain_phone, story_of("three_players_three_rounds"))
    evening.open_table()
    evening.plays()
    evening.ends()
    evening.is_won()
