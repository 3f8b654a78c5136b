"""`make pocket`: the app for a phone's own browser, as files in dist/pocket/ for any host of files.

What it is made of is pinned by hash: Pyodide by deno.lock beside this, Python's packages as
requirements.txt at the root has them, which the environment was installed from.
"""

import gzip
import io
import json
import lzma
import os
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = ROOT / "dist" / "pocket"
CACHE = ROOT / ".cache" / "pocket"
MOST_BYTES = 8_000_000
"""What a phone loads once, packed."""
PINNED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
NOT_THERE = {"waitress", "colorama", "greenlet"}  # a server, and what other systems need
# Of the packages' files, those that are read; which modules are loaded, pack.py finds out.
READ = (
    r"^(?!babel/locale-data/)[^.].*(?<!/test)/\w+\.py$|^\w+\.py$|^babel/(global|locale-data/({}|root))\.dat$"
)
NOT_READ = {".pyc", ".po", ".md", ".gz", ".txt"}  # of the app, by what runs
PROGRAM = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SHELL = ("shell.css", "shell.js", "frame.js", "worker.js")
ICONS = ("favicon.svg", "any-192.png", "any-512.png", "maskable-512.png", "touch-180.png")


def languages() -> list[str]:
    """English and every language with a catalogue."""
    return ["en", *sorted(path.name for path in (ROOT / "companion" / "translations").iterdir())]


def packages() -> Iterator[Distribution]:
    """What the app stands on, as pinned. Raises SystemExit if the environment has another release."""
    for name, version in PINNED.findall((ROOT / "requirements.txt").read_text("utf-8")):
        if name not in NOT_THERE:
            found = distribution(name)
            if found.version != version:
                sys.exit(f"{name} is {found.version} here, and not {version}: run make check first")
            yield found


def site() -> Iterator[tuple[str, bytes]]:
    """Every file of the packages and of the app, by its place."""
    read = re.compile(READ.format("|".join(languages())))
    for package in packages():
        for file in package.files or ():
            if read.search(file.as_posix()):
                yield file.as_posix(), Path(str(package.locate_file(file))).read_bytes()
    for folder in ("companion", "templates", "static"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in NOT_READ and "/cli/" not in path.as_posix():
                yield (
                    f"companion/{path.relative_to(ROOT).as_posix().removeprefix('companion/')}",
                    path.read_bytes(),
                )
    yield "copies.py", (HERE / "copies.py").read_bytes()
    yield "pocket.py", (HERE / "pocket.py").read_bytes()
    yield "companion/templates/copies.html", (HERE / "templates" / "copies.html").read_bytes()
    own = distribution("counting-house")
    yield "counting_house.dist-info/METADATA", f"Name: {own.name}\nVersion: {own.version}\n".encode()


def inside(stage: bytes, folder: Path) -> None:
    """Let the very Python that will run it compile what an evening needs; see pack.py."""
    folder.mkdir(parents=True)
    (folder / "stage.zip").write_bytes(stage)
    own = {"DENO_DIR": str(ROOT / ".cache" / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    command = (deno.find_deno_bin(), "run", "--quiet", "--frozen", f"--config={HERE / 'deno.json'}", "-A")
    subprocess.run((*command, HERE / "pack.js", folder, HERE / "pack.py"), env=os.environ | own, check=True)


def made(stage: bytes) -> Path:
    """The folder of what Pyodide made of this stage; kept, since it takes a while."""
    key = sha256(stage)
    for name in ("build.py", "pack.js", "pack.py", "deno.lock"):
        key.update((HERE / name).read_bytes())
    folder = CACHE / key.hexdigest()[:16]
    if not folder.exists():
        shutil.rmtree(CACHE, ignore_errors=True)
        inside(stage, half := CACHE / "half")
        for name in (*PROGRAM, "std.zip", "site"):
            # Browsers unpack gzip; Python, once it runs, what is a third smaller.
            content = (half / name).read_bytes()
            packed = lzma.compress(content) if name == "site" else gzip.compress(content, 9, mtime=0)
            (half / f"{name}.packed").write_bytes(packed)
        half.rename(folder)
    return folder


def index() -> str:
    """The shell page, with its words in every language."""
    spoken = [(code.replace("_", "-"), _words(code)) for code in languages()]
    pages = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True)
    return pages.get_template("index.html").render(spoken=spoken)


def _words(language: str) -> dict[str, str]:
    """What the shell page says, from the catalogue."""
    folder = ROOT / "companion" / "translations"
    found = translation("messages", folder, [language], fallback=True)
    words = Environment(  # noqa: S701 - JSON
        loader=FileSystemLoader(HERE), extensions=["jinja2.ext.i18n"]
    )
    words.install_gettext_translations(found, newstyle=True)  # type: ignore[attr-defined]
    said: dict[str, str] = json.loads(words.get_template("words.html").render())
    return said


def notices() -> str:
    """Every licence and notice of what is inside."""
    texts = [(ROOT / "NOTICE").read_text("utf-8"), (ROOT / "LICENSE").read_text("utf-8")]
    texts += [f"{path.name}\n\n{path.read_text('utf-8')}" for path in _licences()]
    texts.append((HERE / "NOTICE").read_text("utf-8"))
    mozilla = ROOT / "tests" / "browser" / "vendor" / "axe-core.LICENSE"
    texts.append(f"Pyodide: Mozilla Public License 2.0\n\n{mozilla.read_text('utf-8')}")
    for package in packages():
        own = [
            file
            for file in package.files or ()
            if re.search(r"dist-info/.*(LICEN|COPYING|NOTICE|AUTHORS)", str(file))
        ]
        if not own:
            sys.exit(f"{package.name} names no licence")
        bodies = [Path(str(package.locate_file(file))).read_text("utf-8") for file in own]
        texts.append("\n\n".join((f"{package.name} {package.version}", *bodies)))
    return f"\n\n{'-' * 80}\n\n".join(texts)


def _licences() -> list[Path]:
    static = ROOT / "static"
    return [*sorted(static.rglob("*LICENSE*")), static / "fonts" / "OFL.txt"]


def main() -> None:
    """Build, and say how large it is."""
    holds = io.BytesIO()
    with zipfile.ZipFile(holds, "w") as archive:
        for name, content in site():
            archive.writestr(zipfile.ZipInfo(name), content)
    folder = made(holds.getvalue())
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    files = {}
    for name in (*PROGRAM, "std.zip", "site"):
        content = (folder / f"{name}.packed").read_bytes()
        # A host may unpack or pack again what it knows by its ending: this one it does not know.
        address = f"{name.partition('.')[0]}-{sha256(content).hexdigest()[:12]}.bin"
        (TARGET / address).write_bytes(content)
        files[name] = (address, len(content))
    for name in SHELL:
        shutil.copyfile(HERE / name, TARGET / name)
    for name in ICONS:
        shutil.copyfile(ROOT / "static" / "icons" / name, TARGET / name)
    shutil.copyfile(HERE / "manifest.webmanifest", TARGET / "manifest.webmanifest")
    (TARGET / "index.html").write_text(index(), "utf-8")
    (TARGET / "notices.txt").write_text(notices(), "utf-8")
    small = ["index.html", *SHELL, *ICONS, "manifest.webmanifest"]
    version = sha256(b"".join((TARGET / name).read_bytes() for name in small) + repr(files).encode())
    known = {"VERSION": version.hexdigest()[:12], "FILES": files, "SMALL": ["./", *small[1:], "files.js"]}
    lines = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    (TARGET / "files.js").write_text(lines + (HERE / "files.js").read_text("utf-8"), "utf-8")
    # Last in the text, so that every release is another worker.
    (TARGET / "sw.js").write_text(
        (HERE / "sw.js").read_text("utf-8") + f"// {version.hexdigest()}\n", "utf-8"
    )
    packed = sum(size for _, size in files.values())
    packed += sum(
        len(gzip.compress((TARGET / name).read_bytes(), 9)) for name in (*small, "files.js", "sw.js")
    )
    for name, (_, size) in files.items():
        print(f"{size / 1000:8.0f} kB  {name}")
    print(f"{packed / 1000:8.0f} kB  in all, packed, of {MOST_BYTES / 1000:.0f}; {TARGET.relative_to(ROOT)}")
    if packed > MOST_BYTES:
        sys.exit("that is too much")


if __name__ == "__main__":
    main()
