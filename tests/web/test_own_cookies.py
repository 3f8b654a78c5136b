"""Over the https that was configured, cookies are the host's own; elsewhere they are what they were."""

from pathlib import Path

import pytest
from flask import Flask

from companion.web.token import COOKIE
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.evening import opens_table
from tests.web.phone import Phone

HTTPS, HTTP = "https://house.example", "http://house.example"
HOST = "house.example"
OWN = f"__Host-{COOKIE}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cookies")


@pytest.fixture(scope="module")
def before(folder: Path) -> Flask:
    """The app as it was before an address was configured."""
    return made_in(folder, TRUSTED_HOSTS=[HOST])


@pytest.fixture(scope="module")
def configured(folder: Path) -> Flask:
    """The app on the same folder, started with its address."""
    return made_in(folder, PUBLIC_URL=HTTPS, TRUSTED_HOSTS=[HOST])


def cookies(phone: Phone) -> dict[str, bool]:
    """Which of our cookies a phone has, and whether each goes over https alone."""
    names = ("form", COOKIE, "__Host-form", OWN)
    found = {name: phone.client.get_cookie(name, domain=HOST) for name in names}
    return {name: bool(cookie.secure) for name, cookie in found.items() if cookie}


def test_over_https_they_are_the_hosts_own(configured: Flask) -> None:
    assert cookies(opens_table(configured, base=HTTPS)) == {"__Host-form": True, OWN: True}


def test_over_plain_http_they_are_what_they_were(configured: Flask) -> None:
    """On the Wi-Fi of the same machine, where a browser would drop the others."""
    assert cookies(opens_table(configured, base=HTTP)) == {"form": False, COOKIE: False}


def test_without_an_address_they_are_what_they_were(before: Flask) -> None:
    assert cookies(opens_table(before, base=HTTPS)) == {"form": True, COOKIE: True}


def test_a_phone_with_cookies_of_before_keeps_its_tables_and_gets_new_ones(
    before: Flask, configured: Flask
) -> None:
    bank = opens_table(before, base=HTTPS)
    bank.client.application = configured
    for _ in range(2):
        assert bank.open(f"/g/{bank.page.game}").status == 200
        assert OWN in cookies(bank)
        assert COOKIE not in cookies(bank)


def test_a_form_that_was_open_over_the_change_is_taken(before: Flask, configured: Flask) -> None:
    bank = opens_table(before, base=HTTPS)
    bank.open(f"/g/{bank.page.game}/pay")
    bank.client.application = configured
    paid = {"giver": "0", "receiver": "1", "gold": "5"}
    assert bank.submit(bank.page.form_to("/payments"), paid).status == 200
    assert cookies(bank) == {"form": True, "__Host-form": True, OWN: True}


def test_a_phone_that_is_forgotten_keeps_none_of_either_name(before: Flask, configured: Flask) -> None:
    bank = opens_table(before, base=HTTPS)
    board = bank.page.path
    bank.client.application = configured
    bank.open("/settings")
    assert cookies(bank) == {"form": True, "__Host-form": True, OWN: True}
    bank.press(buttons.FORGET_THIS_PHONE)
    assert cookies(bank) == {}
    assert bank.send("GET", board).status == 403


def test_a_planted_cookie_does_not_count_beside_the_hosts_own(configured: Flask) -> None:
    """A neighbour's site below the same name, or plain http on the way, may set one without the prefix."""
    bank, other = (opens_table(configured, base=HTTPS) for _ in range(2))
    theirs = other.client.get_cookie(OWN, domain=HOST)
    assert theirs is not None
    bank.client.set_cookie(COOKIE, theirs.value, domain=HOST)
    assert bank.open(f"/g/{other.page.game}").status == 403
