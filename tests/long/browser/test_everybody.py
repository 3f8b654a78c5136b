"""Whole evenings on everybody's phones, where all is said aloud and where nothing is."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.everybody import PHONES, VOICES, Way
from tests.browser.test_everybody import plays


@pytest.mark.parametrize("way", [VOICES, PHONES], ids=lambda way: way.name)
def test_an_evening_on_everybodys_phones(browser: Browser, tmp_path: Path, way: Way) -> None:
    plays(browser, tmp_path, way)
