"""Codes that let phones in: that of the open door, and one that carries a place, as people say, type and scan
them.
"""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from companion.places import MINUTE, Moment, Places
from companion.web.http.addresses import outward, unreachable
from companion.web.http.qr import qr


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A code that is good for so many `minutes`, the address to type it at, and a QR code that needs no
    typing. If no address for other phones is known, `unreachable` says why, and the others are "".
    """

    code: str
    address: str
    qr: Markup | str
    minutes: int
    unreachable: str


def shown_code(code: str, page: str, until: int, now: Moment) -> ShownCode:
    """A code to type; its QR code leads to the `page` of its long words instead."""
    scanned, typed = outward(page), outward(url_for("joining.code_page"))
    minutes = -(-(until - now.latest) // MINUTE)
    return ShownCode(hyphened(code), typed or "", qr(scanned) if scanned else "", minutes, unreachable())


def open_door(there: Places) -> ShownCode | None:
    """The door as phones at the table see it; None while it is shut."""
    door = there.door
    if door is None:
        return None
    page = url_for("joining.places", words=door.secret)
    return shown_code(door.code, page, door.open_until, there.moment)


def hyphened(code: str) -> str:
    """A code in two halves, as people say it."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
