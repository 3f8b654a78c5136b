"""Codes that let phones in: that of the open door, and one that carries a place, as people say, type and scan
them, in QR codes too.
"""

import io
from dataclasses import dataclass
from functools import lru_cache

import segno
from flask import url_for
from markupsafe import Markup

from companion.places import MINUTE, Moment, Places
from companion.web.http.addresses import outward, unreachable


# A page that shows a door asks for the same picture at every change, and making it takes long.
@lru_cache(256)
def qr(text: str) -> Markup:
    """A QR code as inline SVG, black on white whatever the page's colours are."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer,
        kind="svg",
        scale=6,
        border=3,
        xmldecl=False,
        svgns=True,
        nl=False,
        dark="#000",
        light="#fff",
        omitsize=True,
    )
    return Markup(buffer.getvalue().decode())  # noqa: S704 - segno draws it, none of the text is in the markup


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
