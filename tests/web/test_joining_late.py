"""A player who comes late, as the phones of a table see it: a row, a free seat, a log that stays true."""

from flask import Flask

from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from tests.tables import table
from tests.web import buttons
from tests.web.evening import end, holds, passes, purses
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import comes_in, door_of, records, seated
from tests.web.stored import service_of, table_of

EVE: Fields = {"newcomer": "Eve", "after": 1}


def comes_late(phone: Phone, fields: Fields | None = None) -> Page:
    """Eve sits down between Bo and Cleo, or as the fields say; then the board, unless that was refused."""
    phone.open(f"/g/{phone.page.game}/changes")
    page = phone.press("Joins", {**EVE, **(fields or {})})
    return page if page.refusals else board(phone)


def board(phone: Phone) -> Page:
    """The board of a phone."""
    return phone.open(f"/g/{phone.page.game}")


def log(phone: Phone) -> str:
    """The log's sentences."""
    page = phone.open(f"/g/{phone.page.game}/log")
    board(phone)
    return page.text


def test_the_form_proposes_the_opening_purse_and_the_turns_that_others_still_have(bank: Phone) -> None:
    page = comes_late(bank)
    assert "Eve joins, on the left of Bo , with 50 gold." in page.text
    assert list(purses(page)) == ["Ann", "Bo", "Eve", "Cleo", "Dov"]
    holds(bank, Eve=50)
    game = table_of(bank).game
    assert (game.badge_order.count(4), game.rounds) == (2, 10)
    assert "the purses hold" not in page.text


def test_stands_are_checked_as_the_players_sit(bank: Phone) -> None:
    """They are read aloud round the table."""
    comes_late(bank)
    end(bank)
    page = bank.open(f"/g/{bank.page.game}/check")
    names = [name for name in page.text.split() if name in {"Ann", "Bo", "Cleo", "Dov", "Eve"}]
    assert list(dict.fromkeys(names)) == ["Ann", "Bo", "Eve", "Cleo", "Dov"]


def test_the_table_says_otherwise(bank: Phone) -> None:
    comes_late(bank, {"gold": 20, "turns": 0})
    game = table_of(bank).game
    assert (game.gold(4), game.badge_order.count(4)) == (20, 0)


def test_everything_typed_is_kept_with_a_sentence_beside_its_field(bank: Phone) -> None:
    page = comes_late(bank, {"newcomer": "bo", "turns": 1, "gold": 33})
    assert (page.status, list(page.refusals)) == (422, ["newcomer"])
    assert page.beside("newcomer") == "There are two of “bo”. Give one of them another name."
    sent = dict(page.form("Joins")[0].fields)
    assert {name: sent[name] for name in ("newcomer", "after", "turns", "gold")} == {
        "newcomer": "bo",
        "after": "1",
        "turns": "1",
        "gold": "33",
    }
    page = bank.press("Joins", {"newcomer": "", "turns": 3})
    assert list(page.refusals) == ["newcomer"]
    page = bank.press("Joins", {"newcomer": "Eve", "turns": 3})
    assert page.beside("turns") == "Sheriff 0 to 2 times."


def test_somebody_is_to_the_right(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/changes")
    page = bank.press("Joins", {"newcomer": "Eve", "after": ""})
    assert (page.status, page.beside("after")) == (422, "Choose a player.")


def test_at_first_a_newcomer_closes_the_circle(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/changes")
    assert dict(bank.page.form("Joins")[0].fields)["after"] == "3"
    bank.press("Joins", {"newcomer": "Eve"})
    assert list(purses(board(bank))) == ["Ann", "Bo", "Cleo", "Dov", "Eve"]


def test_never_a_sixth_player(bank: Phone) -> None:
    game = bank.page.game
    bank.open(f"/g/{game}/changes")
    late = bank.page
    comes_late(bank)
    page = bank.submit(late.form("Joins")[0], {"newcomer": "Flo", "after": 0})
    assert page.status == 422
    why = (
        "All 5 seats of this table are taken. Whoever went home can come back;"
        " anybody else can watch, or share a player’s seat."
    )
    assert page.refusals["newcomer"] == why
    page = bank.open(f"/g/{game}/changes")
    assert why in page.text
    assert "Joins" not in page.text


def test_not_once_the_count_has_begun(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/changes")
    late = bank.page.form("Joins")[0]
    board(bank)
    end(bank)
    page = bank.submit(late, EVE)
    assert page.status == 422
    assert "The rounds are over" in page.text
    assert "A player comes late" not in page.text


def test_only_who_may_change_the_table(app: Flask, bank: Phone) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    assert "Joins" in bo.open(f"/g/{bank.page.game}/changes").text
    late = bo.page.form("Joins")[0]
    records(bank, "own")
    assert "Joins" not in bo.open(f"/g/{bank.page.game}/changes").text
    page = bo.submit(late, EVE)
    assert (page.status, page.refusals) == (422, {"": "Only the bank can do this."})
    comes_late(bank)


def test_a_table_that_keeps_its_coins_is_asked_for_none(app: Flask) -> None:
    bank = table(app, coins_on_table=True).phone()
    page = comes_late(bank)
    assert "Eve joins, on the left of Bo ." in page.text
    assert "Gold from the bank" not in bank.open(f"/g/{bank.page.game}/changes").text


def test_a_whole_evening_with_its_result_and_the_same_people_again(bank: Phone) -> None:
    comes_late(bank)
    passes(bank, "Bo", "apples", 1)
    passes(bank, "Eve", "cheese", 2)
    end(bank)
    page = bank.press(buttons.RESULT)
    assert "Eve" in page.text
    result = table_of(bank).game.result
    assert result
    assert [player.gold for player in result.players] == [50] * 5
    names = dict(bank.open(f"/new?again={bank.page.game}").form(buttons.OPEN_TABLE)[0].fields)
    assert [names[f"name-{seat}"] for seat in range(5)] == ["Ann", "Bo", "Eve", "Cleo", "Dov"]


def test_an_entry_from_before_is_corrected_among_those_of_then(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 1)
    comes_late(bank)
    page = bank.open(f"/g/{bank.page.game}/corrections/2")
    assert "Eve" not in page.text
    bank.press(buttons.PASSES, {"number": 2})
    holds(bank)
    assert table_of(bank).game.stand(1) == {"apples": 2}


# Several phones


def test_a_phone_takes_the_new_seat(app: Flask, bank: Phone) -> None:
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    comes_late(bank)
    assert "Eve joins" in board(bo).text
    eve = comes_in(app, bank, "Eve")
    assert "Eve you" in eve.page.text
    assert "A phone took Eve ’s seat." in log(bank)
    assert door_of(bank)
    assert board(watcher).status == 200


def test_taken_back_the_phone_watches_and_put_back_it_plays(app: Flask, bank: Phone) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    comes_late(bank)
    eve = comes_in(app, bank, "Eve")
    board(eve)
    eve.press(buttons.TAKE_BACK)
    assert "Eve took back: Eve joins" in eve.page.text
    assert "Eve you" not in eve.page.text
    assert len(table_of(bank).game.seats) == 4
    for phone in (bank, bo, eve):
        for path in ("", "/log", "/phones", "/menu", "/changes", "/pay", "/bags/1", "/live?since=0&on=board"):
            assert phone.open(f"/g/{bank.page.game}{path}").status in {200, 204}, path
        board(phone)
    assert "Eve took back: Eve joins" in log(eve)
    assert "A phone took Eve ’s seat." in log(eve)
    board(bank)
    assert "Eve" in bank.press(buttons.PUT_BACK).text
    assert "Eve you" in board(eve).text


def test_taken_back_and_somebody_else_comes_the_log_stays_true(app: Flask, bank: Phone) -> None:
    comes_late(bank)
    eve = comes_in(app, bank, "Eve")
    board(bank)
    bank.press(buttons.TAKE_BACK)
    passes(bank, "Bo", "apples", 1)
    comes_late(bank, {"newcomer": "Flo", "after": 0})
    told = log(bank)
    assert "A phone took Eve ’s seat." in told
    assert "Flo joins, on the left of Ann , with 50 gold." in told
    assert "Eve joins, on the left of Bo , with 50 gold." in told
    assert board(eve).status == 200


def test_what_a_newcomer_said_goes_with_the_coming(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    comes_late(bank, {"after": 0})
    seated(app, bank, "Eve")
    declares = Declare(4, Declaration("apples", 2))
    service_of(app).say(
        bank.page.game, declares, "a" * 22, lambda _: frozenset({1, 4}), lambda _now, _said, _members: None
    )
    assert "2 apples" in board(bank).text
    bank.press(buttons.TAKE_BACK)
    assert board(bank).status == 200
    assert len(table_of(bank).game.seats) == 4
    assert "declares" not in log(bank)
