"""The import contracts hold, and they notice when somebody breaks them."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

SHARED = (
    *("rules/ledger", "rules/ruleset", "codec", "games", "laws", "tables", "service", "gamefile", "archive"),
    *("places", "membership", "web/parts", "web/reader", "web/start"),
    *("web/current", "web/pages", "web/booking", "web/live", "app"),
)
"""What all games share, and so knows none of them."""
PLANTED = [
    ("rules/planted", "datetime"),
    ("rules/planted", "sqlalchemy"),
    ("codec", "companion.journal"),
    ("notifier", "companion.service"),
    ("web/planted", "sqlalchemy"),
    ("web/planted", "companion.journal"),
    ("service", "flask"),
    ("service", "prometheus_client"),
    ("web/parts", "flask"),
    ("web/reader", "companion.web.booking"),
    ("web/parts", "companion.web.current"),
    ("web/http/look", "companion.tables"),
    *((shared, "companion.rules.sheriff.game") for shared in SHARED),
    ("web/joining", "companion.web.sheriff.board"),
    # Two games know nothing of each other.
    ("rules/nottingham/planted", "companion.rules.sheriff.game"),
    ("rules/sheriff/planted", "companion.rules.nottingham.game"),
    ("web/nottingham/planted", "companion.web.sheriff.stocks"),
    ("web/sheriff/planted", "companion.web.nottingham.board"),
]
"""Modules of the package, and what is imported there against a contract."""
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
ROOMS = ("companion.rules", "companion.web")
"""Where each game has a package of its own."""


def games_in(house: Path) -> set[str]:
    """The games that have rules."""
    return {folder.parent.name for folder in (house / "companion/rules").glob("*/game.py")}


def left_out(house: Path) -> set[str]:
    """What the contracts in pyproject.toml do not say of a game that has rules."""
    said = {
        f"{contract['id']}, {key}: {entry}"
        for contract in CONTRACTS
        for key, entries in contract.items()
        if isinstance(entries, list)
        for entry in entries
    }
    games = games_in(house)
    wanted = {
        f"games, {key}: {room}.{game}"
        for game in games
        for room in ROOMS
        for key in ("protected_modules", "allowed_importers")
    }
    apart = {
        f"{game}, {key}: {room}.{one}"
        for game in games
        for other in games - {game}
        for room in ROOMS
        for key, one in (("source_modules", game), ("forbidden_modules", other))
    }
    return (wanted | apart) - said


def test_the_contracts_name_every_game() -> None:
    assert games_in(ROOT) == {"nottingham", "sheriff"}
    assert not left_out(ROOT)


def test_a_game_that_the_contracts_leave_out_is_noticed(tmp_path: Path) -> None:
    for game in ("sheriff", "whist"):
        (tmp_path / "companion/rules" / game).mkdir(parents=True)
        (tmp_path / "companion/rules" / game / "game.py").touch()
    missing = left_out(tmp_path)
    assert "games, protected_modules: companion.web.whist" in missing
    assert "sheriff, forbidden_modules: companion.rules.whist" in missing


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


@pytest.mark.parametrize("folder", ["deploy", "scripts", "tests/bench", "tests/long"])
def test_code_outside_the_gate_imports_only_names_that_exist(folder: str) -> None:
    """The gate does not run these folders, so a moved module would go unnoticed there."""
    for path in (ROOT / folder).rglob("*.py"):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("companion"):
                module = import_module(one.module or "")
                for name in (each.name for each in one.names):
                    is_there = hasattr(module, name) or find_spec(f"{module.__name__}.{name}")
                    assert is_there, f"{path.name}: {one.module} has no {name}"
