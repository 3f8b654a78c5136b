"""How the browser tests get a tool that is not here: by apt where they may, by pip, by npm."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache"


class ToolMissingError(Exception):
    """A tool is neither here nor to be had; the sentence says what to do."""


def run(*command: str | Path) -> bool:
    """Whether the command went well; what it says goes to standard error, so that nobody waits in silence."""
    sys.stderr.write(f"$ {' '.join(map(str, command))}\n")
    sys.stderr.flush()
    return subprocess.run(command, stdout=sys.stderr.fileno(), check=False).returncode == 0


def program(name: str | Path, argument: str = "--version") -> str | None:
    """The whole path of a program that is there and runs (a package may leave a stub that does not)."""
    path = shutil.which(name)
    if path is None or subprocess.run((path, argument), capture_output=True, check=False).returncode != 0:
        return None
    return str(path)


def named_by(variable: str, argument: str = "--version") -> str | None:
    """The program that a variable names; one that does not run is an error, never passed over."""
    named = os.environ.get(variable)
    if not named:
        return None
    found = program(named, argument)
    if found is None:
        raise ToolMissingError(f"{variable} names {named}, which does not run here.")
    return found


def apt_install(package: str) -> bool:
    """Install one of Debian's packages, where we may."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    quiet = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
    return run(*quiet, "update") and run(*quiet, "install", "-y", "--no-install-recommends", package)


def pip_install(requirements: str, folder: Path) -> bool:
    """Install a pinned list of this folder into a folder of its own."""
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    listed = Path(__file__).with_name(requirements)
    return run(*pip, "--require-hashes", "--target", folder, "-r", listed)
