"""A host as docs/running.md sets it up: the pinned list and the wheel alone, and gunicorn with gevent."""

import json
import re
import shlex
import socket
import subprocess
import sys
import venv
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from textwrap import dedent

import pytest

from tests.cli.test_serving import environment

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds for a page
HEADING = "\n## On a host, behind https\n\n"


def typed() -> list[list[str]]:
    """The commands of the page, each as its words."""
    block = (ROOT / "docs" / "running.md").read_text("utf-8").partition(HEADING)[2].partition("\n\n")[0]
    return [shlex.split(line) for line in dedent(block).replace("\\\n", "").splitlines()]


def run(*command: str | Path) -> None:
    """A step of the installation; what it printed if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.process
def test_a_host_that_installed_the_list_and_the_wheel_shows_pages(tmp_path: Path) -> None:
    """Nothing else is in its environment, so a package that the list lacks is missed here."""
    of_the_list, of_the_wheel, start = typed()
    programs = tmp_path / "environment" / "bin"
    venv.create(programs.parent, symlinks=True)
    pip = (sys.executable, "-m", "pip", "--quiet")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ".")
    [wheel] = tmp_path.glob("*.whl")
    for words in (of_the_list[1:], [*of_the_wheel[1:-1], wheel]):
        run(*pip, "--python", programs / "python", *words, "--no-compile")
    at = start.index("gunicorn")
    settings = dict(word.split("=", 1) for word in start[:at]) | {
        "COMPANION_DATA_DIR": str(tmp_path / "data")
    }
    # The socket is there before the server is: who asks is kept waiting, and hears of it if the server ends.
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        words = [f"fd://{number}" if word == "127.0.0.1:8000" else word for word in start[at:]]
        clean = {
            name: value for name, value in environment(tmp_path, settings).items() if name != "PYTHONPATH"
        }
        process = subprocess.Popen(
            (programs / words[0], *words[1:]), cwd=tmp_path, env=clean, pass_fds=[number]
        )
    with process:
        try:
            for path, expected in (("/healthz", '"ok"'), ("/", "<html")):
                with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as asking:
                    asking.request("GET", path, headers={"Host": "house.example"})
                    assert expected in asking.getresponse().read().decode()
        finally:
            process.terminate()
    assert process.returncode == 0


def test_the_samples_start_a_host_as_the_page_does() -> None:
    *_, start = typed()
    for unit, port in (("counting-house.service", "8000"), ("counting-house@.service", "%i")):
        text = (ROOT / "deploy" / "systemd" / unit).read_text("utf-8").replace("\\\n", "")
        found = re.search(r"^ExecStart=\S+/(gunicorn .+)$", text, re.MULTILINE)
        assert found
        assert shlex.split(found[1].replace(port, "8000")) == start[start.index("gunicorn") :]
    container = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", "")
    started = json.loads(re.findall(r"^CMD (.+)$", container, re.MULTILINE)[-1])
    of_containers = {"--no-control-socket", "--worker-tmp-dir", "/dev/shm"}  # noqa: S108 - what a container has
    as_there = [word.replace("0.0.0.0", "127.0.0.1") for word in started]  # noqa: S104 - in there
    assert [word for word in as_there if word not in of_containers] == start[start.index("gunicorn") :]
    lines = (ROOT / "deploy" / "counting-house.env").read_text("utf-8")
    assert {*shlex.split(lines, comments=True)} >= {
        word for word in start if word.startswith("COMPANION_") and "DATA_DIR" not in word
    }
