"""Copies, findings, and migrations."""

import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from companion.journal import Journal, StorageRefused
from companion.journal.schema import metadata
from companion.journal.sqlite import version_problems
from tests.fresh import journal_at
from tests.journal.conftest import ANN, appended, opened

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")


@pytest.fixture
def place(path: Path) -> Path:
    """These are about SQLite."""
    return journal_at(path)


def shape(path: Path) -> dict[str, str]:
    """Every table and index of a file as it was made; not Alembic's own, nor what only a migration makes."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'trigger'")
        return {name: " ".join(sql.split()) for name, sql in rows if name != "alembic_version"}


def pragma(path: Path, name: str) -> object:
    """One setting that is stored in the file."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute(f"PRAGMA {name}").fetchone()[0]


# Backup


def test_a_backup_is_a_whole_journal(journal: Journal, game: str, tmp_path: Path) -> None:
    appended(journal, game, "a2")
    journal.store.backup(tmp_path / "copy.db")
    with Journal(tmp_path / "copy.db") as copy:
        assert copy.log(game).entries() == journal.log(game).entries()
        assert any(holder.token_hash == ANN for holder in copy.log(game).holders())
        assert appended(copy, game, "a3").seq == 3
    assert journal.log(game).last_seq() == 2


def test_a_backup_taken_while_another_writes_is_the_log_up_to_a_moment(
    journal: Journal, game: str, tmp_path: Path
) -> None:
    enough, written = threading.Event(), threading.Semaphore(0)

    def write() -> None:
        while not enough.is_set():
            appended(journal, game, f"a{journal.log(game).last_seq()}", '{"x":"' + "y" * 500 + '"}')
            written.release()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(4):
            assert written.acquire(timeout=10)
            journal.store.backup(tmp_path / f"copy{number}.db")
    finally:
        enough.set()
        writer.join()
    final = journal.log(game).entries()
    lengths = []
    for number in range(4):
        with Journal(tmp_path / f"copy{number}.db") as copy:
            entries = copy.log(game).entries()
        assert entries == final[: len(entries)]
        lengths.append(len(entries))
    assert lengths == sorted(lengths)
    assert lengths[-1] > 1


def test_a_backup_replaces_nothing(journal: Journal, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("last week's")
    with pytest.raises(FileExistsError):
        journal.store.backup(target)
    assert target.read_text() == "last week's"


def test_a_backup_that_was_cut_short_is_no_obstacle(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "copy.db.tmp").write_text("half of")
    journal.store.backup(tmp_path / "copy.db")
    assert sorted(place.name for place in tmp_path.iterdir() if place.is_file()) == ["copy.db"]


def test_a_backup_to_nowhere_is_refused(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(StorageRefused) as refused:
        journal.store.backup(tmp_path / "nowhere" / "copy.db")
    assert refused.value.cause == "unreachable"


@posix
def test_a_backup_is_one_file_for_its_owner_alone(journal: Journal, tmp_path: Path) -> None:
    journal.store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert pragma(tmp_path / "copy.db", "journal_mode") == "delete"


# Findings


def test_a_sound_journal_has_no_problem_but_its_library(journal: Journal) -> None:
    assert [*journal.store.problems()] == [*version_problems(sqlite3.sqlite_version_info)]
    assert sqlite3.sqlite_version in journal.store.name


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 51, 2), (3, 52, 0)])
def test_a_library_that_can_lose_entries_is_named(version: tuple[int, int, int]) -> None:
    (problem,) = version_problems(version)
    assert ".".join(map(str, version)) in problem


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 51, 3), (3, 52, 1), (3, 53, 0)])
def test_a_library_that_cannot_is_not(version: tuple[int, int, int]) -> None:
    assert not list(version_problems(version))


@posix
def test_a_file_that_others_may_read_is_a_problem(journal: Journal, path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    path.parent.chmod(0o777)
    assert [problem for problem in journal.store.problems() if "chmod 600" in problem]
    assert [problem for problem in journal.store.problems() if "chmod 700" in problem]


def test_a_damaged_page_is_a_problem(path: Path) -> None:
    with Journal(path) as journal:
        game = opened(journal).game
        for number in range(240):
            appended(journal, game, f"a{number}")
        journal.close()
        whole = path.read_bytes()
        path.write_bytes(whole[:-4096] + b"\xff" * 4096)
        assert [problem for problem in journal.store.problems() if "damaged" in problem]


# Migrations


def test_an_empty_file_gets_the_shape_the_code_expects(journal: Journal, path: Path, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'expected.db'}")
    metadata.create_all(engine)
    engine.dispose()
    journal.close()
    assert shape(path) == shape(tmp_path / "expected.db")
    assert all(sql.endswith("STRICT") for name, sql in shape(path).items() if not name.startswith("ix_"))


@pytest.mark.usefixtures("journal")
def test_the_file_says_what_it_is(path: Path) -> None:
    assert pragma(path, "application_id") == 0x43484A31
    assert pragma(path, "user_version") == 12
    assert pragma(path, "journal_mode") == "wal"


def test_opening_again_changes_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = opened(journal).game
    before = path.read_bytes()
    with Journal(path) as journal:
        assert journal.log(game).last_seq() == 1
    assert path.read_bytes() == before


def test_a_database_that_is_up_to_date_is_opened_without_alembic(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes its time to load, and phones start slowly."""
    with Journal(path):
        pass
    monkeypatch.setitem(sys.modules, "alembic", None)  # not to be imported
    with Journal(path) as journal:
        assert opened(journal).seq == 1


def test_a_database_newer_than_the_code_is_refused_untouched(path: Path) -> None:
    with Journal(path):
        pass
    with closing(sqlite3.connect(path)) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.commit()
        later.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(StorageRefused, match="9999") as refused:
        Journal(path)
    assert refused.value.cause == "newer"
    assert path.read_bytes() == before


def test_a_migration_that_breaks_leaves_the_file_as_it_was(path: Path) -> None:
    """Half of the tables of 0001 with another's name in the way: all of it or nothing."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as half:
        half.execute("CREATE TABLE timers (body TEXT)")
        half.execute(f"PRAGMA application_id = {0x43484A31}")
        half.commit()
    with pytest.raises(StorageRefused):
        Journal(path)
    assert list(shape(path)) == ["timers"]
