"""An evening of Nottingham by its forms, without scripts: seats, deliveries, missions, the Sheriff's way."""

import re

import pytest
from flask import Flask

from companion import gamefile
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.game import Options
from companion.rules.nottingham.seating import SetOptions
from companion.rules.nottingham.way import EndGame
from companion.rules.seats import Stage
from tests.tables import loot_table
from tests.web import buttons, loot
from tests.web.markup import Form
from tests.web.phone import Fields, Page, Phone
from tests.web.stored import service_of, table_of
from tests.web.test_second_game import archive_of

PEOPLE = ("Ann", "Bo", "Cleo", "Dov")
WAY = "3452643572456348254634"
NAMED: Fields = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)}
NUMBERS: Fields = {"alone-three_pairs": 17, "shared-three_pairs": 12}
MISSIONS = ("one_of_each", "five_of_one", "four_pairs", "three_pairs")


@pytest.fixture
def table(phone: Phone) -> Phone:
    """The bank of four, with the board on it."""
    return opened(phone)


def opened(phone: Phone, fields: Fields | None = None, button: str = "Open the table") -> Phone:
    phone.open("/nottingham/new")
    phone.press(button, {**NAMED, **(fields or {})})
    return phone


def delivers(phone: Phone, seat: int, what: str, fields: Fields | None = None) -> Page:
    phone.open(f"/g/{phone.page.game}/nottingham/delivery?seat={seat}")
    return phone.press(buttons.RECORD, {"what": what, **(fields or {})})


def sheet(phone: Phone) -> Form:
    """The sheet with nobody chosen yet."""
    game = phone.page.game
    return phone.open(f"/g/{game}/nottingham/delivery").form_to(f"/g/{game}/nottingham/deliveries")


def menu(phone: Phone) -> Page:
    return phone.open(f"/g/{phone.page.game}/nottingham/menu")


def test_the_box_is_chosen_on_top_of_a_new_table(phone: Phone) -> None:
    assert phone.open("/new").title.startswith("New table")
    phone.follow("Nottingham (2006)")
    assert len(phone.page.form_to("/nottingham/new").controls) > 7
    phone.follow(buttons.SHERIFF_OF_NOTTINGHAM)
    assert phone.page.form_to("/new").controls


def test_a_shorter_way_of_the_last_evening_is_read_while_it_is_folded(phone: Phone) -> None:
    opened(phone)
    assert "with 22 spaces" not in phone.open("/nottingham/new").text
    opened(phone, {"spaces": 13})
    assert "The Sheriff’s way with 13 spaces" in phone.open("/nottingham/new").text


@pytest.mark.parametrize("path", ["/nottingham/new", "/new?box=sheriff"])
def test_names_typed_for_the_other_box_are_not_typed_again(table: Phone, path: str) -> None:
    """The script adds them to the address; whoever played last is in the form otherwise."""
    before = dict(table.open(path).forms[0].fields)
    more = "&" if "?" in path else "?"
    fields = dict(table.open(f"{path}{more}name-0=Zoé&name-2=Yann").forms[0].fields)
    assert [fields[f"name-{line}"] for line in range(4)] == ["Zoé", "", "Yann", ""]
    assert fields["charge-0"] == before["charge-0"]


def test_a_seventh_name_is_not_dropped_by_a_box_that_seats_six(phone: Phone) -> None:
    names: Fields = {f"name-{seat}": f"P{seat}" for seat in range(7)}
    phone.open("/new?box=sheriff&" + "&".join(f"{field}={name}" for field, name in names.items()))
    assert dict(phone.page.form(buttons.OPEN_TABLE)[0].fields)["name-6"] == "P6"
    page = phone.press(buttons.OPEN_TABLE)
    assert "3 to 6 players." in page.beside("name-6")
    assert phone.press(buttons.OPEN_TABLE, {"name-6": ""}).path.startswith("/g/")


@pytest.mark.parametrize("path", ["/new?box=sheriff", "/nottingham/new"])
def test_all_that_is_wrong_with_a_new_table_is_said_at_once(phone: Phone, path: str) -> None:
    phone.open(path)
    wrong: Fields = {"name-1": "ann", "name-2": "x" * 30, "name-3": "ANN"}
    wrong = {**NAMED, **wrong, "spaces" if "nottingham" in path else "rounds": "many"}
    page = phone.press(buttons.OPEN_TABLE, wrong)
    fields = [field for field in ("name-1", "name-2", "name-3", "spaces", "rounds") if page.beside(field)]
    assert fields == ["name-1", "name-2", "name-3", list(wrong)[-1]]


@pytest.mark.parametrize("path", ["/new?box=sheriff", "/nottingham/new"])
def test_a_shield_that_was_chosen_is_not_kept_by_the_place_it_belongs_to(phone: Phone, path: str) -> None:
    phone.open(path)
    theirs = {
        field: shield for field, shield in phone.page.form(buttons.OPEN_TABLE)[0].fields if "charge" in field
    }
    phone.press(buttons.OPEN_TABLE, {**NAMED, "charge-1": theirs["charge-0"]})
    ann, bo, *_ = (who.shield for who in table_of(phone).game.seats)
    assert bo == theirs["charge-0"]
    assert ann not in list(theirs.values())[:1]


def test_this_phone_s_last_box_comes_first(table: Phone) -> None:
    table.open("/new")
    assert table.page.path == "/nottingham/new"
    assert dict(table.page.forms[0].fields)["name-3"] == "Dov"
    assert table.open("/new?box=sheriff").form_to("/new").controls


def test_n1_seats_take_the_colours_of_the_pawns(phone: Phone) -> None:
    names: Fields = {f"name-{seat}": f"P{seat}" for seat in range(7)}
    opened(phone, names)
    shields = [who.shield for who in table_of(phone).game.seats]
    assert shields == ["stag", "bell", "leaf", "arrow", "tower", "swan", "key"]


@pytest.mark.parametrize(
    "fields, field, said",
    [
        ({"name-1": "ANN"}, "name-1", "There are two of “ANN”"),
        ({"name-2": "", "name-3": ""}, "name-0", "3 to 7"),
        ({"charge-1": "leaf", "charge-3": "leaf"}, "charge-3", "shield"),
        ({"spaces": 9}, "spaces", "A whole number from 10 to 40, in digits."),
        ({"spaces": "1.5"}, "spaces", "A whole number from 10 to 40, in digits."),
        ({"printed": "304" + WAY[3:]}, "printed", "A space has a number from 1 to 9"),
        ({"printed": "345"}, "printed", "Numbers typed: 3. Type one for each of the 22 spaces"),
        ({"printed": "3-4"}, "printed", "A digit for each space"),
    ],
)
def test_what_no_table_can_be_is_said_beside_its_field(
    phone: Phone, fields: Fields, field: str, said: str
) -> None:
    page = opened(phone, fields).page
    assert page.status == 422
    assert said in page.beside(field)
    kept = dict(page.forms[0].fields)
    assert all(kept[name] == str(value) for name, value in fields.items())


def test_n11_one_becomes_loot_the_others_are_discarded(table: Phone) -> None:
    page = delivers(table, 0, "pearls")
    assert "Ann keeps 1 pearl, 10 points; 2 to the discard pile" in page.text
    assert "Sheriff to space 1: whoever holds at most the number printed there draws a card" in page.text
    assert "Space 1 of 22" in page.title


def test_n15_the_number_of_a_typed_way_is_named(phone: Phone) -> None:
    opened(phone, {"printed": " ".join(WAY)})
    assert "Sheriff to space 1: whoever holds at most 3 draws a card" in delivers(phone, 1, "chest").text


def test_n16_the_way_is_proposed_to_this_phone_s_next_table(phone: Phone) -> None:
    opened(phone, {"printed": WAY, "open_sums": "1"})
    fields = dict(phone.open("/nottingham/new").forms[0].fields)
    assert fields["printed"].replace(" ", "") == WAY
    assert fields["open_sums"] == "1"


GOLD = "gets the gold that lay in ambush"


def test_n12_called_off_the_sheriff_stays(table: Phone) -> None:
    page = delivers(table, 0, "jewels", {"ambush-1": 1})
    assert f"Ann {GOLD} and takes 2 jewels back, Bo has the third; the Sheriff stays" in page.text
    assert f"Ann {GOLD}" in table.open(f"/g/{page.game}").text
    assert "Space 0 of 22" in page.title


def test_n12_a_delivery_fails_in_french_since_annuler_is_the_button(app: Flask) -> None:
    bank = opened(Phone(app, "fr"), button="Ouvrir la table")
    bank.open(f"/g/{bank.page.game}/nottingham/delivery?seat=0")
    page = bank.press("Enregistrer", {"what": "jewels", "ambush-1": 1})
    assert "Livraison manquée" in page.text
    assert "prend l’autre carte" in page.text
    assert "annulée" not in page.text


def test_n12_who_gets_the_gold_is_said_before_all_that_may_have_to_be_unfolded(table: Phone) -> None:
    page = table.open(f"/g/{table.page.game}/nottingham/delivery?seat=0&what=chest&ambush-1=1&ambush-2=1")
    (said,) = (line for line in page.root.elements("p") if "sum-lines" in line.get("class"))
    assert said.text.startswith(f"Ann {GOLD} and takes 1 chest back, the others have: Bo")


def test_n12_nothing_is_left_to_take_back(table: Phone) -> None:
    page = delivers(table, 0, "jewels", {"ambush-1": 2, "ambush-2": 1})
    assert (
        f"Ann {GOLD} and takes nothing back, the others have: Bo 2 and Cleo 1; the Sheriff stays" in page.text
    )


def test_n12_enough_are_left(table: Phone) -> None:
    page = delivers(table, 0, "jewels", {"cards": "more", "more": 7, "ambush-1": 2, "ambush-2": 1})
    assert "Ann keeps 1 jewel, 11 points; 3 to the discard pile" in page.text
    assert "From it in ambush: Bo 2 and Cleo 1" in page.text
    page = delivers(table, 0, "pearls", {"cards": "more", "more": 7, "ambush-3": 2})
    assert "Dov takes 2 of it in ambush" in page.text


@pytest.mark.parametrize(
    "what, fields, field, said",
    [
        ("", {}, "what", "Choose an object or a mission"),
        ("pearls", {"seat": ""}, "seat", "Choose a player"),
        ("pearls", {"cards": "more", "more": 2}, "more", "A whole number from 3 to 12, in digits."),
        ("pearls", {"cards": "more", "more": ""}, "more", "A whole number from 3 to 12, in digits."),
        ("pearls", {"ambush-1": 2, "ambush-2": 2}, "ambushes", "At most 3 ambushes"),
        ("gold", {"cards": 5, "ambush-1": 1, "ambush-2": 1}, "ambushes", "Gold: at most one ambush"),
        ("pearls", {"ambush-0": 1}, "ambushes", "Ann delivers, so somebody else lies in ambush"),
        ("three_pairs", {}, "alone-three_pairs", "type the numbers of both cards"),
        ("three_pairs", {**NUMBERS, "alone-three_pairs": 12}, "alone-three_pairs", "count more"),
        ("three_pairs", {"alone-three_pairs": 17}, "shared-three_pairs", "A whole number from 1 to 99"),
    ],
)
def test_what_cannot_be_delivered_is_said_beside_its_field(
    table: Phone, what: str, fields: Fields, field: str, said: str
) -> None:
    page = table.submit(sheet(table), {"seat": 0, "what": what, "cards": 3, **fields})
    assert page.status == 422
    assert said in page.beside(field)


@pytest.mark.parametrize(
    "typed, said",
    [
        ("what=pearls&cards=more&more=", "A whole number from 3 to 12, in digits."),
        ("what=pearls&cards=more&more=x", "A whole number from 3 to 12, in digits."),
        ("what=pearls&cards=more&more=99", "A whole number from 3 to 12, in digits."),
        ("what=pearls&ambush-1=x", "A whole number from 0 to 12, in digits."),
        (
            "what=three_pairs&alone-three_pairs=20&shared-three_pairs=0",
            "A whole number from 1 to 99, in digits.",
        ),
    ],
)
def test_what_is_no_number_is_said_before_it_is_sent(table: Phone, typed: str, said: str) -> None:
    page = table.open(f"/g/{table.page.game}/nottingham/delivery?seat=0&{typed}")
    total = page.root.with_id("sum")
    assert total is not None
    assert said in total.text
    assert "Ann keeps" not in page.text
    assert "out" in next(button for button in total.elements("button")).get("class").split()


def test_the_second_of_two_numbers_may_still_come(table: Phone) -> None:
    typed = "seat=0&what=three_pairs&alone-three_pairs=20&shared-three_pairs="
    total = table.open(f"/g/{table.page.game}/nottingham/delivery?{typed}").root.with_id("sum")
    assert total is not None
    assert total.text == "Record it it can be taken back"
    assert "out" not in next(total.elements("button")).get("class").split()


def test_a_space_that_ends_in_a_mark_of_its_own_has_no_full_stop_in_french(app: Flask) -> None:
    typed = SetOptions(Options(spaces=10, printed=(5, 4, *(3,) * 8)))
    there = loot_table(app).plays(typed, loot.CHEST, Deliver(1, "pearls", 3))
    news = f"/g/{there.id}/live?since=0&mark=&on=sheet&at=delivery"
    told = there.phone(language="fr").send("GET", news, (), {"Accept-Language": "fr"}).text
    assert "On pioche ! Bo livre" in told


def test_n11_no_more_than_the_loot_leaves(table: Phone) -> None:
    for seat in range(9):
        delivers(table, seat % 4, "chest")
    page = delivers(table, 0, "chest", {"cards": 5})
    assert "9 lie as loot, so at most 3 can be delivered" in page.beside("cards")
    delivers(table, 0, "chest")
    page = table.open(f"/g/{table.page.game}/nottingham/delivery?seat=0&what=chest")
    assert "10 lie as loot" in page.text


def test_n14_both_are_worth_the_number_of_two_pawns(table: Phone) -> None:
    page = delivers(table, 0, "three_pairs", NUMBERS)
    assert "Ann takes the card of Three pairs: 17 as long as nobody else fulfils it" in page.text
    page = delivers(table, 1, "three_pairs")
    assert "Bo takes the second card of Three pairs: now 12 each" in page.text
    assert page.text.count("Three pairs 12") >= 2


def test_n14_a_screen_reader_hears_names_and_no_markup(table: Phone) -> None:
    assert "Ann has it; the next gets 25" in delivers(table, 0, "five_of_one").text
    assert "both cards taken, by Ann and Bo" in delivers(table, 1, "five_of_one").text


@pytest.mark.parametrize(
    "seat, said", [(0, "Ann has fulfilled this mission already"), (2, "taken, by Ann and Bo")]
)
def test_n13_nobody_twice_and_two_at_most(table: Phone, seat: int, said: str) -> None:
    before = sheet(table)
    delivers(table, 0, "five_of_one")
    delivers(table, 1, "five_of_one")
    page = table.submit(before, {"seat": seat, "what": "five_of_one"})
    assert said in page.beside("what")


def test_n14_a_correction_of_the_numbers_alone_is_announced(table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    game, typed = table.page.game, "alone-three_pairs=18&shared-three_pairs=11"
    page = table.open(f"/g/{game}/nottingham/corrections/2?seat=0&what=three_pairs&{typed}")
    assert "Three pairs: 18 if one has it, 11 if two have it" in page.text
    assert "Three pairs: 18 if one has it, 11 if two have it" in table.press(buttons.RECORD_CORRECTION).text
    assert "Three pairs: 18 if one has it, 11 if two have it." in table.open(f"/g/{game}/nottingham/log").text


def test_n14_what_the_cards_print_is_proposed_to_the_next_table(table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    opened(table)
    assert "17 as long as nobody else" in delivers(table, 2, "three_pairs").text


def test_n14_what_a_mission_printed_at_the_last_table_stands_on_its_tile(table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    opened(table)
    (tile,) = (
        label
        for label in sheet(table).element.elements("label")
        if any(radio.get("value") == "three_pairs" for radio in label.elements("input"))
    )
    assert "17" in tile.text
    assert "17 / 12" in table.open("/nottingham/cards").text


def test_n14_what_a_mission_printed_at_the_last_table_stands_on_the_board(table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    page = opened(table).page
    (card,) = (line for line in page.root.elements("li") if "Three pairs" in line.text)
    assert "nobody has it; the first gets 17" in card.text
    assert card.text.endswith("17")


def test_n14_a_number_that_is_too_large_is_refused_and_not_cut(table: Phone) -> None:
    page = table.open(f"/g/{table.page.game}/nottingham/delivery?seat=0&what=three_pairs")
    (field,) = (one for one in page.root.elements("input") if one.get("name") == "shared-three_pairs")
    assert int(field["maxlength"]) > len("999")
    numbers: Fields = {"alone-three_pairs": 99, "shared-three_pairs": 999}
    assert "from 1 to 99" in table.press(buttons.RECORD, numbers).beside("shared-three_pairs")


def test_n19_sums_are_covered_unless_the_table_wants_them(table: Phone) -> None:
    assert "sum 10" not in delivers(table, 0, "pearls").text
    menu(table)
    table.press(buttons.CHANGE_OPTIONS, {"open_sums": "1"})
    assert "sum 10" in table.open(f"/g/{table.page.game}").text


def test_a_mission_that_is_out_shows_whose_it_is_and_numbers_are_asked_for_before_they_are_missed(
    table: Phone,
) -> None:
    path = f"/g/{table.page.game}/nottingham/delivery?seat=0&what=three_pairs"
    assert "type the numbers" not in table.open(path).text
    delivers(table, 0, "three_pairs", NUMBERS)
    assert "Three pairs Ann" in table.open(path.replace("three_pairs", "pearls")).text


def test_n17_a_step_by_hand(table: Phone) -> None:
    menu(table)
    page = table.press("From space 0 to 1")
    assert "Sheriff to space 1: nobody draws a card" in page.text


def test_n17_a_form_without_a_step_moves_nobody(table: Phone) -> None:
    form = menu(table).form_to(f"/g/{table.page.game}/nottingham/steps")
    fields = [(name, value) for name, value in form.fields if name != "step"]
    assert table.send("POST", f"/g/{table.page.game}/nottingham/steps", fields).status == 422


def to_home(phone: Phone) -> None:
    for _space in range(11):
        menu(phone)
        phone.press("From space")


def test_one_sentence_stands_for_both_numbers_that_are_wrong(table: Phone) -> None:
    wrong: Fields = {"alone-three_pairs": -3, "shared-three_pairs": "x"}
    page = delivers(table, 0, "three_pairs", wrong)
    assert page.html.count('class="refused"') == 1
    assert page.beside("alone-three_pairs")
    tied = page.found(r'name="shared-three_pairs"[^>]*aria-describedby="([^"]+)"')
    assert tied == "alone-three_pairs-refused"
    page = delivers(table, 0, "three_pairs", {**wrong, "alone-three_pairs": 17})
    assert page.beside("shared-three_pairs")


def test_n18_home_is_asked_and_the_table_decides(phone: Phone) -> None:
    opened(phone, {"spaces": 10})
    to_home(phone)
    assert "Is the Sheriff home, and the game over?" in phone.page.text
    assert "Is the Sheriff home?" in phone.open(f"/g/{phone.page.game}/nottingham/delivery").text
    page = phone.press("Not yet")
    assert "Space 10 of 10" in page.title
    told = phone.open(f"/g/{page.game}/nottingham/log").text
    assert "Sheriff: step 9 → 10" in told
    assert "Sheriff: step 10 → Nottingham" in told
    assert "Sheriff: Nottingham → step 10" in told
    phone.open(f"/g/{page.game}")
    menu(phone)
    assert "Back in Nottingham" in phone.press("From space 10 to 11").title
    assert phone.press(buttons.YES_IT_IS_OVER).title == "Check the loot"


def takes_all(phone: Phone) -> Page:
    """Ann and Bo take the cards of all missions; the last page."""
    for mission in MISSIONS:
        delivers(phone, 0, mission, {f"alone-{mission}": 17, f"shared-{mission}": 12})
        delivers(phone, 1, mission)
    return phone.page


def test_n18_the_last_delivery_and_the_eighth_mission_are_announced(phone: Phone) -> None:
    opened(phone, {"spaces": 10})
    for _space in range(10):
        assert "last delivery or mission" not in menu(phone).text
        phone.press("From space")
    assert "Space 10 of 10 last delivery or mission" in phone.page.text
    form = f"/g/{phone.page.game}/nottingham/delivery?seat=0&what=pearls"
    ends = "By the count here, the Sheriff comes home"
    assert ends in phone.open(form).text
    assert ends not in phone.open(f"{form}&ambush-1=1").text
    opened(phone)
    takes_all(phone)
    phone.press(buttons.TAKE_BACK)
    form = f"/g/{phone.page.game}/nottingham/delivery?seat=2&what=three_pairs"
    assert "By the count here, it is the eighth mission card" in phone.open(form).text


def test_n18_what_is_asked_of_the_sheriff_is_not_stated(phone: Phone) -> None:
    opened(phone, {"spaces": 10})
    to_home(phone)
    assert "The Sheriff is back" not in phone.page.text


def test_n18_the_eighth_card_is_asked_about_after_a_sheriff_who_is_not_home(phone: Phone) -> None:
    """Whoever answered the first question on another phone has not answered the second."""
    opened(phone, {"spaces": 10})
    for _space in range(3):
        menu(phone)
        phone.press("From space")
    asked = takes_all(phone).form_to(f"/g/{phone.page.game}/nottingham/over")
    phone.open(f"/g/{phone.page.game}")
    assert "Is the Sheriff home, and the game over?" in phone.page.text
    assert "Is the eighth mission card taken, and the game over?" in phone.press("Not yet").text
    assert phone.submit(asked, {}).status == 422
    assert table_of(phone).game.stage is Stage.ROUNDS
    assert phone.press(buttons.YES_IT_IS_OVER).title == "Check the loot"
    assert "Take back" in phone.follow("Board").text


def test_n15_who_draws_is_said_once(table: Phone) -> None:
    """Neither a take back nor a correction calls upon the table to draw again for an older delivery."""
    delivers(table, 0, "pearls")
    page = delivers(table, 1, "chest")
    assert "Sheriff to space 2: whoever holds" in page.text
    assert "space 1" not in page.text.lower()
    assert "draws a card" not in table.press(buttons.TAKE_BACK).text
    assert "draws a card" not in table.press(buttons.PUT_BACK).text
    table.open(f"/g/{page.game}/nottingham/corrections/2")
    assert "draws a card" not in table.press(buttons.RECORD_CORRECTION, {"what": "gold"}).text


def test_n15_who_draws_stays_said_while_only_the_table_is_changed(table: Phone) -> None:
    """With the number of the space, once that is typed; also where the change is taken back. The change
    itself calls nobody to draw again.
    """
    delivers(table, 0, "pearls")
    menu(table)
    assert "Sheriff to" not in table.press("Rename Bo", {"name-1": "Bob"}).text
    board = f"/g/{table.page.game}"
    said = "Sheriff to space 1: whoever holds at most"
    assert f"{said} the number printed there draws a card" in table.open(board).text
    table.press(buttons.TAKE_BACK)
    assert f"{said} the number printed there draws a card" in table.open(board).text
    menu(table)
    table.press(buttons.CHANGE_OPTIONS, {"printed": " ".join("5" * 22)})
    assert f"{said} 5 draws a card" in table.open(board).text


def test_n12_what_was_called_off_is_not_told_as_before_its_correction(table: Phone) -> None:
    page = delivers(table, 0, "pearls", {"ambush-1": 1})
    told = f"Ann {GOLD} and takes 2 pearls back, Bo has the third"
    assert told in page.text
    table.open(f"/g/{page.game}/nottingham/corrections/{table_of(table).standing[-1].seq}")
    assert told not in table.press(buttons.RECORD_CORRECTION, {"ambush-1": 0, "ambush-2": 1}).text


def test_n18_after_the_last_mission_nobody_draws_and_the_table_is_asked(table: Phone) -> None:
    page = takes_all(table)
    assert "Is the eighth mission card taken, and the game over?" in page.text
    assert "draws a card" not in page.text


def test_n18_who_plays_on_after_the_last_mission_reads_what_must_be_wrong(table: Phone) -> None:
    takes_all(table)
    told = "All eight mission cards are recorded."
    assert told not in table.page.text
    assert told in table.press("Not yet").text
    assert told in delivers(table, 2, "pearls").text


def test_n13_a_mission_that_one_has_is_there_for_another(table: Phone) -> None:
    """Without scripts the tile stands as it was drawn for the first one who was chosen."""
    delivers(table, 0, "three_pairs", NUMBERS)
    page = table.open(f"/g/{table.page.game}/nottingham/delivery?seat=0")
    form = page.form_to(f"/g/{table.page.game}/nottingham/deliveries")
    assert "Bo takes the second card" in table.submit(form, {"seat": 1, "what": "three_pairs"}).text


def test_a_correction_to_nothing_is_named_by_what_it_was(table: Phone) -> None:
    delivers(table, 0, "pearls")
    table.open(f"/g/{table.page.game}/nottingham/corrections/2")
    table.press(buttons.RECORD_CORRECTION, {"never": 1})
    assert "the correction of Ann ’s delivery" in table.press(buttons.TAKE_BACK).text


def test_an_entry_is_taken_back_and_put_back(table: Phone) -> None:
    delivers(table, 0, "pearls")
    page = table.press(buttons.TAKE_BACK)
    assert "Taken back: Ann ’s delivery" in page.text
    assert "Space 0 of 22" in page.title
    assert "Space 1 of 22" in table.press(buttons.PUT_BACK).title


def test_the_log_leads_to_the_board_of_then_and_to_a_correction(table: Phone) -> None:
    delivers(table, 0, "pearls")
    delivers(table, 1, "chest")
    game = table.page.game
    page = table.open(f"/g/{game}/nottingham/log")
    assert "Ann : + 1 pearl" in page.text
    assert "The board right after: Ann delivers 3 pearls" in table.open(f"/g/{game}/nottingham/log/2").text
    table.open(f"/g/{game}/nottingham/corrections/2")
    page = table.press(buttons.RECORD_CORRECTION, {"what": "jewels", "reason": "misread"})
    assert "Corrected: Ann delivers 3 jewels and keeps one, 11." in page.text
    assert "misread" in page.text
    lines = list(table.open(f"/g/{game}/nottingham/log").root.elements("li"))
    marks = {line.get("id"): [mark.text for mark in line.elements("small")] for line in lines}
    assert (marks["entry-2"], marks["entry-3"]) == (["corrected"], [])


def test_n12_a_delivery_that_was_not_called_off_is_told_whole_and_the_sheriff_draws(phone: Phone) -> None:
    opened(phone, {"printed": WAY, "spaces": len(WAY)})
    delivers(phone, 0, "pearls", {"ambush-1": 1})
    game = phone.page.game
    phone.open(f"/g/{game}/nottingham/corrections/2")
    text = phone.press(buttons.RECORD_CORRECTION, {"ambush-1": ""}).text
    assert "Ann keeps 1 pearl, 10 points; 2 to the discard pile" in text
    assert "Sheriff to space 1: whoever holds at most 3 draws a card" in text


def test_a_correction_that_moves_no_loot_is_told_before_it_is_recorded(table: Phone) -> None:
    delivers(table, 0, "pearls", {"cards": 5})
    path = f"/g/{table.page.game}/nottingham/corrections/2?seat=0&what=pearls&cards=5"
    for ambushes in ("&ambush-1=1", "&ambush-1=2"):
        assert "Ann delivers 5 pearls, ambushed by Bo" in table.open(path + ambushes).text
    assert table.open(path).text.count("Ann delivers") == 1


def test_n12_a_delivery_that_was_called_off_after_all_is_told_whole(table: Phone) -> None:
    delivers(table, 0, "pearls")
    table.open(f"/g/{table.page.game}/nottingham/corrections/2")
    text = table.press(buttons.RECORD_CORRECTION, {"ambush-1": 1}).text
    assert "Ann gives away: 1 pearl" in text
    assert "Called off: Ann takes 2 pearls back" in text
    assert "Bo takes 1 of it in ambush" in text
    assert "Ann gets the gold from under the ambush" in text
    assert "Sheriff one space back, to space 0" in text
    table.open(f"/g/{table.page.game}/nottingham/corrections/2")
    text = table.press(buttons.RECORD_CORRECTION, {"ambush-1": 2, "ambush-2": 1}).text
    assert "Called off: no card goes back" in text
    assert "From it in ambush: Bo 2 and Cleo 1" in text
    assert "gives away" not in text


def test_an_older_delivery_is_corrected_by_the_names_of_now(table: Phone) -> None:
    delivers(table, 1, "pearls")
    table.open(f"/g/{table.page.game}/nottingham/menu")
    table.press("Rename Bo", {"name-1": "Bob"})
    text = table.open(f"/g/{table.page.game}/nottingham/corrections/2").text
    assert "Bob" in text
    assert not re.search(r"\bBo\b", text)


def test_what_never_happened_is_struck_and_the_sheriff_goes_back(table: Phone) -> None:
    delivers(table, 0, "pearls")
    table.open(f"/g/{table.page.game}/nottingham/corrections/2")
    page = table.press(buttons.RECORD_CORRECTION, {"never": 1})
    assert "This never happened." in page.text
    assert "Space 0 of 22" in page.title


def test_n13_n15_what_it_changes_that_an_entry_never_happened_is_said_before(table: Phone) -> None:
    """The pawn that goes back, the card that goes, and that the other card counts more again."""
    delivers(table, 0, "three_pairs", NUMBERS)
    delivers(table, 1, "three_pairs")
    sheet = f"/g/{table.page.game}/nottingham/corrections/3"
    told = [
        "Bo gives away: Three pairs",
        "Ann ’s card of Three pairs now counts 17",
        "Sheriff one space back, to space 1",
    ]
    page = table.open(f"{sheet}?never=1")
    assert all(line in page.text for line in told)
    page = table.press(buttons.RECORD_CORRECTION)
    assert all(line in page.text for line in told)
    told[0] = "Bo gets: Three pairs"
    page = table.open(sheet)
    assert "Before: “ Bo fulfils a mission as well, Three pairs: 12 each.”" in page.text
    form = page.form(buttons.RECORD_CORRECTION)[0]
    assert dict(form.fields)["what"] == "three_pairs"
    page = table.submit(form, {"never": ""})
    assert "Bo gets: Three pairs" in page.text
    assert "Ann ’s card of Three pairs now counts 12" in page.text


def test_names_who_leaves_and_who_is_back(table: Phone) -> None:
    menu(table)
    form = table.page.form_to(f"/g/{table.page.game}/nottingham/names")
    assert "Ann is now called Anna" in table.submit(form, {"name-0": "Anna"}).text
    table.press("Goes home", {"leaver": 3})
    assert "Dov goes home, and stays in the count." in table.page.text
    assert "Dov is back." in table.press("Is back").text


def test_three_stay(table: Phone) -> None:
    menu(table)
    table.press("Goes home", {"leaver": 3})
    assert "Goes home" not in menu(table).html.split("preferences")[0]


def test_a_sheet_that_can_book_nothing_leads_to_the_board(table: Phone) -> None:
    menu(table)
    table.press(buttons.END)
    page = table.open(f"/g/{table.page.game}/nottingham/delivery")
    assert page.path.startswith(f"/g/{page.game}?over=")


def test_the_first_page_shows_how_far_a_table_has_come(table: Phone) -> None:
    delivers(table, 0, "pearls")
    assert "Nottingham: space 1 of 22" in table.open("/").text


def test_a_mission_is_corrected_in_the_log_once_the_result_is_taken_back(table: Phone) -> None:
    delivers(table, 0, "three_pairs", NUMBERS)
    menu(table)
    table.press(buttons.END)
    table.follow(buttons.CHECK_THE_LOOT)
    table.press(buttons.RESULT)
    assert "Then correct the loot, or a mission in the log." in table.page.text
    table.press(buttons.TAKE_RESULT_BACK)
    table.follow("Correct its entry in the log")
    table.follow("Correct")
    assert table.press(buttons.RECORD_CORRECTION, {"what": "five_of_one"}).status == 200
    assert "Ann fulfils a mission, Five of one" in table.page.text


def test_a_rematch_keeps_people(table: Phone) -> None:
    menu(table)
    table.press(buttons.END)
    game = table.page.game
    table.open(f"/g/{game}/nottingham/check")
    table.press(buttons.RESULT)
    table.press(buttons.REMATCH)
    assert table.page.path.startswith("/nottingham/new?again=")
    page = table.press(buttons.OPEN_TABLE)
    assert [who.name for who in table_of(table).game.seats] == list(PEOPLE)
    assert page.game != game


def test_a_game_file_brings_an_evening_back_as_it_was(app: Flask, table: Phone) -> None:
    delivers(table, 0, "pearls")
    delivers(table, 1, "three_pairs", NUMBERS)
    menu(table)
    table.press(buttons.END)
    table.follow(buttons.CHECK_THE_LOOT)
    game = table.press(buttons.RESULT).game
    archive = archive_of(app)
    text = table.send("GET", f"/g/{game}/export.json").html
    back, _handover = archive.restore(gamefile.read(archive.games, text), service_of(app).now())
    assert service_of(app).current(back).game == service_of(app).current(game).game


def test_the_count_begins_with_this_phone_s_last_box(table: Phone) -> None:
    assert table.open("/count").path == "/nottingham/count"
    assert table.open("/count?box=sheriff").form_to("/count").controls


def test_n1_an_eighth_name_has_no_line(app: Flask, phone: Phone) -> None:
    form = phone.open("/nottingham/new").form_to("/nottingham/new")
    names = [(f"name-{seat}", f"P{seat}") for seat in range(8)]
    others = [(name, value) for name, value in form.fields if not name.startswith("name-")]
    page = phone.send("POST", "/nottingham/new", [*others, *names])
    game = page.answer.headers["Location"].split("/")[2].split("?")[0]
    assert len(service_of(app).current(game).game.seats) == 7


def test_the_result_tells_what_everybody_did(app: Flask) -> None:
    """An ambush counts for whoever it was of; of a count nothing is told."""
    there = loot_table(app).plays(loot.CHEST, loot.AMBUSHED, EndGame(), CloseCount())
    page = there.phone(path="/nottingham/result").page
    [told] = [one for one in page.root.elements("table") if one.get("class") == "told"]
    names, *deeds = [[cell.text for cell in row.elements("th", "td")] for row in told.elements("tr")]
    assert names[:4] == ["", "Ann", "Bo", "Cleo"]
    assert [deed[:4] for deed in deeds] == [
        ["Deliveries", "1", "0", "0"],
        ["called off besides", "0", "1", "0"],
        ["Ambushes that hit", "1", "0", "1"],
    ]
    assert "What everybody did" not in loot.counted(Phone(app)).text
