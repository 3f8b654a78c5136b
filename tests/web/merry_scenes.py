"""Every form of what Merry Men adds, reached as people reach it and filled in so that it is accepted."""

from flask import Flask

from tests.tables import merry_table
from tests.web import buttons
from tests.web.evening import NAMES, bag_of
from tests.web.merry import EVERYTHING, TAX, brings, proclaims, takes
from tests.web.phone import Fields, Phone
from tests.web.scene import Scene, scene


def of_card(app: Flask) -> Phone:
    """The sheet of Bo's card, whose bag has passed."""
    phone = merry_table(app).phone()
    brings(phone)
    return sheet(phone, "extras/1")


def sheet(phone: Phone, path: str) -> Phone:
    """The phone with this page of its table."""
    phone.open(f"/g/{phone.page.game}/{path}")
    return phone


def market_card(app: Flask) -> Scene:
    """A card of the Black Market."""
    return scene(of_card(app), "Record it", {"take": "market-pepper", "gold": 30})


def special_order(app: Flask) -> Scene:
    """A special order that the bag fills."""
    return scene(of_card(app), "Record it", {"take": "order-apples", "contraband": "mead", "gold": 6})


def other_card(app: Flask) -> Scene:
    """Any other card."""
    phone = sheet(merry_table(app).phone(), "extras/0")
    return scene(phone, "Record it", {"card": "Little John", "gold": 9})


def card_corrected(app: Flask) -> Scene:
    """An older card, and what it really prints."""
    phone = merry_table(app).phone()
    brings(phone)
    takes(phone, 1, take="market-pepper")
    return scene(sheet(phone, "corrections/3"), "Record the correction", {"gold": 27, "reason": "Misread"})


def fine_by_law(app: Flask) -> Scene:
    """A bag is opened under a law, which says another fine."""
    phone = merry_table(app).phone()
    proclaims(phone, TAX)
    bag_of(phone, "Bo")
    return scene(phone, "opens it", {"good": "apples", "number": 2, "fine": 9})


def paid_by_law(app: Flask) -> Scene:
    """A merchant pays what a law asks for, from the bag's sheet."""
    phone = merry_table(app).phone()
    proclaims(phone, TAX)
    bag_of(phone, "Bo")
    phone.follow(buttons.PAY_BY_LAW)
    return scene(phone, "Record it", {"gold": 2})


def merry_count(app: Flask) -> Scene:
    """A quick count of three, one of whom has other cards."""
    phone = Phone(app)
    phone.open("/count?extras=1")
    players: Fields = {f"name-{seat}": name for seat, name in enumerate(NAMES[:3])}
    cards: Fields = {
        "extra-0-0": "black_market:pepper:30",
        "extra-0-1": "other",
        "extra-0-1-name": "Little John",
        "extra-0-1-gold": 9,
    }
    return scene(phone, "The result", {**players, **{f"{seat}-gold": 40 for seat in range(3)}, **cards})


def merry_new(app: Flask) -> Scene:
    """A new table with everything."""
    phone = Phone(app)
    phone.open("/new")
    names: Fields = {f"name-{seat}": name for seat, name in enumerate(NAMES[:4])}
    return scene(phone, "Open the table", {**names, **EVERYTHING})
