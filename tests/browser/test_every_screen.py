"""Every screen of the app once: on small phones, in both languages, by day and by night."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Playwright

from tests.browser import checks, visiting
from tests.browser.checker import Checker
from tests.browser.chromium import without_windows
from tests.browser.gallery import LANGUAGES, NARROWEST
from tests.browser.geometry import SIZES, Geometry
from tests.browser.phone import Phone, open_phone
from tests.browser.screens import SCREENS
from tests.browser.serving import launched_by, listening

SCHEMES = ("light", "light", "dark", "dark")


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The one without windows, which draws for half as much."""
    with launched_by(playwright, without_windows()) as started:
        yield started


@pytest.fixture(scope="module")
def phones(browser: Browser, app: Flask) -> Iterator[list[Phone]]:
    """One in each language, which show one screen after the other."""
    with listening(app, 0, app.extensions["bell"].close) as url:
        phones = [
            open_phone(
                browser, url, language=language, script=True, viewport=SIZES[0], reduced_motion="reduce"
            )
            for language in LANGUAGES
        ]
        yield phones
        for phone in phones:
            phone.page.context.close()


@pytest.mark.parametrize("number,name", [*enumerate(SCREENS)], ids=SCREENS)
def test_a_screen(phones: list[Phone], app: Flask, html_checker: Checker, number: int, name: str) -> None:
    """All words and controls are there, in reach of a thumb and of a screen reader, and nothing complains."""
    phone = phones[number % len(phones)]
    page = phone.page
    phone.complaints.clear()
    phone.foreseen.add(404)
    page.emulate_media(color_scheme=SCHEMES[number % len(SCHEMES)])
    visiting.arrive(page, visiting.go(page, app, SCREENS[name]))
    faults = [*html_checker.complaints(checks.as_it_stands(page)), *Geometry(page).faults()]
    page.set_viewport_size(NARROWEST)
    faults += checks.axe(page)
    page.set_viewport_size(SIZES[0])
    assert not [*faults, *phone.complaints], "\n".join([*faults, *phone.complaints])
