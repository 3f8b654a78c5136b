"""The app inside a phone: it starts from files alone, and then from nothing but the phone."""

import re
from pathlib import Path

from playwright.sync_api import Playwright, expect

from tests.long.pocket.conftest import Online
from tests.long.pocket.host import READY, browsed, built, opened


def test_it_starts_from_files_alone_and_later_without_any_host(
    playwright: Playwright, profile: Path, online: Online
) -> None:
    """Below a path; the address, Back, Forward, reload and the title are true, also with no host left."""
    url, stack = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        shell, page = phone.page.page, phone.page  # type: ignore[attr-defined] # the page around the frame
        assert shell.url == f"{url}#/"
        expect(page.locator("h1")).to_have_text("Counting House")
        expect(page.locator("a[href$='/join']")).to_have_count(0)
        phone.thumb.tap("a.next[href='/new']")
        page.locator("#new").wait_for()
        expect(shell).to_have_url(f"{url}#/new")
        expect(shell).to_have_title(re.compile("^New table"))
        shell.go_back()
        expect(page.locator("a.next[href$='/new']").first).to_be_visible()
        expect(shell).to_have_url(f"{url}#/")
        shell.go_forward()
        page.locator("#new").wait_for()
        stack.close()
        shell.reload()
        shell.locator(READY).wait_for()
        page.locator("#new").wait_for()
        shell.go_back()
        expect(page.locator("a.next[href$='/new']").first).to_be_visible()
        assert phone.complaints == []
    with browsed(playwright, profile, "fr-FR") as context:
        phone = opened(context, url, "#/count")
        expect(phone.page.locator("html")).to_have_attribute("lang", "fr")
        expect(phone.page.locator("#name-0")).to_be_visible()
        assert phone.complaints == []


def test_every_licence_is_inside() -> None:
    notices = (built() / "notices.txt").read_text("utf-8")
    for name in (
        "Pyodide",
        "PSF LICENSE",
        "Mozilla Public License",
        "game-icons",
        "OPEN FONT LICENSE",
        "sqlalchemy 2",
    ):
        assert name.casefold() in notices.casefold(), name
