"""A phone whose browser runs no scripts: every page is a plain form, and everything can be done."""

import pytest

from tests.browser import looking, sums
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.playing import Player, play, seen
from tests.browser.stories import OPENED, PASSED, Bag, Cards, Deal, Debt, Evening, Round

ANN, BO, CLEO = NAMES = ("Ann", "Bo", "Cleo")
GOODS = ("apples", "cheese", "chickens")
EVENING = Evening(
    NAMES,
    (
        Round(
            ANN,
            (
                Bag(BO, "apples", 3, PASSED, deals=(Deal(BO, ANN, gold=45),)),
                Bag(CLEO, "cheese", 4, OPENED, {"cheese": 1, "mead": 2, "chickens": 1}),
            ),
        ),
        Round(
            BO,
            (
                Bag(CLEO, "chickens", 4, OPENED, debt=Debt({"apples": 2})),
                Bag(ANN, "apples", 3, PASSED, {"apples": 2, "silk": 1}),
            ),
        ),
        Round(
            CLEO,
            (
                Bag(ANN, "cheese", 2, PASSED, deals=(Deal(ANN, CLEO, stand={"apples": 1}),)),
                Bag(BO, "chickens", 1, OPENED, first=PASSED),
            ),
        ),
    ),
    fewer=True,
)


class PlainPlayer(Player):
    """Types where a script would allow taps, and sees sums only when it requests a page."""

    def put(self, bag: Bag) -> None:
        """Type every number of the bag."""
        self.type_cards({bag.good: 0, **seen(bag)})

    def turn_over(self, hidden: Cards) -> None:
        """Type what is turned over."""
        self.type_cards(hidden)

    def type_cards(self, cards: Cards) -> None:
        """Type numbers of cards into a palette."""
        for word, count in cards.items():
            self.phone.page.fill("#face_down" if word == "face_down" else f"#in-{word}", str(count))

    def offer(self, index: int, gold: int) -> None:
        """Type an amount of gold into a deal."""
        self.phone.page.fill(f"#deal-{index}-gold", str(gold))

    def show_goods(self, index: int) -> None:
        """Have the sheet drawn again."""
        self.thumb.tap(f".deal >> nth={index} >> button.deal-part >> nth=0")

    def give(self, field: str, count: int) -> None:
        """Type a number of cards."""
        if count:
            self.phone.page.fill(f"[name='{field}']", str(count))

    def add(self, field: str, count: int) -> None:
        """Type a number."""
        if count:
            self.phone.page.fill(f"#{field}", str(count))

    def foretells(self, place: str, amount: int) -> None:
        """Nothing is redrawn before the form is sent."""


@pytest.fixture
def plain_phone(open_phones: OpenPhone) -> Phone:
    """A phone without scripts."""
    return open_phones(script=False)


def test_a_small_evening_without_scripts(plain_phone: Phone) -> None:
    player = PlainPlayer(plain_phone, EVENING)
    player.open_table()
    purses = play(player)
    player.end(purses)
    assert looking.scores(plain_phone.page) == sums.scores(purses, GOODS)
    assert looking.titles(plain_phone.page) == sums.royalty(purses, GOODS)
