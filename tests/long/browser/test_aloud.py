"""Five phones and what is agreed aloud: two taps note it, and a giver with a phone confirms it (I6, I9)."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

ANN, BO, CLEO, DOV, EVE = range(len(tasks.PLAYERS))
ASKS = ".offer-asks"


@dataclass(frozen=True, slots=True)
class Five:
    """The bank, which holds no seat, and the phones of the Sheriff and three merchants; Eve has none."""

    bank: Phone
    seated: tuple[Phone, ...]

    @property
    def everybody(self) -> Iterator[Phone]:
        """Every phone."""
        yield from (self.bank, *self.seated)

    def everywhere(self, words: str) -> None:
        """Every phone's board says so."""
        for phone in self.everybody:
            expect(phone.page.locator("#board")).to_contain_text(words)

    def asked(self) -> list[int]:
        """The seats whose phones have something to answer."""
        return [seat for seat, phone in enumerate(self.seated) if phone.page.locator(ASKS).count()]


@pytest.fixture
def five(open_phones: OpenPhone) -> Five:
    """At a table of five, Bo has said three apples."""
    bank, *seated = (open_phones(viewport={"width": 390, "height": 664}) for _ in tasks.PLAYERS)
    board = tasks.open_table(bank)
    code = sharing.open_door(bank, board)
    for seat, phone in enumerate(seated):
        sharing.join(phone, code, seat)
    bank.page.goto(board)
    sharing.pack(seated[BO], "apples", 3)
    return Five(bank, tuple(seated))


def notes(sheriff: Phone, gold: int, giver: int) -> None:
    """From the page of what was agreed: the amount, and from whom."""
    sheriff.thumb.tap("a[href$='/aloud']")
    with sheriff.thumb.at_most(2, "what was agreed aloud"):
        sheriff.thumb.tap(tasks.tile("gold", gold))
        sheriff.thumb.tap(f"button[name='giver'][value='{giver}']")
    tasks.at_board(sheriff.thumb)


def purses(phone: Phone) -> Locator:
    """What everybody has."""
    return phone.page.locator("#board .purse b")


def test_two_taps_note_it_and_only_the_giver_is_asked(five: Five) -> None:
    """Cleo said no such thing, Bo did, and Eve has no phone to be asked on."""
    ann, bo, cleo = (five.seated[seat] for seat in (ANN, BO, CLEO))
    notes(ann, 3, CLEO)
    five.everywhere("3 gold")
    assert five.asked() == [CLEO]
    cleo.thumb.tap(f"{ASKS} button[value='0']")
    five.everywhere("refused")
    notes(ann, 5, BO)
    expect(bo.page.locator(ASKS)).to_contain_text("You give Ann 5 gold")
    five.everywhere("5 gold")
    assert five.asked() == [BO]
    bo.thumb.tap(f"{ASKS} button[value='1']")
    five.everywhere("accepted")
    notes(ann, 2, EVE)
    five.everywhere("2 gold")
    assert not five.asked()
    ann.thumb.tap(".decide button[value='passed']")
    for phone in five.everybody:
        expect(purses(phone)).to_have_text(["57", "45", "50", "50", "48"])
