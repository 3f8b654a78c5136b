"""Output that nobody reads, that has no room, or that is not there: no command ends with a traceback."""

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from companion.machine.databases import DATABASE
from companion.machine.running import found
from tests.cli.test_serving import COMMAND, environment
from tests.fresh import journal_at

pytestmark = pytest.mark.process
SHEET = {"players": [{"name": name, "gold": 1} for name in ("Ann", "Bo", "Cleo")]}
SCORE = (sys.executable, "-m", "companion.cli", "score", "-")
HELP = (sys.executable, "-m", "companion.cli", "--help")


def ended(command: tuple[str, ...], redirected: str) -> subprocess.CompletedProcess[str]:
    """A command that a shell ran with this after it; its status, and what it said on standard error."""
    line = f'"$@" {redirected}; exit $?'
    sheet = json.dumps(SHEET)
    return subprocess.run(
        ("/bin/sh", "-c", line, "sh", *command), input=sheet, text=True, stderr=subprocess.PIPE, check=False
    )


@pytest.mark.parametrize("command", [SCORE, HELP])
def test_a_full_disk_is_one_line(command: tuple[str, ...]) -> None:
    finished = ended(command, ">/dev/full")
    assert finished.returncode == 1
    assert finished.stderr == "counting-house: standard output: No space left on device\n"


@pytest.mark.parametrize("command", [SCORE, HELP])
def test_a_reader_who_has_seen_enough_is_no_fault_to_speak_of(command: tuple[str, ...]) -> None:
    assert ended(command, "| true").stderr == ""


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_a_command_without_a_console_just_ends(closed: str) -> None:
    finished = ended(SCORE, closed)
    assert (finished.returncode, finished.stderr) == (0, "")


@pytest.mark.parametrize("output", [">/dev/full", ">&-", ">&- 2>&-"])
def test_serve_runs_whether_or_not_it_can_say_where(tmp_path: Path, output: str) -> None:
    journal_at(tmp_path / DATABASE)
    command = ("/bin/sh", "-c", f'exec "$@" {output}', "sh", *COMMAND)
    with subprocess.Popen(
        command, env=environment(tmp_path, {}), stderr=subprocess.PIPE, text=True
    ) as server:
        while server.poll() is None and not ((there := found(tmp_path)) and there.port):
            time.sleep(0.05)
        assert there
        with urllib.request.urlopen(f"http://127.0.0.1:{there.port}/") as answer:
            assert answer.status == 200
        server.terminate()
        assert server.stderr
        assert "Traceback" not in server.stderr.read()
