"""What deploy/ has for a host: each sample is what its program takes, and does what it says."""

import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from companion.app import LARGEST_BODY_BYTES
from companion.web.http.limits import CODES
from tests.cli.test_servers import LOCAL, PATIENCE, free_port
from tests.cluster import Evenings
from tests.long.deploy.house import (
    INSTALLED,
    NAME,
    PROGRAMS,
    PROXIES,
    UNITS,
    Phone,
    Place,
    Process,
    free_ports,
    fronted,
    processes,
)
from tests.long.deploy.programs import program

pytestmark = pytest.mark.xdist_group("deploy")  # its processes are started once

TABLES = [f"table{number}" for number in range(20)]
"""Nobody has these; a proxy cannot know that."""
UNIT_FILES = sorted(UNITS.iterdir())
EXPOSURE = 20  # tenths; what systemd gives a service that may do everything is 96


@pytest.fixture(scope="module")
def both(evenings: Evenings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two processes of the app."""
    with processes(tmp_path_factory.mktemp("house"), evenings.emptied()) as started:
        yield started


@pytest.fixture(scope="module", params=PROXIES)
def place(
    request: pytest.FixtureRequest, both: list[Process], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """A proxy in front of both."""
    ports = [process.port for process in both]
    with fronted(tmp_path_factory.mktemp("proxy"), request.param, ports) as started:
        yield started


def phone_at(place: Place, source: str = LOCAL) -> Phone:
    """A phone that asks by the proxy, from one of this machine's addresses."""
    return Phone(place.folder, place.tls, source=source)


def told(stream: HTTPResponse) -> int:
    """The stamp of the next change that a stream tells of."""
    while not stream.readline().startswith(b"event: moved"):
        pass
    return int(stream.readline().removeprefix(b"data: "))


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether it is so before patience ends."""
    deadline = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kind", PROXIES)
def test_the_program_finds_nothing_wrong_with_its_sample(tmp_path: Path, kind: str) -> None:
    place = Place.new(tmp_path, free_ports(2))
    checked = run(*PROXIES[kind](place).check)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("unit", UNIT_FILES, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong_with_a_unit_and_little_that_it_may_do(
    tmp_path: Path, unit: Path
) -> None:
    here = tmp_path / unit.name
    here.write_text(unit.read_text("utf-8").replace(INSTALLED, str(PROGRAMS)), "utf-8")
    verified = run(program("systemd-analyze"), "verify", "--recursive-errors=no", here)
    assert (verified.returncode, verified.stderr) == (0, "")
    limits = ("--offline=true", f"--threshold={EXPOSURE}", "--no-pager")
    exposed = run(program("systemd-analyze"), "security", *limits, here)
    assert exposed.returncode == 0, exposed.stdout


def test_both_units_may_do_the_same() -> None:
    one, many = (unit.read_text("utf-8").partition("# It writes")[2] for unit in UNIT_FILES)
    assert one == many


def test_a_table_is_opened_and_what_happens_there_is_told_at_once(place: Place) -> None:
    bank = phone_at(place)
    bank.sits_down()
    assert "__Host-phone" in bank.cookies  # https, as the proxy says
    assert bank.send("GET", f"/g/{bank.game}")[0] == 200
    with closing(bank.ask("GET", f"/g/{bank.game}/stream")) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        before = told(stream)
        assert bank.send("POST", f"/g/{bank.game}/payments", bank.payment("c"))[0] == 303
        assert told(stream) > before


def test_every_request_for_a_table_gets_to_the_same_process(place: Place, both: list[Process]) -> None:
    before = [len(process.answered()) for process in both]
    phone = phone_at(place)
    asked = [f"/g/{table}{page}" for table in TABLES for page in ("", "/stream")]
    for path in asked:
        phone.send("GET", path)

    def answered() -> list[list[str]]:
        lines = (process.answered()[start:] for process, start in zip(both, before, strict=True))
        return [[path for path in paths if path.startswith("/g/table")] for paths in lines]

    assert soon(lambda: sum(map(len, answered())) == len(asked))
    one, other = ({path.split("/")[2] for path in paths} for paths in answered())
    assert one.isdisjoint(other)
    assert one
    assert other


def test_each_process_is_measured_at_a_port_of_its_own(both: list[Process]) -> None:
    for process in both:
        with urllib.request.urlopen(f"http://{LOCAL}:{process.metrics}/metrics", timeout=PATIENCE) as page:
            assert b'route="/healthz"' in page.read()


def test_a_process_answers_for_one_that_is_gone(both: list[Process], tmp_path: Path) -> None:
    for kind in PROXIES:
        folder = tmp_path / kind
        folder.mkdir()
        with fronted(folder, kind, (free_port(), both[0].port)) as place:
            phone = phone_at(place)
            assert {phone.send("GET", f"/g/{table}")[0] for table in TABLES} == {404}


def test_the_app_believes_the_proxy_and_no_phone_about_an_address(place: Place) -> None:
    liar = phone_at(place, source=f"127.0.1.{1 + place.tls % 250}")
    statuses = []
    for number in range(CODES + 1):
        liar.forged = f"10.1.1.{number}"
        statuses.append(liar.send("GET", f"/j/ABCDE{number % 10}")[0])
    assert statuses == [404] * CODES + [429]
    assert phone_at(place, source="127.0.2.1").send("GET", "/credits")[0] == 200
    assert phone_at(place, source="127.0.2.1").send("GET", "/j/ABCDE1")[0] == 404


def test_the_app_explains_a_large_body_and_the_proxy_refuses_a_huge_one(place: Place) -> None:
    phone = phone_at(place)
    _, _, explained = phone.send("POST", "/count", "a" * (LARGEST_BODY_BYTES + 1))
    assert "<html" in explained
    assert NAME not in explained
    _, _, explained = phone.send("POST", "/import", "a" * 1_000_000)
    assert "<html" in explained
    with closing(phone.ask("POST", "/count", **{"Content-Length": "100000"})) as refused:
        assert refused.status == 413
        assert "Content-Security-Policy" not in refused.headers


def test_plain_http_leads_to_https(place: Place) -> None:
    with closing(HTTPConnection(LOCAL, place.plain, timeout=PATIENCE)) as connection:
        connection.request("GET", "/join", headers={"Host": NAME})
        answer = connection.getresponse()
    assert answer.status in {301, 308}
    assert re.fullmatch(rf"https://{NAME}(:\d+)?/join", answer.headers["Location"])
