"""The command `doctor`: what an evening needs of this machine, and what is wrong with it."""

import os
import platform
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion import network, paths
from companion.app import DATABASE, KEY_FILE, WEAKEST_KEY
from companion.archive import Archive
from companion.clerk import StorageTrouble
from companion.release import release
from companion.serving import ALL_ADDRESSES, PORT, PortTakenError, open_door, url
from companion.web.language import CATALOGUES, LANGUAGES

NAME = b"Counting House"
PATIENCE_SECONDS = 3
KEY_VARIABLE = "COMPANION_SECRET_KEY"


@dataclass(slots=True)
class Report:
    """What was found, as pairs of a word and a sentence, and what somebody should mend."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def says(self, word: str, *sentences: str) -> None:
        """Add facts under one word."""
        self.facts += [(word if first == 0 else "", sentence) for first, sentence in enumerate(sentences)]

    def __str__(self) -> str:
        """The report as it is printed."""
        lines = [f"{word:<12}{sentence}" for word, sentence in self.facts]
        count = len(self.problems)
        verdict = f"{count} problem{'s' * (count > 1)} found:" if count else "no problems found"
        return "\n".join([*lines, "", verdict, *(f"  - {problem}" for problem in self.problems)])


def examine(folder: Path, port: int | None) -> Report:
    """Look at everything; nothing is made that is not there."""
    report = Report()
    report.says(
        "Version", f"Counting House {release()}, Python {platform.python_version()}, {platform.system()}"
    )
    _addresses(report, PORT if port is None else port)
    _port(report, PORT if port is None else port, asked=port is not None)
    _folder(report, folder)
    _database(report, folder / DATABASE)
    _key(report, folder / KEY_FILE)
    _pages(report)
    _languages(report)
    return report


def _addresses(report: Report, port: int) -> None:
    found = network.addresses()
    report.says("Addresses", *(url(address, port) for address in found), url("localhost", port))
    if not found:
        report.problems.append("There is no network, so no phone can reach this machine: join a Wi-Fi.")


def _port(report: Report, port: int, *, asked: bool) -> None:
    try:
        open_door(ALL_ADDRESSES, port).close()
        report.says("Port", f"{port} is free")
    except PortTakenError:
        if _is_ours(port):
            report.says("Port", f"{port} is in use by Counting House itself: it is open")
            return
        report.says(
            "Port",
            f"{port} is in use by another program" + ("" if asked else "; serve takes the next free one"),
        )
        if asked:
            report.problems.append(f"Port {port} is in use by another program: name another one with --port.")
    except OSError as fault:
        report.says("Port", f"{port} cannot be used")
        report.problems.append(f"Port {port} cannot be used: {fault.strerror}.")


def _is_ours(port: int) -> bool:
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as connection:
            connection.request("GET", "/")
            return NAME in connection.getresponse().read()
    except (OSError, HTTPException):
        return False


def _folder(report: Report, folder: Path) -> None:
    if not folder.exists():
        report.says("Data", f"{folder} (not there yet; serve makes it)")
        return
    report.says("Data", str(folder))
    if not folder.is_dir():
        report.problems.append(f"{folder} is no folder: name another one with --data-dir.")
    elif not os.access(folder, os.W_OK | os.X_OK):
        report.problems.append(
            f"Nothing can be written in {folder}: change its permissions, or name another folder."
        )


def _database(report: Report, path: Path) -> None:
    if not path.exists():
        report.says("Database", "none yet; serve makes it")
        return
    try:
        with Archive.at(path) as archive:
            games = archive.games()
            still = sum(game.closed_at is None for game in games)
            size = f"{path.stat().st_size / 1_048_576:.1f} MB"
            report.says(
                "Database", f"{path}, {size}, {archive.database}", f"{len(games)} games, {still} of them open"
            )
            for problem in archive.problems():
                # What a version of SQLite can do is to be known; nobody can mend it on the evening.
                if problem.startswith(archive.database):
                    report.says("", problem)
                else:
                    report.problems.append(problem)
    except StorageTrouble as trouble:
        report.says("Database", str(path))
        report.problems.append(f"{path}: {trouble}.")


def _key(report: Report, path: Path) -> None:
    given = os.environ.get(KEY_VARIABLE)
    if given is not None:
        report.says("Secret key", f"from {KEY_VARIABLE}")
        if len(given) < WEAKEST_KEY:
            report.problems.append(
                f"{KEY_VARIABLE} is shorter than {WEAKEST_KEY} characters, so serve does not start."
            )
    elif not path.exists():
        report.says("Secret key", "none yet; serve makes it")
    else:
        mode = stat.S_IMODE(path.stat().st_mode)
        report.says("Secret key", f"{path}, mode {mode:04o}")
        report.problems += _key_problems(path, mode)


def _key_problems(path: Path, mode: int) -> Iterator[str]:
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield f"Other users of this machine can read {path}: chmod 600 closes it to them."
    try:
        if len(path.read_text().strip()) < WEAKEST_KEY:
            yield f"{path} is too short for a secret: remove it, and serve makes another."
    except OSError as fault:
        yield f"{path} cannot be read: {fault.strerror}."


def _pages(report: Report) -> None:
    try:
        found = paths.assets()
        report.says("Pages", str(found.templates), str(found.static))
    except paths.BrokenInstallError as fault:
        report.says("Pages", "missing")
        report.problems.append(str(fault))


def _languages(report: Report) -> None:
    report.says("Languages", ", ".join(LANGUAGES))
    known = {path.name for path in CATALOGUES.iterdir() if (path / "LC_MESSAGES").is_dir()}
    missing = sorted(known - set(LANGUAGES))
    if missing:
        report.problems.append(
            f"The catalogue is not compiled for: {', '.join(missing)}. Install Counting House again."
        )
