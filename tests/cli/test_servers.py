"""Truncated forms, under every server that the app runs on, over a raw connection."""

import re
import secrets
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.machine.databases import DATABASE
from tests.bench.hosts import UNSLOWED
from tests.cli.test_serving import environment, served

LOCAL = "127.0.0.1"
PATIENCE = 60.0
PORTS = range(20_000, 30_000)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SERVERS = {
    "serve": (),
    "gunicorn": ("gunicorn", "companion.wsgi:app"),
    "gunicorn with threads": (
        *("gunicorn", "--worker-class", "gthread", "--threads", "4"),
        "companion.wsgi:app",
    ),
    "Flask's own": ("flask", "--app", "companion.wsgi", "run"),
}
"""What starts each of them; `serve` as the other tests start it."""


@dataclass
class Bank:
    """A phone that is the bank of a table, without a browser."""

    folder: Path
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    game: str = ""

    @property
    def cookie(self) -> str:
        """The cookies as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def send(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """The status, where it leads, and the page."""
        with closing(HTTPConnection(LOCAL, self.port, timeout=PATIENCE)) as connection:
            headers = {"Cookie": self.cookie, "Origin": f"http://{LOCAL}:{self.port}", **FORM}
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", []):
                name, _, value = line.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()

    def sits_down(self) -> None:
        """A table of three is opened."""
        _, _, page = self.send("GET", "/join")
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert found
        self.token = found[1]
        names = {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo", "edition": "first", "first_sheriff": "0"}
        _, place, _ = self.send(
            "POST", "/new", urlencode({"csrf_token": self.token, "action_id": "o" * 22, **names})
        )
        self.game = place.split("?")[0].split("/")[2]

    def payment(self, action: str) -> str:
        """A form by which Bo pays Cleo 40; the number comes last."""
        fields = {
            "csrf_token": self.token,
            "action_id": action * 22,
            "giver": "1",
            "receiver": "2",
            "gold": "40",
        }
        return urlencode(fields)

    def head(self, announced: str) -> bytes:
        """The head of that form's request."""
        lines = (
            f"POST /g/{self.game}/payments HTTP/1.1",
            f"Host: {LOCAL}:{self.port}",
            f"Origin: http://{LOCAL}:{self.port}",
            f"Cookie: {self.cookie}",
            f"Content-Type: {FORM['Content-Type']}",
            announced,
        )
        return "\r\n".join((*lines, "", "")).encode()

    def breaks_off(self, sent: bytes) -> bytes:
        """Send this and no more; returns the response."""
        with socket.create_connection((LOCAL, self.port), timeout=PATIENCE) as wire:
            wire.sendall(sent)
            with suppress(OSError):
                wire.shutdown(socket.SHUT_WR)
                return wire.makefile("rb").read()
        return b""

    @property
    def entries(self) -> list[str]:
        """What is stored of the table after its opening."""
        with closing(sqlite3.connect(self.folder / DATABASE)) as database:
            rows = database.execute("SELECT body FROM entries WHERE game = ? AND seq > 1", (self.game,))
            return [body for (body,) in rows]


@contextmanager
def running(folder: Path, server: str) -> Iterator[Bank]:
    """A bank at a table under this server."""
    with (
        served(folder, UNSLOWED) if server == "serve" else _given_a_socket(folder, SERVERS[server]) as address
    ):
        bank = Bank(folder, int(address.rpartition(":")[2]))
        bank.sits_down()
        yield bank


@contextmanager
def _given_a_socket(folder: Path, command: Sequence[str]) -> Iterator[str]:
    """The server gets a socket at which it can be asked before it is there; who asks then waits for it, and
    is hung up on if it ends.
    """
    with socket.create_server((LOCAL, 0)) as door:
        number = str(door.fileno())
        address = f"http://{LOCAL}:{door.getsockname()[1]}"
        # gunicorn's way to be given one, then Flask's.
        given = {"GUNICORN_CMD_ARGS": f"--bind fd://{number}"}
        given |= UNSLOWED | {"WERKZEUG_RUN_MAIN": "true", "WERKZEUG_SERVER_FD": number}
        process = subprocess.Popen(
            (sys.executable, "-m", *command),
            env=environment(folder, given),
            stderr=subprocess.DEVNULL,
            pass_fds=[door.fileno()],
        )
    with process:
        try:
            yield address
        finally:
            process.terminate()


def free_port() -> int:
    """One below those that the system gives to connections: another test holds thousands of them at once."""
    while True:
        port = PORTS[secrets.randbelow(len(PORTS))]
        with suppress(OSError), socket.create_server((LOCAL, port)):
            return port


@pytest.mark.process
@pytest.mark.parametrize("server", SERVERS)
def test_half_a_form_is_booked_by_nobody_and_the_whole_one_counts(tmp_path: Path, server: str) -> None:
    with running(tmp_path, server) as bank:
        form = bank.payment("c").encode()
        whole = f"{len(form):x}\r\n".encode() + form + b"\r\n"
        length, chunked = bank.head(f"Content-Length: {len(form)}"), bank.head("Transfer-Encoding: chunked")
        ends = (
            length + form[:-1],
            length + form[:40],
            length,
            chunked + f"{len(form) - 1:x}\r\n".encode() + form[:-1] + b"\r\n",
            chunked + whole[:-3],
            chunked + b"zz\r\n" + form,
            chunked + f"{len(form) - 1:x}\r\n".encode() + form + b"0\r\n\r\n",
        )
        answers = [bank.breaks_off(end) for end in ends]
        # A server that waits for the whole form by itself may hang up without responding.
        assert {answer.split(b"\r\n")[0][9:12] for answer in answers} <= {b"400", b""}, answers
        assert bank.entries == []
        assert bank.send("POST", f"/g/{bank.game}/payments", bank.payment("c"))[0] == 303
        assert bank.send("POST", f"/g/{bank.game}/payments", bank.payment("c"))[0] == 303
        [entry] = bank.entries
        assert '"gold":40' in entry.replace(" ", "")
