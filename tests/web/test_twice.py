"""A tap whose response was lost comes again: it counted, and nothing is refused or booked again."""

from flask import Flask

from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import holds, is_opened, passes
from tests.web.markup import Form
from tests.web.phone import Fields, Phone, filled
from tests.web.seated import seated
from tests.web.stored import membership_of, table_of


def again(phone: Phone, form: Form, fields: Fields, path: str) -> int:
    """The same form with the same id again; the response's status."""
    return phone.send("POST", path, filled(form, fields)).status


def test_a_take_back(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    form, _ = bank.page.form(buttons.TAKE_BACK)
    for _ in range(2):
        assert again(bank, form, {}, f"/g/{bank.page.game}/take-backs") == 303
    assert table_of(bank).seq == 3


def test_the_badge_of_a_sheriff_who_records_alone(app: Flask, bank: Phone) -> None:
    ann = seated(app, bank, "Ann")
    membership_of(app).may_record(bank.page.game, "own")
    for name in ("Bo", "Cleo", "Dov"):
        ann.open(f"/g/{bank.page.game}")
        passes(ann, name, "apples", 1)
    form, _ = ann.page.form("Badge to")
    for _ in range(2):
        assert again(ann, form, {}, f"/g/{bank.page.game}/badge") == 303
    assert table_of(bank).game.round == 2


def test_a_bag_with_a_debt(app: Flask) -> None:
    """What the goods were chosen for has changed by the first tap itself."""
    bank = later_table(app).phone()
    is_opened(bank, "Bo", "bread", 5)
    form, pressed = bank.page.form(buttons.RECORD)
    fields = [*filled(form, {}), (pressed.get("name"), pressed.get("value"))]
    for _ in range(2):
        sent = [(name, value) for name, value in fields if name]
        assert bank.send("POST", f"/g/{bank.page.game}/inspections", sent).status == 303
    bank.open(f"/g/{bank.page.game}")
    holds(bank, Ann=0, Bo=53)


def test_a_threat_after_the_badge_went_on(app: Flask, bank: Phone) -> None:
    ann = seated(app, bank, "Ann")
    form, _ = ann.page.form("Bo")
    fields = [*form.fields, ("seat", "1")]
    assert ann.send("POST", f"/g/{bank.page.game}/threats", fields).status == 303
    bank.open(f"/g/{bank.page.game}")
    for name in ("Bo", "Cleo", "Dov"):
        passes(bank, name, "apples", 1)
    bank.press("Badge to")
    assert ann.send("POST", f"/g/{bank.page.game}/threats", fields).status == 303


def test_who_went_home_has_no_say_any_more(app: Flask, bank: Phone) -> None:
    dov = seated(app, bank, "Dov")
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 2)
    bank.follow("Menu")
    bank.press("Leaves", {"leaver": 3, "gone": 1})
    entry = table_of(bank).seq
    fields = [("csrf_token", dov.token), ("action_id", "a" * 22), ("entry", str(entry))]
    assert dov.send("POST", f"/g/{bank.page.game}/take-backs", fields).status in {403, 422}
    assert table_of(bank).seq == entry
    assert "Free the seat" in bank.open(f"/g/{bank.page.game}/phones").text
