"""A full, read-only or damaged disk: a page that says what to do, nothing stored is lost, reading goes on."""

import json
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask

from companion.journal import StorageRefused, Unconfirmed
from tests.journal.conftest import Pipe, needs_processes, told_by
from tests.journal.test_journal_faults import _read_only, _without_privileges
from tests.service.spoiling import body_of, spoil
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.evening import at_table, passes, purses
from tests.web.phone import Page, Phone
from tests.web.restarted import restarted
from tests.web.stored import database_of, service_of


def is_trouble(page: Page, words: str) -> bool:
    """A page that says what to do and when to try again."""
    return (page.status, page.answer.headers["Retry-After"]) == (503, "1") and words in page.text


def _runs_full(pipe: Pipe, folder: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    app = made_in(folder)
    bank = at_table(app)
    game = bank.page.game
    log = database_of(app).with_name(f"{database_of(app).name}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 60_000, unlimited[1]))
    page, number = bank.page, 0
    while page.status == 200:
        number += 1
        bank.open(f"/g/{game}/pay")
        page = bank.press(
            buttons.RECORD, {"giver": number % 2, "receiver": 1 - number % 2, "gold": 1, "note": "x" * 130}
        )
    told = [page.status, page.answer.headers.get("Retry-After"), "cannot count twice" in page.text]
    read = bank.send("GET", f"/g/{game}").status
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    again = bank.press(buttons.SEND_IT_AGAIN)
    pipe.send([*told, number > 3, read, again.status, sum(purses(again).values())])


@needs_processes
def test_a_disk_that_takes_no_more_and_then_does_again(tmp_path: Path) -> None:
    assert told_by(_runs_full, tmp_path) == [503, "1", True, True, 200, 200, 200]


def _turns_read_only(pipe: Pipe, folder: Path) -> None:
    _without_privileges()
    app = made_in(folder)
    bank = at_table(app)
    game = bank.page.game
    bank.open(f"/g/{game}/bags/1")
    form, pressed = bank.page.form(buttons.PASSES)
    service_of(app).journal.close()  # what is still open may be written on; this is the worse case
    with _read_only(database_of(app), folder):
        reads = [bank.send("GET", path).status for path in ("/", f"/g/{game}", f"/g/{game}/log", "/new")]
        refused = bank.submit(form, {"good": "apples", "number": 2}, pressed)
        said = is_trouble(refused, "The data folder cannot be written to")
        bank.headers = {"Accept-Language": "fr"}
        french = bank.submit(form, {"good": "apples", "number": 2}, pressed).language
        bank.headers = {"Accept-Language": "en"}
        bank.submit(form, {"good": "apples", "number": 2}, pressed)
    again = bank.press(buttons.SEND_IT_AGAIN)
    pipe.send([reads, said, french, again.status, "2 apples" in again.text])


@needs_processes
def test_a_folder_that_turns_read_only_is_read_on(tmp_path: Path) -> None:
    assert told_by(_turns_read_only, tmp_path) == [[200] * 4, True, "fr", 200, True]


def test_a_damaged_file(own_app: Flask) -> None:
    bank = at_table(own_app)
    game = bank.page.game
    service_of(own_app).journal.close()  # so that nothing of it is in memory
    path = database_of(own_app)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert is_trouble(bank.open(f"/g/{game}"), "The database is damaged")
    assert is_trouble(bank.open("/readyz"), "The database is damaged")
    assert bank.open("/healthz").status == 200
    assert bank.open("/cards").status == 200
    french = Phone(own_app, language="fr")
    french.client = bank.client
    page = french.open(f"/g/{game}")
    assert (page.status, page.language) == (503, "fr")
    assert "damaged" not in page.text
    service_of(own_app).journal.close()  # as above
    path.write_bytes(whole)
    assert bank.open(f"/g/{game}").status == 200


def test_a_damaged_entry_stops_its_table_and_no_other(own_app: Flask) -> None:
    bank = at_table(own_app)
    passes(bank, "Bo", "apples", 2)
    game, path = bank.page.game, database_of(own_app)
    bank.open("/new")
    sound = bank.press(buttons.OPEN_TABLE, {"first_sheriff": 0})
    spoil(path, game, 2, json.dumps({**body_of(path, game, 2), "contents": {"apples": "2"}}))
    again = restarted(bank)
    for page in ("", "/log", "/bags/2", "/result", "/export.json"):
        assert is_trouble(again.send("GET", f"/g/{game}{page}"), "One of its entries is damaged")
    assert again.open("/").text.count("Round 1 of 8") == 2
    again.open(f"/g/{sound.game}")
    assert passes(again, "Bo", "apples", 1).status == 200


def test_a_damaged_entry_is_found_by_a_list_that_has_to_read_it(own_app: Flask) -> None:
    bank = at_table(own_app)
    damaged, path = bank.page.game, database_of(own_app)
    bank.open("/new")
    sound = bank.press(buttons.OPEN_TABLE, {"first_sheriff": 0}).game
    spoil(path, damaged, 1, json.dumps({**body_of(path, damaged, 1), "round": "1"}))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM glances")
    again = restarted(bank)
    for _ in range(2):
        again.open("/")
        assert again.page.link("Round 1 of 8") == f"/g/{sound}"
        assert is_trouble(again.follow("One of this phone’s tables cannot be read"), "Restore a backup")


def test_the_people_of_last_time_are_those_of_the_latest_table_that_can_be_read(own_app: Flask) -> None:
    bank = at_table(own_app)
    bank.open("/new")
    damaged = bank.press(buttons.OPEN_TABLE, {"name-0": "Zoé", "first_sheriff": 0}).game
    path = database_of(own_app)
    spoil(path, damaged, 1, json.dumps({**body_of(path, damaged, 1), "round": "1"}))
    again = restarted(bank)
    for address in ("/new", f"/new?again={damaged}"):
        fields = dict(again.open(address).forms[0].fields)
        assert (fields["name-0"], fields.get("again", "")) == ("Ann", "")


@contextmanager
def failing(app: Flask, fault: Exception) -> Iterator[None]:
    """A journal that fails in every write, with what the disk says when nobody can provoke it."""
    journal = service_of(app).journal  # the only place where such a fault can begin
    sound = journal.writing

    def refuses(_game: str) -> None:
        raise fault

    journal.writing = refuses  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        journal.writing = sound  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "fault,english,french",
    [
        (StorageRefused("full"), "The disk of the machine that runs this is full", "disque"),
        (StorageRefused("read_only"), "The data folder cannot be written to", "dossier"),
        (StorageRefused("damaged"), "The database is damaged", "base de données"),
        (StorageRefused("locked"), "The database did not respond", "base de données"),
        (StorageRefused("memory"), "The database did not respond", "base de données"),
        (Unconfirmed("disk"), "cannot count twice", "deux fois"),
    ],
    ids=str,
)
def test_every_trouble_has_its_page_in_both_languages_and_keeps_the_form(
    app: Flask, fault: Exception, english: str, french: str
) -> None:
    bank = at_table(app)
    bank.open(f"/g/{bank.page.game}/bags/1")
    form, pressed = bank.page.form(buttons.PASSES)
    with failing(app, fault):
        bank.headers = {"Accept-Language": "fr"}
        page = bank.submit(form, {"good": "apples", "number": 2}, pressed)
        assert is_trouble(page, french)
        bank.headers = {"Accept-Language": "en"}
        page = bank.submit(form, {"good": "apples", "number": 2}, pressed)
        assert is_trouble(page, english)
    assert dict(page.forms[0].fields)["number"] == "2"
    assert "2 apples" in bank.press(buttons.SEND_IT_AGAIN).text
