"""A QR code on a page."""

import io
from functools import lru_cache

import segno
from markupsafe import Markup


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
