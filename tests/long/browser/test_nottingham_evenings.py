"""Whole evenings of Nottingham by thumb, the same stories that the rules and `score` are told: on one phone,
and on everybody's.
"""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import checks, loot, sharing
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.loot import Entry
from tests.browser.phone import Phone
from tests.stories.nottingham.test_nottingham_stories import STORIES

SMALL = ViewportSize(width=390, height=664)
FOUR, SEVEN = sorted(STORIES, key=lambda story: len(story["players"]))


class Evening:
    """A story as it is told, on the phone of whoever does something."""

    def __init__(self, story: Entry, bank: Phone) -> None:
        self.story, self.bank = story, bank
        self.names: list[str] = story["players"]
        self.board = loot.open_table(bank, story)
        self.phones = dict.fromkeys(self.names, bank)
        self.named: dict[str, int] = {}
        self.latest = 1

    def joined_by(self, phones: dict[str, Phone]) -> None:
        """Everybody comes in by the code, to the own seat."""
        code = sharing.open_door(self.bank, self.board)
        self.bank.page.goto(self.board)
        for seat, name in enumerate(self.names):
            sharing.join(phones[name], code, seat)
        self.phones = phones

    @property
    def everybody(self) -> list[Phone]:
        """All phones at the table."""
        return [self.bank, *(phone for phone in self.phones.values() if phone is not self.bank)]

    def told(self, entry: Entry) -> None:
        """An entry is recorded by the player whom it is about, or whoever did something last."""
        who = entry.get("deliver") or entry.get("fulfil") or self.names[0]
        corrected = self.named[entry["correct"]] if "correct" in entry else None
        if "never" in entry:
            who = next(name for name in self.names if entry["correct"].startswith(name))
        loot.tell(self.phones[who], self.names, entry, self.board, corrected)
        self.latest += 1
        if "name" in entry:
            self.named[entry["name"]] = self.latest
        if "step" in entry:
            for phone in self.everybody:
                loot.stands_at(phone.page, entry["step"])

    def ends(self) -> None:
        """The loot is put right where the story says so, and the bank closes the count."""
        for name, cards in self.story.get("checks", {}).items():
            loot.check(self.phones[name], self.board, self.names.index(name), cards)
        self.bank.page.goto(f"{self.board}/nottingham/check")
        self.bank.thumb.tap("form[action$='/closing'] .next")


@pytest.mark.parametrize("story, language", [(FOUR, "en-GB"), (SEVEN, "fr-FR")], ids=["four", "seven"])
def test_an_evening_on_one_phone(
    open_phones: OpenPhone, html_checker: Checker, story: Entry, language: str
) -> None:
    phone = open_phones(language=language, viewport=SMALL)
    gallery = Gallery(phone.page, html_checker, wide=language == "en-GB", narrow=language == "fr-FR")
    evening = Evening(story, phone)
    for entry in story["entries"]:
        evening.told(entry)
        if entry.get("called_off") or "due" in entry:
            gallery.look(f"after {sorted(entry)}")
            phone.page.set_viewport_size(SMALL)
    evening.ends()
    assert loot.result(phone.page) == story["result"]
    for rank in phone.page.locator(".ranks summary").all():
        rank.tap()
    gallery.look("the result, unfolded")
    assert not gallery.complaints, "\n".join(gallery.complaints)


def test_an_evening_on_five_phones(open_phones: OpenPhone) -> None:
    """Each of four records the own, the bank's lies in the middle; all show every entry at once."""
    bank = open_phones(viewport=SMALL)
    evening = Evening(FOUR, bank)
    phones = {
        name: open_phones(language=language, viewport=SMALL)
        for name, language in zip(FOUR["players"], ("en-GB", "fr-FR", "en-GB", "fr-FR"), strict=True)
    }
    evening.joined_by(phones)
    for entry in FOUR["entries"]:
        evening.told(entry)
        held = bank.page.locator(".seats .holds").all_inner_texts()
        for phone in phones.values():
            expect(phone.page.locator(".seats > li")).to_have_count(len(held))
    evening.ends()
    for phone in evening.everybody:
        assert loot.result(phone.page) == FOUR["result"]
        assert not checks.overhang(phone.page)
