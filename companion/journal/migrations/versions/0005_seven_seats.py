"""A table may have seven seats."""

import sqlalchemy as sa
from alembic import op

from companion.journal.migrations.remaking import set_aside

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NOTICES = "game, number, recorded_at, kind, seat"
NOTES = "game, seat, round, body"


def upgrade() -> None:
    """SQLite cannot change the range of a column, so both tables are made anew with all they hold."""
    for table, kept, make in (("notices", NOTICES, _notices), ("notes", NOTES, _notes)):
        before = f"{table}_before"
        set_aside(table, before)
        make()
        op.execute(f"INSERT INTO {table} ({kept}) SELECT {kept} FROM {before}")  # noqa: S608 - our own names
        op.drop_table(before)


def _within(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=column)


def _sized(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=column)


def _of_a_game() -> sa.Column[str]:
    return sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False)


def _notices() -> None:
    op.create_table(
        "notices",
        _of_a_game(),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("recorded_at", MILLISECONDS, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.PrimaryKeyConstraint("game", "number"),
        _within("number", 1, 1_000_000),
        _within("recorded_at", 0, LATEST),
        _sized("kind", 1, 32),
        _within("seat", 0, 6),
        sqlite_strict=True,
    )


def _notes() -> None:
    op.create_table(
        "notes",
        _of_a_game(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "round"),
        _within("seat", 0, 6),
        _within("round", 0, 1_000_000),
        _sized("body", 2, 1_048_576),
        sqlite_strict=True,
    )
