"""Runs in Pyodide for `make pocket`: makes of /stage.zip and Python's own library what a phone loads.

All modules of the app are loaded, and a page of it; which others that loads, a phone needs too, and what else
LATER names. They are compiled, without docstrings and lines, as are the templates. std.zip has what Python
begins with, as zip files are unpacked by the browser; all else is in one file that Python unpacks to a third
less: a line of JSON with each path and size, then their bytes.
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
# What Python or a package loads only when something goes wrong, for a form, or in another language.
LATER = """
traceback linecache tokenize textwrap gzip lzma decimal fractions calendar difflib pprint tempfile csv random
importlib.metadata email.parser email.message encodings.idna encodings.latin_1 encodings.ascii secrets
encodings.utf_8_sig encodings.cp437 encodings.punycode stringprep unicodedata zoneinfo sqlite3.dump _strptime
werkzeug.formparser werkzeug.sansio.multipart flask.debughelpers queue mimetypes uuid html.entities
"""
# Of Python's own packages all modules, but of these only those that were loaded.
SELDOM = re.compile(r"(asyncio|encodings|multiprocessing|xml)/")
OUTSIDE = re.compile(r"companion\.(wsgi|metrics|journal\.(postgres|migrations\.)|machine\.firewall)")


def rehearse() -> None:
    """Load what a phone will, and leave an empty database and compiled templates. Fails if a page does."""
    sys.path.insert(0, str(SITE))
    import jinja2
    import pocket

    import companion

    class Templates(jinja2.FileSystemBytecodeCache):
        def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
            bucket.code = bucket.code and bare(bucket.code)
            super().dump_bytecode(bucket)

    house = pocket.House("/empty", "/app")
    pocket.TEMPLATES.mkdir()
    house.app.jinja_env.bytecode_cache = Templates(str(pocket.TEMPLATES))
    asked = [["accept-language", "fr"]], b""
    pages = [house.answer("GET", f"http://localhost/app{path}", *asked) for path in ("/", "/new", "/import")]
    if [status for status, _, _ in pages] != [200, 200, 200]:
        raise SystemExit(pages)
    for name in house.app.jinja_env.list_templates():
        house.app.jinja_env.get_template(name)
    house.app.extensions["archive"].__exit__()  # the log of the database goes into its file
    pocket.EMPTY.write_bytes(Path("/empty", pocket.DATABASE).read_bytes())
    every = (module.name for module in pkgutil.walk_packages(companion.__path__, "companion."))
    for name in (*(name for name in every if not OUTSIDE.match(name)), *LATER.split()):
        importlib.import_module(name)


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
    """The files of all modules that are loaded, Python's own by their place in its library."""
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    return {spec.origin.removeprefix(INSIDE) for spec in specs if spec and spec.origin}


def pack() -> None:
    """Write /packed."""
    importlib.import_module("lzma")  # which unpacks the rest
    first = {name.partition("/")[0] for name in origins()}
    zipfile.ZipFile("/stage.zip").extractall(SITE)
    zipfile.ZipFile("/std.zip").extractall(LIBRARY)
    rehearse()
    used = origins()
    packages = {name.partition("/")[0] for name in used if "/" in name}
    PACKED.mkdir()
    files = {}
    with zipfile.ZipFile(PACKED / "std.zip", "w") as archive:
        for path in sorted(LIBRARY.rglob("*.py")):
            name = path.relative_to(LIBRARY).as_posix()
            package = name.partition("/")[0]  # whose modules are all in one place
            if name not in used and (package not in packages or SELDOM.match(name)):
                continue
            if package in first:
                archive.writestr(zipfile.ZipInfo(f"{name}c"), compiled(path, name))
            else:
                files[f"{name}c"] = compiled(path, name)
    for path in sorted(path for path in SITE.rglob("*") if path.is_file()):
        name = path.relative_to(SITE).as_posix()
        if path.suffix != ".py" or "/migrations/" in name:  # Alembic reads its steps as they are written
            files[name] = path.read_bytes()
        elif str(path) in used:
            files[f"{name}c"] = compiled(path, name)
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    (PACKED / "site").write_bytes(head.encode() + b"\n" + b"".join(files.values()))


pack()
