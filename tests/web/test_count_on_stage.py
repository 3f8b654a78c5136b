"""While the count runs as a race on the stage, the phones do not tell how it ends."""

import pytest
from flask import Flask

from companion.records import STILL
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.rotation import EndGame
from companion.web.race import STEP
from tests.stories.at_a_table import played
from tests.tables import MIDDLE, table
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, seated
from tests.web.stored import membership_of, service_of

LOOK = "Look at the table view"
WINS = "share the victory"
WHOLE = 8 * STEP // 1_000 + 1  # seconds: purses, stands, four goods, a step before, one to see the winner


@pytest.fixture
def ready(app: Flask) -> Phone:
    """The bank of a table where only the result is missing."""
    return table(app).plays(EndGame()).phone(path="?checked=1")


def closes(bank: Phone) -> Page:
    """The bank asks for the result."""
    return bank.press(buttons.RESULT)


def waits(page: Page) -> int:
    """After how many seconds a page goes on by itself; 0 for one that stays."""
    return int(page.answer.headers.get("Refresh", 0))


def later(phone: Phone, monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    """So much time passes by the machine's date."""
    service = service_of(phone.client.application)
    then = service.now() + milliseconds
    monkeypatch.setattr(service, "_now", lambda: then)


def update(phone: Phone, game: str, on: str) -> Page:
    """What a live update brings to a page that knew the table before."""
    return phone.open(f"/g/{game}/live?on={on}&since=0&mark=1&at={'' if on == 'board' else 'menu'}")


def test_a_phone_waits_for_as_long_as_the_race_takes(
    app: Flask, ready: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_in(app, ready, "Table view")
    ready.open(f"/g/{ready.page.game}?checked=1")
    page = closes(ready)
    assert LOOK in page.text
    assert WINS not in page.text
    assert WHOLE - 1 <= waits(page) <= WHOLE
    later(ready, monkeypatch, 4 * STEP)
    assert waits(ready.open(page.path)) <= WHOLE - 4 * STEP // 1_000
    later(ready, monkeypatch, 4 * STEP)
    page = ready.open(page.path)
    assert WINS in page.text
    assert not waits(page)


def test_who_does_not_want_to_wait_goes_on_at_once(app: Flask, ready: Phone) -> None:
    comes_in(app, ready, "Table view")
    ready.open(f"/g/{ready.page.game}?checked=1")
    closes(ready)
    page = ready.follow(buttons.SHOW_IT_HERE_NOW)
    assert WINS in page.text
    assert not waits(page)


def test_no_other_page_tells_it_either(app: Flask, ready: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board leads on, and says nothing before that; a line of news on any other page."""
    game = ready.page.game
    bo, stage = seated(app, ready, "Bo"), comes_in(app, ready, "Table view")
    ready.open(f"/g/{game}?checked=1")
    closes(ready)
    for phone in (ready, bo):
        for page in (phone.open(f"/g/{game}"), update(phone, game, "board"), update(phone, game, "sheet")):
            assert WINS not in page.html
    assert LOOK in update(bo, game, "sheet").text
    assert LOOK in bo.open(f"/g/{game}").text
    assert "Nothing recorded yet" not in bo.page.text
    assert f'data-onward="/g/{game}/result"' in update(bo, game, "board").html
    assert 'class="race"' in stage.open(f"/g/{game}").html
    later(ready, monkeypatch, 8 * STEP)
    assert LOOK not in update(bo, game, "sheet").text


def test_the_honours_follow_the_winner_as_end_titles(app: Flask) -> None:
    """Each in a step of its own; of several holders all shields are there. A race without any ends before."""
    page = played(app, "five_players_last_train").phone(MIDDLE).page
    [winner] = [one for one in page.root.elements("div") if one.get("class") == "winner"]
    [section] = [one for one in page.root.elements("section") if one.get("class") == "race race-told"]
    [titles] = [one for one in page.root.elements("ul") if one.get("class") == "race-honours"]
    last = int(winner["data-at"])
    assert [int(one["data-at"]) - last for one in titles.elements("li")] == [1, 2, 3, 4, 5, 6]
    assert int(section["data-end"]) - int(section["data-last"]) == 6
    said = [one.text for one in titles.elements("li")]
    assert said[0] == "Boldest smuggler Cleo 3 of 3 contraband cards got through"
    assert said[3] == "Sharpest eye Bo Dov 2 of 2 bags opened with the badge were false"
    plain = table(app).plays(EndGame(), CloseCount()).phone(MIDDLE).page
    assert "race-told" not in plain.html


def test_s7_the_stage_says_what_decided_between_equals(app: Flask, ready: Phone) -> None:
    stage, game = comes_in(app, ready, "Table view"), ready.page.game
    ready.open(f"/g/{game}?checked=1")
    closes(ready)
    said = "Legal goods: 0 each. Contraband: 0 each. So the victory is shared."
    assert said in stage.open(f"/g/{game}").text


def test_a_script_loads_the_page_anew_so_that_it_goes_on_by_itself(app: Flask, ready: Phone) -> None:
    """What a response says of that counts only for a page that the browser loads."""
    comes_in(app, ready, "Table view")
    ready.open(f"/g/{ready.page.game}?checked=1")
    address = closes(ready).path
    page = ready.send("GET", address, headers={"HX-Request": "true"})
    assert page.answer.headers["HX-Redirect"] == address
    assert not page.html


def test_without_a_stage_nobody_waits(app: Flask, ready: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none, it was put away, or it plays."""
    game = ready.page.game
    page = closes(ready)
    assert WINS in page.text
    comes_in(app, ready, "Table view")
    assert LOOK in ready.open(page.path).text
    keeper = membership_of(app)
    then = keeper.moment().monotonic + STILL
    monkeypatch.setattr(keeper, "_monotonic", lambda: then)
    assert WINS in ready.open(f"/g/{game}/result").text


def test_a_race_that_is_run_again_is_waited_for_again(
    app: Flask, ready: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ready.page.game
    closes(ready)
    later(ready, monkeypatch, 8 * STEP)
    comes_in(app, ready, "Table view")
    ready.open(f"/g/{game}/result?mend=1")
    ready.press(buttons.TAKE_RESULT_BACK)
    ready.follow(buttons.STANDS_CORRECT)
    assert LOOK in closes(ready).text
