"""The page that changes the table itself, as a phone shows and sends it."""

import re

from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.ending import RevealContraband
from tests.tables import later_table, table
from tests.web import buttons
from tests.web.evening import end, passes
from tests.web.phone import Page, Phone
from tests.web.stored import service_of, table_of


def changing(phone: Phone) -> Page:
    """From the board to the page, in two taps."""
    phone.open(f"/g/{table_of(phone).id}")
    phone.follow("Menu")
    return phone.follow(buttons.CHANGE_THE_TABLE)


def log(phone: Phone) -> str:
    """The log's sentences."""
    return phone.open(f"/g/{table_of(phone).id}/log").text


def test_a_player_is_renamed_where_the_name_is(bank: Phone) -> None:
    changing(bank)
    page = bank.press("Rename Ann", {"name-0": "Anna"})
    assert "Ann is now called Anna ." in page.text
    assert "Anna Sheriff" in bank.open(f"/g/{table_of(bank).id}").text
    assert "The table opens. Anna is Sheriff." in log(bank)
    bank.open(f"/g/{table_of(bank).id}")
    assert "Ann Sheriff" in bank.press(buttons.TAKE_BACK).text


def test_an_older_entry_is_corrected_by_the_names_of_now(bank: Phone) -> None:
    """In the form's title, its tiles and its sums, also of a payment; and the board of then is theirs."""
    passes(bank, "Bo", "apples", 3)
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "gold": 4})
    changing(bank)
    bank.press("Rename Bo", {"name-1": "Bob"})
    game = f"/g/{bank.page.game}"
    for page in ("corrections/2", "corrections/3", "log/2", "log/3"):
        text = bank.open(f"{game}/{page}").text
        assert "Bob" in text
        assert not re.search(r"\bBo\b", text)


def test_one_player_after_the_other_is_renamed_without_leaving_the_page(bank: Phone) -> None:
    """What was done is said there, and taken back there; a reload later says nothing old."""
    changing(bank)
    bank.press("Rename Ann", {"name-0": "Anna"})
    page = bank.press("Rename Bo", {"name-1": "Bob"})
    assert page.path.split("?")[0] == f"/g/{table_of(bank).id}/changes"
    assert "Bo is now called Bob ." in page.text
    assert "Ann is now called" not in page.text
    page = bank.press(buttons.TAKE_BACK)
    assert page.path.split("?")[0] == f"/g/{table_of(bank).id}/changes"
    assert "Taken back: Bo is now called Bob ." in page.text
    assert "Take back" not in page.text
    assert [seat.name for seat in table_of(bank).game.seats][:2] == ["Anna", "Bo"]
    page = bank.open(f"/g/{table_of(bank).id}/changes?done=2")
    assert "is now called" not in page.text


def test_a_script_has_one_page_for_back_however_many_changes(bank: Phone) -> None:
    address = f"/g/{table_of(bank).id}/changes"
    bank.open(address)
    bank.press("Rename Ann", {"name-0": "Anna"})
    assert bank.page.answer.headers["HX-Replace-Url"] == f"{address}?done=2"


def test_a_name_that_is_taken_is_refused_beside_it(bank: Phone) -> None:
    changing(bank)
    page = bank.press("Rename Ann", {"name-0": "bo"})
    assert page.status == 422
    assert list(page.refusals) == ["name-0"]
    assert 'value="bo"' in page.html


def test_options_are_switched_as_they_stand_there(bank: Phone) -> None:
    changing(bank)
    page = bank.press(buttons.CHANGE_OPTIONS, {"royal_goods": 1, "promo-feast_plate": 1, "timer": 1})
    assert "Options from now on: Royal goods, Inspection clock and 1 Feast Plate." in page.text
    assert table_of(bank).game.options.royal_goods
    assert "Start" in bank.open(f"/g/{table_of(bank).id}").text
    changing(bank)
    page = bank.press(buttons.CHANGE_OPTIONS, {"royal_goods": "", "promo-feast_plate": "", "timer": ""})
    assert "Options from now on: none." in page.text


def test_a_change_that_changes_nothing_says_so_and_nothing_about_the_entry_before(bank: Phone) -> None:
    changing(bank)
    bank.press("Rename Ann", {"name-0": "Anna"})
    for page in (bank.press(buttons.CHANGE_OPTIONS), bank.press("Rename Bo")):
        assert "Nothing would change." in page.text
        assert "is now called" not in page.text


def test_a_clock_that_is_switched_off_is_reset(app: Flask) -> None:
    bank = table(app, expansions=["timer"]).phone()
    bank.press("Start")
    changing(bank)
    bank.press(buttons.CHANGE_OPTIONS, {"timer": ""})
    changing(bank)
    bank.press(buttons.CHANGE_OPTIONS, {"timer": 1})
    page = bank.open(f"/g/{table_of(bank).id}")
    assert "3:00" in page.text
    assert "Start" in page.text


def test_what_lies_on_a_stand_stays_in_the_deck_and_what_was_switched_stays_switched(app: Flask) -> None:
    bank = later_table(app).phone()
    changing(bank)
    page = bank.press(buttons.CHANGE_OPTIONS, {"royal_goods": "", "timer": 1})
    assert page.status == 422
    assert list(page.refusals) == ["options"]
    assert table_of(bank).seq == 1
    sent = dict(page.form(buttons.CHANGE_OPTIONS)[0].fields)
    assert "royal_goods" not in sent
    assert sent["timer"] == "1"


def test_the_first_sheriff_is_put_right(bank: Phone) -> None:
    changing(bank)
    page = bank.press("Give the badge", {"sheriff": 2})
    assert "Put right: Cleo is Sheriff first." in page.text
    assert "Cleo Sheriff" in bank.open(f"/g/{table_of(bank).id}").text


def test_a_sheriffs_turn_is_skipped(bank: Phone) -> None:
    changing(bank)
    page = bank.press("Skip")
    assert "Ann ’s turn as Sheriff is skipped: the badge goes to Bo ." in page.text
    assert "Round 1 of 7" in page.text


def test_a_round_of_two_sheriffs_is_one_chip_of_the_log(bank: Phone) -> None:
    bank.open(f"/g/{table_of(bank).id}/pay")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "gold": 5})
    changing(bank)
    bank.press("Skip")
    for merchant in ("Cleo", "Dov", "Ann"):
        passes(bank, merchant, "apples", 1)
    bank.press("Badge to")
    text = bank.open(f"/g/{table_of(bank).id}/log").answer.text
    assert text.count('href="#round-1"') == text.count('id="round-1"') == 1


def test_the_next_sheriff_gets_a_fresh_clock(app: Flask) -> None:
    bank = table(app, expansions=["timer"]).phone()
    bank.press("Start")
    changing(bank)
    page = bank.press("Skip")
    assert "Start" in page.text
    assert service_of(app).clock(table_of(bank).id) is None


def test_neither_once_a_bag_is_booked(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 1)
    page = changing(bank)
    assert "Give the badge" not in page.text
    assert "Skip" not in page.text.replace("Skip to the content", "")
    bank.send(
        "POST",
        f"/g/{table_of(bank).id}/skips",
        [("csrf_token", bank.token), ("action_id", "a" * 22), ("skip", "0")],
    )
    assert table_of(bank).seq == 2


def test_a_player_comes_back_as_the_table_says(bank: Phone) -> None:
    bank.follow("Menu")
    bank.press("Leaves", {"leaver": 3, "gone": 1})
    changing(bank)
    page = bank.press("Is back", {"turns-3": 3, "gold-3": 40})
    assert (page.status, list(page.refusals)) == (422, ["turns-3"])
    page = bank.press("Is back", {"turns-3": 1, "gold-3": 40})
    assert "Dov is back, with 40 gold." in page.text
    assert (table_of(bank).game.gold(3), table_of(bank).game.rounds) == (40, 7)
    assert "the purses hold" not in page.text


def test_t3_who_comes_back_is_proposed_the_turns_that_the_others_have(bank: Phone) -> None:
    """Ann had hers before she left, so nobody is Sheriff once more than planned; Dov had none."""
    bank.follow("Menu")
    bank.press("Change", {"rounds": 4})
    for merchant in ("Bo", "Cleo", "Dov"):
        passes(bank, merchant, "apples", 1)
    bank.press("Badge to Bo")
    for leaver in (0, 3):
        bank.follow("Menu")
        bank.press("Leaves", {"leaver": leaver, "gone": 1})
        changing(bank)
        proposed = dict(bank.page.form("Is back")[0].fields)[f"turns-{leaver}"]
        assert proposed == ("" if leaver == 0 else "1")
        bank.press("Is back")
        assert table_of(bank).game.rounds == 4
        bank.open(f"/g/{bank.page.game}")


def test_where_nothing_can_be_changed_the_page_says_so(bank: Phone) -> None:
    end(bank)
    bank.press(buttons.RESULT)
    bank.open(f"/g/{table_of(bank).id}/changes")
    assert "Nothing can be changed" in bank.page.text


CROWNED = {
    0: {"apples": 3, "chickens": 1},
    1: {"apples": 5, "face_down": 1},
    2: {"cheese": 2},
    3: {"cheese": 2},
}


def test_crowns_say_who_leads_each_good_and_for_how_much(app: Flask) -> None:
    bank = later_table(app, stands=CROWNED, expansions=["crowns"]).phone()
    text = " ".join(bank.page.text.split())
    assert "3 apples Queen of Apples, 10" in text
    assert "5 apples King of Apples, 20" in text
    assert text.count("2 cheese King of Cheese, 12") == 2
    assert "King of Chickens, 10" in text


def test_a_royal_good_alone_bears_a_crown(app: Flask) -> None:
    bank = later_table(app, expansions=["crowns"]).phone()
    service_of(app).play(table_of(bank).id, RevealContraband(1, Goods({"rye_bread": 1})), "a" * 22)
    page = bank.open(f"/g/{table_of(bank).id}")
    assert "0 bread King of Bread, 15" in " ".join(page.text.split())


def test_without_crowns_a_board_says_nothing_of_them(app: Flask) -> None:
    """Not until they are switched on, by whoever may; the log says so."""
    bank = later_table(app, stands=CROWNED).phone()
    board = bank.page.html
    assert "King of" not in board
    assert "#crown" not in board
    changing(bank)
    page = bank.press(buttons.CHANGE_OPTIONS, {"crowns": 1})
    assert "Options from now on: Royal goods, Crowns on the board" in page.text
    assert "King of Apples, 20" in bank.open(f"/g/{table_of(bank).id}").text
    changing(bank)
    bank.press(buttons.CHANGE_OPTIONS, {"crowns": ""})
    assert "King of" not in bank.open(f"/g/{table_of(bank).id}").text
