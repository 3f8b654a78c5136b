"""The pictures of Nottingham: its board, a delivery, a mission, its counts."""

from playwright.sync_api import Browser, expect

from tests.browser import loot
from tests.browser.studio import Studio, studio

NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard", "John", "Alan")
TABLE: loot.Entry = {
    "players": NAMES,
    "spaces": 22,
    "printed": [int(figure) for figure in "3452643572456348254634"],
}
ENTRIES: tuple[loot.Entry, ...] = (
    {"deliver": "Marian", "object": "pearls", "cards": 3},
    {"deliver": "Tuck", "object": "chest", "cards": 4, "ambushes": ["Guy"]},
    {"fulfil": "Will", "mission": "five_of_one", "numbers": [30, 25]},
    {"deliver": "Guy", "object": "gold", "cards": 5},
    {"fulfil": "Richard", "mission": "three_pairs", "numbers": [17, 12]},
    {"deliver": "John", "object": "necklace", "cards": 3},
    {"fulfil": "Marian", "mission": "three_pairs"},
    {"deliver": "Alan", "object": "jewels", "cards": 6, "ambushes": ["Will", "Tuck"]},
)
CALLED_OFF: loot.Entry = {"deliver": "Tuck", "object": "pearls", "cards": 3, "ambushes": ["Guy"]}
COUNTED = (0, 0, 0, 2)

CAPTIONS = {
    "nottingham-board": "Nottingham: loot, missions, and where the Sheriff goes",
    "nottingham-delivery": "Nottingham: a delivery that an ambush calls off",
    "nottingham-mission": "Nottingham: what the cards of a mission print, typed once",
    "nottingham-count": "Nottingham: just count, a number a tap",
    "nottingham-check": "Nottingham: before the count, does the loot match the cards?",
    "nottingham-result": "Nottingham: the result",
    "nottingham-cards": "Nottingham: what its cards do",
}
"""Every picture's name and what it shows, in the order of an evening."""


def take(browser: Browser, url: str, language: str) -> list[str]:
    """Play and take the pictures; what the phone complained about."""
    at = studio(browser, url, language)
    board = loot.open_table(at.phone, TABLE)
    for entry in ENTRIES:
        loot.tell(at.phone, NAMES, entry, board, None)
    at.keep("nottingham-board")
    sheets(at, board)
    ends(at, board)
    counts(at)
    at.page.goto("/nottingham/cards")
    at.keep("nottingham-cards")
    at.phone.page.context.close()
    return at.phone.complaints


def sheets(at: Studio, board: str) -> None:
    """A delivery and a mission, neither of them recorded."""
    at.page.goto(f"{board}/nottingham/delivery?seat={NAMES.index('Tuck')}")
    loot.fill(at.thumb, NAMES, CALLED_OFF)
    at.keep("nottingham-delivery")
    at.page.goto(f"{board}/nottingham/delivery?seat={NAMES.index('Guy')}")
    at.thumb.tap(loot.tile("one_of_each"))
    at.page.fill("#alone-one_of_each", "24")
    at.page.fill("#shared-one_of_each", "18")
    expect(at.page.locator("#sum .sum-lines")).to_contain_text("24")
    at.page.evaluate("document.activeElement.blur()")
    at.keep("nottingham-mission")


def ends(at: Studio, board: str) -> None:
    """From the end of the game to the result."""
    at.page.goto(board)
    loot.unfold(at.thumb, "form[action$='/ending']")
    at.thumb.tap("form[action$='/ending'] .button")
    loot.at_board(at.thumb)
    at.page.goto(f"{board}/nottingham/check")
    at.thumb.tap("details.check-seat summary >> nth=0")
    at.keep("nottingham-check")
    at.thumb.tap("form[action$='/closing'] .next")
    at.page.locator(".ranks").wait_for()
    at.keep("nottingham-result")


def counts(at: Studio) -> None:
    """The count without an evening."""
    at.page.goto("/nottingham/count")
    for index, name in enumerate(NAMES[:4]):
        at.page.fill(f"#name-{index}", name)
    at.page.evaluate("document.activeElement.blur()")
    at.thumb.tap("[data-begin]")
    at.thumb.tap("[data-now] label:has([data-mission='five_of_one'])")
    for number in COUNTED:
        at.thumb.tap(f"[data-keys='number'] [data-number='{number}']")
    at.keep("nottingham-count")
