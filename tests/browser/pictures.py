"""`make pictures`: takes every picture that README.md and docs/screens.md show, each of one of our screens.

`make pictures SCREEN="bag declared" LANGUAGE=fr SCHEME=dark SIZE=320x568` takes one to look at, into .cache.
"""

import os
import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import visiting
from tests.browser.phone import open_phone
from tests.browser.screens import SCREENS
from tests.browser.serving import launched, running
from tests.browser.states import STATES, TIGHT

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
SHOWN = re.compile(r'<img src="(?:docs/)?pictures/([\w-]+)\.webp"')
SCREEN_OF = {re.sub(r"\W+", "-", name.lower()): name for name in (*SCREENS, *STATES, *TIGHT)}
"""The screen that a picture's file is named after."""
QUALITY = 40  # of 100; with two pixels for each of the page's all words stay sharp
PHONE, TELEVISION = "390x844", "1280x720"


def shown() -> list[str]:
    """The names of the pictures that the pages show."""
    pages = (ROOT / "README.md", ROOT / "docs" / "screens.md")
    return sorted({name for page in pages for name in SHOWN.findall(page.read_text("utf-8"))})


def take(
    browser: Browser, name: str, size: str = "", language: str = "en-GB", scheme: str = "light"
) -> bytes:
    """A screen as WebP."""
    size = size or (TELEVISION if name.startswith("stage") else PHONE)
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as server:
        phone = open_phone(
            browser,
            server.url,
            language=language,
            script=True,
            viewport={"width": width, "height": height},
            device_scale_factor=2,
            reduced_motion="reduce",
            color_scheme=scheme,
        )
        visiting.arrive(phone.page, visiting.go(phone.page, server.app, {**SCREENS, **STATES, **TIGHT}[name]))
        phone.page.evaluate("document.fonts.ready")
        camera = phone.page.context.new_cdp_session(phone.page)
        shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        phone.page.context.close()
    return b64decode(shot["data"])


def to_look_at(browser: Browser, name: str) -> Iterator[str]:
    """One picture as the environment asks for it; yields where it is."""
    asked = {key: os.environ.get(key.upper()) for key in ("size", "language", "scheme")}
    looks = {key: value for key, value in asked.items() if value}
    place = ROOT / ".cache" / "pictures" / f"{'.'.join([name, *looks.values()])}.webp"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(take(browser, name, **looks))
    yield str(place)


def for_the_pages(browser: Browser) -> Iterator[str]:
    """Every picture of the pages, and none that they do not show; yields their names."""
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.webp"):
        old.unlink()
    for name in shown():
        (PICTURES / f"{name}.webp").write_bytes(take(browser, SCREEN_OF[name]))
        yield name


if __name__ == "__main__":
    with launched() as window:
        screen = os.environ.get("SCREEN")
        for line in to_look_at(window, screen) if screen else for_the_pages(window):
            sys.stdout.write(f"{line}\n")
