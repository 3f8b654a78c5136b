"""The import contracts hold, and they notice when somebody breaks them."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

SHARED = (
    *("rules/ledger", "rules/ruleset", "codec", "games", "laws", "tables", "clerk", "gamefile", "archive"),
    *("places", "doorkeeper", "web/words/people", "web/forms/reader", "web/screens/start"),
    *("web/context/current", "web/context/pages", "web/routes/booking", "web/routes/live", "app"),
)
"""What all games share, and so knows none of them."""
PLANTED = [
    ("rules/planted", "datetime"),
    ("rules/planted", "sqlalchemy"),
    ("codec", "companion.journal"),
    ("bell", "companion.clerk"),
    ("web/planted", "sqlalchemy"),
    ("web/planted", "companion.journal"),
    ("clerk", "flask"),
    ("clerk", "prometheus_client"),
    ("web/screens/planted", "flask"),
    ("web/forms/reader", "companion.web.screens"),
    ("web/screens/parts", "companion.web.context"),
    ("web/http/look", "companion.tables"),
    *((shared, "companion.rules.sheriff.game") for shared in SHARED),
    ("web/screens/join", "companion.web.screens.sheriff.board"),
    # Two games know nothing of each other.
    ("rules/three/game", "companion.rules.sheriff.payments"),
    ("web/screens/three/board", "companion.web.screens.sheriff.stocks"),
    ("rules/nottingham/planted", "companion.rules.sheriff.game"),
    ("rules/sheriff/planted_beside", "companion.rules.nottingham.game"),
    ("rules/sheriff/planted", "companion.rules.three.game"),
    ("web/screens/sheriff/planted", "companion.web.screens.three.board"),
]
"""Modules of the package, and what is imported there against a contract."""
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


def test_a_planted_import_and_a_module_without_a_place_are_noticed(tmp_path: Path) -> None:
    """In a copy of the package with its contracts; `make check` looks at the package itself."""
    ignored = shutil.ignore_patterns("__pycache__", "translations")
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, imported in (*PLANTED, ("planted", "os")):
        path = tmp_path / "companion" / f"{module}.py"
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        with path.open("a") as file:
            file.write(f"\nimport {imported}\n")
    command = (LINT_IMPORTS, "--no-cache", "--no-logo")
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    named = [f"companion.{module.replace('/', '.')} -> {imported}" for module, imported in PLANTED]
    assert [arrow for arrow in named if arrow not in said] == []
    assert re.search(r"^- (companion\.)?planted$", said, re.MULTILINE), said
