"""Who comes late to a shut door knocks by name; the bank's phone alone sees it, and lets that phone in."""

import re
from http import HTTPStatus

import pytest
from flask import Flask
from markupsafe import escape

from companion.places import KNOCK_LIFE, MINUTE, MOST_KNOCKS
from companion.records import ASLEEP
from companion.web.http.limits import KNOCKS
from tests.web import buttons
from tests.web.evening import at_table, end, opens_table
from tests.web.phone import Page, Phone
from tests.web.restarted import restarted
from tests.web.seated import comes_in, door_of, makes_bank, seated
from tests.web.stored import later, membership_of, unchanged
from tests.web.test_joining import from_address, plain, token_of
from tests.web.test_nottingham import PEOPLE
from tests.web.test_nottingham import opened as nottingham
from tests.web.test_phones import copy_cookies, leave

NOT_YET = "The bank has not let you in yet."
NOT_NOW = "The bank does not let you in for now. Ask across the table, or knock again."


def shut(bank: Phone) -> str:
    """The code of the door, which is shut by now."""
    code = door_of(bank)
    membership_of(bank.client.application).shut_door(bank.page.game)
    return code


def link(bank: Phone) -> str:
    """The words of the link to the shut door."""
    shut(bank)
    return membership_of(bank.client.application).look(bank.page.game).room.secret or ""


def knocks(app: Flask, words: str, name: str = "Zoé", *, address: int = 1, language: str = "en") -> Phone:
    """A phone that came to the shut door of these words and knocked."""
    phone = Phone(app, language)
    phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{address}"
    knock = {"en": "Knock", "fr": "Frapper à la porte"}[language]
    assert phone.open(f"/j/{words}").status == HTTPStatus.NOT_FOUND
    phone.press(knock)
    phone.press(knock, {"name": name})
    return phone


def answers(bank: Phone, button: str = "Let in") -> Page:
    """The bank looks at the board and answers whoever stands there first."""
    bank.open(f"/g/{bank.page.game}")
    return bank.press(button)


def looks(phone: Phone) -> Page:
    """A phone at the door looks whether it may come in."""
    return phone.open("/knock")


@pytest.mark.parametrize("place", ["Cleo", "Just watch", "Table view"])
def test_the_bank_lets_in_the_phone_that_knocked_and_no_other(app: Flask, bank: Phone, place: str) -> None:
    code, game = shut(bank), bank.page.game
    late = knocks(app, code)
    assert NOT_YET in late.page.text
    assert "Zoé is at the door" in bank.open(f"/g/{game}").text
    assert "at the door" not in bank.press("Let in").text
    assert bank.page.path == f"/g/{game}"
    assert looks(late).title == "Who are you?"
    assert late.press(place).path == f"/g/{game}"
    assert len(token_of(late) or "") == 43
    assert Phone(app).open(f"/j/{code}").status == HTTPStatus.NOT_FOUND
    assert code not in bank.open(f"/g/{game}").text


def test_the_page_of_the_phones_lets_in_too(app: Flask, bank: Phone) -> None:
    late = knocks(app, shut(bank))
    assert "Zoé is at the door" in bank.open(f"/g/{bank.page.game}/phones").text
    bank.press("Let in")
    assert looks(late).title == "Who are you?"
    assert "at the door" not in bank.open(f"/g/{bank.page.game}/phones").text


def test_one_knocks_by_the_link_or_after_a_code_was_typed_too(app: Flask, bank: Phone) -> None:
    code, game = shut(bank), bank.page.game
    secret = membership_of(app).look(game).room.secret
    assert secret
    by_link, by_code = knocks(app, secret, "Lin"), Phone(app)
    by_code.open("/join")
    by_code.press("Come in", {"code": f"http://table.lan/j/{code[:3]}/{code[4:]}"[-7:]})
    by_code.press("Knock")
    by_code.press("Knock", {"name": "Cor"})
    for phone, name in ((by_link, "Lin"), (by_code, "Cor")):
        assert f"{name} is at the door" in bank.open(f"/g/{game}").text
        bank.press("Let in")
        assert looks(phone).title == "Who are you?"


def test_who_comes_late_knocks_from_the_page_for_the_code_and_reads_which_code_it_takes(
    app: Flask, bank: Phone
) -> None:
    code, late = shut(bank), Phone(app)
    assert "The last code still leads to it: type it and knock." in late.open("/join").text
    assert late.press("Knock").refusals == {"code": "Type the code first."}
    assert "If the code is right" in late.press("Knock", {"code": code}).text
    assert "A wrong one reaches nobody." in late.press("Knock", {"name": "Zoé"}).text
    assert "Zoé is at the door" in bank.open(f"/g/{bank.page.game}").text


def test_no_other_phone_sees_anything_of_it(app: Flask, bank: Phone) -> None:
    code, game = shut(bank), bank.page.game
    others = (seated(app, bank, "Bo"), comes_in(app, bank, "Just watch"))
    membership_of(app).shut_door(game)

    def seen() -> list[str]:
        pages = [phone.open(f"/g/{game}{path}") for phone in others for path in ("", "/phones", "/log")]
        return [re.sub(r'data-stamp="\d+"', "", plain(page)) for page in pages]

    before = seen()
    knocks(app, code)
    assert seen() == before
    answers(bank)
    assert seen() == before


def test_not_now_takes_the_line_away_and_tells_who_came_by_a_code_nothing(app: Flask, bank: Phone) -> None:
    """An answer would tell who guessed a code that it is one."""
    late = knocks(app, shut(bank))
    assert "Zoé" not in answers(bank, "Not now").text
    assert NOT_YET in looks(late).text


def test_who_came_by_the_link_is_told_at_once_that_it_is_not_now(app: Flask, bank: Phone) -> None:
    """Nobody guesses a link: that it leads to a door is no secret."""
    late = knocks(app, link(bank))
    assert NOT_YET in looks(late).text
    answers(bank, "Not now")
    assert NOT_NOW in looks(late).text
    assert NOT_YET in late.press("Knock again").text
    answers(bank)
    assert looks(late).title == "Who are you?"
    assert NOT_NOW in knocks(app, "x" * 22, address=2).page.text


def test_whoever_knocked_first_is_answered_first(app: Flask, bank: Phone) -> None:
    code = shut(bank)
    first, second = knocks(app, code, "Zoé"), knocks(app, code, "Yves")
    assert "Yves is at the door" in answers(bank).text
    assert looks(first).title == "Who are you?"
    assert NOT_YET in looks(second).text


def test_a_knock_at_no_door_looks_like_any_other(app: Flask, bank: Phone) -> None:
    """Of a guessed code and of a real one, as of a door at which as many stand as may."""
    code, pages, cookies = shut(bank), set(), set()
    for address, words in enumerate((code, "BCD-FGH", "é" * 7)):
        late = knocks(app, words, address=address)
        pages.add(plain(late.page))
        cookies.add(len(late.page.answer.headers.getlist("Set-Cookie")))
        pages.add(plain(looks(late)))
    assert len(pages) == 1
    assert len(cookies) == 1


def test_a_knock_counts_as_a_guess_of_its_code(app: Flask) -> None:
    phone = from_address(app, 1)
    for _ in range(10):
        assert phone.send("GET", "/j/ABCDEF").status == HTTPStatus.NOT_FOUND
    phone.open("/knock?code=ABCDEF")
    assert phone.press("Knock", {"name": "Zoé"}).status == HTTPStatus.TOO_MANY_REQUESTS


def test_an_address_knocks_so_often_and_cannot_fill_a_door(app: Flask, bank: Phone) -> None:
    game, secret = bank.page.game, link(bank)
    pages = [knocks(app, secret, f"Late {number}").page for number in range(KNOCKS + 1)]
    assert [page.status for page in pages] == [200] * KNOCKS + [429]
    for number in range(2 * MOST_KNOCKS):
        assert knocks(app, secret, f"Many {number}", address=2 + number).page.status == HTTPStatus.OK
    assert len(membership_of(app).look(game).knocks) == MOST_KNOCKS > KNOCKS


def test_knocking_twice_with_one_form_is_one_knock(app: Flask, bank: Phone) -> None:
    code, late = shut(bank), Phone(app)
    late.open(f"/knock?code={code}")
    form, button = late.page.form("Knock")
    for _ in range(2 * KNOCKS):
        assert NOT_YET in late.submit(form, {"name": "Zoé"}, button).text
    assert len(membership_of(app).look(bank.page.game).knocks) == 1


def test_two_answers_of_the_bank_at_once_let_in_once(app: Flask, bank: Phone) -> None:
    """The first one counts."""
    late = knocks(app, shut(bank))
    bank.open(f"/g/{bank.page.game}")
    form, let_in = bank.page.form("Let in")
    _, not_now = bank.page.form("Not now")
    for button in (let_in, let_in, not_now):
        assert bank.submit(form, {}, button).status == HTTPStatus.OK
    assert looks(late).title == "Who are you?"


def test_who_stops_waiting_is_gone_and_the_bank_is_told(app: Flask, bank: Phone) -> None:
    late = knocks(app, shut(bank))
    bank.open(f"/g/{bank.page.game}")
    assert late.press("Stop waiting").path == "/join"
    assert late.open("/knock").path == "/join"
    with unchanged(app):
        page = bank.press("Let in")
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.refusals == {"": "Nobody is at the door any more."}
    assert "Zoé" not in page.text


def test_who_was_not_answered_is_told_so_and_may_knock_again(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    later(monkeypatch, KNOCK_LIFE, own_app)
    assert "Zoé" not in bank.open(f"/g/{bank.page.game}").text
    assert "The bank has not let you in." in looks(late).text
    assert NOT_YET in late.press("Knock").text
    assert "Zoé is at the door" in bank.open(f"/g/{bank.page.game}").text


def test_after_a_minute_the_page_is_one_for_not_now_for_silence_and_for_a_wrong_code(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who guesses codes does not learn from it which of them is one."""
    bank = at_table(own_app)
    code = shut(bank)
    refused, waits, guessed = (
        knocks(own_app, words, address=address) for address, words in enumerate((code, code, "BCD-FGH"))
    )
    answers(bank, "Not now")
    later(monkeypatch, MINUTE, own_app)
    pages = {plain(looks(phone)) for phone in (refused, waits, guessed)}
    assert len(pages) == 1
    assert NOT_YET not in waits.page.text
    assert "Nobody has let you in. Ask across the table, or knock again." in waits.page.text


def test_who_knocks_again_is_at_the_door_again_and_once(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    answers(bank, "Not now")
    for _ in range(2):
        later(monkeypatch, MINUTE, own_app)
        looks(late)
        assert NOT_YET in late.press("Knock again").text
        assert [one.name for one in membership_of(own_app).look(bank.page.game).knocks] == ["Zoé"]
    later(monkeypatch, KNOCK_LIFE - MINUTE, own_app)
    answers(bank)
    assert looks(late).title == "Who are you?"


def test_who_knocks_again_just_when_the_bank_lets_them_in_comes_in(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    later(monkeypatch, MINUTE, own_app)
    looks(late)
    answers(bank)
    assert late.press("Knock again").title == "Who are you?"


def test_an_answer_in_the_last_minute_counts_and_ends_after_a_while(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    later(monkeypatch, KNOCK_LIFE - MINUTE, own_app)
    answers(bank)
    later(monkeypatch, 2 * MINUTE, own_app)
    assert looks(late).title == "Who are you?"
    later(monkeypatch, KNOCK_LIFE, own_app)
    assert late.press("Cleo").status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("do", ["shut", "anew"])
def test_a_door_that_is_shut_or_has_another_code_is_so_for_all(app: Flask, bank: Phone, do: str) -> None:
    late = knocks(app, shut(bank))
    answers(bank)
    looks(late)
    bank.send("POST", f"/g/{bank.page.game}/door", [("csrf_token", bank.token), ("do", do)])
    assert late.press("Cleo").status == HTTPStatus.NOT_FOUND
    assert NOT_YET in looks(late).text


def test_a_door_that_is_opened_lets_in_who_stands_before_it(app: Flask, bank: Phone) -> None:
    late = knocks(app, shut(bank))
    door_of(bank)
    assert "Zoé" not in bank.open(f"/g/{bank.page.game}").text
    assert looks(late).title == "Who are you?"


def test_only_the_bank_answers(app: Flask, bank: Phone) -> None:
    knocks(app, shut(bank))
    bo, game = seated(app, bank, "Bo"), bank.page.game
    bank.open(f"/g/{game}")
    knock = dict(bank.page.form_to("/knocks").fields)["knock"]
    for phone in (bo, Phone(app), at_table(app)):
        with unchanged(app):
            fields = [("csrf_token", phone.token), ("knock", knock), ("do", "in")]
            assert phone.send("POST", f"/g/{game}/knocks", fields).status == HTTPStatus.FORBIDDEN
    makes_bank(bank, 1)
    assert "at the door" not in bank.open(f"/g/{game}").text
    assert "at the door" in bo.open(f"/g/{game}").text


def test_a_phone_cannot_go_in_by_anothers_knock(app: Flask, bank: Phone) -> None:
    code = shut(bank)
    late, other = knocks(app, code, "Zoé"), knocks(app, code, "Yves")
    answers(bank)
    looks(late)
    form, button = late.page.form("Cleo")
    assert other.submit(form, dict(other.tokens), button).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["👩‍🚀", "שָׁלוֹם", "<b>"])
def test_a_knock_has_any_name_that_a_player_may_have(
    app: Flask, bank: Phone, name: str, language: str
) -> None:
    knocks(app, shut(bank), name, language=language)
    board = bank.open(f"/g/{bank.page.game}")
    assert f"<bdi translate=no>{escape(name)}</bdi> is at the door" in board.html


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["", "x" * 25, "\u200b"])
def test_a_name_that_no_player_may_have_is_refused(app: Flask, bank: Phone, name: str, language: str) -> None:
    page = knocks(app, shut(bank), name, language=language).page
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.beside("name")
    assert f'value="{name}"' in page.html
    assert "at the door" not in bank.open(f"/g/{bank.page.game}").text


def test_a_program_that_was_started_again_knows_who_is_at_the_door(own_app: Flask) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    bank = restarted(bank)
    again = Phone(bank.client.application)
    copy_cookies(late, again)
    answers(bank)
    assert looks(again).title == "Who are you?"


def test_the_other_box_has_the_same_door(app: Flask, phone: Phone) -> None:
    bank = nottingham(phone)
    late = knocks(app, shut(bank))
    answers(bank)
    assert looks(late).title == "Who are you?"


def test_where_all_seats_are_taken_one_may_watch(app: Flask, bank: Phone) -> None:
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    late = knocks(app, shut(bank))
    answers(bank)
    page = looks(late)
    assert [button.text for form in page.forms for button in form.buttons] == ["Just watch", "Table view"]
    assert late.press("Just watch").path == f"/g/{bank.page.game}"


def test_where_no_seat_is_free_the_bank_is_led_to_the_form_that_adds_one(app: Flask, bank: Phone) -> None:
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    late = knocks(app, shut(bank))
    page = answers(bank)
    assert page.path.partition("?")[0] == f"/g/{bank.page.game}/changes"
    form, _button = page.form("Joins")
    assert dict(form.fields)["newcomer"] == "Zoé"
    assert not page.refusals
    assert "Every seat has a phone. Ask the bank:" in looks(late).text
    bank.press("Joins")
    page = looks(late)
    assert "Every seat has a phone" not in page.text
    assert "Zoé you" in late.press("Zoé").text


def test_the_other_box_frees_the_seat_of_who_knocks_under_its_name(app: Flask, phone: Phone) -> None:
    """Nobody joins that game late, but a player may have a new phone."""
    bank = nottingham(phone)
    for name in PEOPLE:
        seated(app, bank, name)
    late = knocks(app, shut(bank), "dov")
    page = answers(bank)
    assert page.path == f"/g/{bank.page.game}/phones"
    assert "Free the seat" in page.text
    assert "Every seat has a phone. Ask the bank:" in looks(late).text


def test_the_other_box_brings_back_who_went_home_and_knocks(app: Flask, phone: Phone) -> None:
    bank = nottingham(phone)
    for name in PEOPLE[:3]:
        seated(app, bank, name)
    bank.open(f"/g/{bank.page.game}/nottingham/menu")
    bank.press("Goes home", {"leaver": 3})
    late = knocks(app, shut(bank), "dov")
    assert answers(bank).path == f"/g/{bank.page.game}/nottingham/menu"
    bank.press("Is back")
    assert "Dov" in looks(late).text


@pytest.mark.parametrize("box", ["Sheriff", "Nottingham"])
def test_where_nobody_can_join_any_more_the_guest_is_told_to_watch(
    app: Flask, phone: Phone, box: str
) -> None:
    bank = nottingham(phone) if box == "Nottingham" else at_table(app)
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    if box == "Sheriff":
        end(bank)
    late = knocks(app, shut(bank))
    assert answers(bank).path == f"/g/{bank.page.game}"
    assert "No seat is free, and nobody can join any more. You can watch." in looks(late).text


def test_who_went_home_and_knocks_is_brought_back(app: Flask, bank: Phone) -> None:
    """A second seat under the same name would be refused."""
    for name in ("Ann", "Bo", "Cleo"):
        seated(app, bank, name)
    bank.open(f"/g/{bank.page.game}/menu")
    bank.press("Leaves", {"leaver": 3})
    knocks(app, shut(bank), "dov")
    page = answers(bank)
    assert page.path.partition("?")[0] == f"/g/{bank.page.game}/changes"
    assert dict(page.form("Joins")[0].fields)["newcomer"] == ""


def test_who_knocks_under_the_name_of_a_seat_that_another_phone_has_can_get_it_freed(
    app: Flask, bank: Phone
) -> None:
    """Most likely it is the same player, with a new phone."""
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    late = knocks(app, shut(bank), "dov")
    page = answers(bank)
    assert page.path == f"/g/{bank.page.game}/phones"
    assert "Free the seat" in page.text
    assert "dov waits for a seat." in page.text
    membership_of(app).release(bank.page.game, 3)
    assert "waits for a seat" not in bank.open(page.path).text
    looks(late)
    late.press("Dov")
    assert "waits for a seat" not in bank.open(page.path).text


@pytest.mark.parametrize("full", [True, False])
def test_a_player_with_a_new_phone_gets_the_seat_of_one_that_is_asleep_with_one_tap(
    monkeypatch: pytest.MonkeyPatch, app: Flask, bank: Phone, *, full: bool
) -> None:
    names = ("Ann", "Bo", "Cleo", "Dov") if full else ("Dov",)
    *_, old = (seated(app, bank, name) for name in names)
    late, game = knocks(app, shut(bank), "dov"), bank.page.game
    leave(monkeypatch, app, ASLEEP)
    page = bank.open(f"/g/{game}")
    assert "dov is at the door · the phone on this seat is asleep" in page.text
    assert bank.press(buttons.GIVE_THE_SEAT).path == f"/g/{game}"
    assert old.open(f"/g/{game}").status == HTTPStatus.FORBIDDEN
    looks(late)
    assert "Dov you" in late.press("Dov").text


def test_a_phone_that_wakes_before_the_bank_taps_keeps_its_seat(
    monkeypatch: pytest.MonkeyPatch, app: Flask, bank: Phone
) -> None:
    """The bank sees whose it is, and may free it there."""
    *_, old = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo", "Dov"))
    knocks(app, shut(bank), "Dov")
    leave(monkeypatch, app, ASLEEP)
    bank.open(f"/g/{bank.page.game}")
    old.open(f"/g/{bank.page.game}")
    assert bank.press(buttons.GIVE_THE_SEAT).path == f"/g/{bank.page.game}/phones"
    assert "Dov you" in old.open(f"/g/{bank.page.game}").text


def test_a_seat_is_given_with_no_knock_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, app: Flask, bank: Phone
) -> None:
    old = seated(app, bank, "Dov")
    late = knocks(app, shut(bank), "Dov")
    leave(monkeypatch, app, ASLEEP)
    bank.open(f"/g/{bank.page.game}")
    late.press("Stop waiting")
    assert bank.press(buttons.GIVE_THE_SEAT).refusals == {"": "Nobody is at the door any more."}
    assert "Dov you" in old.open(f"/g/{bank.page.game}").text


def test_a_new_phone_waits_for_its_seat_also_where_nobody_joins_any_more(app: Flask, bank: Phone) -> None:
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    end(bank)
    late = knocks(app, shut(bank), "Dov")
    assert answers(bank).path == f"/g/{bank.page.game}/phones"
    assert "Every seat has a phone. Ask the bank:" in looks(late).text


def test_the_seat_under_whose_name_one_knocked_comes_first(app: Flask, bank: Phone) -> None:
    words = shut(bank)
    late = knocks(app, words, "cleo")
    answers(bank)
    let_in = looks(late)
    membership_of(app).open_door(bank.page.game)
    late.open("/join")
    for page in (let_in, late.press("Come in", {"code": words})):
        seats = [button.text for form in page.forms for button in form.buttons]
        assert seats[:4] == ["Cleo you knocked under this name", "Ann", "Bo", "Dov"]


def test_who_knocked_types_no_name_again_for_a_seat_without_one(app: Flask) -> None:
    bank = opens_table(app, fields={"name-1": "", "name-2": "", "players": 4})
    late = knocks(app, shut(bank), "Zoé")
    answers(bank)
    looks(late)
    assert "Zoé you" in late.press("Arrow").text


def test_a_name_that_some_player_has_is_not_proposed_for_another_seat(app: Flask) -> None:
    bank = opens_table(app, fields={"name-1": "", "name-2": "", "players": 4})
    late = knocks(app, shut(bank), "dov")
    answers(bank)
    looks(late)
    assert "Arrow you" in late.press("Arrow").text


def test_a_seat_outlasts_the_knock(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = at_table(own_app)
    late = knocks(own_app, shut(bank))
    answers(bank)
    looks(late)
    late.press("Bo")
    later(monkeypatch, 2 * KNOCK_LIFE, own_app)
    assert "Bo you" in late.open(f"/g/{bank.page.game}").text


def test_who_is_put_out_does_not_come_in_again_by_the_knock(app: Flask, bank: Phone) -> None:
    for number, (place, put_out) in enumerate(
        {"Bo": "Free the seat", "Just watch": "Send them away"}.items()
    ):
        late = knocks(app, shut(bank), address=1 + number)
        answers(bank)
        looks(late)
        late.press(place)
        bank.open(f"/g/{bank.page.game}/phones")
        bank.press(put_out)
        assert NOT_YET in looks(late).text
        bank.open(f"/g/{bank.page.game}")


def test_a_knock_at_a_finished_table_shows_nowhere(app: Flask) -> None:
    bank = at_table(app)
    code = shut(bank)
    end(bank)
    bank.press(buttons.RESULT)
    late = knocks(app, code)
    assert "Zoé" not in bank.open(f"/g/{bank.page.game}").text
    assert NOT_YET in looks(late).text


def test_who_was_let_in_where_all_seats_were_taken_finds_the_one_that_is_freed(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo has another phone today; the one that is put out does not come back by an older knock of its own."""
    code, game = shut(bank), bank.page.game
    old = knocks(app, code, "Bo")
    answers(bank)
    looks(old)
    old.press("Bo")
    for name in ("Ann", "Cleo"):
        seated(app, bank, name)
    later(monkeypatch, 1_000, app)
    membership_of(app).shut_door(game)
    new = knocks(app, code, "Bo", address=2)
    answers(bank)
    assert "name=place value=1" not in looks(new).html.replace('"', "")
    membership_of(app).release(game, 1)
    assert looks(new).title == "Who are you?"
    assert old.open(f"/j/{code}").status == HTTPStatus.NOT_FOUND
    assert new.press("Bo").path == f"/g/{game}"
