"""A phone whose screen is kept as pictures, for docs/pictures, and looked at in other windows too."""

from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.browser import around
from tests.browser.phone import SIZE, Phone, Thumb, open_phone

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
QUALITY = 40  # of 100; with two pixels for each of the page's all words stay sharp
PIXELS = 2


@dataclass(frozen=True, slots=True)
class Studio:
    """A phone whose screen is kept as pictures, in both schemes; what is wrong with one somewhere else is
    among the phone's complaints.
    """

    phone: Phone
    camera: CDPSession
    language: str

    @property
    def page(self) -> Page:
        """What is on it."""
        return self.phone.page

    @property
    def thumb(self) -> Thumb:
        """The one that taps."""
        return self.phone.thumb

    def keep(self, name: str, *, scroll: str | None = None) -> None:
        """A picture of what is there now, in each scheme; from the top, or with a place in view. On a phone
        with its browser's bars by day alone.
        """
        page = self.phone.page
        page.wait_for_function("document.fonts.ready.then(() => !document.querySelector('.htmx-request'))")
        is_phone = page.viewport_size == SIZE
        if is_phone:
            page.set_viewport_size(around.SMALL)
            self._take(f"{name}.small", "light", scroll)
            page.set_viewport_size(SIZE)
        for scheme in SCHEMES:
            self._take(name, scheme, scroll)
        if is_phone:
            faults = around.faults(page, self.camera)
            self.phone.complaints.extend(f"{name}, {self.language}, {fault}" for fault in faults)

    def _take(self, name: str, scheme: Scheme, scroll: str | None) -> None:
        page = self.phone.page
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if scroll is None:
            page.evaluate("scrollTo(0, 0)")
        else:
            page.locator(scroll).evaluate("place => place.scrollIntoView({block: 'start'})")
        shot = self.camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        place(name, self.language, scheme).write_bytes(b64decode(shot["data"]))


def place(name: str, language: str, scheme: str) -> Path:
    """The file of a picture."""
    return DOCS / "pictures" / f"{name}.{language}.{scheme}.webp"


def studio(browser: Browser, url: str, language: str, size: ViewportSize = SIZE) -> Studio:
    """A new phone with a camera."""
    phone = open_phone(
        browser,
        url,
        language=LANGUAGES[language],
        script=True,
        device_scale_factor=PIXELS,
        reduced_motion="reduce",
        viewport=size,
    )
    return Studio(phone, phone.page.context.new_cdp_session(phone.page), language)
