"""`make pocket`: the app for a phone's own browser, as files in dist/pocket/ for any host of files.

What it is made of is pinned by hash: Pyodide by deno.lock beside this, Python's packages as
requirements.txt at the root has them, which the environment was installed from.
"""

import gzip
import io
import json
import lzma
import os
import pickle
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from gettext import translation
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from pathlib import Path

import deno
from jinja2 import Environment, FileSystemLoader

from companion.web.http.assets import Assets

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STATIC, TRANSLATIONS = ROOT / "static", ROOT / "companion" / "translations"
TARGET, CACHE = ROOT / "dist" / "pocket", ROOT / ".cache" / "pocket"
MOST_BYTES = 8_000_000
"""What a phone loads once, packed."""
PINNED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
NOT_THERE = {"waitress", "colorama", "greenlet"}  # a server, and what other systems need
LANGUAGES = ["en", *sorted(path.name for path in TRANSLATIONS.iterdir())]
DATES = {"root", *LANGUAGES, *(code[:2] for code in LANGUAGES)}  # a country's are made of its language's
# Of the packages' files, those that are read; which modules are loaded, pack.py finds out.
READ = re.compile(
    r"^(?!babel/locale-data/)[^.].*(?<!/test)/\w+\.py$|^\w+\.py$"
    rf"|^babel/(global|locale-data/({'|'.join(DATES)}))\.dat$"
)
UNSAID = re.compile("unit|currenc|zone|variants|scripts")
NOT_READ = {".pyc", ".po", ".md", ".gz", ".txt"}  # of the app, by what runs
LARGE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "std.zip", "site")
STYLE, FONT = "css/outside.css", "fonts/alegreya-bold.woff2"
ICONS = ("favicon.svg", "any-192.png", "any-512.png", "maskable-512.png", "touch-180.png")
OWN = ("shell.css", "shell.js", "frame.js", "worker.js", "manifest.webmanifest")


def packages() -> Iterator[Distribution]:
    """What the app stands on, as pinned. Raises SystemExit if the environment has another release."""
    for name, version in PINNED.findall((ROOT / "requirements.txt").read_text("utf-8")):
        if name not in NOT_THERE:
            found = distribution(name)
            if found.version != version:
                sys.exit(f"{name} is {found.version} here, and not {version}: run make check first")
            yield found


def lean(data: bytes) -> bytes:
    """What Babel knows of a language, or of all, without what no page says."""
    known = pickle.loads(data)  # noqa: S301 - as the package has it
    return pickle.dumps({key: {} if UNSAID.search(key) else said for key, said in known.items()}, protocol=2)


def site() -> Iterator[tuple[str, bytes]]:
    """Every file of the packages and of the app, by its place."""
    for package in packages():
        for file in package.files or ():
            if READ.search(file.as_posix()):
                content = Path(str(package.locate_file(file))).read_bytes()
                yield file.as_posix(), lean(content) if file.suffix == ".dat" else content
    for folder in ("companion", "templates", "static"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in NOT_READ and "/cli/" not in path.as_posix():
                place = path.relative_to(ROOT).as_posix().removeprefix("companion/")
                yield f"companion/{place}", path.read_bytes()
    yield "pocket.py", (HERE / "pocket.py").read_bytes()
    own = distribution("counting-house")
    yield "counting_house.dist-info/METADATA", f"Name: {own.name}\nVersion: {own.version}\n".encode()


def made() -> Path:
    """The folder of what the very Python that will run the app made of it; kept, since it takes a while."""
    stage = io.BytesIO()
    with zipfile.ZipFile(stage, "w") as archive:
        for name, content in site():
            archive.writestr(zipfile.ZipInfo(name), content)
    own = [HERE / name for name in ("pack.js", "pack.py", "deno.lock")]
    key = sha256(b"".join((stage.getvalue(), *(path.read_bytes() for path in own))))
    folder, half = CACHE / key.hexdigest()[:16], CACHE / "half"
    if folder.exists():
        return folder
    shutil.rmtree(CACHE, ignore_errors=True)
    half.mkdir(parents=True)
    (half / "stage.zip").write_bytes(stage.getvalue())
    settings = {**os.environ, "DENO_DIR": str(ROOT / ".cache" / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    command = (deno.find_deno_bin(), "run", "--quiet", "--frozen", f"--config={HERE / 'deno.json'}", "-A")
    subprocess.run((*command, HERE / "pack.js", half, HERE / "pack.py"), env=settings, check=True)
    for name in LARGE:
        # Browsers unpack gzip; Python, once it runs, what is a third smaller.
        content = (half / name).read_bytes()
        packed = lzma.compress(content) if name == "site" else gzip.compress(content, 9, mtime=0)
        (half / f"{name}.packed").write_bytes(packed)
    return half.rename(folder)


def index() -> str:
    """The shell page, with its words in every language."""
    pages = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True)
    spoken = {
        code.replace("_", "-"): translation("messages", TRANSLATIONS, [code], fallback=True).gettext
        for code in LANGUAGES
    }
    return pages.get_template("index.html").render(spoken=spoken)


def notices() -> Iterator[str]:
    """Every licence and notice of what is inside."""
    mozilla = ROOT / "tests" / "browser" / "vendor" / "axe-core.LICENSE"
    own = (ROOT / "NOTICE", ROOT / "LICENSE", STATIC / "fonts" / "OFL.txt", HERE / "NOTICE", mozilla)
    for path in (*own, *sorted(STATIC.rglob("*LICENSE*"))):
        yield path.read_text("utf-8")
    for package in packages():
        texts = [
            file for file in package.files or () if re.search(r"-info/.*(LICEN|COPYING|AUTHORS)", str(file))
        ]
        if not texts:
            sys.exit(f"{package.name} names no licence")
        yield f"{package.name} {package.version}"
        for file in texts:
            yield Path(str(package.locate_file(file))).read_text("utf-8")


def main() -> None:
    """Build, and say how large it is."""
    folder, assets = made(), Assets(STATIC)
    small = {name: (HERE / name).read_bytes() for name in OWN}
    small |= {name: (STATIC / "icons" / name).read_bytes() for name in ICONS}
    small |= {name: assets.files[name].plain for name in (STYLE, FONT)}
    small["index.html"] = index().encode()
    files, sizes = {}, {}
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for name in LARGE:
        content = (folder / f"{name}.packed").read_bytes()
        # A host may unpack or pack again what it knows by its ending: this one it does not know.
        address = f"{name.partition('.')[0]}-{sha256(content).hexdigest()[:12]}.bin"
        (TARGET / address).write_bytes(content)
        files[name], sizes[name] = (address, len(content)), len(content)
    scripts = {name: (HERE / name).read_text("utf-8") for name in ("files.js", "sw.js")}
    version = sha256(repr((small, files, scripts)).encode()).hexdigest()[:12]
    known = {"VERSION": version, "FILES": files, "SMALL": ["./", *small, "files.js"]}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in known.items()]
    small["files.js"] = "".join((*lines, scripts["files.js"])).encode()
    # Each release has a worker of its own, so that none is loaded before a page asks for it.
    small[f"sw-{version}.js"] = small["files.js"] + scripts["sw.js"].encode()
    small["release.txt"] = version.encode()
    for name, content in small.items():
        (TARGET / name).parent.mkdir(exist_ok=True)
        (TARGET / name).write_bytes(content)
    (TARGET / "notices.txt").write_text(f"\n\n{'-' * 80}\n\n".join(notices()), "utf-8")
    sizes["the page around"] = sum(len(gzip.compress(content, 9)) for content in small.values())
    sizes[f"in all, packed, of {MOST_BYTES // 1000}; {TARGET.relative_to(ROOT)}"] = sum(sizes.values())
    for name, size in sizes.items():
        print(f"{size / 1000:8.0f} kB  {name}")
    if size > MOST_BYTES:
        sys.exit("that is too much")


if __name__ == "__main__":
    main()
