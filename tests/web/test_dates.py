"""Times as the phone tells them, and forms that are open while the date of the machine is put right."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from flask import Flask

from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.way import EndGame
from tests.tables import HOST, loot_table
from tests.web.loot import CHEST
from tests.web.phone import Phone

PAYMENT = {"giver": "1", "receiver": "2", "gold": "5"}


@pytest.mark.parametrize(
    "leap",
    [timedelta(seconds=-7), timedelta(hours=-1), timedelta(days=-400), timedelta(days=40)],
    ids=["seconds back", "an hour back", "years back", "a month ahead"],
)
def test_a_form_that_was_open_while_the_date_leaped_is_booked(bank: Phone, leap: timedelta) -> None:
    game = bank.page.game
    bank.open(f"/g/{game}/pay")
    form, button = bank.page.form("Record")
    with time_machine.travel(datetime.now(UTC) + leap):
        bank.submit(form, PAYMENT, button)
        assert bank.page.status == 200
        bank.open(f"/g/{game}/log")
    assert "Bo gives Cleo 5 gold" in bank.page.text


@pytest.mark.parametrize(
    "zone, day, time",
    [("Pacific/Auckland", "Mon 23 Nov", "09:30"), ("America/New_York", "Sun 22 Nov", "15:30")],
)
def test_log_list_and_result_tell_the_time_of_the_phone(app: Flask, zone: str, day: str, time: str) -> None:
    with time_machine.travel(datetime(2026, 11, 22, 20, 30, tzinfo=UTC)):
        phone = loot_table(app).plays(CHEST, EndGame(), CloseCount()).phone()
        game = phone.page.game
        phone.client.set_cookie("zone", zone, domain=HOST)
        assert time in phone.open(f"/g/{game}/nottingham/log").text
        for page in ("/", f"/g/{game}/nottingham/result"):
            assert f"{day}, {time}" in phone.open(page).text


def test_a_zone_is_known_by_its_older_name_where_the_machine_has_the_newer_one_alone(
    app: Flask, tmp_path: Path
) -> None:
    """Chromium says Calcutta, which Debian keeps in a package of its own by now."""
    newer = next(path for folder in zoneinfo.TZPATH if (path := Path(folder, "Asia/Kolkata")).exists())
    (tmp_path / "Asia").mkdir()
    (tmp_path / "Asia" / "Kolkata").write_bytes(newer.read_bytes())
    zoneinfo.reset_tzpath([tmp_path])
    try:
        with time_machine.travel(datetime(2026, 11, 22, 20, 30, tzinfo=UTC)):
            phone = loot_table(app).plays(CHEST).phone()
            phone.client.set_cookie("zone", "Asia/Calcutta", domain=HOST)
            assert "02:00" in phone.open(f"/g/{phone.page.game}/nottingham/log").text
    finally:
        zoneinfo.reset_tzpath()


@pytest.mark.parametrize(
    "zone", ["", "Nowhere/Land", "../../etc/passwd", "/etc/localtime", "x" * 4000, "\\0"]
)
def test_what_is_no_zone_leaves_the_times_of_the_table_s_machine(app: Flask, zone: str) -> None:
    phone = loot_table(app).plays(CHEST).phone()
    game = phone.page.game
    known = phone.open(f"/g/{game}/nottingham/log").text
    phone.client.set_cookie("zone", zone, domain=HOST)
    assert phone.open(f"/g/{game}/nottingham/log").text == known
