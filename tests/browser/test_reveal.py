"""Cards that are turned over at the end: how many are left, and that some of them are not all."""

from playwright.sync_api import expect

from companion.rules.sheriff.rotation import EndGame
from tests.browser import tasks
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.tables import table


def at_the_reveal(phone: Phone, server: Server, face_down: int) -> str:
    """To Bo's cards, of the only merchant who has some; the board's address."""
    ended = table(server.app, 3, round=2, stands={1: {"face_down": face_down}}).plays(EndGame())
    phone.at(ended, path="/reveal/1")
    return f"/g/{ended.id}"


def test_every_card_that_is_face_down_is_there(phone: Phone, server: Server) -> None:
    """And the button says how many have not been told."""
    at_the_reveal(phone, server, 14)
    page, onward = phone.page, phone.page.locator("#reveal button.next")
    expect(page.locator("[data-slots] .slot")).to_have_count(14)
    expect(onward).to_contain_text("Still face down: 14")
    tasks.put(phone.thumb, {"mead": 2, "silk": 1})
    expect(page.locator("[data-slots] .slot:disabled")).to_have_count(11)
    expect(page.locator("[data-slots] .slot-other")).to_have_count(3)
    expect(onward).to_contain_text("Record these cards")
    expect(onward).to_contain_text("Still face down: 11")
    page.locator("[data-slot='in-silk']").tap()
    expect(onward).to_contain_text("Still face down: 12")
