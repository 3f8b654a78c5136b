"""Whole evenings of Nottingham by thumb, looked at on one phone, and told on everybody's."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import checks, loot
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.loot import FOUR, SEVEN, Entry, Evening

SMALL = ViewportSize(width=390, height=664)


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
