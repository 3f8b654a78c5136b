"""Many at once, and writers that die: nothing acknowledged is lost, doubled or out of order."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.journal import Journal, StorageRefused
from tests.journal.conftest import ANN, Pipe, added, appended, child, needs_processes, opened


def holds_each_once(journal: Journal, game: str, action_ids: set[str]) -> bool:
    """The log has the opening and these actions, each once, numbered without gaps."""
    entries = journal.log(game).entries()
    dense = [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    return dense and sorted(entry.action_id for entry in entries[1:]) == sorted(action_ids)


def test_a_write_inside_a_write_is_refused_and_not_waited_for_forever(place: Path | str) -> None:
    with Journal(place, patience=0.05) as journal:
        game = opened(journal).game
        with journal.writing(game) as book:
            with pytest.raises(StorageRefused) as refused:
                appended(journal, game, "inner")
            added(book, "outer")
        assert refused.value.cause == "locked"
        assert holds_each_once(journal, game, {"outer"})


def _writes(pipe: Pipe, place: Path | str, game: str, who: str, number: int) -> None:
    with Journal(place) as journal:
        for count in range(number):
            pipe.send(appended(journal, game, f"{who}{count}").action_id)


@needs_processes
def test_two_processes_append_to_one_game(place: Path | str) -> None:
    with Journal(place) as journal:
        game = opened(journal).game
    with child(_writes, place, game, "a", 50) as (_, a), child(_writes, place, game, "b", 50) as (_, b):
        acknowledged = {pipe.recv() for pipe in (a, b) for _ in range(50)}
    with Journal(place) as journal:
        assert len(acknowledged) == 100
        assert holds_each_once(journal, game, acknowledged)


def _opens(pipe: Pipe, path: Path, who: str) -> None:
    pipe.recv()
    with Journal(path) as journal:
        pipe.send(opened(journal, f"open {who}").game)


@needs_processes
def test_two_processes_make_one_new_file(path: Path) -> None:
    with child(_opens, path, "a") as (_, a), child(_opens, path, "b") as (_, b):
        a.send("now")
        b.send("now")
        games = {a.recv(), b.recv()}
    with Journal(path) as journal:
        assert {record.id for record in journal.games_held_by(ANN)} == games
        assert len(games) == 2


@needs_processes
def test_a_writer_that_is_killed_loses_nothing_acknowledged(place: Path | str) -> None:
    with Journal(place) as journal:
        game = opened(journal).game
    stored: set[str] = set()
    for kill in (0, 3, 6):
        acknowledged: set[str] = set()
        with child(_writes, place, game, f"k{kill}-", 100_000) as (process, pipe):
            acknowledged.update(pipe.recv() for _ in range(5 + 4 * kill))
            process.kill()
            process.join()
            acknowledged.update(_last_words(pipe))
        with Journal(place) as journal:
            found = {entry.action_id for entry in journal.log(game).entries()[1:]}
            assert stored | acknowledged <= found
            # The last one may be stored although nothing was reported.
            assert len(found - stored - acknowledged) <= 1
            assert holds_each_once(journal, game, found)
        stored = found


def _last_words(pipe: Pipe) -> Iterator[str]:
    """What a dead process had reported."""
    with suppress(EOFError, ConnectionResetError):
        while True:
            yield pipe.recv()


def _dies_before_commit(_: Pipe, place: Path | str, game: str) -> None:
    journal = Journal(place)
    with journal.writing(game) as book:
        added(book, "gone")
        book.close(0)
        os._exit(9)


@needs_processes
def test_a_crash_between_append_and_commit_leaves_nothing(
    journal: Journal, place: Path | str, game: str
) -> None:
    before = journal.log(game).entries(), journal.games()
    with child(_dies_before_commit, place, game) as (process, _):
        process.join()
        assert process.exitcode == 9
    assert (journal.log(game).entries(), journal.games()) == before
    assert appended(journal, game, "next").seq == 2
