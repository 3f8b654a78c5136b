"""Opening a table, who comes and goes, taking back and correcting, by the pages' own forms."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from companion.rules.kinds import TakeBack
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.payments import Pay
from companion.service import Clock
from companion.web.here import NEWS_FOR
from companion.web.token import COOKIE, token_hash
from tests.rules.given import passing
from tests.tables import table
from tests.web import buttons
from tests.web.evening import at_table, badge, end, holds, passes, stands, undone
from tests.web.phone import Fields, Page, Phone, filled
from tests.web.seated import comes_in, records, seated
from tests.web.stored import membership_of, service_of, table_of

SILK = edition("first").good("silk").penalty


def test_a_new_table_begins_with_50_gold_each(phone: Phone) -> None:
    """T1, T2, T3: four players, eight rounds, Ann was chosen."""
    phone.open("/")
    phone.follow("New table")
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov"))}
    phone.press(buttons.OPEN_TABLE, {**names, "first_sheriff": 0})
    assert phone.page.title == "Round 1 of 8"
    holds(phone, Ann=50, Bo=50, Cleo=50, Dov=50)
    assert "Bo ’s bag" in phone.page.text


def test_t3_no_more_rounds_are_named_than_there_can_be(bank: Phone) -> None:
    """Twice the book's number is the most; once there are as many, only fewer can be chosen."""
    page = bank.follow("Menu")
    assert "Fewer rounds, or more" in page.text
    assert "The book plays 8 rounds with 4 players: each is Sheriff 2×." in page.text
    assert "Here the game can end after round 1 at the earliest, and last 16 rounds at most." in page.text
    bank.press("Change", {"rounds": 16})
    assert "Fewer rounds" in bank.follow("Menu").text
    assert "or more" not in bank.page.text
    bank.press("Change", {"rounds": 3})
    assert "Fewer rounds, or more" in bank.follow("Menu").text


def test_a_drawn_sheriff_is_the_same_when_the_form_comes_twice(phone: Phone) -> None:
    phone.open("/new")
    form, pressed = phone.page.form(buttons.OPEN_TABLE)
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov", "Eve"))}
    first = phone.submit(form, names, pressed)
    assert phone.submit(form, names, pressed).path == first.path
    assert "is drawn as Sheriff" in phone.open(f"{first.path}/log").text


@pytest.mark.parametrize("button", ["Seat 2 one up", "Seat 1 one down"])
def test_lines_of_a_new_table_move_up_and_down(phone: Phone, button: str) -> None:
    phone.open("/new")
    page = phone.press(button, {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo", "first_sheriff": 1})
    sent = dict(page.forms[0].fields)
    assert (sent["name-0"], sent["name-1"], sent["name-2"], sent["first_sheriff"]) == (
        "Bo",
        "Ann",
        "Cleo",
        "0",
    )


NAMES = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}


def test_what_is_typed_of_a_running_game_counts(phone: Phone) -> None:
    """There is no switch to say it a second time."""
    phone.open("/new")
    typed = {
        "round": 4,
        "purse-0": 12,
        "purse-1": 0,
        "purse-2": 71,
        "stand-0-apples": 3,
        "stand-2-face_down": 2,
    }
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, "first_sheriff": 0, **typed})
    assert page.title == "Round 4 of 9"
    holds(phone, Ann=12, Bo=0, Cleo=71)
    assert stands(phone.page)["Cleo"] == {"face_down": 2}


@pytest.mark.parametrize("typed", [{"round": 4}, {"stand-0-apples": 3}, {"purse-0": 0}], ids=str)
def test_of_a_running_game_everybodys_gold_is_asked(phone: Phone, typed: Fields) -> None:
    phone.open("/new")
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, **typed})
    assert page.status == 422
    assert page.beside("purse-1")
    assert dict(page.forms[0].fields).items() >= {name: str(value) for name, value in typed.items()}.items()


def test_whose_gold_is_asked_of_a_running_game_is_said(phone: Phone) -> None:
    phone.open("/new")
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, "purse-0": 12})
    assert page.beside("purse-1") == "How much gold does Bo have?"
    assert page.refusals == {
        "purse-1": "How much gold does Bo have?",
        "purse-2": "How much gold does Cleo have?",
    }
    assert "50 gold each from the bank" not in page.text
    assert "with what is typed above" in page.text
    assert "the Sheriff chosen above is the current one" in page.text
    page = phone.press(buttons.OPEN_TABLE, {"purse-1": "x"})
    assert page.beside("purse-1").startswith("Bo : a whole number")


def test_all_that_is_wrong_with_a_new_table_is_said_at_once(phone: Phone) -> None:
    """Each line names its field: a list has no fields beside it."""
    phone.open("/new")
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, "rounds": 11, "charge-0": "bell", "charge-1": "bell"})
    assert page.refusals == {
        "rounds": "Rounds in all: a whole number from 1 to 10, in digits.",
        "charge-1": "Every player needs a shield of their own.",
    }


def test_gold_of_a_line_without_a_name_is_not_lost(phone: Phone) -> None:
    phone.open("/new")
    gold = {f"purse-{seat}": 40 for seat in range(4)}
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, **gold})
    assert page.status == 422
    assert page.beside("name-3")


def test_gold_of_a_table_that_keeps_its_coins_is_refused_and_not_dropped(phone: Phone) -> None:
    """T7."""
    phone.open("/new")
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, "coins_on_table": 1, "stand-0-apples": 1, "purse-1": 40})
    assert page.status == 422
    assert page.beside("purse-1")
    assert phone.press(buttons.OPEN_TABLE, {"purse-1": "", "first_sheriff": 1}).title == "Round 1 of 9"
    assert stands(phone.page)["Ann"] == {"apples": 1}


def test_t2_nobody_draws_lots_for_a_round_that_is_played_already(phone: Phone) -> None:
    """Today's Sheriff sits there with the badge: the table says who."""
    phone.open("/new")
    typed = {"round": 4, "stand-0-apples": 3, **{f"purse-{seat}": 40 for seat in range(3)}}
    page = phone.press(buttons.OPEN_TABLE, {**NAMES, **typed})
    assert page.status == 422
    assert page.beside("first_sheriff") == "Who is Sheriff now? Lots are only drawn for a new game."
    assert dict(page.forms[0].fields).items() >= {name: str(value) for name, value in typed.items()}.items()
    assert "is drawn" not in phone.press(buttons.OPEN_TABLE, {"first_sheriff": 2}).text
    assert table_of(phone).game.sheriff == 2


def test_a_first_round_with_nothing_before_anybody_is_a_fresh_table(phone: Phone) -> None:
    phone.open("/new")
    phone.press(buttons.OPEN_TABLE, {**NAMES, "first_sheriff": 0, "round": 1, "stand-1-apples": 0})
    holds(phone, Ann=50, Bo=50, Cleo=50)


def folded(phone: Phone) -> set[str]:
    """The fields of the form that lie in a fold which is closed."""
    folds = [fold for fold in phone.page.root.elements("details") if not fold.has("open")]
    return {field["name"] for fold in folds for field in fold.elements("input")}


def test_what_was_chosen_last_time_is_in_sight(phone: Phone) -> None:
    """What the new table would have is seen before it is opened; the rest stays folded away."""
    phone.open("/new")
    rules = {"timer", "coins_on_table", "hand_of_seven", "ten_out", "rounds", "promo-feast_plate"}
    assert rules <= folded(phone)
    phone.press(buttons.OPEN_TABLE, {**NAMES, "hand_of_seven": 1, "promo-feast_plate": 1})
    page = phone.open("/new")
    assert {"hand_of_seven", "promo-feast_plate"} <= dict(page.forms[0].fields).keys()
    assert rules & folded(phone) == {"timer", "coins_on_table", "ten_out", "rounds"}
    assert {"promo-arcane_scrolls", "copies-arcane_scrolls"} <= folded(phone)
    page = phone.press(buttons.OPEN_TABLE, {"copies-feast_plate": "x", "rounds": 11})
    assert page.beside("copies-feast_plate").startswith("Feast Plate: a whole number")
    assert not {"rounds", "copies-feast_plate"} & folded(phone)
    page = phone.press(buttons.OPEN_TABLE, {"copies-feast_plate": 2, "rounds": 3, "hand_of_seven": ""})
    assert page.title == "Round 1 of 3"


def test_the_next_evening_of_the_same_people_is_filled_in(bank: Phone) -> None:
    bank.open("/")
    bank.follow("New table")
    assert dict(bank.page.forms[0].fields)["name-3"] == "Dov"
    assert bank.press(buttons.OPEN_TABLE).title == "Round 1 of 8"
    assert len([link for link in bank.open("/").root.elements("a") if "table-card" in link.get("class")]) == 2


def test_the_darkest_button_of_the_start_page_continues_the_newest_open_table(bank: Phone) -> None:
    def biggest(page: Page) -> list[str]:
        links = page.root.elements("a")
        return [one.text for one in links if one.get("class", "") in {"next", "table-card table-card-next"}]

    (table,) = biggest(bank.open("/"))
    assert table.startswith("Continue Ann")
    (new,) = biggest(Phone(bank.client.application).open("/"))
    assert new.startswith("New table")


def test_t3_a_new_table_says_how_many_rounds_the_book_plays(app: Flask) -> None:
    page = Phone(app).open("/new")
    assert "The book: 9 rounds with 3 players, 8 with 4, 10 with 5, 9 with 6." in page.text
    assert "Empty plays by the book; a smaller number makes a shorter evening." in page.text


def test_who_sits_out_may_still_come_with_a_bag(bank: Phone) -> None:
    bank.follow("Menu")
    bank.press("Sits out", {"seat": 2})
    assert "sits out" in bank.page.text
    bank.follow("Menu")
    bank.follow("Cleo is back")
    bank.press(buttons.PASSES, {"good": "apples", "number": 1})
    assert stands(bank.page)["Cleo"] == {"apples": 1}


def test_the_phone_of_who_left_says_you_before_it(app: Flask, bank: Phone) -> None:
    """“Dov has left you” is another story."""
    dov = seated(app, bank, "Dov")
    bank.open(f"/g/{bank.page.game}")
    bank.follow("Menu")
    bank.press("Leaves", {"leaver": 3})
    assert "Dov you have left nothing on the stand" in dov.open(f"/g/{bank.page.game}").text


@pytest.mark.parametrize("button, field", [("Leaves", "leaver"), ("Sits out", "seat")])
def test_nobody_goes_without_being_named(bank: Phone, button: str, field: str) -> None:
    """Being first in the list does not mean being chosen."""
    bank.follow("Menu")
    assert field not in dict(bank.page.form(button)[0].fields)
    page = bank.press(button)
    assert page.status == 422
    assert page.beside(field) == "Choose a player."
    assert table_of(bank).latest is None
    assert table_of(bank).game.here == (0, 1, 2, 3)


def test_a_long_log_leads_to_each_of_its_rounds(bank: Phone) -> None:
    for sheriff in ("Bo", "Cleo"):
        for merchant in table_of(bank).game.waiting:
            passes(bank, table_of(bank).game.seats[merchant].name, "apples", 1)
        bank.press(f"Badge to {sheriff}")
    page = bank.open(f"/g/{bank.page.game}/log")
    ways = [link["href"] for link in page.root.elements("a") if link["href"].startswith("#round-")]
    assert ways == ["#round-3", "#round-2", "#round-1"]
    assert all(f'id="{way[1:]}"' in page.html for way in ways)


def test_gold_that_came_or_went_is_said_until_it_is_put_right(bank: Phone) -> None:
    said = "The bank has paid out 5 gold: the purses hold 205."
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": "bank", "receiver": 1, "gold": 5})
    assert said in bank.page.text
    passes(bank, "Bo", "apples", 1)
    assert said in bank.page.text
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": "bank", "gold": 5})
    assert "the purses hold" not in bank.page.text


def test_gold_that_moves_under_laws_is_said_once_and_again_at_the_count(app: Flask) -> None:
    """It is no fault where laws move gold, and nobody has to read of it for the rest of the evening."""
    bank = at_table(app, 4, {"laws": 1})
    said = "The bank has paid out 5 gold: the purses hold 205."
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": "bank", "receiver": 1, "gold": 5})
    assert said in bank.page.text
    passes(bank, "Bo", "apples", 1)
    assert said not in bank.page.text
    end(bank)
    assert said in bank.page.text


def test_gold_that_came_with_a_player_or_went_with_one_is_not_the_banks(bank: Phone) -> None:
    """Only what the bank paid or got besides is said, whoever came late or went home."""
    bank.open(f"/g/{bank.page.game}/changes")
    bank.press("Joins", {"newcomer": "Eve", "after": 1})
    bank.open(f"/g/{bank.page.game}/menu")
    bank.press("Leaves", {"leaver": 3, "gone": 1})
    assert "the purses hold" not in bank.page.text
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": 0, "receiver": "bank", "gold": 7})
    assert "The bank has been paid 7 gold: the purses hold 193." in bank.page.text


def test_the_badge_waits_for_every_bag(bank: Phone) -> None:
    """I2: two tabs, one of which shows an old board."""
    for name in ("Bo", "Cleo", "Dov"):
        passes(bank, name, "apples", 1)
    old = bank.page
    badge(bank)
    form, pressed = old.form("Badge to")
    page = bank.submit(form, {}, pressed)
    assert page.title == "Round 2 of 8"
    fresh = [
        (name, "another-tab-another-id" if name == "action_id" else value) for name, value in form.fields
    ]
    older = [(name, value) for name, value in fresh if name != "round"]
    for fields in (fresh, older):
        assert bank.send("POST", form.element["action"], fields).status == 303
    assert table_of(bank).game.round == 2
    passes(bank, "Cleo", "apples", 1)
    refused = bank.send("POST", form.element["action"], fresh)
    assert refused.status == 422
    assert "The badge has already moved on." in refused.text
    refused = bank.send("POST", form.element["action"], older)
    assert refused.status == 422
    assert "Still to do before the badge moves on" in refused.text
    assert table_of(bank).game.round == 2


def test_after_a_take_back_the_hands_do_nothing(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 1)
    passes(bank, "Cleo", "apples", 2)
    bank.press(buttons.TAKE_BACK)
    assert "to Bo ’s stand" not in bank.page.text
    said = bank.page.root.with_id("said")
    assert said is not None
    assert said.text == "Taken back: Cleo ’s bag"


def test_every_board_says_what_was_taken_back_and_by_whom(app: Flask, bank: Phone) -> None:
    records(bank, "everybody")
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    passes(bank, "Bo", "apples", 1)
    passes(bank, "Cleo", "apples", 2)
    bo.open(f"/g/{bank.page.game}")
    bo.press(buttons.TAKE_BACK)
    for phone in (bank, bo, watcher):
        assert undone(phone) == "Bo took back: Cleo ’s bag"
    assert "Bo ’s bag passed: 1 apple." in bo.page.text  # what could be taken back next
    bank.press(buttons.TAKE_BACK)
    for phone in (bank, watcher):
        assert undone(phone) == "The bank took back: Bo ’s bag"
    assert undone(bo) == "The bank took back: Bo ’s bag 1 apple off your stand."
    log = bank.open(f"/g/{bank.page.game}/log").text
    assert "Bo took back: Cleo ’s bag" in log
    assert "The bank took back: Bo ’s bag" in log
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 1)
    for phone in (bank, bo, watcher):
        assert undone(phone) == ""


def test_what_was_taken_back_gives_way_to_what_is_said_next(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    bo.open(f"/g/{bank.page.game}/declarations/1")
    bo.press("Declare 3", {"good": "apples"})
    passes(bank, "Bo", "apples", 3)
    bank.press(buttons.TAKE_BACK)
    assert undone(bo) == "The bank took back: Bo ’s bag 3 apples off your stand."
    bo.open(f"/g/{bank.page.game}")
    bo.press("Let Ann decide again")
    for phone in (bank, bo):
        assert undone(phone) == ""


def test_what_was_taken_back_is_no_news_for_long(bank: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    passes(bank, "Bo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: Bo ’s bag"
    service = service_of(bank.client.application)
    later = service.now() + NEWS_FOR
    monkeypatch.setattr(service, "_now", lambda: later)
    assert undone(bank) == ""


def test_one_phone_says_what_was_taken_back_without_a_name(app: Flask, bank: Phone) -> None:
    """There it was nobody else; and two who share a phone are named both, where others have one."""
    passes(bank, "Bo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: Bo ’s bag"
    keeper, cookie = membership_of(app), bank.client.get_cookie(COOKIE, domain="table.lan")
    assert cookie is not None
    for seat in (0, 1):
        keeper.take_seat(bank.page.game, seat, token_hash(cookie.value))
    passes(bank, "Bo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: Bo ’s bag"
    seated(app, bank, "Cleo")
    passes(bank, "Bo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Ann and Bo took back: Bo ’s bag"


def test_whatever_is_taken_back_has_a_name(bank: Phone) -> None:
    """A correction and a result by what they are, anything else by its own sentence."""
    game = bank.page.game
    passes(bank, "Bo", "apples", 1)
    bank.follow("Log")
    bank.follow("Correct")
    bank.press(buttons.PASSES, {"number": 2})
    bank.open(f"/g/{game}")
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: the correction of Bo ’s bag"
    end(bank)
    bank.press(buttons.RESULT)
    service_of(bank.client.application).play(game, TakeBack(table_of(bank).seq), "back")
    assert undone(bank) == "Taken back: the result"
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: The game ends here."


def test_a_script_is_answered_with_the_board_that_others_are_sent_to(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 1)
    (form, _), path = bank.page.form(buttons.TAKE_BACK), f"/g/{bank.page.game}/take-backs"
    answer = bank.send("POST", path, filled(form, {}), {"HX-Request": "true"})
    address = answer.answer.headers["HX-Replace-Url"]
    assert (answer.status, address) == (200, f"/g/{bank.page.game}?booked=3")
    assert _lasting(answer.html) == _lasting(bank.open(address).html)
    said = answer.root.with_id("said")
    assert said is not None
    assert said.text == "Taken back: Bo ’s bag"
    assert bank.send("POST", path, filled(form, {}), {"HX-Request": "true"}).status == 200
    assert table_of(bank).seq == 3


def _lasting(html: str) -> str:
    """A page without what each of its forms has for itself."""
    return re.sub(r'name="(csrf_token|action_id)" value="[^"]+"', "", html)


def test_a_payment_is_corrected_by_its_own_form(bank: Phone) -> None:
    bank.follow("Menu")
    bank.follow(buttons.PAY_BY_HAND)
    bank.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5, "reason": "house", "note": "A bet"})
    holds(bank, Ann=45, Bo=55)
    bank.follow("Log")
    bank.follow("Correct")
    bank.press(
        buttons.RECORD_CORRECTION,
        {"gold": 9, "reason": "house", "note": "A bet", "correction": "It was nine"},
    )
    holds(bank, Ann=41, Bo=59)
    assert "( House rule: A bet ).” ( It was nine )" in bank.follow("Log").text


def test_the_table_as_it_was_can_be_looked_at_and_not_changed(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    passes(bank, "Cleo", "apples", 1)
    page = bank.open(f"/g/{bank.page.game}/log/2")
    assert stands(page)["Bo"] == {"apples": 2}
    assert stands(page)["Cleo"] == {}
    assert page.forms == []


def test_the_inspection_clock_starts_pauses_and_resets(app: Flask) -> None:
    """T7: three minutes for four players, who have been to market when it starts."""
    bank = at_table(app, fields={"timer": 1})
    assert "3:00" in bank.page.text
    assert "Deal the cards and go to market." in bank.page.text
    bank.press("Start")
    assert _timer(bank) == "running"
    assert "Inspection" in bank.page.text
    assert "market" not in bank.page.text.lower()
    bank.press("Pause")
    assert _timer(bank) == "paused"
    bank.press(buttons.RESET_THE_CLOCK)
    assert "3:00" in bank.page.text
    assert "Market and bags" in bank.page.text


def test_a_tap_for_the_clock_of_a_round_that_is_over_does_nothing(app: Flask) -> None:
    """T7: who sends it late has not seen the badge go on."""
    bank = at_table(app, fields={"timer": 1})
    for name in ("Bo", "Cleo"):
        passes(bank, name, "apples", 1)
    late = seated(app, bank, "Ann")
    late.open(f"/g/{bank.page.game}")
    passes(bank, "Dov", "apples", 1)
    badge(bank)
    late.press("+1")
    assert "3:00" in bank.open(f"/g/{bank.page.game}").text
    assert "Market and bags" in bank.page.text


@pytest.mark.parametrize("sheet", ["bags/1", "pay", "declarations/1", "offers/new", "corrections/2"])
def test_the_clock_is_in_sight_wherever_something_is_recorded(app: Flask, sheet: str) -> None:
    """T7: once it was started."""
    bank = at_table(app, fields={"timer": 1})
    passes(bank, "Cleo", "apples", 2)
    for is_started in (False, True):
        bank.open(f"/g/{bank.page.game}/{sheet}")
        clocks = [line for line in bank.page.root.elements("b") if line.get("data-timer")]
        assert bool(clocks) == is_started
        bank.open(f"/g/{bank.page.game}")
        bank.press("Start" if not is_started else "Pause")


def test_the_cards_of_a_game_that_runs_are_dealt(app: Flask) -> None:
    """T3: nothing is booked yet, in its fourth round."""
    page = at_table(app, fields={"round": 4, **{f"purse-{seat}": 50 for seat in range(4)}}).page
    assert "Nothing recorded yet." in page.text
    assert "Market and bags" in page.text
    assert "Deal the cards" not in page.text


def evening_of(page: Page) -> list[str]:
    """The bags before the last entry, as a board tells them."""
    lists = [one for one in page.root.elements("ul") if one.get("class") == "evening"]
    return [line.text for one in lists for line in one.elements("li")]


def test_with_six_players_three_bags_are_told(app: Flask) -> None:
    six = table(app, 6).plays(*(passing(seat, "apples", 3) for seat in (2, 3, 4, 5)))
    assert [line.split()[0] for line in evening_of(six.phone().page)] == ["Eve", "Dov"]


def test_one_phone_alone_tells_of_the_last_bags_before_the_last_entry(app: Flask, bank: Phone) -> None:
    """As they are known by now; a phone that is not alone has other things to tell."""

    def evening() -> list[str]:
        return evening_of(bank.page)

    passes(bank, "Bo", "apples", 2)
    assert evening() == []
    passes(bank, "Cleo", "cheese", 1)
    passes(bank, "Dov", "bread", 1)
    assert evening() == ["Cleo ’s bag passed: 1 cheese.", "Bo ’s bag passed: 2 apples."]
    bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.press(buttons.PASSES, {"good": "apples", "number": 3})
    assert evening()[-1] == "Bo ’s bag passed: 3 apples."
    seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    assert evening() == []


def test_t2_the_board_says_on_whom_the_lot_fell_until_something_is_booked(app: Flask) -> None:
    phone = at_table(app, 3, {"first_sheriff": "draw"})
    game = table_of(phone).game
    said = f"The lot fell on {game.seats[game.sheriff].name} ."
    assert f"{said} Deal the cards and go to market." in phone.page.text
    phone.open(f"/g/{phone.page.game}/changes")
    phone.press("Rename Bo", {"name-1": "Bob"})
    said = said.replace("Bo .", "Bob .")
    assert f"{said} Deal the cards and go to market." in phone.open(f"/g/{phone.page.game}").text
    phone.follow("Menu")
    assert said not in phone.press("Sits out", {"seat": game.merchants[0]}).text
    assert "The lot fell" not in at_table(app, 3).page.text


def test_the_clock_has_a_minute_for_each_merchant_of_the_round(app: Flask) -> None:
    """T7: who sits out has no bag to deal with; who comes back has."""
    bank = at_table(app, fields={"timer": 1})
    bank.follow("Menu")
    bank.press("Sits out", {"seat": 2})
    assert "2:00" in bank.page.text
    passes(bank, "Bo", "apples", 1)
    assert "2:00" in bank.page.text
    bank.press(buttons.TAKE_BACK)
    bank.press(buttons.TAKE_BACK)
    assert "3:00" in bank.page.text
    bank.follow("Menu")
    bank.press("Sits out", {"seat": 2})
    bank.press("Start")
    bank.press(buttons.RESET_THE_CLOCK)
    assert "2:00" in bank.page.text


def test_no_clock_runs_where_no_bag_waits(app: Flask) -> None:
    """T7: nothing can run out of time; once a bag is taken back the clock stands where it was."""
    bank = at_table(app, fields={"timer": 1})
    bank.press("Start")
    for name in ("Bo", "Cleo", "Dov"):
        passes(bank, name, "apples", 1)
    assert not [element for element in bank.page.root.elements("span") if element.has("data-timer")]
    assert "Time is up" not in bank.page.text
    strips = [part for part in bank.page.root.elements("p", "form") if "strip" in part.get("class").split()]
    assert all(strip.text for strip in strips), "an empty strip where the clock was"
    clock = service_of(app).clock(bank.page.game)
    assert clock
    assert not clock.running
    bank.press(buttons.TAKE_BACK)
    assert _timer(bank) == "paused"


def test_a_clock_that_was_paused_is_left_as_it_was(app: Flask) -> None:
    """T7: a merchant who sits out is the last one too."""
    bank = at_table(app, players=3, fields={"timer": 1})
    passes(bank, "Bo", "apples", 1)
    bank.press("Start")
    bank.press("Pause")
    before = service_of(app).clock(bank.page.game)
    passes(bank, "Cleo", "apples", 1)
    assert service_of(app).clock(bank.page.game) == before


def _timer(bank: Phone) -> str:
    return next(
        element["data-timer"] for element in bank.page.root.elements("span") if element.has("data-timer")
    )


def test_every_link_of_the_log_leads_somewhere(bank: Phone) -> None:
    """What was taken back never happened, so there is no table right after it."""
    passes(bank, "Bo", "apples", 1)
    passes(bank, "Cleo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    log = bank.follow("Log")
    links = [link["href"] for link in log.root.elements("a") if link["href"].startswith("/g/")]
    assert [bank.send("GET", link).status for link in links] == [200] * len(links)


def test_each_entry_is_on_one_page_of_the_log(app: Flask) -> None:
    """Also what was taken back; a correction's form closes onto the page where its entry is."""
    payments = [Pay(giver % 2, 1 - giver % 2, 1) for giver in range(248)]
    there = table(app).plays(passing(1, "apples", 1), *payments)
    there.plays(TakeBack(there.seq), TakeBack(there.seq - 1))
    bank, told = there.phone(path="/log"), []
    told += entries_on(bank.page)
    while "Older entries" in bank.page.text:
        told += entries_on(bank.follow("Older entries"))
    assert told == [*range(there.seq, 0, -1)]
    while "Newer entries" in bank.page.text:
        bank.follow("Newer entries")
    assert entries_on(bank.page) == told[: len(entries_on(bank.page))]
    bank.open(f"/g/{there.id}/corrections/2")
    assert bank.page.link("Close").endswith("#entry-2")
    assert 2 in entries_on(bank.follow("Close"))


MORE = 60


def test_a_page_of_a_long_log_is_no_more_work_than_one_of_a_short_log(app: Flask) -> None:
    """As many calls, whatever was booked after its lines: nobody slows other tables by reading."""
    there, work = table(app), list[int]()
    phone = there.phone(path="/log?before=52")
    for _ in range(2):
        there.plays(*(Pay(giver % 2, 1 - giver % 2, 1) for giver in range(MORE)))
        phone.open(phone.page.path)  # makes what all pages of this table share
        with calls() as made:
            assert phone.send("GET", phone.page.path).status == 200
        work.append(len(made))
    assert work[1] - work[0] < MORE


@contextmanager
def calls() -> Iterator[list[str]]:
    """The functions that are called meanwhile."""
    made: list[str] = []
    sys.setprofile(lambda _frame, event, _called: made.append(event) if event.endswith("call") else None)
    try:
        yield made
    finally:
        sys.setprofile(None)


def entries_on(page: Page) -> list[int]:
    """The numbers of the entries that a page of the log shows."""
    return [int(number) for number in re.findall(r'id="entry-(\d+)"', page.html)]


def test_an_error_at_a_table_leads_back_to_it(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 1)
    form, pressed = bank.page.form(buttons.TAKE_BACK)
    bank.submit(form, {}, pressed)
    passes(bank, "Bo", "apples", 2)
    entry = [(name, "4" if name == "entry" else value) for name, value in form.fields]
    conflict = bank.send("POST", form.element["action"], entry)
    assert conflict.status == 409
    assert conflict.link("Board") == f"/g/{bank.page.game}"


def test_gold_that_everybody_came_with_is_no_gold_too_much(app: Flask) -> None:
    """A table may begin with other purses than the rule book's."""
    bank = at_table(app, fields={"round": 1, **{f"purse-{seat}": 20 for seat in range(4)}})
    assert "the purses hold" not in passes(bank, "Bo", "apples", 1).text
    assert "the purses hold" not in end(bank).text


def test_a_trade_goes_both_ways_in_one_entry(later: Phone) -> None:
    """Gold for cheese, and what each has is what each can give."""
    later.open(f"/g/{later.page.game}/pay?giver=1&receiver=2")
    page = later.press(buttons.RECORD, {"gold": 5, "back-cheese": 2, "back_gold": 51})
    assert (page.status, list(page.refusals)) == (422, ["back_gold"])
    page = later.press(buttons.RECORD, {"gold": 5, "back-cheese": 2, "back_gold": ""})
    assert "Bo gives Cleo 5 gold and gets 2 cheese." in page.text
    holds(later, Bo=45, Cleo=55)
    page = later.open(f"/g/{later.page.game}/corrections/2")
    assert "Bo gives Cleo 5 gold and gets 2 cheese." in page.text
    later.press(buttons.RECORD_CORRECTION, {"back-cheese": 1})
    assert table_of(later).game.stand(2) == {"cheese": 1}


def test_d5_each_amount_of_a_trade_says_beside_it_whose_gold_it_is(later: Phone) -> None:
    """It is typed in digits both ways."""
    page = later.open(f"/g/{later.page.game}/pay?giver=1&receiver=2&gold=5&back_gold=51")
    pads = [
        part.get("data-for") for part in page.root.elements("div") if part.get("class").startswith("keypad")
    ]
    assert pads == ["gold", "back_gold"]
    gifts = [page.root.with_id(f"{pad}-gift") for pad in pads]
    assert [gift.text for gift in gifts if gift] == [
        "Bo gives Cleo Bo has 50 gold",
        "Cleo has 50 gold and cannot give 51.",
    ]
    assert "out" in page.form(buttons.RECORD)[1].get("class").split()


def test_only_what_comes_back_is_a_payment_the_other_way(later: Phone) -> None:
    later.open(f"/g/{later.page.game}/pay?giver=1&receiver=2")
    page = later.press(buttons.RECORD, {"back-cheese": 1})
    assert "Cleo gives Bo 1 cheese." in page.text


def test_the_clock_takes_a_minute_more_at_any_time(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = at_table(own_app, fields={"timer": 1})
    service, game = service_of(own_app), bank.page.game
    bank.press("+1")
    assert service.clock(game) == Clock(4 * 60_000, running=False)
    bank.press("Start")
    now = service._monotonic()  # noqa: SLF001 - the clock of this service is set
    monkeypatch.setattr(service, "_monotonic", lambda: now + 10 * 60_000)
    assert "Time is up" in bank.open(f"/g/{game}").text
    bank.press("+1")
    assert service.clock(game) == Clock(60_000, running=False)
    bank.press("Start")
    bank.press("+1")
    assert service.clock(game) == Clock(2 * 60_000, running=True)
