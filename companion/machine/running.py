"""The one `serve` of a data folder: which process it is, and where it listens."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.machine import disk

RUNNING_FILE = "serving.json"
PATIENCE = 1.0  # seconds; a process that only looks locks it for a moment


@dataclass(frozen=True, slots=True)
class Running:
    """A running `serve`; its port is 0 until it listens."""

    pid: int
    host: str = ""
    port: int = 0
    url: str = ""


class FolderInUseError(Exception):
    """Another `serve` has this folder."""


Tell = Callable[[Running], None]


@contextmanager
def alone(folder: Path) -> Iterator[Tell]:
    """Take the folder for this process; the yielded function writes into it where we listen. The system
    releases the folder when the process ends, however that happens. Raises FolderInUseError.
    """
    descriptor = _opened(folder, shared=False)
    with os.fdopen(descriptor, "wb", buffering=0):
        try:
            yield lambda running: _write(descriptor, running)
        finally:
            os.ftruncate(descriptor, 0)


def share(folder: Path) -> int:
    """Keep every `serve` out of the folder while this process lives, or until the returned descriptor is
    closed; the workers of a host's server share it. Raises FolderInUseError.
    """
    return _opened(folder, shared=True)


def _opened(folder: Path, *, shared: bool) -> int:
    """The file in the folder that says who has it, locked."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / RUNNING_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    if not disk.lock(descriptor, PATIENCE, shared=shared):
        os.close(descriptor)
        raise FolderInUseError(_refusal(folder, _read((folder / RUNNING_FILE).read_bytes())))
    _write(descriptor, Running(os.getpid()))
    return descriptor


def _write(descriptor: int, running: Running) -> None:
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, json.dumps(asdict(running)).encode())


def found(folder: Path) -> Running | None:
    """The `serve` that has this folder now; None if no process has it, even if an old file was left there."""
    try:
        file = (folder / RUNNING_FILE).open("rb")
    except OSError:
        return None
    with file:
        return None if disk.lock(file.fileno(), shared=True) else _read(file.read())


def _read(text: bytes) -> Running | None:
    """What was left there; None if it is unreadable."""
    try:
        return Running(**json.loads(text))
    except (ValueError, TypeError):
        return None


def _refusal(folder: Path, other: Running | None) -> str:
    who = f"process {other.pid}" if other else "another process"
    where = f" at {other.url}" if other and other.url else ""
    return (
        f"{folder} is already being served, by {who}{where}. Open that address, or end that process; "
        "--data-dir names another folder."
    )
