"""A second game beside our own: planted here, and played through the same service, archive and pages."""

import json
from pathlib import Path

import pytest
from flask import Flask

from companion import gamefile
from companion.app import create_app
from companion.archive import Archive
from companion.codec import codec_of
from companion.games import Games
from companion.journal import Journal, digest
from companion.notifier import Notifier
from companion.registry import PAGES
from companion.rules.ledger import Goods
from companion.rules.ruleset import Kinds, Ruleset
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.ruleset import SHERIFF
from companion.service import Service
from tests.fresh import journal_at
from tests.rules.given import command_for
from tests.web import buttons
from tests.web.conftest import SETTINGS
from tests.web.evening import at_table
from tests.web.first_to_three import THREE, THREE_PAGES, Begin, Score, Scored
from tests.web.phone import Phone
from tests.web.routes import is_whole
from tests.web.seated import comes_in
from tests.web.stored import database_of, service_of

GAMES = Games(SHERIFF, THREE)
ANN, BO = "Ann", "Bo"
ANNS = digest("Ann's phone")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app that plays both games."""
    folder = tmp_path_factory.mktemp("both")
    return create_app({**SETTINGS, "DATA_DIR": str(folder)}, (*PAGES, THREE_PAGES))


def begun(app: Flask) -> Phone:
    """The bank of Ann and Bo, who begin to play to three."""
    phone = Phone(app)
    phone.open("/")
    phone.follow("First to three")
    phone.press("Begin", {"name-0": ANN, "name-1": BO})
    return phone


def points(phone: Phone) -> tuple[int, ...]:
    """What the board says of each player."""
    rows = phone.page.root.with_id("points")
    assert rows
    return tuple(int(row.text.split(" of 3")[0].split()[-1]) for row in rows.elements("li"))


def won(app: Flask) -> Phone:
    """Ann has three points."""
    phone = begun(app)
    for _ in range(3):
        phone.press(f"{ANN} scores")
    return phone


def archive_of(app: Flask) -> Archive:
    found: Archive = app.extensions["archive"]
    return found


# Played, taken back, over.


def test_it_is_played_and_taken_back_on_its_own_board(app: Flask) -> None:
    phone = begun(app)
    assert points(phone) == (0, 0)
    phone.press(f"{ANN} scores")
    phone.press(f"{BO} scores")
    assert points(phone) == (1, 1)
    assert "Bo scores." in phone.page.text
    phone.press(buttons.TAKE_BACK)
    assert points(phone) == (1, 0)
    is_whole(phone.page)
    phone.press(buttons.PUT_BACK)
    assert points(phone) == (1, 1)


def test_what_its_rules_refuse_is_said_on_its_board(app: Flask) -> None:
    phone = begun(app)
    form = next(form for form in phone.page.forms if form.element["action"].endswith("/points"))
    nobody = phone.send("POST", form.element["action"], [*form.fields, ("seat", "7")])
    assert (nobody.status, nobody.refusals) == (422, {"": "Nobody sits there."})
    assert nobody.title == "First to three"
    phone.open("/three")
    phone.press("Begin", {"name-0": ANN, "name-1": ANN})
    assert (phone.page.status, len(phone.page.refusals)) == (422, 1)


# The pages of all games.


def test_the_start_page_shows_both_games_and_their_tables(app: Flask) -> None:
    phone = begun(app)
    phone.press(f"{BO} scores")
    game = phone.page.game
    phone.open("/")
    assert "at most 1 of 3" in phone.page.text
    assert phone.page.link("at most 1 of 3") == f"/g/{game}"
    assert [phone.page.link(words) for words in ("New table", "Just count")] == ["/new", "/count"]
    for _ in range(3):
        service_of(app).play(game, Score(0), f"point {_}")
    phone.open("/")
    assert phone.page.link("Ann") == f"/g/{game}"
    assert "at most" not in phone.page.text


def test_the_home_screen_offers_both(app: Flask) -> None:
    shortcuts = json.loads(Phone(app).send("GET", "/manifest.webmanifest").html)["shortcuts"]
    assert [shortcut["url"] for shortcut in shortcuts] == ["/new", "/count", "/three"]


def test_a_second_phone_joins_and_records_its_own(app: Flask) -> None:
    bank = begun(app)
    bo = comes_in(app, bank, BO)
    assert points(bo) == (0, 0)
    game = bo.page.game
    bank.open(f"/g/{game}/phones")
    bank.press("Save", {"recording": "own"})
    bo.open(f"/g/{game}")
    bo.press(f"{ANN} scores")
    assert (bo.page.status, bo.page.refusals) == (422, {"": "This is up to Ann or the bank."})
    bo.press(f"{BO} scores")
    assert points(bo) == (0, 1)
    bank.open(f"/g/{game}")
    bank.press(f"{ANN} scores")
    bo.open(f"/g/{game}")
    bo.press(buttons.TAKE_BACK)
    assert (bo.page.status, bo.page.refusals) == (422, {"": "This is up to Ann or the bank."})


def test_all_phones_come_along_to_its_rematch(app: Flask) -> None:
    bank = begun(app)
    bo = comes_in(app, bank, BO)
    for number in range(3):
        service_of(app).play(bank.page.game, Score(0), f"point {number}")
    old = bank.page.game
    bank.open(f"/g/{old}")
    bank.press("Once more")
    assert bank.page.path == f"/three?again={old}"
    bank.press("Begin", {"name-0": BO, "name-1": ANN})
    assert bo.open(f"/g/{bank.page.game}").status == 200


# Two games beside each other.


def test_the_addresses_of_one_game_are_nothing_at_a_table_of_the_other(app: Flask) -> None:
    three, ours = begun(app), at_table(app)
    for path in ("menu", "log", "pay", "bags/1", "result", "check", "offers/new"):
        assert three.send("GET", f"/g/{three.page.game}/{path}").status == 404
    for phone, path in ((ours, "three/points"), (three, "badge"), (three, "threats"), (three, "closing")):
        sent = [("csrf_token", phone.token), ("action_id", "an-id-of-this-form"), ("seat", "0")]
        assert phone.send("POST", f"/g/{phone.page.game}/{path}", sent).status == 404, path


def test_two_games_share_a_word_and_the_opening_tells_them_apart(tmp_path: Path) -> None:
    with Journal(journal_at(tmp_path / "journal.db")) as journal:
        service = Service(GAMES, journal, Notifier())
        three = service.open(Begin((ANN, BO)), "three", ANNS).id
        ours = service.open(command_for(), "ours", ANNS).id
        service.play(three, Score(1), "tap")
        again = Service(GAMES, journal, Notifier())
        assert again.current(three).lines[-1].event == Scored(1)
        assert again.current(ours).rules is SHERIFF
        words = [json.loads(entry.body)["kind"] for entry in journal.log(three).entries()]
        assert words == ["three_begun", "paid"]
    paid = Paid(0, 1, 0, Goods(), "", ())
    assert json.loads(codec_of(SHERIFF).encode_event(paid))["kind"] == "paid"


def test_two_games_that_nobody_could_tell_apart_are_not_played() -> None:
    for word, kinds in (("three", Kinds({}, {}, {})), ("other", THREE.kinds)):
        other = Ruleset(
            word,
            kinds,
            THREE.opening,
            THREE.decide,
            THREE.evolve,
            THREE.may_book,
            THREE.owners,
        )
        with pytest.raises(ValueError, match="one word"):
            Games(THREE, other)


def test_a_table_without_talk_and_notes_has_none(app: Flask) -> None:
    game, service = begun(app).page.game, service_of(app)
    with pytest.raises(ValueError, match="three"):
        service.say(game, Score(0), "tap", lambda _members: frozenset(), lambda _now, _said, _members: None)
    with pytest.raises(ValueError, match="three"):
        service.note(game, 0, 1, Goods({"apples": 1}))


# As a whole.


def test_its_game_file_is_offered_and_comes_back(app: Flask) -> None:
    phone = won(app)
    game = phone.page.game
    text = phone.send("GET", f"/g/{game}/export.json").html
    assert [entry["event"]["kind"] for entry in json.loads(text)["entries"]] == ["three_begun", *["paid"] * 3]
    file = gamefile.read(archive_of(app).games, text)
    back, handover = archive_of(app).restore(file, service_of(app).now())
    assert service_of(app).current(back).game == service_of(app).current(game).game
    another = Phone(app)
    another.open(f"/m/{handover.secret}")
    another.press("Continue here")
    assert points(another) == (3, 0)
    assert Phone(app).send("GET", f"/g/{begun(app).page.game}/export.json").status == 403


def test_a_program_that_does_not_play_it_says_that_it_cannot_be_read(app: Flask) -> None:
    game = begun(app).page.game
    with Archive.at(Games(SHERIFF), database_of(app)) as archive:
        record = next(record for record in archive.journal.games() if record.id == game)
        assert [str(finding) for finding in archive.check(record).findings] == ["entry 1: it is damaged"]
