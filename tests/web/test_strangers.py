"""What strangers may create: so many tables and counts from one address, and so many who watch one table."""

import time
from http import HTTPStatus
from secrets import token_urlsafe

import pytest
from flask import Flask

from companion.places import MOST_WATCHERS
from companion.web.http import limits
from tests.tables import table
from tests.web.conftest import made_in
from tests.web.evening import NAMES, at_table
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, door_of
from tests.web.stored import membership_of

FEW = 3


@pytest.fixture
def small(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app where an address may open three tables within an hour."""
    return made_in(tmp_path_factory.mktemp("small"), TABLES=FEW)


def opens(app: Flask, address: str = "192.168.1.7", *, names: int = 4, forwarded: str = "") -> Page:
    """Another phone at this address opens a table; `forwarded` is what proxies say of it."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = address
    if forwarded:
        phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = forwarded
    tokens = {"csrf_token": phone.token, "action_id": token_urlsafe(16)}
    typed = {f"name-{seat}": NAMES[seat] for seat in range(names)}
    asked = {**tokens, **typed, "edition": "first", "first_sheriff": "0"}
    return phone.send("POST", "/new", list(asked.items()))


def test_an_address_opens_so_many_tables_within_an_hour(
    small: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [opens(small).status for _ in range(FEW)] == [303] * FEW
    refused = opens(small)
    assert refused.status == HTTPStatus.TOO_MANY_REQUESTS
    assert 0 < int(refused.answer.headers["Retry-After"]) <= limits.HOUR_SECONDS
    assert "Too many tables were opened from here within an hour." in refused.text
    assert f'value="{NAMES[0]}"' in refused.html
    assert opens(small, "192.168.1.8").status == 303
    later = time.monotonic() + limits.HOUR_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert opens(small).status == 303


def test_a_form_that_comes_again_counts_once_and_finds_its_table(small: Flask) -> None:
    phone = Phone(small)
    tokens = {"csrf_token": phone.token, "action_id": token_urlsafe(16)}
    typed = {f"name-{seat}": NAMES[seat] for seat in range(4)}
    asked = list({**tokens, **typed, "edition": "first", "first_sheriff": "0"}.items())
    first = phone.send("POST", "/new", asked)
    assert [phone.send("POST", "/new", asked).answer.headers["Location"] for _ in range(FEW)] == [
        first.answer.headers["Location"]
    ] * FEW
    assert [opens(small, "127.0.0.1").status for _ in range(FEW)] == [303, 303, 429]
    assert phone.send("POST", "/new", asked).answer.headers["Location"] == first.answer.headers["Location"]


def test_behind_a_proxy_the_address_is_that_of_the_configured_hop(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A header that the stranger's own request brings along, further to the left, gives no more tables."""
    proxied = made_in(tmp_path_factory.mktemp("proxied"), TABLES=1, PROXIES=1)
    through = [f"10.0.0.{forged}, 198.51.100.7" for forged in range(3)]
    assert [opens(proxied, forwarded=hops).status for hops in through] == [303, 429, 429]
    assert opens(proxied, forwarded="198.51.100.8").status == 303
    direct = made_in(tmp_path_factory.mktemp("direct"), TABLES=1)
    assert [opens(direct, forwarded=hops).status for hops in through] == [303, 429, 429]


def test_what_is_refused_does_not_count(small: Flask) -> None:
    assert [opens(small, names=1).status for _ in range(FEW + 1)] == [422] * (FEW + 1)
    assert opens(small).status == 303


def pays(phone: Phone, giver: int) -> Page:
    """A phone books 5 gold between Ann and Bo."""
    tokens = {"csrf_token": phone.token, "action_id": token_urlsafe(16)}
    asked = {**tokens, "giver": str(giver), "receiver": str(1 - giver), "gold": "5"}
    return phone.send("POST", f"/g/{phone.page.game}/payments", list(asked.items()))


def test_a_phone_taps_no_faster_than_people_do(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sends is kept to be sent again, and no other phone of the table is slowed down."""
    there = table(made_in(tmp_path_factory.mktemp("slow"), TAPS=FEW))
    bank, bo = there.phone(), there.phone(1)
    taps = [pays(bank, 0) for _ in range(FEW + 1)]
    assert [tap.status for tap in taps] == [303] * FEW + [429]
    assert "Too many taps at once" in taps[-1].text
    assert 'name="gold" value="5"' in taps[-1].html
    assert 0 < int(taps[-1].answer.headers["Retry-After"]) <= limits.WINDOW_SECONDS
    assert there.seq == 1 + FEW
    assert pays(bo, 1).status == 303
    later = time.monotonic() + limits.WINDOW_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert pays(bank, 0).status == 303


def test_an_address_taps_no_faster_than_a_club(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whoever clears the cookies is another phone, at the same address."""
    there = table(made_in(tmp_path_factory.mktemp("slow"), TAPS=FEW))
    taps = [pays(there.phone(tap % 2), tap % 2).status for tap in range(FEW * limits.PHONES + 1)]
    assert taps == [303] * FEW * limits.PHONES + [429]


def test_so_many_may_watch_a_table(app: Flask) -> None:
    """Each of them costs every tap a little; those who watch already stay, and players still come in."""
    bank = at_table(app)
    first = comes_in(app, bank, "Just watch")
    keeper = membership_of(app)
    for number in range(MOST_WATCHERS - 1):
        keeper.watch(bank.page.game, f"{number:08x}".ljust(64, "0"))
    late = comes_in(app, bank, "Just watch")
    assert late.page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert f"{MOST_WATCHERS} phones watch here already. No more can." in late.page.text
    first.open(f"/j/{door_of(bank)}")
    assert first.press("Just watch").status == HTTPStatus.OK
    assert comes_in(app, bank, "Bo").page.status == HTTPStatus.OK
