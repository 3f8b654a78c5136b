"""Coming in while nothing has happened yet: who is there, seats that wait for a name; later who is away."""

import re
import secrets

import pytest
from flask import Flask

from companion.places import BANK_ASLEEP, GONE, MINUTE
from companion.records import ASLEEP, STILL
from tests.web import buttons
from tests.web.evening import at_table, opens_table, passes
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import comes_in, door_of, records, seated
from tests.web.stored import membership_of, table_of, unchanged


def seat_row(page: Page, number: int) -> str:
    """What a row of the board says of a player."""
    rows = [line for line in page.root.elements("li") if "seat" in line.get("class").split()]
    return rows[number].text


def board_of(phone: Phone, game: str) -> Page:
    """The board of a phone as it is now."""
    return phone.open(f"/g/{game}")


# Who is there


def test_every_board_says_who_is_there_until_all_are(app: Flask, bank: Phone) -> None:
    game = bank.page.game
    door_of(bank)
    bo = seated(app, bank, "Bo")
    for phone in (bank, bo):
        page = board_of(phone, game)
        assert "1 of 4 here" in page.text
        assert ["here" in seat_row(page, seat) for seat in range(4)] == [False, True, False, False]
        assert ["without a phone" in seat_row(page, seat) for seat in range(4)] == [True, False, True, True]
    for name in ("Ann", "Cleo"):
        seated(app, bank, name)
    assert "3 of 4 here" in board_of(bo, game).text
    seated(app, bank, "Dov")
    for phone in (bank, bo):
        assert " of 4 here" not in board_of(phone, game).text
        assert "nothing on the stand" in phone.page.text


def test_who_took_the_wrong_seat_is_two_taps_from_giving_it_up(app: Flask, bank: Phone) -> None:
    """Only until the game begins, as long as somebody is still to come in: whose seat it is, for one."""
    game = bank.page.game
    door_of(bank)
    bo = seated(app, bank, "Bo")
    assert board_of(bo, game).link("1 of 4 here") == f"/g/{game}/phones#seat-1"
    bo.follow("1 of 4 here")
    assert bo.press("Give up").title == "Who are you?"


def test_the_bank_starts_when_it_likes_and_who_is_late_still_comes_in(app: Flask, bank: Phone) -> None:
    game, code = bank.page.game, door_of(bank)
    bo = seated(app, bank, "Bo")
    assert bank.open(f"/g/{game}/phones").link("Start playing") == f"/g/{game}"
    assert code in bank.follow("Start playing").text
    passes(bank, "Bo", "apples", 2)
    for phone in (bank, bo):
        assert " of 4 here" not in board_of(phone, game).text
    assert "Cleo" in Phone(app).open(f"/j/{code}").text


def test_the_code_is_gone_from_the_board_once_play_has_begun(app: Flask, bank: Phone) -> None:
    """Whoever is late finds it on the phones' page."""
    game, code = bank.page.game, door_of(bank)
    seated(app, bank, "Bo")
    board_of(bank, game)
    passes(bank, "Bo", "apples", 2)
    assert code not in board_of(bank, game).text
    assert membership_of(app).look(game).door is not None
    assert code in bank.open(f"/g/{game}/phones").text


def test_the_code_and_the_start_are_the_banks(app: Flask, bank: Phone) -> None:
    game, code = bank.page.game, door_of(bank)
    bo = seated(app, bank, "Bo")
    assert code not in board_of(bo, game).text
    assert "Start playing" not in bo.open(f"/g/{game}/phones").text
    assert bo.send("POST", f"/g/{game}/door", [("csrf_token", bo.token), ("do", "shut")]).status == 403


def test_the_phones_page_says_who_is_there_and_starts(app: Flask, bank: Phone) -> None:
    game = bank.page.game
    door_of(bank)
    bo = seated(app, bank, "Bo")
    assert "1 of 4 here" in bo.open(f"/g/{game}/phones").text
    bank.open(f"/g/{game}/phones")
    assert bank.follow("Start playing").path == f"/g/{game}"


def test_whatever_is_booked_begins_the_game(app: Flask, bank: Phone) -> None:
    door_of(bank)
    seated(app, bank, "Bo")
    board_of(bank, bank.page.game)
    passes(bank, "Bo", "apples", 2)
    assert " of 4 here" not in bank.page.text


def test_who_comes_in_sees_how_many_are_there(app: Flask, bank: Phone) -> None:
    code = door_of(bank)
    seated(app, bank, "Bo")
    assert "1 of 4 here" in Phone(app).open(f"/j/{code}").text


def test_every_phone_is_told_that_each_records_their_own_from_now_on(app: Flask, bank: Phone) -> None:
    game, said = bank.page.game, "From now on, everybody records their own bag and gold on their own phone."
    assert said not in bank.page.text
    bo = seated(app, bank, "Bo")
    for phone in (bank, bo):
        assert said in board_of(phone, game).text
    seated(app, bank, "Cleo")
    passes(bank, "Bo", "apples", 2)
    assert said not in bank.page.text


def test_who_records_by_the_tables_own_choice_is_not_news(app: Flask, bank: Phone) -> None:
    records(bank, "own")
    bo = seated(app, bank, "Bo")
    assert "From now on" not in board_of(bo, bank.page.game).text


# Seats without a name


NAMELESS: Fields = {"name-1": "", "name-2": "", "players": 4}


def nameless(app: Flask) -> Phone:
    """The bank of a table of four, of whom only Ann and Dov have a name."""
    return opens_table(app, fields=NAMELESS)


def test_seats_without_a_name_go_by_their_shields_and_the_code_is_shown(app: Flask) -> None:
    bank = nameless(app)
    assert [seat.name for seat in table_of(bank).game.seats] == ["Ann", "Stag", "Arrow", "Dov"]
    assert bank.page.path == f"/g/{bank.page.game}/phones"
    assert membership_of(app).look(bank.page.game).door is not None


def test_a_seat_without_a_name_goes_by_its_shield_in_the_readers_language(app: Flask) -> None:
    bank = nameless(app)
    bank.headers["Accept-Language"] = "fr"
    for page in (bank.open(f"/g/{bank.page.game}"), bank.open(f"/g/{bank.page.game}/pay")):
        assert "Cerf" in page.text
        assert "Stag" not in page.text


def test_so_many_play_however_few_are_named(app: Flask) -> None:
    bank = at_table(app, players=0, fields={"players": 5, "first_sheriff": "draw"})
    assert len(table_of(bank).game.seats) == 5


def test_who_takes_a_seat_without_a_name_types_it(app: Flask) -> None:
    bank = nameless(app)
    phone = Phone(app)
    phone.open(f"/j/{door_of(bank)}")
    page = phone.press("Arrow", {"name": "Zoé"})
    assert page.path == f"/g/{bank.page.game}"
    assert "Zoé you" in page.text
    assert table_of(bank).game.seats[2].named
    log = bank.open(f"/g/{bank.page.game}/log").text
    assert "Zoé" in log


def test_a_name_is_not_needed_and_a_named_seat_keeps_its_own(app: Flask) -> None:
    bank = nameless(app)
    for place, name in (("Arrow", ""), ("Dov", "Zoé")):
        phone = Phone(app)
        phone.open(f"/j/{door_of(bank)}")
        assert f"{place} you" in phone.press(place, {"name": name}).text


def test_who_types_no_name_is_told_what_they_are_called(app: Flask) -> None:
    """And where to change that; once they have a name, the board says it no more."""
    bank, phone = nameless(app), Phone(app)
    phone.open(f"/j/{door_of(bank)}")
    called = "You typed no name, so you are Arrow here. The menu changes that."
    page = phone.press("Arrow")
    assert called in page.text
    address = page.answer.request.full_path
    phone.open(f"/g/{page.game}/changes")
    phone.press("Rename Arrow", {"name-2": "Zoé"})
    assert called not in phone.open(address).text
    assert "You typed no name" not in seated(app, bank, "Stag").page.text


@pytest.mark.parametrize("name", ["ann", "x" * 25, "\u200b"])
def test_a_name_that_cannot_be_is_refused_beside_its_field(app: Flask, name: str) -> None:
    bank = nameless(app)
    phone = Phone(app)
    phone.open(f"/j/{door_of(bank)}")
    with unchanged(app):
        page = phone.press("Arrow", {"name": name})
    assert page.status == 422
    assert page.beside("name")
    assert f'value="{name}"' in page.html


def test_a_double_tap_names_a_seat_once(app: Flask) -> None:
    bank = nameless(app)
    phone = Phone(app)
    phone.open(f"/j/{door_of(bank)}")
    form, button = phone.page.form("Arrow")
    for _ in range(2):
        phone.submit(form, {"name": "Zoé"}, button)
        assert "Zoé you" in phone.page.text
    assert len(table_of(bank).lines) == 2


def test_one_names_the_own_seat_whoever_records(app: Flask) -> None:
    bank = nameless(app)
    records(bank, "bank")
    phone = Phone(app)
    phone.open(f"/j/{door_of(bank)}")
    assert "Zoé you" in phone.press("Arrow", {"name": "Zoé"}).text


def test_the_form_of_a_rematch_leaves_out_names_that_nobody_gave(app: Flask) -> None:
    bank = nameless(app)
    page = bank.open("/new")
    filled = dict(next(form for form in page.forms if form.offers("players")).fields)
    assert [filled[f"name-{seat}"] for seat in range(6)] == ["Ann", "", "", "Dov", "", ""]
    assert filled["players"] == "4"


@pytest.mark.parametrize("path", ["/new", "/nottingham/new"])
def test_fewer_than_are_named_do_not_play(app: Flask, path: str) -> None:
    phone = Phone(app)
    four: Fields = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov"))}
    phone.open(path)
    page = phone.press(buttons.OPEN_TABLE, {**four, "players": 3})
    assert page.status == 422
    assert page.beside("players") == "4 names stand above, but 3 play. Empty a line, or choose again."
    assert "Dov" in dict(page.form_to(path).fields)["name-3"]
    assert phone.press(buttons.OPEN_TABLE, {"players": 4}).path.startswith("/g/")


def test_a_wrong_number_of_players_is_none(app: Flask) -> None:
    phone = Phone(app)
    fields = {
        "csrf_token": phone.token,
        "action_id": secrets.token_urlsafe(16),
        "edition": "first",
        "players": "17",
    }
    assert phone.send("POST", "/new", fields.items()).status == 422


# Who is away


def pass_time(monkeypatch: pytest.MonkeyPatch, app: Flask, milliseconds: int) -> None:
    """So much time has passed."""
    keeper = membership_of(app)
    later = keeper._monotonic() + milliseconds  # noqa: SLF001 - the clock of this membership is set
    monkeypatch.setattr(keeper, "_monotonic", lambda: later)


@pytest.mark.parametrize("silence, said", [(ASLEEP // 2, ""), (ASLEEP, "asleep"), (GONE, "away since")])
def test_a_board_says_whose_phone_has_been_silent(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch, silence: int, said: str
) -> None:
    bank = at_table(own_app)
    seated(own_app, bank, "Bo")
    cleo = seated(own_app, bank, "Cleo")
    game = bank.page.game
    pass_time(monkeypatch, own_app, silence)
    cleo.open(f"/g/{game}")
    for page in (cleo.page, bank.open(f"/g/{game}")):
        assert (said or "away") in seat_row(page, 1) or not said
        assert not any(word in seat_row(page, 2) for word in ("asleep", "away"))
    assert f"Bo {said or 'has a phone'}" in bank.open(f"/g/{game}/phones").text


def test_a_phone_without_scripts_asks_nothing_and_has_longer(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its player may read and think; a page that asks by itself is silent only if the phone is."""
    bank = at_table(own_app)
    game = bank.page.game
    bo = comes_in(own_app, bank, "Bo")
    bo.open(f"/g/{game}")
    pass_time(monkeypatch, own_app, ASLEEP)
    assert "asleep" not in seat_row(bank.open(f"/g/{game}"), 1)
    pass_time(monkeypatch, own_app, STILL - ASLEEP)
    assert "asleep" in seat_row(bank.open(f"/g/{game}"), 1)
    assert bo.send("GET", f"/g/{game}/live?on=sheet&since=0").status == 200
    bo.open(f"/g/{game}")
    pass_time(monkeypatch, own_app, ASLEEP)
    assert "asleep" in seat_row(bank.open(f"/g/{game}"), 1)


def test_who_has_just_sat_down_is_there_however_long_the_table_runs(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    pass_time(monkeypatch, own_app, GONE)
    membership_of(own_app).take_seat(bank.page.game, 1, "f" * 64)
    assert "away" not in seat_row(bank.open(f"/g/{bank.page.game}"), 1)


def live_address(phone: Phone) -> str:
    """Where its board asks what is new, but for whose phones it shows."""
    game = phone.page.game
    stamp = phone.open(f"/g/{game}").found(r'data-stamp="(\d+)"')
    return f"/g/{game}/live?on=board&since={stamp}&silence="


def test_the_phones_page_counts_down_until_the_door_is_shut(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code on the screen that lets nobody in any more would be read out for nothing."""
    bank = at_table(own_app)
    door_of(bank)
    stamp = bank.open(f"/g/{bank.page.game}/phones").found(r'data-stamp="(\d+)"')

    def tells() -> Page:
        mark = bank.page.found(r'data-silence="([^"]*)"')
        return bank.send("GET", f"/g/{bank.page.game}/live?on=phones&since={stamp}&silence={mark}")

    assert tells().status == 204
    pass_time(monkeypatch, own_app, 10 * MINUTE)
    assert "The door is open for 5 more minutes." in tells().text
    pass_time(monkeypatch, own_app, 6 * MINUTE)
    assert "move-code" not in tells().html


def test_a_board_hears_once_that_a_phone_fell_asleep_and_that_it_is_back(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither moves the stamp, so a board says which silence it shows."""
    bank = at_table(own_app)
    bo, game = seated(own_app, bank, "Bo"), bank.page.game
    ask = live_address(bank)
    assert bank.send("GET", ask).status == 204
    pass_time(monkeypatch, own_app, ASLEEP)
    update = bank.send("GET", ask)
    assert update.status == 200
    assert "asleep" in seat_row(update, 1)
    here = update.found(r'data-silence="([^"]+)"')
    assert bank.send("GET", ask + here).status == 204
    bo.open(f"/g/{game}")
    assert bank.send("GET", ask + here).status == 200
    assert bank.send("GET", ask).status == 204


def test_a_board_says_from_when_another_bank_can_be_chosen(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the bank's phone, which has no seat, is asleep; on the boards of those who choose."""
    bank = at_table(own_app)
    bo, game = seated(own_app, bank, "Bo"), bank.page.game
    ask = live_address(bank)
    assert bo.send("GET", ask).status == 204
    pass_time(monkeypatch, own_app, BANK_ASLEEP)
    update = bo.send("GET", ask)
    assert re.search(r"asleep\. From \d\d:\d\d on you can choose another one", update.text)
    assert bo.send("GET", ask + update.found(r'data-silence="([^"]+)"')).status == 204
    assert "choose another one" not in bank.open(f"/g/{game}").text
    bo.open(f"/g/{game}")
    assert "choose another one" not in bo.page.text


def test_a_table_on_one_phone_tells_nothing_of_phones(bank: Phone) -> None:
    page = bank.open(f"/g/{bank.page.game}")
    assert not any(f"seat-{state}" in page.html for state in ("here", "free", "gone", "asleep"))
