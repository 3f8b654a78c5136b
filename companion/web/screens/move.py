"""The bank moves to another phone: a QR code and a code to type."""

import io
from dataclasses import dataclass

import segno
from flask import url_for
from markupsafe import Markup

from companion.records import Handover
from companion.web.addresses import outward

MILLISECONDS_A_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Move:
    """What move/_move.html shows; `code` is "" before it is made; `seat` is None for the bank."""

    game: str
    code: str = ""
    address: str = ""
    qr: Markup | str = ""
    minutes: int = 0
    seat: int | None = None


def move(game: str, handover: Handover, now: int, seat: int | None = None) -> Move:
    """The code to type, the address for it, and a link that holds the long words, as a QR code."""
    link = outward(url_for("joining.carried", secret=handover.secret))
    minutes = -(-(handover.expires_at - now) // MILLISECONDS_A_MINUTE)
    address = outward(url_for("joining.code_page")) or ""
    return Move(game, hyphened(handover.code), address, qr_code(link) if link else "", minutes, seat)


def hyphened(code: str) -> str:
    """A code as people say it, in two halves."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def qr_code(text: str) -> Markup:
    """A QR code as an SVG picture inside the page, black on white whatever the colours of the page."""
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
    return Markup(buffer.getvalue().decode())  # noqa: S704 - segno draws it, nothing of the text is in it
