"""The commands that look after stored evenings, and what they say when something goes wrong."""

import argparse
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from companion import gamefile, groupfile
from companion.app import BadSettingError
from companion.archive import Archive, Checked, TargetTrouble
from companion.cli import demo, doctor, serving
from companion.gamefile import DamagedEntryError, GameFileRefusedError
from companion.groupfile import GroupFile
from companion.groups import Groups, UnknownGroup
from companion.machine.databases import VARIABLE, UnknownDatabaseError, database
from companion.machine.keys import WeakKeyError
from companion.machine.paths import BrokenInstallError, data_folder
from companion.machine.running import FolderInUseError
from companion.registry import GAMES
from companion.service import StorageTrouble, Unconfirmed, UnknownGame
from companion.web.http.addresses import BadAddressError

FINE, FAILED, BAD_USE = 0, 1, 2
STANDARD_STREAM = "-"
DAY = 24 * 60 * 60 * 1000  # milliseconds

REMEDIES: Mapping[str, str] = {
    "full": "Free some space.",
    "read_only": "Make it writable, or name another folder with --data-dir.",
    "locked": "Close the other program.",
    "damaged": "Put a backup in its place, or name another folder with --data-dir.",
    "newer": "Install the newer Counting House, or name another folder with --data-dir.",
    "foreign": "Name another folder with --data-dir.",
}
ON_A_SERVER: Mapping[str, str] = {
    "full": "Free some space there.",
    "read_only": f"Let {VARIABLE} name the server that takes writes, and a user who may write.",
    "locked": "Wait until the other program is done.",
    "damaged": "Restore a backup.",
    "newer": "Install the newer Counting House, or name another database.",
    "foreign": "Name another database.",
    "programs": "Install PostgreSQL's client programs, of the server's version.",
}
AT_THE_TARGET: Mapping[str, str] = {
    "full": "Free some space there.",
    "read_only": "Name one that takes writes, with a user who may write.",
    "locked": "Wait until the other program is done, or close it.",
    "damaged": "Name another one.",
    "newer": "Install the newer Counting House, or name another one.",
    "older": "Name another one.",
    "foreign": "Name another one.",
    "filled": "Name an empty one.",
}


class Failure(Exception):  # noqa: N818 - it ends a command, it is not an error of the program
    """The command ends here: its status, and the sentence that says why."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        super().__init__(sentence)


FORESEEN = (
    Failure,
    UnknownGame,
    DamagedEntryError,
    StorageTrouble,
    WeakKeyError,
    FolderInUseError,
    BadSettingError,
    BadAddressError,
    UnknownDatabaseError,
    BrokenInstallError,
    OSError,
)


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status. Every foreseen problem is reported on one line."""
    folder = data_folder(options.data_dir)
    try:
        return COMMANDS[options.command](folder, options)
    except BrokenPipeError:
        raise  # of our output, which `main` looks after
    except FORESEEN as fault:
        status, sentence = _explained(fault, folder)
        _complain(sentence)
        return status


def _explained(fault: Exception, folder: Path) -> tuple[int, str]:
    """The status and the sentence for something that went wrong."""
    match fault:
        case Failure():
            return fault.status, str(fault)
        case UnknownGame():
            return BAD_USE, f"there is no game {fault}; `counting-house check` lists them"
        case DamagedEntryError():
            return FAILED, f"{fault}; `counting-house check` says more"
        case StorageTrouble():
            return FAILED, _troubled(database(folder), fault)
        case OSError(strerror=str(), filename=str()):
            return FAILED, f"{fault.filename}: {fault.strerror}"
        case _:
            return FAILED, getattr(fault, "strerror", None) or str(fault)


def _troubled(place: Path | str, trouble: StorageTrouble) -> str:
    if isinstance(place, Path):
        return f"{place}: {trouble}. {REMEDIES.get(trouble.cause, '')}"
    return f"{VARIABLE}: {trouble}. {ON_A_SERVER.get(trouble.cause, '')}"


def _complain(sentence: str) -> None:
    sys.stderr.write(f"counting-house: {' '.join(sentence.split())}\n")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _serve(folder: Path, options: argparse.Namespace) -> int:
    serving.serve(folder, options.host or serving.ALL_ADDRESSES, options.port, options.allow_host)
    return FINE


def _demo(_folder: Path, options: argparse.Namespace) -> int:
    host = options.host or serving.ALL_ADDRESSES
    demo.demo(host, options.port, options.allow_host, public=options.public)
    return FINE


def _doctor(folder: Path, options: argparse.Namespace) -> int:
    report = doctor.examine(folder, options.port)
    _say(str(report))
    return FAILED if report.problems else FINE


def _archive(folder: Path) -> Archive:
    """The archive of an existing database: a typo in a folder's name must not create one."""
    place = database(folder)
    if isinstance(place, Path) and not place.exists():
        raise Failure(BAD_USE, f"there are no evenings in {folder}; --data-dir names their folder")
    return Archive.at(GAMES, place)


def _export(folder: Path, options: argparse.Namespace) -> int:
    asked = options.game.strip().upper()
    with _archive(folder) as archive:
        with suppress(UnknownGroup):
            parts = archive.export_group(asked, Groups(GAMES, archive.journal).past(asked))
            return _written(parts, groupfile.LARGEST_FILE, options.output)
        return _written([archive.export(asked)], gamefile.LARGEST_FILE, options.output)


def _written(parts: Iterable[str], most: int, output: str) -> int:
    if output == STANDARD_STREAM:
        sys.stdout.flush()
        size = sum(sys.stdout.buffer.write(part.encode()) for part in parts)
        sys.stdout.buffer.flush()
    else:
        size = _write_new(Path(output), parts)
    if size > most:
        _complain("the file is whole, but larger than import accepts")
    return FINE


def _write_new(path: Path, parts: Iterable[str]) -> int:
    """Write a file that does not exist yet, whole or not at all; return its size."""
    try:
        file = path.open("xb")
    except FileExistsError:
        raise Failure(BAD_USE, f"{path} exists; an export never replaces a file") from None
    try:
        with file:
            return sum(file.write(part.encode()) for part in parts)
    except (OSError, UnknownGame):
        path.unlink(missing_ok=True)
        raise


def _import(folder: Path, options: argparse.Namespace) -> int:
    text = _text(options.file)
    try:
        if groupfile.is_group(text):
            return _import_group(folder, groupfile.read(GAMES, text))
        file = gamefile.read(GAMES, text)
    except GameFileRefusedError as refused:
        raise Failure(BAD_USE, f"{options.file}: {refused}") from None
    with Archive.at(GAMES, database(folder)) as archive:
        game, handover = archive.restore(file, now=time.time_ns() // 1_000_000)
    names = ", ".join(seat.name for seat in file.game.seats)
    code = f"{handover.code[:3]}-{handover.code[3:]}"
    _say(
        f"Imported as game {game}: {_counted(len(file.entries), 'entry', 'entries')}, {names}.",
        "No phone holds it yet. On the phone that should be its bank, open the app's address",
        f"with /join at the end, and type the move code {code}. It works once, within a day.",
    )
    return FINE


def _import_group(folder: Path, file: GroupFile) -> int:
    nobody = secrets.token_hex(32)
    with Archive.at(GAMES, database(folder)) as archive:
        groups = Groups(GAMES, archive.journal)
        group = groups.bring_back(file, nobody, by=nobody)
        code = groups.keepers_link(group, by=nobody).code
    _say(
        f"Imported as group {group}: {_counted(len(file.evenings), 'evening', 'evenings')}.",
        "No phone keeps it yet. On the phone that should, open the app's address with /join at",
        f"the end, and type the code {code[:4]}-{code[4:]}. It works for a quarter of an hour.",
    )
    return FINE


def _text(source: str) -> str:
    """The text of a file or of standard input, read no further than the longest possible group file."""
    most = groupfile.LARGEST_FILE
    if source == STANDARD_STREAM:
        data = sys.stdin.buffer.read(most + 1)
    else:
        try:
            with Path(source).open("rb") as file:
                data = file.read(most + 1)
        except OSError as fault:
            raise Failure(BAD_USE, f"{source}: {fault.strerror}") from None
    if len(data) > most:
        raise Failure(BAD_USE, f"{source}: more than {most} bytes, which is more than a group")
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        raise Failure(BAD_USE, f"{source}: not UTF-8 text, from byte {fault.start + 1} on") from None


def _check(folder: Path, _options: argparse.Namespace) -> int:
    entries = findings = games = 0
    with _archive(folder) as archive:
        for record in archive.journal.games():
            checked = archive.check(record)
            _say(_line(checked), *(f"  {finding}" for finding in checked.findings))
            games, entries, findings = games + 1, entries + checked.entries, findings + len(checked.findings)
        if missing := archive.journal.store.missing():
            _say(missing)
            findings += 1
    _say(
        f"{_counted(games, 'game', 'games')}, {_counted(entries, 'entry', 'entries')}, "
        f"{_counted(findings, 'finding', 'findings')}"
    )
    return FAILED if findings else FINE


def _line(checked: Checked) -> str:
    opened = datetime.fromtimestamp(checked.record.opened_at / 1000).astimezone()
    verdict = _counted(len(checked.findings), "finding", "findings")
    names = ", ".join(checked.names) or "?"
    counted = _counted(checked.entries, "entry", "entries")
    return f"{checked.record.id}  {opened:%Y-%m-%d %H:%M}  {counted}  {verdict}  {names}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


def _backup(folder: Path, options: argparse.Namespace) -> int:
    target = _new_file(options.target)
    with _archive(folder) as archive:
        archive.journal.store.backup(target)
        games = len(archive.journal.games())
    _say(f"{_counted(games, 'game', 'games')} copied to {target}, and the copy checked.")
    return FINE


def _copy(folder: Path, options: argparse.Namespace) -> int:
    if isinstance(options.to, Path):
        _folder_of(options.to)
    with _archive(folder) as archive:
        try:
            copied, damaged = archive.copy(options.to)
        except TargetTrouble as target:
            raise _not_copied(target.trouble) from None
    for checked in damaged:
        _say(_line(checked), *(f"  {finding}" for finding in checked.findings))
    _say(
        f"{_counted(copied.games, 'game', 'games')} with {_counted(copied.entries, 'entry', 'entries')}, "
        f"{_counted(copied.rows, 'row', 'rows')} in all, copied to {copied.where} and compared."
    )
    return FAILED if damaged else FINE


def _not_copied(trouble: StorageTrouble) -> Failure:
    if isinstance(trouble, Unconfirmed):
        doubt = "All of the copy is there, or nothing: the same command tells, once more."
        return Failure(FAILED, f"--to: {trouble}. {doubt}")
    status = BAD_USE if trouble.cause == "filled" else FAILED
    return Failure(status, f"--to: {trouble}. Nothing was copied. {AT_THE_TARGET.get(trouble.cause, '')}")


def _prune(folder: Path, options: argparse.Namespace) -> int:
    before = time.time_ns() // 1_000_000 - options.unused * DAY
    with _archive(folder) as archive:
        if options.backup is None:
            untouched = [*archive.journal.untouched(before)]
            _say(*(_line(archive.check(record)) for record in untouched))
            _say(
                f"{_counted(len(untouched), 'game', 'games')} that nobody touched for {options.unused} days. "
                "Nothing is removed without --backup FILE."
            )
            return FINE
        removed = archive.prune(before, _new_file(options.backup))
    _say(f"Everything copied to {options.backup}, then {_counted(len(removed), 'game', 'games')} removed.")
    return FINE


def _new_file(name: str) -> Path:
    """A file to make, in a folder that exists."""
    target = Path(name)
    _folder_of(target)
    if target.exists():
        raise Failure(BAD_USE, f"{target} exists; a backup never replaces a file")
    return target


def _folder_of(target: Path) -> None:
    if not target.absolute().parent.is_dir():
        raise Failure(BAD_USE, f"there is no folder {target.absolute().parent}")


COMMANDS: Mapping[str, Callable[[Path, argparse.Namespace], int]] = {
    "serve": _serve,
    "demo": _demo,
    "export": _export,
    "import": _import,
    "check": _check,
    "backup": _backup,
    "copy": _copy,
    "prune": _prune,
    "doctor": _doctor,
}
