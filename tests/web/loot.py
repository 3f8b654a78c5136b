"""Nottingham's end on a phone without scripts: a quick count, and the count of a table."""

from flask import Flask

from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.way import EndGame
from tests.tables import loot_table
from tests.web import buttons
from tests.web.phone import Fields, Page, Phone

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
AMBUSHED = Deliver(1, "pearls", 4, (0, 2))


def counted(phone: Phone, fields: Fields = SHEET) -> Page:
    """The page that a sheet leads to."""
    phone.open("/nottingham/count")
    return phone.press(buttons.RESULT, fields)


def to_check(app: Flask) -> Phone:
    """The bank's phone in the count of a table at which Ann has a chest."""
    return loot_table(app).plays(CHEST, EndGame()).phone(path="/nottingham/check")
