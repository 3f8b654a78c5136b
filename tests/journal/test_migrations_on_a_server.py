"""An older database on a server becomes the newest one with all it holds, whatever step it comes from."""

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine

from companion.chain import BEGINNING, linked
from companion.journal import Journal, digest
from companion.journal.migrations import NEWEST
from companion.journal.neighbours import TABLES
from companion.journal.schema import metadata
from companion.records import Entry
from tests.cluster import Cluster
from tests.databases import BROKEN
from tests.journal.conftest import ANN, BO, EVENING, Pipe, appended, child, needs_processes

GAME = "ABCD2345"
STEPS = [f"{number:04}" for number in range(1, int(NEWEST) + 1)]
SHAPE = """
    SELECT table_name, column_name, data_type || is_nullable || coalesce(column_default, '')
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
    UNION SELECT tablename, indexname, replace(indexdef, schemaname, '')
    FROM pg_indexes WHERE schemaname = current_schema()
"""


def engine_at(address: str) -> Engine:
    """Alembic's way to a database."""
    return create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(address))


def made_by(revision: str, address: str) -> None:
    """An empty database becomes what this revision made of it."""
    engine = engine_at(address)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "companion.journal:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def fill(address: str) -> None:
    """A table of two entries, its bank, and what every revision kept beside them."""
    with psycopg.connect(address) as there:
        there.execute("INSERT INTO games VALUES (%s, %s, NULL)", [GAME, EVENING])
        columns = ["game", "seq", "action_id", "fingerprint", "recorded_at", "body"]
        chain, is_chained = BEGINNING, "chain" in known(there, "entries")
        for seq in (1, 2):
            entry = Entry(GAME, seq, f"tap {seq}", "f", EVENING, f'{{"n":{seq}}}')
            chain = linked(chain, entry)
            values = {name: getattr(entry, name) for name in columns} | (
                {"chain": chain} if is_chained else {}
            )
            put(there, "entries", values)
        put(there, "openings", {"token_hash": ANN, "action_id": "tap 1", "game": GAME})
        put(there, "holders", {"game": GAME, "role": "bank", "token_hash": ANN, "held_since": EVENING})
        words = {"secret_hash": digest("the long words"), "code_hash": digest("ABC234")}
        also = {"role": "seat 1", "used": 0, "made_at": EVENING}
        kept = {name: value for name, value in also.items() if name in known(there, "handovers")}
        put(there, "handovers", {"game": GAME, **words, **kept, "expires_at": EVENING + 1_000})
        put(there, "timers", {"game": GAME, "remaining_ms": 60_000})
        if known(there, "notes"):
            put(there, "notices", {"game": GAME, "number": 1, "recorded_at": EVENING, "kind": "seat_taken"})
            put(there, "notes", {"game": GAME, "seat": 2, "round": 1, "body": '{"apples":1}'})


def known(there: psycopg.Connection, table: str) -> set[str]:
    """The columns of a table as it is there."""
    asked = "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0"
    return {row[0] for row in there.execute(asked, [table])}


def put(there: psycopg.Connection, table: str, values: dict[str, object]) -> None:
    """One row."""
    holes = ", ".join(f"%({name})s" for name in values)
    there.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({holes})".encode(), values)  # noqa: S608 - our own names


@pytest.fixture(scope="module")
def shelf(postgres: Cluster) -> str:
    """A database with room for a schema of each step."""
    return postgres.new("steps")


def in_schema(shelf: str, name: str) -> str:
    """The address of a schema of its own, empty."""
    with psycopg.connect(shelf) as there:
        there.execute(f"CREATE SCHEMA {name}".encode())
    return f"{shelf}&options=-csearch_path%3D{name}"


def shape(address: str) -> list[tuple[str, ...]]:
    """Every column, constraint and index; neither Alembic's own, nor what has no history."""
    with psycopg.connect(address) as there:
        rows = there.execute(SHAPE.encode()).fetchall()
    return sorted(row for row in rows if row[0] not in {"alembic_version", *TABLES})


@pytest.fixture(scope="module")
def expected(shelf: str) -> list[tuple[str, ...]]:
    """What the tables look like that the statements are written for."""
    address = in_schema(shelf, "expected")
    engine = engine_at(address)
    metadata.create_all(engine)
    engine.dispose()
    return shape(address)


@needs_processes
def test_two_machines_that_open_an_older_database_at_once_migrate_it_once(shelf: str) -> None:
    address = in_schema(shelf, "at_once")
    made_by(STEPS[0], address)
    fill(address)
    with child(_reads, address) as (_, one), child(_reads, address) as (_, other):
        one.send("now")
        other.send("now")
        assert one.recv() == other.recv() == [1, 2]


def _reads(pipe: Pipe, address: str) -> None:
    pipe.recv()
    with Journal(address) as journal:
        pipe.send([entry.seq for entry in journal.log(GAME).entries()])


@pytest.mark.parametrize("step", STEPS)
def test_a_database_of_any_step_becomes_the_newest_with_all_it_holds(
    step: str, shelf: str, expected: list[tuple[str, ...]]
) -> None:
    """The second step alone drops the words that move the bank, which live for five minutes."""
    address = in_schema(shelf, f"step_{step}")
    made_by(step, address)
    fill(address)
    with Journal(address) as journal:
        entries = journal.log(GAME).entries()
        assert [(entry.seq, entry.body) for entry in entries] == [(1, '{"n":1}'), (2, '{"n":2}')]
        assert entries[1].chain == linked(entries[0].chain, entries[1])
        assert appended(journal, GAME, "tap 3").seq == 3
        assert journal.log(GAME).timer() is not None
        assert any(holder.token_hash == ANN for holder in journal.log(GAME).holders())
        has_phones = step > "0001"
        moved = journal.redeem("ABC 234", token_hash=BO, now=EVENING)
        assert moved == ((GAME, "seat 1") if has_phones else None)
        assert journal.log(GAME).notes(2) == ({1: '{"apples":1}'} if has_phones else {})
        assert len(journal.log(GAME).notices()) == has_phones
    assert shape(address) == expected
    with psycopg.connect(address) as there, pytest.raises(BROKEN):
        there.execute("DELETE FROM entries")
