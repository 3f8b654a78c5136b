"""A sample that is open to everybody: all of it can be read, and nothing is written."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from flask import Flask

from companion.cli import demo
from companion.web.http.limits import PHONES
from tests.web.conftest import made_in
from tests.web.phone import Phone
from tests.web.routes import POSTS, address

PHONE = "b" * 64
READ = ("menu", "log", "result", "story", "print", "hand-on", "export.json", "people", "phones")
TAPS = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the sample is."""
    folder = tmp_path_factory.mktemp("sample")
    demo.made_in(folder, PHONE)
    return folder


@pytest.fixture(scope="module")
def sample(folder: Path) -> Flask:
    """The app that shows it."""
    return made_in(folder, SAMPLE=PHONE, TAPS=TAPS)


def stored(folder: Path) -> dict[str, bytes]:
    """What is in the folder; the index of SQLite's log changes with every reader."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_a_stranger_reads_every_page_a_month_later_and_nothing_is_written(
    sample: Flask, folder: Path
) -> None:
    stranger, ways, read = Phone(sample), ["/"], set[str]()
    before = stored(folder)
    with time_machine.travel(datetime.now(UTC) + timedelta(days=40)):
        while ways:
            path = ways.pop()
            if path.partition("?")[0] in read or path.startswith("/s/") or path.endswith("/bg-stats"):
                continue
            read.add(path.partition("?")[0])
            page = stranger.open(path)
            assert page.status == 200, path
            if page.answer.mimetype == "text/html":
                links = (urlsplit(urljoin(path, link.get("href"))) for link in page.root.elements("a"))
                ways += [link._replace(fragment="").geturl() for link in links if not link.netloc]
    assert {name for name in READ if not any(name in path.split("/") for path in read)} == set()
    assert stored(folder) == before


@pytest.mark.parametrize("language, title", [("en", "Not recorded"), ("fr", "Pas enregistré")])
def test_no_form_changes_anything(sample: Flask, folder: Path, language: str, title: str) -> None:
    """Also not one without a token, as on a page that is older than the sample's start."""
    stranger, before = Phone(sample, language), stored(folder)
    game = stranger.open("/").found(r'href="/g/(\w+)"')
    for route in POSTS:
        if route != "POST /settings":
            page = stranger.send("POST", address(route, game))
            assert (page.status, page.title) == (423, title), route
            assert ("<game>" in route) == (f'href="/g/{game}"' in page.html), route
    assert stored(folder) == before


def test_each_chooses_a_language_and_none_takes_the_taps_of_another(sample: Flask) -> None:
    """The phone as which they look is the same, the address may be."""
    for _each in range(TAPS + 1):
        stranger = Phone(sample)
        stranger.open("/settings")
        fields = [*stranger.tokens, ("language", "de"), ("back", "/")]
        assert stranger.send("POST", "/settings", fields).status == 303
        assert stranger.open("/").language == "de"
    assert TAPS + 1 < PHONES * TAPS


def test_its_pages_wait_for_nothing(sample: Flask) -> None:
    """However many look, none holds a stream or asks again."""
    stranger = Phone(sample)
    board = stranger.open(stranger.open("/").found(r'href="(/g/\w+)"'))
    assert "data-stamp" not in board.html
