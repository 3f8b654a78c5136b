"""A phone for everybody: seats, the door, what is said in a round, what only one merchant knows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """A pending code to move the bank becomes void: it would only have lived for five minutes."""
    op.drop_table("handovers")
    _phones()
    _room()


def _within(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=column)


def _sized(column: str, least: int, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=column)


def _of_a_game() -> sa.Column[str]:
    return sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False)


def _phones() -> None:
    op.create_table(
        "handovers",
        _of_a_game(),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", MILLISECONDS, nullable=False),
        sa.PrimaryKeyConstraint("game", "role"),
        sa.UniqueConstraint("secret_hash"),
        sa.UniqueConstraint("code_hash"),
        _sized("role", 1, 16),
        _sized("secret_hash", 64, 64),
        _sized("code_hash", 64, 64),
        _within("expires_at", 0, LATEST),
        sqlite_strict=True,
    )
    op.create_table(
        "visits",
        _of_a_game(),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("seen_at", MILLISECONDS, nullable=False),
        sa.PrimaryKeyConstraint("game", "token_hash"),
        _sized("token_hash", 64, 64),
        _within("seen_at", 0, LATEST),
        sqlite_strict=True,
    )


def _room() -> None:
    op.create_table(
        "rooms",
        _of_a_game(),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("secret", sa.Text()),
        sa.Column("code", sa.Text()),
        sa.Column("open_until", MILLISECONDS, nullable=False),
        sa.Column("recording", sa.Text(), nullable=False),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("talk", sa.Text()),
        sa.PrimaryKeyConstraint("game"),
        sa.UniqueConstraint("secret"),
        sa.UniqueConstraint("code"),
        _within("version", 0, LATEST),
        _sized("secret", 22, 22),
        _sized("code", 6, 6),
        _within("open_until", 0, LATEST),
        _sized("recording", 1, 16),
        _sized("votes", 2, 1_048_576),
        _sized("talk", 2, 1_048_576),
        sqlite_strict=True,
    )
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
        _within("seat", 0, 5),
        sqlite_strict=True,
    )
    op.create_table(
        "notes",
        _of_a_game(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "round"),
        _within("seat", 0, 5),
        _within("round", 0, 1_000_000),
        _sized("body", 2, 1_048_576),
        sqlite_strict=True,
    )
