"""A place, or the words that lead to one, lost while a request was on the way."""

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from flask import Flask

from companion.journal import Book
from companion.places import seat_role
from companion.records import BANK
from companion.web.token import COOKIE, token_hash
from tests.web.evening import at_table, passes
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, door_of, seated
from tests.web.stored import come_to_their_writes, membership_of, service_of, table_of
from tests.web.test_phones import copy_cookies, leave

Asks = Mapping[str, tuple[str, Mapping[str, str]]]
OF_THE_BANK: Asks = {
    "opens the door": ("/door", {"do": "open"}),
    "changes the code": ("/door", {"do": "anew"}),
    "shuts the door": ("/door", {"do": "shut"}),
    "sits down": ("/seats", {"seat": "3"}),
    "opens a seat": ("/releases", {"seat": "2"}),
    "sends watchers away": ("/watchers", {"do": "clear"}),
    "hands the bank on": ("/banker", {"seat": "2"}),
    "says who records": ("/recording", {"recording": "bank"}),
    "takes the bank along": ("/handovers", {}),
}
OF_A_SEAT: Asks = {
    "leaves it": ("/releases", {"seat": "1"}),
    "takes it along": ("/seats/1/move", {}),
    "notes a card": ("/seats/1/bag", {"round": "1", "in-mead": "1"}),
    "chooses another bank": ("/banker", {"seat": "2"}),
}
OF_THE_SHERIFF: Asks = {
    "lets a bag pass": ("/passes", {"seat": "1", "good": "apples", "number": "2"}),
    "threatens": ("/threats", {"seat": "1"}),
    "takes an entry back": ("/take-backs", {"entry": "2"}),
}


def asked_before(
    app: Flask, phone: Phone, game: str, asks: Asks, change: Callable[[Book], object]
) -> dict[str, int]:
    """The statuses of requests that had reached their writes before this change was written."""
    return {name: page.status for name, page in answered(app, phone, game, asks, change).items()}


def answered(
    app: Flask, phone: Phone, game: str, asks: Asks, change: Callable[[Book], object]
) -> dict[str, Page]:
    """The responses to such requests."""
    answers: dict[str, Page] = {}
    token = phone.token  # and with it the cookie that it belongs to
    pages = {name: Phone(app) for name in asks}
    for page in pages.values():
        copy_cookies(phone, page)

    def ask(name: str) -> None:
        path, fields = asks[name]
        sent = {"csrf_token": token, "action_id": secrets.token_urlsafe(16), **fields}
        address = path if path.startswith("/j/") else f"/g/{game}{path}"
        answers[name] = pages[name].send("POST", address, sent.items())

    threads = [threading.Thread(target=ask, args=(name,)) for name in asks]
    with service_of(app).journal.writing(game) as book:  # the write that all others wait for
        for thread in threads:
            thread.start()
        come_to_their_writes(threads)
        change(book)
    for thread in threads:
        thread.join()
    return answers


def hash_of(phone: Phone) -> str:
    """What a phone is known by among the stored roles."""
    cookie = phone.client.get_cookie(COOKIE, domain="table.lan")
    assert cookie is not None
    return token_hash(cookie.value)


@pytest.fixture
def bank(app: Flask) -> Phone:
    """The bank of a table at which Bo and Cleo have phones, and one watches."""
    bank = at_table(app)
    comes_in(app, bank, "Just watch")
    for name in ("Bo", "Cleo"):
        seated(app, bank, name)
    return bank


def test_a_bank_that_was_handed_on_does_none_of_what_it_asked_before(app: Flask, bank: Phone) -> None:
    game, keeper = bank.page.game, membership_of(app)
    dov = seated(app, bank, "Dov")
    before = keeper.look(game).room
    statuses = asked_before(
        app, bank, game, OF_THE_BANK, lambda book: book.hold(BANK, hash_of(dov), service_of(app).now())
    )
    assert statuses == dict.fromkeys(OF_THE_BANK, 403)
    assert replace(keeper.look(game).room, version=0) == replace(before, version=0)
    assert keeper.look(game).seats == {1, 2, 3}
    assert keeper.look(game).bank_seats == {3}
    assert keeper.look(game).watchers == 1


def test_a_seat_that_went_to_another_phone_does_none_of_what_was_asked_before(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keeper = bank.page.game, membership_of(app)
    keeper.release(game, 1)
    bo, other = seated(app, bank, "Bo"), seated(app, bank, "Dov")
    leave(monkeypatch, app)
    statuses = asked_before(
        app, bo, game, OF_A_SEAT, lambda book: book.hold(seat_role(1), hash_of(other), service_of(app).now())
    )
    assert statuses == dict.fromkeys(OF_A_SEAT, 403)
    assert keeper.viewer(game, hash_of(other)).seats == {1, 3}
    assert keeper.look(game).votes.candidates == {}
    assert service_of(app).notes(game, 1) == {}


def test_a_sheriff_who_was_let_out_books_and_says_nothing_of_what_was_asked_before(
    app: Flask, bank: Phone
) -> None:
    ann = seated(app, bank, "Ann")
    passes(bank, "Cleo", "apples", 1)
    game = bank.page.game
    statuses = asked_before(app, ann, game, OF_THE_SHERIFF, lambda room: room.let_go(seat_role(0)))
    assert statuses == dict.fromkeys(OF_THE_SHERIFF, 403)
    assert table_of(bank).seq == 2


def test_a_door_that_was_shut_lets_nobody_in_who_knocked_before(app: Flask, bank: Phone) -> None:
    game, keeper, new, code = bank.page.game, membership_of(app), Phone(app), door_of(bank)
    places = {"a seat": "3", "to look on": "watch", "the table view": "table"}
    asks = {name: (f"/j/{code}", {"place": place}) for name, place in places.items()}
    new.open(f"/j/{code}")
    statuses = asked_before(app, new, game, asks, lambda book: book.change(open_until=0))
    assert statuses == dict.fromkeys(asks, 404)
    assert keeper.look(game).seats == {1, 2}
    assert keeper.look(game).watchers == 1


@pytest.mark.parametrize("role", ["a newcomer", "the bank"])
def test_who_comes_second_to_a_seat_is_shown_who_holds_it(app: Flask, bank: Phone, role: str) -> None:
    """The page that refuses shows the state after the write, not what was read before it."""
    game, new, other = bank.page.game, Phone(app), seated(app, bank, "Ann")
    asks = {
        "a newcomer": (f"/j/{door_of(bank)}", {"place": "3"}),
        "the bank": ("/seats", {"seat": "3"}),
    }
    phone = new if role == "a newcomer" else bank
    phone.open("/join")
    (page,) = answered(
        app,
        phone,
        game,
        {role: asks[role]},
        lambda book: book.hold(seat_role(3), hash_of(other), service_of(app).now()),
    ).values()
    assert page.status == 422
    assert "Dov has a phone" in page.text
