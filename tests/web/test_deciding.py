"""Merchants note their bags, the Sheriff decides with one tap, and the notes are read after that (I2, I3)."""

from secrets import token_urlsafe

import pytest
from flask import Flask

from companion.records import STILL
from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.deciding import Decide, words_of
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Pay
from tests.rules.given import ANN, BO, CLEO, SILK
from tests.tables import BANK, table
from tests.web import buttons
from tests.web.evening import bag_of, passes
from tests.web.phone import Page, Phone
from tests.web.seated import lets_out, records, seated
from tests.web.stored import service_of, table_of, unchanged
from tests.web.test_phones import leave
from tests.web.test_talking import Market, declares, market, posted

__all__ = ["market"]


def notes(market: Market, **cards: int) -> None:
    """Bo keeps what is in the bag."""
    service_of(market.bo.client.application).note(market.bo.page.game, BO, 1, Goods(cards))


def drawn(page: Page) -> list[str]:
    """The cards of an opened bag, one by one."""
    rows = [row for row in page.root.elements("ul") if {"turned", "backs"} & {*row.get("class").split()}]
    return [card.text for row in rows for card in row.elements("li")]


def sent(phone: Phone, path: str, **fields: int) -> Page:
    """A form sent from a page that was opened long ago."""
    tokens = {"csrf_token": phone.token, "action_id": token_urlsafe(16)}
    return phone.send("POST", path, [(name, str(value)) for name, value in {**tokens, **fields}.items()])


def passed(market: Market) -> Goods:
    """What was in the bag that passed last."""
    bag = table_of(market.bank).standing[-1].event
    assert isinstance(bag, BagPassed)
    return bag.contents


def opened(market: Market) -> Goods:
    """What was in the bag that was opened last."""
    bag = table_of(market.bank).standing[-1].event
    assert isinstance(bag, BagOpened)
    return bag.contents


def decides(phone: Phone, button: str) -> Page:
    """One tap on the board."""
    phone.open(f"/g/{phone.page.game}")
    return phone.press(button)


def opens(market: Market) -> Page:
    """Ann opens a bag that Bo noted, who turns the cards over; Ann's board then."""
    decides(market.ann, "Open it")
    decides(market.bo, "Open your bag")
    return market.ann.open(market.at())


@pytest.fixture
def declared(app: Flask) -> Market:
    """Bo says three apples, Cleo two cheese."""
    there = table(app).says(Declare(BO, Declaration("apples", 3)), Declare(CLEO, Declaration("cheese", 2)))
    return Market(*(there.phone(place) for place in (BANK, ANN, BO, CLEO)))


def test_the_sheriff_lets_a_noted_bag_pass_with_one_tap(declared: Market) -> None:
    """I2: the legal goods by their kinds, the contraband face down."""
    notes(declared, apples=2, silk=1)
    board = decides(declared.ann, "Let it pass")
    assert board.path.split("?")[0] == declared.at()
    assert passed(declared) == {"apples": 2, "face_down": 1}
    assert "silk" not in board.text.lower()


def test_an_opened_bag_lies_on_all_phones_until_somebody_says_that_it_is_so(declared: Market) -> None:
    """I3, I4: Bo lied about one card, and pays."""
    notes(declared, apples=2, silk=1)
    opens(declared)
    for phone in (declared.ann, declared.bo, declared.cleo, declared.bank):
        assert "In Bo ’s bag: 2 apples and 1 silk." in phone.open(declared.at()).text
        assert drawn(phone.page) == ["Apples", "Apples", "Silk"]
    assert declared.talk.decisions[BO].decision is Decision.OPENS
    board = declared.ann.press(buttons.LIES_THERE)
    assert not drawn(board)
    bag = table_of(declared.bank).standing[-1].event
    assert isinstance(bag, BagOpened)
    assert bag.contents == {"apples": 2, "silk": 1}
    assert "In Bo ’s bag" not in board.text
    assert bag.fine.payer == BO


def test_its_merchant_turns_the_cards_and_nobody_sees_any_before(declared: Market) -> None:
    """I3: as many backs as were declared lie on every phone until then."""
    notes(declared, apples=2, silk=1)
    everybody = (declared.ann, declared.bo, declared.cleo, declared.bank)
    decides(declared.ann, "Open it")
    for phone in everybody:
        page = phone.open(declared.at())
        assert drawn(page) == [""] * 3
        assert "silk" not in page.html.casefold()
    assert "Bo ’s bag is opened" in declared.cleo.page.text
    refused = posted(declared.cleo, declared.at("/decisions/1/turns"))
    assert refused.status == 422
    assert not declared.talk.decisions[BO].turned
    decides(declared.bo, "Open your bag")
    for phone in everybody:
        assert drawn(phone.open(declared.at())) == ["Apples", "Apples", "Silk"]
    assert posted(declared.bo, declared.at("/decisions/1/turns")).status == 303


def test_while_a_bag_lies_open_nothing_else_is_asked_for(declared: Market) -> None:
    """Its Sheriff talks about no other bag; its merchant, as the bank too, waits for nobody."""
    notes(declared, apples=2, silk=1)
    for button in ("Open it", "Open your bag"):
        decides(declared.ann if button == "Open it" else declared.bo, button)
        page = declared.ann.open(declared.at())
        ways = {one.text for one in page.root.elements("a", "summary")}
        assert not ways & {"Offer…", "Threaten…", "Agreed aloud…"}
    assert "Offer…" in declared.cleo.open(declared.at()).text


def test_the_sheriff_need_not_wait_for_the_merchants_hand(declared: Market) -> None:
    """A tap goes on at once, with a note and, to the bag's sheet, without one."""
    notes(declared, apples=2, silk=1)
    decides(declared.ann, "Open it")
    assert drawn(decides(declared.ann, "Bo opens the bag")) == ["Apples", "Apples", "Silk"]


def test_without_a_note_the_sheet_asks_what_was_in_it_as_the_merchant_cannot_show_it(
    declared: Market,
) -> None:
    assert decides(declared.ann, "Open it").path == declared.at("/bags/1")
    assert "Open your bag" not in declared.bo.open(declared.at()).text
    assert decides(declared.ann, "Bo opens the bag").path == declared.at("/bags/1")


def test_the_cards_of_a_merchant_who_is_asleep_lie_there_at_once(
    app: Flask, declared: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes(declared, apples=2, silk=1)
    leave(monkeypatch, app, STILL + 1)
    assert drawn(decides(declared.ann, "Open it")) == ["Apples", "Apples", "Silk"]


def test_who_has_still_to_pack_is_not_asked_what_lies_in_another_bag(market: Market) -> None:
    """I4: it is up to the Sheriff, who did not wait, and the own bag comes first."""
    declares(market.bo, "apples", 3)
    notes(market, apples=2, silk=1)
    market.ann.open(market.at(f"/bags/{BO}"))
    market.ann.press("Ann opens it")
    decides(market.bo, "Open your bag")
    board = market.cleo.open(market.at())
    assert drawn(board) == ["Apples", "Apples", "Silk"]
    assert "Pack your bag" in board.text
    assert "lies there" not in board.text
    assert "Something else…" not in board.text


def test_a_bag_that_was_opened_out_of_turn_lies_there_at_once(app: Flask) -> None:
    """I1, I3: the order is a proposal, and a decision that nobody sees was not made."""
    bank = table(app).phone()
    ann, cleo = (seated(app, bank, name) for name in ("Ann", "Cleo"))
    market = Market(bank, ann, cleo, cleo)
    declares(cleo, "cheese", 2)
    service_of(app).note(bank.page.game, CLEO, 1, Goods({"cheese": 1, "silk": 1}))
    ann.open(market.at(f"/bags/{CLEO}"))
    ann.press("Ann opens it")
    decides(cleo, "Open your bag")
    for phone in (ann, cleo, bank):
        assert "In Cleo ’s bag: 1 cheese and 1 silk." in phone.open(market.at()).text
    ann.open(market.at())
    ann.press(buttons.LIES_THERE)
    assert isinstance(table_of(bank).standing[-1].event, BagOpened)


def test_two_phones_say_at_once_that_it_is_so(declared: Market) -> None:
    """I4: the second tap says nothing new, and is not told that nothing was decided."""
    notes(declared, apples=2, silk=1)
    opens(declared)
    declared.bank.open(declared.at())
    for phone in (declared.bank, declared.ann):
        phone.press(buttons.LIES_THERE)
        assert phone.page.status == 200
        assert phone.page.refusals == {}
    assert [type(line.event) for line in table_of(declared.bank).standing].count(BagOpened) == 1


def test_no_merchant_stays_away_from_a_bag_that_is_decided_on(declared: Market) -> None:
    """I4: the fine of an opened bag is not escaped by leaving; the bank records it first."""
    notes(declared, apples=2, silk=1)
    opens(declared)
    for phone in (declared.bo, declared.bank):
        for path, field in (("/absences", "seat"), ("/departures", "leaver")):
            page = sent(phone, declared.at(path), **{field: BO})
            assert page.status == 422
            assert page.beside(field) == "The Sheriff has decided on Bo ’s bag: record it first."
    page = sent(declared.bank, declared.at("/ending"), no_more_bags=1)
    assert page.refusals == {"ending": "The Sheriff has decided on Bo ’s bag: record it first."}
    assert "No more bags" not in page.text
    assert "In Bo ’s bag" in declared.ann.open(declared.at()).text
    declared.ann.press(buttons.LIES_THERE)
    assert sent(declared.bo, declared.at("/departures"), leaver=BO).status == 303


def test_the_menu_offers_to_go_to_nobody_whom_a_decision_keeps(declared: Market) -> None:
    """I4: what would be refused is not offered, to the merchant and to the Sheriff."""

    def offered() -> dict[str, set[str]]:
        inputs = list(declared.bank.open(declared.at("/menu")).root.elements("input"))
        return {
            field: {one.get("value") for one in inputs if one.get("name") == field}
            for field in ("seat", "leaver")
        }

    before = offered()
    decides(declared.ann, "Open it")
    after = offered()
    assert before["seat"] - after["seat"] == {str(BO)}
    assert before["leaver"] - after["leaver"] == {str(ANN), str(BO)}


@pytest.fixture
def late(app: Flask) -> Market:
    """Bo said three apples, and the inspection clock has run out since."""
    there = table(app, expansions=["timer"])
    there.says(Declare(BO, Declaration("apples", 3)), Declare(CLEO, Declaration("apples", 2)))
    there.service.set_clock(there.id, 0, running=False)
    return Market(*(there.phone(place) for place in (BANK, ANN, BO, CLEO)))


def test_t7_where_time_ran_out_one_tap_of_the_sheriff_records_the_note(late: Market) -> None:
    """As after "Let it pass"."""
    notes(late, apples=2, silk=1)
    board = decides(late.ann, "Bo ’s bag passes")
    assert board.path.split("?")[0] == late.at()
    assert passed(late) == {"apples": 2, "face_down": 1}
    assert "silk" not in board.text.lower()


def test_t7_where_time_ran_out_and_nothing_is_noted_the_sheet_asks_what_was_in_it(late: Market) -> None:
    page = decides(late.ann, "Bo ’s bag passes")
    assert page.path.split("?")[0] == late.at(f"/bags/{BO}")
    assert "time ran out: it passed" in page.text
    assert not page.root.with_id("deal-0-gold")
    assert "The clock was wrong" not in page.text
    late.ann.press(buttons.RECORD)
    assert passed(late) == {"apples": 3}


def test_t7_where_time_ran_out_a_merchant_without_a_phone_is_asked_aloud(late: Market) -> None:
    """So is the bank, which decides nothing while the Sheriff has a phone."""
    late.bank.open(late.at())
    assert late.bank.follow("time ran out, it passed: what was in it?").form(buttons.RECORD)
    lets_out(late.bank, BO)
    late.ann.open(late.at())
    assert late.ann.follow("time ran out, it passed").form(buttons.RECORD)


@pytest.mark.parametrize("who", ["ann", "bank"])
def test_t7_where_time_ran_out_the_declared_cards_lie_there_and_the_note_is_read(
    late: Market, who: str
) -> None:
    """As after "Let it pass": the sheet tells nothing of the note, what is booked is the note's."""
    phone = late.ann if who == "ann" else late.bank
    before = asked_what_was_in_it(phone, late)
    notes(late, apples=2, silk=1)
    assert asked_what_was_in_it(phone, late) == before == {"apples": "3", "face_down": ""}
    phone.press(buttons.RECORD)
    assert phone.page.path.split("?")[0] == late.at()
    assert passed(late) == {"apples": 2, "face_down": 1}


def test_t7_who_says_what_was_there_overrules_the_note(late: Market) -> None:
    notes(late, apples=2, silk=1)
    asked_what_was_in_it(late.ann, late)
    late.ann.press(buttons.RECORD, {"in-apples": 1, "face_down": 2})
    assert passed(late) == {"apples": 1, "face_down": 2}


def test_t7_without_a_note_the_declared_cards_are_recorded(late: Market) -> None:
    asked_what_was_in_it(late.ann, late)
    late.ann.press(buttons.RECORD)
    assert passed(late) == {"apples": 3}


def test_t7_a_lie_that_was_being_told_as_time_ran_out_is_told_first(late: Market) -> None:
    late.ann.open(late.at(f"/bags/{BO}?lie=opened"))
    page = late.ann.press(buttons.RECORD)
    assert page.beside("contents").startswith("Which cards were in the bag?")
    late.ann.press("No lie")
    late.ann.press(buttons.RECORD)
    assert passed(late) == {"apples": 3}


def test_s1_the_note_says_what_passed_when_the_game_ends_before_its_time(declared: Market) -> None:
    """The sheet that the menu leads to tells nothing of the note either."""
    notes(declared, apples=2, silk=1)
    page = declared.bank.open(declared.at("/menu?ending=1"))
    page = declared.bank.follow("Bo ’s bag")
    assert dict(page.form(buttons.RECORD)[0].fields)["in-apples"] == "3"
    declared.bank.press(buttons.RECORD)
    assert declared.bank.page.path.split("?")[0] == declared.at("/menu")
    assert passed(declared) == {"apples": 2, "face_down": 1}


def asked_what_was_in_it(phone: Phone, late: Market) -> dict[str, str]:
    """What lies on the bag's own sheet."""
    page = phone.open(late.at(f"/bags/{BO}"))
    fields = dict(page.form(buttons.RECORD)[0].fields)
    return {"apples": fields.get("in-apples", ""), "face_down": fields.get("face_down", "")}


def test_opened_on_the_sheet_the_cards_lie_there_and_a_second_tap_books_nothing(declared: Market) -> None:
    """I3: a liar is not paid as honest."""
    notes(declared, apples=2, silk=1)
    sheet = bag_of(declared.ann, "Bo")
    form, button = sheet.form(buttons.OPENS)
    for _ in range(2):
        declared.ann.submit(form, {"good": "apples", "number": 3}, button)
        assert "Ann opens Bo ’s bag." in declared.ann.page.text
    decides(declared.bo, "Open your bag")
    declared.ann.submit(form, {"good": "apples", "number": 3}, button)
    assert "In Bo ’s bag: 2 apples and 1 silk." in declared.ann.page.text
    assert table_of(declared.bank).game.waiting[0] == BO


def test_with_what_was_agreed_aloud_the_note_says_what_passes(declared: Market) -> None:
    """I6: four gold that nobody typed on a phone."""
    notes(declared, apples=2, silk=1)
    passes(declared.bank, "Bo", "apples", 3, {"deal-0-gold": 4})
    bag = table_of(declared.bank).standing[-1].event
    assert isinstance(bag, BagPassed)
    assert bag.contents == {"apples": 2, "face_down": 1}
    assert [deal.gold for deal in bag.deals] == [4]


def test_a_note_that_cannot_be_booked_is_asked_for_with_all_that_was_agreed(declared: Market) -> None:
    """It is no reason to refuse the sheet; what is said there now overrules it."""
    notes(declared, apples=1)
    page = passes(declared.bank, "Bo", "apples", 3, {"deal-0-gold": 4})
    assert page.path.split("?")[0] == declared.at("/bags/1")
    assert declared.talk.decisions[BO].decision is Decision.PASSES
    declared.bank.press(buttons.PASSES)
    bag = table_of(declared.bank).standing[-1].event
    assert isinstance(bag, BagPassed)
    assert bag.contents == {"apples": 3}
    assert [deal.gold for deal in bag.deals] == [4]


def test_a_deal_that_cannot_be_struck_is_refused_and_nothing_is_decided(declared: Market) -> None:
    """I6: before the note is read."""
    notes(declared, apples=2, silk=1)
    page = passes(declared.bank, "Bo", "apples", 3, {"deal-0-gold": 60})
    assert page.status == 422
    assert not declared.talk.decisions


def test_no_note_is_read_before_the_decision_is_stored(declared: Market) -> None:
    """T8: the sheet asks as if there were none; nobody reads of bread that the box does not have."""
    service, game = service_of(declared.bank.client.application), declared.bank.page.game
    service.play(game, Pay(None, CLEO, goods=Goods({"bread": 35}), reason="found"), "a lot of bread")
    notes(declared, bread=2, silk=1)
    page = passes(declared.bank, "Bo", "apples", 3, {"deal-0-gold": 4})
    assert page.path.split("?")[0] == declared.at("/bags/1")
    assert "Bread: " not in page.root.text
    assert declared.talk.decisions[BO].decision is Decision.PASSES


def test_what_was_agreed_aloud_for_opening_waits_beside_the_cards(declared: Market) -> None:
    """I9: Cleo pays for it; the cards lie open for all, and the sheet books both."""
    notes(declared, apples=2, silk=1)
    declared.bank.open(declared.at(f"/bags/1?deal-0-giver={CLEO}&deal-0-gold=4"))
    page = declared.bank.press(buttons.OPENS, {"deal-0-decision": "opens"})
    assert page.path.split("?")[0] == declared.at("/bags/1")
    assert "In Bo ’s bag: 2 apples and 1 silk." in declared.cleo.open(declared.at()).text
    declared.bank.press(buttons.RECORD)
    bag = table_of(declared.bank).standing[-1].event
    assert isinstance(bag, BagOpened)
    assert bag.contents == {"apples": 2, "silk": 1}
    assert [deal.gold for deal in bag.deals] == [4]


def test_the_cards_overrule_the_note(declared: Market) -> None:
    """What lies there is something else: the sheet begins with what was noted."""
    notes(declared, apples=2, silk=1)
    opens(declared)
    declared.ann.open(declared.at())
    page = declared.ann.follow("Something else…")
    said = dict(page.form(buttons.RECORD)[0].fields)
    assert (said["good"], said["number"]) == ("apples", "3")
    declared.ann.press(buttons.RECORD, {"in-apples": 1, "in-silk": 2})
    assert opened(declared) == {"apples": 1, "silk": 2}


def test_without_a_note_the_sheet_asks_and_the_decision_stands(declared: Market) -> None:
    page = decides(declared.ann, "Let it pass")
    assert page.path == declared.at("/bags/1")
    shut = {button.text: "disabled" in button.attributes for button in page.root.elements("button")}
    assert next(off for words, off in shut.items() if "opens it decided: Bo would have to agree" in words)
    assert not next(off for words, off in shut.items() if "lets it pass" in words)
    assert "Say what was in Bo ’s bag it passes" in declared.ann.open(declared.at()).text
    declared.ann.follow("Bo ’s bag")
    declared.ann.press(buttons.PASSES)
    assert isinstance(table_of(declared.bank).standing[-1].event, BagPassed)


@pytest.mark.parametrize("cards", [{"silk": 2}, {"apples": 4}])
def test_nobody_learns_that_a_note_did_not_fit(declared: Market, cards: dict[str, int]) -> None:
    """The same sheet as without a note."""
    notes(declared, **cards)
    page = decides(declared.ann, "Let it pass")
    assert page.path == declared.at("/bags/1")
    assert not page.answer.request.query_string


def test_a_decision_on_words_that_have_changed_is_refused(declared: Market) -> None:
    declared.ann.open(declared.at())
    declared.bo.open(declared.at("/declarations/1"))
    declared.bo.press("Declare 4", {"good": "bread"})
    with unchanged(declared.ann.client.application):
        page = declared.ann.press("Open it")
    assert page.status == 422
    assert "What is said of Bo ’s bag has just changed. Look again." in page.text


def test_a_deal_that_can_no_longer_be_paid_is_not_decided_on_unseen(declared: Market) -> None:
    """Cleo's five gold stood on the button, and went elsewhere."""
    offer: dict[str, str | int] = {
        "offer-gold": 5,
        "offer-giver": CLEO,
        "bag": BO,
        "offer-decision": "passes",
        "offer-receiver": 0,
    }
    posted(declared.cleo, declared.at("/offers"), **offer)
    declared.ann.open(declared.at())
    declared.ann.press(buttons.ACCEPT)
    page = declared.ann.open(declared.at())
    assert "3 apples, 5 gold to Ann from Cleo" in page.text
    form, _ = page.form(buttons.LET_BY)
    service = service_of(declared.bank.client.application)
    service.play(declared.bank.page.game, Pay(CLEO, None, 50), "robbed")
    page = declared.ann.submit(form, {}, form.buttons[0])
    assert page.status == 422
    assert not declared.talk.decisions


def test_only_the_merchant_gives_a_decision_back(declared: Market) -> None:
    decides(declared.ann, "Let it pass")
    refused = posted(declared.cleo, declared.at("/decisions/1/withdrawals"))
    assert refused.status == 422
    declared.bo.open(declared.at())
    declared.bo.press("Let Ann decide again")
    assert not declared.talk.decisions
    decides(declared.ann, "Open it")
    assert declared.talk.decisions[BO].decision is Decision.OPENS


def test_the_bank_gives_a_decision_back_for_those_without_a_phone_alone(declared: Market) -> None:
    """Bo has a phone to say it with, Dov has none."""
    decides(declared.ann, "Let it pass")
    page = posted(declared.bank, declared.at("/decisions/1/withdrawals"))
    assert page.status == 422
    assert "Only if Bo agrees is it decided again." in page.text
    assert "Let Ann decide again" not in declared.bank.open(declared.at()).root.text
    declared.bank.open(declared.at("/declarations/3"))
    declared.bank.press("Declare 2", {"good": "cheese"})
    passes(declared.bank, "Cleo", "cheese", 2)
    passes(declared.bank, "Dov", "cheese", 2)
    declared.bank.open(declared.at())
    declared.bank.press(buttons.TAKE_BACK)
    declared.bank.open(declared.at())
    declared.bank.press("Let Ann decide again")
    assert [*declared.talk.decisions] == [BO, CLEO]


def test_a_bag_that_is_opened_next_says_so_while_another_one_lies_open(app: Flask) -> None:
    """On everybody's row of bags, and beside the slip of the thumb of who packed it."""
    there = table(app).says(Declare(BO, Declaration("apples", 3)), Declare(CLEO, Declaration("cheese", 2)))
    for bag in (BO, CLEO):
        there.says(Decide(bag, Decision.OPENS, words_of(there.game, there.talk, bag)))
    ann, bo, cleo = (there.phone(place).open(f"/g/{there.id}") for place in (ANN, BO, CLEO))
    (row,) = (part for part in ann.root.elements("nav") if part.get("class") == "merchants")
    assert row.text.count("is opened") == 2
    assert "A slip of the thumb? Let Ann decide again" in bo.text
    assert "Ann opens your bag. Let Ann decide again" in cleo.text


@pytest.mark.parametrize("who", ["ann", "bank"])
def test_no_correction_opens_what_passed_unless_its_merchant_agrees(declared: Market, who: str) -> None:
    """Nor lets pass what was opened; the sheet of the correction does not offer it, and says why."""
    phone: Phone = getattr(declared, who)
    passes(declared.ann, "Bo", "apples", 3)
    entry = table_of(declared.bank).seq
    page = phone.open(declared.at(f"/corrections/{entry}"))
    shut = {button.text: "disabled" in button.attributes for button in page.root.elements("button")}
    assert next(off for words, off in shut.items() if "opens it" in words)
    assert not next(off for words, off in shut.items() if "lets it pass" in words)
    inside: dict[str, str | int] = {"in-apples": 2, "in-silk": 1}
    said: dict[str, str | int] = {"outcome": "opened", "contents": "opened", "good": "apples", "number": 3}
    page = posted(phone, declared.at("/corrections"), entry=entry, seat=BO, **said, **inside)
    assert page.status == 422
    assert "Only if Bo agrees is it decided again." in page.text


def test_the_merchant_corrects_a_pass_to_an_opened_bag(declared: Market) -> None:
    """Whoever records everything may, if it is the own bag."""
    records(declared.bank, "everybody")
    passes(declared.ann, "Bo", "apples", 3)
    entry = table_of(declared.bank).seq
    declared.bo.open(declared.at(f"/corrections/{entry}"))
    declared.bo.press(buttons.OPENS)
    event = table_of(declared.bank).as_corrected(entry)
    assert isinstance(event, BagOpened)


def test_where_only_the_bank_records_it_asks_after_the_sheriff_decided(declared: Market) -> None:
    notes(declared, apples=3)
    records(declared.bank, "bank")
    posted(declared.ann, declared.at("/decisions/1"), decision="passed", on="apples-3")
    assert len(table_of(declared.bank).lines) == 1
    assert "it passes: what was in it?" in declared.bank.open(declared.at()).text


def test_a_debt_leads_to_the_sheet(declared: Market) -> None:
    """D1: Bo is short, and goods are to be chosen."""
    notes(declared, apples=1, silk=2)
    declared.bank.open(declared.at("/pay"))
    declared.bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "gold": 50})
    opens(declared)
    declared.ann.open(declared.at())
    page = declared.ann.follow(buttons.LIES_THERE)
    assert f"Bo owes Ann {2 * SILK}" in page.text


def test_who_shares_a_phone_is_not_asked_what_is_in_the_bag(market: Market) -> None:
    """The bank says it for players without a phone, and knows nothing of their cards."""
    declares(market.bo, "apples", 3)
    declares(market.cleo, "bread", 2)
    page = market.bank.open(market.at("/declarations/3"))
    assert "in-apples" not in page.answer.get_data(as_text=True)
    market.bank.press("Declare 3", {"good": "bread"})
    assert service_of(market.bank.client.application).notes(market.bank.page.game, 3) == {}


def test_a_note_of_another_number_than_declared_is_told_on_the_own_phone_alone(declared: Market) -> None:
    """I1: it could not be booked when the bag is opened, and the sheet would say that Bo was honest."""
    declared.bo.open(declared.at())
    declared.bo.follow("My bag")
    declared.bo.press("I am Bo")
    page = declared.bo.press("Keep it", {"in-silk": 2})
    assert page.status == 422
    assert "Declared: 3. In the bag: 2." in page.beside("contents")
    assert declared.bo.press("Keep it", {"in-silk": 3}).path == declared.at()
    opens(declared)
    assert "3 silk" in declared.cleo.open(declared.at()).text


def test_the_sheet_of_a_bag_that_lies_open_begins_with_its_cards(declared: Market) -> None:
    notes(declared, apples=2, silk=1)
    opens(declared)
    page = declared.ann.open(declared.at("/bags/1"))
    fields = dict(page.form(buttons.RECORD)[0].fields)
    assert (fields["contents"], fields["in-apples"], fields["in-silk"]) == ("opened", "2", "1")


@pytest.fixture
def oiled(app: Flask) -> Market:
    """Bo says three apples, Brimstone Oil is in play, and Cleo has cheese that it could discard."""
    there = table(app, promo={"brimstone_oil": 1}, stands={CLEO: {"cheese": 2}})
    there.says(*(Declare(seat, Declaration("apples", 3)) for seat in (BO, CLEO)))
    return Market(*(there.phone(place) for place in (BANK, ANN, BO, CLEO)))


def shown_inside(page: Page) -> dict[str, str]:
    """What the sheet says was in the bag."""
    fields = dict(page.form(buttons.RECORD)[0].fields)
    cards = ("in-", "face_down", "there-")
    return {name: value for name, value in fields.items() if name.startswith(cards) and value}


@pytest.mark.parametrize("noted", [{"apples": 2, "brimstone_oil": 1}, {"apples": 2, "silk": 1}])
def test_brimstone_oil_in_play_asks_every_merchant_who_keeps_a_card_face_down(
    oiled: Market, noted: dict[str, int]
) -> None:
    """I2: of the bag that was let pass nothing is asked but whether oil was shown."""
    notes(oiled, **noted)
    page = decides(oiled.ann, "Let it pass")
    assert page.path == oiled.at("/bags/1")
    assert oiled.talk.decisions[BO].decision is Decision.PASSES
    assert "In Bo ’s bag: 2 apples and 1 card face down." in page.text
    assert shown_inside(page) == {"in-apples": "2", "face_down": "1"}
    assert "silk" not in page.form(buttons.RECORD)[0].element.text.lower()
    for phone in (oiled.bank, oiled.ann):
        assert shown_inside(phone.open(oiled.at("/bags/1"))) == {"in-apples": "2", "face_down": "1"}
    oiled.ann.press(buttons.RECORD, {"raid-0": "2:cheese:2"})
    assert passed(oiled) == {"apples": 2, "face_down": 1}
    assert table_of(oiled.bank).game.stand(CLEO) == {}


def test_i2_a_sheet_from_before_the_decision_books_no_cheese_that_was_a_crossbow(oiled: Market) -> None:
    """The bank's says as declared; Ann has let the bag pass meanwhile, and its note says otherwise."""
    notes(oiled, crossbow=3)
    form, button = oiled.bank.open(oiled.at("/bags/1")).form(buttons.PASSES)
    decides(oiled.ann, "Let it pass")
    page = oiled.bank.submit(form, {}, button)
    assert shown_inside(page) == {"face_down": "3"}
    oiled.bank.press(buttons.RECORD)
    assert passed(oiled) == {"face_down": 3}


def test_i2_where_oil_could_discard_nothing_nobody_is_asked(app: Flask) -> None:
    there = table(app, promo={"brimstone_oil": 1}).says(Declare(BO, Declaration("apples", 3)))
    ann, _bo = there.phone(ANN), there.phone(BO)
    there.notes(BO, apples=2, silk=1)
    assert decides(ann, "Let it pass").path.split("?")[0] == f"/g/{there.id}"
    assert there.game.stand(BO) == {"apples": 2, "face_down": 1}


def test_t7_the_note_fills_the_sheet_of_a_bag_that_time_ran_out_on(app: Flask) -> None:
    """Once it is recorded as passed, not before: the clock may have been wrong."""
    there = table(app, expansions=["timer"], promo={"brimstone_oil": 1}, stands={CLEO: {"cheese": 2}})
    there.says(Declare(BO, Declaration("apples", 3)))
    there.service.set_clock(there.id, 0, running=False)
    ann, _bo = there.phone(ANN), there.phone(BO)
    there.notes(BO, apples=2, silk=1)
    page = ann.open(f"/g/{there.id}/bags/1")
    assert shown_inside(page) == {"in-apples": "3"}
    page = ann.press(buttons.RECORD)
    assert shown_inside(page) == {"in-apples": "2", "face_down": "1"}
    ann.press(buttons.RECORD)
    assert there.game.stand(BO) == {"apples": 2, "face_down": 1}


def test_i8_what_was_promised_aloud_and_noted_is_settled_from_the_note(declared: Market) -> None:
    """Two silk out of the bag, of which one is there: nobody is asked, and it goes face down to Ann (I11)."""
    notes(declared, apples=2, silk=1)
    declared.bank.open(declared.at("/bags/1?unfolded=0-goods&deal-0-bag-silk=2"))
    declared.bank.press(buttons.PASSES)
    assert passed(declared) == {"apples": 2, "face_down": 1}
    game = table_of(declared.bank).game
    assert game.stand(BO) == {"apples": 2}
    assert game.stand(ANN) == {"face_down": 1}


@pytest.mark.parametrize("noted", [{}, {"apples": 1}])
def test_i8_what_was_promised_aloud_is_asked_for_where_no_note_says_it(
    declared: Market, noted: dict[str, int]
) -> None:
    if noted:
        notes(declared, **noted)
    declared.bank.open(declared.at("/bags/1?unfolded=0-goods&deal-0-bag-silk=1"))
    page = declared.bank.press(buttons.PASSES)
    assert shown_inside(page) == {"in-apples": "2", "face_down": "1", "there-silk": "1"}
    assert declared.talk.decisions[BO].decision is Decision.PASSES
    declared.bank.press(buttons.RECORD)
    assert passed(declared) == {"apples": 2, "face_down": 1}


def test_with_brimstone_oil_in_play_an_honest_bag_asks_nobody(app: Flask) -> None:
    bank = table(app, 3, promo={"brimstone_oil": 1}).phone()
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    declares(bo, "apples", 3)
    service_of(app).note(bo.page.game, BO, 1, Goods({"apples": 3}))
    decides(ann, "Let it pass")
    assert isinstance(table_of(bank).standing[-1].event, BagPassed)


def test_a_decision_that_stands_says_whose_phone_would_change_it(declared: Market) -> None:
    """I2, I3: on the Sheriff's board and the bank's, and on the button that can no longer be tapped."""
    decides(declared.ann, "Let it pass")
    agrees = "To decide again, Bo must agree, on their own phone."
    for phone in (declared.ann, declared.bank):
        assert agrees in phone.open(declared.at()).text
    for phone in (declared.bo, declared.cleo):
        assert agrees not in phone.open(declared.at()).text
    sheet = declared.ann.open(declared.at(f"/bags/{BO}"))
    assert "opens it decided: Bo would have to agree" in sheet.text
    declared.bo.open(declared.at())
    declared.bo.press("Let Ann decide again")
    assert agrees not in declared.ann.open(declared.at()).text
    assert "would have to agree" not in declared.ann.open(declared.at(f"/bags/{BO}")).text


def test_a_decision_that_was_taken_back_still_stands_and_says_so(declared: Market) -> None:
    """I2: what was recorded is gone, what was decided is not."""
    notes(declared, apples=3)
    decides(declared.ann, "Let it pass")
    declared.ann.press(buttons.TAKE_BACK)
    assert "It is decided. To decide again, Bo must agree" in declared.ann.page.text


def test_where_the_merchant_has_no_phone_the_bank_is_told_to_ask(declared: Market) -> None:
    """I3: Dov's bag is opened and taken back."""
    for seat in (BO, CLEO):
        declared.bank.open(declared.at(f"/bags/{seat}"))
        declared.bank.press(buttons.PASSES, {"good": "apples", "number": 3})
    declared.bank.open(declared.at("/declarations/3"))
    declared.bank.press("Declare 2", {"good": "bread"})
    declared.ann.open(declared.at("/bags/3"))
    declared.ann.press(buttons.OPENS, {"good": "bread", "number": 2})
    assert "Dov agrees" not in declared.ann.page.text
    declared.ann.press(buttons.TAKE_BACK)
    assert "If Dov agrees, the bank lets you decide again." in declared.ann.page.text
    assert "If Dov agrees" not in declared.bank.open(declared.at()).text


def test_a_bag_that_lies_open_is_no_longer_packed(declared: Market) -> None:
    """I3: its page leads on, also one that was open before; cards of other rounds are noted still."""
    notes(declared, apples=2, silk=1)
    sheet = declared.at(f"/seats/{BO}/bag")
    looks = declared.bo.open(sheet).form("I am Bo")
    packed = declared.bo.press("I am Bo")
    decides(declared.ann, "Open it")
    why = "Bo ’s bag is opened: the cards on the table count."
    board = declared.bo.open(sheet)
    assert board.path.split("?")[0] == declared.at()
    assert why in board.text
    for form, button in (looks, packed.form("Keep it"), packed.form("Declare")):
        page = declared.bo.submit(form, {}, button)
        assert page.status == 422
        assert why in page.text
    assert declared.bo.open(f"{sheet}?round=0").path.startswith(sheet)
    assert "I am Bo" in declared.bo.page.text
    declared.bo.press("I am Bo")
    declared.bo.press(buttons.KEEP_AND_HIDE, {"in-silk": 1})
    noted = service_of(declared.bo.client.application).notes(declared.bank.page.game, BO)
    assert noted == {0: {"silk": 1}, 1: {"apples": 2, "silk": 1}}
