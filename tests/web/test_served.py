"""What a host is told of each request: how it went, and nothing of who asked or for what."""

import gc
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import BadSettingError
from companion.web.http.served import HEADER, OTHER
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.evening import at_table, end, passes
from tests.web.phone import Page, Phone
from tests.web.routes import ROWS, STREAM, ask
from tests.web.seated import comes_in, door_of
from tests.web.stored import membership_of
from tests.web.test_live import listening, stamp_of
from tests.web.test_talking import declares

NAMES = {"name-0": "Annabella", "name-1": "Bohumil", "name-2": "Cleopatra", "name-3": "Dovydas"}
KEYS = ["time", "id", "method", "route", "status", "milliseconds", "bytes"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00")

Line = dict[str, Any]
Lines = Callable[[], list[Line]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One that tells."""
    made = made_in(tmp_path_factory.mktemp("told"), REQUEST_LOG=True)
    with made.extensions["archive"]:
        yield made


@pytest.fixture(autouse=True)
def _whole(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:  # noqa: ARG001 - goes on to the end of this
    """A response that nobody read to its end is told of before the test is over."""
    yield
    gc.collect(1)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """Those since the last look."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def told(lines: Lines, page: Page) -> Line:
    """The line of a response, which is there once that was read to its end."""
    page.answer.get_data()
    return next(line for line in lines() if line["id"] == page.answer.headers[HEADER])


def route_of(line: Line) -> str:
    """As the table of all routes has it."""
    return f"{line['method']} {line['route']}"


def cookies_of(phone: Phone) -> list[str]:
    """What this phone keeps to itself."""
    found = (phone.client.get_cookie(name, domain="table.lan") for name in ("phone", "form"))
    return [cookie.value for cookie in found if cookie]


def test_a_line_says_how_a_request_went(app: Flask, lines: Lines) -> None:
    page = Phone(app).send("GET", "/credits?from=Annabella")
    line = told(lines, page)
    assert list(line) == KEYS
    assert TIME.fullmatch(line["time"])
    assert (line["method"], line["route"], line["status"]) == ("GET", "/credits", 200)
    assert line["bytes"] == len(page.html.encode())
    assert line["milliseconds"] > 0


def test_a_route_is_told_by_its_pattern_whatever_became_of_the_request(app: Flask, lines: Lines) -> None:
    bank, stranger = at_table(app), Phone(app)
    passes(bank, "Bo", "apples", 2)
    for route in ROWS:
        assert route_of(told(lines, ask(stranger, route, bank.page.game))) == route


@pytest.mark.parametrize("path", ["/Annabella", "/g/Annabella/Bohumil", "/j/"])
def test_an_address_that_nothing_has_is_not_told(app: Flask, lines: Lines, path: str) -> None:
    line = told(lines, Phone(app).send("GET", path))
    assert (line["route"], line["status"]) == ("", 404)


def test_neither_is_a_method_that_nobody_knows(app: Flask, lines: Lines) -> None:
    assert told(lines, Phone(app).send("ANNABELLA", "/credits"))["method"] == OTHER


def test_nor_an_id_that_came_with_a_request(app: Flask, lines: Lines) -> None:
    assert told(lines, Phone(app).send("GET", "/credits", headers={HEADER: "Annabella"}))["id"] != "Annabella"


def test_a_stream_is_told_when_it_ends(app: Flask, lines: Lines) -> None:
    bank = at_table(app)
    with listening(bank, bank.page.game, stamp_of(bank)):
        assert STREAM not in map(route_of, lines())
    [line] = (line for line in lines() if route_of(line) == STREAM)
    assert line["bytes"] > 0
    assert len(app.extensions["streams"]) == 0


def test_a_fault_has_the_id_of_its_line(
    app: Flask, lines: Lines, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "TESTING", False)  # noqa: FBT003 - its signature
    monkeypatch.setitem(app.extensions, "service", None)
    line = told(lines, Phone(app).send("GET", "/readyz"))
    assert line["status"] == 500
    assert line["id"] in caplog.text


def test_an_evening_leaves_no_secret_and_no_name(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    bank = at_table(app, 4, NAMES)
    game, door = bank.page.game, door_of(bank)
    bohumil, cleopatra = comes_in(app, bank, "Bohumil"), comes_in(app, bank, "Cleopatra")
    watcher, stranger = comes_in(app, bank, "Just watch"), Phone(app, "fr")
    declares(bohumil, "apples", 2)
    with listening(cleopatra, game, 0):
        passes(bank, "Bohumil", "apples", 2)
    moved = membership_of(app).hand_over(game)
    for way in (f"/j/{moved.code}", f"/m/{moved.secret}", f"/j/{door}", f"/g/{game}", f"/m/{door}"):
        stranger.open(way)
    phones = (bank, bohumil, cleopatra, watcher, stranger)
    for phone in phones:
        for page in ("/log", "/phones", "/live?since=0&on=board", f"/{door}"):
            phone.open(f"/g/{game}{page}")
    bank.open(f"/g/{game}")
    end(bank)
    assert "Bohumil" in bank.press(buttons.RESULT).text
    log = capsys.readouterr().out
    assert '"/g/<game>/stream"' in log
    assert '"/g/<game>/result"' in log
    secrets = [door, door.replace("-", ""), moved.code, moved.secret, game, bank.token, *NAMES.values()]
    secrets += [cookie for phone in phones for cookie in cookies_of(phone)]
    assert len(secrets) >= 15
    assert [secret for secret in secrets if secret.lower() in log.lower()] == []


def test_a_full_disk_under_the_log_stops_nobody(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with suppress(OSError), Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert "Counting House" in Phone(app).send("GET", "/credits").text


def test_unless_asked_for_nothing_is_told(own_app: Flask, lines: Lines) -> None:
    page = Phone(own_app).send("GET", "/settings")
    assert page.html
    assert HEADER not in page.answer.headers
    assert "GET /settings" not in map(route_of, lines())


@pytest.mark.parametrize("given", ["yes", 2, [], None])
def test_what_is_neither_yes_nor_no_prevents_the_start(tmp_path: Path, given: object) -> None:
    with pytest.raises(BadSettingError, match="REQUEST_LOG"):
        made_in(tmp_path, REQUEST_LOG=given)
