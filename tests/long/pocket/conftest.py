"""What these tests ask for: a `host` of files alone with the app for a phone, a `profile` for a browser."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import playwright
from tests.long.engines.conftest import screen
from tests.long.pocket.inside import BELOW, ROOT, Host

__all__ = ["playwright", "screen"]


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder that `make pocket` makes."""
    subprocess.run((sys.executable, ROOT / "deploy" / "pocket" / "build.py"), cwd=ROOT, check=True)
    return ROOT / "dist" / "pocket"


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[Host]:
    """It listens until a test ends it; its files are a copy, for a test to change."""
    files = shutil.copytree(built, tmp_path / "host" / BELOW)
    host = Host(tmp_path / "host", files)
    yield host
    host.end()


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """What a browser keeps."""
    return tmp_path / "profile"
