"""Looks at every state of an evening once: a fault is found where people would meet it."""

from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Page, ViewportSize

from tests.browser import checks
from tests.browser.checker import Checker
from tests.browser.phone import SIZE

# So high that the dock covers nothing: what it covers on a real phone is scrolled from under it.
NARROWEST = ViewportSize(width=320, height=4000)


@dataclass(frozen=True, slots=True)
class Gallery:
    """The states seen on one phone, and what was wrong with them.

    Wide in both schemes, or at 320 px in one: an evening in each language does both.
    """

    page: Page
    checker: Checker
    narrow: Literal["light", "dark"] | None = None
    seen: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def look(self, state: str) -> None:
        """Look at the page as it is now, unless this state was seen before."""
        if state in self.seen:
            return
        self.seen.add(state)
        self.complaints.extend(f"{state}: {fault}" for fault in self.faults())

    def faults(self) -> list[str]:
        """What the tools find, as the server sent the page and as it stands now."""
        sent = self.checker.complaints(checks.as_sent(self.page))
        return [*sent, *self.checker.complaints(checks.as_it_stands(self.page)), *self.seen_faults()]

    def seen_faults(self) -> list[str]:
        """What is wrong for somebody who looks or listens."""
        if self.narrow is None:
            return [*self.in_scheme("light"), *self.in_scheme("dark")]
        self.page.set_viewport_size(NARROWEST)
        wider = checks.overhang(self.page)
        found = [*([f"{wider} px too wide"] if wider else []), *self.in_scheme(self.narrow)]
        self.page.set_viewport_size(SIZE)
        return found

    def in_scheme(self, scheme: Literal["light", "dark"]) -> list[str]:
        """What axe finds by day or by night."""
        self.page.emulate_media(color_scheme=scheme)
        found = checks.axe(self.page)
        self.page.emulate_media(color_scheme="light")
        return found
