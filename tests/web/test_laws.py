"""The laws of a round: typed, pinned, offered again, and what they change of a bag (E25 to E27)."""

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from tests.tables import merry_table
from tests.web import buttons
from tests.web.evening import bag_of, passes
from tests.web.markup import Element
from tests.web.merry import TAX, brings, proclaims
from tests.web.phone import Page, Phone
from tests.web.seated import seated
from tests.web.stored import membership_of, service_of, table_of
from tests.web.test_extras import badge_of
from tests.web.test_talking import declares

CHICKENS = "Chickens are contraband this round"


@pytest.fixture
def bank(app: Flask) -> Phone:
    """Ann is Sheriff, nothing is booked."""
    return merry_table(app).phone()


def pinned(page: Page) -> str:
    """What is pinned on a page; "" if nothing is."""
    strip = page.root.with_id("laws")
    return next(strip.elements("summary")).text if strip is not None and strip.tag == "details" else ""


def typed(page: Page, field: str) -> str:
    """What a field shows."""
    found = page.root.with_id(field)
    return found.get("value") if found is not None else ""


def laws_of(phone: Phone) -> tuple[str, ...]:
    """What stands."""
    laws: tuple[str, ...] = table_of(phone).game.this_round.laws
    return laws


def test_e25_a_round_begins_with_its_laws(bank: Phone) -> None:
    """Beside the first button, until they stand or a bag is done; then in the menu."""
    assert bank.page.link("Laws").endswith("/laws")
    page = proclaims(bank, TAX, CHICKENS)
    assert laws_of(bank) == (TAX, CHICKENS)
    assert "next-laws" not in page.html
    assert bank.open(f"/g/{bank.page.game}/menu").link("Laws").endswith("/laws")


def test_e25_no_longer_once_a_bag_is_done(bank: Phone) -> None:
    assert "next-laws" not in brings(bank).html


def test_e26_they_are_pinned_until_the_badge_moves(bank: Phone) -> None:
    proclaims(bank, TAX)
    game = bank.page.game
    for path in ("", "/bags/1", "/log"):
        assert TAX in pinned(bank.open(f"/g/{game}{path}")), path
    badge_of(bank)
    bank.open(f"/g/{game}")
    page = bank.press("Badge to")
    assert not pinned(page)
    assert f"Law of this round: “{TAX}”" in bank.open(f"/g/{game}/log").text


def test_e26_how_many_stand_is_seen_where_one_line_has_no_room_for_all(bank: Phone) -> None:
    proclaims(bank, TAX, CHICKENS)
    assert pinned(bank.open(f"/g/{bank.page.game}")).startswith("2 ")


def test_e26_what_was_typed_before_is_a_tap(app: Flask, bank: Phone) -> None:
    """At this table, and at the next one of the same phone."""
    proclaims(bank, TAX)
    page = bank.open(f"/g/{bank.page.game}/laws")
    assert [(box["value"], box.has("checked")) for box in boxes(page)] == [(TAX, True)]
    bank.open("/new")
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}
    bank.press(buttons.OPEN_TABLE, {**names, "laws": 1})
    page = bank.open(f"/g/{bank.page.game}/laws")
    assert [(box["value"], box.has("checked")) for box in boxes(page)] == [(TAX, False)]
    bank.press(buttons.RECORD_THE_LAWS, {"law": TAX})
    assert laws_of(bank) == (TAX,)
    other = merry_table(app).phone()
    assert not list(boxes(other.open(f"/g/{other.page.game}/laws"))), "another phone's are its own"


def boxes(page: Page) -> list[Element]:
    """The laws to tick."""
    return [box for box in page.root.elements("input") if box.get("name") == "law"]


def test_e26_without_a_tick_they_end(bank: Phone) -> None:
    proclaims(bank, TAX)
    bank.open(f"/g/{bank.page.game}/laws")
    form = bank.page.form_to("/laws")
    sent = [(name, value) for name, value in form.fields if name != "law"]
    bank.page = bank.send("POST", form.element["action"], sent)
    assert laws_of(bank) == ()


@pytest.mark.parametrize("laws", [(), ("  ", "\t")])
def test_no_law_at_all_is_refused(bank: Phone, laws: tuple[str, ...]) -> None:
    page = proclaims(bank, *laws)
    assert page.status == 422
    assert page.beside("laws") == "Which law? Type what its card says."


def test_e26_a_fourth_law_and_a_long_one_are_refused_with_what_was_typed(bank: Phone) -> None:
    proclaims(bank, TAX)
    bank.open(f"/g/{bank.page.game}/laws")
    lines = {f"line-{index}": f"Law {index}" for index in range(3)}
    page = bank.press(buttons.RECORD_THE_LAWS, lines)
    assert page.beside("laws") == "A round has at most 3 laws."
    assert all(typed(page, line) == law for line, law in lines.items())
    page = bank.press(buttons.RECORD_THE_LAWS, {"line-0": "x" * 141, "line-1": "", "line-2": ""})
    assert page.beside("line-0") == "At most 140 characters."
    assert laws_of(bank) == (TAX,)


def test_laws_that_were_typed_for_the_last_round_are_refused(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/laws")
    late = bank.page.form_to("/laws").fields
    badge_of(bank)
    bank.open(f"/g/{bank.page.game}")
    bank.press("Badge to")
    page = bank.send(
        "POST",
        f"/g/{bank.page.game}/laws",
        [*((name, value) for name, value in late if name != "line-0"), ("line-0", TAX)],
    )
    assert page.refusals == {"": "The badge has already moved on."}


def test_they_are_put_right_from_the_log(bank: Phone) -> None:
    proclaims(bank, TAX)
    page = bank.open(f"/g/{bank.page.game}/log")
    assert page.link("Correct").endswith("/laws")


def test_the_sheriff_types_them_where_each_records_the_own(app: Flask, bank: Phone) -> None:
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    membership_of(app).may_record(bank.page.game, "own")
    assert ann.open(f"/g/{bank.page.game}").link("Laws").endswith("/laws")
    assert "next-laws" not in bo.open(f"/g/{bank.page.game}").html
    assert bo.open(f"/g/{bank.page.game}/laws").path.split("?")[0] == f"/g/{bank.page.game}"
    proclaims(ann, TAX)
    assert TAX in pinned(bo.open(f"/g/{bank.page.game}"))
    assert "Change the laws" not in bo.page.text


# What they change of a bag


def test_e27_a_fine_is_overtyped(bank: Phone) -> None:
    """Three apples cost Ann 6; the law says 9, and nothing says 0."""
    proclaims(bank, TAX)
    bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=3&fine=9")
    assert "Ann pays Bo 9" in bank.page.text
    bank.press(buttons.OPENS)
    assert table_of(bank).game.gold(0) == 40 - 9
    bag_of(bank, "Cleo")
    bank.press(buttons.OPENS, {"good": "bread", "number": 2, "fine": 0})
    assert table_of(bank).game.gold(0) == 40 - 9


def test_e27_a_lie_under_a_law(bank: Phone) -> None:
    proclaims(bank, TAX)
    bag_of(bank, "Bo")
    bank.press(buttons.OPENS_A_LIE, {"good": "apples", "number": 2, "fine": 7})
    page = bank.press(buttons.RECORD, {"in-apples": 1, "in-mead": 1})
    assert "pays Ann 7" in page.text
    assert table_of(bank).game.gold(1) == 31 - 7


@pytest.mark.parametrize("fine", ["-1", "1000", "nine", "1.5"])
def test_e27_what_is_no_fine_is_refused_beside_it(bank: Phone, fine: str) -> None:
    proclaims(bank, TAX)
    drawn = bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=3&fine={fine}")
    assert "pays Bo" not in drawn.text
    page = bank.press(buttons.OPENS, {"good": "apples", "number": 3, "fine": fine})
    assert page.status == 422
    assert page.beside("fine") == "A whole number from 0 to 999, in digits."
    assert typed(page, "fine") == fine
    assert 1 in table_of(bank).game.waiting


def test_e27_without_a_law_there_is_no_field_and_no_other_fine(bank: Phone) -> None:
    bag_of(bank, "Bo")
    assert bank.page.root.with_id("fine") is None
    form = next(form for form in bank.page.forms if form.element.get("id") == "bag")
    fields = [*form.fields, ("good", "apples"), ("number", "3"), ("fine", "9")]
    page = bank.send("POST", f"/g/{bank.page.game}/inspections", fields)
    assert page.refusals[""] == "No law stands this round: the fine is what the cards cost."


def test_e27_gold_is_moved_from_the_sheet_with_the_law_as_its_reason(bank: Phone) -> None:
    """And the bag's sheet comes back after it: no way leads to a page that would forget it."""
    proclaims(bank, TAX)
    bag_of(bank, "Bo")
    bank.follow(buttons.PAY_BY_LAW)
    assert bank.page.root.with_id("ways") is None
    page = bank.press(buttons.RECORD, {"gold": 2})
    assert page.path.endswith("/bags/1")
    assert table_of(bank).game.gold(1) == 29
    recorded = f"Bo gives the bank 2 gold ( {TAX} )."
    assert f"Recorded: {recorded}" in page.text
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Cleo", "apples", 2)
    bag_of(bank, "Bo")
    assert "Recorded:" not in bank.page.text
    assert recorded in bank.open(f"/g/{bank.page.game}/log").text


def test_e27_of_two_laws_one_is_chosen(bank: Phone) -> None:
    proclaims(bank, TAX, CHICKENS)
    bag_of(bank, "Bo")
    bank.follow(buttons.PAY_BY_LAW)
    page = bank.press(buttons.RECORD, {"gold": 2, "reason": "law-1"})
    assert page.path.endswith("/bags/1")
    assert CHICKENS in bank.open(f"/g/{bank.page.game}/log").text


def test_a_reason_by_a_law_that_no_longer_stands_is_refused(bank: Phone) -> None:
    proclaims(bank, TAX)
    bag_of(bank, "Bo")
    bank.follow(buttons.PAY_BY_LAW)
    form = bank.page.form_to("/payments")
    late = [*form.fields, ("gold", "2")]
    bank.open(f"/g/{bank.page.game}")
    bank.press(buttons.TAKE_BACK)
    page = bank.send("POST", form.element["action"], late)
    assert page.beside("reason") == "Choose one from the list."


def test_e27_a_correction_keeps_the_fine(bank: Phone) -> None:
    proclaims(bank, TAX)
    bag_of(bank, "Bo")
    bank.press(buttons.OPENS, {"good": "apples", "number": 3, "fine": 17})
    bank.open(f"/g/{bank.page.game}/corrections/3")
    assert typed(bank.page, "fine") == "17"
    bank.press(buttons.OPENS, {"fine": 4})
    assert table_of(bank).game.gold(0) == 40 - 4


def test_e27_a_decision_on_the_sheet_carries_the_fine_to_the_cards(app: Flask, bank: Phone) -> None:
    """The Sheriff types it before the merchant's cards lie open."""
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    proclaims(bank, TAX)
    declares(bo, "apples", 3)
    service_of(app).note(bank.page.game, 1, 3, Goods({"apples": 3}))
    ann.open(f"/g/{bank.page.game}/bags/1")
    page = ann.press(buttons.OPENS, {"fine": 9})
    assert typed(page, "fine") == "9"
    ann.press(buttons.RECORD)
    assert table_of(bank).game.gold(0) == 40 - 9


def test_e26_none_is_pinned_once_the_count_has_begun(bank: Phone) -> None:
    proclaims(bank, TAX)
    badge_of(bank)
    bank.open(f"/g/{bank.page.game}/menu")
    page = bank.press(buttons.END)
    assert "Check the stands" in page.text
    for path in ("", "/log"):
        assert not pinned(bank.open(f"/g/{bank.page.game}{path}"))
