"""Whole evenings by thumb on one phone, in both languages, looked at state by state."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.merry import STORY as MERRY_STORY
from tests.browser.merry import MerryEvening
from tests.browser.telling import Evening, story_of
from tests.stories.book import Entry

SMALL = ViewportSize(width=390, height=664)


@pytest.mark.parametrize(
    "kind, story",
    [
        (Evening, story_of("three_players_one_ruined")),
        (Evening, story_of("five_players_ten_rounds")),
        (Evening, story_of("six_players_nine_rounds")),
        (MerryEvening, MERRY_STORY),
    ],
    ids=["three", "five", "six", "merry men"],
)
def test_an_evening_on_one_phone(
    open_phones: OpenPhone, html_checker: Checker, language: str, kind: type[Evening], story: Entry
) -> None:
    """E6 to E17, T3, T6: it ends as the rules and the second book say."""
    phone = open_phones(language=language, viewport=SMALL)
    gallery = Gallery(phone.page, html_checker, wide=language == "en-GB", narrow=language == "fr-FR")

    def look(state: str) -> None:
        gallery.look(state)
        phone.page.set_viewport_size(SMALL)

    evening = kind(phone, story, look)
    evening.open_table()
    assert phone.page.locator("html").get_attribute("lang") == language[:2]
    evening.plays()
    evening.ends()
    evening.is_won()
    assert not gallery.complaints, "\n".join(gallery.complaints)
