"""Forms that are open while the date of the machine is put right."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

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
