"""docs/glossary.md names only words that the program uses, each of them once."""

import re
from pathlib import Path

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


def test_every_word_is_explained_once_and_used() -> None:
    """Names in code are split into their words."""
    texts = (path.read_text("utf-8") for folder, kind in PLACES for path in (ROOT / folder).rglob(kind))
    program = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", "\n".join(texts).replace("\u00ad", "")).casefold()
    assert len(WORDS) > 50
    assert sorted(WORDS) == sorted(set(WORDS))
    assert [word for word in WORDS if not re.search(rf"\b{re.escape(word.casefold())}", program)] == []


def test_the_glossary_is_found() -> None:
    pages = ("docs/architecture.md", "docs/languages.md", "CONTRIBUTING.md")
    assert [page for page in pages if "glossary.md" not in (ROOT / page).read_text("utf-8")] == []
