"""Runs in Pyodide for `make pocket`: makes of /stage.zip and Python's own library what a phone loads.

It opens pages of the app, so that it knows which modules an evening loads; all others are left out, except
the app's own. What is left is compiled, without docstrings. std.zip has what Python begins with; the rest,
with the app and its packages, is one file: a line of JSON with each path and size, then their bytes.
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
from urllib.parse import urlencode

SITE, LIBRARY, PACKED = Path("/site"), Path("/library"), Path("/packed")
INSIDE = "/lib/python314.zip/"
URLENCODED = "application/x-www-form-urlencoded"
# What Python or a package loads only when something goes wrong, or in another language.
LATER = re.findall(
    r"\S+",
    """
traceback linecache tokenize textwrap gzip zlib decimal fractions calendar difflib pprint tempfile
importlib.metadata email.parser email.message encodings.idna encodings.latin_1 encodings.ascii
encodings.utf_8_sig encodings.cp437 encodings.punycode stringprep unicodedata zoneinfo random
secrets sqlite3.dump werkzeug.formparser werkzeug.sansio.multipart flask.debughelpers _strptime
multiprocessing.util queue mimetypes uuid html.entities
""",
)
# Of these packages, only the modules that were loaded; of the others, all of them.
SELDOM = {f"{name}/__init__.py" for name in ("asyncio", "encodings", "multiprocessing", "xml")}
OUTSIDE = re.compile(r"companion\.(wsgi|metrics|journal\.(postgres|migrations\.)|machine\.firewall)")


def every_module() -> None:
    """Import all modules of the app."""
    import companion

    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not OUTSIDE.match(module.name):
            importlib.import_module(module.name)


def rehearse() -> None:
    """Open a table of each game, look at its pages, save it and bring it in: what that loads, others do too.
    Fails if any of it does.
    """
    import pocket

    pocket.House("/empty", "/app").app.extensions["archive"].__exit__()  # its log goes into the file
    house = pocket.House("/rehearsal", "/app")

    def ask(
        method: str, path: str, body: bytes = b"", kind: str = URLENCODED, wanted: int = 200
    ) -> tuple[str, str]:
        sent = [["content-type", kind], ["accept-language", "fr"]]
        status, headers, content = house.answer(method, f"http://localhost/app{path}", sent, body)
        if status != wanted:
            raise SystemExit(f"{path}: {status} {content.decode()}")
        return content.decode(), dict(headers).get("Location", "").removeprefix("/app")

    for path in ("/", "/count", "/credits", "/settings", "/manifest.webmanifest"):
        ask("GET", path)
    ask("GET", "/nowhere", wanted=404)
    for box in ("", "/nottingham"):
        names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}
        fields = tokens(ask("GET", f"{box}/new")[0]) | names | {"edition": "first", "first_sheriff": "0"}
        _, board = ask("POST", f"{box}/new", urlencode(fields).encode(), wanted=303)
        game = board.rpartition("/g/")[2].partition("?")[0]
        for path in (board, f"/g/{game}{box}/menu", f"/g/{game}{box}/log", "/", "/copies"):
            ask("GET", path)
        fields = tokens(ask("GET", "/copies")[0]) | {
            'file"; filename="a.json': ask("GET", f"/copies/{game}.json")[0]
        }
        parts = [
            f'--PART\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
            for name, text in fields.items()
        ]
        ask(
            "POST",
            "/copies",
            "".join((*parts, "--PART--\r\n")).encode(),
            "multipart/form-data; boundary=PART",
            303,
        )
        house.offer(f"http://localhost/app{board}")
    house.busy_until()


def tokens(page: str) -> dict[str, str]:
    """The hidden fields of the page's forms."""
    return dict(re.findall(r'name="(csrf_token|action_id)" value="([^"]+)"', page))


def compiled(path: Path, name: str) -> bytes:
    """A module as Python runs it; its source need not be there."""
    source = path.read_bytes()
    code = bare(compile(source, name, "exec", dont_inherit=True, optimize=2))
    return _code_to_hash_pyc(code, source_hash(source), checked=False)


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
    files = {"empty.db": Path("/empty/counting-house.db").read_bytes()}
    with zipfile.ZipFile(PACKED / "std.zip", "w") as archive:
        for path in sorted(LIBRARY.rglob("*.py")):
            name = path.relative_to(LIBRARY).as_posix()
            package = name.partition("/")[0]  # whose modules are all in one place
            if not (name in used or f"{package}/__init__.py" in used - SELDOM or "pyodide" in package):
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
