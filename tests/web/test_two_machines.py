"""One evening on two machines with one database server: phones do not notice which one they talk to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.machine.databases import UnknownDatabaseError
from companion.machine.keys import WeakKeyError
from companion.places import BANK_GONE
from companion.records import ASLEEP
from companion.service import Clock
from companion.web.http.limits import CODES
from companion.web.token import COOKIE
from tests.cluster import Evenings
from tests.web import buttons
from tests.web.conftest import KEY, made_in
from tests.web.evening import at_table, passes
from tests.web.phone import Phone
from tests.web.seated import door_of, makes_bank, seated
from tests.web.stored import later, service_of
from tests.web.test_knocking import answers, knocks, looks, shut
from tests.web.test_live import MOMENT, asks, listening, soon, stamp_of

Machines = tuple[Flask, Flask]


@pytest.fixture
def machines(evenings: Evenings, tmp_path: Path) -> Iterator[Machines]:
    """Two that share nothing but the server and the key."""
    settings = {"DATABASE_URL": evenings.emptied(), "SECRET_KEY": KEY}
    one, other = (made_in(tmp_path / name, **settings) for name in ("one", "other"))
    with one.extensions["archive"], other.extensions["archive"]:
        yield one, other


def sent_to(machine: Flask, phone: Phone) -> Phone:
    """The same phone, with its cookies, at another machine."""
    there = Phone(machine)
    token = phone.client.get_cookie(COOKIE, domain="table.lan")
    assert token is not None
    there.client.set_cookie(COOKIE, token.value, domain="table.lan")
    there.open(f"/g/{phone.page.game}")
    return there


def test_a_tap_on_one_machine_is_told_to_a_phone_on_the_other(machines: Machines) -> None:
    bank = at_table(machines[0])
    bo = seated(machines[1], bank, "Bo")
    with listening(bo, bank.page.game, stamp_of(bo)) as told:
        soon(passes, bank, "Bo", "apples", 2)
        assert told.next()[0] == "moved"
    assert "decides on Cleo" in bo.open(f"/g/{bank.page.game}").text


def test_a_deletion_on_one_machine_ends_the_streams_of_the_other(machines: Machines) -> None:
    bank = at_table(machines[0])
    bo = seated(machines[1], bank, "Bo")
    with listening(bo, bank.page.game, stamp_of(bo)) as told:
        soon(service_of(machines[0]).delete, [bank.page.game], lambda _members: None)
        assert told.is_over()
    assert bo.send("GET", f"/g/{bank.page.game}/live").status == 410


def test_an_evening_goes_on_whichever_machine_a_phone_talks_to(machines: Machines) -> None:
    phone = at_table(machines[0])
    for number, name in enumerate(("Bo", "Cleo", "Dov"), 1):
        phone = sent_to(machines[number % 2], phone)
        passes(phone, name, "apples", number)
    assert service_of(machines[0]).current(phone.page.game) == service_of(machines[1]).current(
        phone.page.game
    )
    phone = sent_to(machines[0], phone)
    phone.press(buttons.TAKE_BACK)
    assert service_of(machines[1]).current(phone.page.game).seq == 5


def test_a_bank_that_another_machine_has_just_heard_from_is_not_voted_away(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(machines[0])
    bo = seated(machines[1], bank, "Bo")
    later(monkeypatch, BANK_GONE + 1, *machines)
    bank.open(f"/g/{bank.page.game}")
    phones = f"/g/{bank.page.game}/phones"
    assert "has been away" not in bo.open(phones).text
    fields = [("csrf_token", bo.token), ("seat", "1")]
    assert bo.send("POST", f"/g/{bank.page.game}/banker", fields).status == 403
    later(monkeypatch, BANK_GONE + 1, *machines)
    assert "has been away" in bo.open(phones).text


def test_a_phone_is_asleep_and_back_for_boards_at_the_other_machine(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(machines[0])
    bo = seated(machines[1], bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    with listening(bank, bank.page.game, stamp_of(bank)) as told:
        later(monkeypatch, ASLEEP - MOMENT, *machines)
        assert told.next()[0] == "silence"
        soon(asks, bo)
        assert told.next()[0] == "silence"


def test_votes_on_two_machines_choose_one_bank(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = at_table(machines[0])
    bo, dov = seated(machines[0], bank, "Bo"), seated(machines[1], bank, "Dov")
    seated(machines[1], bank, "Cleo")
    later(monkeypatch, BANK_GONE + 1, *machines)
    dov.open(f"/g/{bank.page.game}")
    assert "chosen as the bank by Bo" in makes_bank(bo, 3).text
    makes_bank(dov, 3)
    assert "on this phone · the bank" in dov.open(f"/g/{bank.page.game}/phones").text


def test_the_clock_runs_down_on_both(machines: Machines) -> None:
    game = at_table(machines[0]).page.game
    service_of(machines[0]).set_clock(game, 60_000, running=True)
    clock = service_of(machines[1]).clock(game)
    assert clock is not None
    assert clock.running
    assert 0 < clock.remaining <= 60_000
    service_of(machines[1]).set_clock(game, 30_000, running=False)
    assert service_of(machines[0]).clock(game) == Clock(30_000, running=False)


def test_a_door_that_one_machine_opens_lets_in_at_the_other(machines: Machines) -> None:
    code = door_of(at_table(machines[0]))
    phone = Phone(machines[1])
    assert "Who are you?" in phone.open(f"/j/{code}").title


def test_a_knock_at_one_machine_is_answered_at_the_other(machines: Machines) -> None:
    bank = at_table(machines[0])
    late = knocks(machines[1], shut(bank))
    answers(bank)
    assert looks(late).title == "Who are you?"


def test_wrong_codes_are_counted_by_both_together(machines: Machines) -> None:
    asked = [Phone(machines[number % 2]).send("GET", f"/j/ABCDE{number % 10}") for number in range(CODES + 2)]
    assert [page.status for page in asked] == [404] * CODES + [429] * 2
    assert 0 < int(asked[-1].answer.headers["Retry-After"]) <= 60


def test_a_right_code_does_not_count_at_either(machines: Machines) -> None:
    code = door_of(at_table(machines[0]))
    for number in range(2 * CODES):
        assert Phone(machines[number % 2]).send("GET", f"/j/{code}").status == 200


@pytest.mark.parametrize("key", ["", "short", None])
def test_without_the_same_key_no_machine_starts(evenings: Evenings, tmp_path: Path, key: str | None) -> None:
    with pytest.raises(WeakKeyError):
        create_app({"DATA_DIR": str(tmp_path), "DATABASE_URL": evenings.address, "SECRET_KEY": key})


@pytest.mark.parametrize(
    "address",
    ["mysql://house/evenings", "evenings.db", "postgres:/house", "http://postgresql://house", "sqlite:///x"],
)
def test_an_address_of_no_known_database_starts_nothing(tmp_path: Path, address: str) -> None:
    with pytest.raises(UnknownDatabaseError, match="postgresql://"):
        create_app({"DATA_DIR": str(tmp_path), "DATABASE_URL": address, "SECRET_KEY": KEY})
