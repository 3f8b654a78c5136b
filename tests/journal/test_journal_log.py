"""The log: dense numbers, an action once, nothing changed afterwards, all or nothing."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from companion.journal import Journal, StorageRefused, UnknownGame, migrations
from companion.journal.postgres import PostgresStore
from companion.records import GameRecord, NewEntry, Timer
from tests.cluster import Evenings
from tests.databases import BROKEN, in_a_file, on_a_server
from tests.journal.conftest import EVENING, added, appended, opened


def test_an_appended_entry_takes_the_next_number_and_is_read_back(journal: Journal, game: str) -> None:
    second = appended(journal, game, "a2", '{"n":2}')
    third = appended(journal, game, "a3", '{"n":"é👑"}')
    assert (second.seq, third.seq) == (2, 3)
    assert journal.log(game).entries()[1:] == (second, third)
    assert journal.log(game).entries(after=2) == (third,)
    assert journal.log(game).last_seq() == 3
    assert journal.log(game).find("a2") == second
    assert journal.log(game).find("a4") is None


def test_an_action_id_belongs_to_its_game(journal: Journal, game: str) -> None:
    other = opened(journal, "another table").game
    appended(journal, game, "tap")
    assert journal.log(other).find("tap") is None
    assert appended(journal, other, "tap").seq == 2


def test_an_action_id_that_was_not_looked_up_is_refused_by_the_table(journal: Journal, game: str) -> None:
    appended(journal, game, "tap")
    with pytest.raises(BROKEN), journal.writing(game) as book:
        added(book, "tap")
    assert journal.log(game).last_seq() == 2


def test_a_block_that_raises_leaves_nothing(journal: Journal, game: str) -> None:
    def refused_by_the_rules() -> None:
        with journal.writing(game) as book:
            added(book, "gone")
            book.close(EVENING)
            assert book.last_seq() == 2
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        refused_by_the_rules()
    assert journal.log(game).find("gone") is None
    assert journal.game(game) == GameRecord(game, EVENING, None)
    assert appended(journal, game, "next").seq == 2


def test_what_is_written_is_seen_by_others_only_when_the_block_ends(journal: Journal, game: str) -> None:
    with journal.writing(game) as book:
        added(book, "a2")
        assert book.entries(after=1)
        assert journal.log(game).entries(after=1) == ()
    assert journal.log(game).entries(after=1)


def test_a_game_that_is_not_there(journal: Journal) -> None:
    assert journal.game("22222222") is None
    assert journal.log("22222222").entries() == ()
    assert journal.log("22222222").last_seq() == 0
    with pytest.raises(UnknownGame), journal.writing("22222222"):
        pytest.fail("there is no such book")


def test_a_game_id_is_eight_letters_that_read_like_nothing_else(journal: Journal) -> None:
    game = opened(journal).game
    assert len(game) == 8
    assert not set(game) - set("23456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_a_restored_game_with_a_repeated_action_is_refused_whole(journal: Journal) -> None:
    line = NewEntry("tap", "f", "{}", EVENING)
    with pytest.raises(BROKEN):
        journal.open_game(None, line, line)
    assert journal.games() == ()


@in_a_file
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{\"gold\":99}' WHERE seq = 1",
        "DELETE FROM entries",
        "INSERT OR REPLACE INTO entries SELECT game, seq, 'b', fingerprint, 0, body, chain FROM entries",
        "INSERT OR REPLACE INTO entries SELECT game, seq + 1, action_id, 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT game, seq + 2, 'b', 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT game, 'two', 'b', 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT '22222222', 1, 'b', 'f', 0, '{}', chain FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', 0, body, '' FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', -1, body, chain FROM entries",
        "INSERT INTO entries SELECT game, 2, '', 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', 0, '', chain FROM entries",
        "DELETE FROM games",
        "UPDATE games SET opened_at = 'yesterday'",
        "INSERT INTO games VALUES ('short', 0, NULL)",
        "UPDATE holders SET token_hash = 'plain'",
    ],
)
def test_the_file_itself_refuses(journal: Journal, path: Path, game: str, statement: str) -> None:
    before = journal.log(game).entries()
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(statement)
    assert journal.log(game).entries() == before


@on_a_server
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{\"gold\":99}' WHERE seq = 1",
        "DELETE FROM entries",
        "TRUNCATE entries",
        "TRUNCATE games CASCADE",
        "INSERT INTO entries SELECT * FROM entries ON CONFLICT (game, seq) DO UPDATE SET body = '{}'",
        "INSERT INTO entries SELECT game, seq + 1, action_id, 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT game, seq + 2, 'b', 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT '22222222', 1, 'b', 'f', 0, '{}', chain FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', 0, body, '' FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', -1, body, chain FROM entries",
        "INSERT INTO entries SELECT game, 2, '', 'f', 0, body, chain FROM entries",
        "INSERT INTO entries SELECT game, 2, 'b', 'f', 0, '', chain FROM entries",
        "DELETE FROM games",
        "INSERT INTO games VALUES ('short', 0, NULL)",
        "UPDATE holders SET token_hash = 'plain'",
    ],
)
def test_the_server_itself_refuses_even_who_may_do_everything(
    journal: Journal, evenings: Evenings, game: str, statement: str
) -> None:
    before = journal.log(game).entries()
    with pytest.raises(psycopg.IntegrityError):
        evenings.server.run(statement, evenings.NAME)
    assert journal.log(game).entries() == before


@on_a_server
@pytest.mark.parametrize(
    "statement",
    ["UPDATE entries SET body = '{}'", "DELETE FROM entries", "TRUNCATE entries", "DROP TABLE notes"],
)
def test_the_program_has_no_right_to_change_an_entry(
    journal: Journal, evenings: Evenings, game: str, statement: str
) -> None:
    store = PostgresStore(evenings.address, migrations.upgrade, 3)
    with closing(store), store.reading() as program, pytest.raises(StorageRefused, match=r"permission|owner"):
        program.exec_driver_sql(statement)
    assert journal.log(game).last_seq() == 1


def test_what_belongs_to_a_game_needs_the_game(journal: Journal) -> None:
    with pytest.raises(UnknownGame), journal.writing("22222222") as book:
        book.set_timer(Timer(1))


def test_a_journal_has_no_threads_of_its_own(journal: Journal, game: str) -> None:
    before = threading.enumerate()
    appended(journal, game, "a2")
    assert threading.enumerate() == before
