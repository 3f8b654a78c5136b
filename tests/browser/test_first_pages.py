"""The pages that need no table, as a phone on plain http in the same Wi-Fi gets them."""

from collections.abc import Callable
from itertools import product
from typing import Literal

import pytest

from tests.browser import checks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

PATHS = ("/", "/new", "/count", "/cards", "/settings", "/credits")
LANGUAGES = ("en-GB", "fr-FR")
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
NARROWEST = {"width": 320, "height": 640}


@pytest.mark.parametrize("path, language", list(product(PATHS, LANGUAGES)))
def test_a_page_is_sound_in_both_languages_and_schemes(
    open_phones: OpenPhone, valid_html: Callable[[str], None], path: str, language: str
) -> None:
    phone = open_phones(language=language, color_scheme="dark")
    phone.page.goto(path)
    assert phone.page.locator("html").get_attribute("lang") == language[:2]
    valid_html(checks.as_sent(phone.page))
    for scheme in SCHEMES:
        phone.page.emulate_media(color_scheme=scheme)
        assert checks.axe(phone.page) == []


@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_the_narrowest_phone(open_phones: OpenPhone, path: str) -> None:
    phone = open_phones(viewport=NARROWEST)
    phone.page.goto(path)
    assert checks.overhang(phone.page) == 0


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_there_without_scripts(open_phones: OpenPhone, path: str) -> None:
    phone = open_phones(script=False)
    answer = phone.page.goto(path)
    assert answer is not None
    assert answer.ok
    assert phone.page.locator("h1").is_visible()


def test_a_page_that_is_not_there_says_so(phone: Phone, valid_html: Callable[[str], None]) -> None:
    phone.foreseen.add(404)
    phone.page.goto("/nowhere")
    assert checks.axe(phone.page) == []
    valid_html(phone.page.content())
