"""The open door: the words that let phones in, as people say, type and scan them."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.places import Door, Moment
from companion.web.http.addresses import Way
from companion.web.http.qr import qr

MILLISECONDS_A_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class DoorView:
    """The open door; if no address for other phones is known, `unreachable` says why."""

    code: str
    address: str
    qr: Markup | str
    minutes: int
    unreachable: str


def door_view(door: Door, way: Way, now: Moment) -> DoorView:
    """The words that let phones in, as people say, type and scan them."""
    minutes = -(-(door.open_until - now.latest) // MILLISECONDS_A_MINUTE)
    picture = qr(way.scanned) if way.scanned else ""
    return DoorView(hyphened(door.code), way.typed, picture, minutes, way.unreachable)


def hyphened(code: str) -> str:
    """A code in two halves, as people say it."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
