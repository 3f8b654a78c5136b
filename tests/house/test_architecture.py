"""Everything that docs/architecture.md names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FOLDERS = ("companion", "docs", "static", "templates", "tests")
FILES = [file.as_posix() for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
EXAMPLES = {"name.html", "_name.html"}
NAMED = sorted(set(re.findall(r"`([\w/]+\.(?:css|html|js|py|svg|toml))`", PAGE)) - EXAMPLES)
PLACES = ("is_so", "owners", "_evolved", "told_by", "LATER", "_SHEETS", "PAGES", "TAKING", "SCREENS")


@pytest.mark.parametrize("path", NAMED)
def test_every_file_is_there(path: str) -> None:
    assert any(file.endswith(f"/{path}") for file in FILES), f"docs/architecture.md names {path}"


@pytest.mark.parametrize("name", PLACES)
def test_what_a_new_thing_goes_into_is_there(name: str) -> None:
    assert name in PAGE
    code = (Path(file).read_text("utf-8") for file in FILES if file.endswith(".py"))
    assert any(re.search(rf"^(def )?{name}\b", text, re.MULTILINE) for text in code)
