"""What goes wrong under the journal is reported in a word, and nothing stored is lost by it."""

import ctypes
import resource
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import get_args

import pytest

from companion.journal import Journal, StorageRefused, StorageTrouble, Unconfirmed
from companion.journal.sqlite import SqliteStore
from companion.journal.trouble import SENTENCES, Cause
from tests.browser.installing import ToolMissingError
from tests.fresh import journal_at
from tests.journal.conftest import ANN, Pipe, appended, needs_processes, opened, told_by


@pytest.fixture
def place(path: Path) -> Path:
    """These are about SQLite."""
    return journal_at(path)


def trouble(action: Callable[[], object]) -> tuple[type[StorageTrouble], str]:
    """How an action fails: the kind and the cause."""
    with pytest.raises(StorageTrouble) as raised:
        action()
    assert SENTENCES[raised.value.cause] in str(raised.value)
    return type(raised.value), raised.value.cause


PLAIN = '{"words":"plain","more":"' + "y" * 400 + '"}'


def filled(path: Path, entries: int = 30) -> str:
    """A closed journal with one game of some length; the game's id."""
    with Journal(journal_at(path)) as journal:
        game = opened(journal).game
        for number in range(entries):
            appended(journal, game, f"a{number}", PLAIN)
    return game


def test_every_cause_has_its_sentence() -> None:
    assert set(SENTENCES) == set(get_args(Cause))


# Locked


def test_a_database_that_another_program_holds(path: Path) -> None:
    with Journal(path, patience=0.05) as journal:
        game = opened(journal).game
        with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
            assert trouble(lambda: appended(journal, game, "tap")) == (StorageRefused, "locked")
            assert trouble(lambda: Journal(path, patience=0.05)) == (StorageRefused, "locked")
            assert journal.log(game).last_seq() == 1
        assert appended(journal, game, "tap").seq == 2


def test_a_new_file_that_another_program_is_making_is_waited_for(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        later = threading.Timer(0.1, stranger.execute, ["ROLLBACK"])
        later.start()
        with Journal(path) as journal:
            later.join()
            assert opened(journal).seq == 1


@pytest.mark.parametrize(
    "failure,cause",
    [
        (sqlite3.OperationalError("Could not decode to UTF-8 column"), "damaged"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "damaged"),
        (MemoryError(), "memory"),
    ],
    ids=["an error without a code", "text of no encoding", "no memory"],
)
def test_a_failure_that_says_little_has_its_cause(path: Path, failure: Exception, cause: str) -> None:
    with closing(SqliteStore(path, lambda _: "1", patience=0.1)) as file:
        assert file.refusal(failure).cause == cause


# Damaged, foreign, newer


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: b"\x00garbage" * (len(whole) // 8),
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"no SQLite file!!" + whole[16:],
        lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096),
        lambda whole: whole[:-8192] + b"\xff" * 8192,
        lambda whole: whole[:100] + b"\xff" * 3996 + whole[4096:],
    ],
    ids=["garbage", "cut off", "no header", "all but the first page", "the last pages", "the first page"],
)
def test_a_damaged_file_is_refused_by_name(path: Path, spoil: Callable[[bytes], bytes]) -> None:
    filled(path)
    spoiled = spoil(path.read_bytes())
    path.write_bytes(spoiled)
    assert trouble(lambda: Journal(path)) == (StorageRefused, "damaged")
    assert path.read_bytes() == spoiled


def test_damage_in_a_running_journal(path: Path) -> None:
    game = filled(path)
    with Journal(path) as journal:
        journal.close()
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        assert trouble(lambda: journal.log(game).entries()) == (StorageRefused, "damaged")
        assert trouble(lambda: appended(journal, game, "tap")) == (StorageRefused, "damaged")
        path.write_bytes(whole)
        journal.close()
        assert len(journal.log(game).entries()) == 31


def test_text_that_cannot_be_decoded(path: Path) -> None:
    game = filled(path, 1)
    path.write_bytes(path.read_bytes().replace(b'"words":"plain"', b'"words":"pl\xff\xfen"'))
    with Journal(path) as journal:
        assert trouble(lambda: journal.log(game).entries()) == (StorageRefused, "damaged")
        assert appended(journal, game, "next").seq == 3


def test_the_database_of_another_program(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute("CREATE TABLE bookmarks (address TEXT)")
        stranger.commit()
    before = path.read_bytes()
    assert trouble(lambda: Journal(path)) == (StorageRefused, "foreign")
    assert path.read_bytes() == before


# A place that cannot be used


def test_a_path_that_is_a_folder_or_inside_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert trouble(lambda: Journal(tmp_path)) == (StorageRefused, "unreachable")
    assert trouble(lambda: Journal(tmp_path / "file" / "journal.db")) == (StorageRefused, "unreachable")


def test_a_file_that_vanished_takes_no_more_entries(journal: Journal, path: Path, game: str) -> None:
    whole = path.with_name("elsewhere.db")
    path.rename(whole)
    assert trouble(lambda: appended(journal, game, "tap")) == (StorageRefused, "unreachable")
    whole.rename(path)
    assert appended(journal, game, "tap").seq == 2


def _without_privileges() -> None:
    """Root may do everything; a process without capabilities may not."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(header, nothing) == 0


@contextmanager
def _read_only(*places: Path) -> Iterator[None]:
    modes = [place.stat().st_mode for place in places]
    for place in places:
        place.chmod(0o500 if place.is_dir() else 0o400)
    try:
        yield
    finally:
        for place, mode in zip(places, modes, strict=True):
            place.chmod(mode)


def _opens_what_cannot_be_written(pipe: Pipe, path: Path) -> None:
    _without_privileges()
    said = []
    for places in ((path,), (path.parent,), (path, path.parent)):
        with _read_only(*places):
            said.append(trouble(lambda: Journal(path)))
    with _read_only(path.parent):
        said.append(trouble(lambda: Journal(path.with_name("new.db"))))
    pipe.send(said)


@needs_processes
def test_a_read_only_file_or_folder_is_refused_by_name(path: Path) -> None:
    filled(path)
    assert told_by(_opens_what_cannot_be_written, path) == [(StorageRefused, "read_only")] * 4


def _turns_read_only(pipe: Pipe, path: Path) -> None:
    _without_privileges()
    with Journal(path) as journal:
        game = opened(journal).game
        appended(journal, game, "before")
        # An open file can still be read and written; this is the worse case, where none is open.
        journal.close()
        with _read_only(path, path.parent):
            read = len(journal.log(game).entries()), len(journal.games_held_by(ANN))
            written = trouble(lambda: appended(journal, game, "while"))
        after = appended(journal, game, "after").seq
    pipe.send((read, written, after))


@needs_processes
def test_a_journal_that_turns_read_only_still_reads(path: Path) -> None:
    assert told_by(_turns_read_only, path) == ((2, 1), (StorageRefused, "read_only"), 3)


# A full disk


def _until_it_fails(journal: Journal, game: str) -> tuple[StorageTrouble, list[str]]:
    """Append until the disk says no: the failure, and the action ids that were stored before it."""
    stored = ["open"]
    while True:
        try:
            appended(journal, game, f"a{len(stored)}", '{"x":"' + "y" * 2000 + '"}')
        except StorageTrouble as failure:
            return failure, stored
        stored.append(f"a{len(stored)}")


def _runs_into_a_limit(pipe: Pipe, path: Path) -> None:
    """No file may grow: the write at COMMIT fails in the middle."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(path) as journal:
        game = opened(journal).game
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, unlimited[1]))
        failure, stored = _until_it_fails(journal, game)
        lost = f"a{len(stored)}"
        found = journal.log(game).find(lost)
        read = [entry.action_id for entry in journal.log(game).entries()] == stored
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        again = appended(journal, game, lost).seq == len(stored) + 1 == journal.log(game).last_seq()
    pipe.send((type(failure), failure.cause, len(stored) > 5, found, read, again))


@needs_processes
def test_an_error_at_commit_is_unconfirmed_and_the_next_tap_counts_once(path: Path) -> None:
    assert told_by(_runs_into_a_limit, path) == (Unconfirmed, "disk", True, None, True, True)


ONLY_ROOT = "only root may mount a small disk"


def small_disk(folder: Path) -> bool:
    """A disk of 1 MB, visible only to this process. Needs root."""
    library = ctypes.CDLL(None)
    new_mounts, private, recursive = 0x00020000, 1 << 18, 16384
    return bool(
        library.unshare(new_mounts) == 0
        and library.mount(b"none", b"/", None, private | recursive, None) == 0
        and library.mount(b"none", bytes(folder), b"tmpfs", 0, b"size=1m") == 0
    )


def _turned_read_only(folder: Path) -> bool:
    read_only, again = 1, 32
    return bool(ctypes.CDLL(None).mount(b"none", bytes(folder), b"tmpfs", read_only | again, b"size=1m") == 0)


def _fills_the_disk(pipe: Pipe, folder: Path) -> None:
    if not small_disk(folder):
        pipe.send(None)
        return
    with Journal(folder / "journal.db") as journal:
        game = opened(journal).game
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as stuffed, suppress(OSError):
            while True:
                stuffed.write(bytes(4096))
        failure, stored = _until_it_fails(journal, game)
        read = [entry.action_id for entry in journal.log(game).entries()] == stored
        copied = trouble(lambda: journal.store.backup(folder / "copy.db"))
        new = trouble(lambda: Journal(folder / "new.db"))
        filler.unlink()
        again = appended(journal, game, f"a{len(stored)}").seq == len(stored) + 1
        left = [place.name for place in folder.iterdir() if place.name.startswith("copy")]
        journal.close()
        assert _turned_read_only(folder)
        frozen = journal.log(game).last_seq() == len(stored) + 1
        written = trouble(lambda: appended(journal, game, "more"))
    pipe.send([(type(failure), failure.cause), read, copied, new, again, left, frozen, written])


@needs_processes
def test_a_disk_that_is_full_and_then_read_only_stores_nothing_and_reads_on(tmp_path: Path) -> None:
    told = told_by(_fills_the_disk, tmp_path)
    if told is None:
        raise ToolMissingError(ONLY_ROOT)
    full = (StorageRefused, "full")
    assert told == [full, True, full, full, True, [], True, (StorageRefused, "read_only")]


def test_a_journal_that_could_not_be_opened_leaves_no_open_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    filled(path)
    path.write_bytes(path.read_bytes()[:-8192] + b"\xff" * 8192)
    trouble(lambda: Journal(path))
    handles = Path("/proc/self/fd")
    if handles.exists():
        names = {str(handle.readlink()) for handle in handles.iterdir() if handle.is_symlink()}
        assert not [name for name in names if name.startswith(str(tmp_path))]
