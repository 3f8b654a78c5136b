"""The pictures of an evening on everybody's phones."""

from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Browser, expect

from tests.browser import sharing, tasks
from tests.browser.studio import Studio, studio

NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard")
MARIAN, TUCK, WILL, GUY, RICHARD = range(len(NAMES))

CAPTIONS = {
    "board-lonely": "A fresh table asks whether everybody plays on their own phone",
    "phones": "The phones at the table: the code to scan, the seats, who may record",
    "join": "A phone comes in by the code",
    "places": "Who are you? A free seat is one tap",
    "pack": "A merchant packs: the cards propose what to declare",
    "board-merchant": "A merchant's board, while others speak",
    "note": "What is really in the bag, only on the player’s phone; it opens by holding",
    "offer": "An offer to the Sheriff",
    "board-sheriff": "The Sheriff's board: an offer asks for an answer",
    "news": "News over another page",
    "no-connection": "No connection: a tap waits on the phone and is sent by itself",
    "seat-moves": "A seat moves to another phone",
    "curtain": "Two players share a phone: a curtain before each bag",
    "log-phones": "The log, with the phones that came",
    "phones-player": "The phones at the table, for a player",
    "no-place": "A phone without a place here",
}
"""Every picture's name and what it shows, in the order of an evening."""


@dataclass(frozen=True, slots=True)
class Table:
    """The bank and those who came."""

    bank: Studio
    sheriff: Studio
    merchant: Studio
    board: str

    @property
    def all(self) -> tuple[Studio, ...]:
        """Every phone."""
        return (self.bank, self.sheriff, self.merchant)


def take(browser: Browser, url: str, language: str) -> list[str]:
    """Play and take the pictures; what the phones complained about."""
    opened = partial(studio, browser, url, language)
    table = come_in(opened(), opened(), opened())
    for step in (speak, answer, lose_connection, around):
        step(table)
    complaints = [complaint for at in table.all for complaint in at.phone.complaints]
    for at in table.all:
        at.phone.page.context.close()
    return complaints


def come_in(bank: Studio, sheriff: Studio, merchant: Studio) -> Table:
    """A fresh table, the door, three who come in."""
    board = tasks.open_table(bank.phone, NAMES, sheriff=TUCK)
    bank.keep("board-lonely")
    code = sharing.open_door(bank.phone, board)
    bank.thumb.tap(f"form[action$='/seats'] button[value='{MARIAN}']")
    bank.page.locator(f"a[href$='/seats/{MARIAN}/move']").wait_for()
    sharing.join(sheriff.phone, code, TUCK)
    merchant.page.goto("/join")
    merchant.page.fill("#code", code)
    merchant.page.evaluate("document.activeElement.blur()")
    merchant.keep("join")
    sharing.to_places(merchant.phone, code)
    merchant.keep("places")
    sharing.take_place(merchant.phone, WILL)
    bank.page.goto(f"{board}/phones")
    bank.keep("phones")
    return Table(bank, sheriff, merchant, board)


def speak(table: Table) -> None:
    """A merchant declares, notes what is in the bag, and makes an offer."""
    will, bank = table.merchant, table.bank
    sharing.to_pack(will.phone)
    tasks.put(will.thumb, {"apples": 2, "mead": 2})
    will.keep("pack")
    will.thumb.tap("#note button.next")
    tasks.at_board(will.thumb)
    sharing.hold(will.phone)
    will.keep("note")
    will.thumb.tap("#note .bar a, .bar a >> nth=-1")
    tasks.at_board(will.thumb)
    sharing.to_offer(will.phone, 12)
    will.keep("offer")
    will.thumb.tap("#offer button.next")
    tasks.at_board(will.thumb)
    bank.page.goto(table.board)
    sharing.declare(bank.phone, "chickens", 3)
    expect(will.page.locator(".said")).to_have_count(2)
    will.keep("board-merchant")


def answer(table: Table) -> None:
    """The Sheriff has something to answer."""
    tuck, bank = table.sheriff, table.bank
    expect(tuck.page.locator(".said")).to_have_count(2)
    tuck.keep("board-sheriff")
    bank.page.goto(f"{table.board}/phones")
    bank.thumb.tap("button[name='do'][value='shut']")
    tuck.thumb.tap("form[action$='/answers'] button[value='1']")
    tasks.bag_of(tuck.thumb, WILL)
    table.merchant.page.goto(f"{table.board}/menu")
    table.merchant.page.locator("#live[data-state='live']").wait_for(state="attached")
    tasks.as_declared(tuck.thumb, "passes")
    table.merchant.page.locator("#news").wait_for()
    table.merchant.keep("news")


def lose_connection(table: Table) -> None:
    """The Sheriff's phone is out of the network for a while."""
    tuck = table.sheriff
    tuck.phone.may_be_cut_off = True
    tasks.bag_of(tuck.thumb, MARIAN)
    tuck.page.locator("#bag").wait_for()
    tuck.page.context.set_offline(True)
    tuck.thumb.tap("#sum .verdict-opens")
    tuck.page.locator("#outbox").wait_for()
    tuck.keep("no-connection")
    tuck.page.context.set_offline(False)
    tasks.at_board(tuck.thumb)


def around(table: Table) -> None:
    """What else there is about phones."""
    bank, will = table.bank, table.merchant
    will.page.goto(f"{table.board}/phones")
    will.keep("phones-player")
    will.thumb.tap(f"a[href$='/seats/{WILL}/move']")
    will.thumb.tap("main button.next")
    will.page.locator(".move-code").wait_for()
    will.keep("seat-moves")
    bank.page.goto(f"{table.board}/phones")
    bank.thumb.tap(f"form[action$='/seats'] button[value='{RICHARD}']")
    bank.page.locator(f"a[href$='/seats/{RICHARD}/move']").wait_for()
    bank.page.goto(f"{table.board}/seats/{RICHARD}/bag")
    bank.keep("curtain")
    bank.page.goto(f"{table.board}/log")
    bank.keep("log-phones", scroll=".log-round >> nth=-1")
    will.phone.foreseen.add(403)
    will.page.context.clear_cookies()
    will.page.goto(table.board)
    will.keep("no-place")
