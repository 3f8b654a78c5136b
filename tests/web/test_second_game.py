"""A second game beside our own: planted here, and played through the same service, archive and pages."""

import json
from pathlib import Path

import pytest
from flask import Flask

from companion import gamefile
from companion.app import create_app
from companion.archive import Archive
from companion.codec import codec_of
from companion.gamefile import GameFileRefusedError
from companion.games import Games
from companion.journal import Journal, digest
from companion.notifier import Notifier
from companion.registry import PAGES
from companion.rules.kinds import PutBack, TakeBack
from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed
from companion.rules.ruleset import Kinds, Ruleset
from companion.rules.seats import Stage
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


def test_a_tap_counts_once_and_with_other_content_never(app: Flask) -> None:
    phone = begun(app)
    [first, second] = [form for form in phone.page.forms if form.element["action"].endswith("/points")]
    sent = [*first.fields, ("seat", "0")]
    for _ in range(2):
        assert phone.send("POST", first.element["action"], sent).status == 303
    other = phone.send("POST", second.element["action"], [*first.fields, ("seat", "1")])
    assert other.status == 409
    phone.open(f"/g/{phone.page.game}")
    assert points(phone) == (1, 0)


def test_what_its_rules_refuse_is_said_on_its_board(app: Flask) -> None:
    phone = begun(app)
    form = next(form for form in phone.page.forms if form.element["action"].endswith("/points"))
    nobody = phone.send("POST", form.element["action"], [*form.fields, ("seat", "7")])
    assert (nobody.status, nobody.refusals) == (422, {"": "Nobody sits there."})
    assert nobody.title == "First to three"
    phone.open("/three")
    phone.press("Begin", {"name-0": ANN, "name-1": ANN})
    assert (phone.page.status, len(phone.page.refusals)) == (422, 1)


@pytest.mark.parametrize("names", [(), (ANN,)], ids=len)
def test_a_table_of_fewer_than_two_is_not_opened(app: Flask, names: tuple[str, ...]) -> None:
    phone = Phone(app)
    phone.open("/three")
    phone.press("Begin", {f"name-{seat}": name for seat, name in enumerate(names)})
    assert (phone.page.status, phone.page.refusals) == (422, {"": "At least 2 people play."})
    assert phone.open("/").status == 200
    assert "at most" not in phone.page.text


def test_when_it_is_over_it_is_over_and_can_be_taken_back(app: Flask) -> None:
    phone = won(app)
    assert f"{BO} scores" not in phone.page.text
    with pytest.raises(CountIsClosed):
        service_of(app).play(phone.page.game, Score(1), "late")
    phone.press(buttons.TAKE_BACK)
    assert points(phone) == (2, 0)
    phone.press(buttons.PUT_BACK)
    assert points(phone) == (3, 0)
    with pytest.raises(CountIsClosed):
        service_of(app).play(phone.page.game, Score(1), "later")


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


def test_a_phone_that_watches_is_refused_and_a_stranger_kept_out(app: Flask) -> None:
    bank = begun(app)
    watcher = comes_in(app, bank, "Just watch")
    assert "scores" not in {own.spoken for form in watcher.page.forms for own in form.buttons}
    watcher.open("/three")
    token = dict(watcher.page.forms[0].fields)
    sent = [("csrf_token", token["csrf_token"]), ("action_id", token["action_id"]), ("seat", "0")]
    refused = watcher.send("POST", f"/g/{bank.page.game}/three/points", sent)
    assert refused.refusals == {"": "This phone is only watching. Take a seat first."}
    assert Phone(app).send("GET", f"/g/{bank.page.game}").status == 403


def test_every_phone_hears_of_it(app: Flask) -> None:
    bank = begun(app)
    bo, game = comes_in(app, bank, BO), bank.page.game
    stamp = bo.page.found(r'data-stamp="(\d+)"')
    assert bo.send("GET", f"/g/{game}/live?on=board&since={stamp}").status == 204
    bank.press(f"{ANN} scores")
    board = bo.send("GET", f"/g/{game}/live?on=board&since={stamp}")
    assert "1 of 3" in board.text
    elsewhere = bo.send("GET", f"/g/{game}/live?on=phones&since={stamp}")
    assert "Ann scores." in elsewhere.text
    assert elsewhere.root.with_id("phones")


def test_the_bank_moves_to_another_phone(app: Flask) -> None:
    bank = begun(app)
    page = bank.open(f"/g/{bank.page.game}/move")
    assert page.link("Menu") == f"/g/{bank.page.game}"
    code = bank.press("Show the code").found(r'class="move-code[^>]*>([^<]+)<')
    other = Phone(app)
    other.open("/join")
    other.press("Come in", {"code": code})
    assert points(other) == (0, 0)
    assert bank.open(f"/g/{other.page.game}").status == 403


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


def test_a_running_game_exports_and_checks_with_what_was_taken_back_and_put_back(app: Flask) -> None:
    phone = begun(app)
    phone.press(f"{BO} scores")
    phone.press(buttons.TAKE_BACK)
    phone.press(buttons.PUT_BACK)
    phone.press(buttons.TAKE_BACK)
    game = phone.page.game
    file = gamefile.read(archive_of(app).games, archive_of(app).export(game))
    assert len(file.entries) == 5
    with Archive.at(GAMES, database_of(app)) as archive:
        checked = {record.id: archive.check(record) for record in archive.journal.games()}
    assert all(not found.findings for found in checked.values())
    assert checked[game].names == (ANN, BO)


@pytest.mark.parametrize(
    "entry,changes,place",
    [
        (1, {"seat": 7}, "entries[1]"),
        (1, {"seat": "1"}, "entries[1].event"),
        (1, {"giver": 1}, "entries[1].event"),
        (0, {"kind": "paid"}, "entries[0].event"),
        (0, {"kind": "table_opened"}, "entries[0].event"),
        (0, {"seats": []}, "entries[1]"),
        (0, {"moves": [["bank", "purse:2", "gold", 1]]}, "entries[0]"),
        (3, {"kind": "taken_back"}, "entries[3].event"),
        (3, {"kind": "three_begun"}, "entries[3].event"),
    ],
)
def test_a_game_file_that_cannot_be_is_refused(
    app: Flask, entry: int, changes: dict[str, object], place: str
) -> None:
    file = json.loads(archive_of(app).export(won(app).page.game))
    file["entries"][entry]["event"].update(changes)
    with pytest.raises(GameFileRefusedError) as refused:
        gamefile.read(GAMES, json.dumps(file))
    assert refused.value.place == place


def test_a_program_that_does_not_play_it_says_that_it_cannot_be_read(app: Flask) -> None:
    game = begun(app).page.game
    with Archive.at(Games(SHERIFF), database_of(app)) as archive:
        record = next(record for record in archive.journal.games() if record.id == game)
        assert [str(finding) for finding in archive.check(record).findings] == ["entry 1: it is damaged"]


def test_taking_back_is_the_services_for_any_game(tmp_path: Path) -> None:
    with Journal(journal_at(tmp_path / "journal.db")) as journal:
        service = Service(GAMES, journal, Notifier())
        table = service.open(Begin((ANN, BO)), "three", ANNS)
        for number in range(3):
            table = service.play(table.id, Score(0), f"point {number}")
        assert table.game.stage is Stage.CLOSED
        table = service.play(table.id, TakeBack(4), "oops")
        assert table.game.points == (2, 0)
        body = journal.log(table.id).entries()[-1].body
        assert json.loads(body) == {"version": 1, "kind": "taken_back", "seq": 4, "moves": []}
        table = service.play(table.id, PutBack(5), "no, it was right")
        assert table.game.points == (3, 0)
        body = journal.log(table.id).entries()[-1].body
        assert json.loads(body) == {"version": 1, "kind": "put_back", "seq": 5, "by": None, "moves": []}
