"""Every screen of the app once, and states of it that fit barely: on small phones, the languages and the
schemes in turn. tests/long has all of them in each.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from flask import Flask
from playwright.sync_api import Browser, ViewportSize

from tests.browser import checks, visiting, words
from tests.browser.checker import Checker
from tests.browser.gallery import ALL_LANGUAGES, LANGUAGES, NARROWEST
from tests.browser.geometry import SIZES, standing
from tests.browser.heaviest import NAMES as LONG
from tests.browser.phone import Phone, open_phone
from tests.browser.screens import SCREENS, Make, Screen
from tests.browser.serving import listening
from tests.browser.states import QUOTED, STATES, TIGHT
from tests.rules.given import NAMES as SIX

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
EVERY = {**SCREENS, **STATES}
SAYS_NO = {403, 404, 405, 410}
NAMES = (*SIX, *LONG)


@pytest.fixture(scope="module")
def phones(browsers: Callable[[], Browser], app: Flask) -> Iterator[dict[str, Phone]]:
    """One in each language, which show one screen after the other."""
    with listening(app, 0, app.extensions["notifier"].close) as url:
        phones = {
            language: open_phone(
                browsers(), url, language=language, script=True, viewport=SIZES[0], reduced_motion="reduce"
            )
            for language in ALL_LANGUAGES
        }
        yield phones
        for phone in phones.values():
            phone.page.context.close()


@pytest.mark.parametrize("number,name", [*enumerate(EVERY)], ids=EVERY)
def test_a_screen(
    phones: dict[str, Phone], app: Flask, html_checker: Checker, number: int, name: str
) -> None:
    """All words and controls are there, in reach of a thumb and of a screen reader, and nothing complains."""
    turn, place = divmod(number, len(ALL_LANGUAGES))
    language, scheme = ALL_LANGUAGES[place], SCHEMES[turn % len(SCHEMES)]
    faults = [*all_of(phones[language], app, html_checker, EVERY[name], scheme)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("number,name", [*enumerate(TIGHT)], ids=TIGHT)
def test_what_fits_barely(phones: dict[str, Phone], app: Flask, number: int, name: str) -> None:
    """It is in sight without scrolling, and read whole."""
    languages = LANGUAGES if name in QUOTED else ALL_LANGUAGES
    phone = phones[languages[number % len(languages)]]
    faults = [*seen(phone, shown(phone, app, TIGHT[name]))]
    assert not faults, "\n".join(faults)


def all_of(
    phone: Phone, app: Flask, html_checker: Checker, make: Make, scheme: Literal["light", "dark"]
) -> Iterator[str]:
    """What is wrong with a screen by day or by night, in one phone's language."""
    phone.page.emulate_media(color_scheme=scheme)
    screen = shown(phone, app, make)
    yield from html_checker.complaints(checks.as_it_stands(phone.page))
    yield from words.naked(phone.page, NAMES)
    yield from words.english(phone.page)
    yield from seen(phone, screen)
    phone.page.set_viewport_size(NARROWEST)
    yield from checks.axe(phone.page)


def shown(phone: Phone, app: Flask, make: Make) -> Screen:
    """The screen is on this phone."""
    phone.page.set_viewport_size(SIZES[0])
    phone.complaints.clear()
    phone.foreseen |= SAYS_NO
    screen = visiting.go(phone.page, app, make)
    visiting.arrive(phone.page, screen)
    return screen


def seen(phone: Phone, screen: Screen) -> Iterator[str]:
    """What is wrong with it on a small phone, upright or on its side, and what it has complained of."""
    page, places = phone.page, dict(screen.sight)
    sizes = {(size["width"], size["height"]): () for size in SIZES} | places
    for (width, height), in_sight in sizes.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(checks.REST)
        faults = [*words.unseen(page, in_sight), *words.broken(page), *standing(page)]
        if screen.reads and page.evaluate("navigator.language") in LANGUAGES:
            faults += unread(phone, *screen.reads)
        yield from (f"{width}x{height}: {fault}" for fault in faults)
    yield from phone.complaints


def unread(phone: Phone, place: str, *sentences: str) -> Iterator[str]:
    """A sentence that is not read whole in its place; each is given in English and in French."""
    said = phone.page.locator(place).evaluate_all(words.READ)
    is_given = phone.page.evaluate("document.documentElement.lang") in {"en", "fr"}
    if is_given and not any(sentence in said for sentence in sentences):
        yield f"{said} instead of {' or '.join(sentences)}"
