"""Everything that docs/architecture.md and docs/inside.md name exists."""

import ast
import keyword
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in ("architecture.md", "inside.md"))
FOLDERS = ("companion", "docs", "scripts", "static", "templates", "tests")
FILES = [file for folder in FOLDERS for file in (ROOT / folder, *(ROOT / folder).rglob("*"))]
CODE = [file for file in FILES if file.suffix == ".py" and file.is_relative_to(ROOT / "companion")]
CODE += [file for file in FILES if file.suffix == ".py" and file.is_relative_to(ROOT / "tests")]
EXAMPLES = {"name.html", "_name.html"}
QUOTED = set(re.findall(r"`([^`\n]+)`", PAGE))
NAMED = sorted(set(re.findall(r"`([\w/]+\.(?:css|html|js|py|svg|toml))`", PAGE)) - EXAMPLES)
PATHS = sorted(path for path in QUOTED if re.fullmatch(r"\w[\w/]*/[\w*]*(\.toml)?", path))
NAME = re.compile(r"([^\W\d]\w*(?:\.\w+)?)(?:\(.*\))?")
OTHERS = {
    "Host": "a header of HTTP",
    "STRICT": "a word of SQLite",
    "glances": "a table of the database",
    "_": "gettext",
}
"""What looks like a name of ours and is none."""
NAMES = sorted(
    {
        found[1]
        for found in map(NAME.fullmatch, QUOTED - {*NAMED} - EXAMPLES)
        if found and found[1] not in OTHERS and not keyword.iskeyword(found[1]) and found[1] != "match"
    }
)
AROUND = {name.rpartition(".")[0] for name in NAMES}
PLACES = ("is_so", "owners", "evolved", "told_by", "SHEETS", "PAGES", "SAMPLES", "SCREENS")
HOW_TO = PAGE.partition("## Five changes")[2].partition("## The rooms")[0]


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Whatever is named by them: classes, functions, what they take, values, fields."""
    for node in nodes:
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                yield name
            case ast.arg(name) | ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                yield name
            case ast.Assign(value=ast.Constant(str(word))):
                yield word
            case _:
                pass


def names_within() -> Mapping[str, set[str]]:
    """The names within every module, folder and class, by its own name; under "" all of them."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in CODE:
        parts = [*ast.walk(ast.parse(file.read_text("utf-8")))]
        found[file.stem] |= {*names_in(parts)}
        found[file.parent.name].add(file.stem)
        for part in parts:
            if isinstance(part, ast.ClassDef) and part.name in AROUND:
                found[part.name] |= {*names_in(ast.walk(part))}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    return {**found, "": {*found}.union(*found.values(), (contract["id"] for contract in contracts))}


def test_every_file_and_folder_that_the_page_names_is_there() -> None:
    there = [f"/{file.as_posix()}" for file in FILES]
    missing = [path for path in NAMED if not any(file.endswith(f"/{path}") for file in there)]
    missing += [path for path in PATHS if not any(file.match(path) for file in FILES)]
    assert missing == []


def test_every_name_on_the_page_is_in_the_code() -> None:
    within, missing = names_within(), []
    for name in NAMES:
        around, _, own = name.rpartition(".")
        if own not in within.get(around, set()):
            missing.append(name)
    assert missing == []


def test_what_a_new_thing_goes_into_is_on_the_page_and_in_the_code() -> None:
    code = "\n".join(file.read_text("utf-8") for file in CODE)
    assert [name for name in PLACES if name not in PAGE] == []
    assert [name for name in PLACES if not re.search(rf"^ *(def )?{name}\b", code, re.MULTILINE)] == []


def test_each_of_the_five_changes_names_its_files_first_of_all() -> None:
    changes = [line for line in HOW_TO.splitlines() if line.startswith("| a ")]
    files = set(re.findall(r"`([\w/]+/[\w/]*\.\w+)`", HOW_TO))
    assert len(changes) == 5
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert PAGE.index(HOW_TO) < PAGE.index("| room |")
    for room in ("rules/sheriff", "web/sheriff", "templates/sheriff", "translations", "tests/kinds"):
        assert any(room in file for file in files), room
