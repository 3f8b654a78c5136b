"""Sheets that show a code for a place of this phone: they have expired once the place has moved."""

import re

from companion.web.context.current import viewer
from companion.web.http.language import gettext as _

_SHEET = re.compile(r"(?:seats/(?P<seat>[0-9]{1,7})/)?move", re.ASCII)


def is_move(sheet: str) -> bool:
    """Whether it is such a sheet, by the end of its address."""
    return _SHEET.fullmatch(sheet) is not None


def why_moved(game: str, sheet: str) -> str:
    """What to say once the seat or the bank has gone to the other phone; "" while it has not."""
    found, me = _SHEET.fullmatch(sheet), viewer(game)
    if found is None:
        return ""
    if found["seat"] is None:
        return "" if me.bank else _("The bank is on another phone now.")
    return "" if int(found["seat"]) in me.seats else _("This seat is not on this phone.")
