"""Tables of six, at which two Deputies serve."""

from tests.web.evening import bag_of, is_opened, lies, passes
from tests.web.phone import Phone

SIX = ("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo")
ANN, BO, CLEO, DOV, EVE, FLO = range(6)


def a_round(phone: Phone) -> None:
    """The first round of the story of six: 22 gold on the Booty, and 8 for Bo alone (E8 to E11)."""
    passes(phone, "Cleo", "apples", 3, {"deal-0-gold": 12})
    is_opened(phone, "Dov", "chickens", 3)
    lies(phone, "Eve", ("apples", 4), "Opened", {"in-apples": 1, "in-cheese": 1, "in-mead": 2})
    bag_of(phone, "Flo")
    phone.press("Passed, something else", {"good": "cheese", "number": 2, "alone": BO, "deal-0-gold": 8})
    phone.press("Record it", {"in-cheese": 1, "face_down": 1})


def an_odd_round(phone: Phone) -> None:
    """Seven gold, a chicken and a face-down card on the Booty: somebody has to say who takes what (E13)."""
    passes(phone, "Cleo", "apples", 3, {"deal-0-gold": 7})
    bag_of(phone, "Dov")
    phone.press("+ Cards from bag")
    phone.press("Passed, something else", {"good": "chickens", "number": 3})
    phone.press(
        "Record it", {"in-chickens": 2, "face_down": 1, "deal-0-bag-chickens": 1, "deal-0-bag-face_down": 1}
    )
    for name in ("Eve", "Flo"):
        passes(phone, name, "apples", 1)
