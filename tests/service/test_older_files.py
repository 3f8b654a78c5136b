"""A database from before phones had seats: its evenings go on, and their bank is still the bank."""

import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from companion.journal import Journal, digest
from companion.membership import Membership
from companion.notifier import Notifier
from companion.places import DAY, Viewer
from companion.records import Entry
from companion.registry import GAMES
from companion.rules.kinds import decide
from companion.rules.sheriff.game import Event
from companion.rules.sheriff.replaying import evolve
from companion.service import Clock, Service
from tests.codec.samples import CODEC
from tests.rules.given import command_for, paying
from tests.service.conftest import ANN, BO, EVENING, Watch

GAME = "ABCD2345"
CODE = "ABC234"


def events() -> tuple[Event, ...]:
    """Four sat down, and Ann paid Bo 5."""
    opened = command_for().begin()
    return opened, decide(evolve(None, opened), paying(0, 1, 5))


def made_by(revision: str, path: Path) -> Path:
    """An empty file as this revision made it."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "companion.journal:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file as the first revision made it, with a table, its bank, its clock and a code to move the bank."""
    path = made_by("0001", tmp_path / "journal.db")
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA application_id = {0x43484A31}")
        file.execute("INSERT INTO games VALUES (?, ?, NULL)", (GAME, EVENING))
        for seq, event in enumerate(events(), 1):
            entry = Entry(GAME, seq, f"tap {seq}", "f", EVENING, CODEC.encode_event(event))
            file.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", tuple(asdict(entry).values())[:6])
        file.execute("INSERT INTO openings VALUES (?, ?, ?)", (ANN, "tap 1", GAME))
        file.execute("INSERT INTO holders VALUES (?, ?, ?, ?)", (GAME, "bank", ANN, EVENING))
        hashes = (digest("the long words"), digest(CODE))
        file.execute("INSERT INTO handovers VALUES (?, ?, ?, ?)", (GAME, *hashes, EVENING + 1_000))
        file.execute("INSERT INTO timers VALUES (?, ?, NULL)", (GAME, 60_000))
        file.commit()
    return path


def test_a_table_keeps_its_entries_its_bank_and_its_clock(path: Path, watch: Watch) -> None:
    with Journal(path) as journal:
        service = Service(GAMES, journal, Notifier(), watch, watch.monotonic)
        keeper = Membership(journal, Notifier(), watch, watch.monotonic)
        table = service.current(GAME)
        assert [line.event for line in table.lines] == list(events())
        assert table.game.gold(1) == 55
        assert service.play(GAME, paying(1, 0, 5), "tap 3").game.gold(1) == 50
        assert service.clock(GAME) == Clock(60_000, running=False)
        watch.now += 60 * DAY
        assert keeper.viewer(GAME, ANN) == Viewer(bank=True)
        assert [game.id for game in keeper.games_of(ANN)] == [GAME]


def test_phones_come_in_and_nobody_was_told_of_before(path: Path, watch: Watch) -> None:
    with Journal(path) as journal:
        keeper = Membership(journal, Notifier(), watch, watch.monotonic)
        assert keeper.look(GAME).room.version == 0
        assert keeper.journal.log(GAME).notices() == ()
        assert keeper.take_over(CODE, BO) is None  # a code lasts five minutes, and is void after the change
        keeper.open_door(GAME)
        keeper.take_seat(GAME, 1, BO)
        assert keeper.viewer(GAME, BO) == Viewer(seats=frozenset({1}))
    with Journal(path) as journal:
        assert Membership(journal, Notifier(), watch).viewer(GAME, BO).seats == {1}


def test_words_that_carry_a_seat_outlive_a_new_release(tmp_path: Path, watch: Watch) -> None:
    """Somebody changes phones on the evening of the update: the words are valid for a day."""
    path = made_by("0002", tmp_path / "second.db")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"PRAGMA application_id = {0x43484A31}")
        file.execute("INSERT INTO games VALUES (?, ?, NULL)", (GAME, EVENING))
        file.execute("INSERT INTO holders VALUES (?, ?, ?, ?)", (GAME, "seat-1", ANN, EVENING))
        words = (digest("the long words"), digest(CODE), EVENING + DAY)
        file.execute("INSERT INTO handovers VALUES (?, 'seat-1', ?, ?, ?)", (GAME, *words))
    with Journal(path) as journal:
        keeper = Membership(journal, Notifier(), watch, watch.monotonic)
        assert keeper.take_over(CODE, BO) == GAME
        assert keeper.viewer(GAME, BO) == Viewer(seats=frozenset({1}))
        assert keeper.take_over(CODE, ANN) is None


def test_what_was_noted_outlives_the_seventh_seat(tmp_path: Path) -> None:
    """The tables that name a seat are made anew, with all that they hold, and nobody sits at an eighth."""
    path = made_by("0004", tmp_path / "fourth.db")
    told = [(GAME, 1, EVENING, "joined", 5), (GAME, 2, EVENING, "bank_moved", None)]
    noted = [(GAME, 0, 1, '{"silk":1}'), (GAME, 5, 2, '{"mead":2}')]
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"PRAGMA application_id = {0x43484A31}")
        file.execute("INSERT INTO games VALUES (?, ?, NULL)", (GAME, EVENING))
        file.executemany("INSERT INTO notices VALUES (?, ?, ?, ?, ?)", told)
        file.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", noted)
        with pytest.raises(sqlite3.IntegrityError):
            file.execute("INSERT INTO notes VALUES (?, 6, 2, '{}')", (GAME,))
    with Journal(path) as journal:
        assert len(journal.log(GAME).notices()) == len(told)
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute("SELECT * FROM notices ORDER BY number").fetchall() == told
        assert file.execute("SELECT * FROM notes ORDER BY seat").fetchall() == noted
        file.execute("INSERT INTO notes VALUES (?, 6, 2, '{}')", (GAME,))
        for table in ("notes (seat, game, round, body)", "notices (seat, game, number, kind)"):
            with pytest.raises(sqlite3.IntegrityError):
                file.execute(f"INSERT INTO {table} VALUES (7, ?, 3, '{{}}')", (GAME,))  # noqa: S608 - our own names
