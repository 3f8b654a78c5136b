"""States of a table where everybody has a phone: the door, the places, what is said, what goes wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser import checks, sharing, tasks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery, shared_out
from tests.browser.phone import Phone
from tests.browser.test_live import cut_off, is_live, unsent

THREE = ("Ann", "Bo", "Cleo")
SHERIFF, MERCHANT, LAST = range(3)
REFUSED = "#refusals"
UNSENT = {
    "en-GB": "Not yet sent: Ann lets it pass (Cleo’s bag)",
    "fr-FR": "Pas encore envoyé\N{NO-BREAK SPACE}: Ann laisse passer (Le sac de Cleo)",
}

Look = Callable[[Phone, str], None]


@dataclass(frozen=True, slots=True)
class Shared:
    """A table with the door open; its bank is the first phone, and holds no seat."""

    open_one: OpenPhone
    language: str
    bank: Phone
    board: str
    code: str

    def phone(self) -> Phone:
        """One more, in the same language."""
        return self.open_one(language=self.language)

    def seated(self, place: int | str) -> Phone:
        """One more, at this place."""
        phone = self.phone()
        sharing.join(phone, self.code, place)
        return phone


@pytest.fixture
def look(html_checker: Checker, language: str) -> Iterator[Look]:
    """Looks at a phone's state and what has moved there; fails when the test ends if anything was wrong."""
    galleries: dict[Page, Gallery] = {}

    def look_at(phone: Phone, state: str) -> None:
        if phone.page not in galleries:
            galleries[phone.page] = shared_out(phone.page, html_checker, language)
        galleries[phone.page].look(state)

    yield look_at
    complaints = [complaint for gallery in galleries.values() for complaint in gallery.complaints]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def shared(open_phones: OpenPhone, language: str) -> Shared:
    """A table of three, its door open."""
    bank = open_phones(language=language)
    board = tasks.open_table(bank, THREE, SHERIFF)
    return Shared(open_phones, language, bank, board, sharing.open_door(bank, board))


def test_the_states_of_coming_in(shared: Shared, look: Look) -> None:
    bank, guest = shared.bank, shared.phone()
    look(bank, "the door, nobody here")
    bank.page.goto(shared.board)
    look(bank, "the bank's board while the door is open")
    guest.page.goto("/join")
    look(guest, "a code is asked for")
    guest.page.fill("#code", "WRONG")
    guest.thumb.tap("main button.next")
    expect(guest.page.locator(REFUSED)).to_be_visible()
    look(guest, "a code, refused")
    shared.seated(SHERIFF)
    sharing.to_places(guest, shared.code)
    look(guest, "who are you, one seat taken")
    sharing.take_place(guest, MERCHANT)
    look(guest, "a merchant's board, nothing said")
    bank.page.goto(f"{shared.board}/phones")
    look(bank, "the phones, for the bank")
    bank.thumb.tap("button[name='do'][value='shut']")
    bank.page.locator("button[name='do'][value='open']").wait_for()
    look(bank, "the door is shut")
    guest.page.goto(f"{shared.board}/phones")
    look(guest, "the phones, for a player")
    guest.page.goto(f"{shared.board}/menu")
    look(guest, "the menu of a player")


def test_a_seat_moves_to_another_phone(shared: Shared, look: Look) -> None:
    old, new = shared.seated(MERCHANT), shared.phone()
    old.page.goto(f"{shared.board}/phones")
    old.thumb.tap("a[href$='/seats/1/move']")
    old.page.locator("main button.next").wait_for()
    look(old, "a seat moves")
    old.thumb.tap("main button.next")
    code = old.page.locator(".move-code").inner_text()
    look(old, "a seat moves, its code")
    new.page.goto("/m/some-secret-words")
    look(new, "a place was scanned")
    old.foreseen.add(403)
    new.page.goto("/join")
    new.page.fill("#code", code)
    new.thumb.tap("main button.next")
    tasks.at_board(new.thumb)
    expect(new.page.locator(".seat-mine bdi")).to_have_text(THREE[MERCHANT])
    # The code was used, so its page goes away by itself.
    expect(old.page.locator(".move-code")).to_have_count(0)
    expect(old.page.locator("main a[href='/join']")).to_be_visible()
    look(old, "a phone whose seat has moved")
    stranger = shared.phone()
    stranger.foreseen.add(403)
    stranger.page.goto(shared.board)
    look(stranger, "a phone without a place")


def test_the_states_of_a_watching_phone(shared: Shared, look: Look) -> None:
    watcher, middle = shared.seated(sharing.WATCHER), shared.seated(sharing.MIDDLE)
    look(watcher, "the board of who looks on")
    look(middle, "the table in the middle, the door open")


def test_the_states_of_what_is_said(shared: Shared, look: Look) -> None:
    sheriff, merchant = shared.seated(SHERIFF), shared.seated(MERCHANT)
    shared.bank.thumb.tap(f"form[action$='/seats'] button[value='{LAST}']")
    sharing.to_pack(merchant)
    look(merchant, "the own bag, to be packed")
    merchant.thumb.tap("a[href*='/declarations/']")
    merchant.page.locator("[name='good']").first.wait_for(state="attached")
    look(merchant, "a declaration")
    merchant.page.goto(shared.board)
    sharing.declare(merchant, "apples", 4)
    sharing.hold(merchant)
    look(merchant, "the own bag, empty")
    tasks.put(merchant.thumb, {"apples": 2, "mead": 2})
    look(merchant, "the own bag, filled")
    merchant.thumb.tap("#note .dock .next")
    tasks.at_board(merchant.thumb)
    sharing.to_offer(merchant, 80)
    merchant.thumb.tap("#offer button.next")
    expect(merchant.page.locator(REFUSED)).to_be_visible()
    look(merchant, "an offer, refused")
    merchant.page.goto(shared.board)
    sharing.offer(merchant, 12)
    look(merchant, "a merchant's board, an offer waits")
    look(sheriff, "the Sheriff's board, an offer asks")
    sheriff.thumb.tap("form[action$='/answers'] button[value='1']")
    sheriff.thumb.tap("details:has(form[action$='/threats']) summary")
    look(sheriff, "the Sheriff's board, accepted, about to threaten")
    tasks.bag_of(sheriff.thumb, MERCHANT)
    sheriff.page.locator("#bag").wait_for()
    look(sheriff, "a bag of which all was said")


def test_the_states_of_a_phone_with_two_seats(shared: Shared, look: Look) -> None:
    bank = shared.bank
    for seat in (SHERIFF, MERCHANT):
        bank.thumb.tap(f"form[action$='/seats'] button[value='{seat}']")
        bank.page.locator(f"a[href$='/seats/{seat}/move']").wait_for()
    bank.page.goto(f"{shared.board}/seats/{MERCHANT}/bag")
    look(bank, "a curtain")
    bank.page.goto(f"{shared.board}/log")
    look(bank, "the log, phones came")


def test_the_states_without_a_connection(shared: Shared, look: Look) -> None:
    """What scripts draw then, checked on the spot, since nothing can be fetched."""
    sheriff, merchant = shared.seated(SHERIFF), shared.seated(MERCHANT)
    merchant.page.goto(f"{shared.board}/log")
    is_live(merchant.page)
    tasks.honest("passes")(sheriff.thumb)
    merchant.page.locator("#news").wait_for()
    look(merchant, "news over another page")
    tasks.next_bag(sheriff.thumb)
    tasks.declare(sheriff.thumb, "apples", 3)
    cut_off(sheriff)
    sheriff.thumb.tap("#sum .verdict-passes")
    unsent(sheriff, UNSENT[shared.language])
    stands(sheriff, "a tap that waits")
    merchant.page.goto(shared.board)
    is_live(merchant.page)
    cut_off(merchant)
    expect(merchant.page.locator("#live[data-state='lost']")).to_be_visible(timeout=20_000)
    stands(merchant, "no connection")
    phone = shared.phone()
    phone.page.goto("/offline")
    look(phone, "the page that a browser keeps")


def stands(phone: Phone, state: str) -> None:
    """By day and by night, as it stands."""
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        faults = checks.axe(phone.page)
        assert not faults, f"{state}: {faults}"
    assert not checks.overhang(phone.page), state
