"""Every form of the app, reached as people reach it and filled in so that it would be accepted."""

import sys
from inspect import isfunction

from flask import Flask

from tests.kinds.subjects import subjects
from tests.tables import later_table, table
from tests.web import buttons, deputy_scenes, loot_scenes, merry_scenes
from tests.web.evening import NAMES, bag_of, end, is_opened, lies, passes
from tests.web.markup import Form
from tests.web.phone import Fields, Phone
from tests.web.scene import Make, Scene, scene

__all__ = ["SCENES", "Make", "Scene"]


def new(app: Flask) -> Scene:
    """A new table of five in mid-game, with every option."""
    phone = Phone(app)
    phone.open("/new")
    promos = {name: "1" for name, _ in _boxes(phone.page.forms[0]) if name.startswith("promo-")}
    names = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    purses = {f"purse-{seat}": "50" for seat in range(5)}
    options: Fields = {"round": 1, "royal_goods": 1, "first_sheriff": 0}
    return scene(phone, "Open the table", {**names, **purses, **promos, **options})


def _boxes(form: Form) -> list[tuple[str, str]]:
    return [(control["name"], "1") for control in form.controls if control.get("type") == "checkbox"]


def count(app: Flask) -> Scene:
    """A quick count of three."""
    phone = Phone(app)
    phone.open("/count")
    players: Fields = {f"name-{seat}": name for seat, name in enumerate(NAMES[:3])}
    return scene(phone, "The result", {**players, **{f"{seat}-gold": 40 for seat in range(3)}})


def bag_passed(app: Flask) -> Scene:
    """A bag that passes with something else in it, and a deal by two."""
    phone = later_table(app).phone()
    bag_of(phone, "Cleo")
    dealt = {"deal-0-gold": 5, "deal-1-giver": 3, "deal-1-gold": 2}
    phone.press(buttons.PASSES_A_LIE, {"good": "apples", "number": 3, **dealt})
    return scene(phone, "Record it", {"in-apples": 2, "face_down": 1, "deal-0-gold": 5, "deal-1-gold": 2})


def bag_opened(app: Flask) -> Scene:
    """A bag that is opened, and its debt."""
    phone = later_table(app).phone()
    is_opened(phone, "Bo", "bread", 5)
    return scene(phone, "Record it")


def kinds_told(app: Flask) -> Scene:
    """A debt for which a card face down is told."""
    phone = later_table(app, gold={1: 0}, stands={1: {"apples": 1, "face_down": 1}}).phone()
    lies(phone, "Bo", ("cheese", 2), "Opened", {"in-silk": 2})
    phone.press(buttons.RECORD, {"told-mead": 1})
    return scene(phone, "Record it")


def bag_corrected(app: Flask) -> Scene:
    """An older bag, and what it really was."""
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    passes(phone, "Cleo", "apples", 2)
    phone.open(f"/g/{phone.page.game}/corrections/2")
    phone.press(buttons.OPENS_A_LIE)
    return scene(phone, "Record the correction", {"in-apples": 1, "in-silk": 1, "reason": "Misread"})


def payment(app: Flask) -> Scene:
    """A payment by hand."""
    phone = later_table(app).phone()
    phone.open(f"/g/{phone.page.game}/pay?giver=2&receiver=1")
    paid: Fields = {"giver": 2, "receiver": 1, "gold": 5, "good-cheese": 1, "note": "A bet"}
    return scene(phone, "Record it", paid)


def payment_corrected(app: Flask) -> Scene:
    """An older payment, and what it really was."""
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/pay")
    phone.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5})
    phone.open(f"/g/{phone.page.game}/corrections/2")
    return scene(phone, "Record the correction", {"gold": 9})


def rounds(app: Flask) -> Scene:
    """Fewer rounds."""
    phone = table(app).phone()
    phone.follow("Menu")
    return scene(phone, "Change", {"rounds": 3})


def sitting_out(app: Flask) -> Scene:
    """A merchant sits out."""
    phone = table(app).phone()
    phone.follow("Menu")
    return scene(phone, "Sits out", {"seat": 1})


def leaving(app: Flask) -> Scene:
    """A player leaves."""
    phone = table(app).phone()
    phone.follow("Menu")
    return scene(phone, "Leaves", {"leaver": 1})


def renaming(app: Flask) -> Scene:
    """A player is called otherwise."""
    phone = table(app).phone()
    phone.follow("Menu")
    phone.follow(buttons.CHANGE_THE_TABLE)
    return scene(phone, "Rename Ann", {"name-0": "Anna"})


def switching(app: Flask) -> Scene:
    """Royal goods and a promo card come into the deck."""
    phone = table(app).phone()
    phone.follow("Menu")
    phone.follow(buttons.CHANGE_THE_TABLE)
    return scene(phone, "Change the options", {"royal_goods": 1, "promo-feast_plate": 1, "timer": 1})


def first_sheriff(app: Flask) -> Scene:
    """Somebody else is the first Sheriff."""
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/changes")
    return scene(phone, "Give the badge", {"sheriff": 2})


def skipping(app: Flask) -> Scene:
    """The Sheriff's turn is skipped."""
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/changes")
    return scene(phone, "Skip")


def coming_back(app: Flask) -> Scene:
    """A player who left with nothing is back."""
    phone = table(app).phone()
    phone.follow("Menu")
    phone.press("Leaves", {"leaver": 3, "gone": 1})
    phone.open(f"/g/{phone.page.game}/changes")
    return scene(phone, "Is back", {"turns-3": 1, "gold-3": 40})


def joining(app: Flask) -> Scene:
    """A player comes late."""
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/changes")
    return scene(phone, "Joins", {"newcomer": "Eve", "after": 1, "turns": 1, "gold": 40})


def taking_back(app: Flask) -> Scene:
    """The last entry is taken back."""
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    return scene(phone, "Take back")


def putting_back(app: Flask) -> Scene:
    """What was taken back is put back."""
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    phone.press(buttons.TAKE_BACK)
    return scene(phone, "Put it back")


def clock(app: Flask) -> Scene:
    """The inspection clock."""
    return scene(table(app, expansions=["timer"]).phone(), "Start")


def check(app: Flask) -> Scene:
    """A stand is corrected."""
    phone = later_table(app).phone()
    phone.follow("Menu")
    phone.press(buttons.END)
    phone.follow(buttons.CHECK_THE_STANDS)
    return scene(phone, "Correct it", {"good-0-bread": 1})


def reveal(app: Flask) -> Scene:
    """A card is turned over."""
    phone = later_table(app).phone()
    end(phone)
    return scene(phone, "That’s all", {"in-silk": 1})


def plates(app: Flask) -> Scene:
    """A Feast Plate is filled."""
    phone = later_table(app).phone()
    end(phone)
    phone.press(buttons.ALL_TOLD, {"in-feast_plate": 1})
    return scene(phone, "Serve", {"plate-0": "cheese"})


def purses(app: Flask) -> Scene:
    """Coins are counted at the end."""
    phone = table(app, coins_on_table=True).phone()
    end(phone)
    return scene(phone, "Record it", {f"gold-{seat}": 40 + seat for seat in range(4)})


def code(app: Flask) -> Scene:
    """A move code is typed on another phone."""
    bank = table(app).phone()
    bank.open(f"/g/{bank.page.game}/move")
    bank.press(buttons.SHOW_THE_CODE)
    shown = next(line.text for line in bank.page.root.elements("p") if "move-code" in line.get("class"))
    phone = Phone(app)
    phone.open("/join")
    return scene(phone, "Come in", {"code": shown})


def settings(app: Flask) -> Scene:
    """Language and colours."""
    phone = Phone(app)
    phone.open("/settings")
    return scene(phone, "Save these settings", {"scheme": "dark"})


SCENES: dict[str, Make] = {
    name: make
    for module in (sys.modules[__name__], deputy_scenes, merry_scenes, loot_scenes, *subjects())
    for name, make in vars(module).items()
    if isfunction(make) and make.__module__ == module.__name__ and make.__annotations__.get("return") is Scene
}
