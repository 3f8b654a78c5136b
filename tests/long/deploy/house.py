"""Counting House as deploy/ says: its processes, a proxy in front of them, and who asks by that."""

import os
import re
import secrets
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from tests.cli.test_servers import FORM, LOCAL, PATIENCE, Bank, free_port
from tests.cli.test_serving import environment
from tests.long.deploy.programs import program

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
NAME = "house.example"
INSTALLED = "/opt/counting-house/bin"
PROGRAMS = Path(sys.executable).parent


def free_ports(number: int) -> list[int]:
    """So many different ones."""
    found: set[int] = set()
    while len(found) < number:
        found.add(free_port())
    return list(found)


@dataclass(frozen=True)
class Process:
    """One process of the app: its port, the one where it is measured, and the file that has a line for each
    request it answered.
    """

    port: int
    metrics: int
    log: Path

    def answered(self) -> list[str]:
        """The paths."""
        return self.log.read_text("utf-8").split()


@contextmanager
def processes(folder: Path, database: str) -> Iterator[list[Process]]:
    """Two, as the template unit starts them, with the settings of the sample."""
    lines = shlex.split((DEPLOY / "counting-house.env").read_text("utf-8"), comments=True)
    settings = dict(line.split("=", 1) for line in lines)
    own = {"DATABASE_URL": database, "COMPANION_SECRET_KEY": secrets.token_hex()}
    one, other, measured, also = free_ports(4)
    both = [Process(one, measured, folder / "one.log"), Process(other, also, folder / "two.log")]
    with ExitStack() as stack:
        started = [stack.enter_context(_started(process, folder, settings | own)) for process in both]
        for process, running in zip(both, started, strict=True):
            _wait_for(process.port, running)
        yield both
        for running in started:
            running.send_signal(signal.SIGINT)  # nobody is waited for


@contextmanager
def _started(
    process: Process, folder: Path, settings: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    more = {
        "COMPANION_METRICS": str(process.metrics),
        "GUNICORN_CMD_ARGS": f"--access-logfile {process.log} --access-logformat %(U)s --log-level error",
    }
    command = started_by(UNITS / "counting-house@.service", process.port)
    with subprocess.Popen(command, cwd=ROOT, env=environment(folder, {**settings, **more})) as running:
        try:
            yield running
        finally:
            running.terminate()


def started_by(unit: Path, instance: int) -> list[str]:
    """What a unit starts, with the programs of this environment."""
    found = re.search(r"^ExecStart=(.+)$", unit.read_text("utf-8").replace("\\\n", ""), re.MULTILINE)
    assert found
    return shlex.split(found[1].replace("%i", str(instance)).replace(INSTALLED, str(PROGRAMS)))


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    asking = urllib.request.Request(f"http://{LOCAL}:{port}/healthz", headers={"Host": NAME})
    _until(lambda: urllib.request.urlopen(asking, timeout=PATIENCE).close(), process)  # noqa: S310 - our own


def _until(goes: Callable[[], object], process: subprocess.Popen[bytes]) -> None:
    """Try until it goes well."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, f"{process.args!r} ended"
        with suppress(OSError):
            goes()
            return
        time.sleep(0.02)
    raise TimeoutError


@dataclass(frozen=True)
class Place:
    """Where a proxy runs in a test: a folder for its files, its ports, and those of the two processes."""

    folder: Path
    plain: int
    tls: int
    ports: Sequence[int]

    @classmethod
    def new(cls, folder: Path, ports: Sequence[int]) -> "Place":
        """One with free ports."""
        plain, tls = free_ports(2)
        return cls(folder, plain, tls, ports)

    def sample(self, name: str, changes: Mapping[str, str]) -> str:
        """A sample with other addresses and files, and nothing else."""
        text = (DEPLOY / name).read_text("utf-8")
        upstream = {f"{LOCAL}:800{number}": f"{LOCAL}:{port}" for number, port in enumerate(self.ports, 1)}
        for old, new in {**changes, **upstream}.items():
            assert old in text, f"{name} has no {old}"
            text = text.replace(old, new)
        return text

    def write(self, name: str, text: str) -> Path:
        """A file in the folder."""
        (self.folder / name).write_text(text, "utf-8")
        return self.folder / name

    def certificate(self) -> Path:
        """A certificate for the name in the samples, and its key in the same file, as of now."""
        both = self.folder / "both.pem"
        made = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        files = ("-keyout", self.folder / "key.pem", "-out", self.folder / "chain.pem")
        subprocess.run(
            (program("openssl"), *made, "-subj", f"/CN={NAME}", *files), check=True, capture_output=True
        )
        both.write_bytes(b"".join((self.folder / name).read_bytes() for name in ("chain.pem", "key.pem")))
        return both


@dataclass(frozen=True)
class Proxy:
    """A program with its sample: what checks it, and what runs it until it is ended."""

    check: tuple[str | Path, ...]
    run: tuple[str | Path, ...]


def caddy(place: Place) -> Proxy:
    """Its certificate is from an authority of its own, which nobody else is to believe."""
    options = ("admin off", "local_certs", "skip_install_trust", f"default_bind {LOCAL}")
    ports = (f"http_port {place.plain}", f"https_port {place.tls}", f"storage file_system {place.folder}")
    ahead = "\n".join(("{", *options, *ports, "}", ""))
    file = place.write("Caddyfile", ahead + place.sample("Caddyfile", {}))
    caddyfile = ("--adapter", "caddyfile", "--config", file)
    return Proxy((program("caddy"), "validate", *caddyfile), (program("caddy"), "run", *caddyfile))


def nginx(place: Place) -> Proxy:
    """As its own main file includes it."""
    place.certificate()
    listening = {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen {LOCAL}:{place.plain};",
        "listen 443 ": f"listen {LOCAL}:{place.tls} ",
    }
    files = {
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{place.folder}/chain.pem",
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{place.folder}/key.pem",
    }
    included = place.write("site.conf", place.sample("nginx.conf", {**listening, **files}))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join(f"{kind}_temp_path {place.folder}/{kind};" for kind in kinds)
    http = f"http {{ access_log off; {paths} include {included}; }}"
    main = place.write("main.conf", f"pid {place.folder}/pid; daemon off; events {{ }} {http}")
    command = (program("nginx"), "-e", "stderr", "-p", place.folder, "-c", main)
    return Proxy((*command, "-t"), command)


def haproxy(place: Place) -> Proxy:
    """As ourselves, since only root may become somebody else."""
    listening = {
        "bind :::80 v4v6": f"bind {LOCAL}:{place.plain}",
        "bind :::443 v4v6": f"bind {LOCAL}:{place.tls}",
        "/etc/haproxy/house.example.pem": str(place.certificate()),
    }
    ours = {"user haproxy": "", "group haproxy": "", "chroot /var/lib/haproxy": ""}
    file = place.write("haproxy.cfg", place.sample("haproxy.cfg", {**listening, **ours}))
    return Proxy((program("haproxy"), "-c", "-f", file), (program("haproxy"), "-db", "-f", file))


PROXIES: Mapping[str, Callable[[Place], Proxy]] = {"Caddy": caddy, "HAProxy": haproxy, "nginx": nginx}


@contextmanager
def fronted(folder: Path, kind: str, ports: Sequence[int]) -> Iterator[Place]:
    """A proxy that passes on to these two ports."""
    place = Place.new(folder, ports)
    settings = {**os.environ, "HOME": str(folder)}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(PROXIES[kind](place).run, env=settings, stdout=log, stderr=log) as running,
    ):
        try:
            _until(lambda: encrypted(place.tls).close(), running)
            yield place
        finally:
            running.terminate()


def encrypted(port: int, source: str = LOCAL) -> ssl.SSLSocket:
    """A connection to the name in the samples, from one of this machine's addresses."""
    with socket.create_connection((LOCAL, port), timeout=PATIENCE, source_address=(source, 0)) as plain:
        return _trusting().wrap_socket(plain, server_hostname=NAME)


@cache
def _trusting() -> ssl.SSLContext:
    """Believes any certificate: whose it is, these tests do not ask."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@dataclass
class Phone(Bank):
    """One that asks by the proxy; `source` is its address, and `forged` what it says of itself."""

    source: str = LOCAL
    forged: str = ""

    def ask(self, method: str, path: str, body: str | None = None, **more: str) -> HTTPResponse:
        """The response, of which only the head has been read; its connection ends with it."""
        connection = HTTPConnection(NAME)
        connection.sock = encrypted(self.port, self.source)
        own = {"Cookie": self.cookie, "Origin": f"https://{NAME}", "Connection": "close", **FORM}
        forged = {"X-Forwarded-For": self.forged} if self.forged else {}
        connection.request(method, path, body, own | forged | more)
        return connection.getresponse()

    def send(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """The status, where it leads, and the page."""
        with closing(self.ask(method, path, body)) as answer:
            for line in answer.headers.get_all("Set-Cookie", []):
                name, _, value = line.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()
