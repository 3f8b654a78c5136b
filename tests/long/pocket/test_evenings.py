"""Evenings on one phone whose host is gone: the stories of the other browser tests."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import test_quick_count as quick
from tests.browser.phone import SIZE
from tests.browser.telling import Evening, story_of
from tests.browser.words import SMALL
from tests.long.pocket.inside import READY, Host, around, browsed, opened

pytestmark = pytest.mark.xdist_group("pocket")  # built once, in one place

EVENINGS = (
    ("three_players_one_ruined", "en-GB"),
    ("six_players_nine_rounds", "de-DE"),
    ("five_players_ten_rounds", "fr-FR"),
)


@pytest.mark.parametrize("story, language", EVENINGS)
def test_an_evening_and_its_copy_with_the_host_gone(
    playwright: Playwright, profile: Path, host: Host, story: str, language: str
) -> None:
    with browsed(playwright, profile, language) as context:
        phone = opened(context, host.url)
        host.end()
        evening = Evening(phone, story_of(story))
        evening.open_table()
        evening.plays()
        offer = around(phone).locator("#offer")
        around(phone).set_viewport_size(SMALL)
        expect(offer).to_be_in_viewport(ratio=1)
        expect(phone.page.locator(".dock .next")).to_be_in_viewport(ratio=1)
        around(phone).set_viewport_size(SIZE)
        evening.ends()
        evening.is_won()
        with around(phone).expect_download() as loading:
            offer.locator("button").first.tap()
        assert loading.value.suggested_filename.startswith("counting-house-")
        around(phone).reload()
        around(phone).locator(READY).wait_for()
        phone.page.locator(".winner").first.wait_for()
        expect(offer).to_be_hidden()
        assert phone.complaints == []


def test_a_quick_count_with_the_host_gone(playwright: Playwright, profile: Path, host: Host) -> None:
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        host.end()
        quick.begin(phone.thumb, tuple(quick.SHEET))
        for name, numbers in quick.SHEET.items():
            quick.count(phone.thumb, name, numbers)
        phone.page.locator(".ranks").wait_for()
        quick.shows_the_result(phone)
        assert phone.complaints == []
