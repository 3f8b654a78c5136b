"""Cards that count at the end: who may take which on which phone, what is refused, what hands do."""

import json
import secrets

import pytest
from flask import Flask

from tests.tables import merry_table, table
from tests.web import buttons
from tests.web.evening import end, passes, undone
from tests.web.markup import Element
from tests.web.merry import EVERYTHING, brings, takes
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import seated
from tests.web.stored import membership_of, table_of
from tests.web.test_told import told


@pytest.fixture
def bank(app: Flask) -> Phone:
    """Bo's bag has passed with an apple and a card face down."""
    phone = merry_table(app).phone()
    brings(phone)
    return phone


def row(page: Page, name: str) -> Element:
    """A player's row of the board."""
    rows = (line for line in page.root.elements("li") if "seat" in line.get("class").split())
    return next(line for line in rows if next(line.elements("bdi")).text == name)


def way(page: Page, name: str) -> str:
    """Where a tap on a player's row leads."""
    return next((link["href"] for link in row(page, name).elements("a")), "")


def frame(page: Page, name: str) -> str:
    """What the frame in a player's row says; "" if it is empty."""
    found = [line for line in row(page, name).elements("li") if line.get("class") == "extras"]
    return found[0].text if found else ""


def hands(page: Page) -> list[str]:
    """What the hands do, right after it was recorded."""
    done = [part for part in page.root.elements("ul") if part.get("class") == "hands"]
    return [line.text for line in done[0].elements("li")] if done else []


def sent(phone: Phone, **fields: str | int) -> Page:
    """The form of a card as no page may offer it."""
    tokens = {"csrf_token": phone.token, "action_id": secrets.token_urlsafe(16)}
    sent = [(name, str(value)) for name, value in {**tokens, **fields}.items()]
    return phone.send("POST", f"/g/{phone.page.game}/extras", sent)


# Where a tap leads


def test_e19_a_row_leads_to_a_card_once_the_bag_is_back(app: Flask) -> None:
    """Before that to the bag, and where no card can be taken to a payment, as ever."""
    phone = merry_table(app).phone()
    assert way(phone.page, "Bo").endswith("/bags/1")
    page = brings(phone)
    assert way(page, "Bo").endswith("/extras/1")
    assert way(page, "Ann").endswith("/pay?giver=0")
    phone.open(way(page, "Bo"))
    assert phone.page.link(buttons.PAY_BY_HAND).endswith("/pay?giver=1")
    phone.follow(buttons.PAY_BY_HAND)
    assert phone.page.link("Take a card").endswith("/extras/1")


def test_nothing_of_it_is_on_a_table_that_plays_without(app: Flask) -> None:
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    for path in ("", "/menu", "/pay?giver=1", "/log", "/bags/2"):
        page = phone.open(f"/g/{phone.page.game}{path}")
        assert "extras" not in page.html
        assert "laws" not in page.html
    assert way(phone.open(f"/g/{phone.page.game}"), "Bo").endswith("/pay?giver=1")
    page = phone.open(f"/g/{phone.page.game}/extras/1")
    assert "plays without it" in page.text


def test_the_options_say_what_they_are_and_stay_for_a_rematch(app: Flask) -> None:
    """They are off at first, can be switched later, and the next evening begins with them."""
    phone = Phone(app)
    page = phone.open("/new")
    assert not [
        box for box in page.root.elements("input") if box.get("id") in EVERYTHING and box.has("checked")
    ]
    assert "three Pepper, Mead or Silk for a card" in page.text
    phone = table(app).phone()
    phone.open(f"/g/{phone.page.game}/changes")
    phone.press(buttons.CHANGE_OPTIONS, EVERYTHING)
    words = "Black Market, Special orders, Other cards that count and Laws."
    assert words in phone.page.text
    options = table_of(phone).game.options
    assert all(getattr(options, option) for option in EVERYTHING)
    page = phone.open("/new")
    ticked = {box["id"] for box in page.root.elements("input") if box.get("id") and box.has("checked")}
    assert ticked >= {*EVERYTHING}


def test_e21_nothing_is_switched_off_of_which_somebody_has_a_card(bank: Phone) -> None:
    takes(bank, 1, take="market-pepper")
    bank.open(f"/g/{bank.page.game}/changes")
    page = bank.press(buttons.CHANGE_OPTIONS, {"black_market": ""})
    assert "Bo has a card of it: this stays in the game." in page.beside("options")


# What is booked


def test_e20_a_market_card_is_booked_with_what_the_hands_do(bank: Phone) -> None:
    page = takes(bank, 1, take="market-pepper")
    assert hands(page) == [
        "Bo turns over 2 pepper.",
        "3 pepper from Bo ’s stand out of the game",
        "Bo takes the card: it counts 30",
    ]
    assert frame(page, "Bo").split() == ["30", "at", "the", "end,", "on", "1", "card"]
    game = table_of(bank).game
    assert game.out_of_game == {"pepper": 3}
    assert game.stand(1) == {"apples": 1, "face_down": 1}
    assert "Black Market: pepper" in row(page, "Bo").text


def test_e23_an_order_is_booked_with_what_it_prints(bank: Phone) -> None:
    page = takes(bank, 1, take="order-apples", contraband="pepper", gold=8)
    assert hands(page) == ["Bo turns over 1 pepper.", "Bo takes the card: it counts 8"]
    assert [extra.gold for extra in table_of(bank).game.extras(1)] == [8]
    assert "Bo fills a special order, apple + pepper, for a card of 8 gold." in page.text


def test_e24_any_other_card_goes_by_its_name(app: Flask) -> None:
    """Also before a bag is back, and in the count."""
    phone = merry_table(app).phone()
    page = takes(phone, 0, card="Little John", gold=9)
    assert "Ann has the card “ Little John ”, of 9 gold." in page.text
    phone.open(f"/g/{phone.page.game}/menu")
    phone.follow("A card for Dov")
    phone.press(buttons.RECORD, {"card": "Much", "gold": 4})
    end(phone)
    page = takes(phone, 2, card="Friar Tuck", gold=3)
    assert frame(page, "Cleo").startswith("3")


def test_the_number_is_proposed_until_another_is_typed(bank: Phone) -> None:
    """E18: the first card of the pile, whatever is typed for it then the one below."""
    sheet = f"/g/{bank.page.game}/extras/1?take=market-pepper"
    assert "it counts 30" in bank.open(sheet).text
    assert "it counts 41" in bank.open(f"{sheet}&gold=41").text
    takes(bank, 1, take="market-pepper")
    brings(bank, "Cleo", "bread")
    page = bank.open(f"/g/{bank.page.game}/extras/2?take=market-pepper")
    assert "it counts 27" in page.text


def badge_of(phone: Phone) -> None:
    """All other merchants sit out."""
    while waiting := table_of(phone).game.waiting:
        phone.open(f"/g/{phone.page.game}/menu")
        phone.press("Sits out", {"seat": waiting[0]})


# What is refused, beside the field


def test_e19_a_market_card_twice_a_round(bank: Phone) -> None:
    takes(bank, 1, take="market-pepper")
    page = sent(bank, seat=1, take="market-pepper")
    assert page.beside("take") == "Bo has taken a card of the Black Market this round."
    assert way(bank.open(f"/g/{bank.page.game}"), "Bo").endswith("/extras/1"), "the order is still there"


def test_e22_a_good_that_was_not_in_the_bag_says_so_on_its_tile(bank: Phone) -> None:
    page = bank.open(f"/g/{bank.page.game}/extras/1")
    assert "Bread not in the bag" in page.text
    assert "Apples not in the bag" not in page.text


def test_e22_an_order_asks_for_its_legal_good(bank: Phone) -> None:
    """The contraband that was tapped alone may be meant for the market as well."""
    assert sent(bank, seat=1, contraband="mead").beside("take") == "Which legal good is the order for?"
    assert sent(bank, seat=1).beside("take") == "Which card? Choose one."


@pytest.mark.parametrize(
    "fields, field",
    [
        ({}, "take"),
        ({"seat": 2, "take": "market-silk"}, "take"),
        ({"take": "market-bread"}, "take"),
        ({"take": "order-bread", "contraband": "mead"}, "take"),
        ({"take": "order-chickens", "contraband": "crossbow"}, "contraband"),
        ({"take": "order-apples"}, "contraband"),
        ({"take": "order-apples", "contraband": "apples"}, "contraband"),
        ({"take": "market-pepper", "gold": 0}, "gold"),
        ({"take": "market-pepper", "gold": 100}, "gold"),
        ({"take": "market-pepper", "gold": -1}, "gold"),
        ({"take": "market-pepper", "gold": "many"}, "gold"),
        ({"take": "other", "gold": 9}, "card"),
        ({"take": "other", "card": "x" * 25, "gold": 9}, "card"),
        ({"take": "other", "card": "\u202e", "gold": 9}, "card"),
        ({"take": "other", "card": "Little John"}, "gold"),
    ],
)
def test_what_is_no_card_is_refused_beside_its_field(bank: Phone, fields: Fields, field: str) -> None:
    """And what was typed is still there."""
    before = table_of(bank).seq
    page = sent(bank, **{"seat": 1, **fields})
    assert page.status == 422
    assert page.beside(field), page.refusals
    assert table_of(bank).seq == before
    for name in ("card", "gold"):
        typed = page.root.with_id(name)
        if name in fields and typed is not None:
            assert typed.get("value") == str(fields[name])


def test_a_seat_that_there_is_not(bank: Phone) -> None:
    assert sent(bank, seat=9, take="other").status == 422


# Corrections, take back, put back


def test_a_card_is_corrected_from_the_log(bank: Phone) -> None:
    takes(bank, 1, take="market-pepper")
    passes(bank, "Cleo", "bread", 1)
    bank.open(f"/g/{bank.page.game}/corrections/3")
    assert "Recorded: Bo gives up 3 pepper" in bank.page.text
    page = bank.press(buttons.RECORD_CORRECTION, {"gold": 27, "reason": "It prints 27"})
    assert frame(page, "Bo").startswith("27")
    bank.open(f"/g/{bank.page.game}/corrections/3")
    page = bank.press(buttons.RECORD_CORRECTION, {"take": "order-apples", "contraband": "pepper", "gold": ""})
    assert frame(page, "Bo").startswith("7")
    assert table_of(bank).game.out_of_game == {}
    bank.open(f"/g/{bank.page.game}/corrections/3")
    page = bank.press("It never happened")
    assert not frame(page, "Bo")
    assert "Bo took no such card." in bank.open(f"/g/{bank.page.game}/log").text


def test_a_correction_that_breaks_a_later_card_is_refused(bank: Phone) -> None:
    """E22: the bag had no apple, so the order could not have been filled."""
    takes(bank, 1, take="order-apples", contraband="pepper")
    bank.open(f"/g/{bank.page.game}/corrections/2")
    page = bank.press(buttons.RECORD_CORRECTION, {"in-apples": 0, "in-bread": 1, "face_down": 1})
    assert "This could not have been later" in " ".join(page.refusals.values())


def test_a_correction_without_a_change_books_nothing(bank: Phone) -> None:
    takes(bank, 1, take="market-pepper")
    page = bank.open(f"/g/{bank.page.game}/corrections/3")
    assert "Nothing changes." in page.text
    assert bank.press(buttons.RECORD_CORRECTION).beside("gold") == "Nothing would change."


# Phones


def test_a_player_takes_the_own_card_alone(app: Flask, bank: Phone) -> None:
    """Where each records the own, on the own row; others have no way to it."""
    bo, cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
    membership_of(app).may_record(bank.page.game, "own")
    board = bo.open(f"/g/{bank.page.game}")
    assert way(board, "Bo").endswith("/extras/1")
    assert not way(cleo.open(f"/g/{bank.page.game}"), "Bo")
    assert cleo.open(f"/g/{bank.page.game}/extras/1").root.with_id("extra") is None
    bo.open(f"/g/{bank.page.game}/extras/1")
    page = bo.press(buttons.RECORD, {"take": "market-pepper"})
    assert frame(page, "Bo").startswith("30")


def test_a_player_is_told_of_the_own_card(app: Flask, bank: Phone) -> None:
    bo, cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
    takes(bank, 1, take="market-pepper")
    assert told(bo, bank) == (
        "You take a card of the Black Market: it counts 30 at the end."
        " 3 pepper from your stand out of the game."
    )
    assert told(cleo, bank).startswith("Bo gives up 3 pepper on the Black Market for a card of 30 gold.")
    takes(bank, 1, take="order-apples", contraband="mead")
    assert told(bo, bank) == "You fill a special order: its card counts 6 at the end."
    takes(bank, 1, take="other", card="Little John", gold=9)
    assert told(bo, bank) == "You have the card “ Little John ”: it counts 9 at the end."
    bank.open(f"/g/{bank.page.game}")
    bank.press(buttons.TAKE_BACK)
    assert "Your card of 9 goes back." in undone(bo)


# The count


def test_e21_it_is_a_line_of_the_result(app: Flask) -> None:
    phone = merry_table(app).phone()
    brings(phone)
    takes(phone, 1, take="market-pepper")
    takes(phone, 1, take="other", card="Little John", gold=9)
    badge_of(phone)
    phone.open(f"/g/{phone.page.game}/menu")
    phone.press(buttons.END)
    check = phone.follow(buttons.CHECK_THE_STANDS)
    assert "Black Market: pepper" in check.text
    assert "39 at the end, on 2 cards" in check.text
    phone.follow(buttons.STANDS_CORRECT)
    while "turns the cards over" in phone.page.text or "That’s all" in phone.page.text:
        seat = next(seat for seat in table_of(phone).game.circle if table_of(phone).game.face_down(seat))
        phone.open(f"/g/{phone.page.game}/reveal/{seat}")
        phone.press(buttons.ALL_TOLD, {"in-crossbow": table_of(phone).game.face_down(seat)})
        phone.open(f"/g/{phone.page.game}")
    page = phone.press(buttons.RESULT)
    assert "other cards 39" in page.text
    assert "Little John" in page.text
    exported = json.loads(phone.send("GET", f"/g/{phone.page.game}/export.json").html)
    assert "market_card_taken" in json.dumps(exported)
