"""The import contracts hold, and they notice when somebody crosses them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# Where a line is planted, the line, and the contract that it breaks.
PLANTED = [
    ("rules/planted.py", "from datetime import date", "The rules know no web, no clock"),
    ("rules/planted.py", "import sqlalchemy", "The rules know no web, no clock"),
    ("codec.py", "import companion.journal", "Imports run one way"),
    ("bell.py", "import companion.clerk", "Imports run one way"),
    ("web/planted.py", "import sqlalchemy", "know the database"),
    ("web/planted.py", "import companion.journal", "through the clerk"),
    ("clerk.py", "import flask", "Below the web nobody knows Flask"),
    ("planted.py", "", "Imports run one way"),
]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package with its contracts, free to be broken."""
    ignored = shutil.ignore_patterns("__pycache__", "translations")
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(house: Path) -> subprocess.CompletedProcess[str]:
    """What the linter says of this copy."""
    command = (LINT_IMPORTS, "--no-cache", "--no-logo")
    return subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)


def test_the_house_as_it_stands_keeps_its_contracts(house: Path) -> None:
    said = lint_imports(house)
    assert said.returncode == 0, said.stdout


@pytest.mark.parametrize("file, line, contract", PLANTED)
def test_a_planted_import_is_noticed(house: Path, file: str, line: str, contract: str) -> None:
    with (house / "companion" / file).open("a") as module:
        module.write(f"\n{line}\n")
    said = lint_imports(house)
    broken = [sentence for sentence in said.stdout.splitlines() if " BROKEN" in sentence]
    assert said.returncode != 0
    assert any(contract in sentence for sentence in broken), said.stdout
