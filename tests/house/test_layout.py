"""How long a line may be where no formatter works: in templates, and in comments of styles and scripts."""

import re
from pathlib import Path

import pytest

from companion.machine.paths import assets

LONGEST = 110
STATIC, TEMPLATES = assets().static, assets().templates
FOLDERS = {TEMPLATES: "*.html", STATIC / "css": "*.css", STATIC / "js": "*.js"}
# A sentence is a catalogue's id: it stays in one piece.
SENTENCE = re.compile(r'\s*(\w+=)?"[^"]*",?')


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lines_can_be_read(folder: Path) -> None:
    lines = [
        (path.name, line)
        for path in folder.rglob(FOLDERS[folder])
        for line in path.read_text("utf-8").splitlines()
    ]
    assert lines
    assert [line for line in lines if len(line[1]) > LONGEST and not SENTENCE.fullmatch(line[1])] == []
