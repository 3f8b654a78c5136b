"""docs/glossary.md names only words that the program uses, each of them once."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
FIRST_CELL = re.compile(r"^\| ([^|]+?) \|", re.MULTILINE)
HEADS = {"word", "---"}
WORDS = [
    word
    for cell in FIRST_CELL.findall(GLOSSARY)
    if cell not in HEADS and not cell.startswith("-")
    for word in cell.split(", ")
]
PLACES = (("companion", "*.py"), ("templates", "*.html"), ("static/js", "*.js"))


@pytest.fixture(scope="module")
def program() -> str:
    """All code, templates and scripts in one text; names are split into their words."""
    texts = (path.read_text("utf-8") for folder, kind in PLACES for path in (ROOT / folder).rglob(kind))
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", "\n".join(texts).replace("\u00ad", "")).casefold()


def test_every_word_is_explained_once() -> None:
    assert len(WORDS) > 50
    assert sorted(WORDS) == sorted(set(WORDS))


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_used(word: str, program: str) -> None:
    assert re.search(rf"\b{re.escape(word.casefold())}", program)


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/languages.md", "CONTRIBUTING.md"])
def test_the_glossary_is_found(page: str) -> None:
    assert "glossary.md" in (ROOT / page).read_text("utf-8")
