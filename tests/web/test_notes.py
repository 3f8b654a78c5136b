"""What merchants note about their bags: only for their own phones, and used there at the reveal."""

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.web.token import COOKIE, token_hash
from tests.web import buttons
from tests.web.evening import at_table, end, passes
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import comes_in, door_of, lets_out, records, seated
from tests.web.stored import membership_of, service_of, unchanged

BAG = "/seats/1/bag"
MEAD = Goods({"mead": 1})
HIDDEN: Fields = {"in-apples": 1, "face_down": 1}


@pytest.fixture
def bo(app: Flask, bank: Phone) -> Phone:
    """Bo's phone, with the board on it."""
    return seated(app, bank, "Bo")


def own_bag(phone: Phone) -> Page:
    """The page that the board leads to, behind the curtain that is there for whoever cannot hold, unless
    there is nothing to be seen yet.
    """
    phone.open(f"/g/{phone.page.game}")
    page = phone.follow(": hold")
    return phone.press("I am") if "I am" in page.text else page


def noted(page: Page) -> dict[str, str]:
    """The cards on the page of a note."""
    fields = dict(page.form_to("/bag").fields)
    return filled(fields)


def token_of(phone: Phone) -> str:
    """By what the phone is known."""
    cookie = phone.client.get_cookie(COOKIE, domain="table.lan")
    assert cookie is not None
    return cookie.value


def filled(fields: dict[str, str]) -> dict[str, str]:
    """The cards among the fields of a form."""
    return {name: value for name, value in fields.items() if name[:3] == "in-" and value not in {"", "0"}}


def smuggles(bank: Phone, name: str = "Bo") -> None:
    """A bag passes with a card face down."""
    passes(bank, name, "apples", 2)
    bank.press(buttons.TAKE_BACK)
    bank.follow(name)
    bank.press(buttons.PASSES_A_LIE, {"good": "apples", "number": 2})
    bank.press(buttons.RECORD, {"in-apples": 1, "face_down": 1})


def test_a_note_is_kept_changed_and_dropped(app: Flask, bank: Phone, bo: Phone) -> None:
    own_bag(bo)
    assert bo.press("Keep it", {"in-apples": 1, "in-silk": 1}).path == f"/g/{bank.page.game}"
    assert noted(own_bag(bo)) == {"in-apples": "1", "in-silk": "1"}
    bo.press("Keep it", {"in-silk": "", "in-mead": 2})
    assert noted(own_bag(bo)) == {"in-apples": "1", "in-mead": "2"}
    bo.press("Keep it", {"in-apples": "", "in-mead": ""})
    assert noted(own_bag(bo)) == {}
    assert service_of(app).notes(bank.page.game, 1) == {}


def test_each_round_has_its_note_and_cards_from_elsewhere_another(bank: Phone, bo: Phone) -> None:
    smuggles(bank)
    own_bag(bo)
    bo.press("Keep it", {"in-silk": 1})
    own_bag(bo)
    bo.follow("Other cards face down")
    bo.press("I am Bo")
    bo.press("Keep it", {"in-mead": 3})
    page = own_bag(bo)
    assert noted(page) == {"in-silk": "1"}
    assert "3 mead" in page.text
    for name in ("Cleo", "Dov"):
        passes(bank, name, "apples", 1)
    bank.press("Badge to")
    page = own_bag(bo)
    assert noted(page) == {}
    assert "Round 1: 1 card slipped through 1 silk" in page.text
    bo.follow("Round 1")
    assert noted(bo.press("I am Bo")) == {"in-silk": "1"}


def test_only_a_finger_that_rests_is_answered_with_the_note(app: Flask, bank: Phone, bo: Phone) -> None:
    """An address alone is not enough: Back, Forward and a reload come by it."""
    address = f"/g/{bank.page.game}{BAG}"
    service_of(app).note(bank.page.game, 1, 1, MEAD)
    for headers in ({}, {"HX-Request": "true"}, {"HX-Request": "true", "HX-History-Restore-Request": "true"}):
        page = bo.send("GET", address, headers=headers)
        assert "I am Bo" in page.text
        assert "in-mead" not in page.html
    assert noted(bo.send("GET", address, headers={"Held": "1"})) == {"in-mead": "1"}
    membership_of(app).take_seat(bank.page.game, 2, token_hash(token_of(bo)))
    assert "in-mead" not in bo.send("GET", address, headers={"Held": "1"}).html


@pytest.mark.parametrize(
    "fields",
    [
        {"in-silk": "6"},
        {"in-crossbow": "3", "in-silk": "3"},
        {"in-gold": "1"},
        {"in-silk": "-1"},
        {"in-silk": "1 0"},
        {"in-silk": "9" * 400},
        {"in-feast_plate": "1"},
        {"round": "", "in-silk": "1"},
        {"round": "99999999", "in-silk": "1"},
    ],
)
def test_a_note_that_cannot_be_is_refused_and_what_was_noted_stays(
    app: Flask, bank: Phone, bo: Phone, fields: dict[str, str]
) -> None:
    service_of(app).note(bank.page.game, 1, 1, MEAD)
    tokens = {"csrf_token": bo.token, "round": "1"}
    with unchanged(app):
        page = bo.send("POST", f"/g/{bank.page.game}{BAG}", [*{**tokens, **fields}.items()])
    assert page.status == 422
    assert page.refusals
    assert service_of(app).notes(bank.page.game, 1) == {1: MEAD}


def test_nobody_else_sees_keeps_or_drops_it(app: Flask, bank: Phone, bo: Phone) -> None:
    """The bank has no other right here than anybody."""
    game = bank.page.game
    service_of(app).note(game, 1, 1, MEAD)
    others = (
        bank,
        seated(app, bank, "Ann"),
        seated(app, bank, "Cleo"),
        comes_in(app, bank, "Table view"),
        Phone(app),
    )
    with unchanged(app):
        for phone in others:
            assert phone.send("GET", f"/g/{game}{BAG}").status == 403
            for fields in ({"in-silk": "1", "round": "1"}, {"round": "1"}, {"do": "look"}):
                sent = [("csrf_token", phone.token), *fields.items()]
                assert phone.send("POST", f"/g/{game}{BAG}", sent).status == 403
    assert "Keep it" in own_bag(bo).text


def test_it_moves_nothing_that_others_see(bank: Phone, bo: Phone) -> None:
    before = bank.open(f"/g/{bank.page.game}").found(r'data-stamp="(\d+)"')
    own_bag(bo)
    bo.press("Keep it", {"in-silk": 1})
    assert bank.send("GET", f"/g/{bank.page.game}/live?on=board&since={before}").status == 204
    assert "silk" not in bo.page.html  # nor on the player's own board, which lies on the table


def test_the_curtain_of_an_own_phone_asks_nobody_to_give_it_away(bank: Phone, bo: Phone) -> None:
    service_of(bank.client.application).note(bank.page.game, 1, 1, MEAD)
    page = bo.open(f"/g/{bank.page.game}{BAG}")
    assert "I am Bo" in page.text
    assert "Give the phone" not in page.text


def test_the_curtain_says_that_it_loses_no_card_and_not_whether_there_is_one(
    app: Flask, bank: Phone, bo: Phone
) -> None:
    game = bank.page.game
    bo.open(f"/j/{door_of(bank)}")
    bo.press("Cleo")
    empty = bo.open(f"/g/{game}{BAG}").text
    assert "Hiding the bag loses no card." in empty
    service_of(app).note(game, 1, 1, MEAD)
    assert bo.open(f"/g/{game}{BAG}").text == empty


def test_a_phone_that_two_share_has_a_curtain(app: Flask, bank: Phone, bo: Phone) -> None:
    game = bank.page.game
    bo.open(f"/j/{door_of(bank)}")
    bo.press("Cleo")
    service_of(app).note(game, 1, 1, MEAD)
    bo.open(f"/g/{game}")
    curtain = bo.follow("For Bo only")
    assert "Give the phone to Bo" in curtain.text
    assert "in-mead" not in curtain.html
    page = bo.press("I am Bo")
    assert noted(page) == {"in-mead": "1"}
    assert page.answer.headers["HX-Push-Url"] == "false"
    assert page.answer.headers["Cache-Control"] == "no-store"
    assert "in-mead" not in bo.open(f"/g/{game}{BAG}").html  # whoever comes back to it


def test_the_reveal_is_filled_in_only_on_the_players_phone(app: Flask, bank: Phone, bo: Phone) -> None:
    """I11: told before the count opens, by who has the cards."""
    records(bank, "everybody")
    game = bank.page.game
    smuggles(bank)
    own_bag(bo)
    bo.press("Keep it", {"in-apples": 1, "in-silk": 1})
    end(bank)
    reveal = f"/g/{game}/reveal/1"
    assert shown(bo.open(reveal)) == {"in-silk": "1"}
    for phone in (bank, seated_later(app, bank)):
        assert shown(phone.open(reveal)) == {}
    bo.press(buttons.ALL_TOLD)
    assert "turns over 1 silk" in bank.open(f"/g/{game}/log").text


def test_i8_contraband_that_a_bag_gave_by_its_kind_is_known_to_whoever_got_it(
    app: Flask, bank: Phone
) -> None:
    """Its merchant said so before everybody; on the receiver's phone alone it fills in what is noted."""
    cleo = seated_later(app, bank)
    bank.open(f"/g/{bank.page.game}")
    given: Fields = {"deal-0-receiver": 2, "deal-0-bag-mead": 1, "deal-0-to": 1}
    sheet = "&".join(f"{name}={value}" for name, value in given.items())
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=4&{sheet}")
    bank.press(buttons.PASSES_A_LIE)
    bank.press(buttons.RECORD)
    cleo.open(f"/g/{bank.page.game}/seats/2/bag?round=0")
    assert noted(cleo.press("I am Cleo")) == {"in-mead": "1"}
    end(bank)
    reveal = f"/g/{bank.page.game}/reveal/2"
    assert shown(cleo.open(reveal)) == {"in-mead": "1"}
    assert shown(bank.open(reveal)) == {}


def seated_later(app: Flask, bank: Phone) -> Phone:
    """Cleo comes when the bags are done."""
    return seated(app, bank, "Cleo")


def shown(page: Page) -> dict[str, str]:
    """What a reveal is filled in with."""
    fields = dict(page.form_to("/reveals").fields)
    return filled(fields)


def test_a_bank_that_opens_a_seat_and_sits_down_there_reads_nothing(
    app: Flask, bank: Phone, bo: Phone
) -> None:
    own_bag(bo)
    bo.press("Keep it", {"in-silk": 1})
    game = bank.page.game
    bank.open(f"/g/{game}")
    lets_out(bank, 1)
    assert bank.send("POST", f"/g/{game}/seats", [*bank.tokens, ("seat", "1")]).status == 303
    assert noted(bank.open(f"/g/{game}{BAG}")) == {}
    assert service_of(app).notes(game, 1) == {}


def test_no_notes_without_a_phone(app: Flask) -> None:
    bank = at_table(app)
    assert bank.open(f"/g/{bank.page.game}{BAG}").status == 403
    assert "My bag" not in bank.open(f"/g/{bank.page.game}").text


def test_only_who_may_have_noted_anything_is_led_to_the_own_bag(app: Flask, bank: Phone, bo: Phone) -> None:
    sheriff = seated(app, bank, "Ann")
    board = f"/g/{bank.page.game}"
    assert "My bag" not in sheriff.open(board).text
    assert "My bag" in bo.open(board).text
    passes(bank, "Bo", "apples", 2)
    assert "My bag" not in bo.open(board).text
    bank.press(buttons.TAKE_BACK)
    smuggles(bank)
    assert "My cards" in bo.open(board).text
    assert "My bag" not in bo.page.text


def test_who_has_left_and_still_declares_is_led_to_the_board(bank: Phone, bo: Phone) -> None:
    """Bo's phone shows the own bag while the bank records that he goes home."""
    page = own_bag(bo)
    form, button = page.form("Declare")
    tokens = [("csrf_token", bank.token), ("action_id", "an-id-of-this-leaving")]
    gone = bank.send("POST", f"/g/{bank.page.game}/departures", [*tokens, ("leaver", "1")])
    assert gone.status == 303
    page = bo.submit(form, {"in-apples": 2, "declared": "apples"}, button)
    assert page.refusals == {"": "Bo has left the game."}
    assert page.root.with_id("board") is not None


def test_who_keeps_the_own_bag_is_said_as_it_is(bo: Phone) -> None:
    """No other phone shows it, but it lies on the table's machine, too."""
    said = own_bag(bo).text
    assert "Only your phone shows it; the table’s machine keeps it." in said
    assert "Only this phone knows" not in said


def test_goods_that_come_into_play_meanwhile_are_shown_by_a_tap_that_keeps_what_was_packed(
    bank: Phone, bo: Phone
) -> None:
    page = own_bag(bo)
    said = page.found('data-said="([^"]+)"')
    news = f"/g/{page.game}/live?on=sheet&mark=0&at=seats/1/bag&said={said}"
    assert "show them" not in bo.send("GET", news).text
    bank.open(f"/g/{page.game}/changes")
    bank.press(buttons.CHANGE_OPTIONS, {"royal_goods": 1})
    assert "The goods in play have changed: show them" in bo.send("GET", news).text
    sent = [("csrf_token", bo.token), ("in-silk", "1"), ("do", "look")]
    again = bo.send("POST", f"/g/{page.game}{BAG}", sent)
    assert "in-green_apples" in again.html
    assert noted(again) == {"in-silk": "1"}
