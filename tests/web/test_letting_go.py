"""Letting go: an evening is deleted by its bank, a phone forgotten, what is old deleted by itself."""

import sqlite3
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import pytest
from flask import Flask

from companion.app import BadSettingError
from companion.journal import Book, Journal, StorageRefused
from companion.journal.sqlite import SqliteStore
from companion.places import DAY
from companion.web.token import COOKIE, token_hash
from tests.rules.given import paying
from tests.tables import HOST, Table, loot_table, table
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.evening import at_table, end
from tests.web.phone import Page, Phone
from tests.web.routes import TABLE_ROUTES, ask, is_whole
from tests.web.seated import makes_bank, seated
from tests.web.stored import database_of, membership_of, service_of, unchanged
from tests.web.test_counting import counted

BO = 1
NAME, KNOCKER = "Zebulonique", "Wilhelmine"


def deletes(bank: Phone) -> Page:
    """The bank finds the way from the menu, and deletes the evening."""
    bank.open(f"/g/{bank.page.game}/menu")
    bank.follow(buttons.DELETE)
    return bank.press(buttons.DELETE_FOR_GOOD)


def files_of(app: Flask) -> bytes:
    """Every byte in the data folder."""
    return b"".join(each.read_bytes() for each in Path(app.instance_path).iterdir())


def journal_of(app: Flask) -> Journal:
    """The journal of an app."""
    found: Journal = service_of(app).journal  # what it has stored
    return found


def rows_of(app: Flask) -> bytes:
    """All rows that an app has stored."""
    with closing(sqlite3.connect(database_of(app))) as file:
        return "".join(file.iterdump()).encode()


def there_of(there: Table) -> str:
    """The address of a board."""
    return f"/g/{there.id}"


# An evening


def test_the_bank_deletes_an_evening_and_its_address_says_so(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    page = bank.open(f"/g/{game}/deletion")
    assert "it is not over yet" in page.text
    assert all(name in page.text for name in ("Ann", "Bo", "Cleo", "Dov"))
    assert bank.page.link("Keep it") == f"/g/{game}/menu"
    page = deletes(bank)
    for phone in (bank, bo, Phone(app)):
        page = phone.open(f"/g/{game}")
        assert (page.status, page.title) == (HTTPStatus.GONE, "This evening is deleted")
        assert "Bo" not in page.text
    assert game not in bank.open("/").html


@pytest.mark.parametrize("route", [route for route in TABLE_ROUTES if "nottingham" not in route])
def test_every_address_of_a_deleted_evening_is_gone(app: Flask, gone: Phone, route: str) -> None:
    with unchanged(app):
        for phone in (gone, Phone(app)):
            page = ask(phone, route, gone.page.game)
            assert page.status == HTTPStatus.GONE
            is_whole(page)


@pytest.fixture(scope="module")
def gone(app: Flask) -> Phone:
    """The bank of an evening that is deleted."""
    bank = table(app).phone()
    deletes(bank)
    return bank


def test_a_form_that_was_open_too_long_says_that_the_evening_is_deleted(gone: Phone) -> None:
    page = ask(gone, "POST /g/<game>/badge", gone.page.game, csrf_token="")
    assert page.status == HTTPStatus.GONE


def test_its_page_speaks_french(gone: Phone, app: Flask) -> None:
    assert Phone(app, "fr").open(f"/g/{gone.page.game}").title == "Cette soirée est supprimée"


def test_no_byte_of_a_name_is_left_in_the_data_folder(own_app: Flask) -> None:
    """Neither of a player, nor of somebody who knocked."""
    bank = at_table(own_app, fields={"name-1": NAME})
    game, app = bank.page.game, bank.client.application
    service_of(app).play(game, paying(1, 2, 3), "p" * 22)
    with journal_of(app).writing(game) as book:
        book.open_door(0, renew=True)
        door = book.room.secret or ""
    membership_of(app).knock(door, "k" * 64, KNOCKER)
    assert NAME.encode() in files_of(own_app)
    assert KNOCKER.encode() in files_of(own_app)
    deletes(bank)
    assert NAME.encode() not in files_of(own_app)
    assert KNOCKER.encode() not in files_of(own_app)


def test_only_the_bank_is_shown_the_way(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    assert "Delete this evening" not in bo.open(f"/g/{bo.page.game}/menu").text


def test_who_was_the_bank_a_moment_ago_deletes_nothing(app: Flask, bank: Phone) -> None:
    """The page is still open where the bank was handed on."""
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bank.open(f"/g/{game}/deletion")
    form, button = bank.page.form(buttons.DELETE_FOR_GOOD)
    makes_bank(bank, BO)
    with unchanged(app):
        assert bank.submit(form, {}, button).status == HTTPStatus.FORBIDDEN
    assert bo.open(f"/g/{game}").status == 200


def test_a_second_tap_finds_it_deleted(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/deletion")
    form, button = bank.page.form(buttons.DELETE_FOR_GOOD)
    assert [bank.submit(form, {}, button).status for _ in range(2)] == [HTTPStatus.GONE] * 2


def test_a_result_leads_there_and_back(app: Flask) -> None:
    phone = at_table(app)
    end(phone)
    phone.press(buttons.RESULT)
    phone.follow(buttons.DELETE)
    assert "not over" not in phone.page.text
    assert phone.page.link("Keep it") == f"/g/{phone.page.game}/result"
    phone.press(buttons.DELETE_FOR_GOOD)
    assert phone.open(f"/g/{phone.page.game}/export.json").status == HTTPStatus.GONE


def test_an_evening_with_the_other_box_is_deleted_too(app: Flask) -> None:
    bank = loot_table(app).phone()
    bank.open(f"/g/{bank.page.game}/nottingham/menu")
    bank.follow(buttons.DELETE)
    assert bank.press(buttons.DELETE_FOR_GOOD).status == HTTPStatus.GONE
    assert bank.open(f"/g/{bank.page.game}/nottingham/menu").status == HTTPStatus.GONE


def test_a_count_goes_with_those_that_it_replaced(phone: Phone) -> None:
    """The start page lists one of them: nobody would know of the others."""
    first = counted(phone).game
    phone.follow(buttons.CHANGE_A_NUMBER)
    second = phone.press(buttons.RESULT, {"0-gold": 41}).game
    other = counted(phone).game
    phone.open(f"/g/{first}/result")
    phone.follow(buttons.DELETE)
    phone.press(buttons.DELETE_FOR_GOOD)
    assert [phone.open(f"/g/{game}/result").status for game in (first, second, other)] == [410, 410, 200]


def test_a_rematch_stays_when_the_evening_before_it_goes(app: Flask) -> None:
    phone = Phone(app)
    game = counted(phone).game
    phone.open(f"/g/{game}/result")
    phone.press(buttons.REMATCH)
    rematch = phone.press(buttons.OPEN_TABLE).game
    phone.open(f"/g/{game}/deletion")
    phone.press(buttons.DELETE_FOR_GOOD)
    assert phone.open(f"/g/{rematch}").status == 200


def test_a_deletion_that_cannot_be_stored_leaves_everything(
    bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.open(f"/g/{bank.page.game}/deletion")
    form, button = bank.page.form(buttons.DELETE_FOR_GOOD)

    def refuse(*_: object) -> None:
        raise StorageRefused("full")

    with monkeypatch.context() as broken:
        broken.setattr(Book, "delete", refuse)
        assert bank.submit(form, {}, button).status == HTTPStatus.SERVICE_UNAVAILABLE
    assert bank.open(f"/g/{bank.page.game}").status == 200


# A phone


def test_a_phone_is_forgotten_here_and_there(app: Flask) -> None:
    """Its seat is free, what it noted there is gone, and nothing of it is in its browser."""
    there = table(app)
    bo = there.notes(BO, silk=2).phone(BO)
    cookie = bo.client.get_cookie(COOKIE, domain=HOST)
    token = cookie.value if cookie else ""
    bo.open("/settings")
    bo.press(buttons.SAVE, {"scheme": "dark"})
    bo.open("/settings")
    bo.press(buttons.FORGET_THIS_PHONE)
    assert "This phone is forgotten" in bo.page.text
    assert not bo.client._cookies  # noqa: SLF001 - all there are
    assert bo.open(there_of(there)).status == HTTPStatus.FORBIDDEN
    assert BO not in membership_of(app).look(there.id).seats
    assert service_of(app).notes(there.id, BO) == {}
    assert token_hash(token).encode() not in rows_of(app)


def test_a_phone_that_was_never_here_can_be_forgotten_too(phone: Phone) -> None:
    phone.open("/settings")
    assert phone.press(buttons.FORGET_THIS_PHONE).status == 200


def test_the_evenings_of_a_phone_that_is_forgotten_stay_with_the_others(app: Flask) -> None:
    """Nobody is the bank then; the others choose one."""
    there = table(app)
    bank, bo = there.phone(), there.phone(BO)
    bank.open("/settings")
    bank.press(buttons.FORGET_THIS_PHONE)
    assert bo.open(there_of(there)).status == 200
    assert membership_of(app).look(there.id).bank_phone is None
    makes_bank(bo, BO)
    assert "Delete this evening" in bo.open(f"{there_of(there)}/menu").text


def test_nobody_is_told_that_a_phone_is_forgotten_which_is_not(bank: Phone) -> None:
    assert "forgotten" not in bank.open("/?forgotten=1").text


# What is old


def later(monkeypatch: pytest.MonkeyPatch, app: Flask, days: int) -> None:
    """So many days go by, by both clocks."""
    keeper = membership_of(app)
    for clock in ("_now", "_monotonic"):
        then = getattr(keeper, clock)() + days * DAY
        monkeypatch.setattr(keeper, clock, lambda then=then: then)


@pytest.fixture
def month(tmp_path: Path) -> Flask:
    """An app that keeps evenings for thirty days."""
    return made_in(tmp_path, KEEP_DAYS=30)


def test_an_old_evening_is_deleted_with_the_first_request_of_a_day(
    month: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = at_table(month, fields={"name-1": NAME}).page.game
    later(monkeypatch, month, 29)
    assert Phone(month).send("GET", f"/g/{old}").status == HTTPStatus.FORBIDDEN
    later(monkeypatch, month, 2)
    assert Phone(month).send("GET", "/healthz").status == 200
    assert Phone(month).send("GET", f"/g/{old}").status == HTTPStatus.GONE
    assert NAME.encode() not in files_of(month)


def test_an_old_evening_is_deleted_at_the_start(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(own_app.instance_path)
    with monkeypatch.context() as past:
        past.setattr(service_of(own_app), "_now", lambda: 1_700_000_000_000)
        old = at_table(own_app).page.game
    assert Phone(made_in(folder)).send("GET", f"/g/{old}").status == HTTPStatus.FORBIDDEN
    again = made_in(folder, KEEP_DAYS=30)
    assert Phone(again).send("GET", f"/g/{old}").status == HTTPStatus.GONE


def test_a_date_that_jumps_ahead_deletes_nothing(month: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    game, keeper = at_table(month).page.game, membership_of(month)
    ahead = keeper._now() + 400 * DAY  # noqa: SLF001 - the date of this machine is set
    monkeypatch.setattr(keeper, "_now", lambda: ahead)
    Phone(month).send("GET", "/healthz")
    assert not journal_of(month).is_gone(game)


def test_all_evenings_are_kept_unless_a_host_says_otherwise(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = at_table(own_app).page.game
    later(monkeypatch, own_app, 9_999)
    Phone(own_app).send("GET", "/healthz")
    assert not journal_of(own_app).is_gone(game)


@pytest.mark.parametrize("days", [0, -1, "30", 1.5, True])
def test_days_that_make_no_sense_prevent_the_start(tmp_path: Path, days: object) -> None:
    with pytest.raises(BadSettingError, match="KEEP_DAYS"):
        made_in(tmp_path, KEEP_DAYS=days)


def test_old_evenings_that_cannot_be_deleted_stop_nobody(
    month: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = at_table(month).page.game

    def refuse(*_: object) -> None:
        raise StorageRefused("full")

    later(monkeypatch, month, 40)
    monkeypatch.setattr(Book, "delete", refuse)
    assert Phone(month).send("GET", "/healthz").status == 200
    assert "could not be deleted" in caplog.text
    assert not journal_of(month).is_gone(game)


def test_what_could_not_be_cleared_is_cleared_with_the_next_start(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy was being made, or the disk was full."""
    bank = at_table(own_app, fields={"name-1": NAME})

    def refuse(*_: object, **__: object) -> None:
        raise StorageRefused("locked")

    with monkeypatch.context() as busy:
        busy.setattr(SqliteStore, "rewrite", refuse)
        assert deletes(bank).status == HTTPStatus.GONE
    assert journal_of(own_app).uncleared() == (bank.page.game,)
    made_in(Path(own_app.instance_path))
    assert journal_of(own_app).uncleared() == ()
    assert NAME.encode() not in files_of(own_app)
