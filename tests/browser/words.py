"""Whether words can be read: none is broken, cut or over the next, rows keep to their lines."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page, ViewportSize

LONGEST_USUAL = 10  # letters of a name that has to be whole
SMALLEST_PURSE = 28  # CSS pixels
BROWSER_BARS = ViewportSize(width=390, height=664)
SMALL = ViewportSize(width=320, height=568)
ON_ITS_SIDE = (ViewportSize(width=640, height=360), ViewportSize(width=844, height=390))

# Of all that is named: what lies outside of the window, or under something else at a corner or in its middle.
UNSEEN = """(names) => names.flatMap((name) => {
    const all = [...document.querySelectorAll(name)];
    const isSeen = (one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        const points = [[(left + right) / 2, (top + bottom) / 2]];
        for (const x of [left + 12, right - 12]) for (const y of [top + 3, bottom - 3]) points.push([x, y]);
        return inside && points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
    };
    const unseen = all.filter((one) => !isSeen(one)).map((one) => `${name}: ${one.textContent.trim()}`);
    return all.length ? unseen : [`no ${name}`];
})"""
TO_THE_TOP = """() => {
    scrollTo(0, 0);
    document.querySelectorAll(".asks").forEach((list) => { list.scrollTop = 0; });
}"""
# Words on more lines than their soft hyphens allow; those of a name only if it is of a usual length.
TORN = rf"""() => {{
    const torn = [], range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {{
        const text = texts.currentNode, around = text.parentElement;
        if (!around.checkVisibility() || getComputedStyle(around).fontSize === "0px") continue;
        if (around.closest("i, legend, caption, .unseen, .shields, .talk, .said")) continue;
        if (around.closest(".stage, .mission-name")) continue;
        if (innerWidth > innerHeight && around.closest("#note, [data-keys]")) continue;
        for (const {{0: word, index}} of text.data.matchAll(/[^\s\xa0\u202f-]+/g)) {{
            if (word.includes("/") || word.length > {LONGEST_USUAL} && around.closest("bdi")) continue;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const parts = [...range.getClientRects()].filter(({{width}}) => width);
            const lines = new Set(parts.map(({{top}}) => Math.round(top)));
            if (lines.size > word.split("\xad").length) torn.push(word);
        }}
    }}
    return torn;
}}"""
# Words with a name that may be translated, or lose its place among words of another direction. A chip says
# names as they stand, since it writes them; a message to copy has no markup.
NAKED = r"""(names) => {
    const naked = [], name = new RegExp(`(?<!\\p{L})(${names.join("|")})(?!\\p{L})`, "u");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement} = texts.currentNode;
        const isMarked = parentElement.closest(
            "bdi[translate=no], [data-say][translate=no], textarea[translate=no], noscript");
        if (name.test(data) && !isMarked) naked.push(data);
    }
    return naked;
}"""
# English where the page speaks another language, but for what was typed or is a name: no other one here has
# these words.
ENGLISH = r"""() => {
    const words = /\b(the|and|with|your|you|this|from|what|who|nobody|everybody|there|they|have|been|yet)\b/i;
    const typed = /“[^”]*”|„[^“”]*[“”]|«[^»]*»|The Alegreya Project Authors/g;
    const said = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement} = texts.currentNode;
        if (!parentElement.closest("bdi, [translate=no], noscript, script")) said.push(data);
    }
    for (const name of ["aria-label", "placeholder", "alt"])
        for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
    return said.filter((one) => words.test(one.replace(typed, "")));
}"""
CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
# The words of each that are seen whole, with a space between two of them; dots take the room of some.
READ = r"""(all) => all.map((one) => {
    const box = one.getBoundingClientRect(), range = document.createRange();
    const dots = one.scrollWidth > one.clientWidth ? 16 : 0;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    let read = "";
    while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const {0: word, index} of text.data.matchAll(/[^\s\xa0\u202f]+|[\s\xa0\u202f]+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const isSeen = [...range.getClientRects()].every(({left, right, bottom}) =>
                left > box.left - 1 && right < box.right + 1 - dots && bottom < box.bottom + 1);
            if (isSeen) read += /^[\s\xa0\u202f]/.test(word) ? " " : word;
        }
    }
    return read.replace(/ +/g, " ");
}).join(" | ")"""

# What a screen may break besides: each rule names its elements, and what is wrong with one of them.
RULES = rf"""() => {{
    const faults = [], range = document.createRange();
    const all = (names) => [...document.querySelectorAll(names)].filter((one) => one.checkVisibility());
    const fault = (one, what) => faults.push(`${{one.textContent.trim().replace(/\s+/g, " ")}}: ${{what}}`);
    const rule = (names, what, isWrong) => all(names).filter(isWrong).forEach((one) => fault(one, what));
    const boxOf = (one) => one.getBoundingClientRect();
    const words = (one) => (range.selectNodeContents(one), range.getBoundingClientRect());
    const isUpright = innerHeight > innerWidth;
    const isCut = (one) => one.scrollWidth > one.clientWidth;
    const px = (one, name, pseudo) => parseFloat(getComputedStyle(one, pseudo)[name]);
    const letters = (one, find) => {{
        const found = [], texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) for (const {{0: word, index}} of texts.currentNode.data.matchAll(find)) {{
            if (isCut(texts.currentNode.parentElement.closest("bdi") ?? one) && one.matches(".last *")) break;
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            found.push([word, range.getBoundingClientRect()]);
        }}
        return found;
    }};
    const lines = (one, find, edge) => {{
        const found = new Map();
        for (const [word, box] of letters(one, find)) {{
            const line = Math.round(box[edge]);
            found.set(line, [...(found.get(line) ?? []), word]);
        }}
        return [...found.values()];
    }};
    const alike = (names, what, measure) => {{
        const found = all(names);
        if (new Set(found.map(measure)).size > 1) fault(found[0].parentElement, what);
    }};

    // Names
    rule(".merchant bdi, .seat-name > :first-child, .next-wait bdi", "a name of a usual length is cut",
        (one) => one.textContent.length <= {LONGEST_USUAL} && isCut(one));
    rule(".last :not([open]) > summary bdi", "what follows may break off from a name of a usual length",
        (one) => one.textContent.length <= {LONGEST_USUAL} && getComputedStyle(one).display !== "inline");
    rule(".merchant bdi", "touches its border", (one) => {{
        const box = boxOf(one), outer = boxOf(one.parentElement);
        const room = Math.min(box.left - outer.left, outer.right - box.right);
        return room - one.parentElement.clientLeft < 1;
    }});
    rule(".shields bdi", "its first letter or its accent is cut",
        (one) => words(one).left < boxOf(one).left + 1 || words(one).top < boxOf(one).top);
    if (isUpright) rule(".shields :checked ~ bdi", "begins on the frame",
        (one) => Math.round(words(one).left - boxOf(one.parentElement).left) < 3);
    alike(".rank-name bdi", "does not begin below the others",
        (one) => Math.round(words(one).left - boxOf(one.parentElement).left));

    // The board
    if (document.querySelector("#board[data-live] .merchants")) {{
        rule("#bar", "is not one line", (one) => boxOf(one).height !== 52);
        rule("#bar > *", "is out of the bar", (one) => boxOf(one).right > boxOf(one.parentElement).right + 1);
        rule("#bar :is(h1, .bar-title p, .seal bdi)", "is cut without dots",
            (one) => isCut(one) && getComputedStyle(one).textOverflow !== "ellipsis");
        rule("#bar b", "what all wait for is cut", (one) => isCut(one.parentElement));
    }}
    rule(".seat", "its stand runs into the purse", (row) => {{
        const purse = row.querySelector(".purse b")?.getBoundingClientRect();
        const stock = row.querySelectorAll(".stock > li:not(.more, .none:only-child), .more span");
        return purse && [...stock].map(boxOf)
            .some(({{right, top}}) => right > purse.left && top < purse.bottom - 1);
    }});
    rule("form[action$='/timers']", "is no row", (one) => {{
        const parts = [...one.children].map(boxOf).filter(({{width}}) => width);
        return Math.max(...parts.map(({{top}}) => top)) >= Math.min(...parts.map(({{bottom}}) => bottom));
    }});
    rule(".last :not([open]) > summary", "is taller than its take-back", (one) =>
        document.querySelector(".take-back button")
        && boxOf(one).height - boxOf(document.querySelector(".take-back button")).height >= 1);
    for (const one of all(".last :not([open]) > summary > span")) {{
        const box = boxOf(one), {{webkitLineClamp}} = getComputedStyle(one);
        const found = letters(one, /[^\s\xa0\u202f-]+/g);
        if (webkitLineClamp === "none") fault(one, "hides words without dots right after the others");
        for (const [word, {{left, right, top, bottom}}] of found)
            if (top <= box.bottom - 1 && (left < box.left - 1 || right > box.right + 1
                || bottom > box.bottom + 1)) fault(one, `${{word}} is seen in part`);
        const high = px(one, "lineHeight");
        if (document.querySelector(".merchants") && (high % 1 || box.height > 2 * high + 2))
            fault(one, "part of a third line may show");
        if (document.querySelector(".take-back button")) {{
            const room = boxOf(one.nextElementSibling).left - box.left;
            one.style.cssText = `inline-size: ${{room}}px; flex: none`;
            const needs = Math.round(words(one).height / high);
            one.style.cssText = "";
            const hides = found.some(([, {{top}}]) => top > box.bottom - 1);
            if (hides !== needs > 2) fault(one, "is cut where there is room");
        }}
    }}

    // What is said
    rule(".asks > li:has(p)", "is not read in full", (one) => {{
        const outer = boxOf(one), buttons = [...one.querySelectorAll("button")].map(boxOf);
        const isOut = ({{left, right, top, bottom}}) => left < outer.left || right > outer.right
            || top < outer.top || bottom > outer.bottom || buttons.some((its) =>
                left < its.right && right > its.left && top < its.bottom && bottom > its.top);
        const texts = document.createTreeWalker(one.querySelector("p"), NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {{
            const around = texts.currentNode.parentElement;
            range.selectNodeContents(texts.currentNode);
            if (!around.closest("i") && (getComputedStyle(around).overflow !== "visible"
                || [...range.getClientRects()].some((box) => box.width > 1 && isOut(box)))) return true;
        }}
        return false;
    }});
    rule(".talk .offer:not([open], .offer-own, :has(.bid > div, .worded))", "is more than one line",
        (one) => boxOf(one).height >= 46);
    rule(".talk .offer summary > span", "is a column of words",
        (one) => boxOf(one).height > Math.max(boxOf(one).width, 60));
    rule(".changes ul", "leaves one player alone on a line", ({{children}}) => {{
        const [before, last] = [...children].slice(-2).map(boxOf);
        return children.length > 3 && before.top < last.top;
    }});
    rule(".bar-title p", "a line begins with what separates two words",
        (one) => lines(one, /[^\s\xa0]/g, "bottom").some(([first]) => first === "·"));

    // Sheets
    if (isUpright) rule(".dock:has(.verdict):not(:has([name='alone']))", "is too high",
        (one) => boxOf(one).height / innerHeight >= .4);
    if (innerWidth > 320) rule(".verdict small", "a line begins with what belongs to the word before",
        (one) => [...lines(one, /[^\s\xa0]/g, "top")].some(([first]) => /[,.’;:]/.test(first)));
    if (isUpright) alike(".deal-parts .deal-part", "are not one row",
        (one) => `${{one.offsetHeight}} ${{Math.round(boxOf(one).bottom)}}`);
    if (isUpright) alike(".giving > .button", "are not one row", (one) => Math.round(boxOf(one).bottom));
    rule(".deal-part, .giving > .button", "is cut, or at its border", (one) => isCut(one)
        || Math.min(words(one).left - boxOf(one).left, boxOf(one).right - words(one).right) < 6);
    rule("[data-keys]:not([hidden]) .key", "is too narrow",
        (one) => one.offsetWidth < 44 || one.scrollWidth > one.clientWidth + 1);
    if (!isUpright) rule("#sum .dock", "does not lie beside and below the cards", (one) => {{
        const slots = document.querySelector(".slots")?.getBoundingClientRect();
        return slots && (boxOf(one).x > slots.x || slots.bottom > boxOf(one).y);
    }});
    const numbers = "label:has([name='players']:not([value='']))";
    alike(numbers, "are not one row", (one) => Math.round(boxOf(one).top));

    // The end
    alike(".check-seat summary > svg", "are not one below the other", (one) => Math.round(boxOf(one).right));
    rule(".rank-name small, .share > span", "a number stands alone",
        (one) => lines(one, /[^\s\xa0]+/g, "top").some((line) => /^\d+$/.test(line.join(" "))));
    return faults;
}}"""


def broken(page: Page) -> Iterator[str]:
    """What cannot be read in this window."""
    yield from (f"{word} is torn" for word in page.evaluate(TORN))
    yield from page.evaluate(RULES)


def naked(page: Page, names: Sequence[str]) -> Iterator[str]:
    """Where one of these names is not marked as one."""
    yield from (f"{said} has a name that is not isolated" for said in page.evaluate(NAKED, list(names)))


def english(page: Page) -> Iterator[str]:
    """What is said in English where another language is spoken."""
    if page.evaluate("document.documentElement.lang") != "en":
        yield from (f"{said} is English" for said in page.evaluate(ENGLISH))


def unseen(page: Page, places: Sequence[str]) -> list[str]:
    """What these name and is not whole in the window, or under something else."""
    page.evaluate(TO_THE_TOP)
    found: list[str] = page.evaluate(UNSEEN, list(places))
    return found


def all_in_sight(page: Page, size: ViewportSize, *places: str) -> None:
    """Everything that these name is whole in the window, and nothing lies over it."""
    page.set_viewport_size(size)
    page.evaluate("document.fonts.ready")
    found = unseen(page, places)
    assert not found, f"{size}: {found}"
