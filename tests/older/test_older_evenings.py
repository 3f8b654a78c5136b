"""Databases and game files of older releases open, replay, export byte for byte and check, for ever."""

import json
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask

from companion import gamefile
from companion.archive import Archive
from companion.cli import score
from companion.journal import digest
from companion.machine.databases import DATABASE
from companion.registry import GAMES
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.talk import ProposalState
from companion.tables import as_listed, talk_kept
from tests.web.conftest import made_in
from tests.web.phone import Phone
from tests.web.stored import membership_of, service_of

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.game.json"))
LATER = re.compile(r'^ "(version|release|chain)": .*$|^ "told": .*\n', re.MULTILINE)
NOW = 1_800_000_000_000  # milliseconds since 1970


def unreleased(text: str) -> str:
    """A game file without the release that wrote it, and without what older ones do not have: what it tells,
    and the chain.
    """
    return LATER.sub("", text).replace(" ],\n\n}", " ]\n}")


def game_in(text: str) -> str:
    """The id of the game in a game file."""
    game: str = json.loads(text)["game"]
    return game


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a copy of the older database."""
    folder = tmp_path_factory.mktemp("older")
    shutil.copy(HERE / "evenings.db", folder / DATABASE)
    return folder


@pytest.fixture(scope="module")
def older_app(older: Path) -> Flask:
    """Today's program on the older database."""
    return made_in(older)


@pytest.fixture(scope="module")
def running(older_app: Flask) -> str:
    """The running round."""
    game = game_in((HERE / "a_running_round.game.json").read_text("utf-8"))
    assert service_of(older_app).current(game).game.stage is Stage.ROUNDS
    return game


def test_the_laws_find_nothing_wrong_in_an_older_database(older: Path) -> None:
    with Archive.at(GAMES, older / DATABASE) as archive:
        checked = [archive.check(record) for record in archive.journal.games()]
    assert len(checked) >= len(FILES)
    assert [game for game in checked if game.findings] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_older_game_is_exported_byte_for_byte(older: Path, path: Path) -> None:
    written = path.read_text("utf-8")
    with Archive.at(GAMES, older / DATABASE) as archive:
        assert unreleased(archive.export(game_in(written))) == unreleased(written)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_older_game_file_comes_back_whole(older: Path, path: Path) -> None:
    file = gamefile.read(GAMES, path.read_text("utf-8"))
    with Archive.at(GAMES, older / DATABASE) as archive:
        game, _ = archive.restore(file, NOW)
        record = next(record for record in archive.journal.games() if record.id == game)
        assert archive.check(record).findings == ()
        again = json.loads(archive.export(game))
    assert again["entries"] == json.loads(path.read_text("utf-8"))["entries"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_page_of_an_older_evening_opens(older_app: Flask, path: Path) -> None:
    game = game_in(path.read_text("utf-8"))
    words = membership_of(older_app).hand_over(game)
    phone = Phone(older_app)
    phone.open("/join")
    phone.press("Come in", {"code": words.code})
    table = service_of(older_app).current(game)
    entries = [f"/log/{line.seq}" for line in table.standing if table.game.stage is not Stage.CLOSED]
    for place in ("", "/log", "/menu", "/phones", *entries):
        assert phone.open(f"/g/{game}{place}").status == 200
    assert (phone.open(f"/g/{game}/result").title == "The result") == (table.game.stage is Stage.CLOSED)


def test_a_list_says_of_older_evenings_what_their_logs_say(older_app: Flask) -> None:
    service, keeper, archive = (
        service_of(older_app),
        membership_of(older_app),
        older_app.extensions["archive"],
    )
    phone = digest("a phone that gets the bank of every table")
    for record in archive.journal.games():
        keeper.take_over(keeper.hand_over(record.id).secret, phone)
    for _ in ("made", "kept"):
        listed = archive.listed(keeper.games_of(phone))
        assert listed.unreadable == ()
        assert listed.tables == tuple(
            as_listed(service.current(record.id)) for record in archive.journal.games()
        )
    assert all(game.summary for game in keeper.games_of(phone))


def test_what_was_said_and_noted_is_still_there(older_app: Flask, running: str) -> None:
    service, keeper = service_of(older_app), membership_of(older_app)
    there = keeper.look(running)
    talk = talk_kept(service.current(running), there.room, there.seats)
    assert talk.declarations == {2: Declaration("chickens", 4), 3: Declaration("bread", 2)}
    assert [(offer.deal.giver, offer.deal.gold, offer.state) for offer in talk.proposals] == [
        (2, 5, ProposalState.ACCEPTED),
        (3, 3, ProposalState.OPEN),
    ]
    assert [bool(service.notes(running, seat)) for seat in range(4)] == [True, False, True, True]


def test_an_older_count_sheet_gives_the_same_result() -> None:
    status, answer, fault = score.score((HERE / "count_of_six.json").read_text("utf-8"))
    assert (status, fault) == (0, "")
    assert answer == (HERE / "count_of_six.result.json").read_text("utf-8")
