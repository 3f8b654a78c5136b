"""Evenings on one phone whose host is gone: the stories of the other browser tests."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import test_quick_count as quick
from tests.browser.telling import Evening, story_of
from tests.long.pocket.conftest import Online
from tests.long.pocket.host import browsed, opened


@pytest.mark.parametrize("story", ["three_players_one_ruined", "five_players_ten_rounds"])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_an_evening_with_the_host_gone(
    playwright: Playwright, profile: Path, online: Online, story: str, language: str
) -> None:
    url, stack = online
    with browsed(playwright, profile, language) as context:
        phone = opened(context, url)
        stack.close()
        evening = Evening(phone, story_of(story))
        evening.open_table()
        evening.plays()
        evening.ends()
        evening.is_won()
        expect(phone.page.page.locator("#offer")).to_be_visible()  # type: ignore[attr-defined] # the page around
        assert phone.complaints == []


def test_a_quick_count_with_the_host_gone(playwright: Playwright, profile: Path, online: Online) -> None:
    url, stack = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        stack.close()
        quick.begin(phone.thumb, tuple(quick.SHEET))
        for name, numbers in quick.SHEET.items():
            quick.count(phone.thumb, name, numbers)
        phone.page.locator(".ranks").wait_for()
        quick.shows_the_result(phone)
        assert phone.complaints == []
