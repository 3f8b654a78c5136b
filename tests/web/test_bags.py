"""Bags, deals and debts by the pages' own forms, on a phone without scripts."""

from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.editions import edition
from companion.web.reader import Reader
from companion.web.sheriff.bag_form import read_bag
from tests.rules.given import BO
from tests.tables import later_table, table
from tests.web import buttons
from tests.web.evening import badge, bag_of, holds, is_opened, lies, passes, stands
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import records, seated
from tests.web.stored import table_of

APPLES, CHEESE, SILK = (edition("first").good(word).penalty for word in ("apples", "cheese", "silk"))
EIGHT_SHORT = 4 * SILK - 8
"""Gold with which Bo is 8 short of the fine for four silk."""


def test_a_round_of_bags_passed_opened_and_lied_about(bank: Phone) -> None:
    """I2, I3, I4: apples pass; Ann pays for three true cheese; Dov loses a cheese and a silk and pays."""
    passes(bank, "Bo", "apples", 2)
    is_opened(bank, "Cleo", "cheese", 3)
    holds(bank, Ann=50 - 3 * CHEESE, Cleo=50 + 3 * CHEESE)
    lies(bank, "Dov", ("apples", 3), "Opened", {"in-apples": 1, "in-cheese": 1, "in-silk": 1})
    ann, dov = 50 - 3 * CHEESE + CHEESE + SILK, 50 - CHEESE - SILK
    holds(bank, Ann=ann, Dov=dov)
    assert "1 cheese and 1 silk to a discard pile" in bank.page.text
    assert stands(bank.page)["Dov"] == {"apples": 1}
    badge(bank)
    assert bank.page.title == "Round 2 of 8"
    holds(bank, Ann=ann, Bo=50, Cleo=50 + 3 * CHEESE, Dov=dov)


def test_the_board_says_what_the_hands_do_only_right_after_booking(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    assert "2 apples to Bo ’s stand" in bank.page.text
    assert "2 apples to Bo ’s stand" not in bank.open(bank.page.path.partition("?")[0]).text


def test_deals_of_gold_stand_goods_bag_goods_and_promises_by_three_players(bank: Phone) -> None:
    """I6, I8, I9, I10. Dov gives an apple, a cheese out of the bag and a promise; Ann pays 3 for it too."""
    passes(bank, "Dov", "apples", 2, {"deal-0-gold": 7})
    holds(bank, Ann=57, Dov=43)
    passes(bank, "Bo", "bread", 1)
    passes(bank, "Cleo", "bread", 1)
    badge(bank)
    bag_of(bank, "Dov")
    bank.press(buttons.PASSES_A_LIE, {"good": "cheese", "number": 3})
    given: Fields = {"deal-0-stand-apples": 1, "deal-0-bag-cheese": 1, "deal-0-promise": "Lunch"}
    joined: Fields = {"deal-1-giver": 0, "deal-1-gold": 3}
    bank.press(buttons.RECORD, {"in-cheese": 2, "in-apples": 1, **given, **joined})
    holds(bank, Ann=54, Bo=53)
    assert stands(bank.page)["Bo"] == {"apples": 1, "cheese": 1, "bread": 1}
    assert stands(bank.page)["Dov"] == {"apples": 2, "cheese": 1}
    assert "“Lunch”" in bank.page.text


def test_goods_are_drawn_when_they_are_asked_for_and_stay(bank: Phone) -> None:
    """Asking loses nothing that was typed, and a refusal keeps them there."""
    bag_of(bank, "Bo")
    assert "deal-0-bag-apples" not in bank.page.html
    bank.press("+ Goods", {"good": "apples", "number": 2, "deal-0-gold": 5, "deal-0-promise": "Lunch"})
    assert {"good": "apples", "number": "2", "deal-0-gold": "5", "deal-0-promise": "Lunch"}.items() <= dict(
        bank.page.forms[0].fields
    ).items()
    page = bank.press(buttons.PASSES, {"deal-0-bag-apples": 6})
    assert page.status == 422
    assert "deal-0-bag-apples" in page.html


def test_a_bribed_bag_is_not_opened(bank: Phone) -> None:
    """I7. Nobody at the table said that it was accepted: what was typed may be what was refused."""
    bag_of(bank, "Bo")
    page = bank.press(buttons.OPENS, {"good": "apples", "number": 2, "deal-0-gold": 5})
    assert page.status == 422
    said = "Bo ’s bribe stands, so the bag passes. If it was refused, remove it."
    assert said in " ".join(page.refusals.values())
    assert "accepted" not in page.text
    assert table_of(bank).seq == 1


def test_a_debt_is_paid_with_the_goods_that_are_proposed(later: Phone) -> None:
    """D1, D2: Ann owes 10 and has 3; two apples and a chicken are worth 8."""
    page = is_opened(later, "Bo", "bread", 5)
    assert (page.status, page.refusals) == (422, {})
    assert "Ann owes Bo 10" in page.text
    later.press(buttons.RECORD)
    holds(later, Ann=0, Bo=53)
    assert stands(later.page)["Ann"] == {"apples": 1}
    assert stands(later.page)["Bo"] == {"apples": 2, "chickens": 1, "bread": 5, "face_down": 1}


def test_whoever_could_not_see_a_debt_is_told_to_look_at_it_and_records_it_next(later: Phone) -> None:
    """Without scripts the sheet was drawn before its cards were typed: the goods are seen first (D2)."""
    later.open(f"/g/{later.page.game}/bags/1?contents=opened")
    page = later.press(buttons.RECORD, {"good": "bread", "number": 5, "in-bread": 5})
    said = "Ann owes 10 and has 3 gold. Goods pay the rest: look which, then record it."
    assert page.refusals == {"debt": said}
    assert "2 apples and 1 chicken (8 for 7, no change given)" in page.text
    later.press(buttons.RECORD)
    assert stands(later.page)["Ann"] == {"apples": 1}


def test_d2_a_phone_that_is_not_the_debtors_says_whose_choice_it_is(app: Flask, later: Phone) -> None:
    """Ann, the Sheriff, is short. The bank is told to ask her, and she is told nothing of herself."""
    ann = seated(app, later, "Ann")
    for phone, is_told in ((later, True), (ann, False)):
        page = is_opened(phone, "Bo", "bread", 5)
        assert (
            "Ann chooses the goods: 2 apples and 1 chicken (8 for 7, no change given)" in page.text
        ) == is_told
        assert ("It is up to Ann which goods go: ask first." in page.text) == is_told


def test_d2_the_sheriff_is_told_that_the_merchant_chooses(app: Flask) -> None:
    """Where each records the own, the Sheriff still books a bag whose merchant is short."""
    bank = later_table(app, gold={1: 1}, stands={1: {"apples": 4, "cheese": 2}}).phone()
    records(bank, "own")
    ann = seated(app, bank, "Ann")
    ann.follow("Bo ’s bag")
    ann.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 3})
    page = ann.open(f"{ann.page.path}&in-apples=2&in-silk=1")
    assert "It is up to Bo which goods go: ask first." in page.text


def test_goods_chosen_for_one_debt_do_not_pay_another(later: Phone) -> None:
    """The bag is changed after the choice: the debt is asked for again."""
    is_opened(later, "Bo", "bread", 5)
    form, pressed = later.page.form(buttons.RECORD)
    page = later.submit(form, {"number": 2, "in-bread": 2, "debt-apples": 3}, pressed)
    assert page.status == 422
    assert "Ann owes Bo 4" in page.text
    later.press(buttons.RECORD)
    assert stands(later.page)["Ann"] == {"apples": 2, "chickens": 1}


def test_cards_face_down_are_told_to_pay_a_debt(later: Phone) -> None:
    """D1: when all legal goods do not suffice, contraband is revealed and handed over."""
    later.follow("Menu")
    later.follow(buttons.PAY_BY_HAND)
    later.press(buttons.RECORD, {"giver": "1", "receiver": "bank", "gold": 50 - EIGHT_SHORT})
    lies(later, "Bo", ("apples", 4), "Opened", {"in-silk": 4})
    assert "8 gold is still missing: turn over enough face-down cards to pay it." in later.page.text
    assert "the rest in goods (0 of 8), 8 still missing" in later.page.text
    assert later.page.link("Choose 1 card 8 still missing") == "#told"
    assert later.page.root.with_id("told") is not None
    later.press(buttons.RECORD, {"told-mead": 1})
    page = later.press(buttons.RECORD) if later.page.status == 422 else later.page
    assert page.status == 200
    holds(later, Bo=0)
    assert stands(later.page)["Ann"]["mead"] == 1
    assert "1 of Bo ’s debt is forgiven" in later.page.text


def test_brimstone_oil_that_passes_burns_goods(later: Phone) -> None:
    bag_of(later, "Bo")
    later.press(buttons.PASSES_A_LIE, {"good": "apples", "number": 1})
    drawn(later, later.page, {"in-apples": "", "face_down": 1})
    later.press(buttons.RECORD, {"raid-0": "2:cheese:2"})
    assert stands(later.page)["Cleo"] == {}
    assert stands(later.page)["Bo"] == {"face_down": 1}


def test_the_number_is_changed_where_the_contents_say_otherwise(bank: Phone) -> None:
    """I1: the refusal offers to change the declared number."""
    page = lies(bank, "Bo", ("apples", 4), "Opened", {"in-apples": 1, "in-mead": 2})
    assert page.status == 422
    assert "Declared: 4. In the bag: 3." in page.beside("contents")
    bank.press("Change to 3")
    bank.press(buttons.RECORD)
    assert bank.page.status == 200
    holds(bank, Bo=42, Ann=58)


def test_a_bag_was_as_declared_after_all(bank: Phone) -> None:
    bag_of(bank, "Bo")
    bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 2})
    bank.press("No, as declared")
    bank.press(buttons.PASSES)
    assert stands(bank.page)["Bo"] == {"apples": 2}


@pytest.mark.parametrize("who", ["bank", "Ann"])
@pytest.mark.parametrize("how", ["Passed", "Opened"])
def test_a_lie_whose_cards_are_not_told_is_not_recorded_as_declared(
    app: Flask, bank: Phone, how: str, who: str
) -> None:
    """On the one phone of all and on the Sheriff's own: the cards are asked for, what was typed stays."""
    phone = bank if who == "bank" else seated(app, bank, who)
    bag_of(phone, "Bo")
    phone.press("+ Promise")
    promised: Fields = {"deal-0-giver": 0, "deal-0-promise": "Lunch"}
    page = phone.press(f"{how}, not as said", {"good": "apples", "number": 3, **promised})
    _, button = page.form(buttons.RECORD)
    assert "which cards were in it?" in button.text
    page = phone.press(buttons.RECORD)
    assert page.status == 422
    assert page.beside("contents").startswith("Which cards were in the bag?")
    assert table_of(bank).seq == 1
    assert dict(page.form(buttons.RECORD)[0].fields)["deal-0-promise"] == "Lunch"
    told: Fields = {"face_down": 1} if how == "Passed" else {"in-silk": 1}
    assert phone.press(buttons.RECORD, {"in-apples": 2, **told}).status == 200
    assert stands(phone.page)["Bo"] == {"apples": 2} | ({"face_down": 1} if how == "Passed" else {})


def test_cards_put_back_to_what_was_declared_are_no_lie_and_lead_to_who_says_so(bank: Phone) -> None:
    bag_of(bank, "Bo")
    page = bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 3, "deal-0-gold": 0})
    page = drawn(bank, page, {"in-apples": 2, "in-silk": 1})
    assert not any(button.text == "No lie" for form in page.forms for button in form.buttons)
    drawn(bank, page, {"in-apples": 3, "in-silk": ""})
    bank.press("No lie")
    bank.press(buttons.OPENS)
    holds(bank, Ann=50 - 3 * APPLES, Bo=50 + 3 * APPLES)


def test_a_recorded_lie_is_not_corrected_to_what_was_declared_by_its_cards(bank: Phone) -> None:
    """A correction says so too."""
    lies(bank, "Bo", ("apples", 3), "Passed", {"in-apples": 2, "face_down": 1})
    bank.open(f"/g/{bank.page.game}/corrections/2")
    page = bank.press(buttons.RECORD_CORRECTION, {"in-apples": 3, "face_down": ""})
    assert page.status == 422
    assert page.beside("contents").startswith("Which cards were in the bag?")
    bank.press("No lie")
    bank.press(buttons.PASSES)
    assert stands(bank.page)["Bo"] == {"apples": 3}


def test_whose_lie_it_was_not_has_brought_no_bag_whatever_its_cards(bank: Phone) -> None:
    lies(bank, "Bo", ("apples", 3), "Passed", {"in-apples": 2, "face_down": 1})
    bank.open(f"/g/{bank.page.game}/corrections/2")
    assert bank.press("Bo had no bag", {"in-apples": 3, "face_down": ""}).status == 200
    assert stands(bank.page)["Bo"] == {}


def test_cards_from_a_half_filled_bag_and_back_without_losing_it(bank: Phone) -> None:
    bag_of(bank, "Bo")
    bank.press("+ Promise")
    bank.press(
        "Cards, language, colours",
        {"good": "cheese", "number": 4, "deal-0-gold": 12, "deal-0-promise": "A & B"},
    )
    assert bank.page.title == "Cards"
    bank.press(buttons.SAVE, {"scheme": "dark"})
    assert bank.page.title == "Cards"
    bank.follow("Back")
    form, _ = bank.page.form(buttons.PASSES)
    sent = dict(form.fields)
    assert (sent["good"], sent["number"], sent["deal-0-gold"], sent["deal-0-promise"]) == (
        "cheese",
        "4",
        "12",
        "A & B",
    )
    bank.press(buttons.PASSES)
    holds(bank, Bo=38, Ann=62)


def test_a_lie_is_told_card_by_card_even_where_the_truth_would_make_a_debt(later: Phone) -> None:
    """Ann, the Sheriff, has 3 gold: a true bag would cost more, and yet the cards are still to be said."""
    address = f"/g/{table_of(later).id}/bags/1"
    drawn = later.send("GET", f"{address}?good=cheese&number=4&contents=opened")
    assert "It was as declared</summary>" not in drawn.html
    assert 'data-put="in-mead"' in drawn.html


def notes_of_who_owes(app: Flask) -> Phone:
    """Ann owes 10, has 3 gold and two cards face down; her phone knows which of them pays 7."""
    ann = later_table(app, stands={0: {"face_down": 2}}).phone()
    game = ann.page.game
    ann.open(f"/g/{game}/phones")
    ann.press(buttons.ON_THIS_PHONE)
    ann.open(f"/g/{game}/seats/0/bag?round=0")
    ann.press("I am Ann")
    ann.press(buttons.KEEP_AND_HIDE, {"in-mead": 1, "in-silk": 1})
    page = is_opened(ann, "Bo", "bread", 5)
    assert (page.status, page.refusals) == (422, {})
    return ann


def test_a_payer_s_own_notes_say_which_cards_are_turned_over(app: Flask) -> None:
    """D1, D2."""
    ann = notes_of_who_owes(app)
    ann.press(buttons.RECORD)
    holds(ann, Ann=0, Bo=53)
    assert stands(ann.page)["Ann"] == {"face_down": 1}
    assert stands(ann.page)["Bo"] == {"bread": 5, "face_down": 1, "mead": 1}


def test_a_card_of_the_notes_that_is_put_back_stays_face_down(app: Flask) -> None:
    """The sum under the form follows it, and says what is missing."""
    ann = notes_of_who_owes(app)
    form, _ = ann.page.form(buttons.RECORD)
    said = {name: value for name, value in form.fields if not name.startswith("told-")}
    page = ann.send("GET", f"/g/{ann.page.game}/bags/1?{urlencode(said)}")
    assert dict(page.form(buttons.RECORD)[0].fields)["told-mead"] in {"", "0"}
    assert "still missing" in page.text


def two_face_down(app: Flask, gold: int = 0, **stand: int) -> Phone:
    """Bo has no gold and nothing but two cards face down, or what else is said."""
    return later_table(
        app, gold={1: gold}, stands={1: {"face_down": 2, **stand}}, promo={"royal_summons": 1}
    ).phone()


def test_one_card_turned_over_is_enough_where_it_pays_the_debt(app: Flask) -> None:
    """D1: Bo is 8 short with two cards face down. The first is a silk, and nobody asks for the second."""
    bank = two_face_down(app, EIGHT_SHORT)
    page = lies(bank, "Bo", ("apples", 4), "Opened", {"in-silk": 4})
    assert "8 gold is still missing" in page.text
    page = bank.press(buttons.RECORD, {"told-silk": 1})
    assert (page.status, "still missing" in page.text) == (422, False)
    bank.press(buttons.RECORD)
    assert stands(bank.page)["Bo"] == {"face_down": 1}
    assert stands(bank.page)["Ann"]["silk"] == 1


def test_no_card_is_asked_for_where_all_are_turned_over(app: Flask) -> None:
    """D1: a pepper pays some of 8, and the rest is forgiven. Of a kind no more can be than lie face down."""
    bank = two_face_down(app, EIGHT_SHORT, face_down=1)
    page = lies(bank, "Bo", ("apples", 4), "Opened", {"in-silk": 4})
    assert {*most_told(page).values()} == {1}
    page = bank.press(buttons.RECORD, {"told-pepper": 1})
    pays = edition("first").good("pepper").value
    assert f"the rest in goods: 1 pepper ({pays} of 8), {8 - pays} forgiven" in page.text
    assert "still missing" not in page.text
    assert {word for word, most in most_told(page).items() if most} == {"told-pepper"}


def most_told(page: Page) -> dict[str, int]:
    """How many cards at most the fields let somebody turn over, of each kind."""
    fields = [field for field in page.root.elements("input") if field.get("id").startswith("told-")]
    return {field["id"]: int(field["data-most"]) for field in fields}


def test_the_debtor_may_turn_a_card_over_instead_of_giving_a_face_up_one(app: Flask) -> None:
    """D2: the open crossbow would pay the 8 as well."""
    bank = two_face_down(app, EIGHT_SHORT, crossbow=1)
    lies(bank, "Bo", ("apples", 4), "Opened", {"in-silk": 4})
    bank.press(buttons.RECORD, {"told-silk": 1})
    bank.press(buttons.RECORD)
    assert stands(bank.page)["Bo"] == {"crossbow": 1, "face_down": 1}


def drawn(phone: Phone, page: Page, changed: Fields) -> Page:
    """The sheet as it is redrawn when fields change; an empty one is left out of an address."""
    form = page.forms[0]
    sent = {name: value for name, value in form.fields if name not in changed}
    sent |= {name: str(value) for name, value in changed.items()}
    return phone.open(f"{form.element['data-here']}?{urlencode([pair for pair in sent.items() if pair[1]])}")


def chosen(page: Page) -> dict[str, int]:
    """The goods that are to go for a debt."""
    fields = dict(page.forms[0].fields)
    return {
        name.removeprefix("debt-"): int(value)
        for name, value in fields.items()
        if name.startswith("debt-") and value
    }


def test_d2_goods_are_proposed_out_of_the_bag_as_it_is_now_said_to_be(app: Flask) -> None:
    """Bo owes 4 for a mead. One of the two apples was a Royal Summons after all, which costs nothing."""
    bank = two_face_down(app)
    bag_of(bank, "Bo")
    page = bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 3})
    page = drawn(bank, page, {"in-apples": 2, "in-mead": 1})
    assert chosen(page) == {"apples": 2}
    page = drawn(bank, page, {"in-apples": 1, "in-royal_summons": 1})
    assert chosen(page) == {"apples": 1}
    page = bank.press(buttons.RECORD, {"told-silk": 1})
    bank.press(buttons.RECORD)
    assert stands(bank.page)["Bo"] == {"face_down": 1}


def test_d2_goods_are_proposed_out_of_as_many_as_were_declared(app: Flask) -> None:
    bank = two_face_down(app)
    bag_of(bank, "Bo")
    page = bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 3})
    page = drawn(bank, page, {"in-apples": 2, "in-mead": 1})
    page = drawn(bank, page, {"number": 2, "in-apples": 1})
    assert chosen(page) == {"apples": 1}
    assert "cannot give" not in bank.press(buttons.RECORD).text


def test_d2_choosing_no_goods_is_a_choice(later: Phone) -> None:
    """What was taken away card by card is not proposed again after the last one."""
    page = is_opened(later, "Bo", "bread", 5)
    assert chosen(page) == {"apples": 2, "chickens": 1}
    page = drawn(later, page, {"debt-apples": "", "debt-chickens": ""})
    assert chosen(page) == {}
    assert "(0 of 7)" in page.text


def test_d1_cards_that_nobody_needs_are_named_and_may_go(app: Flask) -> None:
    """Ann owes 4 and gives 10; the rules let her, and no change is given."""
    bank = later_table(app, gold={0: 0}).phone()
    page = is_opened(bank, "Bo", "bread", 2)
    assert "more than needed" not in page.text
    page = drawn(bank, page, {"debt-apples": 3, "debt-chickens": 1})
    assert "1 chicken and 1 apple more than needed: no change is given" in page.text
    assert stands(bank.press(buttons.RECORD))["Ann"] == {}


def test_goods_that_do_not_pay_are_refused_where_others_can_be_chosen(later: Phone) -> None:
    """D1: the fold with them is open."""
    is_opened(later, "Bo", "bread", 5)
    page = later.press(buttons.RECORD, {"debt-apples": 1, "debt-chickens": ""})
    assert "7 is owed" in page.beside("debt")
    fold = next(part for part in page.root.elements("details") if "Other goods" in part.text)
    assert fold.has("open")


def own_coins(app: Flask) -> Phone:
    """Four who keep their coins: Ann, the Sheriff, has apples and a chicken, Bo a card face down."""
    return later_table(app, gold=None, coins_on_table=True).phone()


def test_d1_a_table_that_keeps_its_coins_pays_a_debt_in_goods(app: Flask) -> None:
    bank = own_coins(app)
    bag_of(bank, "Bo")
    bank.press(buttons.OPENED_PAID_IN_GOODS, {"good": "bread", "number": 5})
    bank.press(buttons.RECORD, {"debt-apples": 2})
    assert bank.page.status == 200
    assert stands(bank.page)["Ann"] == {"apples": 1, "chickens": 1}
    assert stands(bank.page)["Bo"] == {"apples": 2, "bread": 5, "face_down": 1}
    assert "Ann pays 6 gold, and the other 4 in goods: 2 apples." in bank.page.text


def test_d1_a_table_that_keeps_its_coins_turns_cards_over_for_a_debt(app: Flask) -> None:
    """What was turned over is proposed before it is booked."""
    bank = own_coins(app)
    game = bank.page.game
    bank.open(f"/g/{game}/bags/1?good=bread&number=2&contents=opened&in-silk=2")
    page = bank.press(buttons.RECORD, {"told-mead": 1})
    assert (page.status, table_of(bank).seq) == (422, 1)
    assert "look at the goods again" in page.beside("debt")
    bank.press(buttons.RECORD)
    assert stands(bank.page)["Bo"] == {}
    assert stands(bank.page)["Ann"] == {"apples": 3, "chickens": 1, "mead": 1}


def test_goods_of_one_debtor_do_not_pay_for_another_where_the_coins_are_on_the_table(app: Flask) -> None:
    """The bag is changed behind the choice: Bo pays, not Ann, and nothing is booked in silence."""
    bank = own_coins(app)
    bag_of(bank, "Bo")
    bank.press(buttons.OPENED_PAID_IN_GOODS, {"good": "apples", "number": 2})
    page = bank.press(buttons.RECORD, {"in-apples": 1, "in-silk": 1, "debt-apples": 2})
    assert (page.status, table_of(bank).seq) == (422, 1)
    assert "Bo" in page.beside("debt")


@pytest.mark.parametrize(
    "wrong",
    [
        {"deal-0-giver": 2, "deal-0-gold": 51},
        {"deal-0-giver": 2, "deal-0-stand-cheese": 3},
        {"deal-0-giver": 2, "deal-0-stand-apples": 1},
    ],
)
def test_a_deal_that_cannot_be_paid_is_refused_where_the_bag_was_opened(later: Phone, wrong: Fields) -> None:
    """Cleo has 50 gold and two cheese; Ann would be short."""
    bag_of(later, "Bo")
    later.press(buttons.OPENS_A_LIE, {"good": "bread", "number": 5})
    form, pressed = later.page.form(buttons.RECORD)
    wrong = {**wrong, "in-bread": 4, "in-silk": 1}
    sent = [(name, value) for name, value in form.fields if name not in wrong]
    sent += [(name, str(value)) for name, value in wrong.items()] + [("deal-0-decision", "opens")]
    page = later.send("POST", pressed.get("formaction") or form.element["action"], sent)
    assert page.status == 422
    assert "Cleo has" in " ".join(page.refusals.values())


def test_i7_a_bribe_that_was_refused_goes_with_the_tap_that_opens_the_bag(bank: Phone) -> None:
    """The button says what it does: the bag is opened, and no bribe is booked."""
    page = bag_of(bank, "Bo")
    bank.open(f"{page.path}?good=apples&number=3&deal-0-gold=7&deal-0-promise=Lunch")
    bank.press(f"Ann opens it bribe refused: Ann pays Bo {3 * APPLES}")
    assert f"Bo was honest: 3 apples. Ann pays {3 * APPLES}." in bank.page.text
    assert "Lunch" not in bank.page.text
    holds(bank, Ann=50 - 3 * APPLES, Bo=50 + 3 * APPLES)


def test_i7_a_bribe_is_seen_to_shut_a_bag_that_was_opened(bank: Phone) -> None:
    """Before the tap: the button books nothing else than it says, and what others give stays."""
    page = bag_of(bank, "Bo")
    others = "deal-1-giver=2&deal-1-gold=4&deal-1-decision=opens&deal-1-promise=Lunch"
    page = bank.open(f"{page.path}?good=apples&number=3&deal-0-gold=7&{others}&contents=opened&in-cheese=3")
    assert "If Bo ’s bribe was refused: Bo pays Ann 6" in page.text
    assert not any("Record it" in button.text for button in page.root.elements("button"))
    bank.press("Refuse the bribe and open it")
    assert "Bo pays Ann 6, caught with 3 cheese: said 3 apples." in bank.page.text
    assert "Cleo promised Ann : “Lunch”" in bank.page.text
    holds(bank, Ann=60, Bo=44, Cleo=46)


def test_i7_until_a_lie_is_told_nothing_is_said_to_follow_from_a_refused_bribe(bank: Phone) -> None:
    page = bag_of(bank, "Bo")
    page = bank.open(f"{page.path}?good=apples&number=3&deal-0-gold=7&lie=opened")
    assert "which cards were in it?" in page.text
    assert "bribe was refused:" not in page.text


def test_i7_a_refused_bribe_stays_away_when_more_has_to_be_said(later: Phone) -> None:
    """Ann is short: her debt is asked for, without what Bo offered; Dov's deal stays as it was typed."""
    page = bag_of(later, "Bo")
    dov = "deal-1-giver=3&deal-1-promise=Lunch"
    later.open(f"{page.path}?good=bread&number=5&deal-0-gold=7&{dov}")
    page = later.press("Ann opens it bribe refused: Ann pays Bo 10, and is short")
    assert (page.status, page.refusals) == (422, {})
    fields = dict(next(form for form in page.forms if form.element.get("id") == "bag").fields)
    assert fields["deal-0-promise"] == "Lunch"
    assert not fields.get("deal-0-gold")
    assert "deal-1-giver" not in fields
    later.press(buttons.RECORD)
    holds(later, Ann=0, Bo=53)


def test_i7_a_correction_takes_a_refused_bribe_out_as_well(bank: Phone) -> None:
    """It passed for 7 in the log, and was really opened."""
    passes(bank, "Bo", "apples", 3, {"deal-0-gold": 7})
    bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.press("Ann opens it bribe refused:")
    assert "Opened, not passed." in bank.open(f"/g/{bank.page.game}/log").text
    bank.open(f"/g/{bank.page.game}")
    holds(bank, Ann=50 - 3 * APPLES, Bo=50 + 3 * APPLES)


def test_i8_a_bag_that_passes_as_declared_asks_for_what_was_promised_beside_it(bank: Phone) -> None:
    """What is due is what the merchant lays down, so nobody decides it by one tap."""
    bag_of(bank, "Bo")
    bank.press("+ Goods", {"good": "apples", "number": 3})
    bank.press("+ Promise", {"deal-0-bag-silk": 1})
    bank.press("Promised: 1 silk. What was in it?")
    assert table_of(bank).seq == 1
    bank.press(buttons.RECORD)
    assert stands(bank.page) == {"Ann": {"face_down": 1}, "Bo": {"apples": 2}, "Cleo": {}, "Dov": {}}


def test_i8_contraband_promised_by_its_kind_is_handed_over_face_down(bank: Phone) -> None:
    """I11. The merchant says how many were there; corrected, it is said again."""
    bag_of(bank, "Bo")
    bank.press("+ Goods", {"good": "apples", "number": 3})
    bank.press(buttons.PASSES_A_LIE, {"deal-0-bag-silk": 2})
    page = bank.press(buttons.RECORD, {"in-apples": 1, "face_down": 2, "there-silk": 1})
    assert stands(page)["Ann"] == {"face_down": 1}
    assert stands(page)["Bo"] == {"apples": 1, "face_down": 1}
    assert "Bo ’s bag passed for 1 card face down from the bag: said 3 apples, had" in page.text
    bank.open(f"/g/{page.game}/corrections/{table_of(bank).seq}")
    page = bank.press(buttons.RECORD_CORRECTION, {"there-silk": 2})
    assert stands(page)["Ann"] == {"face_down": 2}


def test_i8_more_promised_cards_than_lie_face_down_are_refused_beside_them(bank: Phone) -> None:
    bag_of(bank, "Bo")
    bank.press("+ Goods", {"good": "apples", "number": 3})
    bank.press(buttons.PASSES_A_LIE, {"deal-0-bag-silk": 2})
    page = bank.press(buttons.RECORD, {"in-apples": 2, "face_down": 1, "there-silk": 2})
    sentence = (
        "There cannot have been 2 of the promised cards with 1 face down in the bag. Change one of the two."
    )
    assert page.beside("there") == sentence


def test_i8_of_goods_promised_from_the_bag_those_that_were_there_are_told(bank: Phone) -> None:
    """Three apples promised, two there; and the hands bring each card once."""
    bag_of(bank, "Bo")
    bank.press("+ Goods", {"good": "apples", "number": 3})
    bank.press(buttons.PASSES_A_LIE, {"deal-0-bag-apples": 3})
    page = bank.press(buttons.RECORD, {"in-apples": 2, "in-cheese": 1})
    assert stands(page)["Ann"] == {"apples": 2}
    done = "2 apples to Ann ’s stand 1 cheese to Bo ’s stand 1 promised card was not there."
    assert f"{done} Log Take back" in page.text


def test_i9_each_who_gives_has_a_sentence_that_a_tap_changes(app: Flask) -> None:
    """A row in which nothing is given leaves none; whoever gives already has one row."""
    bank = table(app).phone()
    bag_of(bank, "Bo")
    bank.press("+ Gold", {"good": "apples", "number": 2})
    assert "No bribe" in bank.page.text
    bank.press("Cleo", {"deal-0-gold": 7})
    bank.press("Dov", {"deal-1-gold": 3})
    bank.press("Ann", {"deal-2-gold": "", "deal-2-giver": 3})
    page = bank.press("Cleo")
    assert page.root.with_id("deal-1-gold")["value"] == "3"  # type: ignore[index]
    assert "Besides:" in page.text
    page = bank.press("Bo gives Ann 7 gold if it passes", {"deal-1-gold": 5, "deal-1-decision": "opens"})
    assert page.root.with_id("deal-0-gold")["value"] == "7"  # type: ignore[index]
    assert "Cleo gives Ann 5 gold if it is opened" in page.text
    bank.press(buttons.PASSES, {"deal-0-gold": 8})
    holds(bank, Ann=58, Bo=42, Cleo=50, Dov=50)


def test_one_part_of_one_row_is_unfolded(bank: Phone) -> None:
    """The rest stands in sentences; a second tap folds it, and what is told of the contents folds it too."""
    bag_of(bank, "Bo")
    bank.press("+ Gold")
    page = bank.press("+ Promise", {"good": "apples", "number": 2, "deal-0-gold": 7})
    assert page.root.with_id("deal-0-gold") is None
    assert page.root.with_id("deal-0-promise") is not None
    page = bank.press("+ Promise", {"deal-0-promise": "Lunch"})
    assert page.root.with_id("deal-0-promise") is None
    assert "Bo gives Ann 7 gold and the promise “ Lunch ” if it passes" in page.text
    bank.press("Gold 7")
    page = bank.press(buttons.PASSES_A_LIE)
    assert page.root.with_id("deal-0-gold") is None
    assert "Bo gives Ann 7 gold" in page.text


def test_a_merchant_without_a_bag_sits_out_where_the_bag_would_be_told(bank: Phone) -> None:
    bag_of(bank, "Bo")
    bank.press("Bo sits this round out")
    assert table_of(bank).game.waiting == (2, 3)
    page = bank.open(f"/g/{bank.page.game}/bags/1")
    assert "sits this round out" not in page.text


def test_the_address_of_a_sheet_fills_no_bag_of_a_later_round(bank: Phone) -> None:
    bag_of(bank, "Dov")
    bank.press("+ Gold", {"good": "apples", "number": 5})
    sheet = bank.page.path
    assert dict(bank.open(sheet).forms[0].fields)["number"] == "5"
    stale = bank.page.form(buttons.PASSES)
    bank.open(f"/g/{bank.page.game}")
    for merchant in ("Bo", "Cleo", "Dov"):
        passes(bank, merchant, "apples", 2)
    badge(bank)
    drawn = dict(bank.open(sheet).forms[0].fields)
    assert "Dov ’s bag" in bank.page.text
    assert not drawn.keys() & {"good", "number", "unfolded"}
    page = bank.submit(stale[0], {}, stale[1])
    assert page.refusals[""] == "This was for round 1, which is over. Look again."


def test_d1_the_log_says_who_owed_what_where_gold_ran_short(app: Flask) -> None:
    """Bo is caught with three silk, and has 5 gold and seven in goods."""
    bank = later_table(app, gold={1: 5}, stands={1: {"apples": 2, "cheese": 1, "face_down": 1}}).phone()
    lies(bank, "Bo", ("apples", 3), "Opened", {"in-silk": 3})
    bank.press(buttons.RECORD)
    page = bank.open(f"/g/{bank.page.game}/log")
    assert f"Bo owes Ann {3 * SILK}: for 3 silk, {SILK} each" in page.text
    assert f"Bo pays Ann {3 * SILK}" not in page.text


def test_a_deal_that_is_not_struck_goes_with_one_tap(bank: Phone) -> None:
    """I7: a refused bribe is not kept; what else was typed stays."""
    bag_of(bank, "Bo")
    bank.press("Cleo", {"good": "apples", "number": 2, "deal-0-gold": 45})
    page = bank.press("Remove: Bo gives Ann 45 gold if it passes", {"deal-1-gold": 7})
    sent = dict(page.forms[0].fields)
    assert (sent["deal-0-giver"], sent["deal-0-gold"], sent["good"]) == ("2", "7", "apples")
    assert "deal-1-giver" not in sent
    bank.press("+ Gold")
    page = bank.press("Remove")
    assert "deal-0-gold" not in dict(page.forms[0].fields)
    bank.press(buttons.OPENS)
    holds(bank, Ann=50 - 2 * APPLES, Bo=50 + 2 * APPLES, Cleo=50)


def test_a_card_face_down_is_not_said_to_be_brimstone_oil(later: Phone) -> None:
    """I2: nobody has told its kind."""
    bag_of(later, "Bo")
    page = later.press(buttons.PASSES_A_LIE, {"good": "apples", "number": 1})
    page = drawn(later, page, {"in-apples": "", "face_down": 1})
    assert "Was a face-down card shown as Brimstone Oil to discard goods?" in page.text


@pytest.mark.parametrize(
    "told, decision",
    [("", Decision.PASSES), ("contents=passed", Decision.PASSES)]
    + [(f"{field}=opened", Decision.OPENS) for field in ("contents", "lie")],
)
def test_i9_a_third_players_gift_is_first_for_what_became_of_the_bag(
    bank: Phone, told: str, decision: Decision
) -> None:
    """Cleo joins in once Bo's bag was opened: to let it pass is no longer what she gives for."""
    game, sent = table_of(bank).game, MultiDict(parse_qsl(f"good=apples&number=2&add=2&{told}"))
    assert read_bag(game, BO, Reader(sent)).deals[-1].decision is decision
