"""Phones in hands that tap anything: random controls, twice, back and again, without a connection, turned
over. The same seed taps the same, as far as several phones at once can.
"""

import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from companion.rules.nottingham.box import BOX
from companion.service import Service
from companion.web.nottingham.table import Table as NottinghamTable
from companion.web.sheriff.table import Table
from tests.browser import books, looking, loot, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, touch_at
from tests.browser.visiting import leave
from tests.web.merry import EVERYTHING

UPRIGHT, TURNED = ViewportSize(width=390, height=664), ViewportSize(width=664, height=390)
EXPECTED = {403, 404, 429}  # whose place was given to another, or whose table ended
BETWEEN = 120  # ms
OFFLINE_FOR = 6  # actions
TEXTS = ("7", "12", "-1", "0", "9999999", "½", "٣", "x" * 40, "🦊", "مرحبا", "")
# Where a finger would touch what is in sight and covered by nothing; nothing that leaves the table's machine.
CONTROLS = "a[href], button, summary, label, input"
IN_REACH = """(controls) => [...document.querySelectorAll(controls)].flatMap((one) => {
    if (one.hasAttribute("download") || one.type === "file") return [];
    if (one.href && (new URL(one.href).host !== location.host || one.href.endsWith(".json"))) return [];
    const {left, top, width, height} = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    return there && (one === there || one.contains(there) || there.contains(one)) ? [[x, y]] : [];
})"""
# What a tap may end in that leads elsewhere at that very moment: the page, or its scripts, are gone.
ON_THE_WAY = re.compile(
    r"context was destroyed|Cannot find context|Not attached to an active page"
    r"|interrupted by another navigation|frame (was|got) detached"
    r"|net::ERR_(ABORTED|INTERNET_DISCONNECTED|FAILED)|Timeout \d+ms exceeded.*\n.*\n.*navigat"
)
THERE = "#board, .ranks, .race"
BUSY = ".htmx-request, #unreached:not([hidden]), #live:not([data-state='live'])"
# The ways back that a page offers itself: from its bar, from a notice, or from an error.
WAY_BACK = "#news a, .bar > a, a.next, main a.button"
MOST_WAYS, A_WHILE = 4, 2_000  # ms
TYPES = "() => document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea') ?? false"
NOTHING_WAITS = """() => JSON.parse(localStorage.getItem("counting-house-outbox") ?? "[]")
    .every((item) => item.answer)"""


@dataclass
class Hands:
    """One phone, and who plays with it; `cut_off` for so many more actions."""

    phone: Phone
    cut_off: int = 0
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played: who plays, how the bank's phone opens the table, whether its books are right, what a
    board of it shows.
    """

    players: Sequence[str]
    opens: Callable[[Phone], str]
    is_whole: Callable[[Any], None]
    shows: Callable[[Page, Any], None]


@dataclass
class Commotion:
    """A table with a phone for everybody, and dice for what happens to them."""

    seed: int
    evening: Evening
    board: str
    hands: Sequence[Hands]
    service: Service
    dice: random.Random = field(init=False)
    done: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The dice of this seed."""
        self.dice = random.Random(self.seed)  # noqa: S311 - a throw that can be repeated

    def goes_on(self, taps: int) -> None:
        """So many actions, each of one phone; now and then all come back to the board and agree."""
        for tap, hands in zip(range(1, taps + 1), cycle(self.hands), strict=False):
            try:
                self.act(hands)
            except PlaywrightError as fault:  # the page went away under the finger
                if not ON_THE_WAY.search(fault.message):
                    raise
                self.done.append(f"({fault.message.splitlines()[0]})")
            if tap % 100 == 0:
                self.comes_together()
        self.comes_together()

    def act(self, hands: Hands) -> None:
        """One thing that a hand does to a phone."""
        if hands.cut_off:
            hands.cut_off -= 1
            if not hands.cut_off:
                self.connects(hands)
        acts = (self.taps, self.taps_twice, self.types, self.goes_back, self.reloads, self.scrolls)
        weights = (60, 14, 8, 6, 4, 4)
        others = (self.turns, self.loses_connection, self.goes_home)
        act = self.dice.choices((*acts, *others), (*weights, 2, 2, 5))[0]
        self.done.append(
            f"{self.hands.index(hands)} {act.__name__} {hands.phone.page.url.rpartition('/g/')[2]}"
        )
        act(hands)
        hands.phone.page.wait_for_timeout(BETWEEN)

    def taps(self, hands: Hands) -> None:
        """Something in sight."""
        page = hands.phone.page
        if spots := page.evaluate(IN_REACH, CONTROLS):
            touch_at(page, *self.dice.choice(spots))

    def taps_twice(self, hands: Hands) -> None:
        """The same spot, whatever the first tap has put there."""
        page = hands.phone.page
        if spots := page.evaluate(IN_REACH, CONTROLS):
            x, y = self.dice.choice(spots)
            touch_at(page, x, y)
            touch_at(page, x, y)

    def types(self, hands: Hands) -> None:
        """What nobody would, where something can be typed."""
        page = hands.phone.page
        text = self.dice.choice(TEXTS)
        if page.evaluate(TYPES):
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.insert_text(text)

    def goes_back(self, hands: Hands) -> None:
        """The browser's own button."""
        hands.phone.page.go_back(wait_until="commit")

    def reloads(self, hands: Hands) -> None:
        """A page that seems to hang."""
        if not hands.cut_off:
            hands.phone.page.reload(wait_until="commit")

    def scrolls(self, hands: Hands) -> None:
        """Up or down."""
        hands.phone.page.mouse.wheel(0, self.dice.choice((-900, 400, 900)))

    def turns(self, hands: Hands) -> None:
        """From upright onto its side, and back."""
        hands.is_turned = not hands.is_turned
        hands.phone.page.set_viewport_size(TURNED if hands.is_turned else UPRIGHT)

    def loses_connection(self, hands: Hands) -> None:
        """For a few actions."""
        hands.phone.page.context.set_offline(True)
        hands.cut_off = OFFLINE_FOR

    def connects(self, hands: Hands) -> None:
        """It is back."""
        hands.phone.page.context.set_offline(False)
        hands.cut_off = 0

    def goes_home(self, hands: Hands) -> None:
        """To the board, from wherever the taps led."""
        if not hands.cut_off:
            leave(hands.phone.page, self.board)

    def comes_together(self) -> None:
        """Every phone is connected, has sent what it kept, is not stuck, and shows what the journal holds."""
        for hands in self.hands:
            self.connects(hands)
        for hands in self.hands:
            if not hands.phone.page.url.startswith("http"):  # a page of the browser's own
                leave(hands.phone.page, self.board)
            is_free(hands.phone.page)
        for hands in self.hands:
            leave(hands.phone.page, self.board)
            expect(hands.phone.page.locator("main")).to_be_visible()
        pages = [hands.phone.page for hands in self.hands]
        assert any(page.locator(THERE).count() for page in pages), "nobody is at the table any more"
        table = self.service.current(self.board.rpartition("/")[2])
        self.evening.is_whole(table)
        for page in pages:
            if page.locator("#board").count():
                self.evening.shows(page, table)


def is_free(page: Page) -> None:
    """Nothing waits on this phone; its page offers a way to a board, a result or the start."""
    page.wait_for_function(NOTHING_WAITS)
    expect(page.locator(BUSY)).to_have_count(0)
    for _ in range(MOST_WAYS):
        with suppress(PlaywrightTimeout):
            page.locator(THERE).first.wait_for(state="attached", timeout=A_WHILE)
            return
        if is_outside(page):
            return
        page.locator(WAY_BACK).first.tap()
    expect(page.locator(THERE)).not_to_have_count(0)


def is_outside(page: Page) -> bool:
    """Whether this is the start page, which lists the phone's tables."""
    return urlsplit(page.url).path == "/"


def no_coin_is_lost(table: Table) -> None:
    """Nor made: purses and the Booty hold what they began with, and what the bank paid by hand."""
    game = table.game
    held = sum(game.gold(seat) for seat in range(len(game.seats))) + game.booty_gold
    should = game.opening_gold + books.from_bank(table)
    assert held == should, f"{held} gold instead of {should}"


def shows_purses_and_stands(page: Page, table: Table) -> None:
    """Within some seconds, as the journal has them."""
    looking.shows_rows(page, books.rows(table.game))


def no_card_is_lost(table: NottinghamTable) -> None:
    """Nor made: no more loot of an object, and no more mission cards, than there are."""
    game = table.game
    assert all(game.lying(item) <= BOX.copies for item in BOX.item_words)
    assert game.taken <= 2 * len(BOX.mission_words)


def shows_loot(page: Page, table: NottinghamTable) -> None:
    """How many cards lie before whom, in whichever language a wild thumb chose."""
    held = (table.game.loot(seat).total for seat in range(len(table.game.seats)))
    rows = [re.compile(rf"(?<!\d){number}(?!\d)") for number in held]
    expect(page.locator(".seats .holds")).to_have_text(rows)


IN_THE_BOX: dict[str, Any] = {"royal_goods": "1", "timer": "1"}
WITH_DEPUTIES: dict[str, Any] = {**IN_THE_BOX, **EVERYTHING, "second_deputy": "1"}
BOOKS = (no_coin_is_lost, shows_purses_and_stands)
EVENINGS = {
    "five": Evening(tasks.PLAYERS, partial(tasks.open_table, **IN_THE_BOX), *BOOKS),
    "six": Evening(tasks.SIX, partial(tasks.open_table, names=tasks.SIX, **WITH_DEPUTIES), *BOOKS),
    "nottingham": Evening(
        tasks.SIX, partial(loot.open_table, story={"players": tasks.SIX}), no_card_is_lost, shows_loot
    ),
}


def begun(open_phones: OpenPhone, seed: int, service: Service, evening: Evening) -> Commotion:
    """The players at their table, each on a phone of their own."""
    phones = [open_phones(viewport=UPRIGHT) for _ in evening.players]
    board = evening.opens(phones[0]).split("?")[0]
    code = sharing.open_door(phones[0], board)
    phones[0].thumb.tap("form[action$='/seats'] button[value='0']")
    for seat, phone in enumerate(phones[1:], 1):
        sharing.join(phone, code, seat)
    for phone in phones:
        phone.foreseen |= EXPECTED
        phone.may_be_cut_off = True
    return Commotion(seed, evening, board, [Hands(phone) for phone in phones], service)
