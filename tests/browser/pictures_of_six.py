"""The pictures of six players: two Deputies, a bag of both or of one alone, the Booty."""

from playwright.sync_api import Browser

from tests.browser import tasks
from tests.browser.studio import Studio, studio

NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard", "John")
MARIAN, TUCK, WILL, GUY, RICHARD, JOHN = range(len(NAMES))
PURSES = (46, 71, 38, 91, 4, 63)
STANDS = (
    {"apples": 4, "cheese": 6, "chickens": 2, "face_down": 3},
    {"apples": 7, "bread": 5, "face_down": 2},
    {"cheese": 3, "bread": 4, "chickens": 5, "face_down": 3},
    {"apples": 2, "cheese": 5, "bread": 2, "chickens": 1},
    {"apples": 2, "bread": 3, "chickens": 3},
    {"apples": 5, "cheese": 1, "bread": 3, "face_down": 1},
)

CAPTIONS = {
    "six-new": "Six players: the first two Deputies, drawn by the app or by the table",
    "six-bag": "Six players: both let the bag pass, or one acts alone",
    "six-board": "Six players: two badges, and the Booty that both have to share",
    "six-booty": "Six players: an odd Booty, and who takes what",
    "six-pair": "Six players: the next two Deputies, from the table's own cards",
}
"""Every picture's name and what it shows, in the order of an evening."""


def take(browser: Browser, url: str, language: str) -> list[str]:
    """Play and take the pictures; what the phone complained about."""
    at = studio(browser, url, language)
    sits_down(at)
    mid_game(at)
    bags(at)
    shares(at)
    at.phone.page.context.close()
    return at.phone.complaints


def sits_down(at: Studio) -> None:
    """Six names."""
    at.page.goto("/new")
    for index, name in enumerate(NAMES):
        at.page.fill(f"#name-{index}", name)
    at.thumb.tap(tasks.tile("first_sheriff", WILL))
    at.thumb.tap(tasks.tile("second_deputy", JOHN))
    at.page.evaluate("document.activeElement.blur()")
    at.keep("six-new", scroll="fieldset:has([name='first_sheriff'])")


def mid_game(at: Studio) -> None:
    """The fourth round begins: the cards were shuffled again."""
    stands = {
        f"stand-{seat}-{word}": str(count)
        for seat, stand in enumerate(STANDS)
        for word, count in stand.items()
    }
    purses = {f"purse-{seat}": str(gold) for seat, gold in enumerate(PURSES)}
    tasks.open_table(at.phone, NAMES, WILL, second_deputy=str(JOHN), round="4", **stands, **purses)


def bags(at: Studio) -> None:
    """Three that both decide on, and one that one opens alone."""
    tasks.next_bag(at.thumb)
    tasks.declare(at.thumb, "chickens", 3)
    tasks.offer_gold(at.thumb, 9)
    at.page.locator("#sum:not(.htmx-request)").wait_for()
    at.keep("six-bag", scroll="fieldset.deals")
    tasks.give_card(at.thumb, "chickens")
    tasks.as_declared(at.thumb, "passes")
    tasks.lying("opened", 4, {"cheese": 1, "mead": 1})(at.thumb)
    at.keep("six-board")
    tasks.next_bag(at.thumb)
    tasks.declare(at.thumb, "apples", 2)
    at.thumb.tap(tasks.tile("alone", WILL))
    at.page.locator("#sum:not(.htmx-request)").wait_for()
    tasks.as_declared(at.thumb, "opens")
    tasks.honest("passes")(at.thumb)


def shares(at: Studio) -> None:
    """Who takes what, and who is next."""
    at.thumb.tap("a.next[href$='/booty']")
    at.page.locator("#booty").wait_for()
    at.keep("six-booty")
    at.thumb.tap("#booty button.next")
    tasks.at_board(at.thumb)
    at.thumb.tap("a[href$='/deputies']")
    at.page.locator("#pair").wait_for()
    at.keep("six-pair")
