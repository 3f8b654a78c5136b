"""Styles as older browsers read them, whose reading no browser of today shows."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "static/css"
STYLES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.css"))


@pytest.mark.parametrize("style", STYLES)
def test_safari_reads_what_may_not_be_selected(style: str) -> None:
    text = (FOLDER / style).read_text("utf-8")
    assert len(re.findall(r"[^-]user-select:", text)) == text.count("-webkit-user-select:")


@pytest.mark.parametrize("style", STYLES)
def test_heights_in_lines_are_only_where_a_browser_knows_them(style: str) -> None:
    """One in a variable is not passed over where it is unknown (Safari before 16.4): the property is lost."""
    text = re.sub(r"(?s)@supports \([a-z-]+: 1lh\) \{.*?\n  \}\n", "", (FOLDER / style).read_text("utf-8"))
    assert not re.findall(r"(?:--[a-z-]+:|var\().*\dlh\b", text)
