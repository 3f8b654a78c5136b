"""A payment by hand: whoever is tapped on one side leaves the other."""

import pytest
from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


@pytest.fixture
def phone(open_phones: OpenPhone) -> Phone:
    """At the sheet, on which nobody is chosen yet."""
    phone = open_phones()
    board = tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    phone.page.goto(f"{board.split('?')[0]}/pay")
    return phone


def chosen(phone: Phone, giver: str, receiver: str) -> None:
    """Both sides are drawn as they are sent."""
    for side, value in (("giver", giver), ("receiver", receiver)):
        expect(phone.page.locator(f"[name='{side}']:checked")).to_have_value(value)


def test_a_giver_who_was_the_receiver_gives_to_nobody_yet(phone: Phone) -> None:
    """No gold goes to or from whom no finger named."""
    phone.thumb.tap(tasks.tile("receiver", 0))
    phone.thumb.tap("[data-for='gold'] [data-digit='9']")
    phone.thumb.tap(tasks.tile("giver", 0))
    expect(phone.page.locator("[name='receiver']:checked")).to_have_count(0)
    expect(phone.page.locator("#gold-gift")).to_have_text("Choose who gets it.")
    expect(phone.page.locator("#pay button.next.out")).to_be_visible()
    phone.thumb.tap(tasks.tile("receiver", "bank"))
    expect(phone.page.locator("#sum")).to_contain_text("Ann gives the bank 9 gold.")
    phone.thumb.tap("#pay button.next")
    tasks.at_board(phone.thumb)


def test_a_receiver_who_was_the_giver_leaves_that_side_empty(phone: Phone) -> None:
    phone.thumb.tap(tasks.tile("giver", 2))
    phone.thumb.tap(tasks.tile("receiver", 2))
    expect(phone.page.locator("[name='giver']:checked")).to_have_count(0)
    expect(phone.page.locator("#gold-gift")).to_have_text("Choose who gives.")


def test_a_receiver_who_was_the_giver_gets_it_from_who_got_it(phone: Phone) -> None:
    phone.thumb.tap(tasks.tile("receiver", 1))
    phone.thumb.tap(tasks.tile("giver", 2))
    chosen(phone, "2", "1")
    phone.thumb.tap(tasks.tile("receiver", 2))
    chosen(phone, "1", "2")
    expect(phone.page.locator("#gold-gift")).to_contain_text("Bo gives Cleo")
    phone.thumb.tap(tasks.tile("receiver", "bank"))
    chosen(phone, "1", "bank")
    phone.thumb.tap(tasks.tile("giver", "bank"))
    chosen(phone, "bank", "1")


def test_the_sides_of_an_offer_are_two_players_too(open_phones: OpenPhone) -> None:
    """Where only one player can give, that one is nobody's receiver."""
    bank, bo = open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo")).split("?")[0]
    bank.page.goto(f"{board}/offers/new")
    for giver, receiver in ((2, 0), (0, 2), (2, 0)):
        bank.thumb.tap(tasks.tile("offer-giver", giver))
        expect(bank.page.locator("#offer-gold-gift")).to_contain_text("gives")
        expect(bank.page.locator("[name='offer-receiver']:checked")).to_have_value(str(receiver))
    sharing.join(bo, sharing.open_door(bank, board), 1)
    bo.page.goto(f"{board}/offers/new")
    expect(bo.page.locator("[name='offer-receiver'][value='1']")).to_have_count(0)
    bo.thumb.tap(tasks.tile("offer-receiver", 2))
    expect(bo.page.locator("[name='offer-receiver']:checked")).to_have_value("2")
    expect(bo.page.locator("#offer-gold-gift")).to_contain_text("Bo gives Cleo")
