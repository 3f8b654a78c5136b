"""Whole evenings on everybody's phones, where all is said aloud, some of it, and nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.everybody import MIXED, PHONES, VOICES, Way
from tests.browser.test_everybody import plays


@pytest.mark.parametrize("way", [VOICES, MIXED, PHONES], ids=lambda way: way.name)
def test_an_evening_on_everybodys_phones(browser: Browser, tmp_path: Path, way: Way) -> None:
    plays(browser, tmp_path, way)
