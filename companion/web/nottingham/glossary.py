"""The words of the game: objects, loot, missions, each through the catalogue."""

from companion.web.http.language import gettext, ngettext
from companion.web.parts import N_, NP_

_ITEMS = {
    "copper_coin": (N_("Copper coin"), NP_("copper coin", "copper coins")),
    "candlestick": (N_("Candlestick"), NP_("candlestick", "candlesticks")),
    "gold": (N_("Gold"), NP_("gold card", "gold cards")),
    "pearls": (N_("Pearls"), NP_("pearl", "pearls")),
    "jewels": (N_("Jewels"), NP_("jewel", "jewels")),
    "necklace": (N_("Necklace"), NP_("necklace", "necklaces")),
    "chest": (N_("Chest"), NP_("chest", "chests")),
}
_MISSIONS = {
    "one_of_each": (N_("One of each"), N_("all seven objects, one card each")),
    "five_of_one": (N_("Five of one"), N_("five cards of one object")),
    "four_pairs": (N_("Four pairs"), N_("two cards each of four objects")),
    "three_pairs": (N_("Three pairs"), N_("two cards each of three objects")),
}


def item_name(word: str) -> str:
    """What an object is called, as on a button or at the head of a row."""
    return gettext(_ITEMS[word][0])


def items_of(word: str, number: int) -> str:
    """A number of cards of an object, as in a sentence: 3 pearls."""
    name = ngettext(*_ITEMS[word][1], number)
    return gettext("%(number)s %(item)s", number=number, item=name)


def mission_name(word: str, *, hint: bool = False) -> str:
    """What a mission is called, or what has to be shown for it."""
    return gettext(_MISSIONS[word][hint])


def is_item(word: object) -> bool:
    """Whether there is an object of this word."""
    return word in _ITEMS


def is_mission(word: object) -> bool:
    """Whether there is a mission of this word."""
    return word in _MISSIONS
