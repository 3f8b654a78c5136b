"""Every screen of the app in each language and scheme, and in other windows, fonts and sizes of text."""

from itertools import product
from typing import Literal

import pytest
from flask import Flask

from tests.browser import around
from tests.browser.checker import Checker
from tests.browser.gallery import ALL_LANGUAGES
from tests.browser.phone import Phone
from tests.browser.states import TIGHT
from tests.browser.test_every_screen import EVERY, all_of, phones, shown

__all__ = ["phones"]

IN_EACH = [*product({**EVERY, **TIGHT}, ALL_LANGUAGES, ("light", "dark"))]


@pytest.mark.parametrize("name,language,scheme", IN_EACH)
def test_a_screen(  # noqa: PLR0913, PLR0917 - what it is looked at with, and what it differs in
    phones: dict[str, Phone],
    app: Flask,
    html_checker: Checker,
    name: str,
    language: str,
    scheme: Literal["light", "dark"],
) -> None:
    """All words and controls are there, in reach of a thumb and of a screen reader, and nothing complains."""
    make = {**EVERY, **TIGHT}[name]
    faults = [*all_of(phones[language], app, html_checker, make, scheme)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name,language", [*product({**EVERY, **TIGHT}, ALL_LANGUAGES)])
def test_a_screen_somewhere_else(phones: dict[str, Phone], app: Flask, name: str, language: str) -> None:
    """On its side, on tablets, in narrow and wide fonts, with large text."""
    phone = phones[language]
    shown(phone, app, {**EVERY, **TIGHT}[name])
    faults = [*around.faults(phone.page, phone.page.context.new_cdp_session(phone.page))]
    assert not faults, "\n".join(faults)
