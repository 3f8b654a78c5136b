"""The bank moves to another phone: a QR code and a code to type."""

import io
from dataclasses import dataclass

import segno
from markupsafe import Markup

from companion.records import Handover

MILLISECONDS_A_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Move:
    """What move/_move.html shows; `code` is "" before it is made."""

    game: str
    code: str = ""
    address: str = ""
    qr: Markup | str = ""
    minutes: int = 0


def move(game: str, handover: Handover, address: str, link: str, now: int) -> Move:
    """The code to type at `address`, and the link that holds the long words, as a QR code."""
    half = len(handover.code) // 2
    minutes = -(-(handover.expires_at - now) // MILLISECONDS_A_MINUTE)
    return Move(game, f"{handover.code[:half]}-{handover.code[half:]}", address, qr_code(link), minutes)


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
