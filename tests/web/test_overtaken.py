"""Two phones in one moment: the second goes on if both wanted the same, and otherwise is refused on the table
as it is then, with its stamp.
"""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.rules.nottingham import ending as loot_ending
from companion.rules.nottingham import way
from companion.rules.sheriff import rotation
from companion.rules.sheriff.ending import CloseCount
from tests.tables import Table, later_table, loot_table
from tests.tables import table as sheriff_table
from tests.web import buttons
from tests.web.evening import at_table, end, passes, purses, stands
from tests.web.phone import Fields, Page, Phone
from tests.web.race import overtaken
from tests.web.seated import records, seated
from tests.web.stored import membership_of, service_of


def is_new(app: Flask, page: Page) -> None:
    """The page says that it shows the table as it is now: nothing would come to heal it."""
    assert int(page.found(r'data-stamp="(\d+)"')) == service_of(app).journal.log(page.game).reached().stamp


def test_of_two_who_take_back_the_second_sees_that_it_is_done(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 2, {"deal-0-gold": 5})
    bo.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.TAKE_BACK))
    page = bank.press(buttons.TAKE_BACK)
    assert (page.status, page.refusals) == (200, {})
    assert purses(page) == {"Ann": 50, "Bo": 50, "Cleo": 50, "Dov": 50}
    assert "Bo took back" in page.text
    is_new(app, page)


def test_who_takes_back_what_is_no_longer_the_latest_is_told_so(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 2)
    bo.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: passes(bo, "Cleo", "bread", 2))
    page = bank.press(buttons.TAKE_BACK)
    assert (page.status, [*page.refusals]) == (409, [""])
    assert stands(page)["Bo"] == {"apples": 2}
    is_new(app, page)


def test_of_two_who_count_the_stands_the_second_sees_the_count(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(app, players=3, fields={"rounds": 1})
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    for name in ("Bo", "Cleo"):
        bank.open(f"/g/{bank.page.game}")
        passes(bank, name, "apples", 1)
    bo.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.COUNT_THE_STANDS))
    page = bank.press(buttons.COUNT_THE_STANDS)
    assert (page.status, page.refusals) == (200, {})
    assert "Count the stands" not in page.text
    is_new(app, page)
    bank.open(f"/g/{page.game}?checked=1")
    bo.open(f"/g/{page.game}?checked=1")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.RESULT))
    assert bank.press(buttons.RESULT).title == "The result"


def test_of_two_who_turn_over_the_same_cards_the_second_is_led_on(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1: other cards of the same player are something else, and refused."""
    bank = later_table(app).phone()
    bo = seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    for phone in (bank, bo):
        phone.open(f"/g/{bank.page.game}/reveal/1")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.ALL_TOLD, {"in-mead": 1}))
    page = bank.press(buttons.ALL_TOLD, {"in-mead": 1})
    assert (page.status, page.refusals) == (200, {})
    assert "Bo had" in page.text


def test_a_refused_payment_shows_what_the_giver_has_now(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    passes(bank, "Cleo", "apples", 3)
    for phone in (bo, bank):
        phone.open(f"/g/{bank.page.game}/pay?giver=2")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.RECORD, {"receiver": 1, "good-apples": 2}))
    page = bank.press(buttons.RECORD, {"receiver": 1, "good-apples": 2})
    assert page.status == 422
    apples = page.root.with_id("good-apples")
    assert apples
    assert apples["data-most"] == "1"
    is_new(app, page)


def test_an_offer_that_is_answered_too_late_stays_as_it_then_is(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo withdraws while Ann accepts."""
    bo, ann = seated(app, bank, "Bo"), seated(app, bank, "Ann")
    bo.open(f"/g/{bank.page.game}/offers/new")
    bo.press("Offer", {"offer-gold": 5})
    ann.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press("Withdraw"))
    page = ann.press(buttons.ACCEPT)
    assert page.status == 422
    assert "Bo offers" not in page.text
    is_new(app, page)


def test_of_two_who_pass_the_badge_the_second_sees_that_it_went(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = seated(app, bank, "Ann")
    membership_of(app).may_record(bank.page.game, "own")
    for name in ("Bo", "Cleo", "Dov"):
        bank.open(f"/g/{bank.page.game}")
        passes(bank, name, "apples", 1)
    ann.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bank.press("Badge to"))
    page = ann.press("Badge to")
    assert (page.status, page.refusals) == (200, {})
    assert page.title.startswith("Round 2 of 8")
    is_new(app, page)


MEANWHILE = "This entry was corrected in the meantime. See what it says now, then record yours again."


def test_of_two_corrections_of_one_bag_the_second_is_asked_to_look_again(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was typed stays, and sent again it is booked: now it was read."""
    ann = seated(app, bank, "Ann")
    passes(bank, "Bo", "apples", 3)
    for phone in (bank, ann):
        phone.open(f"/g/{bank.page.game}/corrections/2")
    overtaken(app, monkeypatch, lambda: ann.press(buttons.PASSES, {"good": "bread", "number": 2}))
    page = bank.press(buttons.PASSES, {"good": "cheese", "number": 4})
    assert (page.status, page.refusals) == (422, {"": MEANWHILE})
    assert "2 bread" in page.text
    assert ("number", "4") in page.form(buttons.PASSES)[0].fields
    assert stands(bank.open(f"/g/{page.game}"))["Bo"] == {"bread": 2}
    bank.page = page
    assert stands(bank.press(buttons.PASSES))["Bo"] == {"cheese": 4}


def test_of_two_corrections_of_one_payment_the_second_is_asked_to_look_again(app: Flask, bank: Phone) -> None:
    """However long its form was open; and a form with a slip in it says so as well."""
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5})
    ann = seated(app, bank, "Ann")
    for phone in (bank, ann):
        phone.open(f"/g/{bank.page.game}/corrections/2")
    ann.press(buttons.RECORD_CORRECTION, {"gold": 7})
    page = bank.press(buttons.RECORD_CORRECTION, {"gold": "x"})
    assert page.refusals[""] == MEANWHILE
    assert purses(bank.press(buttons.RECORD_CORRECTION, {"gold": 9}))["Bo"] == 59


def test_a_correction_that_was_taken_back_meanwhile_is_told_too(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 3)
    bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.press(buttons.PASSES, {"good": "bread", "number": 2})
    board = bank.page
    opened = bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.page = board
    bank.press(buttons.TAKE_BACK)
    bank.page = opened
    assert bank.press(buttons.PASSES, {"number": 4}).refusals == {"": MEANWHILE}


def test_an_older_page_that_names_nothing_is_booked_as_before(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 3)
    form, _ = bank.open(f"/g/{bank.page.game}/corrections/2").form(buttons.PASSES)
    bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.press(buttons.PASSES, {"good": "bread", "number": 2})
    sent = [(name, value) for name, value in form.fields if name not in {"on", "number"}]
    answer = bank.send("POST", form.element["action"], [*sent, ("number", "4"), ("outcome", "passed")])
    assert answer.status == 303


def declares(phone: Phone, seat: int) -> Page:
    """The page on which a merchant declares."""
    return phone.open(f"/g/{phone.page.game}/declarations/{seat}")


def test_of_two_declarations_of_one_bag_the_second_replaces_nothing_unseen(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo on his own phone, and the bank for Bo."""
    bo = seated(app, bank, "Bo")
    for phone in (bank, bo):
        assert phone.page.status == 200  # with its tokens, before one asks within the other's request
        declares(phone, 1)
    overtaken(app, monkeypatch, lambda: bo.press("Declare 3", {"good": "bread"}))
    page = bank.press("Declare 2", {"good": "apples"})
    assert page.status == 422
    assert [*page.refusals.values()] == ["Bo has just declared 3 bread. Look again."]
    assert ("good", "apples") in page.form("Declare 2")[0].fields
    bank.press("Declare 2")
    assert "Bo : 2 apples" in bank.page.text


@pytest.mark.parametrize("word", ["apples", "apples-x", "-", "apples-" + "9" * 5000], ids=len)
def test_a_word_that_is_not_a_declaration_matches_none(app: Flask, bank: Phone, word: str) -> None:
    bo = seated(app, bank, "Bo")
    declares(bo, 1)
    bo.press("Declare 3", {"good": "bread"})
    form, _ = declares(bo, 1).form("Declare")
    sent = [(name, value) for name, value in form.fields if name not in {"on", "good"}]
    more = [("on", word), ("good", "apples"), ("number", "2")]
    assert bo.send("POST", form.element["action"], [*sent, *more]).status == 422


def test_a_declaration_taken_back_meanwhile_is_told(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    declares(bo, 1)
    bo.press("Declare 3", {"good": "bread"})
    declares(bank, 1)
    declares(bo, 1)
    bo.press(buttons.TAKE_BACK)
    page = bank.press("Declare 4")
    assert [*page.refusals.values()] == ["Bo has just taken the declaration back. Look again."]


def test_a_declaration_is_not_taken_back_unseen(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    declares(bo, 1)
    bo.press("Declare 3", {"good": "bread"})
    for phone in (bank, bo):
        declares(phone, 1)
    bo.press("Declare 2", {"good": "apples"})
    assert bank.press(buttons.TAKE_BACK).status == 422


def says_otherwise(bo: Phone, good: str, number: int) -> Page:
    """Bo declares on his own phone."""
    declares(bo, 1)
    return bo.press(f"Declare {number}", {"good": good})


OTHERWISE = "Bo now declares 4 bread. Look again."


@pytest.mark.parametrize("recording", ["everybody", "own"])
@pytest.mark.parametrize("button", ["opens it", "lets it pass"])
def test_i1_a_bag_is_not_booked_with_a_declaration_that_was_said_otherwise(
    app: Flask, bank: Phone, recording: str, button: str
) -> None:
    """The Sheriff reads what is now declared, and taps again."""
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    records(bank, recording)
    says_otherwise(bo, "chickens", 5)
    ann.open(f"/g/{bank.page.game}/bags/1")
    says_otherwise(bo, "bread", 4)
    page = ann.press(button)
    assert (page.status, page.refusals) == (422, {"": OTHERWISE})
    assert {("good", "bread"), ("number", "4")} <= {*page.form(button)[0].fields}
    is_new(app, page)
    assert stands(ann.press(button))["Bo"] == {"bread": 4}


def test_i1_a_declaration_that_comes_in_the_same_moment_is_read_first(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    declares(bo, 1)
    ann.open(f"/g/{bank.page.game}/bags/1")
    overtaken(app, monkeypatch, lambda: bo.press("Declare 4", {"good": "bread"}))
    page = ann.press(buttons.PASSES, {"good": "apples", "number": 3})
    assert page.refusals == {"": OTHERWISE}


def test_i1_a_declaration_taken_back_is_said_before_its_bag_is_booked(app: Flask, bank: Phone) -> None:
    """What the sheet says of it stays: the table may have said it aloud."""
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    says_otherwise(bo, "bread", 4)
    ann.open(f"/g/{bank.page.game}/bags/1")
    declares(bo, 1)
    bo.press(buttons.TAKE_BACK)
    page = ann.press(buttons.OPENS)
    assert page.refusals == {"": "Bo took the declaration back. Look again."}
    assert stands(ann.press(buttons.OPENS))["Bo"] == {"bread": 4}


def test_i1_what_was_in_the_bag_stays_when_the_declaration_is_read_again(app: Flask, bank: Phone) -> None:
    """However often the sheet was redrawn since, and with a bookmarked address."""
    records(bank, "everybody")
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    says_otherwise(bo, "chickens", 5)
    ann.open(f"/g/{bank.page.game}/bags/1")
    says_otherwise(bo, "bread", 4)
    ann.press(buttons.OPENS_A_LIE)
    ann.press("+ Goods")
    page = ann.press(buttons.RECORD, {"in-chickens": "", "in-bread": 3, "in-silk": 1})
    assert page.refusals == {"": OTHERWISE}
    holds = stands(ann.press(buttons.RECORD))
    assert holds["Bo"] == {"bread": 3}


def test_i1_an_offer_answered_on_a_sheet_makes_no_declaration_read(app: Flask, bank: Phone) -> None:
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    says_otherwise(bo, "chickens", 5)
    bo.open(f"/g/{bank.page.game}/offers/new")
    bo.press("Offer", {"offer-gold": 5})
    ann.open(f"/g/{bank.page.game}/bags/1")
    says_otherwise(bo, "bread", 4)
    ann.press("Refuse")
    assert ann.press(buttons.OPENS).refusals == {"": OTHERWISE}


def loots(page: Page, seat: int, prefix: str) -> dict[str, str]:
    """What a player's form of the check says, nothing left out but what is 0."""
    form = next(form for form in page.forms if dict(form.fields).get("seat") == str(seat))
    return {
        name.removeprefix(f"{prefix}-{seat}-"): value
        for name, value in form.fields
        if name.startswith(prefix) and value
    }


def puts_right(phone: Phone, seat: int, fields: Fields) -> Page:
    """Sends a player's form of the page that lies there."""
    form = next(form for form in phone.page.forms if dict(form.fields).get("seat") == str(seat))
    return phone.submit(form, fields)


CHECKS = [
    pytest.param(loot_table, way.EndGame(), "/nottingham/check", "loot-1-{}", id="loot"),
    pytest.param(sheriff_table, rotation.EndGame(), "/check", "good-1-{}", id="stands"),
]


@pytest.mark.parametrize("make, ending, path, field", CHECKS)
def test_s1_n21_who_puts_right_what_was_put_right_since_is_told_and_keeps_both(
    app: Flask, make: Callable[[Flask], Table], ending: object, path: str, field: str
) -> None:
    """The cards as they are now, with what this phone changed: nothing is added twice, nothing is undone."""
    at = make(app).plays(ending)
    one, two, first = ("chest", "pearls", "gold") if "loot" in field else ("bread", "cheese", "apples")
    at.membership.may_record(at.id, "everybody")
    bank, bo = at.phone(path=path), at.phone(1, path=path)
    assert bank.page.status == bo.page.status == 200
    assert puts_right(bo, 1, {field.format(one): 1, field.format(first): 1}).status == 200
    page = puts_right(bank, 1, {field.format(two): 2, field.format(one): 1})
    assert page.status == 422
    assert "in the meantime" in page.beside(field.removesuffix("-{}"))
    assert loots(page, 1, field.partition("-")[0]) == {one: "1", two: "2", first: "1"}
    assert puts_right(bank, 1, {}).status == 200
    bank.open(f"/g/{at.id}{path}")
    assert loots(bank.page, 1, field.partition("-")[0]) == {one: "1", two: "2", first: "1"}


@pytest.mark.parametrize("make, ending, path, field", CHECKS)
def test_s1_n21_of_two_who_put_the_same_right_the_second_goes_on(
    app: Flask, make: Callable[[Flask], Table], ending: object, path: str, field: str
) -> None:
    at = make(app).plays(ending)
    one = "chest" if "loot" in field else "bread"
    at.membership.may_record(at.id, "everybody")
    phones = at.phone(path=path), at.phone(1, path=path)
    assert [phone.page.status for phone in phones] == [200, 200]
    for phone in phones:
        assert puts_right(phone, 1, {field.format(one): 1}).status == 200
    assert at.seq == 3


def test_t7_coins_that_another_phone_counted_are_not_overwritten_unseen(app: Flask) -> None:
    at = sheriff_table(app, 3, coins_on_table=True).plays(rotation.EndGame())
    at.membership.may_record(at.id, "everybody")
    bank, bo = at.phone(path="/purses"), at.phone(1, path="/purses")
    assert bank.page.status == bo.page.status == 200
    assert bo.press(buttons.RECORD, {"gold-0": 20, "gold-1": 31, "gold-2": 40}).status == 200
    page = bank.press(buttons.RECORD, {"gold-0": 20, "gold-1": 13, "gold-2": 40})
    assert page.status == 422
    assert "31" in page.beside("gold-1")
    assert at.game.gold(1) == 31
    assert bank.press(buttons.RECORD).status == 200
    assert at.game.gold(1) == 13


@pytest.mark.parametrize("make, ending, path, _field", CHECKS)
def test_a_phone_at_the_check_goes_to_the_result_that_another_phone_fixed(
    app: Flask, make: Callable[[Flask], Table], ending: object, path: str, _field: str
) -> None:
    at = make(app).plays(ending)
    bo = at.phone(1, path=path)
    live = f"/g/{at.id}/live?on=sheet&at={path[1:]}&since=0"
    assert "data-elsewhere" not in bo.send("GET", live).html
    at.plays(loot_ending.CloseCount() if "nottingham" in path else CloseCount())
    result = bo.send("GET", live).found(r'data-elsewhere="([^"]+)"')
    assert bo.open(result).title == "The result"
