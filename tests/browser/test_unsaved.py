"""On a page of several forms, what is typed into one stays while another is sent, and says so."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import SIZES, Geometry


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_what_is_not_saved_stays_and_says_so(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language, viewport=SIZES[0])
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, tasks.PLAYERS[:4])
    page.goto(f"{board}/changes")
    ann, bo = (page.locator(".named", has=page.locator(f"#name-{seat}")) for seat in (0, 1))
    marks = [form.locator("[data-unsaved]") for form in (ann, bo, page.locator("#comes"))]
    for mark in marks:
        expect(mark).to_be_hidden()
    page.fill("#name-0", "Anna")
    page.fill("#name-1", "Bob")
    page.fill("#newcomer", "Eve")
    for mark in marks:
        expect(mark).to_be_visible()
    faults = [*Geometry(page).faults()]
    thumb.tap(ann.get_by_role("button"))
    page.locator("#done").wait_for()
    expect(page.locator("#name-0")).to_have_value("Anna")
    expect(marks[0]).to_be_hidden()
    for mark, field, typed in zip(marks[1:3], ("#name-1", "#newcomer"), ("Bob", "Eve"), strict=True):
        expect(mark).to_be_visible()
        expect(page.locator(field)).to_have_value(typed)
    faults += Geometry(page).faults()
    page.fill("#newcomer", "")
    expect(marks[2]).to_be_hidden()
    page.reload()
    expect(marks[1]).to_be_visible()
    assert not faults


def test_what_is_typed_before_its_script_has_come_says_so_too(open_phones: OpenPhone) -> None:
    phone, held = open_phones(viewport=SIZES[0]), list[Route]()
    page = phone.page
    board = tasks.open_table(phone, tasks.PLAYERS[:4])
    page.route("**/js/typed.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with page.expect_request("**/js/typed.js"):
        page.goto(f"{board}/changes")
    page.fill("#name-0", "Anna")
    held[0].continue_()
    ann = page.locator(".named", has=page.locator("#name-0"))
    expect(ann.locator("[data-unsaved]")).to_be_visible()


def test_a_switch_of_the_table_is_saved_with_its_tap_and_says_so_where_it_is(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=SIZES[0])
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, tasks.PLAYERS[:4])
    page.goto(f"{board}/changes")
    thumb.tap("label.switch:has(#crowns)")
    expect(page.locator("#done")).to_contain_text("Crowns on the board")
    expect(page.locator("#done")).to_be_in_viewport(ratio=1)
    expect(page.locator("label.switch:has(#crowns)")).to_be_in_viewport()
    page.goto(f"{board}/changes")
    expect(page.locator("#crowns")).to_be_checked()
    expect(page.get_by_role("button", name="Change the options")).to_be_hidden()
