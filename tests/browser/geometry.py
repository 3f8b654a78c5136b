"""Where things are on small phones: controls in reach and large enough, words whole, rows where they were."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tests.browser.checks import REST, overhang
from tests.browser.phone import SMALLEST_TARGET

SIZES = (ViewportSize(width=390, height=664), ViewportSize(width=320, height=568))

# Every control that a finger may want; a tile's or a switch's own box is its label's, a row's is the row's.
CONTROLS = """
    const controls = "a[href], button, summary, select, input:not([type=hidden]), textarea, label.tile";
    const isThere = (one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled
        && getComputedStyle(one).pointerEvents !== "none"
        && !one.closest(".unseen, .skip, [inert], [aria-hidden=true]")
        && one.getBoundingClientRect().width > 1;
    const all = [...document.querySelectorAll(controls)].filter(isThere);
    const place = (one) => one.matches(".seat a") ? one.closest(".seat") : one;
    const named = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 120);
"""
# Each brought into view: what another one lies over, and what cannot be brought there.
COVERED = f"""() => {{ {CONTROLS}
    const covered = [];
    for (const one of all) {{
        one.scrollIntoView({{block: "center", behavior: "instant"}});
        const [{{left, right, top, bottom}}] = place(one).getClientRects();
        const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const own = one.closest(".tile, label") ?? one;
        if (!on || !(own.contains(on) || on.contains(one) && on.closest("a, button, label, summary") === own))
            covered.push(`${{named(one)}} under ${{on?.outerHTML.slice(0, 80)}}`);
    }}
    for (const list of document.querySelectorAll("html, .asks")) {{
        list.scrollTo({{top: 0, behavior: "instant"}});
    }}
    return covered;
}}"""
# Links within a sentence are as high as its lines.
SMALL = f"""(least) => {{ {CONTROLS}
    return all.flatMap((one) => {{
        const {{width, height}} = (one.closest("label") ?? place(one)).getBoundingClientRect();
        const isLarge = Math.min(width, height) > least - .5 || getComputedStyle(one).display === "inline";
        return isLarge ? [] : [`${{named(one)}} is ${{width}} x ${{height}}, under ${{least}} px`];
    }});
}}"""
# Words that are cut off by their own box, or stick out of their control. A long name ends in dots, on the
# last of its lines, what unfolds may hide its rest, and a deciding button what is said in full above it.
CLIPPED = f"""() => {{ {CONTROLS}
    const range = document.createRange();
    const above = document.querySelector(".verdict-words")?.textContent ?? "";
    const elsewhere = [...document.querySelectorAll("bdi")].filter((one) => !one.closest(".decide"));
    const isSaidElsewhere = ({{textContent}}) => elsewhere.some((one) => one.textContent === textContent);
    const isSaidAbove = (one) => one.matches(".verdict small") && above.includes(one.textContent.trim())
        || one.matches(".decide small") && [...one.querySelectorAll("bdi")].every(isSaidElsewhere);
    // Who is next is a shield alone where the name has no room, and a row of the board.
    const isLeftOut = (one) => one.matches("form.turn > .button");
    const cut = [...document.querySelectorAll("main *, .bar *")].filter((one) => {{
        const {{overflowX, overflowY, textOverflow, position, webkitLineClamp}} = getComputedStyle(one);
        if (!one.checkVisibility() || position === "absolute" || one.closest("summary, svg, i")) return false;
        if (isLeftOut(one) || isSaidAbove(one)) return false;
        if (one.matches("bdi.long") && webkitLineClamp !== "none") return false;
        return overflowX === "hidden" && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1
            || overflowY === "hidden" && one.scrollHeight > one.clientHeight + 6;
    }});
    const isShown = ({{parentElement: around}}) => !around.closest("i, .unseen")
        && getComputedStyle(around.closest("bdi") ?? around).overflowX === "visible"
        && getComputedStyle(around).fontSize !== "0px";
    const out = all.filter((one) => {{
        if (!one.matches("a.button, button, .next, summary.button, label.tile")) return false;
        if (isLeftOut(one) || one.closest(".seat")) return false;
        const box = one.getBoundingClientRect(), words = [];
        const edge = Number.parseFloat(getComputedStyle(one).borderInlineStartWidth);
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) if (isShown(texts.currentNode)) words.push(texts.currentNode);
        return words.some((text) => {{
            range.selectNodeContents(text);
            return [...range.getClientRects()].some(({{left, right, top, bottom, width}}) => width
                && (left < box.left + edge - .5 || right > box.right - edge + .5
                    || top < box.top - 3 || bottom > box.bottom + 3));
        }});
    }});
    return [...cut, ...out].map((one) => `${{named(one)}} is cut`);
}}"""
# What has its place on a board: the menu, rows, shields, goods, the right end of a purse, bags, the way back.
PLACES = """() => {
    const board = document.querySelector("#board[data-live]");
    const edges = (one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        return [left, right, top + scrollY, bottom + scrollY].map(Math.round);
    };
    const places = {};
    if (board) places["the menu"] = edges(document.querySelector("#bar > .button")).slice(0, 2);
    board?.querySelectorAll(".seat").forEach((row, number) => {
        const name = row.querySelector("bdi").textContent;
        places[name] = [edges(row), edges(row.querySelector(".shield"))];
        // Gold alone is in the middle of its row.
        if (row.querySelector(".stock > .none:not(:empty)")) return;
        const purse = row.querySelector(".purse");
        if (purse) places[`${name}'s purse`] = edges(purse).slice(1, 3);
        places[`${name}'s goods`] = [...row.querySelectorAll(".stock > li")].map(edges);
    });
    if (board?.querySelector(".merchant")) {
        places.bags = edges(board.querySelector(".merchants"));
        const wayBack = board.querySelector(".take-back");
        if (wayBack) places["the way back"] = edges(wayBack);
    }
    return places;
}"""
EDGES = """const edges = (one) => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return [left, right, top, bottom];
};"""
# Every button that books, where it is seen: an offer that was scrolled away, as far as the list shows it.
BOOKS = f"""() => {{ {EDGES}
    const shown = (one) => {{
        const [left, right, top, bottom] = edges(one);
        const [, , first, last] = edges(one.closest(".asks") ?? document.documentElement);
        return [left, right, Math.max(top, first), Math.min(bottom, last)];
    }};
    return [...document.querySelectorAll("main form .next, .verdict, .dock button:not([type=button])")]
        .filter((one) => one.checkVisibility() && !one.closest(".take-back, .undone"))
        .map(shown).filter(([, , top, bottom]) => top < bottom && bottom > 0 && top < innerHeight);
}}"""
TAKES_BACK = f"""() => {{ {EDGES} return [...document.querySelectorAll(".take-back button")].map(edges); }}"""

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class Seen:
    """What was seen in one window: the places of a board, and of all that books."""

    places: dict[str, Any] = field(default_factory=dict)
    books: set[Box] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Looks at the states of an evening on one phone, and remembers where things were."""

    page: Page
    seen: tuple[Seen, ...] = field(default_factory=lambda: tuple(Seen() for _ in SIZES))

    def faults(self) -> Iterator[str]:
        """What is wrong with the page as it is now, in each window."""
        before = self.page.viewport_size
        for size, seen in zip(SIZES, self.seen, strict=True):
            self.page.set_viewport_size(size)
            self.page.evaluate(REST)
            for fault in (*standing(self.page), *moved(self.page, seen)):
                yield f"{size['width']}x{size['height']}: {fault}"
        if before:
            self.page.set_viewport_size(before)


def standing(page: Page) -> Iterator[str]:
    """What is wrong in this window, whatever was there before."""
    yield from drawn(page)
    yield from page.evaluate(COVERED)


def drawn(page: Page) -> Iterator[str]:
    """The same where something may lie over the page, which a tap beside it sends away."""
    if wider := overhang(page):
        yield f"{wider} px too wide"
    yield from page.evaluate(SMALL, SMALLEST_TARGET)
    yield from page.evaluate(CLIPPED)


def moved(page: Page, seen: Seen) -> Iterator[str]:
    """What is not where it was, and a way back that lies where a finger books."""
    for name, place in page.evaluate(PLACES).items():
        if seen.places.setdefault(name, place) != place:
            yield f"{name} moved from {seen.places[name]} to {place}"
    seen.books |= {tuple(box) for box in page.evaluate(BOOKS)}
    for way_back in page.evaluate(TAKES_BACK):
        if hit := [box for box in seen.books if overlap(tuple(way_back), box)]:
            yield f"the way back at {way_back} lies where one books: {hit[0]}"


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes, given by their left, right, top and bottom, share a point."""
    beside = one[1] <= other[0] or other[1] <= one[0]
    return not beside and one[2] < other[3] and other[2] < one[3]
