"""A table that plays with what Merry Men adds, and what people do there by the pages' own forms."""

from tests.web import buttons
from tests.web.evening import bag_of
from tests.web.phone import Fields, Page, Phone

EVERYTHING: Fields = {"black_market": 1, "special_orders": 1, "other_cards": 1, "laws": 1}
MERRY: Fields = {
    **EVERYTHING,
    "edition": "second",
    "rounds": 6,
    "round": 3,
    "purse-0": 40,
    "purse-1": 31,
    "purse-2": 55,
    "purse-3": 3,
    "stand-0-apples": 3,
    "stand-1-pepper": 1,
    "stand-1-face_down": 2,
    "stand-2-bread": 4,
    "stand-2-face_down": 3,
    "stand-3-chickens": 2,
}
"""In the third round Ann is Sheriff; Bo can have three Pepper, Cleo three of any kind, Dov has none."""
TAX = "Declared apples are taxed"


def brings(phone: Phone, name: str = "Bo", good: str = "apples", face_down: int = 1) -> Page:
    """A bag passes with one legal good and so many cards face down."""
    bag_of(phone, name)
    phone.press(buttons.PASSES_A_LIE, {"good": good, "number": 1 + face_down})
    return phone.press(buttons.RECORD, {f"in-{good}": 1, "face_down": face_down})


def takes(phone: Phone, seat: int, **fields: str | int) -> Page:
    """A player takes a card, by its sheet."""
    phone.open(f"/g/{phone.page.game}/extras/{seat}")
    return phone.press(buttons.RECORD, fields)


def proclaims(phone: Phone, *laws: str) -> Page:
    """These laws are typed."""
    phone.open(f"/g/{phone.page.game}/laws")
    return phone.press(buttons.RECORD_THE_LAWS, {f"line-{index}": law for index, law in enumerate(laws)})
