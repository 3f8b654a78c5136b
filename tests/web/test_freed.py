"""What throws somebody out can be undone for a moment; a freed seat goes on by a code, without its notes."""

import re

import pytest
from flask import Flask

from companion.freed import GRACE, UNDO_LIFE
from companion.places import BANK_GONE
from companion.rules.ledger import Goods
from tests.tables import table
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, lets_out, makes_bank, seated
from tests.web.stored import membership_of, service_of, unchanged
from tests.web.test_lobby import pass_time

BO = 1
PACKED = Goods({"silk": 2})


def packs(bo: Phone) -> None:
    """Bo notes what is in the bag."""
    service_of(bo.client.application).note(bo.page.game, BO, 1, PACKED)


def noted(phone: Phone, game: str) -> dict[int, Goods]:
    """What is noted at Bo's seat."""
    return service_of(phone.client.application).notes(game, BO)


def code_for_bo(page: Page) -> str:
    """The code that brings the freed seat to a new phone."""
    return page.found(r'return-code">[\s\S]*?<b[^>]*>([^<]+)<')


def typed(phone: Phone, code: str) -> Page:
    """From the start page: one field, one code."""
    phone.open("/")
    phone.follow("Join a table")
    return phone.press("Come in", {"code": code})


# Undone


def test_a_seat_that_was_freed_by_mistake_is_given_back_with_its_notes(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    packs(bo)
    assert "’s phone is out." in lets_out(bank, BO).text
    assert bo.send("GET", f"/g/{game}").status == 403
    bank.press("Undo")
    assert bo.open(f"/g/{game}").status == 200
    assert noted(bo, game) == {1: PACKED}
    assert "The bank gave Bo ’s seat back to its phone." in bank.open(f"/g/{game}/log").text
    assert "Undo" not in bank.open(f"/g/{game}/phones").text


def test_a_seat_is_given_back_to_a_phone_that_has_another_token_by_now(app: Flask, bank: Phone) -> None:
    """Each of the two opened a table meanwhile."""
    bo, game = seated(app, bank, "Bo"), bank.page.game
    lets_out(bank, BO)
    for phone in (bo, bank):
        phone.open("/new")
        phone.press(buttons.OPEN_TABLE, {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo"})
    bank.open(f"/g/{game}/phones")
    bank.press("Undo")
    assert bo.open(f"/g/{game}").status == 200


def test_a_code_for_a_seat_that_was_given_back_is_void(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    code = code_for_bo(lets_out(bank, BO))
    bank.press("Undo")
    assert typed(Phone(app), code).status == 422


def test_after_a_moment_it_is_too_late(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = table(own_app).phone()
    seated(own_app, bank, "Bo")
    lets_out(bank, BO)
    form, button = bank.page.form("Undo")
    pass_time(monkeypatch, own_app, UNDO_LIFE)
    assert "Undo" not in bank.open(bank.page.path).text
    pass_time(monkeypatch, own_app, GRACE)
    with unchanged(own_app):
        assert bank.submit(form, {}, button).status == 422
    assert "too late" in bank.page.text


def test_nothing_is_undone_once_another_phone_has_the_seat(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    lets_out(bank, BO)
    form, button = bank.page.form("Undo")
    new = seated(app, bank, "Bo")
    assert bank.submit(form, {}, button).status == 422
    assert new.open(f"/g/{new.page.game}").status == 200


def test_only_the_phone_that_did_it_undoes_it(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    cleo = seated(app, bank, "Cleo")
    lets_out(bank, BO)
    assert "Undo" not in cleo.open(f"/g/{game}/phones").text
    assert cleo.send("POST", f"/g/{game}/undone", [("csrf_token", cleo.token)]).status == 422
    assert bo.send("GET", f"/g/{game}").status == 403


def test_a_bank_that_was_handed_on_comes_back(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bank.open(f"/g/{game}")
    makes_bank(bank, BO)
    assert "’s phone is the bank now." in bank.page.text
    bank.press("Undo")
    assert "Let phones in" in bank.open(f"/g/{game}/phones").text
    assert "Let phones in" not in bo.open(f"/g/{game}/phones").text
    assert "watching" not in bank.page.text


def test_who_was_chosen_as_the_bank_says_not_me(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = table(own_app).phone()
    bo, cleo = (seated(own_app, bank, name) for name in ("Bo", "Cleo"))
    game = bank.page.game
    pass_time(monkeypatch, own_app, BANK_GONE + 1)
    cleo.open(f"/g/{game}")
    for phone in (bo, cleo):
        makes_bank(phone, 2)
    assert "This phone is the bank now." in cleo.page.text
    assert "Undo" not in bo.open(f"/g/{game}/phones").text
    cleo.press("Undo")
    assert "Let phones in" not in cleo.open(f"/g/{game}/phones").text
    assert "Let phones in" in bank.open(f"/g/{game}/phones").text


def test_those_who_watched_come_back(app: Flask, bank: Phone) -> None:
    watcher, game = comes_in(app, bank, "Just watch"), bank.page.game
    bank.open(f"/g/{game}/phones")
    bank.press(buttons.SEND_THEM_AWAY)
    assert watcher.send("GET", f"/g/{game}").status == 403
    bank.press("Undo")
    assert watcher.open(f"/g/{game}").status == 200


# A code for the new phone


def test_a_new_phone_takes_a_freed_seat_by_its_code_alone(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    packs(bo)
    code = code_for_bo(lets_out(bank, BO))
    new = Phone(app)
    page = typed(new, code.lower())
    assert page.path == f"/g/{game}"
    assert "Bo you" in page.text
    assert noted(new, game) == {}
    assert "return-code" not in bank.open(f"/g/{game}/phones").html


def test_the_code_is_shown_to_the_bank_that_freed_the_seat_alone(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    cleo, game = seated(app, bank, "Cleo"), bank.page.game
    code = code_for_bo(lets_out(bank, BO))
    assert code in bank.open(f"/g/{game}/phones").text
    for path in ("", "/phones", "/live?on=phones", "/log"):
        assert code not in cleo.open(f"/g/{game}{path}").html


def test_the_notes_of_a_seat_go_along_when_its_own_phone_moves_it(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    packs(bo)
    words = membership_of(app).hand_over(game, BO)
    typed(Phone(app), words.code)
    assert noted(bo, game) == {1: PACKED}


# Who was thrown out


def test_who_was_thrown_out_is_told_what_became_of_the_bag(app: Flask, bank: Phone) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    lets_out(bank, BO)
    page = bo.send("GET", f"/g/{game}")
    assert page.status == 403
    assert "The bank freed your seat." in page.text
    assert "what you noted of it is gone" in page.text
    assert re.fullmatch(r"1?\d", page.answer.headers["Refresh"])  # it may be undone
    assert "The bank freed" not in Phone(app).send("GET", f"/g/{game}").text
