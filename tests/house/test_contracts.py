"""The import contracts hold, and they notice when somebody breaks them."""

import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# Where a line is planted, the line, and the import that the linter then names.
PLANTED = [
    ("rules/planted.py", "from datetime import date", "companion.rules.planted -> datetime"),
    ("rules/planted.py", "import sqlalchemy", "companion.rules.planted -> sqlalchemy"),
    ("codec.py", "import companion.journal", "companion.codec -> companion.journal"),
    ("bell.py", "import companion.clerk", "companion.bell -> companion.clerk"),
    ("web/planted.py", "import sqlalchemy", "companion.web.planted -> sqlalchemy"),
    ("web/planted.py", "import companion.journal", "companion.web.planted -> companion.journal"),
    ("clerk.py", "import flask", "companion.clerk -> flask"),
    ("clerk.py", "import prometheus_client", "companion.clerk -> prometheus_client"),
    ("web/screens/planted.py", "import flask", "companion.web.screens.planted -> flask"),
    (
        "web/forms/reader.py",
        "import companion.web.screens",
        "companion.web.forms.reader -> companion.web.screens",
    ),
    (
        "web/screens/parts.py",
        "import companion.web.context",
        "companion.web.screens.parts -> companion.web.context",
    ),
    ("web/http/look.py", "import companion.tables", "companion.web.http.look -> companion.tables"),
    # What all games share knows none of them.
    *(
        (
            f"{shared}.py",
            "import companion.rules.sheriff.game",
            f"companion.{shared.replace('/', '.')} -> companion.rules.sheriff.game",
        )
        for shared in (
            "rules/ledger",
            "rules/ruleset",
            "codec",
            "games",
            "laws",
            "tables",
            "clerk",
            "gamefile",
            "archive",
            "places",
            "doorkeeper",
            "web/words/people",
            "web/forms/reader",
            "web/screens/start",
            "web/context/current",
            "web/context/pages",
            "web/routes/booking",
            "web/routes/live",
            "app",
        )
    ),
    (
        "web/screens/join.py",
        "import companion.web.screens.sheriff.board",
        "companion.web.screens.join -> companion.web.screens.sheriff.board",
    ),
    # Two games know nothing of each other.
    (
        "rules/three/game.py",
        "import companion.rules.sheriff.events",
        "companion.rules.three.game -> companion.rules.sheriff.events",
    ),
    (
        "web/screens/three/board.py",
        "import companion.web.screens.sheriff.stocks",
        "companion.web.screens.three.board -> companion.web.screens.sheriff.stocks",
    ),
    (
        "rules/nottingham/planted.py",
        "import companion.rules.sheriff.game",
        "companion.rules.nottingham.planted -> companion.rules.sheriff.game",
    ),
    (
        "rules/sheriff/planted_beside.py",
        "import companion.rules.nottingham.game",
        "companion.rules.sheriff.planted_beside -> companion.rules.nottingham.game",
    ),
    (
        "rules/sheriff/planted.py",
        "import companion.rules.three.game",
        "companion.rules.sheriff.planted -> companion.rules.three.game",
    ),
    (
        "web/screens/sheriff/planted.py",
        "import companion.web.screens.three.board",
        "companion.web.screens.sheriff.planted -> companion.web.screens.three.board",
    ),
]


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
KNOWN = "sheriff"
"""A game that the contracts name wherever they must name each."""


def games_in(house: Path) -> dict[str, set[str]]:
    """Every folder of a game, and whether it is in the rules, in the web or in both."""
    found: dict[str, set[str]] = defaultdict(set)
    for area, folders in (("rules", "rules/*/"), ("web", "web/*/*/")):
        for folder in (house / "companion").glob(folders):
            if folder.is_dir() and any(folder.glob("*.py")):
                found[folder.name].add(f"companion.{area}.")
    return found


def left_out(house: Path) -> list[str]:
    """What the contracts `games` and `apart` in pyproject.toml say of one game and not of another."""
    said = [
        (contract["id"], key, entry)
        for contract in CONTRACTS
        if contract["id"] in {"games", "apart"}
        for key, entries in contract.items()
        if isinstance(entries, list)
        for entry in entries
    ]
    return [
        f"contract {contract!r} of pyproject.toml, {key}: no {wanted}"
        for game, areas in games_in(house).items()
        for contract, key, entry in said
        if f".{KNOWN}" in entry and all(part.startswith((*areas,)) for part in entry.split(" -> "))
        if (contract, key, wanted := entry.replace(f".{KNOWN}", f".{game}")) not in said
    ]


def test_the_contracts_name_every_game() -> None:
    assert {*games_in(ROOT)} >= {KNOWN}
    assert not left_out(ROOT), "\n".join(left_out(ROOT))


def test_a_game_that_the_contracts_leave_out_is_noticed(tmp_path: Path) -> None:
    for folder in ("rules/whist", "web/screens/whist"):
        (tmp_path / "companion" / folder).mkdir(parents=True)
        (tmp_path / "companion" / folder / "game.py").touch()
    missing = left_out(tmp_path)
    assert "contract 'games' of pyproject.toml, protected_modules: no companion.rules.whist" in missing
    assert "contract 'apart' of pyproject.toml, source_modules: no companion.web.*.whist.**" in missing


def copied(folder: Path) -> Path:
    """A copy of the package with its contracts, free to be broken."""
    ignored = shutil.ignore_patterns("__pycache__", "translations")
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def planted(house: Path, file: str, line: str) -> None:
    """A line at the end of a module, which may be new, as may be its folder."""
    path = house / "companion" / file
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    with path.open("a") as module:
        module.write(f"\n{line}\n")


def lint_imports(house: Path) -> subprocess.CompletedProcess[str]:
    """What the linter says of this copy."""
    command = (LINT_IMPORTS, "--no-cache", "--no-logo")
    return subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def said_of_planted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says of a copy with every planted line."""
    house = copied(tmp_path_factory.mktemp("planted"))
    for file, line, _ in PLANTED:
        planted(house, file, line)
    return lint_imports(house).stdout


def test_the_house_as_it_stands_keeps_its_contracts(tmp_path: Path) -> None:
    said = lint_imports(copied(tmp_path))
    assert said.returncode == 0, said.stdout


@pytest.mark.parametrize("named", [named for _, _, named in PLANTED])
def test_a_planted_import_is_noticed(said_of_planted: str, named: str) -> None:
    assert named in said_of_planted


def test_a_module_without_a_place_is_noticed(tmp_path: Path) -> None:
    house = copied(tmp_path)
    planted(house, "planted.py", "")
    said = lint_imports(house)
    assert said.returncode != 0
    assert "companion.planted" in said.stdout
