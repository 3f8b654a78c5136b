"""Every form of two Deputies, reached as people reach it and filled in so that it would be accepted."""

from flask import Flask

from tests.web.deputies import CLEO, DOV, FLO, a_round, an_odd_round, of_six
from tests.web.phone import Phone
from tests.web.scene import Make, Scene, scene


def deputies_opened(app: Flask) -> Scene:
    """A new table of six."""
    phone = Phone(app)
    phone.open("/new")
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo"))}
    return scene(phone, "Open the table", {**names, "first_sheriff": 0, "second_deputy": CLEO})


def deputies_passed(app: Flask) -> Scene:
    """A bag that one of them lets pass alone."""
    phone = of_six(app)
    phone.follow("Cleo ’s bag")
    return scene(phone, "let it pass", {"good": "apples", "number": 3, "alone": 1, "deal-0-gold": 5})


def deputies_short(app: Flask) -> Scene:
    """Both are short over one bag (E9)."""
    phone = of_six(
        app, {"round": 1, "purse-0": 2, "purse-1": 1, "stand-0-cheese": 3, "stand-1-apples": 5} | PURSES
    )
    phone.follow("Cleo ’s bag")
    phone.press("open it", {"good": "chickens", "number": 5})
    return scene(phone, "Record it", {"debt-cheese": 1, "other-debt-apples": 2})


def booty_shared(app: Flask) -> Scene:
    """An odd Booty is shared (E13)."""
    phone = of_six(app)
    an_odd_round(phone)
    phone.follow("Share the Booty")
    return scene(phone, "Share it like this", {"gold-0": 4, "take-0-chickens": 1, "take-1-face_down": 1})


def deputies_named(app: Flask) -> Scene:
    """The next two are named (E7)."""
    phone = of_six(app)
    a_round(phone)
    phone.press("Share the Booty")
    phone.follow("Drawn by hand…")
    return scene(phone, "These two have the badges", {"first": FLO, "second": DOV})


PURSES = {f"purse-{seat}": 50 for seat in range(2, 6)}
MAKERS: tuple[Make, ...] = (
    deputies_opened,
    deputies_passed,
    deputies_short,
    booty_shared,
    deputies_named,
)
