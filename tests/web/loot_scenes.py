"""Every form of Nottingham, reached as people reach it and filled in so that it would be accepted."""

from flask import Flask

from companion.rules.nottingham.seating import Leave
from tests.tables import loot_table
from tests.web import loot
from tests.web.phone import Fields, Phone
from tests.web.scene import Scene, scene

FOUR = (*loot.NAMES, "Dov")


def of_table(app: Flask, path: str) -> Phone:
    """The bank's phone with a page of a table of four at which Ann has a chest."""
    return loot_table(app, *FOUR).plays(loot.CHEST).phone(path=f"/nottingham/{path}")


def loot_new(app: Flask) -> Scene:
    """A new table of four, with the way and its numbers."""
    phone = Phone(app)
    phone.open("/nottingham/new")
    names: Fields = {f"name-{seat}": name for seat, name in enumerate(FOUR)}
    return scene(phone, "Open the table", {**names, "spaces": 12, "printed": "352846732584"})


def loot_counted(app: Flask) -> Scene:
    """A quick count of three."""
    phone = Phone(app)
    phone.open("/nottingham/count")
    return scene(phone, "The result", loot.SHEET)


def loot_delivered(app: Flask) -> Scene:
    """A delivery of seven cards, two of which are taken."""
    phone = of_table(app, "delivery")
    cards: Fields = {"cards": "more", "more": 7, "ambush-1": 1, "ambush-2": 1}
    return scene(phone, "Record it", {"seat": 0, "what": "pearls", **cards})


def loot_mission(app: Flask) -> Scene:
    """A mission with its two numbers."""
    phone = of_table(app, "delivery?seat=1&what=three_pairs")
    return scene(phone, "Record it", {"alone-three_pairs": 17, "shared-three_pairs": 12})


def loot_corrected(app: Flask) -> Scene:
    """An older delivery, and what it really was."""
    phone = of_table(app, "corrections/2")
    return scene(phone, "Record the correction", {"what": "jewels", "reason": "Misread"})


def loot_stepped(app: Flask) -> Scene:
    """The Sheriff moves by hand."""
    return scene(of_table(app, "menu"), "From space 1 to 2")


def loot_renamed(app: Flask) -> Scene:
    """A player is called otherwise."""
    return scene(of_table(app, "menu"), "Rename Ann", {"name-0": "Anna"})


def loot_left(app: Flask) -> Scene:
    """A player goes home."""
    return scene(of_table(app, "menu"), "Goes home", {"leaver": 3})


def loot_back(app: Flask) -> Scene:
    """A player who went home is back."""
    left = loot_table(app, *FOUR).plays(loot.CHEST, Leave(3))
    return scene(left.phone(path="/nottingham/menu"), "Is back")


def loot_options(app: Flask) -> Scene:
    """Open sums, and another way."""
    way: Fields = {"open_sums": 1, "spaces": 12, "printed": "352846732584"}
    return scene(of_table(app, "menu"), "Change the options", way)


def loot_checked(app: Flask) -> Scene:
    """Loot is corrected."""
    return scene(loot.to_check(app), "Correct it", {"loot-0-chest": 2})
