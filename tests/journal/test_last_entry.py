"""What was confirmed and is no longer there is noticed: after a kill, the log was lost or damaged."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.last_entry import noted
from tests.journal.conftest import Pipe, appended, child, needs_processes, opened

NOTED = "-last"


def _writes_on(pipe: Pipe, path: Path, game: str) -> None:
    """Stores until it is killed, and says what is stored."""
    with Journal(path) as journal:
        for number in range(100_000):
            pipe.send(appended(journal, game, f"a{number}").seq)


def killed(path: Path) -> str:
    """A game that a process wrote to until it was killed in the middle of it."""
    with Journal(path) as journal:
        game = opened(journal).game
    with child(_writes_on, path, game) as (process, pipe):
        while pipe.recv() < 20:
            pass
        process.kill()
        process.join()
    assert beside(path, "-wal").stat().st_size > 0
    return game


def beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.name}{name}")


def removed(log: Path) -> None:
    log.unlink()


def emptied(log: Path) -> None:
    log.write_bytes(b"")


def cut(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:20_000])


def changed(log: Path) -> None:
    whole = bytearray(log.read_bytes())
    whole[20_000] ^= 1
    log.write_bytes(whole)


@needs_processes
@pytest.mark.parametrize("lost", [removed, emptied, cut, changed])
def test_a_lost_log_is_noticed_and_what_is_there_goes_on(path: Path, lost: Callable[[Path], None]) -> None:
    game = killed(path)
    lost(beside(path, "-wal"))
    with Journal(path) as journal:
        assert f"of game {game} was confirmed and is missing" in journal.store.missing()
        assert any("missing" in problem for problem in journal.store.problems())
        before = journal.log(game).last_seq()
        assert appended(journal, game, "next").seq == before + 1
    with Journal(path) as journal:
        assert journal.store.missing()
        beside(path, "-lost").unlink()
        assert not journal.store.missing()
    with Journal(path) as journal:
        assert not journal.store.missing()


@needs_processes
def test_a_kill_alone_loses_nothing(path: Path) -> None:
    killed(path)
    with Journal(path) as journal:
        assert not journal.store.missing()


def test_the_entry_noted_is_the_latest(path: Path) -> None:
    with Journal(path) as journal:
        first, other = opened(journal, "one").game, opened(journal, "other").game
        for game in (first, other, first):
            entry = appended(journal, game, f"tap {time.perf_counter_ns()}")
            assert noted(path) == (game, entry.seq, entry.chain)


def test_what_stored_no_entry_is_not_noted(path: Path) -> None:
    with Journal(path) as journal:
        game = opened(journal).game
        before = noted(path)
        with journal.writing(game) as book:
            book.change()
        assert noted(path) == before


@pytest.mark.parametrize("text", ["", "half of", "a b c", "\0" * 82])
def test_half_a_note_says_nothing(path: Path, text: str) -> None:
    with Journal(path) as journal:
        opened(journal)
    beside(path, NOTED).write_text(text)
    with Journal(path) as journal:
        assert not journal.store.missing()


def test_a_backup_says_nothing_of_its_own_to_be_missing(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        opened(journal)
        journal.store.backup(tmp_path / "copy.db")
    with Journal(tmp_path / "copy.db") as copy:
        assert not copy.store.missing()


def test_a_note_that_cannot_be_made_stops_nothing(path: Path) -> None:
    with Journal(path) as journal:
        beside(path, NOTED).mkdir()
        assert opened(journal).seq == 1
