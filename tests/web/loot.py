"""Nottingham's end on a phone without scripts: a quick count, and the count of a table."""

import secrets
from collections.abc import Sequence

from flask import Flask

from companion.rules.nottingham.commands import Command, Deliver, EndGame
from tests.web.phone import Fields, Page, Phone
from tests.web.stored import clerk_of

NAMES = ("Ann", "Bo", "Cleo")
# The case of N21: 17 and 12 are not the box's.
SHEET: Fields = {
    **{f"name-{seat}": name for seat, name in enumerate(NAMES)},
    "0-pearls": 2,
    "0-chest": 1,
    "0-five_of_one": "on",
    "1-copper_coin": 1,
    "1-gold": 2,
    "1-five_of_one": "on",
    "1-three_pairs": "on",
    "2-candlestick": 1,
    "2-jewels": 2,
    "2-necklace": 1,
    "numbers-three_pairs-alone": 17,
    "numbers-three_pairs-shared": 12,
}

CHEST = Deliver(0, "chest", 3)


def counted(phone: Phone, fields: Fields = SHEET) -> Page:
    """The page that a sheet leads to."""
    phone.open("/nottingham/count")
    return phone.press("The result", fields)


def at_table(app: Flask, *commands: Command, names: Sequence[str] = NAMES) -> Phone:
    """The bank's phone with the board of a table at which all this was booked."""
    phone = Phone(app)
    phone.open("/nottingham/new")
    game = phone.press("Open the table", {f"name-{seat}": name for seat, name in enumerate(names)}).game
    for command in commands:
        clerk_of(app).play(game, command, secrets.token_urlsafe(16))
    phone.open(f"/g/{game}")
    return phone


def to_check(app: Flask) -> Phone:
    """The bank's phone in the count of a table at which Ann has a chest."""
    phone = at_table(app, CHEST, EndGame())
    phone.open(f"/g/{phone.page.game}/nottingham/check")
    return phone
