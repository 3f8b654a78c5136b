"""The app inside a phone: it starts from files alone, and then from nothing but the phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.long.pocket.inside import READY, Host, around, browsed, opened

pytestmark = pytest.mark.xdist_group("pocket")  # built once, in one place


def test_it_starts_from_files_alone_and_later_without_any_host(
    playwright: Playwright, profile: Path, host: Host
) -> None:
    """Below a path; the address, Back, Forward, reload and the title are true, also with no host left."""
    begin = "a.next[href$='/new']"
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        shell, page = around(phone), phone.page
        expect(shell).to_have_url(f"{host.url}#/")
        expect(page.locator("a[href$='/join']")).to_have_count(0)
        phone.thumb.tap(begin)
        page.locator("#new").wait_for()
        expect(shell).to_have_url(f"{host.url}#/new")
        expect(shell).to_have_title(re.compile("^New table"))
        shell.go_back()
        expect(page.locator(begin).first).to_be_visible()
        expect(shell).to_have_url(f"{host.url}#/")
        shell.go_forward()
        page.locator("#new").wait_for()
        host.end()
        shell.reload()
        shell.locator(READY).wait_for()
        page.locator("#new").wait_for()
        shell.go_back()
        expect(page.locator(begin).first).to_be_visible()
        assert phone.complaints == []
    with browsed(playwright, profile, "fr-FR") as context:
        phone = opened(context, f"{host.url}#/count")
        expect(phone.page.locator("html")).to_have_attribute("lang", "fr")
        expect(phone.page.locator("#name-0")).to_be_visible()
        assert phone.complaints == []


def test_every_licence_is_inside(built: Path) -> None:
    notices = (built / "notices.txt").read_text("utf-8").casefold()
    parts = ("pyodide", "psf license", "mozilla public license", "game-icons", "open font license")
    assert [part for part in (*parts, "sqlalchemy 2") if part not in notices] == []
