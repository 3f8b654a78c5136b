"""Looks at every state of an evening once: a fault is found where people would meet it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page, ViewportSize

from tests.browser import checks
from tests.browser.checker import Checker
from tests.browser.geometry import Geometry
from tests.browser.phone import SIZE

# So high that the dock covers nothing: what it covers on a real phone is scrolled from under it.
NARROWEST = ViewportSize(width=320, height=8000)
TALL = ViewportSize(width=SIZE["width"], height=4000)
LANGUAGES = ("en-GB", "fr-FR")
ALL_LANGUAGES = (*LANGUAGES, "de-DE", "es-ES", "pt-BR")


@dataclass(frozen=True, slots=True)
class Gallery:
    """The states seen on one phone, and what was wrong with them.

    Every state is looked at by day and by night, wide and narrow; an evening played twice may share that out.
    Where things are on small phones is looked at each time.
    """

    page: Page
    checker: Checker
    wide: bool = True
    narrow: bool = True
    seen: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    geometry: Geometry = field(init=False)

    def __post_init__(self) -> None:
        """Remember where things are on this phone."""
        object.__setattr__(self, "geometry", Geometry(self.page))

    def look(self, state: str) -> None:
        """Look at the page as it is now, unless this state was seen before."""
        if state in self.seen:
            return
        self.seen.add(state)
        self.complaints.extend(f"{state}: {fault}" for fault in self.faults())

    def faults(self) -> Iterator[str]:
        """What the tools find, as the server sent the page and as it stands now."""
        yield from self.checker.complaints(checks.as_sent(self.page))
        yield from self.checker.complaints(checks.as_it_stands(self.page))
        yield from self.geometry.faults()
        if self.wide:
            self.page.set_viewport_size(TALL)
            yield from checks.axe(self.page)
            self.page.emulate_media(color_scheme="dark")
            yield from checks.axe(self.page, "color-contrast")
            self.page.set_viewport_size(SIZE)
        if self.narrow:
            yield from self.narrow_faults()
        self.page.emulate_media(color_scheme="light")

    def narrow_faults(self) -> Iterator[str]:
        """What is wrong by night on the narrowest phone."""
        self.page.set_viewport_size(NARROWEST)
        self.page.emulate_media(color_scheme="dark")
        yield from checks.axe(self.page)
        if wider := checks.overhang(self.page):
            yield f"{wider} px too wide"
        self.page.set_viewport_size(SIZE)


def shared_out(page: Page, checker: Checker, language: str) -> Gallery:
    """One of the two galleries of what is played in both languages: wide in English, narrow in French, whose
    words are longer. Where things are is looked at in both.
    """
    return Gallery(page, checker, wide=language == LANGUAGES[0], narrow=language == LANGUAGES[1])
