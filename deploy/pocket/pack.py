"""Runs in Pyodide while `make pocket` builds: makes of /stage.zip and Python's own library what a phone loads.

It opens pages of the app, so that it knows which modules an evening loads; all others are left out, except
the app's own. What is left is compiled, without docstrings. std.zip has what Python begins with; the rest, with
the app and its packages, is one file: a line of JSON with each file's path and size, then their bytes.
"""

import importlib
import json
import pkgutil
import re
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

SITE, LIBRARY, PACKED = Path("/site"), Path("/library"), Path("/packed")
INSIDE = "/lib/python314.zip/"
# What Python or a package loads only when something goes wrong, or in another language.
LATER = (
    "traceback linecache tokenize textwrap gzip zlib decimal fractions calendar difflib pprint tempfile "
    "importlib.metadata email.parser email.message encodings.idna encodings.latin_1 encodings.ascii "
    "encodings.utf_8_sig encodings.cp437 encodings.punycode stringprep unicodedata zoneinfo random secrets "
    "sqlite3.dump werkzeug.formparser werkzeug.sansio.multipart flask.debughelpers _strptime "
    "multiprocessing.util queue mimetypes uuid html.entities"
).split()
OUTSIDE = re.compile(r"companion\.(wsgi|metrics|journal\.(postgres|migrations\.)|machine\.firewall)")


def every_module() -> None:
    """Import all modules of the app."""
    import companion

    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not OUTSIDE.match(module.name):
            importlib.import_module(module.name)


def rehearse() -> None:
    """Open a house, and the pages that load what the others do too."""
    import pocket

    house = pocket.House("/rehearsal", "/app")
    for path in ("/", "/new", "/count", "/credits", "/settings", "/copies", "/nowhere", "/manifest.webmanifest"):
        for language in ("en", "fr"):
            house.answer("GET", f"http://localhost/app{path}", [["accept-language", language]], b"")
    house.answer("POST", "http://localhost/app/new", [["content-type", "application/x-www-form-urlencoded"]], b"a=b")
    house.app.extensions["archive"].__exit__()  # the log goes into the file


def compiled(path: Path, name: str) -> bytes:
    """A module as Python runs it; its source need not be there."""
    source = path.read_bytes()
    code = bare(compile(source, name, "exec", dont_inherit=True, optimize=2))
    return _code_to_hash_pyc(code, source_hash(source), False)


def bare(code: CodeType) -> CodeType:
    """Code without the lines that it came from: a seventh of its size. It says of every eight units that they
    have none, because to say nothing is a fault as soon as a traceback is printed.
    """
    parts = tuple(bare(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(co_consts=parts, co_linetable=nowhere)


def origins() -> set[str]:
    """The files of all modules that are loaded, by their place in Python's own library or in ours."""
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    found = (spec.origin for spec in specs if spec and spec.origin)
    return {place.removeprefix(INSIDE).removeprefix(f"{SITE}/") for place in found}


def pack() -> None:
    """Write /packed: what Python begins with, and all the rest."""
    importlib.import_module("lzma")
    first = {name.partition("/")[0] for name in origins()}
    zipfile.ZipFile("/stage.zip").extractall(SITE)
    zipfile.ZipFile("/std.zip").extractall(LIBRARY)
    sys.path.insert(0, str(SITE))
    rehearse()
    every_module()
    for name in LATER:
        importlib.import_module(name)
    used = origins()
    PACKED.mkdir()
    files = {"empty.db": Path("/rehearsal/counting-house.db").read_bytes()}
    with zipfile.ZipFile(PACKED / "std.zip", "w") as archive:
        for path in sorted(LIBRARY.rglob("*.py")):
            name = path.relative_to(LIBRARY).as_posix()
            package = name.partition("/")[0]  # whose modules are all in one place
            if name not in used and "pyodide" not in package:
                continue
            if package in first or "pyodide" in package:
                archive.writestr(zipfile.ZipInfo(f"{name}c"), compiled(path, name))
            else:
                files[f"{name}c"] = compiled(path, name)
    for path in sorted(path for path in SITE.rglob("*") if path.is_file()):
        name = path.relative_to(SITE).as_posix()
        if path.suffix != ".py" or "/migrations/" in name:  # Alembic reads its steps as they are written
            files[name] = path.read_bytes()
        elif name in used:
            files[f"{name}c"] = compiled(path, name)
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    (PACKED / "site").write_bytes(head.encode() + b"\n" + b"".join(files.values()))


pack()
