"""Everything that processes wrote into their files, as the system was told it (strace), and what a disk would
have of it after a power cut.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import attrgetter
from pathlib import Path

from tests.long.deploy.programs import program

SECTOR = 512  # bytes that a disk writes at once
CALLS = "pwrite64,write,ftruncate,fdatasync,fsync"
SYNCS = {"fdatasync", "fsync"}
LINE = re.compile(
    r"(?P<at>[\d.]+) (?P<call>\w+)\(\d+<(?P<path>[^>]*)>"
    r'(?:, "(?P<data>[^"]*)", (?P<size>\d+))?(?:, (?P<place>\d+))?\)\s+= (?P<result>\d+) <(?P<took>[\d.]+)>'
)
# Written from its beginning each time it is opened, by a call that does not say so.
FROM_THE_START = ("global/pg_control",)


def watched(folder: Path) -> Sequence[str]:
    """What a process is started under, so that this folder tells what it and its children wrote."""
    words = (program("strace"), "-ff", "-ttt", "-T", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}")
    return (*words, "-e", "signal=none", "-qq", "-o", str(folder / "calls"))


@dataclass(frozen=True, slots=True)
class Call:
    """A write, a truncation or a sync of a file; `began` and `ended` in seconds since 1970."""

    began: float
    ended: float
    kind: str
    path: str
    data: bytes = b""
    place: int = 0


def calls(folder: Path) -> list[Call]:
    """What was written, in the order in which it ended."""
    lines = (line for file in folder.glob("calls.*") for line in file.read_text("ascii").splitlines())
    return sorted(filter(None, map(_call, lines)), key=attrgetter("ended"))


def _call(line: str) -> Call | None:
    found = LINE.match(line)
    if found is None:  # it failed, or was under way when the process was killed
        return None
    began, path = float(found["at"]), _plain(found["path"]).decode()
    if found["call"] == "write" and not path.endswith(FROM_THE_START):
        return None  # into sockets, logs and pipes; databases say where they write
    data = _plain(found["data"] or "")[: int(found["result"])]
    return Call(began, began + float(found["took"]), found["call"], path, data, int(found["place"] or 0))


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


@dataclass
class File:
    """What is safely in a file, and what was written into it since its last sync."""

    safe: bytearray = field(default_factory=bytearray)
    loose: list[Call] = field(default_factory=list)

    def take(self, call: Call) -> None:
        """A call on this file."""
        if call.kind not in SYNCS:
            self.loose.append(call)
            return
        for one in self.loose:
            _write(self.safe, one)
        self.loose.clear()

    def after_a_cut(self, dice: random.Random) -> bytes:
        """What is left: all that was synced, and of the rest what the disk had got to, in no order."""
        left = bytearray(self.safe)
        if dice.random() < 0.5:
            for call in dice.sample(self.loose, len(self.loose) // 2):
                _write(left, _torn(call, dice) if dice.random() < 0.5 else call)
        return bytes(left)


def _torn(call: Call, dice: random.Random) -> Call:
    sectors = len(call.data) // SECTOR
    return Call(
        call.began,
        call.ended,
        call.kind,
        call.path,
        call.data[: SECTOR * dice.randint(0, sectors)],
        call.place,
    )


def _write(content: bytearray, call: Call) -> None:
    if call.kind == "ftruncate":
        del content[call.place :]
        content.extend(bytes(call.place - len(content)))
        return
    content.extend(bytes(max(0, call.place - len(content))))
    content[call.place : call.place + len(call.data)] = call.data


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder, `place`, that was as `base` has it before any of the calls."""

    base: Path
    place: Path
    calls: Sequence[Call]

    def lay(self, left: Path, moment: float, dice: random.Random) -> None:
        """Write what a power cut at that moment leaves of what was written into a copy of `base`."""
        for name, file in self._at(moment).items():
            (left / name).parent.mkdir(parents=True, exist_ok=True)
            (left / name).write_bytes(file.after_a_cut(dice))

    def _at(self, moment: float) -> dict[Path, File]:
        files: dict[Path, File] = {}
        for call in takewhile(lambda call: call.ended <= moment, self.calls):
            if not Path(call.path).is_relative_to(self.place):
                continue
            name = Path(call.path).relative_to(self.place)
            before = self.base / name
            if not before.is_dir():
                files.setdefault(name, File(bytearray(before.read_bytes() if before.exists() else b"")))
                files[name].take(call)
        return files
