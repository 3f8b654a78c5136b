"""Nottingham on several phones: each records the own, is spoken to, and hears of the others."""

import pytest
from flask import Flask

from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.way import EndGame
from companion.rules.rights import Recording
from tests.tables import MIDDLE, loot_table
from tests.web import buttons, loot
from tests.web.phone import Fields, Page, Phone
from tests.web.race import overtaken
from tests.web.seated import comes_in, records, seated
from tests.web.stored import membership_of
from tests.web.test_nottingham import NUMBERS, WAY, delivers, menu, opened


@pytest.fixture
def table(phone: Phone) -> Phone:
    """The bank of four, with the board on it."""
    return opened(phone)


def test_n14_what_one_phone_knows_of_a_mission_is_on_no_board_that_several_see(
    app: Flask, table: Phone
) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    opened(table)
    alone = "nobody has it; the first gets 17"
    assert alone in table.page.text
    seated(app, table, "Bo")
    assert alone not in table.open(f"/g/{table.page.game}").text


def test_n17_two_who_tap_at_once_move_the_sheriff_once(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(table, "everybody")
    bo = seated(app, table, "Bo")
    menu(table)
    menu(bo)
    overtaken(app, monkeypatch, lambda: bo.press("From space 0 to 1"))
    page = table.press("From space 0 to 1")
    assert page.status == 422
    assert "The Sheriff has already moved on." in page.text
    assert "Space 1 of 22" in page.title


def test_n11_two_who_record_one_delivery_move_the_sheriff_once(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(table, "everybody")
    bo, game = seated(app, table, "Bo"), table.page.game
    for phone in (table, bo):
        phone.open(f"/g/{game}/nottingham/delivery?seat=1")
    overtaken(app, monkeypatch, lambda: bo.press(buttons.RECORD, {"what": "pearls"}))
    page = table.press(buttons.RECORD, {"what": "pearls"})
    assert page.status == 422
    assert "Recorded a moment ago: Bo delivers 3 pearls" in page.text
    assert "Space 1 of 22" in bo.open(f"/g/{game}").title
    assert "Space 2 of 22" in table.press(buttons.RECORD).title


def test_n14_numbers_that_another_phone_typed_first_are_what_the_button_records(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, game = seated(app, table, "Bo"), table.page.game
    for seat, phone in enumerate((table, bo)):
        phone.open(f"/g/{game}/nottingham/delivery?seat={seat}")
    typed: Fields = {"what": "three_pairs", "alone-three_pairs": 16, "shared-three_pairs": 9}
    overtaken(app, monkeypatch, lambda: bo.press(buttons.RECORD, {"what": "three_pairs", **NUMBERS}))
    page = table.press(buttons.RECORD, typed)
    assert page.status == 422
    assert "#alone-three_pairs" not in page.html  # its field is gone
    button = page.form(buttons.RECORD)[1]
    assert "out" not in button.get("class").split()
    assert "Ann takes the second card of Three pairs: now 12 each" in page.text
    assert "Space 2 of 22" in table.press(buttons.RECORD).title


def test_n15_two_who_deliver_at_once_leave_both_spaces_to_be_read(app: Flask, table: Phone) -> None:
    bo, game = seated(app, table, "Bo"), table.page.game
    delivers(table, 0, "pearls")
    said = "Spaces 1, then 2: at each, whoever holds at most its number draws a card"
    assert said in delivers(bo, 1, "chest").text
    assert said in table.open(f"/g/{game}").text
    menu(table)
    table.press(buttons.CHANGE_OPTIONS, {"printed": WAY})
    delivers(table, 0, "jewels")
    assert "at most 4 draws a card; then space 4: at most 3" not in table.page.text
    page = delivers(bo, 1, "gold")
    told = "Space 3: whoever holds at most 5 draws a card; then space 4: at most 2"
    assert told in page.text
    assert "Sheriff to space 1: whoever" in table.open(f"/g/{game}/nottingham/log/2").text
    assert "Sheriff to" not in bo.press(buttons.TAKE_BACK).text


def test_who_corrects_what_was_corrected_meanwhile_is_told(app: Flask, table: Phone) -> None:
    delivers(table, 0, "pearls")
    other, game = seated(app, table, "Ann"), table.page.game
    for phone in (table, other):
        phone.open(f"/g/{game}/nottingham/corrections/2")
    table.press(buttons.RECORD_CORRECTION, {"what": "jewels"})
    page = other.press(buttons.RECORD_CORRECTION, {"what": "chest"})
    assert "This entry was corrected in the meantime" in page.text
    assert "keeps one, 13" in other.press(buttons.RECORD_CORRECTION, {"what": "chest"}).text


def test_each_phone_records_its_own(app: Flask, table: Phone) -> None:
    bo = seated(app, table, "Bo")
    seated(app, table, "Cleo")
    assert membership_of(app).look(table.page.game).recording is Recording.OWN
    assert "You keep 1 chest" in delivers(bo, 1, "chest").text
    page = delivers(bo, 1, "chest", {"seat": 0})
    assert page.status == 422
    assert "recorded by" not in table.open(f"/g/{table.page.game}").text
    delivers(table, 0, "gold")
    assert "Take back" not in bo.open(f"/g/{bo.page.game}").text


def test_an_own_phone_speaks_to_its_player(app: Flask, table: Phone) -> None:
    bo, game = seated(app, table, "Bo"), table.page.game
    page = bo.open(f"/g/{game}/nottingham/delivery?what=chest&ambush-2=1")
    assert (
        "You get the gold that lay in ambush and take 2 chests back, Cleo has the third; the Sheriff stays"
        in page.text
    )
    page = bo.press(buttons.RECORD)
    assert (
        "You get the gold that lay in ambush and take 2 chests back, Cleo has the third; the Sheriff stays"
        in page.text
    )
    assert (
        "Bo gets the gold that lay in ambush and takes 2 chests back, Cleo has the third"
        in table.open(f"/g/{game}").text
    )
    assert "You keep 1 pearl, 10 points; 2 to the discard pile" in delivers(bo, 1, "pearls").text
    page = delivers(bo, 1, "three_pairs", NUMBERS)
    assert "You take the card of Three pairs: 17 as long as nobody else fulfils it" in page.text
    assert "You take the second card" not in delivers(table, 0, "three_pairs").text


def test_an_own_phone_speaks_of_what_its_player_s_correction_changes(app: Flask, table: Phone) -> None:
    bo, game = seated(app, table, "Bo"), table.page.game
    delivers(bo, 1, "pearls")
    bo.open(f"/g/{game}/nottingham/corrections/2")
    page = bo.press(buttons.RECORD_CORRECTION, {"what": "chest"})
    assert "You give away: 1 pearl" in page.text
    assert "You get: 1 chest" in page.text


@pytest.mark.parametrize("place", ["Just watch", "Table view"])
def test_who_looks_on_has_nothing_to_tap_while_the_loot_is_checked(
    app: Flask, table: Phone, place: str
) -> None:
    watcher, game = comes_in(app, table, place), table.page.game
    menu(table)
    table.press(buttons.END)
    assert "Check the loot" in table.open(f"/g/{game}").text
    page = watcher.open(f"/g/{game}")
    assert "Check the loot" not in page.text
    assert "The loot is being checked" in page.text
    table.follow(buttons.CHECK_THE_LOOT)
    table.press(buttons.RESULT)
    assert ("share the victory" if place == "Table view" else "The result") in watcher.open(f"/g/{game}").text


def test_a_phone_that_records_no_delivery_says_why(app: Flask, table: Phone) -> None:
    game = f"/g/{table.page.game}"
    watcher, dov = comes_in(app, table, "Just watch"), seated(app, table, "Dov")
    assert "Deliveries this phone watches" in watcher.open(game).text
    menu(table)
    table.press("Goes home", {"leaver": 3})
    records(table, "bank")
    assert "Deliveries you have left the game; the bank can bring you back" in dov.open(game).text
    assert "Deliveries the bank records them" in seated(app, table, "Bo").open(game).text


def test_n20_who_went_home_comes_back_on_the_own_phone(app: Flask, table: Phone) -> None:
    """The bank may have sent home whom it did not mean."""
    game, dov, bo = f"/g/{table.page.game}", seated(app, table, "Dov"), seated(app, table, "Bo")
    menu(table)
    table.press("Goes home", {"leaver": 3})
    assert "Dov you have left" in dov.open(game).text
    assert "Is back" not in bo.open(f"{game}/nottingham/menu").text
    page = dov.press("Play on")
    assert page.path.partition("?")[0] == game
    assert "Dov you" in page.text
    assert "Delivery" in page.text


def test_another_phone_hears_of_a_delivery(app: Flask, table: Phone) -> None:
    bo = seated(app, table, "Bo")
    delivers(table, 0, "pearls")
    assert "recorded by" in bo.open(f"/g/{bo.page.game}").text
    page = bo.send("GET", f"/g/{bo.page.game}/live?on=board&since=0")
    assert "Sheriff to space 1" in page.text
    page = bo.send("GET", f"/g/{bo.page.game}/live?on=sheet&at=nottingham/delivery&since=0")
    assert "Latest: Sheriff to space 1" in page.text
    assert "draws a card. Ann delivers 3 pearls" in page.text
    menu(table)
    table.press(buttons.END)
    page = bo.send("GET", f"/g/{bo.page.game}/live?on=sheet&at=nottingham/delivery&since=0")
    assert "Continue" in page.text


def result_of(bank: Phone) -> str:
    """From the board of a bank to the result; what its page knows of the table."""
    menu(bank)
    bank.press(buttons.END)
    bank.follow(buttons.CHECK_THE_LOOT)
    bank.press(buttons.RESULT)
    return bank.page.found(r'data-mark="([^"]+)"')


def test_a_phone_with_a_result_that_no_longer_stands_goes_to_what_does(app: Flask, table: Phone) -> None:
    bo, game = seated(app, table, "Bo"), table.page.game
    asks = f"/g/{game}/live?on=sheet&at=nottingham/result&since=0&mark={result_of(table)}"
    assert "data-elsewhere" not in bo.send("GET", asks).html
    table.press(buttons.TAKE_RESULT_BACK)
    assert f'data-elsewhere="/g/{game}"' in bo.send("GET", asks).html
    table.press(buttons.RESULT)
    assert f'data-elsewhere="/g/{game}/nottingham/result"' in bo.send("GET", asks).html


def closed_with(app: Flask, table: Phone) -> tuple[Phone, str]:
    """The table view of a game whose result stands, and that game."""
    television, game = comes_in(app, table, "Table view"), table.page.game
    menu(table)
    table.press(buttons.END)
    table.follow(buttons.CHECK_THE_LOOT)
    table.press(buttons.RESULT)
    table.follow(buttons.SHOW_IT_HERE_NOW)
    return television, game


def steps(page: Page) -> list[list[int]]:
    """What everybody's sum is after each step of the race."""
    sums = (one["data-sums"] for one in page.root.elements("b") if one.get("data-sums"))
    return [[int(number) for number in each.split()] for each in sums]


def test_n19_the_table_view_runs_the_count_as_a_race_and_turns_the_loot_player_by_player(
    app: Flask, table: Phone
) -> None:
    """Missions, which all saw, come first."""
    delivers(table, 0, "three_pairs", NUMBERS)
    delivers(table, 0, "chest")
    delivers(table, 2, "pearls")
    television, game = closed_with(app, table)
    page = television.open(f"/g/{game}")
    assert steps(page) == [[17, 30, 30, 30, 30], [0] * 5, [0, 0, 0, 10, 10], [0] * 5]
    assert "Ann wins. 30 Three pairs Ann 17" in page.text


def test_n21_the_table_view_tells_what_decided_the_highest_tie(app: Flask) -> None:
    """Ann wins; Bo and Cleo have as much, of which Cleo has more loot."""
    deliveries = (Deliver(seat, good, 3) for seat, good in ((0, "chest"), (2, "pearls")) * 2)
    mission = Fulfil(1, "three_pairs", Numbers(20, 12))
    page = loot_table(app).plays(*deliveries, mission, EndGame(), CloseCount()).phone(MIDDLE).page
    assert "Bo and Cleo have 20 each. Most loot cards decide: Bo 0 and Cleo 2." in page.text


def test_n18_the_table_view_shows_what_the_game_waits_for_above_the_deliveries(app: Flask) -> None:
    there = loot_table(app).plays(loot.CHEST, EndGame())
    page = there.phone(MIDDLE).page
    assert "The loot is being checked" in page.text
    assert "Deliveries Ann delivers 3 chests" in page.text


def test_n19_loot_that_all_saw_is_counted_in_one_step(app: Flask, table: Phone) -> None:
    menu(table)
    table.press(buttons.CHANGE_OPTIONS, {"open_sums": 1})
    delivers(table, 0, "chest")
    delivers(table, 2, "pearls")
    television, game = closed_with(app, table)
    assert steps(television.open(f"/g/{game}")) == [[13], [0], [10], [0]]


def test_a_phone_does_not_tell_how_the_race_ends(app: Flask, table: Phone) -> None:
    bo, television = seated(app, table, "Bo"), comes_in(app, table, "Table view")
    delivers(table, 0, "chest")
    menu(table)
    table.press(buttons.END)
    table.follow(buttons.CHECK_THE_LOOT)
    waiting, game = table.press(buttons.RESULT), table.page.game
    assert "Look at the table view" in waiting.text
    assert int(waiting.answer.headers["Refresh"])
    board = bo.open(f"/g/{game}")
    assert "Look at the table view" in board.text
    assert "sum" not in board.text
    assert "Ann wins" not in bo.send("GET", f"/g/{game}/live?on=sheet&at=nottingham/log&since=0&mark=1").text
    assert "Ann wins" in television.open(f"/g/{game}").text


def test_the_table_view_of_a_result_offers_nothing_to_tap(app: Flask, table: Phone) -> None:
    television, game = closed_with(app, table)
    page = television.open(f"/g/{game}/nottingham/result")
    assert "Ann" in page.text
    assert not page.forms
    assert "Log" not in page.text
    assert "Log" in table.page.text


def test_the_table_view_of_a_result_shows_the_missions(app: Flask, table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    television, game = closed_with(app, table)
    assert "Missions Three pairs Ann 17" in television.open(f"/g/{game}/nottingham/result").text


def test_whoever_checked_their_loot_on_another_phone_than_the_banks_has_a_way_on(
    app: Flask, table: Phone
) -> None:
    bo = seated(app, table, "Bo")
    menu(table)
    table.press(buttons.END)
    bo.open(f"/g/{table.page.game}/nottingham/check")
    board = bo.follow("All is as booked")
    assert "Nothing more is asked of you The bank’s phone closes the count." in board.text
    assert "Check the loot" not in board.text
    assert bo.follow("Nothing more is asked of you").path == f"/g/{table.page.game}/nottingham/check"


def test_the_table_view_goes_on_to_the_rematch_by_itself(app: Flask, table: Phone) -> None:
    television, game = closed_with(app, table)
    bo = seated(app, table, "Bo")
    table.press(buttons.REMATCH)
    new = table.press(buttons.OPEN_TABLE).game
    news = f"/g/{game}/live?on=sheet&at=nottingham/result&since=0"
    assert f'data-elsewhere="/g/{new}"' in television.send("GET", news).html
    assert f'data-elsewhere="/g/{new}"' not in bo.send("GET", news).html
    assert "To the rematch" in television.open(f"/g/{game}/nottingham/result").text


def test_n14_in_a_rematch_all_boards_know_what_its_cards_printed(app: Flask, table: Phone) -> None:
    bo = seated(app, table, "Bo")
    delivers(table, 0, "three_pairs", NUMBERS)
    television, _game = closed_with(app, table)
    table.press(buttons.REMATCH)
    game = table.press(buttons.OPEN_TABLE).game
    for phone in (table, bo, television):
        assert "nobody has it; the first gets 17" in phone.open(f"/g/{game}").text


def test_a_table_view_does_not_ask_anybody_for_an_address(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bank's phone does, where somebody can act on it."""
    stage, game = comes_in(app, table, "Table view"), table.page.game
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", [])
    page = stage.open(f"/g/{game}")
    assert "move-code" in page.html
    assert "no link to scan" not in page.text
    assert "no link to scan" in table.open(f"/g/{game}/phones").text


def test_once_anything_is_recorded_a_table_view_shows_the_code_alone_and_what_it_is(
    app: Flask, table: Phone
) -> None:
    stage = comes_in(app, table, "Table view")
    board = f"/g/{table.page.game}"
    assert "Scan it" in stage.open(board).text
    delivers(table, 1, "pearls")
    assert "Scan it" not in stage.open(board).text
    assert "The door is open. Code:" in stage.page.text
