"""A browser that keeps no cookies: strict privacy, or a page opened within another app."""

import pytest
from flask import Flask

from tests.tables import table
from tests.web.loot import SHEET
from tests.web.phone import Fields, Page, Phone, filled
from tests.web.seated import door_of

STANDS: Fields = {
    "name-0": "Ann",
    "name-1": "Bo",
    "name-2": "Cleo",
    **{f"{seat}-gold": 40 for seat in range(3)},
}
TITLE = {"en": "This browser keeps no cookies", "fr": "Ce navigateur refuse les cookies"}
TO_DO = {
    "en": "Allow them for this address, or open it in your usual browser, then send this again.",
    "fr": "Autorise-les pour cette adresse, ou ouvre-la dans ton navigateur habituel, puis renvoie.",
}


def forgetful(app: Flask, language: str = "en") -> Phone:
    """A phone whose browser refuses cookies."""
    phone = Phone(app, language)
    phone.client = app.test_client(use_cookies=False)
    return phone


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_told_so_and_what_to_do(app: Flask, language: str) -> None:
    phone = forgetful(app, language)
    phone.open(f"/j/{door_of(table(app).phone())}")
    for _ in range(2):
        form = phone.page.forms[0]
        phone.page = phone.send("POST", form.element.get("action"), form.fields)
        assert phone.page.status == 400
        assert phone.page.title == TITLE[language]
        assert TO_DO[language] in phone.page.text
        assert phone.page.forms, "what was typed is not lost"


def test_a_page_that_was_open_too_long_is_still_called_so(app: Flask) -> None:
    """A phone with any cookie of ours keeps them; only the form's session has ended."""
    phone = Phone(app)
    phone.open("/join")
    phone.client.delete_cookie("form", domain="table.lan")
    phone.client.set_cookie("lang", "en", domain="table.lan")
    assert phone.press("Come in", {"code": "ABC-DEF"}).title == "This page was open too long"


def counts(phone: Phone, path: str) -> Page:
    """A count by its form, with what it asks for."""
    phone.open(path)
    form = phone.page.form_to(path)
    typed = SHEET if "nottingham" in path else STANDS
    return phone.send("POST", path, filled(form, typed))


@pytest.mark.parametrize("path", ["/count", "/nottingham/count"])
def test_just_count_needs_none(app: Flask, path: str) -> None:
    page = counts(forgetful(app), path)
    assert page.status == 200
    assert "Ann" in page.text
    kept = "".join(page.answer.headers.getlist("Set-Cookie"))
    assert "phone=" not in kept  # another site may have sent it, for a phone that has one
    assert counts(Phone(app), path).status == 303


@pytest.mark.parametrize("path", ["/count", "/nottingham/count"])
def test_a_count_of_a_browser_with_cookies_is_checked_as_any_form(app: Flask, path: str) -> None:
    phone = Phone(app)
    phone.open(path)
    assert phone.send("POST", path, [("action_id", "a" * 22)]).status == 400
