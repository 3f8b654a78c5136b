"""A player who comes late, by taps: on the page that changes the table, then on a phone of their own."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import SIZES, Geometry

EVE = 4


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_player_comes_late_and_takes_the_seat(
    open_phones: OpenPhone, language: str, size: ViewportSize
) -> None:
    bank = open_phones(language=language, viewport=size)
    page, thumb = bank.page, bank.thumb
    board = tasks.open_table(bank, tasks.PLAYERS[:4])
    page.goto(f"{board}/changes")
    faults = [*Geometry(page).faults()]
    form = page.locator("form[action$='/players']")
    thumb.tap(form.get_by_role("button").last)
    expect(page.locator("#newcomer-refused")).to_be_visible()
    expect(page.locator(tasks.tile("after", 3)).locator("input")).to_be_checked()
    thumb.tap(tasks.tile("after", 1))
    thumb.tap(form.get_by_role("button").last)
    expect(page.locator("#newcomer-refused")).to_be_visible()
    expect(page.locator(tasks.tile("after", 1)).locator("input")).to_be_checked()
    faults += Geometry(page).faults()
    with thumb.at_most(6, "Eve comes between Bo and Cleo, for one turn less"):
        thumb.tap("#newcomer")
        thumb.type("Eve")
        thumb.tap(page.locator(".stepper", has=page.locator("#turns")).locator("[data-take]"))
        thumb.tap(form.get_by_role("button").last)
    expect(page.locator("#done")).to_contain_text("Eve")
    faults += Geometry(page).faults()
    page.goto(board)
    expect(page.locator("#board .seat bdi")).to_have_text(["Ann", "Bo", "Eve", "Cleo", "Dov"])
    expect(page.locator("#board .seat .purse b")).to_have_text(["50"] * 5)
    faults += Geometry(page).faults()
    page.goto(f"{board}/changes")
    expect(page.locator("#newcomer")).to_have_count(0)
    assert not [*faults, *Geometry(page).faults()]


def test_the_newcomer_comes_in_by_the_code_and_brings_a_bag(open_phones: OpenPhone) -> None:
    bank, guest = open_phones(), open_phones()
    board = tasks.open_table(bank, tasks.PLAYERS[:4])
    code = sharing.open_door(bank, board)
    bank.page.goto(f"{board}/changes")
    bank.page.fill("#newcomer", "Eve")
    bank.thumb.tap(tasks.tile("after", 0))
    bank.thumb.tap(bank.page.locator("form[action$='/players']").get_by_role("button").last)
    expect(bank.page.locator("#done")).to_be_visible()
    sharing.join(guest, code, EVE)
    sharing.declare(guest, "apples", 2)
    bank.page.goto(board)
    expect(bank.page.locator(".merchant").first).to_contain_text("Eve")
    tasks.take_back(bank.thumb)
    expect(guest.page.locator("#board .seat bdi")).to_have_text(["Ann", "Bo", "Cleo", "Dov"])
    expect(guest.page.locator(".seat-mine")).to_have_count(0)
