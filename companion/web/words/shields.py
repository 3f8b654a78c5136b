"""What the charges of the shields are called."""

from companion.web.http.language import gettext
from companion.web.words.marks import N_

_SHIELDS = {
    "leaf": N_("Leaf"),
    "stag": N_("Stag"),
    "arrow": N_("Arrow"),
    "tower": N_("Tower"),
    "bell": N_("Bell"),
    "key": N_("Key"),
    "swan": N_("Swan"),
}


def shield_name(charge: str) -> str:
    """A shield's charge in a word."""
    return gettext(_SHIELDS[charge])
