"""With scripts: the names of a group are a tap each, what is chosen goes along, and a deletion is told."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Browser, expect

from tests.browser import visiting
from tests.browser.phone import open_phone
from tests.browser.screens import SCREENS
from tests.browser.serving import listening


def test_a_name_of_the_group_without_a_seat_is_a_tap(browsers: Callable[[], Browser], app: Flask) -> None:
    """The three of its last evening are seated."""
    with listening(app, 0, app.extensions["notifier"].close) as url:
        phone = open_phone(browsers(), url, language="en-GB", script=True, reduced_motion="reduce")
        page = phone.page
        visiting.arrive(page, visiting.go(page, app, SCREENS["group, new table"]))
        page.locator("#name-0").fill("Zoe")
        page.get_by_role("button", name="Dov", exact=True).click()
        for line, name in enumerate(("Zoe", "Bo", "Cleo", "Dov", "")):
            expect(page.locator(f"#name-{line}")).to_have_value(name)
        expect(page.get_by_role("button", name="Dov", exact=True)).to_have_count(0)
        expect(page.locator("[data-name-of='3'] bdi").first).to_have_text("Dov")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/g/*")
        game = page.url.partition("?")[0].rsplit("/", 1)[-1]
        assert len(app.extensions["groups"].stored.of_game(game)) == 1
        phone.page.context.close()


def test_a_page_of_a_group_says_by_itself_that_the_group_is_deleted(
    browsers: Callable[[], Browser], app: Flask
) -> None:
    with listening(app, 0, app.extensions["notifier"].close) as url:
        phone = open_phone(browsers(), url, language="en-GB", script=True, reduced_motion="reduce")
        page = phone.page
        visiting.arrive(page, visiting.go(page, app, SCREENS["group"]))
        other = page.context.new_page()
        other.goto(page.url + "/deletion")
        other.get_by_role("button", name="Delete for good").click()
        expect(other.get_by_role("heading", level=1)).to_have_text("This group is deleted")
        page.bring_to_front()
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.get_by_role("heading", level=1)).to_have_text("This group is deleted")
        phone.page.context.close()
