"""Each entry carries a hash of itself and of those before it; a game leaves with all its entries or not at
all.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.journal.migrations import on_a_server
from companion.journal.migrations.remaking import set_aside

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT_ONCE = 1_000  # entries
KEPT = ("game", "seq", "action_id", "fingerprint", "recorded_at", "body")


def upgrade() -> None:
    """The entries of before get the chain of what they are now."""
    set_aside("entries", "entries_before")
    _entries()
    _copy()
    op.drop_table("entries_before")  # with its triggers
    if op.get_bind().dialect.name == "sqlite":
        _append_only_sqlite()
    else:
        on_a_server.append_only()
        on_a_server.clerk()


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("action_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("recorded_at", MILLISECONDS, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq"),
        sa.UniqueConstraint("game", "action_id"),
        _within("seq", 1, 1_000_000),
        _sized("action_id", 1, 64),
        _sized("fingerprint", 1, 64),
        _within("recorded_at", 0, LATEST),
        _sized("body", 2, 1_048_576),
        _sized("chain", 64, 64),
        sqlite_strict=True,
    )


def _within(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=column)


def _sized(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=column)


def _copy() -> None:
    """In order, a thousand at a time, so that a large database needs no more memory than a small one."""
    before = sa.table("entries_before", *map(sa.column, KEPT))
    chained = sa.table("entries", *map(sa.column, (*KEPT, "chain")))
    connection = op.get_bind()
    every = _chained(connection.execute(sa.select(before).order_by(before.c.game, before.c.seq)))
    while rows := list(islice(every, AT_ONCE)):
        connection.execute(sa.insert(chained), rows)


def _chained(rows: sa.CursorResult[Any]) -> Iterator[dict[str, object]]:
    """As `companion/chain.py` does it, written down once more: what was stored by a step stays as it was."""
    game, chain = None, ""
    for row in rows:
        text = json.dumps(
            ("" if row.game != game else chain, *row), ensure_ascii=False, separators=(",", ":")
        )
        game, chain = row.game, hashlib.sha256(text.encode()).hexdigest()
        yield {**dict(zip(KEPT, row, strict=True)), "chain": chain}


# From here to the end this is for SQLite alone; for others see on_a_server.py.
def _append_only_sqlite() -> None:
    op.execute(
        "CREATE TRIGGER entries_refuse_update BEFORE UPDATE ON entries "
        "BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END"
    )
    op.execute(
        "CREATE TRIGGER entries_refuse_delete BEFORE DELETE ON entries "
        "WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game) "
        "BEGIN SELECT RAISE(ABORT, 'an entry leaves only with its game'); END"
    )
    # INSERT OR REPLACE removes rows without firing a DELETE trigger, so an insert may only add the next
    # number.
    op.execute(
        "CREATE TRIGGER entries_only_grow BEFORE INSERT ON entries "
        "WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entries WHERE game = NEW.game), 0) "
        "OR EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND action_id = NEW.action_id) "
        "BEGIN SELECT RAISE(ABORT, 'an entry takes the next number and a new action id'); END"
    )
