"""The command `doctor`: what an evening needs from this machine, and what is wrong."""

import os
import platform
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from pathlib import Path

from companion.archive import Archive
from companion.cli.serving import ALL_ADDRESSES, PORT, PortTakenError, open_door, url
from companion.machine import firewall, network, paths, running
from companion.machine.databases import VARIABLE, UnknownDatabaseError, database
from companion.machine.keys import KEY_FILE, WEAKEST_KEY, is_whole
from companion.machine.release import release
from companion.registry import GAMES
from companion.service import StorageTrouble
from companion.web.http.addresses import BadAddressError, public_url
from companion.web.http.language import CATALOGUES, LANGUAGES

NAME = b"Counting House"
FINE = "no problems found on this machine"
PATIENCE_SECONDS = 3
KEY_VARIABLE = "COMPANION_SECRET_KEY"
ADDRESS_VARIABLE = "COMPANION_PUBLIC_URL"
LOOPBACK = "127.0.0.1"


@dataclass(slots=True)
class Report:
    """What was found, as pairs of a word and a sentence; what needs fixing; and what cannot be fixed on the
    evening but is good to know.
    """

    facts: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def says(self, word: str, *sentences: str) -> None:
        """Add facts under one word."""
        self.facts += [(word if first == 0 else "", sentence) for first, sentence in enumerate(sentences)]

    def __str__(self) -> str:
        """The report as it is printed."""
        lines = [f"{word:<12}{sentence}" for word, sentence in self.facts]
        found = (_counted("problem", self.problems), _counted("warning", self.warnings))
        verdict = f"{' and '.join(filter(None, found))} found:" if any(found) else FINE
        return "\n".join([*lines, "", verdict, *(f"  - {each}" for each in (*self.problems, *self.warnings))])


def _counted(word: str, found: Sequence[str]) -> str:
    return f"{len(found)} {word}{'s' * (len(found) > 1)}" if found else ""


def examine(folder: Path, port: int | None) -> Report:
    """Look at everything and create nothing. Unless a port is named, it is the one where `serve` listens for
    this folder now.
    """
    report = Report()
    report.says(
        "Version", f"Counting House {release()}, Python {platform.python_version()}, {platform.system()}"
    )
    asked_for = _serve(report, folder) if port is None else port
    found = network.addresses()
    _addresses(report, found, asked_for)
    _port(report, found, asked_for, asked=port is not None)
    _firewall(report, asked_for)
    _phones(report, found, asked_for)
    _links(report)
    _folder(report, folder)
    place = _place(report, folder)
    if place is not None:
        _database(report, place)
    _key(report, folder / KEY_FILE, shared=isinstance(place, str))
    _pages(report)
    _languages(report)
    return report


def _serve(report: Report, folder: Path) -> int:
    """The port to look at: that of a running `serve`, which notes it in the folder; else the usual one."""
    at_work = running.found(folder)
    if at_work is None:
        return PORT
    where = f" at {at_work.url}" if at_work.url else ""
    report.says("Open", f"process {at_work.pid} serves these evenings{where}")
    return at_work.port or PORT


def _addresses(report: Report, found: Sequence[str], port: int) -> None:
    report.says("Addresses", *(url(address, port) for address in found), url("localhost", port))
    if not found:
        report.problems.append("There is no network, so no phone can reach this machine: join a Wi-Fi.")
    elif all(ip_address(address).is_link_local for address in found):
        report.problems.append("The network gave this machine no address: join the Wi-Fi again.")


def _port(report: Report, found: Sequence[str], port: int, *, asked: bool) -> None:
    try:
        open_door(ALL_ADDRESSES, port).close()
        report.says("Port", f"{port} is free; ask again while serve runs to see where it listens")
    except PortTakenError:
        if any(_is_ours(address, port) for address in (LOOPBACK, *found)):
            report.says("Port", f"{port} is in use by Counting House itself: it is open")
            _answers(report, found, port)
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


def _is_ours(address: str, port: int) -> bool:
    status, body = _got(address, port, "/")
    return status == HTTPStatus.OK and NAME in body


def _answers(report: Report, found: Sequence[str], port: int) -> None:
    """Whether the running app responds at the addresses that phones use, asked from here."""
    statuses = {address: _got(address, port, "/healthz")[0] for address in found}
    fine = [address for address, status in statuses.items() if status == HTTPStatus.OK]
    report.says("", *(f"it responds at {url(address, port)}, asked from this machine" for address in fine))
    if not found or fine:
        return
    if any(statuses.values()):
        report.problems.append(
            "The running app refuses the names of this machine: start it again with --allow-host, "
            "or name them in COMPANION_TRUSTED_HOSTS."
        )
    else:
        report.problems.append(
            "The running app listens on this machine alone, so no phone can reach it: "
            "start it again without --host."
        )


def _got(address: str, port: int, path: str) -> tuple[int, bytes]:
    """The status and the body of a page; 0 if there is no response."""
    try:
        with closing(HTTPConnection(address, port, timeout=PATIENCE_SECONDS)) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()
    except (OSError, HTTPException):
        return 0, b""


def _firewall(report: Report, port: int) -> None:
    seen = list(firewall.findings(port))
    report.problems += [finding.sentence for finding in seen if finding.blocks]
    sentences = ["keeps phones out, see below" if finding.blocks else finding.sentence for finding in seen]
    report.says("Firewall", *(sentences or ["none was seen from here; there may still be one"]))


def _phones(report: Report, found: Sequence[str], port: int) -> None:
    """The test that a machine cannot make alone: firewalls and guest networks let it reach itself."""
    if found:
        report.says(
            "Phones",
            f"only one can show that it gets through: while serve runs, open {url(found[0], port)} there",
            "no response there, and both on the same Wi-Fi? Then a firewall on this machine keeps it out,",
            "or it is a guest network, which keeps devices apart: use another Wi-Fi or a phone's hotspot",
        )


def _links(report: Report) -> None:
    given = os.environ.get(ADDRESS_VARIABLE)
    if not given:
        report.says("Links", "to the addresses above, on pages and in QR codes")
        return
    try:
        known = public_url(given)
        report.says("Links", f"to {known.origin}{known.prefix}, from {ADDRESS_VARIABLE}")
    except BadAddressError as fault:
        report.says("Links", f"from {ADDRESS_VARIABLE}")
        report.problems.append(f"{fault} serve does not start with it.")


def _folder(report: Report, folder: Path) -> None:
    if not folder.exists():
        report.says("Data", f"{folder} (not there yet; serve creates it)")
        return
    report.says("Data", str(folder))
    if not folder.is_dir():
        report.problems.append(f"{folder} is not a folder: name another one with --data-dir.")
    elif not os.access(folder, os.W_OK | os.X_OK):
        report.problems.append(
            f"Nothing can be written in {folder}: change its permissions, or name another folder."
        )


def _place(report: Report, folder: Path) -> Path | str | None:
    try:
        return database(folder)
    except UnknownDatabaseError as unknown:
        report.says("Database", f"from {VARIABLE}")
        report.problems.append(f"{unknown} serve does not start with it.")
        return None


def _database(report: Report, place: Path | str) -> None:
    if isinstance(place, Path) and not place.exists():
        report.says("Database", "none yet; serve creates it")
        return
    try:
        with Archive.at(GAMES, place) as archive:
            journal, store = archive.journal, archive.journal.store
            games = journal.games()
            still = sum(game.closed_at is None for game in games)
            size = [f"{place.stat().st_size / 1_048_576:.1f} MB"] if isinstance(place, Path) else []
            report.says(
                "Database",
                ", ".join([store.place, *size, store.name]),
                f"{len(games)} games, {still} of them open",
            )
            report.problems += [
                f"Game {stop.game} takes no more entries, since its sums do not add up: "
                "`counting-house check` says what to report."
                for stop in journal.stops()
            ]
            for problem in archive.problems():
                # Limits of the SQLite version are only notes: nobody can fix them on the evening.
                of_version = problem.startswith(store.name)
                (report.warnings if of_version else report.problems).append(problem)
    except StorageTrouble as trouble:
        named = str(place) if isinstance(place, Path) else f"from {VARIABLE}"
        report.says("Database", named)
        report.problems.append(f"{named.removeprefix('from ')}: {trouble}.")


def _key(report: Report, path: Path, *, shared: bool) -> None:
    given = os.environ.get(KEY_VARIABLE)
    if given is not None:
        report.says("Secret key", f"from {KEY_VARIABLE}")
        if len(given) < WEAKEST_KEY:
            report.problems.append(
                f"{KEY_VARIABLE} is shorter than {WEAKEST_KEY} characters, so serve does not start."
            )
    elif shared:
        report.says("Secret key", "none")
        report.problems.append(f"{VARIABLE} is set and {KEY_VARIABLE} is not, so serve does not start.")
    elif not path.exists():
        report.says("Secret key", "none yet; serve creates it")
    else:
        mode = stat.S_IMODE(path.stat().st_mode)
        report.says("Secret key", f"{path}, mode {mode:04o}")
        report.problems += _key_problems(path, mode)


def _key_problems(path: Path, mode: int) -> Iterator[str]:
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield f"Other users of this machine can read {path}: chmod 600 stops that."
    try:
        if not is_whole(path.read_bytes()):
            yield f"{path} is empty, damaged or too short for a secret: serve makes another when it starts."
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
    known = {path.name.replace("_", "-") for path in CATALOGUES.iterdir() if (path / "LC_MESSAGES").is_dir()}
    missing = sorted(known - set(LANGUAGES))
    if missing:
        report.problems.append(
            f"The catalogue is not compiled for: {', '.join(missing)}. Install Counting House again."
        )
