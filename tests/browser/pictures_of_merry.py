"""The pictures of Merry Men: its laws, a bag under them, a card that a bag earns, and where it lies."""

from playwright.sync_api import Browser, expect

from tests.browser import merry, tasks
from tests.browser.studio import Studio, studio
from tests.web.merry import EVERYTHING

NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard")
MIDDLE: dict[str, object] = {
    **EVERYTHING,
    "edition": "second",
    "round": 6,
    **{f"purse-{seat}": gold for seat, gold in enumerate((57, 43, 61, 38, 52))},
    "stand-0-apples": 4,
    "stand-1-cheese": 3,
    "stand-1-bread": 2,
    "stand-1-face_down": 4,
    "stand-2-chickens": 5,
    "stand-3-bread": 6,
    "stand-3-face_down": 2,
    "stand-4-apples": 2,
}
LAWS = {
    "en": ("Chickens are contraband this round", "Declared apples are taxed"),
    "fr": ("Les poulets sont de la contrebande", "Les pommes déclarées sont taxées"),
}
CAPTIONS = {
    "merry-laws": "Merry Men: the laws of a round, typed once",
    "merry-bag": "Merry Men: a bag under a law, whose fine can be another",
    "merry-card": "Merry Men: a card that a bag earns",
    "merry-board": "Merry Men: cards that count at the end, in a frame; laws are pinned",
}
"""Every picture's name and what it shows, in the order of an evening."""


def take(browser: Browser, url: str, language: str) -> list[str]:
    """Play and take the pictures; what the phone complained about."""
    at = studio(browser, url, language)
    tasks.open_table(at.phone, NAMES, 0, **MIDDLE)
    laws(at)
    bag(at)
    cards(at)
    at.phone.page.context.close()
    return at.phone.complaints


def laws(at: Studio) -> None:
    """Two for this round."""
    at.thumb.tap(".next-laws")
    at.page.locator("#proclaim").wait_for()
    for line, law in enumerate(LAWS[at.language]):
        at.page.fill(f"#line-{line}", law)
    at.keep("merry-laws")
    at.thumb.tap("#proclaim .dock .next")
    tasks.at_board(at.thumb)


def bag(at: Studio) -> None:
    """What opening it costs by law; then it passes with a card face down."""
    tasks.next_bag(at.thumb)
    tasks.declare(at.thumb, "bread", 3)
    at.page.fill("#fine", "9")
    expect(at.page.locator(".verdict-opens small")).to_contain_text("9")
    at.keep("merry-bag")
    at.page.fill("#fine", "")
    tasks.say_contents(at.thumb, "passed")
    tasks.put(at.thumb, {"face_down": 2})
    tasks.book(at.thumb)


def cards(at: Studio) -> None:
    """One of the Black Market, and one of a special order."""
    merry.row(at.thumb, 1)
    merry.choose(at.thumb, "take", "market-silk")
    expect(at.page.locator("#sum .sum-lines")).to_contain_text("34")
    at.keep("merry-card")
    merry.take(at.thumb, 34)
    merry.row(at.thumb, 1)
    merry.choose(at.thumb, "take", "order-bread")
    merry.choose(at.thumb, "contraband", "mead")
    merry.take(at.thumb, 5)
    at.page.goto(at.page.url.split("?")[0])
    at.keep("merry-board")
