"""`make pictures`: every screen at 390x844, in both languages and schemes, and at 390x664; the page that has
them; and what is wrong with them in other windows, in other fonts and with larger text.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.browser import (
    pictures_of_merry,
    pictures_of_nottingham,
    pictures_of_phones,
    pictures_of_six,
    pictures_of_stage,
    tasks,
)
from tests.browser.phone import SIZE
from tests.browser.serving import launched, running
from tests.browser.studio import DOCS, LANGUAGES, SCHEMES, Studio, place, studio

LANDSCAPE = ViewportSize(width=844, height=390)
TABLET = ViewportSize(width=820, height=1180)

CAPTIONS = {
    "start": "The start page of a phone that has held a table before",
    "new": "A new table",
    "board-early": "The board, nothing booked yet",
    "bag": "A bag: the good and the number are declared",
    "deal": "A bribe of gold: the keypad needs no OK",
    "debt": "The Sheriff is short: which goods pay the rest",
    "lie": "An opened bag that was not as declared",
    "board-hands": "Right after booking: what the hands do",
    "promise": "A promise, and somebody else who joins in",
    "board-late": "The last round: rich stands, the clock runs, a promise is pinned",
    "landscape": "The same board on a phone that lies on its side",
    "tablet": "The same board on a tablet",
    "pay": "A payment by hand",
    "log": "The log",
    "board-then": "The table as it was after an entry",
    "correct": "An older bag corrected",
    "menu": "The menu",
    "move": "The bank moves to another phone",
    "check": "Before the count: do the stands match the cards?",
    "reveal": "Contraband comes to light",
    "plates": "A Feast Plate is served",
    "result": "The result",
    "sum": "Every line of a sum",
    "count-names": "Just count: who played",
    "count-pad": "Just count: each number is one tap",
    "count-royals": "Just count: royal goods, one tap per card",
    "cards": "The cards",
    "settings": "Language and colours",
    "error": "An address that leads nowhere",
    **pictures_of_phones.CAPTIONS,
    **pictures_of_stage.CAPTIONS,
    **pictures_of_six.CAPTIONS,
    **pictures_of_merry.CAPTIONS,
    **pictures_of_nottingham.CAPTIONS,
}
"""Every picture's name and what it shows, in the order of an evening."""


@dataclass(frozen=True, slots=True)
class Stall:
    """What somebody has when the pictures' evening reaches its last round."""

    name: str
    purse: int
    stand: dict[str, int]


STALLS = (
    Stall("Marian", 46, {"apples": 4, "cheese": 6, "chickens": 2, "face_down": 3}),
    Stall("Tuck", 71, {"apples": 7, "bread": 5, "face_down": 2}),
    Stall("Will", 38, {"cheese": 3, "bread": 4, "chickens": 5, "face_down": 3}),
    Stall("Guy", 91, {"apples": 2, "cheese": 5, "bread": 2, "chickens": 1}),
    Stall("Richard", 4, {"apples": 2, "bread": 3, "chickens": 3}),
)
MARIAN, TUCK, WILL, GUY, RICHARD = range(len(STALLS))
NAMES = tuple(stall.name for stall in STALLS)
HIDDEN = (
    {"silk": 1, "mead": 2},
    {"pepper": 2},
    {"crossbow": 1, "feast_plate": 1, "golden_apples": 1, "silk": 1, "pepper": 1},
)


def first_round(at: Studio) -> None:
    """A new table and its first bags."""
    page, thumb = at.phone.page, at.thumb
    page.goto("/new")
    for index, name in enumerate(NAMES):
        page.fill(f"#name-{index}", name)
    thumb.tap(tasks.tile("first_sheriff", RICHARD))
    page.evaluate("document.activeElement.blur()")
    at.keep("new")
    thumb.tap("#new .dock button.next")
    tasks.at_board(thumb)
    at.keep("board-early")
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 4)
    expect(page.locator("#sum .verdict-opens")).to_be_enabled()
    at.keep("bag")
    tasks.offer_gold(thumb, 12)
    at.keep("deal", scroll="fieldset.deals")


def open_late(at: Studio) -> None:
    """A table that begins in the last round, with all that was gathered so far."""
    page = at.phone.page
    page.goto("/new")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    for index, stall in enumerate(STALLS):
        page.fill(f"#name-{index}", stall.name)
        page.fill(f"#purse-{index}", str(stall.purse))
        for word, number in stall.stand.items():
            page.fill(f"#stand-{index}-{word}", str(number))
    for switch in ("royal_goods", "timer", "promo-feast_plate"):
        page.check(f"#{switch}")
    page.fill("#round", "10")
    at.thumb.tap(tasks.tile("first_sheriff", RICHARD))
    at.thumb.tap("#new .dock button.next")
    tasks.at_board(at.thumb)


def last_round(at: Studio) -> None:
    """A debt, a lie, a promise; one bag is left."""
    page, thumb = at.phone.page, at.thumb
    tasks.bag_of(thumb, MARIAN)
    tasks.declare(thumb, "chickens", 5)
    thumb.tap("#sum .verdict-opens")
    page.locator("#debt").wait_for()
    at.keep("debt")
    tasks.book(thumb)
    tasks.bag_of(thumb, TUCK)
    tasks.declare(thumb, "apples", 4)
    tasks.say_contents(thumb, "opened")
    tasks.put(thumb, {"cheese": 1, "mead": 2})
    expect(page.locator("#sum .sum-lines > *").first).to_contain_text("10")
    at.keep("lie")
    tasks.book(thumb)
    at.keep("board-hands")
    promised(at)


def promised(at: Studio) -> None:
    """Will passes with something else; Guy pays for more than that."""
    page, thumb = at.phone.page, at.thumb
    tasks.bag_of(thumb, WILL)
    tasks.declare(thumb, "bread", 4)
    tasks.offer_gold(thumb, 20)
    thumb.tap(tasks.deal_part(0, "promising"))
    words = {"en": "Guy’s bag passes unopened", "fr": "Le sac de Guy passe sans être ouvert"}
    page.fill("#deal-0-promise", words[at.language])
    thumb.tap(tasks.tile("deal-0-giver", GUY))
    at.keep("promise", scroll="fieldset.deals")
    tasks.say_contents(thumb, "passed")
    tasks.put(thumb, {"face_down": 2})
    tasks.book(thumb)


def late_board(at: Studio) -> None:
    """The board while the clock runs, on three kinds of glass."""
    page = at.phone.page
    page.goto(page.url.split("?")[0])
    at.thumb.tap("form[action$='/timers'] button[value='start']")
    page.locator("[data-timer='running']").wait_for()
    at.keep("board-late")
    for name, size in (("landscape", LANDSCAPE), ("tablet", TABLET)):
        page.set_viewport_size(size)
        at.keep(name)
    page.set_viewport_size(SIZE)


def around(at: Studio) -> None:
    """What a table can do besides its bags."""
    page, thumb = at.phone.page, at.thumb
    table = page.url.split("?")[0]
    thumb.tap("a[href$='/menu']")
    page.locator(".menu").wait_for()
    at.keep("menu")
    page.goto(f"{table}/pay")
    thumb.tap(tasks.tile("giver", TUCK))
    thumb.tap(tasks.tile("receiver", MARIAN))
    thumb.tap(".keypad [data-digit='5']")
    expect(page.locator("#sum .sum-lines")).to_contain_text("5")
    at.keep("pay")
    page.goto(f"{table}/log")
    at.keep("log")
    page.goto(f"{table}/log/2")
    at.keep("board-then")
    page.goto(f"{table}/corrections/3")
    at.keep("correct")
    page.goto(f"{table}/move")
    thumb.tap("button.next")
    page.locator(".move-code").wait_for()
    at.keep("move")
    page.goto(table)


def the_end(at: Studio) -> None:
    """From the last bag to the result."""
    page, thumb = at.phone.page, at.thumb
    tasks.bag_of(thumb, GUY)
    tasks.declare(thumb, "cheese", 3)
    tasks.as_declared(thumb, "passes")
    thumb.tap("form[action$='/badge'] button.next")
    thumb.tap("a.next[href$='/check']")
    thumb.tap("details.check-seat summary >> nth=0")
    at.keep("check")
    thumb.tap(".dock a.next")
    for seat, hidden in enumerate(HIDDEN):
        page.locator(f"#reveal input[name='seat'][value='{seat}']").wait_for(state="attached")
        tasks.put(thumb, hidden)
        if seat == MARIAN:
            at.keep("reveal")
        thumb.tap("#reveal button.next")
    thumb.tap("label:has(input[value='cheese'])")
    at.keep("plates")
    thumb.tap(".dock button.next")
    tasks.at_board(thumb)
    thumb.tap("form[action$='/closing'] button.next")
    page.locator(".ranks").wait_for()
    at.keep("result")
    thumb.tap("details.rank summary >> nth=0")
    at.keep("sum", scroll=".ranks")


def quick_count(at: Studio) -> None:
    """The count without an evening."""
    page, thumb = at.phone.page, at.thumb
    page.goto("/count")
    for index, name in enumerate(NAMES[:4]):
        page.fill(f"#name-{index}", name)
    page.evaluate("document.activeElement.blur()")
    at.keep("count-names")
    thumb.tap("[data-begin]")
    for number in (4, 6, 1, 4):
        tasks.answer(thumb, number)
    tasks.answer_kinds(thumb, {"pepper": 2})
    at.keep("count-pad")
    tasks.answer_kinds(thumb, {"crossbow": 1})
    for word in ("green_apples", "gouda_cheese"):
        thumb.tap(f"[data-card='0-{word}']")
    for digit in "42":
        thumb.tap(f".key[data-digit='{digit}']")
    at.keep("count-royals", scroll="nav.tabs")


def elsewhere(at: Studio) -> None:
    """The pages that need no table."""
    at.phone.foreseen.add(404)
    for name, path in (
        ("start", "/"),
        ("cards", "/cards"),
        ("settings", "/settings"),
        ("error", "/g/NOSUCH22"),
    ):
        at.phone.page.goto(path)
        at.keep(name)


def gallery() -> str:
    """The page that shows all pictures."""
    lines = [
        "# Screens",
        "",
        "Every screen on a phone of 390x844, the stage on a television of 1280x720, in English and French,",
        "by day and by night, and phones by day at 390x664. `make pictures` plays a table, takes the",
        "pictures and writes this page; it looks at each screen on its side, on tablets, in narrow and wide",
        "fonts and with large text too, and says what is cut, covered or out of reach there.",
    ]
    for name, caption in CAPTIONS.items():
        shown = "\n".join(
            f'<img src="{picture.relative_to(DOCS).as_posix()}" width="200" alt="{caption}, {said}">'
            for language in LANGUAGES
            for picture, said in _taken(name, language)
        )
        lines += ["", f"## {caption}", "", shown]
    return "\n".join(lines) + "\n"


def _taken(name: str, language: str) -> Iterator[tuple[Path, str]]:
    for scheme in SCHEMES:
        yield place(name, language, scheme), f"{language}, {scheme}"
    if (small := place(f"{name}.small", language, "light")).exists():
        yield small, f"{language}, 390x664"


def main() -> None:
    """Play, take pictures, complain about what a test would complain about."""
    (DOCS / "pictures").mkdir(exist_ok=True)
    for old in (DOCS / "pictures").glob("*.webp"):
        old.unlink()
    complaints: list[str] = []
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        for language in LANGUAGES:
            with running(Path(folder) / language) as server:
                at = studio(browser, server.url, language)
                for step in (first_round, open_late, last_round, late_board, around, the_end):
                    step(at)
                for step in (quick_count, elsewhere):
                    step(at)
                complaints += at.phone.complaints
                at.phone.page.context.close()
                complaints += pictures_of_phones.take(browser, server.url, language)
                complaints += pictures_of_six.take(browser, server.url, language)
                complaints += pictures_of_merry.take(browser, server.url, language)
                complaints += pictures_of_nottingham.take(browser, server.url, language)
                complaints += pictures_of_stage.take(browser, language)
    (DOCS / "screens.md").write_text(gallery(), encoding="utf-8")
    missing = [
        name for name in CAPTIONS for language in LANGUAGES if not place(name, language, "dark").exists()
    ]
    for line in (*complaints, *(f"no picture of {name}" for name in missing)):
        sys.stderr.write(f"{line}\n")
    sys.exit(1 if complaints or missing else 0)


if __name__ == "__main__":
    main()
