"""Whose turn it is and the ambushes that lie, as the board shows them to a table that follows them."""

import pytest
from flask import Flask

from companion.rules.nottingham.missions import Fulfilled
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, makes_bank, records, seated
from tests.web.stored import table_of
from tests.web.test_nottingham import delivers, menu, opened, to_home


@pytest.fixture
def table(phone: Phone) -> Phone:
    """The bank of four, whose first turn is Bo's."""
    opened(phone)
    phone.follow("Whose turn is it?")
    phone.press("Bo")
    return phone


def board(phone: Phone) -> Page:
    return phone.open(f"/g/{phone.page.game}")


def test_nobody_is_asked_to_follow_the_turns(phone: Phone) -> None:
    assert "’s turn" not in opened(phone).page.text


def test_n8_the_turn_goes_on_with_a_tap_and_with_a_delivery(table: Phone) -> None:
    assert "Bo ’s turn" in table.page.text
    assert "Cleo ’s turn" in table.press("Now Cleo").text
    delivers(table, 2, "pearls")
    assert "Dov ’s turn" in board(table).text
    assert "Cleo ’s turn" in table.press(buttons.TAKE_BACK).text


def test_n12_an_ambush_that_meets_a_delivery_lies_no_more_unless_that_is_taken_back(table: Phone) -> None:
    _form, more = table.page.form("+1 ambush: Bo")
    assert more.text == "+1 ambush"
    page = table.press("+1 ambush: Bo")
    assert "Bo to play 1 ambush 0 loot cards" in page.text
    assert "Bo ’s turn" in page.text
    delivers(table, 2, "chest", {"cards": 4, "ambush-1": 1})
    assert "ambush 0 loot" not in board(table).text
    assert "1 ambush 0 loot" in table.press(buttons.TAKE_BACK).text


def test_ambushes_are_put_right_on_their_page(table: Phone) -> None:
    table.follow("’s turn")
    for _each in range(2):
        table.press("One ambush more of Dov")
    table.press("One ambush more of Bo")
    assert "Dov 2 ambushes" in board(table).text
    table.follow("’s turn")
    assert "1 ambush" not in table.press("One ambush less of Bo").text


def test_whoever_followed_the_turns_may_stop(table: Phone) -> None:
    table.follow("’s turn")
    assert "’s turn" not in table.press("Follow the turns no more").text


def test_n10_more_ambushes_than_the_box_has_are_refused(table: Phone) -> None:
    game = table.page.game
    page = table.open(f"/g/{game}/nottingham/turns")
    for more in ("14", "-1", "0", "x", ""):
        form, _button = page.form("One ambush more of Dov")
        page = table.send("POST", f"/g/{game}/nottingham/ambushes/3", [*form.fields, ("more", more)])
        assert (page.status, bool(page.refusals)) == (422, True)


def test_two_phones_that_lay_an_ambush_at_once_lay_two(app: Flask, table: Phone) -> None:
    """Both show that none lies."""
    records(table, "own")
    cleo = seated(app, table, "Cleo")
    board(table)
    cleo.open(f"/g/{table.page.game}/nottingham/turns")
    cleo.press("One ambush more of Bo")
    assert "Bo to play 2 ambushes" in table.press("+1 ambush: Bo").text


def test_two_phones_that_take_an_ambush_away_at_once_take_one(app: Flask, table: Phone) -> None:
    records(table, "own")
    cleo, at = seated(app, table, "Cleo"), f"/g/{table.page.game}/nottingham/turns"
    board(table)
    table.press("+1 ambush: Bo")
    cleo.open(at)
    table.open(at)
    cleo.press("One ambush less of Bo")
    assert "No ambush of Bo lies there." in table.press("One ambush less of Bo").text


def test_anybody_at_the_table_says_whose_turn_it_is_and_whoever_looks_on_sees_it(
    app: Flask, table: Phone
) -> None:
    records(table, "own")
    cleo, looker = seated(app, table, "Cleo"), comes_in(app, table, "Just watch")
    board(cleo)
    cleo.press("Now Cleo")
    assert "Cleo ’s turn" in board(looker).text
    assert not board(looker).forms


def test_a_player_s_own_phone_says_that_it_is_their_turn(app: Flask, table: Phone) -> None:
    bo, looker = seated(app, table, "Bo"), comes_in(app, table, "Just watch")
    assert "Your turn!" in board(bo).text
    assert [phone for phone in (table, looker) if "Your turn!" in board(phone).text] == []
    board(table)
    table.press("Now Cleo")
    assert "Cleo ’s turn" in board(bo).text


def test_n18_whoever_looks_on_sees_nobody_to_play_while_the_table_is_asked_whether_it_is_over(
    app: Flask, table: Phone
) -> None:
    looker = comes_in(app, table, "Table view")
    menu(table)
    table.press(buttons.CHANGE_OPTIONS, {"spaces": 10})
    to_home(table)
    page = board(looker)
    assert "Is the Sheriff home, and the game over?" in page.text
    assert "Bo ’s turn" not in page.text
    assert "to play" not in page.text


def test_n20_who_comes_back_takes_the_turn_from_nobody_and_their_ambushes_lie_again(
    table: Phone,
) -> None:
    table.press("+1 ambush: Bo")
    menu(table)
    table.press("Goes home", {"leaver": 1})
    page = board(table)
    assert "Cleo ’s turn" in page.text
    assert "Bo has left 0 loot" in page.text
    assert "Bo" not in [button.text for form in table.follow("’s turn").forms for button in form.buttons]
    menu(table)
    table.press("Is back")
    page = board(table)
    assert "Cleo ’s turn" in page.text
    assert "Bo 1 ambush" in page.text
    table.follow("’s turn")
    assert "Bo ’s turn" in table.press("Bo").text


def test_a_turn_is_told_to_the_others_as_what_is_new_and_no_older_entry_is(app: Flask, table: Phone) -> None:
    cleo = seated(app, table, "Cleo")
    at = board(cleo).found(r'data-mark="([^"]+)"')
    table.press("Now Cleo")
    news = cleo.send("GET", f"/g/{cleo.page.game}/live?since=0&mark={at}&on=sheet&at=delivery").text
    assert "Latest: Your turn!" in news
    assert "The table opens" not in news


def test_a_phone_records_for_whose_turn_it_is_wherever_it_may(app: Flask, table: Phone) -> None:
    """Ann has the bank, Bo no phone, and Cleo's is awake; Cleo's may record for Cleo alone."""
    records(table, "everybody")
    cleo, ann = seated(app, table, "Cleo"), seated(app, table, "Ann")
    makes_bank(table, 0)
    records(ann, "own")

    def chosen(phone: Phone) -> str:
        board(phone)
        phone.follow("Delivery")
        return dict(phone.page.form(buttons.RECORD)[0].fields).get("seat", "nobody")

    assert (chosen(ann), chosen(cleo)) == ("1", "2")
    board(ann)
    ann.press("Now Cleo")
    assert (chosen(ann), chosen(cleo)) == ("2", "2")


def test_a_phone_without_a_player_records_for_whose_turn_it_is_though_they_have_a_phone(
    app: Flask, table: Phone
) -> None:
    records(table, "everybody")
    seated(app, table, "Bo")
    board(table)
    page = table.follow("Delivery")
    assert dict(page.form(buttons.RECORD)[0].fields)["seat"] == "1"
    assert "Choose an object or a mission." in page.text


def test_a_delivery_of_another_than_whose_turn_it_is_says_so(table: Phone) -> None:
    game = table.page.game
    told = table.open(f"/g/{game}/nottingham/delivery?seat=2&what=pearls").text
    assert "Bo ’s turn Cleo keeps 1 pearl" in told
    assert "’s turn" not in table.open(f"/g/{game}/nottingham/delivery?seat=1&what=pearls").text


def test_the_table_view_shows_the_latest_deliveries_and_a_watching_phone_its_line(
    app: Flask, table: Phone
) -> None:
    stage, looker = comes_in(app, table, "Table view"), comes_in(app, table, "Just watch")
    assert "they happen" in board(stage).text
    for seat, good in ((1, "pearls"), (2, "chest")):
        delivers(table, seat, good)
    page = board(stage)
    assert "Deliveries Cleo delivers 3 chests and keeps one, 13. Bo delivers 3 pearls" in page.text
    assert page.text.count("Cleo delivers 3 chests") == 1
    assert "they happen" not in page.text
    assert "Bo delivers 3 pearls" not in board(looker).text


def test_n14_the_table_view_s_missions_are_worth_what_a_correction_left(app: Flask, table: Phone) -> None:
    stage, game = comes_in(app, table, "Table view"), table.page.game
    delivers(table, 1, "three_pairs", {"alone-three_pairs": 35, "shared-three_pairs": 28})
    delivers(table, 2, "three_pairs")
    first = next(line.seq for line in table_of(table).standing if isinstance(line.event, Fulfilled))
    table.open(f"/g/{game}/nottingham/corrections/{first}")
    table.press(buttons.RECORD_CORRECTION, {"alone-three_pairs": 34, "shared-three_pairs": 25})
    assert "as well, Three pairs: 25 each. Bo fulfils a mission, Three pairs: 34." in board(stage).text
    table.open(f"/g/{game}/nottingham/corrections/{first}")
    table.press(buttons.RECORD_CORRECTION, {"never": "1"})
    assert "Deliveries Cleo fulfils a mission, Three pairs: 34." in board(stage).text


def test_what_was_said_on_the_board_is_taken_back_before_an_entry(table: Phone) -> None:
    """A player who lays one ambush too many loses no delivery of another."""
    delivers(table, 1, "pearls")
    board(table)
    for button in ("+1 ambush: Cleo", "+1 ambush: Cleo", "Now Dov"):
        table.press(button)
    assert "Dov ’s turn Take back" in table.page.text
    assert "Cleo to play 2 ambushes" in table.press("Take back").text
    assert "+1 ambush: Cleo Take back" in table.page.text
    assert "Cleo to play 1 ambush" in table.press("Take back").text
    assert "Cleo to play 0 loot" in table.press("Take back").text
    assert "Bo 1 loot card" in table.page.text
    assert "Bo 0 loot cards" in table.press("Take back").text


def test_what_was_said_is_taken_back_beside_it_only_until_anything_else_happens(
    app: Flask, table: Phone
) -> None:
    records(table, "own")
    cleo = seated(app, table, "Cleo")
    board(table)
    table.press("+1 ambush: Bo")
    at = table.page.path
    for odd in ("l6", "t7", "x1", "l", "l1l"):
        assert "+1 ambush: Bo Take back" not in table.open(at.replace("said=l1", f"said={odd}")).text
    assert "+1 ambush: Bo Take back" in table.open(at).text
    board(cleo)
    cleo.press("Now Cleo")
    assert "+1 ambush: Bo Take back" not in table.open(at).text


def test_a_phone_of_its_own_lays_its_own_player_s_ambush(app: Flask, table: Phone) -> None:
    records(table, "own")
    cleo = seated(app, table, "Cleo")
    board(cleo)
    assert "Cleo you 1 ambush" in cleo.press("+1 ambush: Cleo").text
    assert "+1 ambush: Bo" in str(board(table).form("+1 ambush: Bo")[1])
