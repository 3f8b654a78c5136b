"""What every page must pass in every state: accessibility, width; HTML is in checker.py."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).with_name("vendor") / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A colour that is still fading must not be measured: animations are finished first, but those of scrolling.
# Until no step follows: what ends may begin the next. A document does not tell of those in a shadow tree.
REST = """async () => {
    const trees = () => [document, ...[...document.querySelectorAll("body > *")]
        .flatMap(({shadowRoot}) => shadowRoot ?? [])];
    const running = () => trees().flatMap((tree) => tree.getAnimations())
        .filter(({timeline}) => timeline === document.timeline)
        .filter((one) => one.playState !== "finished" && one.effect.getComputedTiming().endTime !== Infinity);
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (running().length) {
        running().forEach((one) => one.finish());
        await drawn();
    }
}"""
RUN_AXE = "(runOnly) => axe.run(document, {runOnly, resultTypes: ['violations'], preload: false})"
OVERHANG = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
SENT = "() => fetch(location.href, {headers: {Accept: 'text/html'}}).then((answer) => answer.text())"
# The video that keeps a screen on is outside the body, which is swapped; no document sent has it there.
STANDS = """() => {
    const copy = document.documentElement.cloneNode(true);
    copy.querySelector("#film")?.remove();
    return "<!doctype html>" + copy.outerHTML;
}"""


def axe(page: Page, *rules: str) -> list[str]:
    """What axe-core finds on the page as it is now, one line a place; by these rules alone if any."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(REST)
    found = page.evaluate(
        RUN_AXE, {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
    )
    return list(lines(found["violations"]))


def lines(violations: Iterable[dict[str, Any]]) -> Iterable[str]:
    """A line for each element that breaks a rule: the rule, the element, what is wrong with it."""
    for violation in violations:
        for node in violation["nodes"]:
            why = " ".join(node["failureSummary"].split())
            yield f"{violation['id']} at {' '.join(map(str, node['target']))}: {why}"


def overhang(page: Page) -> int:
    """How many pixels of the page lie beyond its right edge; 0 when it needs no sideways scrolling."""
    pixels: int = page.evaluate(OVERHANG)
    return pixels


def as_sent(page: Page) -> str:
    """The page's document as the server sends it, before a browser has repaired it or a script changed it."""
    html: str = page.evaluate(SENT)
    return html


def as_it_stands(page: Page) -> str:
    """The page's document as scripts have changed it."""
    html: str = page.evaluate(STANDS)
    return html
