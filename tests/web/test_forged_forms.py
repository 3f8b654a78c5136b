"""Forms that other pages sent, or that are too old, too large or broken; addresses that would lead away."""

import pytest
from flask import Flask

from tests.tables import table
from tests.web import buttons
from tests.web.evening import holds
from tests.web.phone import TABLE, Page, Phone
from tests.web.routes import ID, POSTS, address, ask, is_whole
from tests.web.seated import seated
from tests.web.stored import unchanged

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
BODIES = {
    "a megabyte": (b"name-0=" + b"A" * 1_048_576, FORM, 413),
    "2000 fields": (b"&".join(b"field-%d=1" % number for number in range(2_000)), FORM, 400),
    "JSON": (b'{"csrf_token": "x", "name-0": "Ann"}', "application/json", 400),
    "text": (b"csrf_token=x&name-0=Ann", "text/plain", 400),
    "bytes": (b"\xff\xfe\x00", "application/octet-stream", 400),
    "no boundary": (b"no parts at all", "multipart/form-data", 400),
    "an empty boundary": (b"no parts at all", "multipart/form-data; boundary=", 400),
    "an odd boundary": (b"no parts at all", "multipart/form-data; boundary=\xe9", 400),
    "no end": (PART + b"still going on", PARTS, 400),
    "many parts": (PART * 1_100 + b"--x--", PARTS, 413),
    "nonsense": (b"%ff=%ff&%zz=%&=&&;;", f"{FORM}; charset=nonsense", 400),
}


@pytest.fixture(scope="module")
def bank(app: Flask) -> Phone:
    """The bank of a table."""
    return table(app).phone()


def posted(bank: Phone, route: str, body: bytes, kind: str, origin: str = TABLE) -> Page:
    """The response to a body of any sort."""
    path, headers = address(route, bank.page.game), {"Origin": origin}
    return Page(bank.client.post(path, data=body, content_type=kind, headers=headers, base_url=TABLE))


def form_of(bank: Phone) -> bytes:
    """A form with nothing in it but good tokens."""
    return f"csrf_token={bank.token}&action_id={ID}".encode()


@pytest.mark.parametrize("route", POSTS)
def test_a_form_of_another_site_is_refused(app: Flask, bank: Phone, route: str) -> None:
    with unchanged(app):
        page = posted(bank, route, form_of(bank), FORM, "http://evil.example")
    assert page.status == 403
    is_whole(page)


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://[",
        "table.lan",
        "http://table.lan:81",
        "http://table.lan.evil.example",
        "http://table.lan@evil.example",
    ],
)
def test_an_origin_that_only_looks_like_ours(bank: Phone, origin: str) -> None:
    page = posted(bank, "POST /g/<game>/badge", form_of(bank), FORM, origin)
    assert page.status == 403
    assert "came from another page" in page.text


@pytest.mark.parametrize("route", POSTS)
def test_a_form_without_its_token_changes_nothing(app: Flask, bank: Phone, route: str) -> None:
    with unchanged(app):
        page = ask(bank, route, bank.page.game, csrf_token="")
    assert page.status == 400
    is_whole(page)


@pytest.mark.parametrize(
    "token", ["x", "IjAwIg.ZzZzZz.zzzzzzzzzzzzzzzzzzzzzzzzzzz", "é", "\x00", "x" * 9_000]
)
def test_an_invalid_token(bank: Phone, token: str) -> None:
    assert ask(bank, "POST /g/<game>/badge", bank.page.game, csrf_token=token).status == 400


def test_the_token_of_another_phone_is_invalid(bank: Phone, phone: Phone) -> None:
    assert ask(bank, "POST /g/<game>/badge", bank.page.game, csrf_token=phone.token).status == 400


@pytest.mark.parametrize("route", POSTS)
def test_a_body_that_is_not_a_form(app: Flask, bank: Phone, route: str) -> None:
    with unchanged(app):
        for what in ("a megabyte", "JSON"):
            body, kind, status = BODIES[what]
            page = posted(bank, route, body, kind)
            assert page.status == status
            is_whole(page)


@pytest.mark.parametrize("what", BODIES)
def test_a_body_of_any_sort(bank: Phone, what: str) -> None:
    body, kind, status = BODIES[what]
    for route in ("POST /new", "POST /g/<game>/passes"):
        page = posted(bank, route, body, kind)
        assert page.status == status
        is_whole(page)


def test_2000_fields_with_good_tokens_are_too_many(app: Flask, bank: Phone) -> None:
    with unchanged(app):
        page = posted(bank, "POST /g/<game>/ending", form_of(bank) + b"&" + BODIES["2000 fields"][0], FORM)
    assert page.status == 413
    is_whole(page)


@pytest.mark.parametrize(
    "action_id", ["", "short", "x" * 65, "with a space in it", "é" * 20, "<script>alert(1)"]
)
def test_an_action_needs_an_id_of_its_own(app: Flask, bank: Phone, action_id: str) -> None:
    with unchanged(app):
        for route in ("POST /new", "POST /count", "POST /g/<game>/payments", "POST /g/<game>/badge"):
            page = ask(bank, route, bank.page.game, action_id=action_id)
            assert page.status == 400
            assert "<script>alert" not in page.html


def test_a_page_that_was_open_too_long_keeps_what_was_typed_and_sends_it_again(app: Flask) -> None:
    bank = table(app).phone()
    bank.open(f"/g/{bank.page.game}/bags/1?unfolded=0-promising")
    form, pressed = bank.page.form(buttons.PASSES)
    bank.client.delete_cookie("form", domain="table.lan")
    bank.submit(form, {"good": "cheese", "number": 2, "deal-0-promise": '<b>"&'}, pressed)
    assert bank.page.status == 400
    assert "nothing you typed is lost" in bank.page.text
    assert dict(bank.page.forms[0].fields)["deal-0-promise"] == '<b>"&'
    bank.press(buttons.SEND_IT_AGAIN)
    assert bank.page.status == 200
    assert "2 cheese" in bank.page.text


def test_a_form_sent_again_from_a_page_that_was_open_too_long_counts_once(app: Flask) -> None:
    bank = table(app).phone()
    bank.open(f"/g/{bank.page.game}/pay")
    form, pressed = bank.page.form(buttons.RECORD)
    bank.submit(form, {"giver": 0, "receiver": 1, "gold": 5}, pressed)
    bank.client.delete_cookie("form", domain="table.lan")
    bank.submit(form, {"giver": 0, "receiver": 1, "gold": 5}, pressed)
    bank.press(buttons.SEND_IT_AGAIN)
    holds(bank, Ann=45, Bo=55)


def test_a_phone_that_lost_its_cookies_is_told_so_at_once(app: Flask, bank: Phone) -> None:
    """Sent again, its form would only be refused."""
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bo.open(f"/g/{game}/seats/1/bag")
    form, pressed = bo.page.form("Keep it")
    for name in ("phone", "form"):
        bo.client.delete_cookie(name, domain="table.lan")
    with unchanged(app):
        page = bo.submit(form, {"in-apples": 2}, pressed)
    assert page.status == 403
    assert page.title == "This phone has lost its place"
    assert page.forms == []
    assert bo.follow(buttons.I_HAVE_A_CODE).path == "/join"


def test_a_forged_form_is_not_offered_to_be_sent_again(bank: Phone) -> None:
    """Without a page of ours behind it nobody knows who filled it in."""
    page = Page(bank.client.post(f"/g/{bank.page.game}/badge", data={"action_id": ID}, base_url=TABLE))
    assert (page.status, page.forms) == (400, [])


def test_a_form_from_an_invalid_address(bank: Phone) -> None:
    sent = {"action_id": ID}
    answer = bank.client.post("/new", data=sent, headers={"Referer": "http://["}, base_url=TABLE)
    assert answer.status_code == 400


AWAY = ("//evil.example", "\\\\evil", "https://evil.example", "/\r\nX: y", "javascript:alert(1)", "/\\evil")


@pytest.mark.parametrize("back", AWAY)
@pytest.mark.parametrize("path", ["/cards", "/settings"])
def test_no_page_leads_away(phone: Phone, path: str, back: str) -> None:
    page = Page(phone.client.get(path, query_string={"back": back, "good": "apples"}, base_url=TABLE))
    links = [link.get("href").partition("?")[0] for link in page.root.elements("a")]
    assert page.status == 200
    assert all(link.startswith(("/", "#", "https://creativecommons.org/")) for link in links)
    assert not [link for link in links if link.startswith(("//", "/\\"))]


@pytest.mark.parametrize("back", [*AWAY, "", "/" + "é" * 9, "/cards?back=//evil.example"])
def test_settings_lead_back_to_a_page_of_ours(phone: Phone, back: str) -> None:
    page = ask(phone, "POST /settings", "", back=back)
    assert page.status == 303
    assert page.answer.headers["Location"].startswith("/")
    assert not page.answer.headers["Location"].startswith(("//", "/\\"))
    assert "X" not in page.answer.headers


@pytest.mark.parametrize(
    "query", ["endpoint=x", "_external=1", "_scheme=x", "_anchor=x", "_method=PUT", "a=%ED%A0%80", "%ff"]
)
@pytest.mark.parametrize("path", ["/", "/join", "/cards", "/settings"])
def test_words_in_an_address_that_mean_something_to_the_program(phone: Phone, path: str, query: str) -> None:
    assert phone.send("GET", f"{path}?{query}").status == 200


def test_a_host_that_is_not_trusted_is_refused(own_app: Flask) -> None:
    own_app.config["TRUSTED_HOSTS"] = ["table.lan"]
    client = own_app.test_client()
    assert client.get("/", base_url=TABLE).status_code == 200
    refused = client.get("/", base_url="http://evil.example")
    assert refused.status_code == 400
    assert "evil" not in refused.get_data(as_text=True)


@pytest.fixture(scope="module")
def bo(app: Flask) -> Phone:
    """A seat's own phone, at a table where each records their own."""
    return seated(app, table(app).phone(), "Bo")


@pytest.mark.parametrize("seat", ["52", "-1"])
@pytest.mark.parametrize("route", POSTS)
def test_a_seat_that_is_not_there_is_nobodys(bo: Phone, route: str, seat: str) -> None:
    named = dict.fromkeys(("seat", "merchant", "giver", "receiver", "skip", "leaver", "payer", "bag"), seat)
    typed = {f"name-{seat}": "Zed", "plate-0": "apples", "in-silk": "1", f"good-{seat}-apples": "1"}
    bag = {"good": "apples", "number": "2", "gold": "3", "take": "other", "card": "X"}
    page = ask(bo, route, bo.page.game, **named, **typed, **bag)
    assert page.status < 500
    assert "up to Dov or the bank" not in page.text
