"""A tap is answered at once: what was tapped stays pressed until its response is drawn."""

import re

from playwright.sync_api import Route, expect

from tests.browser import tasks
from tests.browser.looking import moments_loaded
from tests.browser.phone import Phone, held_up
from tests.tables import Table

WAITING = re.compile(r"\bwaiting\b")


def test_what_was_tapped_stays_pressed_until_it_is_drawn(phone: Phone, three: Table) -> None:
    phone.at(three)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = phone.page
    page.route(re.compile(r"/bags/1"), hold)
    phone.thumb.touch("a.next")
    expect(page.locator("a.next")).to_have_class(WAITING)
    held_up(page, held).continue_()
    page.locator("#bag").wait_for()
    page.unroute_all()
    tasks.declare(phone.thumb, "apples", 2)
    page.route("**/passes", hold)
    button = page.locator("#sum .verdict-passes")
    phone.thumb.touch("#sum .verdict-passes")
    expect(button).to_have_class(WAITING)
    held_up(page, held).continue_()
    tasks.at_board(phone.thumb)
    assert page.locator(".waiting").count() == 0


def test_one_answer_is_out_at_a_time(phone: Phone, three: Table) -> None:
    """Whatever else is tapped meanwhile asks for nothing, and a word says that it was heard."""
    phone.at(three)
    moments_loaded(phone.page)
    held: list[Route] = []
    page = phone.page
    page.route(re.compile(r"/(bags/1|menu)$"), lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    phone.thumb.touch("a.next")
    expect(page.locator("a.next")).to_have_class(WAITING)
    menu = page.locator("a[href$='/menu']")
    phone.thumb.touch("a[href$='/menu']")
    expect(page.locator("#said")).to_have_text("One moment…")
    expect(page.locator("#said")).to_be_in_viewport(ratio=1)
    expect(menu).not_to_have_class(WAITING)
    held_up(page, held).continue_()
    page.locator("#bag").wait_for()
    assert not held
    expect(page.locator("#said")).to_have_class("unseen")
