"""What `doctor` says when phones cannot join, and that it never says more than it can see."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.archive import Archive
from companion.cli import doctor
from companion.machine import firewall, network, running
from companion.machine.databases import DATABASE
from companion.machine.firewall import Answer, Finding, findings
from companion.registry import GAMES
from tests.cli.test_serving import House

HERE = ("127.0.0.2",)  # stands for an address on the Wi-Fi: the same machine, but not localhost
PORT = 8000
UFW = """Status: active
Logging: on (low)
Default: {default} (incoming), allow (outgoing), disabled (routed)
New profiles: skip

To                         Action      From
--                         ------      ----
22/tcp                     ALLOW IN    Anywhere
{rule}
"""


class App(BaseHTTPRequestHandler):
    """Responds as the app does, to any host name or to none."""

    refuses = False

    def do_GET(self) -> None:
        here = self.headers["Host"].startswith("127.0.0.1")
        self.send_response(400 if self.refuses and not here else 200)
        self.end_headers()
        self.wfile.write(doctor.NAME)

    def log_message(self, *_: object) -> None:
        pass


class Strict(App):
    """Trusts nothing but 127.0.0.1."""

    refuses = True


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address, no firewall, nothing configured."""
    monkeypatch.setattr(network, "addresses", lambda: HERE)
    monkeypatch.setattr(firewall, "findings", lambda _port: ())
    monkeypatch.delenv(doctor.ADDRESS_VARIABLE, raising=False)


@pytest.fixture
def app(request: pytest.FixtureRequest) -> Iterator[int]:
    """The port of an app that listens at the address, with the handler, that the test names."""
    address, handler = request.param
    with HTTPServer((address, 0), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def problems(folder: Path, port: int) -> str:
    """What needs fixing."""
    return "\n".join(doctor.examine(folder, port).problems)


def test_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", lambda: ())
    report = doctor.examine(tmp_path, 0)
    assert "join a Wi-Fi" in "".join(report.problems)
    assert "only one can show" not in str(report)


def test_a_network_that_gave_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", lambda: ("169.254.3.4",))
    assert "gave this machine no address" in problems(tmp_path, 0)


@pytest.mark.parametrize("app", [("127.0.0.1", App)], indirect=True)
def test_an_app_that_only_this_machine_can_open(app: int, tmp_path: Path) -> None:
    assert "start it again without --host" in problems(tmp_path, app)


@pytest.mark.parametrize("app", [("0.0.0.0", Strict)], indirect=True)  # noqa: S104 - as serve does
def test_an_app_that_refuses_the_names_phones_use(app: int, tmp_path: Path) -> None:
    assert "--allow-host" in problems(tmp_path, app)


@pytest.mark.parametrize("app", [("0.0.0.0", App), (HERE[0], App)], indirect=True)  # noqa: S104 - as serve does
def test_an_app_that_answers_where_phones_look_for_it(app: int, tmp_path: Path) -> None:
    report = doctor.examine(tmp_path, app)
    assert report.problems == []
    assert f"it responds at http://127.0.0.2:{app}" in str(report)


def test_what_one_machine_cannot_see_is_never_called_fine(tmp_path: Path) -> None:
    said = str(doctor.examine(tmp_path, 0))
    assert "no problems found on this machine" in said
    assert "only one can show" in said
    assert "http://127.0.0.2" in said
    assert "guest network" in said
    assert "there may still be one" in said


def test_a_firewall_that_surely_blocks_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        firewall, "findings", lambda _port: [Finding("It keeps the port closed.", blocks=True)]
    )
    assert "It keeps the port closed." in problems(tmp_path, 0)
    monkeypatch.setattr(firewall, "findings", lambda _port: [Finding("it may be closed")])
    report = doctor.examine(tmp_path, 0)
    assert report.problems == []
    assert "it may be closed" in str(report)


def test_the_configured_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(doctor.ADDRESS_VARIABLE, "https://house.example")
    assert "to https://house.example" in str(doctor.examine(tmp_path, 0))
    monkeypatch.setenv(doctor.ADDRESS_VARIABLE, "house.example")
    assert "PUBLIC_URL 'house.example'" in problems(tmp_path, 0)


def ufw(default: str, rule: str) -> dict[str, Answer]:
    return {"ufw": Answer(UFW.format(default=default, rule=rule), fine=True)}


def firewalld(allowed: str) -> dict[str, Answer]:
    return {
        "--state": Answer("running\n", fine=True),
        f"--query-port={PORT}/tcp": Answer(allowed, allowed == "yes\n"),
    }


NFT = "table inet filter {\n chain input {\n  type filter hook input priority filter; policy %s;\n }\n}\n"


@pytest.mark.parametrize(
    "system,answers,blocks,words",
    [
        ("linux", {}, None, ""),
        ("linux", {"ufw": Answer("Status: inactive\n", fine=True)}, None, ""),
        ("linux", ufw("deny", ""), True, "sudo ufw allow 8000/tcp"),
        ("linux", ufw("reject", "80/tcp (v6)    ALLOW IN    Anywhere (v6)"), True, "sudo ufw allow"),
        ("linux", ufw("deny", "8000/tcp        ALLOW IN    Anywhere"), False, "may let port 8000 in"),
        ("linux", ufw("deny", "8000:8099/tcp   ALLOW IN    Anywhere"), False, "may let port 8000 in"),
        ("linux", ufw("deny", "Anywhere        ALLOW IN    192.168.1.0/24"), False, "may let port 8000 in"),
        ("linux", ufw("allow", ""), False, "ufw is on"),
        ("linux", firewalld("yes\n"), False, "lets port 8000 in"),
        ("linux", firewalld("no\n"), True, "--add-port=8000/tcp"),
        ("linux", firewalld(""), False, "does not say"),
        ("linux", {"nft": Answer("", fine=False)}, False, "only an administrator"),
        ("linux", {"nft": Answer(NFT % "drop", fine=True)}, False, "port 8000"),
        ("linux", {"nft": Answer(NFT % "accept", fine=True)}, None, ""),
        ("win32", {}, False, "private network"),
        ("win32", {"netsh": Answer("State    ON", fine=True)}, False, "private network"),
        ("win32", {"netsh": Answer("State    OFF", fine=True)}, None, ""),
        ("darwin", {}, None, ""),
        ("darwin", {firewall.MACOS: Answer("Firewall is disabled. (State = 0)", fine=True)}, None, ""),
        ("darwin", {firewall.MACOS: Answer("Firewall is enabled. (State = 1)", fine=True)}, False, "Python"),
        (
            "darwin",
            {firewall.MACOS: Answer("Firewall is blocking (State = 2)", fine=True)},
            True,
            "blocks all",
        ),
    ],
)
def test_what_firewalls_say(system: str, answers: dict[str, Answer], blocks: bool | None, words: str) -> None:  # noqa: FBT001 - an example
    def ask(*command: str) -> Answer | None:
        return answers.get(command[0]) or answers.get(command[-1])

    seen = list(findings(PORT, ask, system))
    assert [finding.blocks for finding in seen] == ([] if blocks is None else [blocks])
    assert all(words in finding.sentence for finding in seen)


def test_ufw_whose_rules_are_closed_to_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, count in (("ENABLED=yes\n", 1), ("ENABLED=no\n", 0)):
        conf = tmp_path / "ufw.conf"
        conf.write_text(text)
        monkeypatch.setattr(firewall, "UFW_CONF", conf)
        seen = list(
            findings(PORT, lambda *command: Answer("", fine=False) if command[0] == "ufw" else None, "linux")
        )
        assert len(seen) == count
        assert not any(finding.blocks for finding in seen)


def test_a_command_that_is_not_there_or_fails() -> None:
    assert firewall.ask("no-such-program-anywhere") is None
    refused = firewall.ask("false")
    assert refused is None or not refused.fine


@pytest.mark.process
def test_it_asks_where_serve_is_at_work(house: House) -> None:
    folder, address = house
    port = int(address.rpartition(":")[2])
    report = doctor.examine(folder, None)
    assert f"{port} is in use by Counting House itself" in str(report)
    assert f"serves these evenings at http://localhost:{port}" in str(report)
    assert "start it again without --host" in "".join(report.problems)


def test_what_a_killed_serve_left_is_not_believed(tmp_path: Path) -> None:
    left = running.Running(1, "127.0.0.1", 8171, "http://localhost:8171")
    (tmp_path / running.RUNNING_FILE).write_text(json.dumps(asdict(left)))
    assert "8171" not in str(doctor.examine(tmp_path, None))


def test_no_problems_is_never_said_beside_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Archive.at(GAMES, tmp_path / DATABASE).__exit__()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.40.1")
    report = doctor.examine(tmp_path, 0)
    assert report.problems == []
    assert "no problems found" not in str(report)
    assert str(report).endswith(f"1 warning found:\n  - {''.join(report.warnings)}")
