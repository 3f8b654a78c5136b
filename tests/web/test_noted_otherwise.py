"""A bag that was recorded otherwise than its merchant noted: told on the own phone, and put right there."""

import pytest
from flask import Flask

from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.rotation import EndGame, PassBadge
from tests.rules.given import ANN, BO, CLEO, DOV, opened, passing
from tests.tables import BANK, Table, table
from tests.web.phone import Phone
from tests.web.stored import unchanged

TOLD = "You noted 1 apple and 2 cards face down."


@pytest.fixture
def there(app: Flask) -> Table:
    """A table of four."""
    return table(app)


@pytest.fixture
def bo(there: Table) -> Phone:
    """Bo's phone, on which an apple and two silk are noted."""
    bo = there.phone(BO)
    there.notes(BO, apples=1, silk=2)
    return bo


def test_i2_only_the_merchant_is_told_and_of_nothing_that_is_secret(there: Table, bo: Phone) -> None:
    assert TOLD not in bo.open(f"/g/{there.id}").text
    there.plays(passing(BO, "apples", 3))
    board = bo.open(f"/g/{there.id}")
    assert "Recorded: Bo ’s bag passed: 3 apples." in board.text
    assert TOLD in board.text
    assert "silk" not in board.text.lower()
    for place in (ANN, CLEO, BANK):
        assert "You noted" not in there.phone(place).page.text


@pytest.mark.parametrize("recording", ["own", "everybody"])
def test_i2_with_one_tap_it_is_as_it_was_noted_and_everybody_reads_it(
    there: Table, bo: Phone, recording: str
) -> None:
    there.membership.may_record(there.id, recording)
    there.plays(passing(BO, "apples", 3))
    bo.open(f"/g/{there.id}")
    page = bo.press("Correct it")
    assert page.refusals == {}
    assert there.game.stand(BO) == {"apples": 1, "face_down": 2}
    assert "You noted" not in page.text
    assert "recorded by Bo" in there.phone(ANN).page.text
    assert "silk" not in there.phone(ANN, path="/log").page.text.lower()


def test_a_second_tap_corrects_nothing_more(there: Table, bo: Phone) -> None:
    there.plays(passing(BO, "apples", 3))
    form, button = bo.open(f"/g/{there.id}").form("Correct it")
    bo.submit(form, {}, button)
    with unchanged(there.app):
        assert bo.submit(form, {}, button).refusals == {}


def test_who_finds_the_record_right_is_not_told_again(there: Table, bo: Phone) -> None:
    there.plays(passing(BO, "apples", 3))
    bo.open(f"/g/{there.id}")
    assert "You noted" not in bo.press("It is right").text
    assert there.game.stand(BO) == {"apples": 3}


def test_where_only_the_bank_records_it_is_told_to_whom_nobody_believes(there: Table, bo: Phone) -> None:
    there.membership.may_record(there.id, "bank")
    there.plays(passing(BO, "apples", 3))
    page = bo.open(f"/g/{there.id}")
    assert TOLD in page.text
    assert "Correct it" not in page.text


def test_at_the_check_and_the_reveal_it_is_told_of_older_rounds_too(there: Table, bo: Phone) -> None:
    there.plays(passing(BO, "apples", 3), passing(CLEO, "bread", 1), SitOut(DOV), PassBadge())
    there.plays(*(SitOut(seat) for seat in (ANN, CLEO, DOV)))
    assert TOLD not in bo.open(f"/g/{there.id}").text
    there.plays(EndGame())
    assert TOLD in bo.open(f"/g/{there.id}").text
    bo.press("Correct it")
    assert there.game.stand(BO) == {"apples": 1, "face_down": 2}


def test_nobody_says_what_was_in_the_bag_of_another_or_in_one_that_was_opened(
    there: Table, bo: Phone
) -> None:
    cleo = there.phone(CLEO)
    there.notes(CLEO, silk=2)
    there.plays(passing(BO, "apples", 3), opened(CLEO, "bread", 2))
    assert "You noted" not in cleo.open(f"/g/{there.id}").text
    form, _ = bo.open(f"/g/{there.id}").form("Correct it")
    other = {"csrf_token": cleo.token, "action_id": "another-action", "entry": "2"}
    with unchanged(there.app):
        assert cleo.send("POST", form.element["action"], [*other.items()]).status == 403
        for entry in ("1", "2", "3", "99", "-1", "x"):
            path = f"/g/{there.id}/seats/{CLEO}/objections"
            fields = {**other, "action_id": f"entry-{entry}-of-cleo", "entry": entry}
            assert cleo.send("POST", path, [*fields.items()]).status in {303, 422}
