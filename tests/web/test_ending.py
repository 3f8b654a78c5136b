"""The end of an evening by the pages' own forms: check, reveal, plates, coins, result, rematch."""

import json
import re

import pytest
from flask import Flask

from companion.places import GONE, MINUTE
from companion.records import ASLEEP
from companion.rules.ledger import Goods
from companion.rules.rights import Recording
from companion.rules.seats import Seat, Stage
from companion.rules.sheriff.editions import common_cards
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.web.sheriff.words import Words, uneven_turns
from tests.rules.given import ANN, BO, CLEO, DOV, NAMES, SILK, deal, opened, passing
from tests.tables import BANK, Table, later_table, table
from tests.web import buttons
from tests.web.evening import badge, end, lies, passes, stands
from tests.web.phone import Phone
from tests.web.seated import comes_in, door_of, records, seated
from tests.web.stored import membership_of, service_of, table_of
from tests.web.test_lobby import pass_time, seat_row


def test_the_end_from_fewer_rounds_to_the_rematch(later: Phone) -> None:
    """S1, S6: stands checked, cards told, a Feast Plate filled, the count closed, the same people again."""
    lies(later, "Cleo", ("cheese", 2), "Passed", {"face_down": 2})
    passes(later, "Bo", "bread", 5)
    passes(later, "Dov", "apples", 1)
    badge(later)
    later.follow("Menu")
    later.press("Change", {"rounds": 3})
    for name in ("Cleo", "Dov", "Ann"):
        passes(later, name, "apples", 1)
    assert later.press(buttons.COUNT_THE_STANDS).title == "Check the stands"
    later.press("Correct it", {"good-0-bread": 1})
    later.follow(buttons.STANDS_CORRECT)
    page = later.press(buttons.ALL_TOLD, {"in-mead": 2})
    assert page.status == 422
    assert page.beside("contents")
    later.press(buttons.ALL_TOLD, {"in-mead": "", "in-silk": 1})
    later.press(buttons.ALL_TOLD, {"in-feast_plate": 1, "in-crossbow": 1})
    later.press("Serve", {"plate-0": "cheese"})
    later.press(buttons.RESULT)
    assert later.page.title == "The result"
    game = table_of(later).game
    assert game.stage is Stage.CLOSED
    assert game.result
    for player, seat in zip(game.result.players, game.seats, strict=True):
        assert (
            f"{seat.name} gold {player.gold}, goods {player.goods}, bonuses {player.bonuses} {player.total}"
            in (later.page.text)
        )
    later.press(buttons.REMATCH)
    assert [value for name, value in later.page.forms[0].fields if name.startswith("name-")] == [
        "Ann",
        "Bo",
        "Cleo",
        "Dov",
        "",
        "",
    ]
    assert later.press(buttons.OPEN_TABLE).title == "Round 1 of 4"


def test_s6_on_the_board_a_plate_is_the_legal_good_that_it_became(app: Flask) -> None:
    """And no contraband any more; it is one again while the choice is taken back."""
    phone = later_table(app).phone()
    end(phone)
    phone.press(buttons.ALL_TOLD, {"in-feast_plate": 1})
    phone.open(f"/g/{phone.page.game}")
    assert stands(phone.page)["Bo"] == {"feast_plate": 1}
    phone.open(f"/g/{phone.page.game}/plates/1")
    phone.press("Serve", {"plate-0": "cheese"})
    assert stands(phone.page)["Bo"] == {"cheese": 1}
    phone.press(buttons.TAKE_BACK)
    phone.open(f"/g/{phone.page.game}")
    assert stands(phone.page)["Bo"] == {"feast_plate": 1}


def test_s1_a_card_turned_over_wrongly_is_corrected_at_any_time(app: Flask) -> None:
    """From the board in the count, from the log's entry, and under a result, which is taken back for it."""
    bank = table(app).phone()
    bo, cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
    bank.open(f"/g/{bank.page.game}")
    lies(bank, "Bo", ("cheese", 1), "Passed", {"face_down": 1})
    membership_of(app).may_record(bank.page.game, "own")
    end(bank)
    bank.follow("Bo turns the cards over")
    assert "on to the next merchant" not in bank.page.text
    bank.press(buttons.ALL_TOLD, {"in-mead": 1})
    for way in (MEND, "Log"):
        board = bank.open(f"/g/{bank.page.game}")
        assert board.link(MEND)
        bank.follow(way)
        if way == "Log":
            bank.follow("Correct")
        assert bank.page.title == "Check the stands"
        assert "then the face-down cards are turned over" not in bank.page.text
    bank.follow(buttons.STANDS_CORRECT)
    bank.press(buttons.RESULT)
    assert "Bo gold 50, goods 7" in bank.page.text
    game = bank.page.game
    assert all(MEND not in other.open(f"/g/{game}/result").text for other in (bo, cleo))
    log = bank.open(f"/g/{game}/log")
    assert bank.follow("Correct").title == "The result"
    assert "Correct" not in [link.text for link in bo.open(log.path).root.elements("a")]
    assert bank.press(buttons.TAKE_RESULT_BACK).title == "Check the stands"
    stand = next(form for form in bank.page.forms if "good-1-mead" in dict(form.fields))
    bank.submit(stand, {"good-1-mead": 0, "good-1-silk": 1})
    bank.follow(buttons.STANDS_CORRECT)
    bank.press(buttons.RESULT)
    assert "Bo gold 50, goods 8" in bank.page.text
    assert table_of(bank).game.stand(1) == {"silk": 1}


MEND = "A stand is wrong? Correct it"


def test_all_phones_wait_for_the_same_step_of_the_count(app: Flask) -> None:
    """S6: Cleo's card is told, and all wait for her Feast Plate; nobody for what she has done already."""
    bank = later_table(app).phone()
    bo, cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
    bank.open(f"/g/{bank.page.game}")
    lies(bank, "Cleo", ("cheese", 2), "Passed", {"in-cheese": 1, "face_down": 1})
    for name in ("Bo", "Dov"):
        passes(bank, name, "bread", 1)
    membership_of(app).may_record(bank.page.game, "own")
    end(bank)
    bo.open(f"/g/{bank.page.game}")
    while table_of(bank).game.face_down(1) or table_of(bank).game.face_down(2):
        seat = next(seat for seat in range(4) if table_of(bank).game.face_down(seat))
        phone = {1: bo, 2: cleo}[seat]
        phone.open(f"/g/{bank.page.game}/reveal/{seat}")
        phone.press(buttons.ALL_TOLD, {"in-feast_plate" if seat == 2 else "in-mead": 1})
        bo.open(f"/g/{bank.page.game}")
    assert "Cleo fills the Feast Plates" in bo.page.text
    assert "Fill your Feast Plates" in cleo.open(f"/g/{bank.page.game}").text


def gone_home(app: Flask, recording: str) -> tuple[Phone, Phone]:
    """The bank and Cleo at the count: Bo went home with his phone, and left a card face down."""
    bank = later_table(app).phone()
    seated(app, bank, "Bo")
    cleo = seated(app, bank, "Cleo")
    membership_of(app).may_record(bank.page.game, recording)
    bank.open(f"/g/{bank.page.game}/menu")
    bank.press("Leaves", {"leaver": 1})
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    cleo.open(f"/g/{bank.page.game}")
    return bank, cleo


def test_s6_a_phone_that_may_record_turns_over_the_cards_of_a_player_who_went_home(app: Flask) -> None:
    _bank, cleo = gone_home(app, "everybody")
    cleo.follow("Bo turns the cards over")
    assert "Bo had" in cleo.press(buttons.ALL_TOLD, {"in-mead": 1}).text


def test_s6_where_only_the_bank_may_turn_them_over_everybody_reads_so(app: Flask) -> None:
    bank, cleo = gone_home(app, "own")
    assert "The bank does it for Bo , who has left" in cleo.page.text
    assert "Bo turns over 1 card" in bank.page.text


def test_s6_the_bank_is_not_led_to_the_cards_of_a_player_with_a_phone(app: Flask) -> None:
    """Its board says who turns over now, and leads there where that phone does not."""
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    bo, dov = seated(app, bank, "Bo"), seated(app, bank, "Dov")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    assert bank.page.title == "The count"
    bank.follow("Dov turns the cards over")
    page = bank.press(buttons.ALL_TOLD, {"in-mead": 1})
    assert (page.title, "Dov had" in page.text) == ("The count", True)
    assert "Bo turns the cards over" in dov.open(f"/g/{page.game}").text
    bo.open(f"/g/{page.game}")
    bo.follow(buttons.TURN_YOUR_CARDS_OVER)
    assert bank.follow("Bo turns the cards over").title == "What was smuggled"


def test_s6_cards_turned_over_in_two_goes_are_shown_and_summed_together(app: Flask) -> None:
    bank = later_table(app, stands={1: {"face_down": 2}}).phone()
    bo = seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    for good in ("mead", "pepper"):
        bo.open(f"/g/{bank.page.game}/reveal/1")
        bo.press(buttons.ALL_TOLD, {f"in-{good}": 1})
    both = common_cards().good("mead").value + common_cards().good("pepper").value
    for phone in (bo, bank):
        assert f"Bo had Mead Pepper {both}" in phone.open(f"/g/{bank.page.game}").text


def test_s2_kings_and_queens_say_how_many_counted(app: Flask) -> None:
    """Two breads with Rye and Pumpernickel are seven, and more than six that anybody can see."""
    bank = later_table(app, stands={1: {"face_down": 2, "bread": 2}, 2: {"cheese": 2, "bread": 6}}).phone()
    end(bank)
    bank.open(f"/g/{bank.page.game}/reveal/1")
    bank.press(buttons.ALL_TOLD, {"in-rye_bread": 1, "in-pumpernickel_bread": 1})
    bank.open(f"/g/{bank.page.game}?checked=1")
    page = bank.press(buttons.RESULT)
    assert "Bread Bo × 7 15 Cleo × 6 10" in page.text
    said = "Bo 7: 2 bread, 1 Rye Bread counting as 2 and 1 Pumpernickel Bread counting as 3 · Cleo 6"
    assert said in page.text
    assert "Ann × 1 10 nobody The number after × is" in page.text  # of chickens there is no more to say
    assert "a royal good as two or three" in page.text


def test_a_good_that_nobody_has_is_no_row_of_kings_and_queens(app: Flask) -> None:
    there = table(app, 3).plays(
        passing(BO, "chickens", 2), passing(CLEO, "cheese", 1), EndGame(), CloseCount()
    )
    page = there.phone().open(f"/g/{there.id}/result")
    [titles] = [one for one in page.root.elements("table") if one.get("class") == "royalty"]
    assert [head.text for head in titles.elements("th")] == ["King", "Queen", "Cheese", "Chickens"]


def test_the_result_opens_with_the_honours_of_the_evening(app: Flask) -> None:
    """By its bags as they were corrected, each with how many of how many; then come the sums."""
    there = table(app).plays(
        passing(BO, "apples", 2, deal(BO, ANN, 7), face_down=2),
        opened(CLEO, "cheese", 1, silk=1),
        opened(DOV, "bread", 2),
        PassBadge(),
        opened(CLEO, "cheese", 1, silk=1),
        passing(DOV, "bread", 2),
        passing(ANN, "apples", 2, cheese=1, bread=1),
        PassBadge(),
        passing(DOV, "bread", 2, apples=2),
        SitOut(ANN),
        SitOut(BO),
        Correct(10, passing(DOV, "bread", 2), "Misread"),
        EndGame(),
        RevealContraband(BO, Goods({"silk": 2})),
        CloseCount(),
    )
    assert honours(there) == [
        "Boldest smuggler Bo 2 of 2 contraband cards got through",
        "Biggest bluff Bo 2 contraband of 2 cards for 7 gold, round 1",
        "Caught red-handed Cleo 2 of 2 false bags caught",
        "Largest bribe Bo 7 gold for one bag in round 1, of 7 paid in bribes",
        "Honest to a fault Dov 3 of 3 bags were honest",
        f"Best round with the badge Ann {3 + SILK} gold in round 1, of {3 + SILK} earned with the badge",
    ]


def test_an_honour_is_shared_and_says_of_each_how_many(app: Flask) -> None:
    there = table(app, 3).plays(
        opened(BO, "apples", 1, silk=1),
        opened(CLEO, "apples", 1, silk=1),
        PassBadge(),
        opened(CLEO, "apples", 1, silk=1),
        passing(ANN, "apples", 1),
        PassBadge(),
        passing(ANN, "apples", 1),
        opened(BO, "apples", 1, silk=1),
        PassBadge(),
        passing(BO, "apples", 1),
        passing(CLEO, "apples", 1, face_down=1),
        EndGame(),
        RevealContraband(CLEO, Goods({"silk": 1})),
        CloseCount(),
    )
    assert honours(there)[0] == "Caught red-handed Bo 2 of 2 false bags caught Cleo 2 of 3 false bags caught"


def test_a_bluff_says_all_that_it_cost(app: Flask) -> None:
    """Beside gold whole cards and words, whatever they were worth."""
    bribe = deal(BO, ANN, 2, "Lunch", {"apples": 1})
    there = table(app, 3).plays(
        passing(BO, "apples", 3, bribe, face_down=2, apples=1),
        SitOut(CLEO),
        EndGame(),
        RevealContraband(BO, Goods({"silk": 2})),
        CloseCount(),
    )
    cost = "2 gold, 1 card and 1 promise"
    assert f"Biggest bluff Bo 2 contraband of 3 cards for {cost}, round 1" in honours(there)


def test_who_earned_no_honour_reads_of_none(app: Flask) -> None:
    assert honours(table(app, 3).plays(EndGame(), CloseCount())) == []


def honours(there: Table) -> list[str]:
    """What the result tells of the evening."""
    page = there.phone().open(f"/g/{there.id}/result")
    found = [one for one in page.root.elements("ul") if one.get("class") == "honours"]
    return [honour.text for every in found for honour in every.elements("li")]


def test_others_read_whose_cards_turn_and_nothing_of_a_check_that_may_be_over(app: Flask) -> None:
    """That the bank found the stands correct is no entry, so nobody else's phone knows it."""
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    bo = seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    page = bo.open(f"/g/{bank.page.game}")
    assert "Dov turns the cards over" in page.text
    assert "checked" not in page.text


def test_the_stands_are_to_be_checked_whatever_else_is_recorded_before(app: Flask) -> None:
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    bank.open(f"/g/{bank.page.game}")
    bank.follow("Menu")
    bank.follow(buttons.PAY_BY_HAND)
    bank.press(buttons.RECORD, {"giver": "1", "receiver": "bank", "gold": 2})
    assert "Dov turns the cards over" not in bank.page.text
    bank.follow(buttons.CHECK_THE_STANDS)
    bank.follow(buttons.STANDS_CORRECT)
    assert bank.page.title == "What was smuggled"


def test_s6_a_sheet_that_another_phone_finished_leads_on(app: Flask) -> None:
    """Its biggest button, which could book nothing any more, becomes the way on."""
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    dov = seated(app, bank, "Dov")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    game, since = bank.page.game, bank.page.found(r'data-stamp="(\d+)"')
    asked = f"/g/{game}/live?on=sheet&at=reveal/3&since={since}"
    assert "onward" not in bank.send("GET", f"/g/{game}/live?on=sheet&at=reveal/3").html
    dov.open(f"/g/{game}/reveal/3")
    dov.press(buttons.ALL_TOLD, {"in-mead": 1})
    told = bank.send("GET", asked)
    assert "All of Dov ’s cards are turned over." in told.text
    assert told.link("Continue") == f"/g/{game}/reveal/1"
    bank.open(f"/g/{game}/reveal/1")
    bank.press(buttons.ALL_TOLD, {"in-mead": 1})
    assert bank.send("GET", asked).link("Continue") == f"/g/{game}?checked=1"
    bank.open(f"/g/{game}?checked=1")
    bank.press(buttons.RESULT)
    assert bank.send("GET", asked).link("Continue") == f"/g/{game}/result"


def test_the_last_train_counts_at_once(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    end(bank)
    bank.press(buttons.RESULT)
    assert "Bo wins with 74" in bank.page.text
    assert "Sheriff once: Ann . Bo , Cleo and Dov were never Sheriff." in bank.page.text


@pytest.mark.parametrize(
    "language,turns,lines",
    [
        ("en", (1, 0, 2, 0), ["Sheriff twice: Cleo", "Sheriff once: Ann", "Bo and Dov were never Sheriff"]),
        (
            "fr",
            (1, 0, 2, 0),
            ["Deux fois Shérif : Cleo", "Une fois Shérif : Ann", "Bo et Dov n’ont jamais été Shérif"],
        ),
        ("en", (3, 4), ["Sheriff 4 times: Bo", "Sheriff 3 times: Ann"]),
        ("en", (1, 0), ["Sheriff once: Ann", "Bo was never Sheriff"]),
        ("en", (2, 2, 2, 2), []),
        ("en", (), []),
    ],
)
def test_t3_turns_are_told_from_the_most_to_none(
    app: Flask, language: str, turns: tuple[int, ...], lines: list[str]
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        words = Words(tuple(Seat(name, "leaf") for name in ("Ann", "Bo", "Cleo", "Dov")[: len(turns)]))
        assert [line.striptags() for line in uneven_turns(words, turns)] == lines


def test_t3_who_ends_the_game_sees_who_was_never_sheriff(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    bank.open(f"/g/{bank.page.game}/menu")
    assert "Not everybody was Sheriff equally often: Sheriff once: Ann Bo , Cleo" in bank.page.text


def test_the_log_says_why_no_bag_can_be_corrected_at_the_result(bank: Phone) -> None:
    said = "The result stands. To correct a bag, take the result back first."
    assert said not in bank.open(f"/g/{bank.page.game}/log").text
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    bank.press(buttons.RESULT)
    assert said in bank.open(f"/g/{bank.page.game}/log").text


def over_for(app: Flask, *names: str) -> tuple[Phone, ...]:
    """The bank of four and the phones of these, at the result."""
    there = table(app)
    places: list[int | str] = [BANK, *map(NAMES.index, names)]
    phones = [there.phone(place, path="/result") for place in places]
    there.plays(EndGame(), CloseCount())
    return tuple(phones)


def test_nobody_is_asked_in_once_all_is_over(app: Flask) -> None:
    (bank,) = over_for(app)
    bank.open(f"/g/{bank.page.game}/phones")
    bank.press(buttons.LET_PHONES_IN)
    board = bank.open(f"/g/{bank.page.game}")
    assert "The result" in board.text
    assert "The door is open" not in board.text


def test_a_phone_with_a_result_that_no_longer_stands_goes_to_what_does(app: Flask) -> None:
    bank, bo = over_for(app, "Bo")
    game, known = bank.page.game, bo.page.found(r'data-mark="([^"]+)"')
    asks = f"/g/{game}/live?on=sheet&at=result&since=0&mark={known}"
    assert "data-elsewhere" not in bo.send("GET", asks).html
    bank.open(f"/g/{game}/result")
    bank.press(buttons.TAKE_RESULT_BACK)
    assert f'data-elsewhere="/g/{game}"' in bo.send("GET", asks).html
    bank.press(buttons.PUT_BACK)
    assert f'data-elsewhere="/g/{game}/result"' in bo.send("GET", asks).html


def test_all_phones_come_along_to_the_rematch(app: Flask) -> None:
    """Each gets the seat of its player's name; phones without one, and those that only watched, watch."""
    bank, bo, cleo = over_for(app, "Bo", "Cleo")
    game = bank.page.game
    watcher = comes_in(app, bank, "Just watch")
    bo.press(buttons.REMATCH)
    bo.press(buttons.OPEN_TABLE, {"name-0": "bo", "name-1": "Ann", "name-2": "Eve", "first_sheriff": 1})
    new = bo.page.game
    keeper = membership_of(app)
    assert keeper.look(new).seats == {0}
    assert "Bo" not in {seat.name for seat in table_of(bo).game.seats}
    for phone in (bank, cleo, watcher):
        assert phone.open(f"/g/{game}/result").link(buttons.TO_THE_REMATCH) == f"/g/{new}"
        assert phone.follow(buttons.TO_THE_REMATCH).status == 200
    told = cleo.send("GET", f"/g/{game}/live?on=sheet&at=result")
    assert "The same people have a new table." in told.text
    assert told.link(buttons.TO_THE_REMATCH) == f"/g/{new}"
    assert "Continue" not in told.text
    assert "My bag" in bo.open(f"/g/{new}").text
    assert "My bag" not in cleo.open(f"/g/{new}").text


def test_nobody_is_away_at_a_rematch_that_has_just_begun(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours after the machine was started; from then on a phone that is not heard from is."""
    pass_time(monkeypatch, app, 60 * MINUTE)
    _bank, bo, cleo = over_for(app, "Bo", "Cleo")
    game = again(bo)
    for phone in (bo, cleo):
        assert "away since" not in phone.open(f"/g/{game}").text
    pass_time(monkeypatch, app, GONE)
    assert "away since" in bo.open(f"/g/{game}").text


def again(phone: Phone) -> str:
    """The rematch of the same three, which this phone opens."""
    phone.press(buttons.REMATCH)
    phone.press(buttons.OPEN_TABLE, {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo"})
    return phone.page.game


def test_who_reads_the_result_is_awake_at_the_rematch_and_who_was_asleep_is_not(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank, bo, cleo = over_for(app, "Bo", "Cleo")
    result = f"/g/{bank.page.game}/live?on=sheet&at=result&since=0"
    for phone in (bank, bo, cleo):
        assert phone.send("GET", result).status == 200
    pass_time(monkeypatch, app, ASLEEP)
    bank.open(f"/g/{bank.page.game}")
    bo.open(f"/g/{bank.page.game}/result")
    game = again(bo)
    assert "asleep" in seat_row(bo.open(f"/g/{game}"), 2)
    assert cleo.send("GET", result).status == 200
    assert "asleep" not in seat_row(bo.open(f"/g/{game}"), 2)
    for _ in range(2):
        pass_time(monkeypatch, app, ASLEEP - 1)
        assert cleo.send("GET", result).status == 200
    assert "asleep" not in seat_row(bo.open(f"/g/{game}"), 2)
    pass_time(monkeypatch, app, ASLEEP)
    assert "asleep" in seat_row(bo.open(f"/g/{game}"), 2)


def test_each_own_phone_says_how_its_player_did_and_a_shared_one_does_not(app: Flask) -> None:
    bank, bo, cleo = over_for(app, "Bo", "Cleo")
    game, result = bank.page.game, table_of(bank).game.result
    assert result
    for seat, phone in ((BO, bo), (CLEO, cleo)):
        page, player = phone.open(f"/g/{game}/result"), result.players[seat]
        placed = f"You: place {player.rank}, {player.total}"
        assert ("You share the victory!" if seat in result.winners else placed) in page.text
        [mine] = [row for row in page.root.elements("details") if "rank-mine" in row.get("class")]
        assert f"{NAMES[seat]} you" in mine.text
    middle = bank.open(f"/g/{game}/result")
    assert "You" not in middle.text.partition("wins")[0]
    assert "rank-mine" not in middle.html


def test_who_may_record_comes_along_to_the_rematch(app: Flask) -> None:
    bank, bo = over_for(app, "Bo")
    records(bank, "everybody")
    bo.open(f"/g/{bank.page.game}/result")
    bo.press(buttons.REMATCH)
    bo.press(buttons.OPEN_TABLE, {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo"})
    assert membership_of(app).look(bo.page.game).recording is Recording.EVERYBODY


def test_who_opens_the_rematch_while_the_bank_is_asleep_reads_that_it_is_the_bank(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not who came second, and nobody who opens a table alone."""
    bank, bo, cleo = over_for(app, "Bo", "Cleo")
    assert bank.send("GET", f"/g/{bank.page.game}/live?on=sheet&at=result&since=0").status == 200
    pass_time(monkeypatch, app, ASLEEP)
    for phone in (bo, cleo):
        phone.press(buttons.REMATCH)
    for phone in (bo, cleo):
        phone.press(buttons.OPEN_TABLE, {"first_sheriff": 0})
    words = "This phone is the bank now."
    assert words in bo.page.text
    assert words in bo.send("GET", f"/g/{bo.page.game}/live?on=board&bank=1").text
    assert "Show the code" not in bo.page.text
    assert words not in cleo.page.text
    assert "The bank was handed to Bo ’s phone." in cleo.open(f"/g/{bo.page.game}/log").text
    passes(bo, "Cleo", "apples", 2)
    assert words not in bo.open(f"/g/{bo.page.game}?bank=1").text
    bank.open("/new")
    assert words not in bank.press(buttons.OPEN_TABLE, {"name-0": "A", "name-1": "B", "name-2": "C"}).text


@pytest.mark.parametrize("opener", range(3))
def test_the_bank_stays_the_bank_at_the_rematch_whoever_opens_it(app: Flask, opener: int) -> None:
    phones = over_for(app, "Bo", "Cleo")
    game = again(phones[opener])
    for phone in phones:
        assert "This phone is the bank now." not in phone.open(f"/g/{game}").text
    assert ["Move the bank" in phone.open(f"/g/{game}/menu").text for phone in phones] == [True, False, False]


def test_a_rematch_is_as_short_as_the_evening_was_meant_to_be(phone: Phone) -> None:
    phone.open("/new")
    phone.press(buttons.OPEN_TABLE, {"name-0": "Ann", "name-1": "Bo", "name-2": "Cleo", "rounds": 3})
    phone.follow("Menu")
    phone.press(buttons.END)
    phone.follow(buttons.CHECK_THE_STANDS)
    phone.follow(buttons.STANDS_CORRECT)
    phone.press(buttons.RESULT)
    phone.press(buttons.REMATCH)
    assert phone.press(buttons.OPEN_TABLE).title == "Round 1 of 3"


def test_a_table_has_one_rematch(app: Flask) -> None:
    """Two open one in the same moment: the second is led to the first one."""
    bank, bo, cleo = over_for(app, "Bo", "Cleo")
    game = bank.page.game
    for phone in (bo, cleo):
        phone.press(buttons.REMATCH)
    bo.press(buttons.OPEN_TABLE)
    new = bo.page.game
    cleo.press(buttons.OPEN_TABLE, {"name-0": "Zoe"})
    assert (cleo.page.game, cleo.page.status) == (new, 200)
    bank.open(f"/g/{game}")
    assert bank.open(f"/new?again={game}").game == new
    assert bank.open(f"/g/{game}/result").link(buttons.TO_THE_REMATCH) == f"/g/{new}"
    assert "Cleo" in {seat.name for seat in table_of(bo).game.seats}


def test_nobody_gets_a_seat_at_the_rematch_of_others(app: Flask, stranger: Phone) -> None:
    bank, bo = over_for(app, "Bo")
    game = bank.page.game
    watcher = comes_in(app, bank, "Just watch")
    assert "Rematch" not in watcher.open(f"/g/{game}/result").text
    for phone in (stranger, watcher):
        phone.open("/new")
        fields = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}
        form, _ = phone.page.form(buttons.OPEN_TABLE)
        sent = [(name, value) for name, value in form.fields if name not in {*fields, "again"}]
        phone.page = phone.send("POST", "/new", [*sent, *fields.items(), ("again", game)])
        new = phone.page.answer.headers["Location"].split("/")[-1]
        assert membership_of(app).look(new).seats == frozenset()
        assert bo.send("GET", f"/g/{new}").status == 403
    assert "To the rematch" not in bo.open(f"/g/{game}/result").text


def test_who_came_too_late_for_the_rematch_is_asked_for_a_code(app: Flask) -> None:
    bank, bo = over_for(app, "Bo")
    game = bank.page.game
    bo.press(buttons.REMATCH)
    bo.press(buttons.OPEN_TABLE)
    bank.open(f"/g/{game}")
    late = seated(app, bank, "Dov")
    assert late.open(f"/g/{game}/result").link(buttons.TO_THE_REMATCH) == "/join"


def test_who_comes_by_the_code_of_a_finished_table_reads_of_its_rematch(app: Flask) -> None:
    """Its door may still be open when the next game has begun; that one asks for its own code."""
    bank, bo = over_for(app, "Bo")
    words = door_of(bank)
    late = Phone(app)
    assert "To the rematch" not in late.open(f"/j/{words}").text
    bo.press(buttons.REMATCH)
    bo.press(buttons.OPEN_TABLE)
    page = late.open(f"/j/{words}")
    assert page.link(buttons.TO_THE_REMATCH) == "/join"
    assert "This evening is over: the bank’s phone shows a new code." in page.text


def test_a_table_that_keeps_its_coins_types_them_at_the_end(app: Flask) -> None:
    """T7. A player who left with nothing has none to type."""
    bank = table(app, coins_on_table=True).phone()
    assert purses_are_hidden(bank)
    bank.follow("Menu")
    bank.press("Leaves", {"leaver": 0, "gone": 1})
    end(bank)
    assert bank.page.title == "Count the coins"
    fields = {name for name, _ in bank.page.forms[0].fields}
    page = bank.press(buttons.RECORD, {"gold-1": 21})
    assert page.refusals == {
        "gold-2": "How much gold does Cleo have?",
        "gold-3": "How much gold does Dov have?",
    }
    page = bank.press(
        buttons.RECORD, {name: 20 + int(name[-1]) for name in fields if name.startswith("gold-")}
    )
    assert page.status == 200, page.refusals
    bank.press(buttons.RESULT)
    assert "Dov wins with 23" in bank.page.text


def purses_are_hidden(bank: Phone) -> bool:
    return not any("purse" in line.get("class").split() for line in bank.page.root.elements("p"))


def test_a_game_file_is_offered_with_the_result_and_not_before(bank: Phone) -> None:
    path = f"/g/{bank.page.game}/export.json"
    assert bank.send("GET", path).status == 404
    end(bank)
    bank.press(buttons.RESULT)
    file = bank.send("GET", bank.follow(buttons.HAND_IT_ON).link("All of it, to bring it back (JSON)"))
    assert file.answer.headers["Content-Disposition"].startswith("attachment")
    assert json.loads(file.html)["format"] == "counting-house/game"


def test_spreadsheets_are_offered_with_the_result_and_not_before(bank: Phone) -> None:
    names = ("evenings", "bags")
    assert {bank.send("GET", f"/g/{bank.page.game}/{name}.csv").status for name in names} == {404}
    end(bank)
    bank.press(buttons.RESULT)
    page = bank.follow(buttons.HAND_IT_ON)
    for said, name in zip(("Everybody’s numbers", "Every bag"), names, strict=True):
        file = bank.send("GET", page.link(f"{said}, for a spreadsheet (CSV)"))
        assert file.answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert f"counting-house-{page.game}-{name}.csv" in file.answer.headers["Content-Disposition"]
        assert file.html.startswith("\ufeffevening,game,")
    assert ",Bo," in bank.send("GET", f"/g/{page.game}/evenings.csv").html


def test_i2_each_bag_that_is_out_leads_on_to_the_end(bank: Phone) -> None:
    """Recorded, or of a merchant who has none: the end is asked for again, first of all, with who is left."""
    bank.follow("Menu")
    early = bank.page.form(buttons.END)
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 2)
    bank.submit(early[0], {}, early[1])
    assert bank.page.refusals.keys() == {"ending"}
    assert "Still out: Cleo and Dov ." in bank.page.text
    assert not re.search(r"</svg>[^<]*<bdi", bank.page.html), "a button would part a name from its words"
    first = next(bank.page.root.elements("details"))
    assert first["id"] == "ending"
    assert first.has("open")
    bank.follow("Cleo ’s bag")
    assert bank.press(buttons.RECORD).status == 422
    bank.press(buttons.RECORD, {"good": "bread", "number": 1, "in-bread": 1})
    assert bank.page.title == "Menu"
    assert "Cleo ’s bag" not in bank.page.text
    bank.press("Dov has no bag")
    assert bank.page.title == "Menu"
    assert table_of(bank).game.waiting == ()
    bank.press(buttons.END)
    assert table_of(bank).game.stage is Stage.COUNT
    assert table_of(bank).game.stand(2) == {"bread": 1}


def test_i2_one_tap_ends_the_game_though_bags_are_out_and_is_taken_back_as_one(bank: Phone) -> None:
    """Whoever still had a bag by what is recorded has none."""
    passes(bank, "Bo", "apples", 2)
    bank.follow("Menu")
    bank.press(buttons.NO_MORE_BAGS)
    at = table_of(bank)
    assert (at.game.stage, at.game.waiting, at.game.turns) == (Stage.COUNT, (), (1, 0, 0, 0))
    assert "The game ends here. Cleo and Dov sit this round out." in bank.page.text
    bank.press(buttons.TAKE_BACK)
    assert table_of(bank).game.waiting == (2, 3)


def test_i2_who_sits_out_from_the_menu_comes_back_to_the_board(bank: Phone) -> None:
    bank.follow("Menu")
    assert bank.press("Sits out", {"seat": 1}).title == "Round 1 of 8"


def test_i2_a_declared_bag_is_out_before_the_first_one_is_dealt_with(app: Flask, bank: Phone) -> None:
    """Bo declared, the others only pack: the end waits for Bo alone, or until that is taken back."""
    bo = seated(app, bank, "Bo")
    bank.follow("Menu")
    early, button = bank.page.form(buttons.END)
    bo.open(f"/g/{bo.page.game}/declarations/1")
    bo.press("Declare 3", {"good": "bread"})
    assert bank.submit(early, {}, button).status == 422
    assert "Still out: Bo ." in bank.page.text
    assert table_of(bank).game.stage is Stage.ROUNDS
    page = bank.open(f"/g/{bank.page.game}/menu")
    assert page.link("Bo ’s bag")
    assert "Cleo ’s bag" not in page.text
    bo.open(f"/g/{bo.page.game}/declarations/1")
    bo.press(buttons.TAKE_BACK)
    bank.open(f"/g/{bank.page.game}/menu")
    bank.press(buttons.END)
    assert table_of(bank).game.stage is Stage.COUNT


def test_s1_no_stand_is_corrected_while_rounds_are_played(bank: Phone) -> None:
    """Neither by the page, which leads to the board, nor by a form sent to its address."""
    path = f"/g/{bank.page.game}/checks"
    assert bank.open(f"/g/{bank.page.game}/check").title == "Round 1 of 8"
    form = {
        "csrf_token": bank.token,
        "action_id": "twenty-apples-in-round-1",
        "seat": "1",
        "good-1-apples": "20",
    }
    answer = bank.send("POST", path, form.items())
    assert answer.status == 422
    assert "This belongs to the count at the end." in answer.text
    assert not table_of(bank).game.stand(1)


def test_nobody_offers_anything_once_all_but_one_went_home(bank: Phone) -> None:
    """In the count players may leave until one is left, who was Sheriff: then there are no merchants."""
    game = table_of(bank).id
    end(bank)
    for seat in (1, 2, 3):
        service_of(bank.client.application).play(game, Leave(seat, counts=True), f"leave-{seat}")
    page = bank.open(f"/g/{game}/offers/new")
    assert page.path.startswith(f"/g/{game}?over=offers/new")
