"""Every route for every role: a route without a row in the table fails."""

from html.parser import HTMLParser
from http import HTTPStatus
from typing import ClassVar

import pytest
from flask import Flask

from tests.web.conftest import made_in
from tests.web.evening import at_table
from tests.web.markup import parse
from tests.web.phone import Phone
from tests.web.routes import (
    GETS,
    NOTHING_TO_FILL_IN,
    POSTS,
    ROLES,
    ROWS,
    TABLE_ROUTES,
    WRITING,
    address,
    ask,
    is_whole,
    routes_of,
)
from tests.web.seated import Cast, cast
from tests.web.stored import unchanged


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app in which nobody else tries codes."""
    return made_in(tmp_path_factory.mktemp("routes"))


@pytest.fixture(scope="module")
def everyone(app: Flask) -> Cast:
    """A phone in every role."""
    return cast(app)


@pytest.fixture(scope="module")
def bank(everyone: Cast) -> Phone:
    """The bank of a table at which Bo's bag passed."""
    return everyone.phones["bank"]


def test_every_route_has_its_row(app: Flask) -> None:
    assert set(routes_of(app)) == set(ROWS)


def test_every_role_has_its_phone(everyone: Cast) -> None:
    assert set(everyone.phones) == set(ROLES)


@pytest.mark.parametrize("route", GETS)
def test_a_page_for_every_role_changes_nothing(app: Flask, everyone: Cast, route: str) -> None:
    with unchanged(app):
        answered_by_role(everyone, route)
        bank = everyone.phones["bank"]
        head = bank.send("HEAD", address(route, everyone.game))
        assert (head.status, head.html) == (ROWS[route].bank, "")
        is_whole(head)


@pytest.mark.parametrize("route", POSTS)
def test_an_empty_form_from_every_role_changes_nothing(app: Flask, everyone: Cast, route: str) -> None:
    with unchanged(app):
        answered_by_role(everyone, route)


def answered_by_role(everyone: Cast, route: str) -> None:
    """Each role gets its status, and no phone outside learns more than one that was never here; one that the
    bank put out is told just that.
    """
    outside = set()
    public = route in GETS and "<game>" not in route
    for role in ("stranger", "player", "over bank") if public else ROLES:
        status = ROWS[route].status(role)
        if route in WRITING and status < 400:
            continue
        page = ask(everyone.phones[role], route, everyone.game_of(role))
        assert (role, page.status) == (role, status)
        is_whole(page)
        if role == "released" and status == HTTPStatus.FORBIDDEN:
            assert page.title == "This phone is out"
        elif ROLES[role] == "outside":
            outside.add(page.html)
        page.answer.close()
    assert len(outside) == 1 or "<game>" not in route  # public forms have tokens of their own


@pytest.mark.parametrize("cookie", ["", "x", "a" * 42, "a" * 44, "é" * 43, '"; drop', "a" * 3_000])
def test_a_token_that_was_not_made_here_is_invalid(bank: Phone, phone: Phone, cookie: str) -> None:
    phone.client.set_cookie("phone", cookie, domain="table.lan")
    assert phone.send("GET", f"/g/{bank.page.game}").status == 403
    assert phone.send("GET", "/").status == 200


@pytest.mark.parametrize("route", [route for route in POSTS if route not in {*NOTHING_TO_FILL_IN, *WRITING}])
def test_an_empty_form_from_the_bank_is_refused_in_words(app: Flask, bank: Phone, route: str) -> None:
    with unchanged(app):
        page = ask(bank, route, bank.page.game)
        assert page.refusals or page.status in {400, 403, 404}
        is_whole(page)


@pytest.mark.parametrize("route", NOTHING_TO_FILL_IN)
def test_what_is_one_tap_needs_no_more_than_that(app: Flask, everyone: Cast, route: str) -> None:
    phone = everyone.phones["player"] if ROWS[route].bank == 403 else at_table(app)
    page = ask(phone, route, everyone.game if ROWS[route].bank == 403 else phone.page.game)
    assert page.status in {200, 303}
    is_whole(page)


@pytest.mark.parametrize("route", TABLE_ROUTES)
def test_a_table_that_is_not_there(bank: Phone, route: str) -> None:
    page = ask(bank, route, "ABCD2345")
    assert page.status == 404
    is_whole(page)


@pytest.mark.parametrize(
    "path",
    [
        *(f"/g/{game}" for game in ("x", "%00", "%ED%A0%80", "%F0%9F%90%94", "a" * 3_000, "%2e%2e", "")),
        "/g",
        "/nothing",
        "/g/ABCD2345/",
        "/s/0/../secret-key",
        "/s/0/none",
        "/s/0/css/tokens.css",
        "/.git/config",
        "/counting-house.db",
    ],
)
def test_an_address_that_leads_nowhere(phone: Phone, path: str) -> None:
    page = phone.send("GET", path)
    assert page.status == 404
    is_whole(page)


@pytest.mark.parametrize("number", ["-1", "٣", "1_0", "1.0", "9" * 20, "9" * 5_000, "", "x"])
def test_an_invalid_number_in_an_address(bank: Phone, number: str) -> None:
    for page in ("bags", "corrections", "log", "reveal", "plates"):
        assert bank.send("GET", f"/g/{bank.page.game}/{page}/{number}").status == 404


@pytest.mark.parametrize("number", ["0", "9", "9999999"])
def test_a_seat_or_an_entry_that_is_not_there_is_no_fault(bank: Phone, number: str) -> None:
    for page in ("bags", "corrections", "log", "reveal", "plates"):
        assert bank.send("GET", f"/g/{bank.page.game}/{page}/{number}").status in {200, 302, 404}


def test_another_method_is_told_which_ones_there_are(bank: Phone) -> None:
    for path in {address(route, bank.page.game) for route in ROWS}:
        known = {route.split()[0] for route in ROWS if address(route, bank.page.game) == path}
        method = next(method for method in ("DELETE", "PUT") if method not in known)
        for other in sorted({"GET", "POST", method, "TRACE"} - known):
            page = bank.send(other, path, [("csrf_token", bank.token)] if other == "POST" else ())
            assert page.status == 405, (other, path)
            assert known <= set(page.answer.headers["Allow"].split(", "))
            is_whole(page)


def test_files_are_kept_for_a_year_under_the_address_that_changes_with_them(phone: Phone) -> None:
    style = next(
        link["href"] for link in phone.open("/").root.elements("link") if link["href"].endswith(".css")
    )
    answer = phone.send("GET", style, headers={"Accept-Encoding": "gzip"}).answer
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"].startswith("text/css")
    assert "Set-Cookie" not in answer.headers
    old = phone.send("GET", style.replace(style.split("/")[2], "000000000000")).answer
    assert "immutable" not in old.headers["Cache-Control"]


def test_the_tests_read_a_page_as_the_standard_parser_does(phone: Phone) -> None:
    """Their own reader is faster, and finds the same elements and texts."""

    class Standard(HTMLParser):
        seen: ClassVar[list[object]] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.seen.append((tag, {name: value or "" for name, value in attrs}))

    html = phone.open("/count").html + '<p title="&lt;a&amp;&#34;" hidden>1 < 2'
    standard = Standard()
    standard.feed(html)
    root = parse(html)
    assert [(element.tag, element.attributes) for element in root.elements()] == standard.seen
    assert root.text.endswith("1 < 2")
