"""What people do at the table, tap by tap; by the fields' names, so that it is the same in every language."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.phone import Phone, Thumb

PLAYERS = ("Ann", "Bo", "Cleo", "Dov", "Eve")
SIX = (*PLAYERS, "Flo")
BOARD = re.compile(r"/g/[^/?]+(\?.*)?$")


def open_table(phone: Phone, names: tuple[str, ...] = PLAYERS, sheriff: int = 0, **options: object) -> str:
    """A new table with defaults but for `options`, fields of its form; the address of its board."""
    people = {f"name-{index}": name for index, name in enumerate(names)}
    chosen = {"edition": "first", "first_sheriff": str(sheriff), **people, **options}
    phone.page.goto(f"/new?{urlencode(chosen)}")
    phone.thumb.tap("#new .dock button.next")
    at_board(phone.thumb)
    return phone.page.url


def tile(field: str, value: object) -> str:
    """The label of one choice."""
    return f"label:has(input[name='{field}'][value='{value}'])"


def choose_giver(thumb: Thumb, seat: int) -> None:
    """Who pays by hand; a phone that may record for one alone is not asked."""
    alone = thumb.page.locator("#pay input[type='hidden'][name='giver']")
    if alone.count():
        assert alone.input_value() == str(seat)
    else:
        thumb.tap(tile("giver", seat))


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


def bag_of(thumb: Thumb, seat: int) -> None:
    """A merchant's bag, whoever is next."""
    thumb.tap(f"nav.merchants a[href$='/bags/{seat}']")


def something_else(thumb: Thumb, outcome: str, found: Mapping[str, int]) -> None:
    """`outcome` is "passed" or "opened"; `found` is what lay there in place of declared cards. Booked."""
    say_contents(thumb, outcome)
    put(thumb, found)
    book(thumb)


def say_contents(thumb: Thumb, outcome: str) -> None:
    """To the palette of an opened bag, or of one that passed."""
    thumb.tap(f"#sum .button[name='lie'][value='{outcome}']")


def put(thumb: Thumb, found: Mapping[str, int]) -> None:
    """Tap what was there, card by card, in place of declared cards."""
    for word, number in found.items():
        if word == "face_down":
            thumb.tap(f"[data-down='{number}']")
            continue
        field = f"in-{word}"
        card = f"[data-put='{field}']"
        thumb.page.locator(card).wait_for(state="attached")
        closed = f"details.palette:not([open]):has({card}) summary"
        if thumb.page.locator(closed).count():
            thumb.tap(closed)
        for _ in range(number):
            thumb.tap(card)


def book(thumb: Thumb) -> None:
    """Book what the sheet says; back at the board."""
    thumb.tap("#sum button.next")
    at_board(thumb)


def unfold(thumb: Thumb, part: str) -> None:
    """What the merchant gives, or whose row is unfolded: "gold", "goods", "promising"; to whom: "to"."""
    if part == "to":
        thumb.tap(".deal [name$='-to']:is(button)")
    elif not thumb.page.locator(f"[name='unfolded'][value$='{part}']").count():
        thumb.tap(f".giving [value$='-{part}']")
        thumb.page.locator(f"[name='unfolded'][value$='{part}']").wait_for(state="attached")


def payer(seat: int) -> str:
    """The shield of somebody who gives."""
    return f".payers [value='{seat}']"


def offer_gold(thumb: Thumb, amount: int, index: int = 0) -> None:
    """A bribe of gold, of the bag's merchant to the Sheriff unless changed."""
    unfold(thumb, "gold")
    for digit in str(amount):
        thumb.tap(f"[data-for='deal-{index}-gold'] [data-digit='{digit}']")


def give_card(thumb: Thumb, word: str, index: int = 0) -> None:
    """One card of the giver's stand."""
    unfold(thumb, "goods")
    thumb.tap(f"label:has([name='deal-{index}-stand-{word}'])")


def promise(thumb: Thumb, index: int = 0) -> None:
    """The first of the promises that are offered."""
    unfold(thumb, "promising")
    thumb.tap(f"#deal-{index}-chips button >> nth=0")


def take_back(thumb: Thumb) -> None:
    """Take the last entry back."""
    entry = thumb.page.locator(".take-back input[name='entry']").get_attribute("value")
    thumb.tap(".take-back button")
    expect(thumb.page.locator(f".take-back input[value='{entry}']")).to_have_count(0)


def pass_badge(thumb: Thumb) -> None:
    """The badge to the next Sheriff."""
    thumb.tap("form[action$='/badge'] button.next")
    expect(thumb.page.locator("form[action$='/badge']")).to_have_count(0)


def check_stands(thumb: Thumb) -> None:
    """After the last round, to the page where stands are checked: the bank is there if it ended it."""
    if not thumb.page.locator(".check-seat").count():
        thumb.tap("a.next[href$='/check']")
    thumb.page.locator(".check-seat").first.wait_for()


def at_board(thumb: Thumb) -> None:
    """Wait until the board is there again; what was refused instead is told."""
    try:
        thumb.page.wait_for_url(BOARD)
        thumb.page.locator("#board").wait_for()
    except PlaywrightTimeout as late:
        late.add_note(f"{thumb.page.url}: {thumb.page.locator('#refusals').all_inner_texts()}")
        raise


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


def bribed(amount: int, found: Mapping[str, int] | None = None) -> Callable[[Thumb], None]:
    """A bag that passes for gold, as declared unless something else was `found` in it."""

    def do(thumb: Thumb) -> None:
        next_bag(thumb)
        declare(thumb, "apples", 4)
        offer_gold(thumb, amount)
        if found is None:
            as_declared(thumb, "passes")
        else:
            something_else(thumb, "passed", found)

    return do


def bribed_with_a_card(thumb: Thumb) -> None:
    """A bag that passes for an apple off its merchant's stand."""
    next_bag(thumb)
    declare(thumb, "apples", 3)
    give_card(thumb, "apples")
    as_declared(thumb, "passes")


def bribed_by(seat: int) -> Callable[[Thumb], None]:
    """A bag that passes for 7 gold of somebody else."""

    def do(thumb: Thumb) -> None:
        next_bag(thumb)
        declare(thumb, "apples", 3)
        thumb.tap(payer(seat))
        offer_gold(thumb, 7)
        as_declared(thumb, "passes")

    return do


def promised(thumb: Thumb) -> None:
    """A bag that passes for a promise."""
    next_bag(thumb)
    declare(thumb, "apples", 3)
    promise(thumb)
    as_declared(thumb, "passes")


# In this order they make a first round of five, and a second one.
TASKS = (
    Task("a bag as declared, passed", 4, honest("passes")),
    Task("a lying bag of four, opened", 8, lying("opened", 4, {"cheese": 1, "mead": 2})),
    Task("a bag as declared, passed for 7 gold", 6, bribed(7)),
    Task("a lying bag, passed with two face down", 6, lying("passed", 4, {"face_down": 2})),
    Task("the badge", 1, pass_badge),
    Task("a lying bag, passed with two face down and 7 gold", 8, bribed(7, {"face_down": 2})),
    Task("a bag as declared, passed for a card of the stand", 6, bribed_with_a_card),
    Task("a bag as declared, passed for 7 gold of somebody else", 6, bribed_by(2)),
    Task("a bag as declared, passed for a promise", 6, promised),
    Task("the badge", 1, pass_badge),
    Task("a bag as declared, opened", 4, honest("opens")),
)
ROUND = 5
"""So many of them are the first round."""
MOST_OF_A_ROUND = 25


def answer_kinds(thumb: Thumb, found: Mapping[str, int]) -> None:
    """The contraband that the quick count asks for: a kind that is passed over is 0."""
    last = ""
    for last, number in found.items():
        if number:
            thumb.tap(f"[data-kind='{last}'][data-number='{number}']")
    if last and not found[last]:
        thumb.tap("[data-keys='kinds'] [data-rest]")


def answer(thumb: Thumb, number: int) -> None:
    """How many cards of the good that the quick count asks for."""
    thumb.tap(f"[data-keys='number'] [data-number='{number}']")
