"""`make icons`: the icons of a home screen, drawn by Chromium from the app's own mark, as small PNG files.

The mark has two colours and soft edges, so a palette holds it: a third of what a browser writes by itself.
"""

import base64
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from companion.web.home import DAY
from tests.browser.serving import launched

ICONS = Path(__file__).parents[2] / "static" / "icons"
MARK = ICONS / "favicon.svg"
COLOURS = 256  # as many as a palette holds
STEPS = (1, 3, 5, 15, 17, 51)  # how coarse a channel may become, finest first; each divides 255
DRAW = """async ([mark, size, scale, ground]) => {
    const picture = new Image();
    picture.src = `data:image/svg+xml;base64,${mark}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(size, size).getContext("2d");
    if (ground) { canvas.fillStyle = ground; canvas.fillRect(0, 0, size, size); }
    const side = size * scale, edge = (size - side) / 2;
    canvas.drawImage(picture, edge, edge, side, side);
    const bytes = canvas.getImageData(0, 0, size, size).data;
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
    return btoa(letters.join(""));
}"""


@dataclass(frozen=True, slots=True)
class Icon:
    """One file: its width, how much of it the mark takes, and the colour behind it ("" for none)."""

    name: str
    size: int
    scale: float
    ground: str = ""


# A launcher may cut a maskable icon down to the circle of four fifths of its width: the seal stays within.
WANTED = (
    Icon("any-192", 192, 1),
    Icon("any-512", 512, 1),
    Icon("maskable-512", 512, 0.76, DAY),
    Icon("touch-180", 180, 0.86, DAY),
)


def pixels(page: Page, icon: Icon) -> list[bytes]:
    """Four bytes for every pixel, row by row: red, green, blue, and how much covers what is behind."""
    mark = base64.b64encode(MARK.read_bytes()).decode()
    drawn = base64.b64decode(page.evaluate(DRAW, [mark, icon.size, icon.scale, icon.ground]))
    return [drawn[at : at + 4] if drawn[at + 3] else bytes(4) for at in range(0, len(drawn), 4)]


def png(dots: list[bytes], width: int) -> bytes:
    """A PNG with a palette, as fine as a palette can be."""
    tries = (coarse(dots, step) for step in STEPS)
    dots = next(tried for tried in tries if len(set(tried)) <= COLOURS)
    palette = [dot for dot, _ in Counter(dots).most_common()]
    index = {dot: bytes([at]) for at, dot in enumerate(palette)}
    rows = (
        b"\0" + b"".join(map(index.__getitem__, dots[at : at + width])) for at in range(0, len(dots), width)
    )
    header = struct.pack(">IIBBBBB", width, len(dots) // width, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", b"".join(dot[:3] for dot in palette))]
    chunks += [(b"tRNS", bytes(dot[3] for dot in palette))]
    chunks += [(b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in chunks)


def coarse(dots: list[bytes], step: int) -> list[bytes]:
    """The same with every channel rounded to multiples of a step."""
    table = bytes(round(value / step) * step for value in range(256))
    return [dot.translate(table) for dot in dots]


def chunk(name: bytes, data: bytes) -> bytes:
    """One part of a PNG, with its length and its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def files() -> Iterator[tuple[Path, bytes]]:
    """Every icon, drawn now."""
    with launched() as browser, browser.new_context() as context:
        page = context.new_page()
        for icon in WANTED:
            yield ICONS / f"{icon.name}.png", png(pixels(page, icon), icon.size)


if __name__ == "__main__":
    for path, content in files():
        path.write_bytes(content)
