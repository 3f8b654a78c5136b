"""The bank or a seat moves to another phone: a QR code and a code to type."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.places import Moment
from companion.records import Handover
from companion.web.http.addresses import Way
from companion.web.http.qr import qr
from companion.web.screens.door import MILLISECONDS_A_MINUTE, hyphened

MINUTES_AN_HOUR = 60


@dataclass(frozen=True, slots=True)
class Move:
    """What move/_move.html shows; `code` is "" before it is made; `seat` is None for the bank. If there is no
    address for other phones, `address` and `qr` are "" and `unreachable` says why. A seat's code is good for
    `hours`, the bank's for `minutes`.
    """

    game: str
    code: str = ""
    address: str = ""
    qr: Markup | str = ""
    minutes: int = 0
    seat: int | None = None
    unreachable: str = ""

    @property
    def hours(self) -> int:
        """What is left of the code's time, in hours."""
        return -(-self.minutes // MINUTES_AN_HOUR)


def move(game: str, handover: Handover, way: Way, now: Moment, seat: int | None = None) -> Move:
    """The code to type, the address to type it at, and a link with the long words, as a QR code."""
    minutes = -(-(handover.expires_at - now.latest) // MILLISECONDS_A_MINUTE)
    picture = qr(way.scanned) if way.scanned else ""
    return Move(game, hyphened(handover.code), way.typed, picture, minutes, seat, way.unreachable)
