"""Who is short of coins is asked on the own phone which goods go (D1, D2); Sheriff or bank may answer."""

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.editions import common_cards
from companion.rules.sheriff.notes import ELSEWHERE
from companion.rules.sheriff.opened import BagOpened
from tests.rules.given import BO, SILK
from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import stands
from tests.web.phone import Page, Phone
from tests.web.seated import records, seated
from tests.web.stored import service_of, table_of
from tests.web.test_bags import chosen, drawn, most_told
from tests.web.test_deciding import decides, opens
from tests.web.test_talking import Market, declares, market, posted

__all__ = ["market"]


def poor(market: Market) -> None:
    """Bo has no gold and declared four chickens."""
    market.bank.open(market.at("/pay"))
    market.bank.press(buttons.RECORD, {"giver": BO, "receiver": 2, "gold": 50})
    declares(market.bo, "chickens", 4)
    declares(market.cleo, "cheese", 2)


@pytest.fixture
def short(market: Market) -> Market:
    """Bo has no gold, declared four chickens, and is opened: three, and a silk for which Bo owes Ann."""
    poor(market)
    service_of(market.bo.client.application).note(
        market.bo.page.game, BO, 1, Goods({"chickens": 3, "silk": 1})
    )
    opens(market)
    market.look()
    return market


@pytest.fixture
def asked(short: Market) -> Market:
    """Ann says that these cards lie there."""
    short.ann.press(buttons.LIES_THERE)
    short.look()
    return short


def booked(market: Market) -> BagOpened:
    """The bag as it was opened."""
    event = table_of(market.bank).standing[-1].event
    assert isinstance(event, BagOpened)
    return event


def sheet_of(phone: Phone) -> Page:
    """Where the goods are chosen."""
    phone.open(f"/g/{phone.page.game}")
    return phone.follow("Choose what you give")


def test_d2_the_payer_chooses_on_the_own_phone_and_that_books_the_bag(asked: Market) -> None:
    assert "Bo chooses the goods" in asked.ann.page.text
    page = sheet_of(asked.bo)
    assert f"Bo owes Ann {SILK}" in page.text
    assert "Declared" not in page.text
    board = asked.bo.press(buttons.HAND_THEM_OVER, {"debt-chickens": 2})
    assert board.path.split("?")[0] == asked.at()
    bag = booked(asked)
    assert bag.contents == {"chickens": 3, "silk": 1}
    assert bag.debt is not None
    assert bag.debt.handed == {"chickens": 2}


def test_d2_what_is_proposed_books_with_one_tap(asked: Market) -> None:
    sheet_of(asked.bo)
    asked.bo.press(buttons.HAND_THEM_OVER)
    bag = booked(asked)
    assert bag.debt is not None
    assert bag.debt.handed == {"chickens": 1}


@pytest.mark.parametrize("who", ["ann", "bank"])
def test_sheriff_or_bank_may_answer_instead(asked: Market, who: str) -> None:
    phone: Phone = getattr(asked, who)
    phone.open(asked.at())
    phone.follow("or choose for them here")
    phone.press(buttons.RECORD)
    assert booked(asked).debt is not None


def test_the_payer_says_nothing_else_of_the_bag(asked: Market) -> None:
    page = sheet_of(asked.bo)
    form, button = page.form(buttons.HAND_THEM_OVER)
    for changed in ({"in-silk": 0, "in-chickens": 4}, {"good": "apples"}):
        asked.bo.submit(form, changed, button)
        assert table_of(asked.bank).game.waiting[0] == BO


def test_nobody_else_may_answer(asked: Market) -> None:
    assert "choose" not in asked.cleo.page.root.text.replace("chooses", "")
    page = sheet_of(asked.bo)
    form, _ = page.form(buttons.HAND_THEM_OVER)
    asked.cleo.submit(form, {}, None)
    assert table_of(asked.bank).game.waiting[0] == BO


def test_before_the_sheriff_asks_nobody_owes(short: Market) -> None:
    assert "Choose what you give" not in short.bo.page.text
    answer = posted(short.ann, short.at("/decisions/1/payers"), on="silk-2")
    assert "changed" in answer.text
    assert short.talk.decisions[BO].asked is False


def test_d1_gold_that_comes_in_the_meantime_pays(asked: Market) -> None:
    asked.bank.open(asked.at("/pay"))
    asked.bank.press(buttons.RECORD, {"giver": 2, "receiver": BO, "gold": 10})
    asked.look()
    assert "Choose what you give" not in asked.bo.page.text
    asked.ann.press(buttons.LIES_THERE)
    assert booked(asked).debt is None


def test_where_only_the_bank_records_it_books_debts_too(short: Market) -> None:
    records(short.bank, "bank")
    short.look()
    page = short.bank.follow(buttons.LIES_THERE)
    assert f"Bo owes Ann {SILK}" in page.text


@pytest.fixture
def told(market: Market) -> Market:
    """The same bag, which Bo did not note: Ann opens it and says what lies there."""
    poor(market)
    decides(market.ann, "Open it")
    market.ann.press(buttons.OPENS_A_LIE)
    market.ann.press(buttons.RECORD, {"in-chickens": 3, "in-silk": 1})
    return market


def test_without_a_note_the_payer_is_asked_too(told: Market) -> None:
    """D2: the cards that Ann said lie open on all phones, and Bo chooses."""
    board = told.ann.press("Let Bo choose")
    assert board.path.split("?")[0] == told.at()
    assert "Bo chooses the goods" in board.text
    assert "In Bo ’s bag: 3 chickens and 1 silk." in told.cleo.open(told.at()).text
    sheet_of(told.bo)
    told.bo.press(buttons.HAND_THEM_OVER, {"debt-chickens": 2})
    bag = booked(told)
    assert bag.contents == {"chickens": 3, "silk": 1}
    assert bag.debt is not None
    assert bag.debt.handed == {"chickens": 2}


def test_the_sheriff_may_choose_on_that_sheet_instead(told: Market) -> None:
    told.ann.press(buttons.RECORD)
    assert booked(told).debt is not None


def test_cards_that_cannot_be_there_ask_nobody(told: Market) -> None:
    form, button = told.ann.page.form("Let Bo choose")
    page = told.ann.submit(form, {"in-chickens": 1}, button)
    assert page.status == 422
    assert not told.talk.decisions[BO].turned


def test_who_shares_the_sheriffs_phone_is_not_asked(market: Market) -> None:
    """The bank speaks for Dov, who has none."""
    market.bank.open(market.at("/pay"))
    market.bank.press(buttons.RECORD, {"giver": 3, "receiver": 2, "gold": 50})
    for phone, good in ((market.bo, "apples"), (market.cleo, "bread")):
        declares(phone, good, 1)
    market.bank.open(market.at("/declarations/3"))
    market.bank.press("Declare 4", {"good": "chickens"})
    market.bank.open(market.at("/bags/3?contents=opened"))
    page = market.bank.press(buttons.RECORD, {"in-chickens": 3, "in-silk": 1})
    assert "It is up to Dov" in page.text
    assert "Let Dov choose" not in page.text


APPLES, PEPPER, MEAD = map(common_cards().good, ("apples", "pepper", "mead"))
LEFT = APPLES.value + PEPPER.value - 1
"""What Bo owes and has no coins for."""


@pytest.fixture
def hidden(app: Flask) -> Market:
    """Bo, with some gold and two cards face down, noted as a pepper and a silk, owes Ann for a lie with
    two mead. The apple that came in pays some of what is left, the pepper the rest.
    """
    purse, stand = {1: 2 * MEAD.penalty - LEFT}, {1: {"face_down": 2}}
    bank = later_table(app, gold=purse, stands=stand).phone()
    market = Market(bank, *(seated(app, bank, name) for name in ("Ann", "Bo", "Cleo")))
    game, service = bank.page.game, service_of(app)
    service.note(game, BO, ELSEWHERE, Goods({"pepper": 1, "silk": 1}))
    declares(market.bo, "apples", 3)
    declares(market.cleo, "cheese", 2)
    service.note(game, BO, 2, Goods({"apples": 1, "mead": 2}))
    opens(market)
    market.ann.press(buttons.LIES_THERE)
    return market


def turned(page: Page) -> dict[str, int]:
    """The face-down cards that are to be turned over."""
    fields = dict(page.forms[0].fields)
    return {
        name.removeprefix("told-"): int(value)
        for name, value in fields.items()
        if name.startswith("told-") and value and value != "0"
    }


def test_d2_the_payers_notes_say_what_is_turned_over(hidden: Market) -> None:
    page = sheet_of(hidden.bo)
    assert (turned(page), chosen(page)) == ({"pepper": 1}, {"apples": 1, "pepper": 1})
    hidden.bo.press(buttons.HAND_THEM_OVER)
    assert stands(hidden.bo.open(hidden.at()))["Bo"] == {"face_down": 1}


def test_a_card_of_the_payers_notes_that_was_put_back_stays_face_down(hidden: Market) -> None:
    """As the sheet is drawn again, with nothing turned over: its address leaves empty fields out."""
    page = drawn(hidden.bo, sheet_of(hidden.bo), {"told-pepper": 0})
    assert turned(page) == {}
    page = drawn(hidden.bo, page, {"told-pepper": ""})
    assert (turned(page), chosen(page)) == ({}, {"apples": 1})
    assert f"{LEFT - APPLES.value} still missing" in page.text


def test_every_kind_can_be_turned_over_noted_or_not(hidden: Market) -> None:
    """Notes may be wrong: the cards overrule them."""
    page = drawn(hidden.bo, sheet_of(hidden.bo), {"told-pepper": 0})
    assert most_told(page).keys() >= {"told-pepper", "told-mead", "told-silk", "told-crossbow"}
    page = drawn(hidden.bo, page, {"told-crossbow": 1})
    assert chosen(page) == {"apples": 1, "crossbow": 1}


def test_d1_the_payer_reads_that_no_change_is_given(hidden: Market) -> None:
    page = sheet_of(hidden.bo)
    assert f"the rest in goods {LEFT} chosen goods are worth {LEFT + 1}" in page.text
    assert f"({LEFT + 1} for {LEFT}, no change given)" in page.text


def test_a_card_that_is_turned_over_and_not_needed_is_named(hidden: Market) -> None:
    """D2: the pepper pays what is missing; the silk would lie face up for nothing."""
    page = drawn(hidden.bo, sheet_of(hidden.bo), {"told-silk": 1})
    assert "Turned over for nothing: 1 silk." in page.text
    page = drawn(hidden.bo, page, {"told-silk": 0})
    assert "for nothing" not in page.text


def test_who_handed_goods_over_takes_that_back(asked: Market) -> None:
    """D2: a slip of the debtor's thumb is mended on the debtor's phone, and asked again there."""
    sheet_of(asked.bo)
    asked.bo.press(buttons.HAND_THEM_OVER, {"debt-chickens": 2})
    asked.bo.press(buttons.TAKE_BACK)
    assert table_of(asked.bank).game.waiting[0] == BO
    sheet_of(asked.bo)
    asked.bo.press(buttons.HAND_THEM_OVER)
    bag = booked(asked)
    assert bag.debt is not None
    assert bag.debt.handed == {"chickens": 1}


def test_nobody_else_takes_back_what_was_handed_over(asked: Market) -> None:
    sheet_of(asked.bo)
    asked.bo.press(buttons.HAND_THEM_OVER)
    assert "Take back" not in asked.cleo.open(asked.at()).text


def test_d4_a_sheriff_who_is_short_says_that_the_cards_lie_there_and_pays(app: Flask) -> None:
    """Of the own debt the own phone asks as it asks a merchant of theirs: goods alone, and one button."""
    bank = later_table(app, stands={0: {"apples": 0, "chickens": 1, "face_down": 1}}).phone()
    market = Market(bank, *(seated(app, bank, name) for name in ("Ann", "Bo", "Cleo")))
    game, service = bank.page.game, service_of(app)
    service.note(game, 0, ELSEWHERE, Goods({"pepper": 1}))
    declares(market.bo, "apples", 5)
    declares(market.cleo, "cheese", 2)
    service.note(game, BO, 2, Goods({"apples": 5}))
    opens(market)
    page = market.ann.press(buttons.LIES_THERE)
    assert page.path.split("?")[0] == market.at("/bags/1")
    assert "Ann owes Bo 10" in page.text
    assert "What was in it?" not in page.text
    assert (turned(page), chosen(page)) == ({"pepper": 1}, {"chickens": 1, "pepper": 1})
    assert page.root.with_id("told") is None, "what the notes tell is not asked for"
    market.ann.press(buttons.HAND_THEM_OVER)
    debt = booked(market).debt
    assert debt is not None
    assert debt.handed == {"chickens": 1, "pepper": 1}
