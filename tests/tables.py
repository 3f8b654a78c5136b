"""A table in a given state and the phones at it, for every test of the app: with Flask's client or a browser.

Nothing here opens a page. What people do by pages is in tests/web/evening.py and tests/browser/tasks.py.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Any, Self

from flask import Flask

from companion.membership import Membership
from companion.rules.ledger import Goods
from companion.rules.nottingham.seating import OpenTable
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.talk import Talk
from companion.service import Service
from companion.tables import talk_kept
from companion.web.token import COOKIE, token_hash
from tests.rules.given import NAMES, command_given
from tests.web.phone import Phone, Unread

BANK, WATCHER, MIDDLE = "bank", "watcher", "middle"
"""Whose phone is no player's: it has the bank, only watches, or is the table view."""
HOST = "table.lan"
"""Plain http on a name: no secure context, as on a phone on the same Wi-Fi."""


@dataclass(frozen=True)
class Table:
    """A table of an app: what is booked, said and noted there, and a phone for each place at it."""

    app: Flask
    id: str
    bank: str
    """The token of the phone that opened it."""

    @property
    def service(self) -> Service:
        """Who books at this table."""
        found: Service = self.app.extensions["service"]
        return found

    @property
    def membership(self) -> Membership:
        """Who knows the places at this table."""
        found: Membership = self.app.extensions["membership"]
        return found

    @property
    def game(self) -> Any:  # noqa: ANN401 - of either box
        """The game as it is stored."""
        return self.service.current(self.id).game

    @property
    def seq(self) -> int:
        """The number of the latest entry."""
        return self.service.current(self.id).seq

    @property
    def talk(self) -> Talk:
        """What was said in this round."""
        there = self.membership.look(self.id)
        talk: Talk = talk_kept(self.service.current(self.id), there.room, there.seats)
        return talk

    def plays(self, *actions: object) -> Self:
        """These entries are booked, one after the other."""
        for action in actions:
            self.service.play(self.id, action, secrets.token_urlsafe(16))
        return self

    def says(self, *asks: object) -> Self:
        """This is said, by players who all have phones."""
        everybody = frozenset(range(len(self.game.seats)))
        for ask in asks:
            self.service.say(self.id, ask, secrets.token_urlsafe(16), lambda _: everybody, lambda *_: None)
        return self

    def notes(self, seat: int, **goods: int) -> Self:
        """A merchant notes what is in the bag of this round."""
        self.service.note(self.id, seat, self.game.round, Goods(goods))
        return self

    def token(self, place: int | str) -> str:
        """The token of a new phone at a place: a seat, which another phone loses, or a place of no player."""
        if place == BANK:
            return self.bank
        token = secrets.token_urlsafe(32)
        if isinstance(place, str):
            self.membership.watch(self.id, token_hash(token), as_table=place == MIDDLE)
        else:
            if place in self.membership.look(self.id).seats:
                self.membership.leave(self.id, place)
            self.membership.take_seat(self.id, place, token_hash(token))
        return token

    def phone(self, place: int | str = BANK, language: str = "en", path: str = "") -> Phone:
        """A phone at a place, without scripts, that shows the board or a page below it."""
        phone = Phone(self.app, language)
        phone.client.set_cookie(COOKIE, self.token(place), domain=HOST)
        phone.page = Unread(phone, f"/g/{self.id}{path}")
        return phone

    def cookie(self, place: int | str) -> dict[str, str]:
        """What a browser keeps that is the phone of this place."""
        return {"name": COOKIE, "value": self.token(place), "domain": HOST, "path": "/"}


def opened_by(app: Flask, command: object) -> Table:
    """The table that a command opens, whose bank was just heard from, however old the app is."""
    bank, service = secrets.token_urlsafe(32), app.extensions["service"]
    opened = Table(app, service.open(command, secrets.token_urlsafe(16), token_hash(bank)).id, bank)
    opened.membership.seen(opened.id, token_hash(bank))
    return opened


LATER: dict[str, Any] = {
    "royal_goods": True,
    "promo": {"feast_plate": 1, "brimstone_oil": 1},
    "rounds": 4,
    "round": 2,
    "gold": {0: 3, 3: 97},
    "stands": {0: {"apples": 3, "chickens": 1}, 1: {"face_down": 1}, 2: {"cheese": 2}},
}
MERRY_MEN = ("black_market", "special_orders", "other_cards", "laws")
MERRY: dict[str, Any] = {
    "edition": "second",
    "expansions": MERRY_MEN,
    "rounds": 6,
    "round": 3,
    "gold": {0: 40, 1: 31, 2: 55, 3: 3},
    "stands": {
        0: {"apples": 3},
        1: {"pepper": 1, "face_down": 2},
        2: {"bread": 4, "face_down": 3},
        3: {"chickens": 2},
    },
}


def table(app: Flask, players: int = 4, **state: Any) -> Table:  # noqa: ANN401 - see command_given
    """A table of Ann (the Sheriff), Bo, Cleo, Dov, Eve and Flo, with purses, stands and options as named."""
    return opened_by(app, command_given(players, **state))


def later_table(app: Flask, **changes: Any) -> Table:  # noqa: ANN401 - see command_given
    """A table in the second of four rounds: Ann is short of gold, Bo has a card face down."""
    return table(app, **_changed(LATER, changes))


def merry_table(app: Flask, **changes: Any) -> Table:  # noqa: ANN401 - see command_given
    """A table with all of Merry Men: Bo can have three Pepper, Cleo three of any kind, Dov has none."""
    return table(app, **_changed(MERRY, changes))


def _changed(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The state with these changes; in purses, stands and promo cards only what is named changes."""
    merged = {
        name: {**state.get(name, {}), **value} if isinstance(value, dict) else value
        for name, value in changes.items()
    }
    return {**state, **merged}


def loot_table(app: Flask, *names: str, **changes: object) -> Table:
    """A table with the box of 2006."""
    names = names or NAMES[:3]
    command = OpenTable(names, SHIELDS[: len(names)])
    return opened_by(app, replace(command, **changes))  # type: ignore[arg-type]
