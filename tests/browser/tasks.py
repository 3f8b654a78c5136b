"""What people do at the table, tap by tap; by the fields' names, so that it is the same in every language."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.browser.phone import Phone, Thumb

PLAYERS = ("Ann", "Bo", "Cleo", "Dov", "Eve")
BOARD = re.compile(r"/g/[^/?]+(\?.*)?$")


def open_table(phone: Phone, names: tuple[str, ...] = PLAYERS, sheriff: int = 0) -> str:
    """A new table with defaults; the address of its board."""
    phone.page.goto("/new")
    for index, name in enumerate(names):
        phone.page.fill(f"#name-{index}", name)
    phone.thumb.tap(tile("first_sheriff", sheriff))
    phone.thumb.tap("#new .dock button.next")
    at_board(phone.thumb)
    return phone.page.url


def tile(field: str, value: object) -> str:
    """The label of one choice."""
    return f"label:has(input[name='{field}'][value='{value}'])"


def next_bag(thumb: Thumb) -> None:
    """The biggest button, while bags are to do."""
    thumb.tap("a.next[href*='/bags/']")


def declare(thumb: Thumb, good: str, number: int) -> None:
    """The two taps of a declaration."""
    thumb.tap(tile("good", good))
    thumb.tap(tile("number", number))


def as_declared(thumb: Thumb, outcome: str) -> None:
    """`outcome` is "passes" or "opens"; booked, and back at the board."""
    thumb.tap(f"#sum .verdict-{outcome}")
    at_board(thumb)


def something_else(thumb: Thumb, outcome: str, found: Mapping[str, int]) -> None:
    """`outcome` is "passed" or "opened"; `found` is what lay there in place of declared cards. Booked."""
    thumb.tap(f"#sum button[name='contents'][value='{outcome}']")
    for word, number in found.items():
        field = word if word == "face_down" else f"in-{word}"
        for _ in range(number):
            thumb.tap(f"[data-put='{field}']")
    thumb.tap("#sum button.next")
    at_board(thumb)


def offer_gold(thumb: Thumb, amount: int) -> None:
    """A bribe of the bag's merchant to the Sheriff."""
    thumb.tap("details.deal-part:has(.gold) summary")
    for digit in str(amount):
        thumb.tap(f".keypad [data-digit='{digit}']")


def pass_badge(thumb: Thumb) -> None:
    """The badge to the next Sheriff."""
    thumb.tap("form[action$='/badge'] button.next")
    at_board(thumb)


def at_board(thumb: Thumb) -> None:
    """Wait until the board is there again."""
    thumb.page.wait_for_url(BOARD)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing people do often, and how many taps it may take from the board back to the board."""

    name: str
    most: int
    do: Callable[[Thumb], None]


def honest(outcome: str, number: int = 3) -> Callable[[Thumb], None]:
    """A bag that was as declared."""

    def do(thumb: Thumb) -> None:
        next_bag(thumb)
        declare(thumb, "apples", number)
        as_declared(thumb, outcome)

    return do


def lying(outcome: str, number: int, found: Mapping[str, int]) -> Callable[[Thumb], None]:
    """A bag that was not."""

    def do(thumb: Thumb) -> None:
        next_bag(thumb)
        declare(thumb, "apples", number)
        something_else(thumb, outcome, found)

    return do


def bribed(thumb: Thumb) -> None:
    """A bag that passes for 12 gold."""
    next_bag(thumb)
    declare(thumb, "apples", 3)
    offer_gold(thumb, 12)
    as_declared(thumb, "passes")


# In this order they make a first round of five.
TASKS = (
    Task("a bag as declared, passed", 4, honest("passes")),
    Task("a bag as declared, opened", 4, honest("opens")),
    Task("a lying bag of four, opened", 8, lying("opened", 4, {"cheese": 1, "mead": 2})),
    Task("a lying bag, passed with two face down", 7, lying("passed", 4, {"face_down": 2})),
    Task("the badge", 1, pass_badge),
    Task("a bag as declared, passed for 12 gold", 7, bribed),
)
