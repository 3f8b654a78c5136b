"""A QR code on a page."""

import io
from functools import lru_cache

import segno
from markupsafe import Markup


# Whoever looks at a door asks for the same picture at every change, and to make it takes long.
@lru_cache(256)
def qr(text: str) -> Markup:
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
