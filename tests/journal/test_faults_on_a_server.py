"""What goes wrong at the server is reported in the same words, and nothing stored is lost by it."""

import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from companion.journal import Journal, StorageRefused, StorageTrouble, Unconfirmed
from companion.journal.trouble import TRIES, StartOver
from companion.notifier import Notifier
from companion.records import Timer
from companion.registry import GAMES
from companion.service import Service
from tests.cluster import Cluster, Evenings, cluster
from tests.databases import BROKEN
from tests.journal.conftest import ANN, EVENING, Pipe, added, appended, child, needs_processes, opened
from tests.relay import Relay, relayed
from tests.rules.given import command_for, paying

BACKENDS = "FROM pg_stat_activity WHERE datname = '{}' AND pid <> pg_backend_pid()"


@pytest.fixture
def place(evenings: Evenings) -> str:
    """These are about PostgreSQL."""
    return evenings.emptied()


def trouble(action: Callable[[], object]) -> tuple[type[StorageTrouble], str]:
    """How an action fails: the kind and the cause."""
    with pytest.raises(StorageTrouble) as raised:
        action()
    return type(raised.value), raised.value.cause


@contextmanager
def failing(evenings: Evenings, code: str, times: int = 1_000) -> Iterator[None]:
    """The server itself fails so often, with this code, when a clock is set."""
    evenings.server.run(
        f"""
        CREATE SEQUENCE failures;
        GRANT USAGE ON SEQUENCE failures TO PUBLIC;
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('failures') <= {times} THEN RAISE SQLSTATE '{code}'; END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON timers FOR EACH ROW EXECUTE FUNCTION fail();
        """,
        evenings.NAME,
    )
    try:
        yield
    finally:
        evenings.server.run("DROP FUNCTION fail CASCADE; DROP SEQUENCE failures", evenings.NAME)


def disconnect(evenings: Evenings) -> None:
    """Every connection to the database is ended by the server."""
    evenings.server.run(f"SELECT pg_terminate_backend(pid) {BACKENDS.format(evenings.NAME)}")
    while evenings.server.run(f"SELECT pid {BACKENDS.format(evenings.NAME)}"):
        pass


# Codes


CAUSES = {
    "full": ["53100"],
    "memory": ["53200"],
    "unreachable": ["53300", "08006", "57P01", "57P03"],
    "read_only": ["25006", "42501"],
    "locked": ["55P03", "57014", "40001", "40P01"],
    "disk": ["58030"],
    "damaged": ["XX001", "XX002", "0A000"],
}


@pytest.mark.parametrize("cause", CAUSES)
def test_what_the_server_says_is_refused_by_our_words_and_stores_nothing(
    journal: Journal, evenings: Evenings, cause: str
) -> None:
    service = Service(GAMES, journal, Notifier())
    table = service.open(command_for(), "open", ANN)
    for code in CAUSES[cause]:
        with failing(evenings, code):
            kind, said = trouble(lambda: service.set_clock(table.id, 1_000, running=False))
            assert issubclass(kind, StorageRefused)
            assert said == cause, code
            assert journal.log(table.id).timer() is None
    service.set_clock(table.id, 1_000, running=False)
    assert journal.log(table.id).timer() is not None


@pytest.mark.parametrize("code", ["40001", "40P01", "57P01"])
def test_a_write_starts_over_as_often_as_it_makes_sense(
    journal: Journal, evenings: Evenings, code: str
) -> None:
    service = Service(GAMES, journal, Notifier())
    table = service.open(command_for(), "open", ANN)
    with failing(evenings, code, TRIES - 1):
        service.set_clock(table.id, 1_000, running=False)
    assert journal.log(table.id).timer() == Timer(1_000)
    with failing(evenings, code, TRIES):
        assert trouble(lambda: service.set_clock(table.id, 2_000, running=False))[0] is StartOver
    assert journal.log(table.id).timer() == Timer(1_000)


def test_a_write_does_not_start_over_once_nobody_waits_for_it_any_more(
    journal: Journal, evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone has sent it again meanwhile, maybe to another machine, and was told what came of that."""
    service = Service(GAMES, journal, Notifier())
    table = service.open(command_for(), "open", ANN)
    monkeypatch.setattr("companion.journal.trouble.LATEST_START", 0.0)
    with failing(evenings, "40001", 1):
        assert trouble(lambda: service.set_clock(table.id, 1_000, running=False))[0] is StartOver
    assert journal.log(table.id).timer() is None


def test_a_turn_that_comes_when_nobody_waits_for_it_any_more_stores_nothing(
    journal: Journal, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.postgres.LATEST_START", -1.0)
    assert trouble(lambda: appended(journal, game, "late")) == (StorageRefused, "locked")
    assert journal.log(game).last_seq() == 1


def test_a_failure_that_was_passed_over_within_a_write_commits_nothing(journal: Journal, game: str) -> None:
    """The server would answer COMMIT by rolling back, and call that no error."""

    def carry_on() -> None:
        with journal.writing(game) as book:
            added(book, "gone")
            with suppress(*BROKEN):
                book.keep_note(99, 1, "{}")

    assert trouble(carry_on)[0] is StartOver
    assert journal.log(game).last_seq() == 1
    assert appended(journal, game, "next").seq == 2


# Locked


def test_a_game_that_another_program_holds(place: str, evenings: Evenings) -> None:
    with Journal(place, patience=0.05) as journal:
        game, other = opened(journal, "one").game, opened(journal, "other").game
        with psycopg.connect(evenings.address) as stranger:
            stranger.execute("SELECT 1 FROM games WHERE id = %s FOR UPDATE", [game])
            assert trouble(lambda: appended(journal, game, "tap")) == (StorageRefused, "locked")
            assert journal.log(game).last_seq() == 1
            assert appended(journal, other, "tap").seq == 2
        assert appended(journal, game, "tap").seq == 2


def test_more_writers_than_connections_wait_for_one(place: str) -> None:
    """Whoever waits for too long is refused, and gets one later; how often and how long is counted."""
    with Journal(place, patience=0.05) as journal:
        games = [opened(journal, f"tap {number}").game for number in range(12)]
        together, go = threading.Semaphore(0), threading.Event()
        said: list[str] = []

        def write(game: str) -> None:
            try:
                with journal.writing(game) as book:
                    added(book, "tap")
                    together.release()
                    go.wait()
            except StorageRefused as refused:
                said.append(refused.cause)
                together.release()

        threads = [threading.Thread(target=write, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        for _ in threads:
            together.acquire()
        go.set()
        for thread in threads:
            thread.join()
        assert said == ["locked"] * 4
        times, seconds = journal.store.waits()
        assert (times, seconds > 0.1) == (4, True)
        assert sum(journal.log(game).last_seq() for game in games) == 12 + 8
        assert opened(journal, "once more").seq == 1


# A connection that is lost


def test_connections_that_the_server_ended_are_replaced_unseen(journal: Journal, evenings: Evenings) -> None:
    service = Service(GAMES, journal, Notifier())
    table = service.open(command_for(), "open", ANN)
    disconnect(evenings)
    assert journal.log(table.id).last_seq() == 1
    disconnect(evenings)
    assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2


def test_a_connection_lost_within_a_write_stores_nothing(
    journal: Journal, evenings: Evenings, game: str
) -> None:
    """If it is not noticed before COMMIT, nobody knows what became of that."""

    def lose(*later: str) -> None:
        with journal.writing(game) as book:
            added(book, "gone")
            disconnect(evenings)
            for action_id in later:
                added(book, action_id)

    assert trouble(lambda: lose("also gone")) == (StartOver, "unreachable")
    assert trouble(lose) == (Unconfirmed, "unreachable")
    assert journal.log(game).last_seq() == 1
    assert appended(journal, game, "next").seq == 2


@pytest.fixture
def wire(evenings: Evenings) -> Iterator[Relay]:
    """A wire to the server, which can be cut."""
    with tempfile.TemporaryDirectory() as folder, relayed(evenings.server, Path(folder)) as wire:
        yield wire


@pytest.fixture
def far(wire: Relay, place: str) -> Iterator[Journal]:
    """A journal at the other end of the wire."""
    assert place
    with Journal(wire.address(Evenings.NAME)) as journal:
        yield journal


def settled(evenings: Evenings) -> None:
    """Wait until the server has noticed that somebody is gone."""
    while evenings.server.run("SELECT 1 FROM pg_locks WHERE mode = 'RowExclusiveLock'"):
        pass


def test_a_wire_that_is_cut_before_commit_arrives_leaves_a_doubt(
    far: Journal, wire: Relay, evenings: Evenings
) -> None:
    service = Service(GAMES, far, Notifier())
    table = service.open(command_for(), "open", ANN)
    wire.cut = "before"
    assert trouble(lambda: service.play(table.id, paying(0, 1, 5), "tap")) == (Unconfirmed, "unreachable")
    settled(evenings)
    assert service.current(table.id) == table
    assert service.play(table.id, paying(0, 1, 5), "tap").game.gold(1) == 55
    assert far.log(table.id).last_seq() == 2


def test_a_wire_that_is_cut_before_the_answer_to_commit_is_asked_by_the_action_s_id(
    far: Journal, wire: Relay, journal: Journal
) -> None:
    service = Service(GAMES, far, Notifier())
    table = service.open(command_for(), "open", ANN)
    wire.cut = "after"
    assert trouble(lambda: appended(far, table.id, "by hand")) == (Unconfirmed, "unreachable")
    assert far.log(table.id).find("by hand") == journal.log(table.id).find("by hand") is not None
    other = service.open(command_for(), "open another", ANN)
    wire.cut = "after"
    assert service.play(other.id, paying(0, 1, 5), "tap").game.gold(1) == 55
    assert service.play(other.id, paying(0, 1, 5), "tap").seq == 2


# A server that cannot be used


def test_a_server_that_lets_nobody_in_is_refused_without_its_password(evenings: Evenings) -> None:
    evenings.server.guard()
    for address in (
        "postgresql://counting@/nobody_s?host={folder}",
        "postgresql://nobody@/evenings?host={folder}",
        "postgresql://guarded:wrong%20one@/evenings?host={folder}",
        "postgresql://guarded@/evenings?host={folder}",
        "postgresql://counting@/evenings?host=/nowhere",
        "postgresql://counting:secret@127.0.0.1:1/evenings",
        "postgresql://counting:secret@[::1/evenings",
        "postgresql://counting:se%zzcret@/evenings",
        "postgresql://counting@/evenings?hosts=x",
    ):
        with pytest.raises(StorageRefused) as refused:
            Journal(address.format(folder=evenings.server.folder))
        assert refused.value.cause == "unreachable", address
        assert not re.search(r"wrong one|wrong%20one|secret|se%zz", str(refused.value))


def test_a_database_newer_than_the_code_is_refused(evenings: Evenings, place: str) -> None:
    assert evenings.server.run("SELECT version_num FROM alembic_version", evenings.NAME)
    evenings.server.run("UPDATE alembic_version SET version_num = '9' || version_num", evenings.NAME)
    try:
        with pytest.raises(StorageRefused, match="revision 9") as refused:
            Journal(place)
    finally:
        evenings.server.run("UPDATE alembic_version SET version_num = substr(version_num, 2)", evenings.NAME)
    assert refused.value.cause == "newer"
    Journal(place).close()


def test_a_database_that_takes_no_writes(journal: Journal, evenings: Evenings, place: str) -> None:
    game = opened(journal).game
    evenings.server.run(f"ALTER DATABASE {evenings.NAME} SET default_transaction_read_only = on")
    try:
        disconnect(evenings)
        assert journal.log(game).last_seq() == 1
        assert trouble(lambda: opened(journal, "another"))[1] == "read_only"
        assert trouble(lambda: Journal(place)) == (StorageRefused, "read_only")
    finally:
        evenings.server.run(f"ALTER DATABASE {evenings.NAME} RESET default_transaction_read_only")
    assert opened(journal, "another").seq == 1  # by new connections: the old ones are gone


@needs_processes
def test_databases_of_others_and_two_machines_that_make_one(postgres: Cluster) -> None:
    address = postgres.new("shared")
    postgres.run("CREATE TABLE timers (theirs text)", "shared")
    with pytest.raises(StorageRefused, match="timers") as refused:
        Journal(address)
    assert refused.value.cause == "foreign"
    assert postgres.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", "shared") == [
        ("timers",)
    ]
    postgres.run("DROP TABLE timers; CREATE TABLE bookmarks (address text)", "shared")
    with child(_opens, address, "a") as (_, a), child(_opens, address, "b") as (_, b):
        a.send("now")
        b.send("now")
        games = {a.recv(), b.recv()}
    with Journal(address) as journal:
        assert {record.id for record in journal.games()} == games
        assert len(games) == 2
        assert not [fault for fault in journal.store.problems() if "fsync" not in fault]
    latin = "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"
    postgres.run(latin)
    with pytest.raises(StorageRefused, match="LATIN1") as refused:
        Journal(postgres.address("latin"))
    assert refused.value.cause == "unsuited"


def _opens(pipe: Pipe, address: str, who: str) -> None:
    pipe.recv()
    with Journal(address) as journal:
        pipe.send(opened(journal, f"open {who}").game)


def test_a_program_that_may_make_no_role_writes_with_its_own_rights_and_says_so(postgres: Cluster) -> None:
    postgres.run("CREATE ROLE tenant LOGIN")
    postgres.run("CREATE DATABASE tenants OWNER tenant")
    with Journal(postgres.address("tenants", "tenant")) as journal:
        assert opened(journal).seq == 1
        assert [fault for fault in journal.store.problems() if "rights of its owner" in fault]
        with pytest.raises(psycopg.IntegrityError):
            postgres.run("UPDATE entries SET body = '{}'", "tenants")


def test_text_that_no_server_stores_finds_nothing(journal: Journal, game: str) -> None:
    assert journal.game("\0" * 8) is None
    assert journal.behind("a\0b") is None
    assert journal.log(game).find("\0") is None
    assert journal.redeem("\0", token_hash=ANN, now=EVENING) is None


WITHOUT_DRIVER = """
import sys
sys.modules["psycopg"] = None
from companion.journal import Journal
Journal("postgresql://localhost/evenings")
"""


def test_an_address_without_a_driver_says_what_to_install() -> None:
    ran = subprocess.run((sys.executable, "-c", WITHOUT_DRIVER), capture_output=True, text=True, check=False)
    assert "pip install 'counting-house[postgres]'" in ran.stderr


# A server that is ended


@pytest.mark.postgres
def test_a_server_that_is_ended_as_by_a_power_cut_has_all_that_was_confirmed() -> None:
    with cluster() as server:
        address = server.new("lasting")
        with Journal(address) as journal:
            service = Service(GAMES, journal, Notifier())
            table = service.open(command_for(), "open", ANN)
            server.end()
            assert trouble(lambda: service.play(table.id, paying(0, 1, 5), "tap"))[1] == "unreachable"
            assert trouble(lambda: journal.log(table.id).last_seq())[1] == "unreachable"
            again = server.restart()
            try:
                assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2
            finally:
                again.end()
