"""Phones that come to a table: by its own pages, the door, the code, a seat, or straight to a seat."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask

from companion.web.door import hyphened
from companion.web.token import COOKIE, token_hash
from tests.web import buttons
from tests.web.evening import at_table, end, passes
from tests.web.phone import Page, Phone, Unread
from tests.web.stored import membership_of, table_of


def door_of(bank: Phone) -> str:
    """The code of the table's door, which the bank opens if it is shut."""
    game = bank.page.game
    if door := membership_of(bank.client.application).look(game).door:
        return hyphened(door.code)
    bank.open(f"/g/{game}/phones")
    page = bank.press(buttons.LET_PHONES_IN)
    code = page.found(r'class="move-code[^>]*>([^<]+)<')
    bank.open(f"/g/{game}")
    return code


def comes_in(app: Flask, bank: Phone, place: str, language: str = "en") -> Phone:
    """A phone that chose this place behind the door's code: a player's name, or watching."""
    phone = Phone(app, language)
    phone.open(f"/j/{door_of(bank)}")
    phone.press(place)
    return phone


def seated(app: Flask, bank: Phone, name: str) -> Phone:
    """The phone of a player, with the board on it. It has its seat without the pages that lead to one, which
    would take most of the time of these tests. Its page asks for what is new.
    """
    phone, game, token = Phone(app), bank.page.game, secrets.token_urlsafe(32)
    phone.client.set_cookie(COOKIE, token, domain="table.lan")
    seat = [who.name for who in table_of(bank).game.seats].index(name)
    membership_of(app).take_seat(game, seat, token_hash(token))
    membership_of(app).seen(game, token_hash(token), asks=True)
    phone.page = Unread(phone, f"/g/{game}")
    return phone


def lets_out(bank: Phone, seat: int) -> Page:
    """The bank opens a seat again."""
    page = bank.open(f"/g/{bank.page.game}/phones")
    return _pressed(bank, page, "/releases", seat)


def makes_bank(phone: Phone, seat: int) -> Page:
    """The bank is to go to the phone of this seat."""
    return _pressed(phone, phone.open(f"/g/{phone.page.game}/phones"), "/banker", seat)


def _pressed(phone: Phone, page: Page, action: str, seat: int) -> Page:
    for form in page.forms:
        if form.element["action"].endswith(action) and form.buttons[0].get("value") == str(seat):
            return phone.submit(form, {})
    raise AssertionError(f"no button for seat {seat} at {action}")


def records(bank: Phone, word: str) -> None:
    """Who may record from now on: "everybody", "own" or "bank"; without the page for it, as above."""
    game = bank.page.game
    membership_of(bank.client.application).may_record(game, word)
    bank.open(f"/g/{game}")


@dataclass(frozen=True)
class Cast:
    """A phone in every role, each at an address of its own; `game` is in its first round, `over` is not."""

    phones: Mapping[str, Phone]
    game: str
    over: str

    def game_of(self, role: str) -> str:
        """The table that a role asks for."""
        return self.over if role.startswith("over") else self.game


def cast(app: Flask) -> Cast:
    """Four with Ann as Sheriff; Bo's bag passed. Each records the own, and Dov's phone was let out."""
    bank, over = at_table(app), at_table(app)
    for phone in (bank, over):
        passes(phone, "Bo", "apples", 2)
    phones = {
        "stranger": Phone(app),
        "other bank": at_table(app),
        "released": seated(app, bank, "Dov"),
        "watcher": comes_in(app, bank, "Just watch"),
        "table view": comes_in(app, bank, "Table view"),
        "player": seated(app, bank, "Bo"),
        "sheriff": seated(app, bank, "Ann"),
        "bank": bank,
        "over player": seated(app, over, "Bo"),
        "over bank": over,
    }
    lets_out(bank, 3)
    end(over)
    over.press(buttons.RESULT)
    records(bank, "own")
    records(over, "own")
    for number, phone in enumerate(phones.values()):
        phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
    return Cast(phones, bank.page.game, over.page.game)
