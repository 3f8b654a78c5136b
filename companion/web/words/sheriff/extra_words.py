"""Cards that count at the end as they are called: each by its sort and what it was for (E21, E23, E24)."""

from markupsafe import Markup

from companion.rules.sheriff.extras import BLACK_MARKET, SPECIAL_ORDER
from companion.web.http.language import gettext as _
from companion.web.words.people import say
from companion.web.words.sheriff.glossary import MANY, good_name

CARD = "extra"


def extra_name(what: str) -> Markup:
    """What such a card is called, by the word that says what it is."""
    head, _colon, rest = what.partition(":")
    good, _colon, contraband = rest.partition(":")
    if head == BLACK_MARKET:
        return say(_("Black Market: %(good)s"), good=good_name(good, MANY))
    if head == SPECIAL_ORDER:
        both = {"good": good_name(good, MANY), "contraband": good_name(contraband, MANY)}
        return say(_("Special order: %(good)s and %(contraband)s"), **both)
    return Markup("<bdi>{}</bdi>").format(rest)


def extra_icon(what: str) -> str:
    """What is drawn beside it: the contraband that it was for, or a card."""
    head, _colon, rest = what.partition(":")
    return rest.rpartition(":")[2] if head in {BLACK_MARKET, SPECIAL_ORDER} else CARD
