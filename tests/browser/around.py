"""One screen in the windows, fonts and sizes of text that the evenings of `make test` do not look at."""

from collections.abc import Iterator

from playwright.sync_api import CDPSession, Page, ViewportSize

from tests.browser.checks import REST
from tests.browser.geometry import SIZES, standing
from tests.browser.phone import SIZE

WINDOWS = (
    SIZE,
    ViewportSize(width=844, height=390),
    ViewportSize(width=768, height=1024),
    ViewportSize(width=1024, height=768),
)
EVERY_WINDOW = (*SIZES, *WINDOWS)
SMALL = SIZES[0]
FONTS = {"as narrow as Arial": "Liberation Sans, Arial", "as wide as Verdana": "DejaVu Sans, Verdana"}
TEXT = (130, 200)  # per cent of the browser's own size
OWN_SIZE = 16  # pixels
# As where our own font cannot be loaded, and the system's is another one.
IN_FONT = """(font) => {
    const sheet = new CSSStyleSheet();
    if (font) sheet.replaceSync(`:root { --text: ${font} !important; --display: ${font} !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""


def faults(page: Page, camera: CDPSession) -> Iterator[str]:
    """What is wrong with a screen somewhere else than on the phone that shows it."""
    before = page.viewport_size or SIZE
    for window in WINDOWS:
        yield from _at(page, window, f"{window['width']}x{window['height']}")
    for name, font in FONTS.items():
        page.evaluate(IN_FONT, font)
        yield from _at(page, SMALL, f"a font {name}")
    page.evaluate(IN_FONT, "")
    for percent in TEXT:
        with_text(camera, percent)
        yield from _at(page, SMALL, f"text of {percent} %")
    with_text(camera, 100)
    page.set_viewport_size(before)


def with_text(camera: CDPSession, percent: int) -> None:
    """The browser's own size of text, in per cent of what it is at first."""
    camera.send("Page.setFontSizes", {"fontSizes": {"standard": OWN_SIZE * percent // 100}})


def _at(page: Page, window: ViewportSize, view: str) -> Iterator[str]:
    page.set_viewport_size(window)
    page.evaluate(REST)
    for fault in standing(page):
        yield f"{view}: {fault}"
