"""Coming in: by a link, a code, words that carry a place. A look changes nothing."""

import re
import threading
import time

import pytest
from flask import Flask

from companion.web.http import limits
from tests.tables import table
from tests.web import buttons
from tests.web.evening import at_table, end
from tests.web.phone import Page, Phone
from tests.web.seated import door_of, seated
from tests.web.stored import membership_of, unchanged

WRONG = (
    "ABC-DEF",
    "abcdef",
    "A",
    "no such words",
    "é" * 99,
    "x" * 300,
    "\0",
    "../..",
    "%",
    "'; --",
    "1e9",
)


def plain(page: Page) -> str:
    """A page without its tokens and what was typed."""
    return re.sub(r'value="[^"]*"', "", page.html)


def token_of(phone: Phone) -> str | None:
    """The phone's own token."""
    cookie = phone.client.get_cookie("phone", domain="table.lan")
    return cookie.value if cookie else None


def from_address(app: Flask, number: int) -> Phone:
    """A phone with an address of its own."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
    return phone


def typed(phone: Phone, code: str) -> Page:
    """A code is typed on the page for codes, as much of it as the field takes."""
    field = phone.open("/join").root.with_id("code")
    assert field
    return phone.press("Come in", {"code": code[: int(field["maxlength"])]})


def test_a_phone_at_a_running_table_finds_back_from_the_form_for_a_code(app: Flask) -> None:
    """The browser's Back leads there in mid-game, to a phone that came in by it."""
    bank = at_table(app)
    assert "You already sit at a table" in bank.open("/join").text
    assert bank.follow(buttons.TO_THE_TABLE).path == f"/g/{bank.page.game}"
    end(bank)
    bank.press(buttons.RESULT)
    for phone in (bank, Phone(app)):
        page = phone.open("/join")
        assert "You already sit at a table" not in page.text
        assert "autofocus" in page.html


def test_who_typed_no_code_is_asked_for_one(app: Flask) -> None:
    phone = Phone(app)
    assert typed(phone, " ").refusals == {"code": "Type the code first."}


@pytest.mark.parametrize(
    "written",
    [
        "{a}\u2013{b}",
        "{a}\u2212{b}",
        "{a}\u00a0{b}",
        "\u200b{a}\u2011{b}\u2069",
        "https://table.lan/j/{a}-{b}",
        "table.lan:8000/j/{a}{b}?lang=fr",
        "Come and play: http://192.168.1.7:5000/house/j/{a}-{b} (Ann)",
    ],
)
def test_a_code_is_a_code_however_it_was_pasted(app: Flask, bank: Phone, written: str) -> None:
    a, b = opened_door(app, bank)[1].split("-")
    assert typed(Phone(app), written.format(a=a, b=b)).title == "Who are you?"


def test_a_code_in_full_width_letters_and_a_pasted_link_with_its_long_words(app: Flask, bank: Phone) -> None:
    secret, code = opened_door(app, bank)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    assert typed(Phone(app), wide).title == "Who are you?"
    assert typed(Phone(app), f"https://table.lan/j/{secret}").title == "Who are you?"
    carried = membership_of(app).hand_over(bank.page.game)
    assert typed(Phone(app), f"http://table.lan/m/{carried.secret}").path == f"/g/{bank.page.game}"


def opened_door(app: Flask, bank: Phone) -> tuple[str, str]:
    """The link's words and the code."""
    code = door_of(bank)
    door = membership_of(app).look(bank.page.game).door
    assert door is not None
    return door.secret, code


# The link and the code


def test_a_look_at_the_link_changes_nothing_and_shows_who_is_free(app: Flask, bank: Phone) -> None:
    secret, code = opened_door(app, bank)
    seated(app, bank, "Bo")
    phone = Phone(app)
    with unchanged(app):
        for words in (code, code.replace("-", "").lower()):
            assert phone.open(f"/j/{words}").status == 200
        page = phone.open(f"/j/{secret}")
    free = [button.text for form in page.forms for button in form.buttons]
    assert free == ["Ann", "Cleo", "Dov", "Just watch", "Table view"]
    assert "Bo has a phone" in page.text
    assert token_of(phone) is None


def test_who_lost_the_phone_with_the_bank_reads_how_to_get_the_seat_back(app: Flask, bank: Phone) -> None:
    secret, _ = opened_door(app, bank)
    way = "the other players can choose another bank, which frees your seat"
    assert way not in Phone(app).open(f"/j/{secret}").text
    bank.open(f"/j/{secret}")
    bank.press("Bo")
    page = Phone(app).open(f"/j/{secret}")
    assert "Bo has a phone · the bank" in page.text
    assert way in page.text
    assert way not in bank.open(f"/j/{secret}").text


@pytest.mark.parametrize("place", ["Cleo", "Just watch", "Table view"])
def test_a_choice_leads_to_the_board_with_no_words_in_its_address(
    app: Flask, bank: Phone, place: str
) -> None:
    secret, code = opened_door(app, bank)
    for words in (secret, code):
        phone = Phone(app)
        phone.open(f"/j/{words}")
        page = phone.press(place if words == secret or place != "Cleo" else "Dov")
        assert page.path == f"/g/{bank.page.game}"
        assert len(token_of(phone) or "") == 43  # 256 bits


def test_who_typed_the_code_may_look_again_as_often_as_who_scanned_it(app: Flask, bank: Phone) -> None:
    """A reload and Back ask for no code, and are no guesses; the code itself stands in no address."""
    secret, code = opened_door(app, bank)
    phone = from_address(app, 1)
    page = typed(phone, code)
    assert (page.title, page.path) == ("Who are you?", f"/j/{secret}")
    assert [guess(app, 1, "looked", number % 10) for number in range(11)][-1] == 429
    assert phone.open(page.path).title == "Who are you?"
    assert phone.press("Cleo").path == f"/g/{bank.page.game}"
    assert "Cleo on this phone" in phone.open(page.path).text


def test_a_seat_that_was_just_taken_is_refused_in_words(app: Flask, bank: Phone) -> None:
    secret, _ = opened_door(app, bank)
    first, second = Phone(app), Phone(app)
    for phone in (first, second):
        phone.open(f"/j/{secret}")
    first.press("Cleo")
    with unchanged(app):
        page = second.press("Cleo")
    assert page.status == 422
    assert "Another phone has just taken this seat." in page.text
    assert page.answer.headers["HX-Push-Url"] == "false"
    second.press("Dov")
    assert "you" in second.page.text


def test_a_double_tap_takes_one_seat(app: Flask, bank: Phone) -> None:
    secret, _ = opened_door(app, bank)
    phone = Phone(app)
    phone.open(f"/j/{secret}")
    form, button = phone.page.form("Cleo")
    for _ in range(2):
        assert phone.submit(form, {}, button).path == f"/g/{bank.page.game}"
    again = phone.open(f"/j/{secret}")
    assert "Cleo on this phone" in again.text
    assert again.link(buttons.TO_THE_TABLE) == again.link("Cleo on this phone") == f"/g/{bank.page.game}"


@pytest.mark.parametrize("place", ["", "9", "-1", "0x1", "bank", "x" * 999])
def test_an_unknown_place_is_refused(app: Flask, bank: Phone, place: str) -> None:
    secret, _ = opened_door(app, bank)
    phone = Phone(app)
    with unchanged(app):
        page = phone.send("POST", f"/j/{secret}", [*phone.tokens, ("place", place)])
    assert page.status == 422


# Wrong words


def test_unknown_shut_and_malformed_codes_look_the_same(app: Flask) -> None:
    bank = table(app).phone()
    secret, code = opened_door(app, bank)
    membership_of(app).shut_door(bank.page.game)
    answers = set()
    for number, words in enumerate((code, secret, *WRONG)):
        page = typed(from_address(app, number), words)
        headers = [
            (name, value)
            for name, value in page.answer.headers
            if name not in {"Set-Cookie", "Content-Length"}
        ]
        answers.add((page.status, plain(page), tuple(headers), page.beside("code")))
    assert len(answers) == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_shut_and_malformed_links_look_the_same(app: Flask, method: str) -> None:
    bank = table(app).phone()
    secret, code = opened_door(app, bank)
    membership_of(app).shut_door(bank.page.game)
    answers = set()
    for number, words in enumerate((code, secret, "ABC-DEF", "x" * 300, "%ff", "%00", "A%20B", "0", "é")):
        phone = from_address(app, number)
        fields = [*phone.tokens, ("place", "1")]
        page = phone.send(method, f"/j/{words}", fields)
        assert token_of(phone) is None
        headers = [each for each in page.answer.headers if method == "GET" and each[0] != "Content-Length"]
        answers.add((page.status, plain(page), str(headers)))
    assert [status for status, *_ in answers] == [404]


def test_words_of_a_place_are_no_door_and_look_like_any_wrong_ones(app: Flask) -> None:
    bank = table(app).phone()
    words = membership_of(app).hand_over(bank.page.game)
    phone = from_address(app, 1)
    for wrong in (words.secret, words.code, "ABC-DEF"):
        assert phone.send("GET", f"/j/{wrong}").status == 404


def guess(app: Flask, address: int, way: str, number: int) -> int:
    """A wrong code in one of the ways there are; the status."""
    phone = from_address(app, address)
    if way == "looked":
        return phone.send("GET", f"/j/ABCDE{number}").status
    tokens = phone.tokens
    if way == "sent":
        return phone.send("POST", f"/j/ABCDE{number}", tokens).status
    return phone.send("POST", "/join", [*tokens, ("code", f"ABCDE{number}")]).status


@pytest.mark.parametrize("way", ["typed", "looked", "sent"])
def test_an_address_may_be_wrong_ten_times_a_minute(app: Flask, way: str) -> None:
    bank = table(app).phone()
    secret, code = opened_door(app, bank)
    statuses = [guess(app, 1, way, number % 10) for number in range(12)]
    assert statuses == [422 if way == "typed" else 404] * 10 + [429] * 2
    late = from_address(app, 1)
    assert typed(late, code).status == 429  # the right one too: else the limit would tell which it is
    assert "Wait a minute" in late.page.text
    # What cannot be guessed has no limit: the QR code lets in, even if others at this address are guessing.
    assert late.send("GET", f"/j/{secret}").status == 200
    assert typed(late, secret).title == "Who are you?"
    assert typed(from_address(app, 2), code).title == "Who are you?"
    assert bank.open(f"/g/{bank.page.game}").status == 200


def test_strangers_who_guess_shut_nobody_else_out(app: Flask) -> None:
    bank = table(app).phone()
    _, code = opened_door(app, bank)
    statuses = [guess(app, number // 10, "looked", number % 10) for number in range(100)]
    assert statuses == [404] * 100
    assert typed(from_address(app, 99), code).title == "Who are you?"


def test_after_a_minute_an_address_may_guess_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [guess(app, 1, "looked", number % 10) for number in range(11)][-1] == 429
    later = time.monotonic() + limits.WINDOW_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert guess(app, 1, "looked", 0) == 404


def test_words_written_longer_are_still_a_code(app: Flask) -> None:
    """Hyphens and spaces make no secret of a code."""
    phone = from_address(app, 1)
    tokens = phone.tokens
    for number in range(10):
        typed_long = "-".join(f"ABCDE{number}") + "-" * 20 + " " * 10 + "-"
        assert phone.send("POST", "/join", [*tokens, ("code", typed_long)]).status == 422
    assert phone.send("POST", "/join", [*tokens, ("code", "ABC-DEF")]).status == 429


def test_many_guesses_at_once_are_counted_as_many(app: Flask) -> None:
    phones = [from_address(app, 1) for _ in range(30)]
    together, statuses = threading.Barrier(len(phones)), []

    def look(phone: Phone) -> None:
        together.wait()
        statuses.append(phone.send("GET", "/j/ABCDEF").status)

    threads = [threading.Thread(target=look, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [404] * 10 + [429] * 20


@pytest.mark.parametrize(
    "address, network",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_whose_guesses_are_counted_together(address: str, network: str) -> None:
    assert limits.network_of(address) == network


def test_an_ipv6_phone_gets_no_more_tries_by_another_address_of_its_own(app: Flask) -> None:
    statuses = []
    for number in range(11):
        phone = Phone(app)
        phone.client.environ_base["REMOTE_ADDR"] = f"2001:db8::{number:x}"
        statuses.append(phone.send("GET", "/j/ABCDEF").status)
    assert statuses == [404] * 10 + [429]


def test_right_codes_are_never_slowed_down(app: Flask) -> None:
    """A whole table comes in from one address."""
    bank = table(app).phone()
    _, code = opened_door(app, bank)
    for _ in range(12):
        assert typed(Phone(app), code).title == "Who are you?"


# Coming back


def return_words(phone: Phone) -> str:
    """The code that brings a phone's seat along, from its menu."""
    phone.open(f"/g/{phone.page.game}")
    phone.follow("Menu")
    phone.follow("Phones at the table")
    phone.follow("Move")
    page = phone.press(buttons.SHOW_THE_CODE)
    return page.found(r'class="move-code[^>]*>([^<]+)<')


def test_a_seat_comes_along_with_the_door_shut_and_the_old_phone_is_out(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    code = return_words(bo)
    membership_of(app).shut_door(bank.page.game)
    new = Phone(app)
    assert typed(new, code).path == f"/g/{bank.page.game}"
    assert "Bo you" in new.page.text
    for path in ("", "/log", "/stream", "/live?on=board", "/seats/1/bag"):
        lost = bo.send("GET", f"/g/{bank.page.game}{path}")
        assert lost.status == 403
        assert "Your seat is on the other phone now." in lost.text
    assert "Tables still open" not in bo.open("/").text
    again = Phone(app)
    assert typed(again, code).status == 422
    assert "Bo ’s seat was taken over by a new phone." in bank.open(f"/g/{bank.page.game}/log").text


def test_the_picture_of_a_seat_waits_for_a_tap(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    words = membership_of(app).hand_over(bank.page.game, 1)
    new = Phone(app)
    with unchanged(app):
        new.open(f"/m/{words.secret}")
    assert new.press("Continue here").path == f"/g/{bank.page.game}"


def test_a_code_whose_response_was_lost_works_again_for_the_same_phone(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    code = return_words(bo)
    new = Phone(app)
    new.open("/join")
    form, button = new.page.form("Come in")
    new.submit(form, {"code": code}, button)
    first = token_of(new)
    new.client.delete_cookie("phone", domain="table.lan")  # the response that brought it never came
    assert new.submit(form, {"code": code}, button).path == f"/g/{bank.page.game}"
    assert token_of(new) == first
    assert "Bo you" in new.page.text
    assert typed(Phone(app), code).status == 422
    assert typed(bo, code).status == 422


def test_a_seat_whose_answer_was_lost_is_taken_once(app: Flask, bank: Phone) -> None:
    secret, _ = opened_door(app, bank)
    phone = Phone(app)
    phone.open(f"/j/{secret}")
    form, button = phone.page.form("Cleo")
    for _ in range(2):
        assert phone.submit(form, {}, button).path == f"/g/{bank.page.game}"
        phone.client.delete_cookie("phone", domain="table.lan")


def test_a_phone_that_takes_another_seat_keeps_the_first(app: Flask, bank: Phone) -> None:
    cleo = seated(app, bank, "Cleo")
    cleo.open(f"/j/{door_of(bank)}")
    board = cleo.press("Dov").text
    assert "Cleo you" in board
    assert "Dov you" in board
