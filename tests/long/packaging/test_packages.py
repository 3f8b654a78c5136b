"""The packages work without the checkout: built, installed elsewhere, asked for pages."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("packages")  # built and installed once

ROOT = Path(__file__).parents[3]
PATIENCE = 60  # seconds for a server to respond
FIRST_STATIC_FILE = re.compile(r'(?:href|src)="(/s/[^"#]+)"')
CARRIED = (
    "companion/templates/base.html",
    "companion/static/icons/sprite.svg",
    "companion/translations/fr/LC_MESSAGES/messages.mo",
    "companion/rules/sheriff/editions/first.toml",
    "companion/journal/migrations/env.py",
)


def run(*command: str | Path, folder: Path) -> str:
    """What the command prints; if it fails, so does the test."""
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    """This environment without what points at the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COMPANION"))}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it alone."""
    folder = tmp_path_factory.mktemp("packages")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> Path:
    """The wheel."""
    return next(packages.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, installed from the wheel with the pinned requirements into an environment of its own."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--no-deps", "--require-hashes", "-r", ROOT / "requirements.txt", folder=folder)
    run(*pip, "--no-deps", wheel, folder=folder)
    return programs / "counting-house"


@pytest.fixture(scope="module")
def address(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The installed program, serving."""
    folder = tmp_path_factory.mktemp("serving")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    serve = (installed, "serve", "--host", "127.0.0.1", "--port", port, "--data-dir", folder / "data")
    with subprocess.Popen(serve, cwd=folder, env=environment(), stdout=subprocess.DEVNULL) as process:
        await_answer(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


def await_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server responds; one that ends first has failed."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fetch(url)
        except urllib.error.URLError:
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server does not respond"
            time.sleep(0.1)
        else:
            return


def fetch(url: str) -> str:
    """The body of a 200 response."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:  # noqa: S310 - loopback, our own process
        return str(response.read().decode())


def test_the_wheel_carries_everything_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        missing = set(CARRIED) - set(archive.namelist())
    assert not missing


def test_an_index_would_take_both(packages: Path, tmp_path: Path) -> None:
    """By twine, in an environment of its own."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "twine", folder=tmp_path)
    run(python, "-m", "twine", "check", "--strict", *packages.glob("counting_house-*"), folder=tmp_path)


def test_the_wheel_carries_nothing_of_the_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        folders = {name.split("/")[0] for name in archive.namelist()}
    assert folders == {"companion", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}


def test_the_installed_program_explains_itself(installed: Path, tmp_path: Path) -> None:
    assert "serve" in run(installed, "--help", folder=tmp_path)


def test_the_installed_program_serves_its_start_page(address: str) -> None:
    assert "<html" in fetch(f"{address}/")


def test_the_installed_program_serves_its_static_files(address: str) -> None:
    found = FIRST_STATIC_FILE.search(fetch(f"{address}/"))
    assert found, "the start page names no static file"
    assert fetch(address + found[1])
