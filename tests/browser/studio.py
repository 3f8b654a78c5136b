"""A phone whose screen is kept as pictures, for docs/pictures."""

from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.browser.phone import SIZE, Phone, Thumb, open_phone

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 40  # of 100; with two pixels for each of the page's all words stay sharp
PIXELS = 2


@dataclass(frozen=True, slots=True)
class Studio:
    """A phone whose screen is kept as pictures, in both schemes."""

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
        """A picture of what is there now, in each scheme; from the top, or with a place in view."""
        page = self.phone.page
        page.wait_for_function("document.fonts.ready.then(() => !document.querySelector('.htmx-request'))")
        if scroll is None:
            page.evaluate("scrollTo(0, 0)")
        else:
            page.locator(scroll).evaluate("place => place.scrollIntoView({block: 'start'})")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
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
