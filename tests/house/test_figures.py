"""What docs/figures.md lets anybody count again is what was counted."""

from pathlib import Path

from tests.browser.test_quick_count import SHEET

FIGURES = Path(__file__).parents[2] / "docs" / "figures.md"


def test_the_count_sheet_is_the_one_that_was_typed() -> None:
    """Its columns are players, its rows goods and gold."""
    lines = FIGURES.read_text("utf-8").splitlines()
    head = lines.index("| | " + " | ".join(SHEET) + " |")
    rows = [line.strip("|").split("|")[1:] for line in lines[head + 2 : head + 11]]
    assert {name: tuple(int(row[place]) for row in rows) for place, name in enumerate(SHEET)} == SHEET
