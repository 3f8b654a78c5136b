"""`counting-house copy` moves every evening to another database, whole or not at all, while people play."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

import psycopg
import pytest

from companion.archive import Archive
from companion.cli.main import main
from companion.journal import Journal, StorageRefused, digest
from companion.journal.migrations import NEWEST
from companion.journal.neighbours import TABLES
from companion.journal.schema import metadata
from companion.machine.databases import DATABASE
from companion.notifier import Notifier
from companion.records import NewEntry, NewSummary, Stop
from companion.registry import GAMES
from companion.rules.ledger import Goods
from companion.service import Service
from tests.browser.installing import ToolMissingError
from tests.cluster import GUARDED, Cluster, cluster
from tests.databases import IN_A_FILE, ON_A_SERVER
from tests.fresh import journal_at
from tests.journal.conftest import ANN, BO, EVENING, Pipe, child, needs_processes
from tests.journal.test_journal_faults import ONLY_ROOT, small_disk
from tests.relay import Cut, relayed
from tests.rules.given import command_for, paying

SECRET = "hush"  # noqa: S105 - of nobody
WAITING = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'notes'::regclass"
_numbers = count(1)

Place = Path | str
Contents = dict[str, list[tuple[object, ...]]]


# Two databases, one of which has evenings


def fill(place: Place) -> tuple[str, str]:
    """Two evenings with something in every table, also in those that most evenings leave empty."""
    with Journal(place) as journal:
        service = Service(GAMES, journal, Notifier())
        games = tuple(service.open(command_for(), f"open {number}", ANN).id for number in range(2))
        for game in games:
            service.play(game, paying(0, 1, 5), "tap")
            service.set_clock(game, 60_000, running=True)
            service.note(game, 2, 1, Goods({"apples": 2, "silk": 1}))
            with journal.writing(game) as book:
                book.open_door(EVENING, renew=True)
                book.change(talk='{"said":"de l’été 🐓"}')
                book.tell("seat_taken", EVENING, 1)
                book.hold("seat 1", BO, EVENING)
                book.visit(BO, EVENING)
                book.make_link(names=True, now=EVENING)
                book.hand_over("seat 1", life=0, now=EVENING)
        group = journal.groups.open(games[0], digest("Ann's group"), '{"name":"l’été"}', EVENING)
        with journal.groups.book(group) as there:
            there.new_keepers_link(EVENING, 0)
        journal.groups.keep_told([NewSummary(games[0], 2, '{"told":"de l’été"}')])
        with journal.writing(games[1]) as book:
            book.stop(Stop(games[1], 3, EVENING, "0.0.1", "gold was made", "{}", "{}"))
        journal.delete([service.open(command_for(), "deleted", ANN).id], lambda _members: None)
    return games[0], games[1]


@contextmanager
def read(place: Place) -> Iterator[Callable[[str], list[tuple[object, ...]]]]:
    """Asks a database itself, past the journal."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file:
            yield lambda query: [tuple(row) for row in file.execute(query)]
    else:
        with psycopg.connect(place) as server:
            yield lambda query: server.execute(query.encode()).fetchall()


def contents(place: Place) -> Contents:
    """Every row of every table."""
    with read(place) as rows:
        return {name: sorted(rows(f"SELECT * FROM {name}"), key=repr) for name in metadata.tables}  # noqa: S608 - our own names


def tables(place: Place) -> list[tuple[object, ...]]:
    """What a database has tables of."""
    asked = "SELECT name FROM sqlite_schema" if isinstance(place, Path) else "SELECT tablename FROM pg_tables"
    ours = {*metadata.tables, *TABLES, "alembic_version"}
    with read(place) as rows:
        return [row for row in rows(asked) if row[0] in ours]


@dataclass(frozen=True, slots=True)
class Way:
    """From one database to another, by the command line."""

    source: Place
    target: Place

    @property
    def url(self) -> str:
        """The target as it is typed."""
        return f"sqlite:///{self.target}" if isinstance(self.target, Path) else self.target

    @property
    def words(self) -> tuple[str, ...]:
        """What is typed."""
        folder = self.source.parent if isinstance(self.source, Path) else Path("nowhere")
        return ("--data-dir", str(folder), "copy", "--to", self.url)

    @property
    def variables(self) -> dict[str, str]:
        """What the environment says."""
        return {"DATABASE_URL": self.source if isinstance(self.source, str) else ""}


@pytest.fixture
def empty(postgres: Cluster) -> Iterator[str]:
    """The address of a database with nothing in it."""
    name = f"copy_{next(_numbers)}"
    yield postgres.new(name)
    postgres.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=[ON_A_SERVER, IN_A_FILE])
def way(request: pytest.FixtureRequest, empty: str, tmp_path: Path) -> Way:
    """There and back."""
    file = tmp_path / "home" / DATABASE
    file.parent.mkdir()
    if request.param == ON_A_SERVER:
        return Way(journal_at(file), empty)
    return Way(empty, file)


@dataclass(frozen=True, slots=True)
class Said:
    """How the command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the one line of a copy that was not made."""
        assert self.out == ""
        return self.status, one_line(self.err)


Copy = Callable[[Way], Said]


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Copy:
    """The command, here and now."""

    def copied(way: Way) -> Said:
        for name, value in way.variables.items():
            monkeypatch.setenv(name, value)
        try:
            status = main(way.words)
        except SystemExit as end:  # what was typed cannot be
            status = int(end.code or 0)
        return Said(status, *capsys.readouterr())

    return copied


def _copies(pipe: Pipe, way: Way) -> None:
    """The command, in a process that can be ended: its status, and what it prints."""
    # Tests that run in the background ignore Ctrl-C, and so would this; at a terminal it does not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(way.variables)
    with tempfile.TemporaryFile("w+") as said:
        sys.stdout = sys.stderr = said
        status = main(way.words)
        said.seek(0)
        pipe.send((status, said.read()))


class HeldUp:
    """A copy cannot read or write merchants' notes at this server, and so stays halfway."""

    def __init__(self, server: str) -> None:
        self._stranger = psycopg.connect(server)
        self._watching = psycopg.connect(server, autocommit=True)

    def __enter__(self) -> Self:
        self._stranger.execute("LOCK TABLE notes IN ACCESS EXCLUSIVE MODE")
        return self

    def __exit__(self, *_: object) -> None:
        self._stranger.close()
        self._watching.close()

    def wait(self, has_ended: Callable[[], object]) -> None:
        """Until the copy is there."""
        while not self._watching.execute(WAITING).fetchall():
            assert not has_ended()
            time.sleep(0.01)

    def let_go(self) -> None:
        """It goes on."""
        self._stranger.rollback()


def server_of(way: Way) -> str:
    """Whichever of both is at a server."""
    return way.source if isinstance(way.source, str) else str(way.target)


def one_line(text: str) -> str:
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    assert SECRET not in text
    return text


# All of it is there


def test_everything_is_there_after_a_copy_and_the_evening_goes_on(way: Way, copy: Copy) -> None:
    """No table is left out, not even one that a later version adds: this evening has rows in all of them."""
    game, _ = fill(way.source)
    before = contents(way.source)
    assert all(before.values())
    said, rows = copy(way), sum(map(len, before.values()))
    assert said.status == 0
    assert f"2 games with 4 entries, {rows} rows in all" in one_line(said.out)
    assert contents(way.target) == before == contents(way.source)
    with Journal(way.source) as here, Journal(way.target) as there:
        assert Archive(GAMES, there).export(game) == Archive(GAMES, here).export(game)
        service = Service(GAMES, there, Notifier())
        assert service.current(game) == Service(GAMES, here, Notifier()).current(game)
        assert service.play(game, paying(0, 1, 5), "tap").seq == 2  # which came before it was copied
        assert service.play(game, paying(0, 1, 5), "another tap").seq == 3
        assert service.open(command_for(), "open 0", ANN).id == game
        assert [holder.role for holder in there.log(game).holders() if holder.token_hash == BO] == ["seat 1"]
        assert service.notes(game, 2) == {1: Goods({"apples": 2, "silk": 1})}


def test_there_and_back_is_the_same(way: Way, tmp_path: Path, postgres: Cluster, copy: Copy) -> None:
    fill(way.source)
    name = f"back_{next(_numbers)}"
    back = postgres.new(name) if isinstance(way.source, str) else tmp_path / "back.db"
    assert copy(way).status == 0
    assert copy(Way(way.target, back)).status == 0
    assert contents(back) == contents(way.source)
    assert isinstance(back, str) or back.stat().st_mode & 0o077 == 0


def test_a_database_that_the_app_has_made_and_nobody_used_is_filled(way: Way, copy: Copy) -> None:
    Journal(way.target).close()
    fill(way.source)
    assert copy(way).status == 0
    assert contents(way.target) == contents(way.source)


def test_a_long_log_goes_along_in_order_a_few_rows_at_a_time(way: Way, copy: Copy) -> None:
    fill(way.source)
    with Journal(way.source) as journal:
        journal.open_game(None, *[NewEntry(f"{number}", "f", '{"n":1}', EVENING) for number in range(450)])
    said = copy(way)
    assert said.status == 1  # such entries are of no game
    assert "3 games with 454 entries" in said.out
    assert contents(way.target) == contents(way.source)


def test_no_database_gives_out_a_number_that_a_copy_would_have_to_move_on(empty: str) -> None:
    """Where one did, the first action after a copy would meet the number of an older one."""
    Journal(empty).close()
    with psycopg.connect(empty) as there:
        assert there.execute("SELECT sequencename FROM pg_sequences").fetchall() == []


def test_what_is_one_process_s_alone_stays_where_it_was(
    empty: str, postgres: Cluster, tmp_path: Path, copy: Copy
) -> None:
    """A phone that talks to the old address is not at the table here; a guess made there does not count."""
    fill(empty)
    with Journal(empty) as journal:
        assert journal.store.neighbours
        journal.store.neighbours.add_try("code", "192.0.2.7", 60)
    other = postgres.new(f"other_{next(_numbers)}")
    assert copy(Way(empty, other)).status == 0
    with read(other) as rows:
        assert [rows(f"SELECT * FROM {name}") for name in TABLES] == [[], []]  # noqa: S608 - our own names
    assert list(tmp_path.iterdir()) == []


# While an evening goes on


@needs_processes
def test_what_is_played_while_it_copies_is_all_left_out_and_nobody_waits(way: Way) -> None:
    """A copy with the gold of one moment and the clock of another would be no evening that ever was."""
    game, other = fill(way.source)
    Journal(way.target).close()
    before = contents(way.source)
    with HeldUp(server_of(way)) as held, child(_copies, way) as (_, pipe):
        held.wait(pipe.poll)
        with Journal(way.source) as journal:
            service = Service(GAMES, journal, Notifier())
            for number in range(3):
                service.play(game, paying(0, 1, 5), f"meanwhile {number}")
                service.play(other, paying(1, 0, 5), f"meanwhile {number}")
            service.set_clock(game, 30_000, running=False)
            service.open(command_for(), "another table", BO)
            with journal.writing(other) as book:
                book.visit(ANN, EVENING + 1)
        held.let_go()
        status, said = pipe.recv()
    assert status == 0
    assert "2 games with 4 entries" in one_line(said)
    assert contents(way.target) == before != contents(way.source)


@needs_processes
def test_nobody_opens_a_table_where_a_copy_arrives(empty: str, tmp_path: Path) -> None:
    """It would be among evenings it has nothing to do with, if both were stored."""
    way = Way(journal_at(tmp_path / DATABASE), empty)
    fill(way.source)
    with Journal(empty, patience=0.05) as journal:
        service = Service(GAMES, journal, Notifier())
        with HeldUp(empty) as held, child(_copies, way) as (_, pipe):
            held.wait(pipe.poll)
            with pytest.raises(StorageRefused) as refused:
                service.open(command_for(), "too early", ANN)
            assert refused.value.cause == "locked"
            held.let_go()
            assert pipe.recv()[0] == 0
        assert len(journal.games()) == 2
        service.open(command_for(), "now", ANN)


# When it is interrupted


@needs_processes
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_a_copy_that_ends_halfway_has_copied_nothing_and_is_made_again(
    way: Way, how: signal.Signals, copy: Copy
) -> None:
    """A file that is left where the command was killed has no table, and is no obstacle."""
    fill(way.source)
    Journal(server_of(way)).close()
    with HeldUp(server_of(way)) as held, child(_copies, way) as (process, pipe):
        held.wait(pipe.poll)
        os.kill(process.pid or 0, how)
        if how is signal.SIGINT:
            assert pipe.recv() == (130, "")
        process.join()
    if isinstance(way.target, str):
        assert not any(contents(way.target).values())
    elif how is signal.SIGINT:
        assert list(way.target.parent.iterdir()) == []
    else:
        assert tables(way.target) == []
    assert copy(way).status == 0
    assert contents(way.target) == contents(way.source)


@pytest.mark.postgres
def test_a_server_that_dies_halfway_is_one_line_and_the_copy_is_made_again(
    tmp_path: Path, copy: Copy
) -> None:
    """Whether it is the one that is copied to or, then, the one that is copied from."""
    with cluster() as server:
        address = server.new("dying")
        there = Way(journal_at(tmp_path / DATABASE), address)
        fill(there.source)
        Journal(address).close()
        for way, fault in ((there, "--to: "), (Way(address, tmp_path / "copy.db"), "DATABASE_URL: ")):
            command = (sys.executable, "-m", "companion.cli", *way.words)
            variables = {**os.environ, **way.variables}
            with (
                HeldUp(address) as held,
                subprocess.Popen(command, env=variables, stderr=subprocess.PIPE, text=True) as process,
            ):
                held.wait(process.poll)
                server.end()
                said = process.communicate()[1]
            assert process.returncode == 1
            assert fault in one_line(said)
            assert way is there or not Path(way.target).exists()
            server = server.restart()  # noqa: PLW2901 - the same server
            assert copy(way).status == 0
            assert contents(way.target) == contents(way.source)
        server.end()


@needs_processes
@pytest.mark.parametrize("cut, again", [("before", 0), ("after", 2)])
def test_a_wire_that_is_cut_at_the_very_end_leaves_a_doubt_that_the_same_command_ends(  # noqa: PLR0913, PLR0917 - fixtures
    cut: Cut, again: int, empty: str, postgres: Cluster, tmp_path: Path, copy: Copy
) -> None:
    source = journal_at(tmp_path / DATABASE)
    fill(source)
    Journal(empty).close()
    name = str(psycopg.conninfo.conninfo_to_dict(empty)["dbname"])
    with (
        tempfile.TemporaryDirectory() as folder,
        relayed(postgres, Path(folder)) as wire,
        HeldUp(empty) as held,
        child(_copies, Way(source, wire.address(name))) as (_, pipe),
    ):
        held.wait(pipe.poll)
        wire.cut = cut
        held.let_go()
        status, said = pipe.recv()
    assert status == 1
    assert "All of the copy is there, or nothing" in one_line(said)
    assert copy(Way(source, empty)).status == again
    assert contents(empty) == contents(source)


# What is refused


def test_a_database_with_evenings_is_left_alone(way: Way, copy: Copy) -> None:
    """Also the very one that it would be copied from."""
    fill(way.source)
    fill(way.target)
    before = contents(way.target)
    for target in (way.target, way.source):
        status, said = copy(Way(way.source, target)).refusal
        assert status == 2
        assert "--to: the database has evenings already. Nothing was copied. Name an empty one." in said
    assert contents(way.target) == before


def test_a_backup_is_left_alone_to_the_last_byte(empty: str, tmp_path: Path, copy: Copy) -> None:
    home = journal_at(tmp_path / DATABASE)
    fill(home)
    backup = tmp_path / "stick" / "backup.db"
    backup.parent.mkdir()
    with Journal(home) as journal:
        journal.store.backup(backup)
    before = backup.read_bytes()
    fill(empty)
    assert copy(Way(empty, backup)).refusal[0] == 2
    assert backup.read_bytes() == before
    assert list(backup.parent.iterdir()) == [backup]


@pytest.mark.parametrize(
    "revision, said",
    [("0007", "made by an older version of this program"), ("9999", "written by a newer version")],
)
def test_an_empty_database_of_another_version_is_left_alone(
    way: Way, revision: str, said: str, copy: Copy
) -> None:
    assert "0007" < NEWEST < "9999"
    fill(way.source)
    Journal(way.target).close()
    change(way.target, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608 - ours
    assert said in copy(way).refusal[1]
    with read(way.target) as rows:
        assert rows("SELECT version_num FROM alembic_version") == [(revision,)]
        assert rows("SELECT * FROM games") == []


def change(place: Place, *statements: str) -> None:
    """By a stranger who knows what is where."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file, file:
            for statement in statements:
                file.execute(statement)
    else:
        with psycopg.connect(place) as server:
            for statement in statements:
                server.execute(statement.encode())


def test_a_database_of_others_is_left_alone(way: Way, copy: Copy) -> None:
    fill(way.source)
    change(way.target, "CREATE TABLE timers (theirs text)")
    status, said = copy(way).refusal
    assert (status, "is no database of this program" in said) == (1, True)
    assert tables(way.target) == [("timers",)]


def test_a_standby_is_refused_by_a_copy_and_by_the_journal(
    postgres: Cluster, tmp_path: Path, copy: Copy
) -> None:
    source = journal_at(tmp_path / DATABASE)
    fill(source)
    with postgres.standby() as behind:
        status, said = copy(Way(source, behind.address())).refusal
        assert (status, "takes no writes" in said) == (1, True)
        with pytest.raises(StorageRefused) as refused:
            Journal(behind.address())
        assert refused.value.cause == "read_only"


ADDRESSES = (
    (f"postgresql://{GUARDED}:{SECRET}@/evenings?host={{folder}}", 1, "password authentication failed"),
    (f"postgresql://counting:{SECRET}@127.0.0.1:1/evenings", 1, "the database cannot be opened"),
    (f"postgresql://counting:{SECRET}@[::1/evenings", 1, "the address cannot be read"),
    (f"mysql://counting:{SECRET}@house/evenings", 2, "it begins with postgresql://"),
    ("evenings.db", 2, "it begins with postgresql://"),
    ("sqlite:///", 2, "it begins with postgresql://"),
    ("sqlite:///nowhere/evenings.db", 2, "there is no folder"),
    ("sqlite:///.", 1, "the database cannot be opened"),
)


def test_an_address_where_nothing_can_be_copied_to_is_one_line_without_its_password(
    postgres: Cluster, tmp_path: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.guard()
    home = journal_at(tmp_path / "home" / DATABASE)
    fill(home)
    monkeypatch.chdir(tmp_path)
    for url, expected, words in ADDRESSES:
        status, said = copy(Way(home, url.format(folder=postgres.folder))).refusal
        assert (status, words in said) == (expected, True), said
        assert [place.name for place in tmp_path.iterdir()] == ["home"]


def test_without_an_evening_s_database_there_is_nothing_to_copy(
    empty: str, tmp_path: Path, copy: Copy
) -> None:
    status, said = copy(Way(tmp_path / "typo" / DATABASE, empty)).refusal
    assert (status, "there are no evenings in" in said) == (2, True)
    assert tables(empty) == []


# A disk that is full, or keeps something else


def test_a_server_whose_disk_is_full_is_left_as_it_was(empty: str, tmp_path: Path, copy: Copy) -> None:
    way = Way(journal_at(tmp_path / DATABASE), empty)
    fill(way.source)
    Journal(empty).close()
    full = (
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53100'; END $$"
    )
    change(empty, full, "CREATE TRIGGER fail BEFORE INSERT ON visits EXECUTE FUNCTION fail()")
    status, said = copy(way).refusal
    assert (status, "--to: the disk is full" in said) == (1, True)
    assert not any(contents(empty).values())
    change(empty, "DROP FUNCTION fail CASCADE")
    assert copy(way).status == 0
    assert contents(empty) == contents(way.source)


@pytest.mark.parametrize(
    "table, changed",
    [("visits", "seen_at := NEW.seen_at + 1"), ("entries", "body := replace(NEW.body, '5', '6')")],
)
def test_what_is_stored_otherwise_than_it_was_read_is_noticed_before_anything_is_there(
    table: str,
    changed: str,
    empty: str,
    tmp_path: Path,
    copy: Copy,
) -> None:
    way = Way(journal_at(tmp_path / DATABASE), empty)
    fill(way.source)
    Journal(empty).close()
    body = f"AS $$ BEGIN NEW.{changed}; RETURN NEW; END $$"
    made = f"CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql {body}"
    change(
        empty, made, f"CREATE TRIGGER spoil BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION spoil()"
    )
    status, said = copy(way).refusal
    assert (status, f"--to: the database is damaged ({table} of game " in said) == (1, True)
    assert not any(contents(empty).values())


def _copies_to_a_small_disk(pipe: Pipe, folder: Path, source: str) -> None:
    if small_disk(folder):
        _copies(pipe, Way(source, folder / "copy.db"))
        pipe.send([place.name for place in folder.iterdir()])
    else:
        pipe.send(None)


@needs_processes
def test_a_file_whose_disk_is_full_is_not_made(empty: str, tmp_path: Path) -> None:
    fill(empty)
    with Journal(empty) as journal:
        more = f'"{"x" * 2_000}"'
        journal.open_game(None, *[NewEntry(f"{number}", "f", more, EVENING) for number in range(600)])
    with child(_copies_to_a_small_disk, tmp_path, empty) as (_, pipe):
        if (told := pipe.recv()) is None:
            raise ToolMissingError(ONLY_ROOT)
        assert told[0] == 1
        assert "--to: the disk is full" in one_line(told[1])
        assert pipe.recv() == []


# A source that is damaged


def spoil(source: Place, statement: str) -> None:
    """Past the triggers that would refuse it."""
    if isinstance(source, Path):
        with closing(sqlite3.connect(source)) as file:
            found = file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        change(source, *(f"DROP TRIGGER {name}" for (name,) in found), statement)
    else:
        change(source, "SET session_replication_role = replica", statement)


def test_an_altered_entry_goes_along_and_is_told_so_that_the_others_can_move(way: Way, copy: Copy) -> None:
    game, _ = fill(way.source)
    spoil(way.source, f"UPDATE entries SET fingerprint = 'x' WHERE game = '{game}' AND seq = 2")  # noqa: S608 - ours
    said = copy(way)
    assert said.status == 1
    told = said.out.splitlines()
    assert [line[:8] for line in told] == [game, "  entry ", "2 games "]
    assert "it is not what was stored" in told[1]
    assert contents(way.target) == contents(way.source)


def test_a_log_with_a_gap_is_in_no_other_database(way: Way, copy: Copy) -> None:
    """It is the source that is damaged, and the target takes no such log."""
    game, _ = fill(way.source)
    spoil(way.source, f"DELETE FROM entries WHERE game = '{game}' AND seq = 1")  # noqa: S608 - ours
    status, said = copy(way).refusal
    place = way.source if isinstance(way.source, Path) else "DATABASE_URL"
    assert (status, f"{place}: the database is damaged (in entries: " in said) == (1, True)
    assert isinstance(way.target, Path) or tables(way.target) == []
