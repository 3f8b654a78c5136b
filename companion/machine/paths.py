"""Where the templates, the static files and an evening's data are."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
DATA_FOLDER_VARIABLE = "COMPANION_DATA_DIR"
APPLICATION = "counting-house"


class BrokenInstallError(Exception):
    """Templates or static files are missing, so no page could be shown."""


@dataclass(frozen=True, slots=True)
class Assets:
    """The folders that Flask serves from, as absolute paths."""

    templates: Path
    static: Path


def assets(package: Path = PACKAGE) -> Assets:
    """The folders inside the package (a wheel), else beside it (a checkout)."""
    places = (package, package.parent) if is_checkout(package) else (package,)
    for place in places:
        found = Assets(place / "templates", place / "static")
        if found.templates.is_dir() and found.static.is_dir():
            return found
    raise BrokenInstallError(
        f"The folders templates and static are missing beside {package}: this installation is broken. "
        "Install Counting House again, or run it from a complete checkout."
    )


def is_checkout(package: Path = PACKAGE) -> bool:
    """Whether the package is in its own source tree and not among installed packages."""
    return (package.parent / "pyproject.toml").is_file() and (package.parent / "instance").is_dir()


def data_folder(
    asked: str | os.PathLike[str] | None = None,
    environment: Mapping[str, str] = os.environ,
    package: Path = PACKAGE,
) -> Path:
    """The folder of database, key and configuration, absolute; it need not exist yet.

    The folder asked for comes first, then COMPANION_DATA_DIR, then a checkout's instance folder, then the
    user's own data folder: never the installation, which an upgrade replaces.
    """
    named = asked or environment.get(DATA_FOLDER_VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    if is_checkout(package):
        return package.parent / "instance"
    return user_data_home(environment) / APPLICATION


def user_data_home(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where programs keep a user's data on this system."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    # The XDG base directory specification says to ignore a relative XDG_DATA_HOME.
    given = Path(environment.get("XDG_DATA_HOME", ""))
    return given if given.is_absolute() else Path.home() / ".local" / "share"
