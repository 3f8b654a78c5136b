"""The journal as it begins: games, their entries, who holds them, and what is kept beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """From nothing to the first shape."""
    _games()
    _devices()
    _beside_the_log()
    if op.get_bind().dialect.name == "sqlite":
        _append_only_sqlite()


def _within(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=column)


def _sized(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=column)


def _of_a_game() -> sa.Column[str]:
    return sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("opened_at", MILLISECONDS, nullable=False),
        sa.Column("closed_at", MILLISECONDS),
        sa.PrimaryKeyConstraint("id"),
        _sized("id", 8, 8),
        _within("opened_at", 0, LATEST),
        _within("closed_at", 0, LATEST),
        sqlite_strict=True,
    )
    op.create_table(
        "entries",
        _of_a_game(),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("action_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("recorded_at", MILLISECONDS, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq"),
        sa.UniqueConstraint("game", "action_id"),
        _within("seq", 1, 1_000_000),
        _sized("action_id", 1, 64),
        _sized("fingerprint", 1, 64),
        _within("recorded_at", 0, LATEST),
        _sized("body", 2, 1_048_576),
        sqlite_strict=True,
    )


def _devices() -> None:
    op.create_table(
        "openings",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("action_id", sa.Text(), nullable=False),
        _of_a_game(),
        sa.PrimaryKeyConstraint("token_hash", "action_id"),
        sa.UniqueConstraint("game"),
        _sized("token_hash", 64, 64),
        _sized("action_id", 1, 64),
        sqlite_strict=True,
    )
    op.create_table(
        "holders",
        _of_a_game(),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("held_since", MILLISECONDS, nullable=False),
        sa.PrimaryKeyConstraint("game", "role"),
        _sized("role", 1, 16),
        _sized("token_hash", 64, 64),
        _within("held_since", 0, LATEST),
        sqlite_strict=True,
    )
    op.create_index("ix_holders_token_hash", "holders", ["token_hash"])
    op.create_table(
        "handovers",
        _of_a_game(),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", MILLISECONDS, nullable=False),
        sa.PrimaryKeyConstraint("game"),
        sa.UniqueConstraint("secret_hash"),
        sa.UniqueConstraint("code_hash"),
        _sized("secret_hash", 64, 64),
        _sized("code_hash", 64, 64),
        _within("expires_at", 0, LATEST),
        sqlite_strict=True,
    )


def _beside_the_log() -> None:
    op.create_table(
        "timers",
        _of_a_game(),
        sa.Column("remaining_ms", sa.Integer(), nullable=False),
        sa.Column("started_at", MILLISECONDS),
        sa.PrimaryKeyConstraint("game"),
        _within("remaining_ms", 0, 86_400_000),
        _within("started_at", 0, LATEST),
        sqlite_strict=True,
    )


# From here to the end this is for SQLite alone; another database needs a branch of its own.
def _append_only_sqlite() -> None:
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER entries_refuse_{change.lower()} BEFORE {change} ON entries "
            "BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END"
        )
    # INSERT OR REPLACE removes rows without firing a DELETE trigger, so an insert may only add the next
    # number.
    op.execute(
        "CREATE TRIGGER entries_only_grow BEFORE INSERT ON entries "
        "WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entries WHERE game = NEW.game), 0) "
        "OR EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND action_id = NEW.action_id) "
        "BEGIN SELECT RAISE(ABORT, 'an entry takes the next number and a new action id'); END"
    )
