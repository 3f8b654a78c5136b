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

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations import on_a_server
from companion.journal.migrations.remaking import make, set_aside

revision, down_revision, branch_labels, depends_on = "0006", "0005", None, None

AT_ONCE = 1_000  # entries
KEPT = ("game", "seq", "action_id", "fingerprint", "recorded_at", "body")


def upgrade() -> None:
    """Chain the existing entries, as they are now."""
    before = set_aside("entries")
    make(
        "entries",
        of_game(ondelete="CASCADE"),
        number("seq", 1, 1_000_000),
        text("action_id", 1, 64),
        text("fingerprint", 1, 64),
        moment("recorded_at"),
        text("body"),
        text("chain", 64, 64),
        key=["game", "seq"],
        unique=[["game", "action_id"]],
    )
    _copy(before)
    op.drop_table(before)  # with its triggers
    if op.get_bind().dialect.name == "sqlite":
        _append_only_sqlite()
    else:
        on_a_server.append_only()
        on_a_server.clerk()


def _copy(name: str) -> None:
    """Copy the entries in order, a thousand at a time, so that a large database needs no more memory than a
    small one.
    """
    before = sa.table(name, *map(sa.column, KEPT))
    chained = sa.table("entries", *map(sa.column, (*KEPT, "chain")))
    connection = op.get_bind()
    every = _chained(connection.execute(sa.select(before).order_by(before.c.game, before.c.seq)))
    while rows := list(islice(every, AT_ONCE)):
        connection.execute(sa.insert(chained), rows)


def _chained(rows: sa.CursorResult[Any]) -> Iterator[dict[str, object]]:
    """Chain entries like `companion/chain.py`, copied here because a step must never change."""
    game, chain = None, ""
    for row in rows:
        said = ("" if row.game != game else chain, *row)
        whole = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        game, chain = row.game, hashlib.sha256(whole.encode()).hexdigest()
        yield {**dict(zip(KEPT, row, strict=True)), "chain": chain}


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
