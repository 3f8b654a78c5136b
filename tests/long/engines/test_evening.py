"""Whole evenings in the engines that are not Chromium's."""

from flask import Flask

from tests.long.engines.conftest import Opens
from tests.long.engines.phone import tile
from tests.rules.given import BO, CLEO, passing
from tests.tables import BANK, table

NEXT_BAG = "a.next[href*='/bags/']"
TO_THE_COUNT = ("a.next[href$='/check']", ".dock a.next")


def test_an_evening_on_one_phone(phones: Opens) -> None:
    """One round: a bag for gold, taken back and booked anew, a lie; then the end and the rematch."""
    phone = phones()
    phone.tap("a.next[href='/new']")
    for place, name in enumerate(("Ann", "Bo", "Cleo")):
        phone.type(f"#name-{place}", name)
    phone.tap(tile("first_sheriff", 0), "details.fold:has(#rounds) summary")
    phone.writes("#rounds", "1")
    phone.tap("#new .dock button.next")
    phone.at_board()
    phone.tap(NEXT_BAG)
    phone.declares("apples", 3)
    phone.tap("#sum .verdict-passes")
    phone.at_board()
    phone.sees(".last", "Bo’s bag passed: 3 apples.")
    phone.tap(".take-back button")
    phone.sees(".undone")
    phone.tap(NEXT_BAG)
    phone.declares("apples", 4)
    phone.tap(".giving [value$='-gold']", "[data-for='deal-0-gold'] [data-digit='7']")
    phone.tap("#sum .button[name='lie'][value='passed']")
    phone.puts({"face_down": 2})
    phone.books()
    phone.reads(".seat .purse b", "57", "43", "50")
    phone.tap(NEXT_BAG)
    phone.declares("cheese", 3)
    phone.tap("#sum .button[name='lie'][value='opened']")
    phone.puts({"mead": 2})
    phone.books()
    phone.sees(".last", "caught with")
    phone.tap("form[action$='/badge'] button.next")
    phone.misses("form[action$='/badge']")
    phone.tap("a[href$='/menu']", ".menu a[href$='/log']")
    phone.sees("main", "caught with")
    phone.back()
    phone.sees(".menu")
    phone.tap(".bar a[href*='/g/']")
    phone.tap(*TO_THE_COUNT)
    phone.puts({"mead": 1, "silk": 1})
    phone.tap("#reveal button.next")
    phone.at_board()
    phone.tap("form[action$='/closing'] button.next")
    phone.sees(".winner")
    phone.tap("form[action$='/rematch'] button", "#new .dock button.next")
    phone.at_board()
    phone.reads(".seat .purse b", "50", "50", "50")


def test_two_phones_and_a_hidden_bag(app: Flask, phones: Opens) -> None:
    """Packed, held, declared, offered, accepted, passed, turned over; each sees what the other does."""
    opened = table(app, 3, rounds=1)
    ann, bo = phones(opened, BANK, f"/g/{opened.id}/phones"), phones(opened, BO)
    ann.tap("form[action$='/seats'] button[value='0']")
    ann.sees("a[href$='/seats/0/move']")
    ann.tap(".bar a[href*='/g/']")
    bo.tap("a.next[href$='/bag']")
    bo.puts({"apples": 1, "silk": 1})
    bo.tap("button[value='declare']")
    bo.at_board()
    bo.hold()
    bo.sees("#note [data-slots]")
    assert len(bo.texts("#note .slot")) == 2
    bo.tap(".bar a[href*='/g/']")
    bo.at_board()
    bo.tap("a[href*='/offers/new']", "[data-for='offer-gold'] [data-digit='5']", "#offer button.next")
    bo.at_board()
    ann.tap(".asks button[name='accepts'][value='1']")
    bo.sees(".offer", "accepted")
    ann.tap(".decide button[value='passed']")
    for phone in (ann, bo):
        phone.sees(".last", "bag passed")
        phone.reads(".seat .purse b", "55", "45", "50")
    opened.plays(passing(CLEO, "cheese", 2))
    bo.sees(".last", "Cleo’s bag passed: 2 cheese.")
    ann.tap("form[action$='/badge'] button.next")
    ann.tap(*TO_THE_COUNT)
    bo.tap("a.next[href*='/reveal/']")
    bo.puts({"silk": 1})
    bo.tap("#reveal button.next")
    bo.at_board()
    ann.tap("form[action$='/closing'] button.next")
    for phone in (ann, bo):
        phone.sees(".winner")


def test_a_half_filled_bag_outlives_back_forward_and_reload(app: Flask, phones: Opens) -> None:
    opened = table(app, 3)
    phone = phones(opened, BANK)
    phone.tap(NEXT_BAG)
    phone.declares("apples", 4)
    phone.tap(".giving [value$='-gold']", "[data-for='deal-0-gold'] [data-digit='9']")
    phone.tap("#sum .button[name='lie'][value='passed']")
    phone.puts({"cheese": 1})
    phone.until(lambda: "in-cheese=1" in phone.driver.current_url, "the address has no cheese")
    for is_reload in (True, False):
        if is_reload:
            phone.driver.refresh()
        else:
            phone.back()  # the questions of a sheet replace each other: it leads to the board
            phone.sees(NEXT_BAG)
            phone.driver.forward()
        phone.until(lambda: len(phone.texts("[data-slots] .slot")) == 4, "not four cards")
        assert phone.run("return document.getElementById('bag').elements['deal-0-gold'].value") == "9"
        assert phone.run("return document.getElementById('in-cheese').value") == "1"
    phone.books()
    phone.reads(".seat .purse b", "59", "41", "50")
