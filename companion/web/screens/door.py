"""The open door: the words that let phones in, as people say, type and scan them."""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from companion.places import Door, Moment
from companion.web.addresses import outward, unreachable
from companion.web.screens.qr import qr

MILLISECONDS_A_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class DoorView:
    """The open door; `address` and `qr` are "" where no address for other phones is known, and
    `unreachable` says why.
    """

    code: str
    address: str
    qr: Markup | str
    minutes: int
    unreachable: str


def door_view(door: Door, now: Moment) -> DoorView:
    """The words that let phones in, as people say, type and scan them."""
    link = outward(url_for("joining.places", words=door.secret))
    address = outward(url_for("joining.code_page")) or ""
    minutes = -(-(door.open_until - now.latest) // MILLISECONDS_A_MINUTE)
    return DoorView(hyphened(door.code), address, qr(link) if link else "", minutes, unreachable())


def hyphened(code: str) -> str:
    """A code as people say it, in two halves."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
