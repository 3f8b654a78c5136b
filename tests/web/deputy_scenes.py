"""Every form of two Deputies, reached as people reach it and filled in so that it would be accepted."""

from typing import Any

from flask import Flask

from tests.tables import Table, table
from tests.web import buttons
from tests.web.deputies import CLEO, DOV, FLO, a_round, an_odd_round
from tests.web.phone import Phone
from tests.web.scene import Scene, scene


def deputies_opened(app: Flask) -> Scene:
    """A new table of six."""
    phone = Phone(app)
    phone.open("/new")
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo"))}
    return scene(phone, "Open the table", {**names, "first_sheriff": 0, "second_deputy": CLEO})


def deputies_passed(app: Flask) -> Scene:
    """A bag that one of them lets pass alone."""
    phone = table(app, 6).phone()
    phone.follow("Cleo ’s bag")
    phone.press("+ Gold")
    return scene(phone, "let it pass", {"good": "apples", "number": 3, "alone": 1, "deal-0-gold": 5})


def poor_deputies(app: Flask, ann: int = 2, bo: int = 1, **state: Any) -> Table:  # noqa: ANN401 - see tables
    """Ann and Bo have little gold, and goods that pay what is missing."""
    return table(app, 6, gold={0: ann, 1: bo}, stands={0: {"cheese": 3}, 1: {"apples": 5}}, **state)


def deputies_short(app: Flask) -> Scene:
    """Both are short over one bag (E9)."""
    phone = poor_deputies(app).phone()
    phone.follow("Cleo ’s bag")
    phone.press("open it", {"good": "chickens", "number": 5})
    return scene(phone, "Record it", {"debt-cheese": 1, "other-debt-apples": 2})


def booty_shared(app: Flask) -> Scene:
    """An odd Booty is shared (E13)."""
    phone = table(app, 6).phone()
    an_odd_round(phone)
    phone.follow(buttons.SHARE)
    return scene(phone, "Share it like this", {"gold-0": 4, "take-0-chickens": 1, "take-1-face_down": 1})


def deputies_named(app: Flask) -> Scene:
    """The next two are named (E7)."""
    phone = table(app, 6).phone()
    a_round(phone)
    phone.press(buttons.SHARE)
    phone.follow(buttons.DRAWN_BY_HAND)
    return scene(phone, "These two have the badges", {"first": FLO, "second": DOV})
