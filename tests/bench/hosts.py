"""The program under the servers it is run with, each a process of its own on a free port of this machine."""

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.cli.serving import THREADS
from tests.tables import HOST

ROOT = Path(__file__).resolve().parents[2]
LOCAL = "127.0.0.1"
PATIENCE = 20.0  # seconds until a server responds
UNSLOWED = {"COMPANION_TAPS": "99999999"}
"""Phones tap here as fast as they are answered."""
MISSING = (
    "gunicorn and gevent are not here: pip install 'counting-house[host]', or pip install gunicorn gevent"
)

OPTIONS = (
    *("--workers", "1", "--worker-class", "gevent"),
    *("--worker-connections", "4000", "--graceful-timeout", "3"),
)


@dataclass(frozen=True, slots=True)
class Host:
    """A running server; `url` is as a browser at the table knows it."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """The address under the table's name."""
        return f"http://{HOST}:{self.port}"

    def megabytes(self) -> float:
        """The memory that the process and its workers hold by themselves, what they share counted once."""
        return megabytes(self.process.pid)


def has_gevent() -> bool:
    """Whether gunicorn and gevent are installed."""
    return all(map(importlib.util.find_spec, ("gunicorn", "gevent")))


@contextmanager
def under_gevent(data: Path, streams: int, app: str = "companion.wsgi:app") -> Iterator[Host]:
    """As docs/running.md says for a host: gunicorn with one gevent worker. `app` may be another one."""
    settings = {
        "COMPANION_DATA_DIR": str(data),
        "COMPANION_STREAMS": str(streams),
    }
    with _gevent(settings, app) as host:
        yield host


@contextmanager
def under_gevent_on(database: str, key: str, data: Path) -> Iterator[Host]:
    """One of several processes whose evenings are on a database server, with the key that all have."""
    settings = {"DATABASE_URL": database, "COMPANION_SECRET_KEY": key, "COMPANION_DATA_DIR": str(data)}
    with _gevent(settings, "companion.wsgi:app") as host:
        yield host


@contextmanager
def under_serve(data: Path) -> Iterator[Host]:
    """As at a table: the command `serve`."""
    port = _free_port()
    address = ("--host", LOCAL, "--port", str(port), "--allow-host", HOST)
    with _running(port, ("-m", "companion.cli", "--data-dir", str(data), "serve", *address), {}) as host:
        yield host


@contextmanager
def under_waitress(data: Path, app: str) -> Iterator[Host]:
    """Another app, under the server that `serve` brings, with as many threads."""
    port = _free_port()
    command = ("-m", "waitress", "--listen", f"{LOCAL}:{port}", "--threads", str(THREADS), app)
    with _running(port, command, {"COMPANION_DATA_DIR": str(data)}) as host:
        yield host


@contextmanager
def _gevent(settings: Mapping[str, str], app: str) -> Iterator[Host]:
    names = {"COMPANION_TRUSTED_HOSTS": f'["{HOST}", "{LOCAL}"]'}
    port = _free_port()
    command = ("-m", "gunicorn", "--bind", f"{LOCAL}:{port}", "--log-level", "error", *OPTIONS, app)
    with _running(port, command, {**settings, **names}) as host:
        yield host


@contextmanager
def _running(port: int, command: tuple[str, ...], settings: Mapping[str, str]) -> Iterator[Host]:
    process = subprocess.Popen(
        (sys.executable, *command),
        cwd=ROOT,
        env={**os.environ, **UNSLOWED, **settings},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield Host(port, process)
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"http://{LOCAL}:{port}/healthz"):
            return
        time.sleep(0.05)
    raise TimeoutError(command_of(process))


def command_of(process: subprocess.Popen[bytes]) -> str:
    """What was started."""
    return " ".join(map(str, process.args)) if isinstance(process.args, tuple) else str(process.args)


def megabytes(pid: int) -> float:
    """The memory that a process and its children hold by themselves, what they share counted once."""
    return sum(_held(each) for each in (pid, *children(pid))) / 1024


def _free_port() -> int:
    with socket.create_server((LOCAL, 0)) as door:
        return int(door.getsockname()[1])


def children(pid: int) -> tuple[int, ...]:
    """The processes that a process started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return tuple(map(int, found))


def _held(pid: int) -> int:
    """Kilobytes of a process: its own and its part of what it shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
