"""The program as processes that may be killed at any moment, and started again at the same address."""

import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.hosts import UNSLOWED
from tests.cli.test_servers import LOCAL, PATIENCE, free_port
from tests.cli.test_serving import environment

ROOT = Path(__file__).parents[3]
SERVE = ("-m", "companion.cli", "serve", "--host", LOCAL, "--port")
GUNICORN = (
    *("-m", "gunicorn", "--workers", "1", "--worker-class", "gevent"),
    *("--worker-connections", "4000", "--log-level", "critical"),
)
APP = "companion.wsgi:app"


@dataclass
class House:
    """Processes with the same evenings: the command of each, by its port, and their settings."""

    commands: Mapping[int, Sequence[str]]
    settings: Mapping[str, str]
    under: Sequence[str] = ()
    """What they are started under."""
    host: str = LOCAL
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def ports(self) -> list[int]:
        """Where the processes listen."""
        return list(self.commands)

    def start(self) -> float:
        """Start what does not run; how many seconds until all respond."""
        began = time.monotonic()
        self.start_without_waiting()
        for port, process in self.running.items():
            _wait_for(self.host, port, process)
        return time.monotonic() - began

    def start_without_waiting(self) -> None:
        """Start what does not run."""
        for port in set(self.commands) - set(self.running):
            self.running[port] = subprocess.Popen(
                (*self.under, sys.executable, *self.commands[port]),
                cwd=ROOT,
                env=dict(self.settings),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def kill(self, *ports: int) -> None:
        """End processes and all that they started, without a word to them; all of them if none is named."""
        for port in ports or tuple(self.running):
            process = self.running.pop(port)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def at_a_table(folder: Path) -> House:
    """`serve`."""
    port = free_port()
    return House({port: (*SERVE, str(port))}, environment(folder, UNSLOWED))


def on_a_host(folder: Path, app: str = APP, **settings: str) -> House:
    """Under gunicorn with gevent, with the evenings in a file; `app` may be a faulty one."""
    port = free_port()
    return House({port: _gunicorn(port, app)}, environment(folder, UNSLOWED | settings))


def on_a_server(folder: Path, database: str, app: str = APP, **settings: str) -> House:
    """Two processes of gunicorn with gevent, and the evenings on a database server."""
    one = free_port()
    other = next(port for port in iter(free_port, None) if port != one)
    key = {"DATABASE_URL": database, "COMPANION_SECRET_KEY": secrets.token_hex()}
    given = environment(folder, UNSLOWED | key | settings)
    return House({port: _gunicorn(port, app) for port in (one, other)}, given)


@contextmanager
def opened(house: House) -> Iterator[House]:
    """It runs; nothing of it does afterwards."""
    try:
        house.start()
        yield house
    finally:
        house.kill()


def _gunicorn(port: int, app: str) -> Sequence[str]:
    return (*GUNICORN, "--bind", f"{LOCAL}:{port}", app)


def _wait_for(host: str, port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise ChildProcessError(f"{process.args!r} ended")
        address = f"http://{host}:{port}/healthz"
        with suppress(OSError), urllib.request.urlopen(address, timeout=PATIENCE):
            return
        time.sleep(0.02)
    raise TimeoutError
