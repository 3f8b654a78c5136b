"""What the board says of a place of this phone that it was led from: a sheet with a code for a place has
expired once the place has moved, and a seat that was taken without a name has its shield's.
"""

import re

from companion.web.context.current import clerk, viewer
from companion.web.http.language import gettext as _

_SHEET = re.compile(r"(?:seats/(?P<seat>[0-9]{1,7})/)?(?P<what>move|name)", re.ASCII)


def is_move(sheet: str) -> bool:
    """Whether it is such a sheet, by the end of its address."""
    return _SHEET.fullmatch(sheet) is not None


def unnamed(seat: int) -> str:
    """The sheet on which a seat was taken and no name was typed."""
    return f"seats/{seat}/name"


def why_moved(game: str, sheet: str) -> str:
    """What to say once the seat or the bank has gone to the other phone, or of a seat without a name; ""
    while there is nothing to say.
    """
    found, me = _SHEET.fullmatch(sheet), viewer(game)
    if found is None:
        return ""
    if found["what"] == "name":
        seat = int(found["seat"] or -1)
        return _called(game, seat) if seat in me.seats else ""
    if found["seat"] is None:
        return "" if me.bank else _("The bank is on another phone now.")
    return "" if int(found["seat"]) in me.seats else _("This seat is not on this phone.")


def _called(game: str, seat: int) -> str:
    player = clerk().current(game).game.seats[seat]
    if player.named:
        return ""
    return _("You typed no name, so you are %(name)s here. The menu changes that.", name=player.name)
