"""What was taken back is put back, as long as nothing came between."""

import json

import pytest
from flask import Flask

from companion import gamefile
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.rotation import PassBadge
from companion.web.here import NEWS_FOR
from tests.tables import table
from tests.web import buttons
from tests.web.evening import end, passes, purses, stands, undone
from tests.web.phone import Fields, Phone, filled
from tests.web.race import overtaken
from tests.web.seated import comes_in, records, seated
from tests.web.stored import service_of, table_of, talk_of

GONE = "Something was recorded since. It can no longer be put back."
WATCHES = "This phone is only watching. Take a seat first."
NOT_THE_LATEST = "Something else has been recorded since. Only the latest entry can be taken back."


def board(phone: Phone) -> str:
    return f"/g/{phone.page.game}"


def sent(phone: Phone, button: str = "Put it back") -> tuple[str, list[tuple[str, str]]]:
    """Where the form with this button on a phone's page leads, and what it sends."""
    form, _ = phone.page.form(button)
    return form.element["action"], filled(form, {})


def taken_back(phone: Phone, fields: Fields | None = None) -> None:
    """Bo's bag passed and was taken back."""
    passes(phone, "Bo", "apples", 2, fields)
    phone.press(buttons.TAKE_BACK)


def test_the_way_back_is_beside_the_words(bank: Phone) -> None:
    taken_back(bank, {"deal-0-gold": 5})
    form, _ = bank.page.form(buttons.PUT_BACK)
    assert "Taken back: Bo ’s bag" in form.element.text
    page = bank.press(buttons.PUT_BACK)
    assert (page.status, page.refusals) == (200, {})
    assert stands(page)["Bo"] == {"apples": 2}
    assert purses(page) == {"Ann": 55, "Bo": 45, "Cleo": 50, "Dov": 50}
    assert undone(bank) == "Put back: Bo ’s bag"
    assert "Put it back" not in bank.page.text
    assert [line.seq for line in table_of(bank).standing] == [1, 2]


def test_three_that_were_taken_back_are_put_back_on_the_board_and_in_the_log(bank: Phone) -> None:
    """Beside each that was put back stands what comes next."""
    names = ("Bo", "Cleo", "Dov")
    for name in names:
        passes(bank, name, "apples", 2)
    for _ in names:
        bank.press(buttons.TAKE_BACK)
    bank.press(buttons.PUT_BACK)
    assert "Put back: Bo ’s bag" in bank.page.text
    form, _ = bank.page.form(buttons.PUT_BACK)
    assert "Taken back: Cleo ’s bag" in form.element.text
    bank.open(f"{board(bank)}/log")
    bank.press(buttons.PUT_BACK)
    bank.press(buttons.PUT_BACK)
    assert [line.seq for line in table_of(bank).standing] == [1, 2, 3, 4]
    assert all(stands(bank.page)[name] == {"apples": 2} for name in names)
    assert undone(bank) == "Put back: Dov ’s bag"
    for at in ("", "/log"):
        assert "Put it back" not in bank.open(board(bank) + at).text


def test_a_word_ends_what_could_still_be_put_back(app: Flask, bank: Phone) -> None:
    cleo = seated(app, bank, "Cleo")
    for name in ("Bo", "Dov"):
        passes(bank, name, "apples", 2)
    bank.press(buttons.TAKE_BACK)
    bank.press(buttons.TAKE_BACK)
    bank.press(buttons.PUT_BACK)
    path, fields = sent(bank)
    cleo.open(f"{board(bank)}/declarations/2")
    cleo.press("Declare 3", {"good": "bread"})
    for at in ("", "/log"):
        assert "Put it back" not in bank.open(board(bank) + at).text
    assert bank.send("POST", path, fields).refusals == {"": GONE}


def test_what_was_said_over_a_bag_is_newer_than_it_whatever_is_put_back_first(
    app: Flask, bank: Phone
) -> None:
    """The Sheriff is to decide on Bo's bag again; a payment from before is taken back and put back."""
    bo = seated(app, bank, "Bo")
    bank.open(f"{board(bank)}/pay")
    bank.press(buttons.RECORD, {"giver": 2, "receiver": 3, "gold": 5})
    bo.open(f"{board(bank)}/declarations/1")
    bo.press("Declare 3", {"good": "apples"})
    passes(bank, "Bo", "apples", 3)
    bank.press(buttons.TAKE_BACK)
    _, fields = sent(bank)
    bo.open(board(bank))
    bo.press("Let Ann decide again")
    bank.open(board(bank))
    bank.press(buttons.TAKE_BACK)
    bank.press(buttons.PUT_BACK)
    assert "Put it back" not in bank.page.text
    page = bank.send("POST", f"{board(bank)}/put-backs", fields)
    assert page.refusals == {"": GONE}


def test_every_board_says_who_put_it_back_and_so_does_the_log(app: Flask, bank: Phone) -> None:
    records(bank, "everybody")
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    taken_back(bank)
    bo.open(board(bank))
    bo.press(buttons.PUT_BACK)
    said = bo.page.root.with_id("said")
    assert said is not None
    for phone in (bank, bo, watcher):
        assert undone(phone).startswith("Bo put back: Bo ’s bag")
    bank.press(buttons.TAKE_BACK)
    bank.press(buttons.PUT_BACK)
    assert undone(watcher) == "The bank put back: Bo ’s bag"
    log = bank.open(f"{board(bank)}/log").text
    for line in ("The bank took back", "Bo put back", "The bank put back"):
        assert f"{line}: Bo ’s bag" in log
    assert "Bo ’s bag passed: 2 apples. taken back" not in log


def test_a_double_tap_on_take_back_does_not_put_it_back(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    path, fields = sent(bank, "Take back")
    for _ in range(2):
        assert bank.send("POST", path, fields).status == 303
    assert undone(bank) == "Taken back: Bo ’s bag"


def test_of_two_who_put_back_the_second_sees_that_it_is_done(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    taken_back(bank)
    bo.open(board(bank))
    overtaken(app, monkeypatch, lambda: bo.press(buttons.PUT_BACK))
    page = bank.press(buttons.PUT_BACK)
    assert (page.status, page.refusals) == (200, {})
    assert "Bo put back" in page.text
    assert table_of(bank).seq == 4


@pytest.mark.parametrize("faster", ["books", "takes back another", "puts back and takes back"])
def test_nothing_is_put_back_once_something_came_between(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch, faster: str
) -> None:
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    passes(bank, "Cleo", "bread", 1)
    taken_back(bank)
    bo.open(board(bank))

    def goes_first() -> None:
        if faster == "books":
            passes(bo, "Bo", "cheese", 3)
        elif faster == "takes back another":
            bo.press(buttons.TAKE_BACK)
        else:
            bo.press(buttons.PUT_BACK)
            bo.press(buttons.TAKE_BACK)

    overtaken(app, monkeypatch, goes_first)
    page = bank.press(buttons.PUT_BACK)
    assert (page.status, page.refusals) == (409, {"": GONE})
    assert int(page.found(r'data-stamp="(\d+)"')) == service_of(app).journal.log(page.game).reached().stamp
    assert stands(page)["Bo"] == ({"cheese": 3} if faster == "books" else {})


def test_a_page_that_was_left_open_puts_nothing_back(bank: Phone) -> None:
    taken_back(bank)
    path, fields = sent(bank)
    passes(bank, "Cleo", "bread", 1)
    page = bank.send("POST", path, fields)
    assert (page.status, page.refusals) == (409, {"": GONE})


def test_who_did_not_see_that_it_was_put_back_takes_back_nothing(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two phones want to take a bag back; the one that was faster has thought better of it by then."""
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 2)
    bo.open(board(bank))

    def goes_first() -> None:
        bo.press(buttons.TAKE_BACK)
        bo.press(buttons.PUT_BACK)

    overtaken(app, monkeypatch, goes_first)
    page = bank.press(buttons.TAKE_BACK)
    assert (page.status, page.refusals) == (409, {"": NOT_THE_LATEST})
    assert stands(page)["Bo"] == {"apples": 2}
    bank.press(buttons.TAKE_BACK)
    assert stands(bank.page)["Bo"] == {}


def test_what_is_said_since_comes_between(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    bo.open(f"{board(bank)}/declarations/1")
    bo.press("Declare 3", {"good": "apples"})
    passes(bank, "Bo", "apples", 3)
    bank.press(buttons.TAKE_BACK)
    path, fields = sent(bank)
    bo.open(board(bank))
    bo.press("Let Ann decide again")
    for at in ("", "/log"):
        assert "Put it back" not in bank.open(board(bank) + at).text
    page = bank.send("POST", path, fields)
    assert (page.status, page.refusals) == (409, {"": GONE})
    assert not talk_of(bank).decisions


def test_the_log_puts_back_as_long_as_it_can_be(bank: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_back(bank)
    service = service_of(bank.client.application)
    later = service.now() + NEWS_FOR
    monkeypatch.setattr(service, "_now", lambda: later)
    assert "Put it back" not in bank.open(board(bank)).text
    bank.open(f"{board(bank)}/log")
    bank.press(buttons.PUT_BACK)
    assert stands(bank.page)["Bo"] == {"apples": 2}
    bank.open(f"{board(bank)}/log")
    assert "Put it back" not in bank.page.text
    bank.press(buttons.TAKE_BACK)
    assert undone(bank) == "Taken back: Bo ’s bag"


def test_who_may_not_take_it_back_may_not_put_it_back(app: Flask, bank: Phone) -> None:
    """Each their own: a bag is the Sheriff's entry, and whoever only watches has none."""
    ann, bo, watcher = seated(app, bank, "Ann"), seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    records(bank, "own")
    bank.open(board(bank))
    taken_back(bank)
    path, fields = sent(bank)
    for phone, why in ((bo, "This is up to Ann or the bank."), (watcher, WATCHES)):
        assert undone(phone).startswith("The bank took back: Bo ’s bag")
        for at in ("", "/log"):
            assert "Put it back" not in phone.open(board(bank) + at).text
        own = dict(phone.open("/settings").forms[0].fields)
        page = phone.send("POST", path, [(name, own.get(name, value)) for name, value in fields])
        assert (page.status, page.refusals) == (422, {"": why})
        phone.open(board(bank))
    ann.open(board(bank))
    ann.press(buttons.PUT_BACK)
    assert undone(bo).startswith("Ann put back: Bo ’s bag")


def test_a_result_that_is_put_back_is_the_result_again(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    end(bank)
    bank.press(buttons.RESULT)
    totals = bank.open(f"{board(bank)}/result").text
    bank.press(buttons.TAKE_RESULT_BACK)
    assert bank.page.title == "Check the stands"
    assert "The bank took back: the result" in bank.page.text
    assert table_of(bank).game.stage is Stage.COUNT
    assert undone(bo) == "The bank took back: the result"
    bank.press(buttons.PUT_BACK)
    assert bank.page.title == "The result"
    assert table_of(bank).game.stage is Stage.CLOSED
    assert bo.open(f"{board(bank)}/result").title == "The result"
    assert bank.open(f"{board(bank)}/result").text == totals
    bank.press(buttons.TAKE_RESULT_BACK)
    bank.open(board(bank))
    bank.press(buttons.PUT_BACK)
    assert bank.page.title == "The result"
    bank.press(buttons.REMATCH)
    assert bank.page.refusals == {}


def test_a_rematch_that_was_opened_is_still_the_rematch(bank: Phone) -> None:
    end(bank)
    bank.press(buttons.RESULT)
    over = bank.page.game
    bank.press(buttons.REMATCH)
    bank.press(buttons.OPEN_TABLE)
    rematch = bank.page.game
    bank.open(f"/g/{over}/result")
    bank.press(buttons.TAKE_RESULT_BACK)
    bank.press(buttons.PUT_BACK)
    assert bank.page.link(buttons.TO_THE_REMATCH) == f"/g/{rematch}"


def test_what_was_put_back_is_in_the_game_file_and_comes_back_out_of_it(app: Flask, bank: Phone) -> None:
    end(bank)
    bank.press(buttons.RESULT)
    bank.press(buttons.TAKE_RESULT_BACK)
    bank.press(buttons.PUT_BACK)
    archive = app.extensions["archive"]
    exported = archive.export(bank.page.game)
    kinds = [entry["event"]["kind"] for entry in json.loads(exported)["entries"]]
    assert kinds[-3:] == ["count_closed", "taken_back", "put_back"]
    back, _ = archive.restore(gamefile.read(archive.games, exported), service_of(app).now())
    assert service_of(app).current(back).game == table_of(bank).game
    assert not any(archive.check(record).findings for record in archive.journal.games())


def test_in_french(bank: Phone) -> None:
    taken_back(bank)
    path, fields = sent(bank)
    french = {"Accept-Language": "fr"}
    page = bank.send("GET", board(bank), (), french)
    assert page.form("Rétablir")
    assert "Annulé : « Le sac de Bo »" in page.text
    passes(bank, "Cleo", "bread", 1)
    page = bank.send("POST", path, fields, french)
    assert page.refusals == {"": "On a noté autre chose depuis : on ne peut plus rétablir."}


@pytest.mark.parametrize("players, badge", [(4, PassBadge()), (6, PassBadge((2, 3)))])
def test_a_round_in_which_something_was_said_is_undone_by_the_bank_alone(
    app: Flask, players: int, badge: PassBadge
) -> None:
    """Until then by whose thumb slipped; the log judges as the board does."""
    there = table(app, players)
    bank, ann = there.phone(), there.phone(0)
    there.membership.may_record(there.id, "own")
    there.plays(*(SitOut(seat) for seat in there.game.merchants), badge)
    pages = (board(bank), f"{board(bank)}/log")
    for at in pages:
        assert buttons.TAKE_BACK in ann.open(at).text
    path, fields = sent(ann, buttons.TAKE_BACK)
    there.says(Declare(there.game.merchants[0], Declaration("apples", 2)))
    for at in pages:
        assert buttons.TAKE_BACK not in ann.open(at).text
    assert ann.send("POST", path, fields).refusals == {"": "Only the bank can do this."}
    bank.open(board(bank))
    bank.press(buttons.TAKE_BACK)
    assert there.game.round == 1
