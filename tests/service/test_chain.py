"""A byte changed in any stored entry is noticed: when the table is first read, by `check`, by `export`."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import fastjsonschema
import pytest

from companion import gamefile
from companion.archive import Archive
from companion.chain import BEGINNING, broken, linked
from companion.codec import UnreadableError
from companion.gamefile import DamagedEntryError, GameFileRefusedError
from companion.journal import Journal
from companion.registry import GAMES
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.fresh import journal_at
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, EVENING, Play
from tests.service.spoiling import body_of, chained_again, spoil

Another = Callable[[], Service]
ALTERED = "it is not what was stored"


@pytest.fixture
def place(path: Path) -> Path:
    """These are about SQLite."""
    return journal_at(path)


@pytest.fixture
def played(play: Play) -> Table:
    """A bag passed, and two payments."""
    return play(passing(1, "apples", 2), paying(0, 1, 5), paying(1, 2, 7))


@pytest.fixture
def exported(path: Path, another_service: Another) -> str:
    """The file of a game, whose actions have ids as a form makes them."""
    service = another_service()
    game = service.open(command_for(), "a" * 22, ANN).id
    service.play(game, paying(0, 1, 5), "b" * 22)
    with archive_at(path) as archive:
        return archive.export(game)


def archive_at(path: Path) -> Archive:
    return Archive.at(GAMES, path)


def findings(path: Path, game: str) -> list[str]:
    """What `check` says of one game."""
    with archive_at(path) as archive:
        (record,) = (each for each in archive.journal.games() if each.id == game)
        return [str(finding) for finding in archive.check(record).findings]


def changed(path: Path, game: str, seq: int, column: str, value: object) -> None:
    """Write something else into one column of an entry."""
    spoil(path, game, seq, json.dumps(body_of(path, game, seq), ensure_ascii=False, separators=(",", ":")))
    with closing(sqlite3.connect(path)) as file:
        where = "WHERE game = ? AND seq = ?"
        file.execute(f"UPDATE entries SET {column} = ? {where}", (value, game, seq))  # noqa: S608 - our own names
        file.commit()


def test_each_entry_is_chained_to_the_one_before(journal: Journal, played: Table) -> None:
    entries = journal.log(played.id).entries()
    assert entries[0].chain == linked(BEGINNING, entries[0])
    assert all(later.chain == linked(one.chain, later) for one, later in pairwise(entries))
    assert played.chain == entries[-1].chain
    version = journal.log(played.id).version()
    assert version is not None
    assert version.chain == played.chain


def test_what_is_as_it_was_stored_has_no_finding(path: Path, played: Table) -> None:
    assert findings(path, played.id) == []


def test_any_changed_digit_is_found_and_only_that_table_is_refused(
    path: Path, service: Service, played: Table, another_service: Another
) -> None:
    """Every digit of a body in turn; most of them would make another evening, against no law."""
    whole = service.open(command_for(), "another table", ANN)
    body = json.dumps(body_of(path, played.id, 3), ensure_ascii=False, separators=(",", ":"))
    digits = [place for place, letter in enumerate(body) if letter.isdigit()]
    assert digits
    for place in digits:
        digit = str((int(body[place]) + 1) % 10)
        spoil(path, played.id, 3, body[:place] + digit + body[place + 1 :])
        with pytest.raises(UnreadableError, match="entry 3"):
            another_service().current(played.id)
        assert f"entry 3: {ALTERED}" in findings(path, played.id)
        assert another_service().current(whole.id).game == whole.game
    spoil(path, played.id, 3, body)
    assert findings(path, played.id) == []


@pytest.mark.parametrize(
    "column,value",
    [
        ("recorded_at", 1_700_000_000_001),
        ("action_id", "tap 9"),
        ("fingerprint", "f" * 64),
        ("chain", "0" * 64),
    ],
)
def test_every_column_counts(
    path: Path, played: Table, another_service: Another, column: str, value: object
) -> None:
    changed(path, played.id, 3, column, value)
    with pytest.raises(UnreadableError):
        another_service().current(played.id)
    assert f"entry 3: {ALTERED}" in findings(path, played.id)


def test_a_refused_table_takes_no_action(path: Path, played: Table, another_service: Another) -> None:
    changed(path, played.id, 3, "recorded_at", 7)
    with pytest.raises(UnreadableError):
        another_service().play(played.id, paying(0, 1, 1), "tap")
    with archive_at(path) as archive, pytest.raises(DamagedEntryError, match="entry 3"):
        archive.export(played.id)


def test_whoever_makes_the_chain_anew_is_believed(
    path: Path, played: Table, another_service: Another
) -> None:
    """It tells of accidents: this is what `chained_again` is for, in tests of what else may be wrong."""
    changed(path, played.id, 3, "recorded_at", 7)
    chained_again(path, played.id)
    assert another_service().current(played.id).game == played.game


def test_when_a_game_was_opened_and_closed_goes_by_its_entries(path: Path, played: Table) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE games SET opened_at = opened_at + 1, closed_at = 7")
        file.commit()
    assert [finding.partition(" when")[0] for finding in findings(path, played.id)[:2]] == [
        "the game is not marked as opened",
        "the game is not marked as finished",
    ]


def test_what_was_kept_of_another_log_is_forgotten(
    path: Path, service: Service, played: Table, tmp_path: Path
) -> None:
    """A database was put back, and its evening went on otherwise: as long as that one, and longer."""
    with archive_at(path) as archive:
        archive.journal.store.backup(tmp_path / "before.db")
    service.play(played.id, paying(0, 1, 1), "here")
    with Journal(tmp_path / "before.db") as other:
        elsewhere = Service(GAMES, other, service._notifier)  # noqa: SLF001 - the same process, another database
        as_long = elsewhere.play(played.id, paying(0, 1, 2), "there")
        service.journal = other  # as after a failover
        version = other.log(played.id).version()
        assert version is not None
        assert service.at(version) == as_long
        longer = elsewhere.play(played.id, paying(0, 1, 3), "there again")
        assert service.play(played.id, paying(0, 1, 3), "there again") == longer


# Game files


def test_a_game_file_may_be_laid_out_otherwise(exported: str) -> None:
    again = json.dumps(json.loads(exported), sort_keys=True)
    assert gamefile.read(GAMES, again) == gamefile.read(GAMES, exported)


def test_a_game_file_that_was_changed_within_the_laws_is_refused(exported: str) -> None:
    later = exported.replace(str(EVENING), str(EVENING + 1))
    for_more = exported.replace('"amount": 5', '"amount": 6')
    for_more = for_more.replace('["purse:0", "purse:1", "gold", 5]', '["purse:0", "purse:1", "gold", 6]')
    for lawful in (later, for_more):
        assert lawful != exported
        with pytest.raises(GameFileRefusedError, match="not what was exported"):
            gamefile.read(GAMES, lawful)


def test_a_game_file_is_as_its_schema_in_docs_says(exported: str) -> None:
    docs = Path(__file__).parents[2] / "docs"
    fastjsonschema.compile(json.loads((docs / "game-file.schema.json").read_text("utf-8")))(
        json.loads(exported)
    )


def test_what_a_game_file_tells_is_not_read_but_has_to_be_there(exported: str) -> None:
    file = json.loads(exported)
    told_otherwise = json.dumps({**file, "told": {"players": "nobody"}})
    assert gamefile.read(GAMES, told_otherwise) == gamefile.read(GAMES, exported)
    untold = {key: value for key, value in file.items() if key != "told"}
    gamefile.read(GAMES, json.dumps({**untold, "version": 2}))
    for wrong in (untold, {**file, "told": []}, {**file, "version": 2}, {**file, "version": 4}):
        with pytest.raises(GameFileRefusedError):
            gamefile.read(GAMES, json.dumps(wrong))


def test_a_game_file_without_its_chain_is_refused(exported: str) -> None:
    file = json.loads(exported)
    del file["chain"]
    with pytest.raises(GameFileRefusedError, match="chain is missing"):
        gamefile.read(GAMES, json.dumps(file))


def test_the_chain_of_an_import_is_its_own(path: Path, journal: Journal, exported: str) -> None:
    with archive_at(path) as archive:
        game, _ = archive.restore(gamefile.read(GAMES, exported), now=0)
    assert list(broken(journal.log(game).entries())) == []
    assert (
        journal.log(game).entries()[-1].chain != journal.log(json.loads(exported)["game"]).entries()[-1].chain
    )
