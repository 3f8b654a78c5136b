"""How another phone gets here: the addresses to show it."""

from flask import url_for

from companion.places import Places
from companion.web.http.addresses import Way, outward, unreachable
from companion.web.screens.door import DoorView, door_view


def way_in(secret: str) -> Way:
    """The way through the open door."""
    return _way(url_for("joining.places", words=secret))


def way_over(secret: str) -> Way:
    """The way in for the phone to which a place moves."""
    return _way(url_for("joining.carried", secret=secret))


def open_door(there: Places) -> DoorView | None:
    """The door as phones at the table see it; None while it is shut."""
    door = there.door
    return door_view(door, way_in(door.secret), there.moment) if door else None


def _way(page: str) -> Way:
    typed = outward(url_for("joining.code_page"))
    return Way(outward(page) or "", typed or "", unreachable())
